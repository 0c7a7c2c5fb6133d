"""Ranks of a 0/1 matrix modulo primes, by elimination."""

from collections.abc import Iterable

from ..questions.matrix import CommunicationMatrix

MERSENNE = (61, 127, 521, 607, 1279, 2203, 3217, 4253, 9689, 19937, 44497)
"""Exponents e for which 2^e - 1 is a prime (Lucas, Pervushin, Robinson, Riesel, Hurwitz, Gillies, Noll, Slowinski)."""


def rank_gf2(matrix: CommunicationMatrix) -> int:
    """The rank of M over GF(2).

    >>> rank_gf2(CommunicationMatrix(("011", "101", "110")))
    2
    """
    basis: list[int] = []
    for row in matrix.masks(1):
        for vector in basis:
            row = min(row, row ^ vector)  # clears the highest bit of ``vector``, which no later one has
        if row:
            basis.append(row)
    return len(basis)


def rank_gf3(matrix: CommunicationMatrix) -> int:
    """The rank of M over GF(3); a row is two bit sets, where it is 1 and where it is 2.

    >>> rank_gf3(CommunicationMatrix(("011", "101", "110")))
    3
    """
    rows, rank = [(ones, 0) for ones in matrix.masks(1)], 0
    while rows:
        one, two = rows.pop()
        if not one | two:
            continue
        rank += 1
        pivot = (one | two) & -(one | two)
        if two & pivot:
            one, two = two, one  # times 2
        rows = [
            _sum3(row, (two, one)) if row[0] & pivot else _sum3(row, (one, two)) if row[1] & pivot else row
            for row in rows
        ]
    return rank


def _sum3(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """The sum over GF(3): 1 = 1 + 0 = 0 + 1 = 2 + 2, and 2 = 2 + 0 = 0 + 2 = 1 + 1."""
    some_a, some_b = a[0] | a[1], b[0] | b[1]
    return (
        a[0] & ~some_b | b[0] & ~some_a | a[1] & b[1],
        a[1] & ~some_b | b[1] & ~some_a | a[0] & b[0],
    )


def rank_modulo(rows: Iterable[Iterable[int]], prime: int) -> int:
    """The rank of an integer matrix modulo a prime.

    >>> rank_modulo([[1, 2], [3, 4]], 2), rank_modulo([[1, 2], [3, 4]], 5)
    (1, 2)
    """
    table = [[x % prime for x in row] for row in rows]
    rank = 0
    while table:
        row = table.pop()
        column = next((j for j, x in enumerate(row) if x), None)
        if column is None:
            continue
        rank += 1
        inverse = pow(row[column], -1, prime)
        row = [x * inverse % prime for x in row]
        for i, other in enumerate(table):
            if factor := other[column]:
                table[i] = [(x - factor * y) % prime for x, y in zip(other, row, strict=True)]
    return rank
