"""The deterministic communication of the named functions, exactly, with the argument for each.

D(f) is the least depth of a protocol tree whose leaves are labelled with the value, so that the announced answer is
counted: D = 0 for a constant. A protocol of depth d splits the matrix into at most 2^d rectangles on which f is
constant, so D >= ceil(log2(P0 + P1)) for lower bounds P0, P1 of the numbers of 0- and 1-rectangles. Two arguments give
P0 and P1: a *fooling set* (pairs with value v, of which no two lie in one rectangle of value v) and the rank over any
field of the matrix M, or of J - M (a rectangle has rank 1). Source: Kushilevitz, Nisan 1997, sections 1.2 to 1.4.

- DISJ_n: {(S, complement of S)} is a 1-fooling set: for S != T, S meets the complement of T or T that of S. P1 >= 2^n.
- EQ_n: the diagonal is a 1-fooling set, P1 >= 2^n.
- GT_n: the diagonal is a 0-fooling set: for x < y, GT(y, x) = 1. P0 >= 2^n.
- IP_n: no fooling set is large enough (for n = 2 the largest has 3 pairs); by rank. M = (J - H)/2, H_ab = (-1)^<a,b>,
  H^2 = 2^n I. H has rank 2^n, so rank M >= 2^n - 1: P1 >= 2^n - 1. J - M = (J + H)/2, and det(H + 1 1^T) =
  det(H) (1 + 1^T H^-1 1) = 2 det(H), because H 1 = 2^n e_0: rank 2^n, so P0 >= 2^n. In sum 2^(n+1) - 1 >= 2^n + 1.
- INDEX_n: {(e_i, i)} is a 1-fooling set, {(complement of e_i, i)} a 0-fooling set: P0, P1 >= n.

The first four: ceil(log2(2^n + 1)) = n + 1, and Alice sends a, Bob answers: D = n + 1. INDEX: D >= ceil(log2 2n); Bob
sends his number less 1, Alice answers: D = 1 + ceil(log2 n). One-way from Alice to Bob, who answers: ceil(log2 of the
number of different rows), exactly; all 2^n rows of each named function differ, which makes n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ...questions import CommunicationMatrix
from ...tasks.two_party.functions import FUNCTIONS, BitStrings, TwoPartyError, TwoPartyFunction
from .excluded_region import Part, Standing

if TYPE_CHECKING:
    from ...measures.measured import MeasureBound

Pair = tuple[Any, Any]
HERE = "headcount.reductions.excluded_sizes.communication_lower"
CLOSED: dict[str, Callable[[int], tuple[int, int]]] = {
    "disj": lambda n: (1, 2**n),
    "eq": lambda n: (1, 2**n),
    "gt": lambda n: (2**n, 1),
    "ip": lambda n: (2**n, 2**n - 1),
    "index": lambda n: (n, n),
}
"""Function -> the numbers of 0- and 1-rectangles that are proved above."""
PRIME = (1 << 61) - 1
"""Ranks are taken modulo this prime; the rank over Q is at least as large."""


@dataclass(frozen=True)
class CommunicationLower:
    """``value`` <= D(f) <= ``upper``, and lower bounds of the bits of one message.

    ``one_way`` bits are needed in a single message from Alice after which Bob knows the value, ``one_way_back`` in one
    from Bob; of a total function they are exact, and ``messages`` counts the different inputs of Alice and of Bob, each
    of which needs a message of its own. ``ways`` are numbers of bits that are enough for these messages.
    ``zero_parts`` and ``one_parts`` bound the numbers of 0- and 1-rectangles of a partition from below. ``bounds`` are
    those of them that an engine has found, with evidence; the others follow from closed forms, ranks, or the number of
    inputs in conflict.
    """

    value: int
    upper: int
    one_way: int
    one_way_back: int
    ways: tuple[int, int]
    messages: tuple[int, int] | None = None
    zero_parts: int = 0
    one_parts: int = 0
    bounds: tuple[MeasureBound, ...] = ()

    @property
    def most(self) -> CommunicationLower:
        """What can be needed at the most: the upper bounds in the place of the lower ones."""
        return replace(self, value=self.upper, one_way=self.ways[0], one_way_back=self.ways[1])

    def part(self, measure: str, statement: str) -> Part:
        """The part of an excluded region that says what f needs, and how that is known."""
        bound = self.bound(measure)
        if bound is None:
            return Part("communication", statement, Standing.PROVED, HERE)
        return Part("communication", f"{statement}: {bound}", Standing.CHECKED, "headcount.measure")

    def bound(self, measure: str) -> MeasureBound | None:
        """What an engine has found, or None."""
        return next((one for one in self.bounds if one.measure == measure), None)


class FoolingSets(NamedTuple):
    """Pairs of value 0 and pairs of value 1, no two of one value in one rectangle of that value."""

    zero: tuple[Pair, ...]
    one: tuple[Pair, ...]


def communication_lower(f: TwoPartyFunction) -> CommunicationLower:
    """A lower bound for D(f): closed forms for the named functions, ranks for a matrix.

    Raises
    ------
    TwoPartyError
        If f is a matrix too large to be written out.

    Examples
    --------
    >>> from headcount.tasks.two_party.functions import disj, index, matrix_function
    >>> communication_lower(disj(8)).value, communication_lower(index(8)).value, communication_lower(index(8)).one_way
    (9, 4, 8)
    >>> communication_lower(matrix_function([[1, 0], [0, 1]])).value
    2
    """
    n = f.n
    if not known_by_name(f):
        return _of_matrix(f)
    if f.name == "index":
        back = (n - 1).bit_length()
        return CommunicationLower(1 + back, 1 + back, n, back, (n, back), (2**n, n), n, n)
    zero, one = CLOSED[f.name](n)
    return CommunicationLower((zero + one - 1).bit_length(), n + 1, n, n, (n, n), (2**n, 2**n), zero, one)


def known_by_name(f: TwoPartyFunction) -> bool:
    """Whether it is one of the functions of which closed forms are proved here.

    >>> from headcount.tasks.two_party.functions import disj, matrix_function
    >>> known_by_name(disj(3)), known_by_name(matrix_function([[1]], name="disj"))
    (True, False)
    """
    return f.name in CLOSED and not f.rows and f == FUNCTIONS[f.name](f.n)


def fooling_sets(f: TwoPartyFunction) -> FoolingSets:
    """The fooling sets of the module docstring, written out.

    Raises
    ------
    TwoPartyError
        If f is none of DISJ, EQ, GT, INDEX, or too large.

    Examples
    --------
    >>> from headcount.tasks.two_party.functions import gt
    >>> sets = fooling_sets(gt(3))
    >>> len(sets.zero), len(sets.one), sets.zero[1]
    (8, 1, ((0, 0, 1), (0, 0, 1)))
    """
    if f.rows or f.name not in ("disj", "eq", "gt", "index"):
        raise TwoPartyError(f"fooling sets are known for disj, eq, gt and index, got {f}; use communication_lower")
    if f.n > 12:
        raise TwoPartyError(f"n must be at most 12 to write fooling sets of {f} out, got {f.n}; try n=4")
    n = f.n
    zeros, ones = (0,) * n, (1,) * n
    if f.name == "index":
        units = [tuple(int(i == k) for i in range(n)) for k in range(n)]
        return FoolingSets(
            tuple((_complement(e), i) for i, e in enumerate(units, 1)), tuple((e, i) for i, e in enumerate(units, 1))
        )
    strings = tuple(BitStrings(n))
    diagonal = tuple((x, x) for x in strings)
    if f.name == "gt":
        return FoolingSets(diagonal, ((ones, zeros),))
    if f.name == "eq":
        return FoolingSets(((ones, zeros),), diagonal)
    return FoolingSets(((ones, ones),), tuple((x, _complement(x)) for x in strings))


def rank_modulo_prime(rows: Iterable[Iterable[int]]) -> int:
    """The rank of an integer matrix modulo ``PRIME``: a lower bound for its rank over Q.

    >>> rank_modulo_prime([[1, 1], [1, 0], [0, 1]])
    2
    """
    from ...solvers.modular_ranks import rank_modulo  # here, since it takes long to load

    return rank_modulo(rows, PRIME)


def _of_matrix(f: TwoPartyFunction) -> CommunicationLower:
    matrix = CommunicationMatrix.of(f.matrix())
    (one_way, most), (back, most_back) = (_one_way(one) for one in (matrix, matrix.transposed))
    constant = not all(any(value in row for row in matrix.rows) for value in "01")
    upper, ways = 0 if constant else min(most, most_back) + 1, (most, most_back)
    if not matrix.total:  # a message may hold the answers at all inner nodes of a tree of depth D, at most 2^D - 1
        return CommunicationLower(max(int(not constant), max(one_way, back).bit_length()), upper, one_way, back, ways)
    rows = [[int(entry) for entry in row] for row in matrix.rows]
    ones = rank_modulo_prime(rows)
    zeros = rank_modulo_prime([[1 - x for x in row] for row in rows])
    value = max(0, zeros + ones - 1).bit_length()
    counts = len(set(matrix.rows)), len(set(matrix.transposed.rows))
    return CommunicationLower(value, upper, one_way, back, ways, counts, zeros, ones)


def _one_way(senders: CommunicationMatrix) -> tuple[int, int]:
    """A lower and an upper bound of the bits of a message from the rows' party: exact without *."""
    if senders.total:
        bits = (len(set(senders.rows)) - 1).bit_length()
        return bits, bits
    from ...measures.one_way import conflicts_of, greedy_clique, greedy_colouring

    conflicts = conflicts_of(senders)
    colours = max(greedy_colouring(conflicts)) + 1
    return (len(greedy_clique(conflicts)) - 1).bit_length(), (colours - 1).bit_length()


def _complement(x: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 - bit for bit in x)
