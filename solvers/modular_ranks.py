"""Ranks of a 0/1 matrix modulo primes, by elimination."""

from collections.abc import Iterable

from flint import nmod_mat

from ..questions.matrix import CommunicationMatrix


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
    """The rank of M over GF(3).

    >>> rank_gf3(CommunicationMatrix(("011", "101", "110")))
    3
    """
    return rank_modulo([[int(entry == "1") for entry in row] for row in matrix.rows], 3)


def rank_modulo(rows: Iterable[Iterable[int]], prime: int) -> int:
    """The rank of an integer matrix modulo a prime below 2^64.

    >>> rank_modulo([[1, 2], [3, 4]], 2), rank_modulo([[1, 2], [3, 4]], 5)
    (1, 2)
    """
    table = [[x % prime for x in row] for row in rows]
    return nmod_mat(table, prime).rank() if table else 0
