"""Coordinate-wise encoders: tables that say which token a bit becomes, position by position.

The form: n coordinates, N = 2n + 1 positions. Position 1 is public and holds a constant; position 1 + i is Alice's and
holds ``alice[i-1][a_i]``, position n + 1 + i is Bob's and holds ``bob[i-1][b_i]``. Locality holds by the form.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import gcd
from typing import Any

from ...tasks import Match3, Task
from ...tasks.two_party.arithmetic import Arithmetic, switched
from ...tasks.two_party.functions import disj
from ..reduction import Placed, SizedReduction, ownership

Switch = tuple[int, int]
"""The token of a bit 0 (off) and of a bit 1 (on)."""


@dataclass(frozen=True)
class PairRelation:
    """A task that looks for a pair: output i is 1 iff relation(x_i, x_j, x_l) for some positions j, l.

    Parameters
    ----------
    name : str
    symbols : int >= 1
        The alphabet is 0 .. symbols-1.
    relation : callable (output token, x, y) -> bool
    repeats : bool
        Whether j = l is allowed.
    own : bool
        Whether j or l may be i itself.
    symmetries : tuple of permutations of the alphabet
        Maps under which the relation does not change; searches break them, after checking them on all triples.
    task : callable (N) -> Task, optional
        The task itself, for checks by its definition.
    """

    name: str
    symbols: int
    relation: Callable[[int, int, int], bool] = field(repr=False, compare=False)
    repeats: bool = True
    own: bool = True
    symmetries: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    task: Callable[[int], Task] | None = field(default=None, repr=False, compare=False)

    def related(self, output: int, x: int, y: int) -> bool:
        """Whether a pair of tokens is what the output token looks for, in one order or the other."""
        return bool(self.relation(output, x, y) or self.relation(output, y, x))


def match3_relation(M: int) -> PairRelation:
    """Match3 over Z_M; multiplication by a unit of Z_M does not change it.

    >>> match3_relation(7).related(1, 2, 4), match3_relation(7).related(1, 2, 5)
    (True, False)
    """
    units = [u for u in range(2, M) if gcd(u, M) == 1]
    return PairRelation(
        f"match3(M={M})",
        M,
        lambda output, x, y: (output + x + y) % M == 0,
        symmetries=tuple(tuple(u * x % M for x in range(M)) for u in units),
        task=lambda N: Match3(M, N),
    )


@dataclass(frozen=True)
class CoordinateEncoder:
    """A coordinate-wise encoder of two strings of n bits.

    Examples
    --------
    >>> encoder = CoordinateEncoder(1, ((1, 0), (1, 2)), ((1, 5), (1, 3)))
    >>> encoder.n, encoder.tokens((0, 1), (1, 1))
    (2, (1, 1, 2, 5, 3))
    """

    public: int
    alice: tuple[Switch, ...]
    bob: tuple[Switch, ...]

    @property
    def n(self) -> int:
        """The number of coordinates."""
        return len(self.alice)

    def alice_tokens(self, a: Any) -> Placed:
        """Alice's tokens by position, for bits or for terms."""
        return {2 + i: switched(bit, *self.alice[i]) for i, bit in enumerate(a)}

    def bob_tokens(self, b: Any) -> Placed:
        """Bob's tokens by position, for bits or for terms."""
        return {2 + self.n + i: switched(bit, *self.bob[i]) for i, bit in enumerate(b)}

    def tokens(self, a: Any, b: Any) -> tuple[Any, ...]:
        """All tokens."""
        return (self.public, *self.alice_tokens(a).values(), *self.bob_tokens(b).values())


def match3_by_coordinates(encoder: CoordinateEncoder, M: int, name: str = "disj-to-match3") -> SizedReduction:
    """The reduction from DISJ_n to Match3(2n + 1, M) that an encoder proposes; whether it is one, the laws say.

    The answer is 1 iff the output at position 1 is 0.
    """
    n, N = encoder.n, 2 * encoder.n + 1
    return SizedReduction(
        name=name,
        source=disj(n),
        target=Match3(M, N),
        sizes={"n": n, "N": N, "M": M},
        owners=ownership(N, range(2, n + 2), range(n + 2, N + 1)),
        alice=lambda a, _: encoder.alice_tokens(a),
        bob=lambda b, _: encoder.bob_tokens(b),
        public=lambda: {1: encoder.public},
        output_position=1,
        read_out=lambda output: 1 - output,
        formula=lambda tokens, on: on.negation(match3_formula(tokens, 1, M, on)),
        alphabet_words=f"an integer from 0 to {M - 1}",
        largest=3 * max(M, *(abs(x) for switch in (*encoder.alice, *encoder.bob) for x in switch), abs(encoder.public)),
    )


def match3_formula(tokens: tuple[Any, ...], position: int, M: int, on: Arithmetic) -> Any:
    """Match3's output at a position (from 1), for tokens 0 .. M-1: their sums are below 3M, so no remainder is taken.

    >>> from headcount.tasks.two_party.arithmetic import PLAIN
    >>> match3_formula((1, 5, 5), 2, 11, PLAIN), match3_formula((1, 4, 4), 2, 11, PLAIN)
    (True, False)
    """
    x = tokens[position - 1]
    sums = (x + y + z for place, y in enumerate(tokens) for z in tokens[place:])
    return on.any(on.any(total == multiple for multiple in (0, M, 2 * M)) for total in sums)
