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

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...solvers.modular_ranks import rank_modulo
from ...tasks.two_party.functions import FUNCTIONS, BitStrings, TwoPartyError, TwoPartyFunction

Pair = tuple[Any, Any]
CLOSED = ("disj", "eq", "gt", "ip", "index")
"""The functions of which D is known at every n."""
PRIME = (1 << 61) - 1
"""Ranks are taken modulo this prime; the rank over Q is at least as large."""


@dataclass(frozen=True)
class CommunicationLower:
    """``value`` <= D(f) <= ``upper``.

    ``zero_parts`` and ``one_parts`` bound the numbers of 0- and 1-rectangles of a partition from below; ``one_way`` is
    the exact number of bits of a single message from Alice after which Bob knows the value.
    """

    value: int
    upper: int
    one_way: int
    zero_parts: int
    one_parts: int


class FoolingSets(NamedTuple):
    """Pairs of value 0 and pairs of value 1, no two of one value in one rectangle of that value."""

    zero: tuple[Pair, ...]
    one: tuple[Pair, ...]


def communication_lower(f: TwoPartyFunction) -> CommunicationLower:
    """A lower bound for D(f): closed forms for the named functions, ranks for a matrix.

    Raises
    ------
    TwoPartyError
        If f is a matrix too large to be written out, or is not defined for all pairs of inputs.

    Examples
    --------
    >>> from headcount.tasks.two_party.functions import disj, index, matrix_function
    >>> communication_lower(disj(8)).value, communication_lower(index(8)).value, communication_lower(index(8)).one_way
    (9, 4, 8)
    >>> communication_lower(matrix_function([[1, 0], [0, 1]])).value
    2
    """
    n = f.n
    if f.name not in CLOSED or f.rows or f != FUNCTIONS[f.name](n):
        return _of_matrix(f)
    if f.name == "index":
        value = 1 + (n - 1).bit_length()
        return CommunicationLower(value, value, n, n, n)
    zero, one = {"disj": (1, 2**n), "eq": (1, 2**n), "gt": (2**n, 1), "ip": (2**n, 2**n - 1)}[f.name]
    return CommunicationLower((zero + one - 1).bit_length(), n + 1, n, zero, one)


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
    return rank_modulo(rows, PRIME)


def _of_matrix(f: TwoPartyFunction) -> CommunicationLower:
    words = f.matrix()
    if any("*" in row for row in words):
        raise TwoPartyError(f"ranks bound D of total functions, and {f} has a promise; take its measures instead")
    rows = [[int(entry) for entry in row] for row in words]
    ones = rank_modulo_prime(rows)
    zeros = rank_modulo_prime([[1 - x for x in row] for row in rows])
    different_rows, different_columns = len(set(words)), len(set(zip(*words, strict=True)))
    one_way, backwards = ((count - 1).bit_length() for count in (different_rows, different_columns))
    constant = len({x for row in rows for x in row}) == 1
    upper = 0 if constant else min(one_way, backwards) + 1
    value = max(0, zeros + ones - 1).bit_length()
    return CommunicationLower(value, upper, one_way, zeros, ones)


def _complement(x: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(1 - bit for bit in x)
