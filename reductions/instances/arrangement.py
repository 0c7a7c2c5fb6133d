"""The noun Arrangement: pseudolines of which any two cross once, no three in a point.

A pseudoline is a curve from one end of the plane to the other; the arrangement is *stretchable* if straight lines cut
the plane in the same way. It is given by its chirotope: element 0 is the line at infinity, elements 1 .. n are the
pseudolines, and ``sign(i, j, k)`` says on which side of k the crossing of i and j lies. For lines with normals w_i it
is sign det(w_i, w_j, w_k). Signs on triples belong to an arrangement if and only if they satisfy the three-term
Grassmann-Pluecker relations (Bjoerner, Las Vergnas, Sturmfels, White, Ziegler, *Oriented Matroids*, 1999, theorem
3.6.2 and the topological representation theorem 5.2.1; no sign is 0, so rank 3 is uniform).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb

from ..reduction import ReductionError

LEAST_ELEMENTS, MOST_ELEMENTS = 3, 25
"""Elements of an arrangement, the line at infinity with them; the relations are about their fifth power in number."""

Triple = tuple[int, int, int]
Vector = tuple[Fraction, ...]
Signs = tuple[int, ...]

TRIPLES = {comb(n, 3): n for n in range(LEAST_ELEMENTS, MOST_ELEMENTS + 1)}
"""Number of signs -> number of elements."""


@dataclass(frozen=True)
class Arrangement:
    """An arrangement of pseudolines, by its chirotope.

    Parameters
    ----------
    signs : tuple of +1 and -1
        Of the triples of 0 .. n in lexicographic order; all of them negated are the same arrangement.
    name : str
    vectors : tuple of vectors of three Fractions, optional
        What has these signs: the normals of straight lines, (0, 0, 1) for the line at infinity first.

    Raises
    ------
    ReductionError
        If the number of signs is none of a number of triples, a sign is 0, or a relation is violated.

    Examples
    --------
    >>> triangle = Arrangement((1, 1, 1, 1))
    >>> triangle.elements, len(triangle.cells)
    (4, 7)
    >>> Arrangement((1,) * 5)
    Traceback (most recent call last):
    ...
    headcount.reductions.reduction.ReductionError: a chirotope must have a sign for each triple of its elements, ...
    """

    signs: Signs
    name: str = "an arrangement"
    vectors: tuple[Vector, ...] = ()

    def __post_init__(self) -> None:
        if len(self.signs) not in TRIPLES:
            least, most = min(TRIPLES), max(TRIPLES)
            near = min(TRIPLES, key=lambda count: abs(count - len(self.signs)))
            raise ReductionError(
                f"a chirotope must have a sign for each triple of its elements, {least} to {most} signs, got "
                f"{len(self.signs)}; {TRIPLES[near]} elements have {near}"
            )
        for triple, sign in zip(self.triples, self.signs, strict=True):
            if sign not in (1, -1):
                raise ReductionError(_not_simple(triple, bool(self.vectors)))
        if (wrong := self.violated) is not None:
            listed = ", ".join(str(element + 1) for element in wrong[1:])
            raise ReductionError(
                "a chirotope must satisfy the Grassmann-Pluecker relations, got signs that violate the one of element "
                f"{wrong[0] + 1} with the elements {listed}; correct a sign of a triple among them"
            )

    @property
    def elements(self) -> int:
        """The number of pseudolines, and one for the line at infinity."""
        return TRIPLES[len(self.signs)]

    @property
    def pseudolines(self) -> int:
        """Without the line at infinity."""
        return self.elements - 1

    @property
    def triples(self) -> list[Triple]:
        """Those of the elements, in lexicographic order."""
        return list(combinations(range(self.elements), 3))

    @cached_property
    def _of_triple(self) -> dict[Triple, int]:
        return dict(zip(self.triples, self.signs, strict=True))

    def sign(self, i: int, j: int, k: int) -> int:
        """The chirotope of three elements in any order; 0 if two are the same.

        >>> found = Arrangement((1, 1, 1, -1))
        >>> found.sign(1, 2, 3), found.sign(2, 1, 3), found.sign(2, 2, 3)
        (-1, 1, 0)
        """
        if len({i, j, k}) < 3:
            return 0
        a, b, c = sorted((i, j, k))
        is_odd = ((i > j) + (i > k) + (j > k)) % 2
        return -self._of_triple[a, b, c] if is_odd else self._of_triple[a, b, c]

    @cached_property
    def violated(self) -> tuple[int, ...] | None:
        """The first elements a, b, c, d, e whose three-term relation has terms of one sign; None if there are none.

        (a b c)(a d e) - (a b d)(a c e) + (a b e)(a c d) = 0 for determinants, so the terms are not all of one sign.
        """
        for a in range(self.elements):
            for b, c, d, e in combinations([x for x in range(self.elements) if x != a], 4):
                terms = {
                    self.sign(a, b, c) * self.sign(a, d, e),
                    -self.sign(a, b, d) * self.sign(a, c, e),
                    self.sign(a, b, e) * self.sign(a, c, d),
                }
                if len(terms) == 1:
                    return (a, b, c, d, e)
        return None

    @cached_property
    def cells(self) -> tuple[Signs, ...]:
        """The cells of the plane: on which side of each element they lie, on the positive one of the line at infinity.

        Every cell has a vertex. At the crossing of i and j the other elements' sides are ``sign(i, j, .)``, and all
        four choices of sides of i and j are cells. There are n (n + 1) / 2 + 1 for n pseudolines.
        """
        found = set()
        for i, j in combinations(range(self.elements), 2):
            at_vertex = [self.sign(i, j, k) for k in range(self.elements)]
            for at_vertex[i], at_vertex[j] in product((1, -1), repeat=2):
                found.add(tuple(side * at_vertex[0] for side in at_vertex))
        return tuple(sorted(found, reverse=True))


def _not_simple(triple: Sequence[int], lines: bool) -> str:
    """What a triple with sign 0 is: of lines, counted from 1 as the elements behind 0 are, or of a chirotope."""
    if not lines:
        listed = ", ".join(str(element + 1) for element in triple)
        return f"the sign of the elements {listed} must be + or -, got 0: the arrangement must be simple; change it"
    which = f"lines {triple[1]} and {triple[2]} are parallel or the same"
    if triple[0] != 0:
        which = f"lines {triple[0]}, {triple[1]} and {triple[2]} meet in one point"
    return f"{which}, so the arrangement is not simple; move one of them"


def determinant(a: Vector, b: Vector, c: Vector) -> Fraction:
    """That of three vectors of three numbers.

    >>> determinant((1, 0, 0), (0, 1, 0), (5, 6, 7))
    7
    """
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])


def of_vectors(vectors: Sequence[Vector], name: str) -> Arrangement:
    """The arrangement of straight lines with these normals, the line at infinity first.

    Raises
    ------
    ReductionError
        If two lines are parallel, or three meet in a point.
    """
    values = [determinant(*three) for three in combinations(vectors, 3)]
    return Arrangement(tuple((value > 0) - (value < 0) for value in values), name, tuple(vectors))


def of_swaps(swaps: Sequence[int], name: str) -> Arrangement:
    """The arrangement of a wiring diagram: which neighbours cross, from left to right, counted from the lowest place.

    At the left pseudoline 1 is the lowest. If it is straight, it has the greatest slope of all; so in the order of
    slopes sign(0, i, j) = -1 for i < j, and sign(i, j, k) = +1 if and only if i crosses j before j crosses k (put y = x
    + a, y = 0, y = c - x: the determinant is a + c, the crossings are at -a and c). The plus side is above.

    Raises
    ------
    ReductionError
        If two pseudolines do not cross exactly once.

    Examples
    --------
    >>> of_swaps([1, 2, 1], "three").signs
    (-1, -1, -1, 1)
    """
    count = next((n for n in range(2, MOST_ELEMENTS) if comb(n, 2) == len(swaps)), 0)
    if not count:
        raise ReductionError(
            f"swaps must be n(n-1)/2 for n = 2 to {MOST_ELEMENTS - 1} pseudolines, one for each two of them, got "
            f"{len(swaps)}; try [1, 2, 1]"
        )
    places, when = list(range(1, count + 1)), dict[tuple[int, int], int]()
    for time, place in enumerate(swaps):
        if not 1 <= place < count:
            raise ReductionError(f"a swap must be from 1 to {count - 1}, the lower of two places, got {place}")
        low, high = places[place - 1 : place + 1]
        if low > high:
            raise ReductionError(
                f"two pseudolines must cross once, got a second crossing of {high} and {low} at swap {time + 1}"
            )
        when[low, high] = time
        places[place - 1 : place + 1] = high, low
    signs = [-1 if i == 0 else 1 if when[i, j] < when[j, k] else -1 for i, j, k in combinations(range(count + 1), 3)]
    return Arrangement(tuple(signs), name)


def orthogonal_signs(arrangement: Arrangement) -> Iterator[Signs]:
    """All sign vectors without 0 that are orthogonal to the circuits: the cells by their definition, with opposites.

    The signed circuit on a < b < c < d is (+ bcd, - acd, + abd, - abc); a vector is orthogonal to it if it agrees on
    one element and disagrees on another.
    """
    kept: list[Signs] = [()]
    for d in range(arrangement.elements):
        fours = [(*three, d) for three in combinations(range(d), 3)]
        circuits = [(four, circuit_of(arrangement, four)) for four in fours]
        longer = [(*word, sign) for word in kept for sign in (1, -1)]
        kept = [word for word in longer if all(_is_orthogonal(word, *circuit) for circuit in circuits)]
    yield from kept


def _is_orthogonal(word: Signs, four: Sequence[int], circuit: Signs) -> bool:
    return len({word[k] * sign for k, sign in zip(four, circuit, strict=True)}) == 2


def circuit_of(arrangement: Arrangement, four: Sequence[int]) -> Signs:
    """The signed circuit on four increasing elements."""
    rest = [[x for x in four if x != left_out] for left_out in four]
    return tuple((-1) ** place * arrangement.sign(*others) for place, others in enumerate(rest))
