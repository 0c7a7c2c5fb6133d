"""Vectors of p-bit integers compared by cosine: margins in exact integers, certificates, too few directions.

*Exact.* Item k with A = |k|^2 scores a / sqrt(A) with query q, a = <q, k>, if q is not yet divided by its length. In a
row let a / sqrt(A) be least at ``+`` and b / sqrt(B) greatest at ``-``. The margin is (a / sqrt(A) - b / sqrt(B)) / (2
|q|). It is at least g iff x = a / sqrt(A) - b / sqrt(B) >= 0 and x^2 >= 4 g^2 |q|^2, that is a^2/A + b^2/B - 4 g^2
|q|^2 >= 2 a b / sqrt(A B): both are decided by comparing squares with their signs, in integers.

*Certified.* The checker's exhibit ``unit-vectors`` takes integers of about one length. The direction of k is that of c
k for any integer c > 0. If the product of any two squared lengths is a square, some c make all lengths equal, and the
certified margin is exact; otherwise c = R / |k|, rounded, and the margin is certified up to about |k| / R. That each
key is a multiple of p-bit integers is read off the proof: divided by the greatest common divisor of its entries it lies
in the grid. The checker does not look at that; it replays a margin of unit vectors in R^d.

*Lower bounds.* Divided by their lengths, p-bit vectors are unit vectors in R^d. So where no real vectors of width d
rank by cosine, or none have the margin, no p-bit vectors do: the bounds of the real question hold, whatever p is.

*Too few directions.* [PROVED] A query orders the items by their cosines, and its multiples c q, c > 0, order them in
the same way: queries whose relevant sets cross need different directions. A multiple of an item scores as the item
does: items that a query tells apart need different directions. So **the number of directions in the grid is at least
the number of queries, or of items, any two of which need different ones.** A direction is a primitive vector of the
grid (entries without common divisor; if c v lies in the box, so does v): their number is ``directions``. Where all
vectors have one length (p = 1) this is what is certified of inner products.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt

import numpy as np

from ...questions import Question
from ...solvers.arrays import Floats, Ints, Signs
from ...solvers.units.cosine_grid import cosine_tables
from ..lower.grid import most_different
from .below import LONGEST_CHECK, exact_square, shorter
from .known_items import IntegerItems
from .margin_bound import MarginBound, certified_margin

LENGTHS = (2**40, 2**80)
"""Lengths to which keys are brought where no multiples make all of them equal."""

NOTHING = Fraction(0)

MOST_COUNTED = 12
"""Bits up to which vectors that are multiples of others are not counted."""


def grid_values(bits: int) -> range:
    """The integers of so many bits: -1 and 1, else -2^(bits-1) .. 2^(bits-1) - 1.

    >>> list(grid_values(1)), list(grid_values(2))
    ([-1, 1], [-2, -1, 0, 1])
    """
    return range(-1, 2, 2) if bits == 1 else range(-(2 ** (bits - 1)), 2 ** (bits - 1))


@dataclass(frozen=True)
class CosineGap:
    """What the items of a row leave between them: (a / sqrt(A) - b / sqrt(B)) / (2 sqrt(Q)) is its margin."""

    a: int
    A: int
    b: int
    B: int
    Q: int

    @property
    def positive(self) -> bool:
        """Whether the row is separated."""
        return _signed(self.a, self.A) > _signed(self.b, self.B)

    def at_least(self, margin: Fraction) -> bool:
        """Whether the margin is at least so much > 0.

        >>> CosineGap(1, 1, 0, 2, 1).at_least(Fraction(1, 2)), CosineGap(1, 2, -1, 2, 2).at_least(Fraction(1, 2))
        (True, True)
        >>> CosineGap(1, 1, 1, 2, 1).at_least(Fraction(1464, 10000)), CosineGap(0, 1, 1, 2, 1).at_least(Fraction(1, 9))
        (True, False)
        >>> CosineGap(1, 1, 1, 2, 1).at_least(Fraction(1465, 10000))
        False
        """
        if not self.positive:
            return False
        a, A, b, B = self.a, self.A, self.b, self.B
        rest = Fraction(a * a, A) + Fraction(b * b, B) - 4 * margin * margin * self.Q
        return rest * abs(rest) >= Fraction(4 * a * b * abs(a * b), A * B)

    @property
    def square(self) -> Fraction:
        """A little less than the square of the margin; 0 if the row is not separated."""
        scale = 2**80
        low = _root_down(self.a, self.A, scale) + _root_down(-self.b, self.B, scale)
        return Fraction(max(0, low) ** 2, 4 * scale * scale * self.Q)


def _signed(a: int, A: int) -> Fraction:
    return Fraction(a * abs(a), A)


def _root_down(a: int, A: int, scale: int) -> int:
    """At most scale * a / sqrt(A)."""
    found = isqrt(a * a * scale * scale // A)
    return found if a >= 0 else -found - 1


@dataclass(frozen=True, eq=False)
class IntegerTables:
    """Vectors of p-bit integers, none of them 0, and what each row that tells items apart leaves between them."""

    bits: int
    queries: Ints
    items: Ints
    gaps: tuple[CosineGap, ...]

    @property
    def d(self) -> int:
        """Their width."""
        return int(self.items.shape[1])

    @property
    def positive(self) -> bool:
        """Whether all rows are separated."""
        return all(gap.positive for gap in self.gaps)

    def at_least(self, margin: Fraction) -> bool:
        """Whether the margin is at least so much, exactly; 0: whether it is positive."""
        return all(gap.at_least(margin) if margin else gap.positive for gap in self.gaps)

    @property
    def square(self) -> Fraction:
        """A little less than the square of the margin."""
        return min(gap.square for gap in self.gaps)


def integer_tables(signs: Signs, bits: int, queries: Ints, items: Ints) -> IntegerTables:
    """Tables with their margins, computed exactly.

    Raises
    ------
    ValueError
        If an entry is not in the grid, or a vector is 0.

    Examples
    --------
    >>> signs = np.array([[1, -1], [-1, 1]], dtype=np.int8)
    >>> integer_tables(signs, 2, np.array([[1, -1], [-1, 1]]), np.array([[1, 0], [0, 1]])).square
    Fraction(1, 2)
    """
    values = grid_values(bits)
    for table in (queries, items):
        if not (np.isin(table, values) if bits == 1 else (table >= values[0]) & (table <= values[-1])).all():
            raise ValueError(f"entries must be integers of {bits} bits")
        if not table.any(axis=1).all():
            raise ValueError("a vector is 0: it has no direction")
    scores, squares = queries @ items.T, (items * items).sum(axis=1)
    lengths = (queries * queries).sum(axis=1)
    gaps = []
    for row, line, length in zip(signs, scores, lengths.tolist(), strict=True):
        if (row == 1).any() and (row == -1).any():
            a, A = _extreme(line[row == 1], squares[row == 1], 1)
            b, B = _extreme(line[row == -1], squares[row == -1], -1)
            gaps.append(CosineGap(a, A, b, B, length))
    return IntegerTables(bits, queries, items, tuple(gaps))


def _extreme(scores: Ints, squares: Ints, sign: int) -> tuple[int, int]:
    """Score and squared length of the least (sign 1) or greatest (-1) cosine; floats only choose candidates."""
    near = sign * scores / np.sqrt(squares)
    least = near.min()
    chosen = np.flatnonzero(near <= least + 1e-11 * (1 + abs(least)))
    pairs = {(int(scores[c]), int(squares[c])) for c in chosen}
    return min(pairs, key=lambda pair: sign * _signed(*pair))


def integer_tables_found(
    signs: Signs, bits: int, real: tuple[Floats, Floats], rng: np.random.Generator, *, wanted: Fraction = NOTHING,
    patience: int = 40, deadline: float = float("inf"),
) -> IntegerTables | None:  # fmt: skip
    """Tables of p-bit integers from real ones, rounded and repaired; None if some row is not separated.

    Parameters
    ----------
    signs : int8 array (R, C) over 1, -1, 0; some row has both signs
    real : queries (R, d) and items (C, d), d >= 1
    wanted : the margin at which the search stops; 0: a positive one
    patience, deadline : see ``solvers.units.cosine_grid.cosine_tables``

    Examples
    --------
    >>> signs = 2 * np.eye(4, dtype=np.int8) - 1
    >>> real = np.array([[1.0, 0.1], [0.1, 1.0], [-0.9, 0.1], [0.1, -1.0]])
    >>> integer_tables_found(signs, 2, (real, real), np.random.default_rng(0), wanted=Fraction(1, 2)).square
    Fraction(1, 4)
    """
    told = np.flatnonzero((signs == 1).any(axis=1) & (signs == -1).any(axis=1))
    kept, first, of_kept = np.unique(signs[told], axis=0, return_index=True, return_inverse=True)
    values = grid_values(bits)
    queries, items = real[0][told[first]], np.asarray(real[1])
    found = cosine_tables(kept, values, queries, items, rng, wanted=float(wanted), patience=patience, deadline=deadline)
    if not found.margin > 0:
        return None
    table = np.full((len(signs), items.shape[1]), values[-1], dtype=np.int64)
    table[told] = found.queries[of_kept.ravel()]
    exact = integer_tables(signs, bits, table, found.items)
    return exact if exact.positive else None


def integer_margin(question: Question, tables: IntegerTables, wanted: Fraction, method: str) -> MarginBound | None:
    """The margin of the tables as a lower bound in R^d that the checker has accepted; None if it falls short.

    ``wanted`` is the square that it has to reach.

    Examples
    --------
    >>> from ...questions import SignPattern, pattern_question
    >>> question = pattern_question(SignPattern(("+-", "-+"), null=False))
    >>> signs = np.array([[1, -1], [-1, 1]], dtype=np.int8)
    >>> tables = integer_tables(signs, 2, np.array([[1, -1], [-1, 1]]), np.array([[1, 0], [0, 1]]))
    >>> print(integer_margin(question, tables, Fraction(1, 2), "by hand"))
    d = 2: margin >= 0.7071 [CERTIFIED] by hand
    """
    for multiples, square in _one_length(tables.items):
        keys = tuple(tuple(c * x for x in key) for c, key in zip(multiples, tables.items.tolist(), strict=True))
        items = IntegerItems((1,) * tables.d, square, keys)
        found = exact_square(question.pattern.rows, items, tables.queries.tolist())
        if found is not None and found > 0 and found >= wanted:
            proof = {
                "rule": "evaluate", "exhibit": "unit-vectors", "form": list(items.form), "square": square,
                "queries": tables.queries.tolist(), "keys": [list(key) for key in keys],
            }  # fmt: skip
            value = max(wanted, shorter(found))
            return certified_margin(question, tables.d, "lower", value, method, proof, LONGEST_CHECK)
    return None


def _one_length(items: Ints) -> Iterator[tuple[list[int], int]]:
    """Multiples that bring all items to about one length, and its square: first such as are exact, if any are."""
    squares = [int(x) for x in (items * items).sum(axis=1)]
    first = squares[0]
    roots = [isqrt(first * square) for square in squares]
    if all(root * root == first * square for root, square in zip(roots, squares, strict=True)):
        common = math.lcm(*roots)
        if common < LENGTHS[0]:
            yield [common // root for root in roots], common * common // first
            return
    for length in LENGTHS:
        yield [(isqrt(4 * length * length // square) + 1) // 2 for square in squares], length * length


def tables_in(bound: MarginBound, signs: Signs, bits: int) -> IntegerTables | None:
    """The p-bit vectors that a certified margin is about; None if it is about others."""
    proof = bound.evidence.proof
    if proof.get("exhibit") != "unit-vectors" or set(proof["form"]) != {1}:
        return None
    made = []
    for name in ("queries", "keys"):
        table = [[x // (gcd(*row) or 1) for x in row] for row in proof[name]]
        if any(abs(x) > 2**bits for row in table for x in row):
            return None
        made.append(np.array(table, dtype=np.int64).reshape(len(table), len(proof["form"])))
    try:
        return integer_tables(signs, bits, made[0], made[1])
    except ValueError:
        return None


def directions(bits: int, d: int) -> int:
    """How many directions vectors of d p-bit integers have, 0 left out: exactly up to 12 bits, else no fewer.

    >>> directions(1, 3), directions(2, 1), directions(2, 2), directions(3, 2)
    (8, 2, 12, 40)
    """
    if bits == 1:
        return int(2**d)
    low, high = 2 ** (bits - 1), 2 ** (bits - 1) - 1
    if bits > MOST_COUNTED:
        return int((low + high + 1) ** d - 1)
    return sum(mu * ((low // g + high // g + 1) ** d - 1) for g, mu in enumerate(_moebius(low), 1) if mu)


def _moebius(n: int) -> Sequence[int]:
    found = [0, 1, *[0] * (n - 1)]
    for g in range(1, n + 1):
        for multiple in range(2 * g, n + 1, g):
            found[multiple] -= found[g]
    return found[1:]


def too_few_directions(question: Question, bits: int) -> tuple[int, str]:
    """The least d with enough directions, and what has to have different ones, in words. [PROVED] above.

    >>> from ...questions import SignPattern, pattern_question
    >>> rows = tuple("".join("+" if c in (i, j) else "-" for c in range(6)) for i in range(6) for j in range(i))
    >>> too_few_directions(pattern_question(SignPattern(rows, null=False)), 2)
    (3, '15 queries need different directions, and there are 12 at d = 2')
    """
    count, words = most_different(question)
    d = next(d for d in range(1, count + 1) if directions(bits, d) >= count)
    enough = f"{count} {words} need different directions"
    return d, enough + (f", and there are {directions(bits, d - 1)} at d = {d - 1}" if d > 1 else "")
