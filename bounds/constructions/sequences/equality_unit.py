"""Equality of two tokens by one head with m = dv = 1, in the fewest bits: EQ_V at p bits if and only if V <= 4^p.

Two tokens of V symbols; at the second position: are they equal? Class FIXED(p), twos or midrise, one head, m = dv = 1,
no null token, tables by position and token, any read-out. **A unit exists iff V <= 4^p.** So for every p the task
EQ_{4^p} needs p bits, and p - 1 are not enough. (The question, with a function that was not available, is that of
Alman, Chakrabarti, Pitassi 2026, arXiv 2602.02707; the function and the proofs here are ours.)

*Lower bound.* Alice holds the first token, Bob the second. The row at the second position depends on the first token
by its key and its value alone, one of 4^p pairs, so V symbols with fewer pairs would be told alike: V <= 4^p
(``reductions.excluded_sizes.across_the_cut``, told tokens).

*Upper bound.* The first token's (key, value) runs through all 4^p pairs, one for each symbol. The second token y, whose
symbol has the pair (k0, v0), takes a query q other than 0 (twos -1, midrise 1), the key k0 as its own, and as its value
w the grid's neighbour of v0. Its row is a mean of the first token's value v and of w.

* Keys tie (the first token's key is k0): the row is (v + w)/2, which is (v0 + w)/2 only for v = v0.
* Keys differ. Scores then differ by delta >= 1 (midrise: even, >= 2). First ahead by delta <= p: the row is
  (2^delta v + w)/(2^delta + 1), equal to (v0 + w)/2 iff 2^delta (2 v - v0 - w) = v0 - w. Twos: v0 - w = +-1, and the
  left side is even. Midrise: v0 - w = +-2, and the left side is a multiple of 4. Behind by delta <= p: iff 2 v - v0 -
  w = 2^delta (v0 - w): twos: the left side is odd, the right side even; midrise: v, v0, w are odd with w = v0 +- 2, so
  the left side is 2 mod 4, and the right side 0 mod 8. Beyond p the row is v or w, numbers of the grid, and (v0 + w)/2
  is not an integer (twos) or even (midrise).

So the row is (v0 + w)/2 iff the symbols are equal, and the read-out compares.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from ....questions import Head, Layer, Table, Unit
from ....questions.attention import Output
from ....tasks.function_task import FunctionTask
from ..construction import ConstructionError, Theorem
from ..explicit_construction import ExplicitConstruction

MOST_BITS = 5
"""Largest p: 4^p symbols, and the answers for all pairs of them are listed."""
GRIDS = ("midrise", "twos")


def equality_unit(p: int, grid: str = "midrise") -> ExplicitConstruction:
    """Equality of two tokens with 4^p symbols by one head with m = dv = 1 and p bits.

    Parameters
    ----------
    p : int from 1 to 5
        The bits.
    grid : ``"midrise"`` or ``"twos"``

    Guarantee
    ---------
    The answer at the second position is right for all pairs of symbols; with p - 1 bits no unit of this shape is.

    Raises
    ------
    ConstructionError
        If p or grid is something else.

    Source
    ------
    Ours; the question is that of arXiv 2602.02707.

    Examples
    --------
    >>> built = equality_unit(2)
    >>> built.size.m, built.size.dv, built.size.p, built.task.alphabet
    (1, 1, 2, 16)
    >>> bool(built.verify())
    True
    """
    if type(p) is not int or not 1 <= p <= MOST_BITS:
        raise ConstructionError(f"p must be an integer from 1 to {MOST_BITS}, got {p!r:.40}; try p=2")
    if grid not in GRIDS:
        raise ConstructionError(f"grid must be midrise or twos, got {grid!r:.40}; try grid=midrise")
    numbers = range(1 - 2**p, 2**p, 2) if grid == "midrise" else range(-(2 ** (p - 1)), 2 ** (p - 1))
    pairs = [(key, value) for key in numbers for value in numbers]
    step = 2 if grid == "midrise" else 1
    beside = [value + step if value + step in numbers else value - step for _, value in pairs]
    keys = tuple((key,) for key, _ in pairs)
    own = tuple((w,) for w in beside)
    query = (1 if grid == "midrise" else -1,)
    queries = Table("position", (query, query))
    head = Head(queries, (Table("token", keys),), (Table("both", (*((value,) for _, value in pairs), *own)),))
    middles = [Fraction(value + w, 2) for (_, value), w in zip(pairs, beside, strict=True)]
    unit = Unit(len(pairs), (Layer((head,), weights="fixed", bits=p),), ())
    theorem = Theorem(
        "equality of two tokens with V symbols by one head with m = dv = 1 iff V <= 4^p",
        "ours; proved in bounds/constructions/sequences/equality_unit.py",
        {"p": ("log4 V", p)},
    )
    return ExplicitConstruction(
        "equality",
        {"p": p},
        FunctionTask(_equal, alphabet=len(pairs), length=2, name="equality"),
        theorem,
        unit,
        threshold=None,
        answer=partial(_read, middles),
    )


def _equal(tokens: Sequence[int]) -> tuple[None, int]:
    """The answer at the second position."""
    return None, int(tokens[0] == tokens[1])


def _read(middles: list[Fraction], position: int, token: int, row: Output) -> int | None:
    """Whether the row at the second position is halfway between the token's two values."""
    return int(row[0] == middles[token]) if position == 1 else None
