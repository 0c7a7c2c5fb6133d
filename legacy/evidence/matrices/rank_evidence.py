"""Ranks of M and of the sign matrix A = 2M - J, by elimination; the checker eliminates itself.

Over GF(2) and GF(3) elimination is exact. Over Q it is done modulo primes:

* The rank modulo a prime is at most the rank over Q: a minor that is not 0 modulo p is not 0.
* If the rank modulo p is at most r, every minor of order k = r + 1 is divisible by p. Such a minor is at most k^(k/2)
  in absolute value for entries from -1 to 1 (Hadamard). If p is larger, all of them are 0, and the rank over Q is <= r.

So the rank modulo 2^61 - 1 is a lower bound, and one more elimination, modulo a Mersenne prime p with p^2 > k^k, an
upper one. Equal rows (columns) are counted once: that changes no rank.
"""

from collections.abc import Iterable

from ....questions.reading import Node
from ....questions.least_size import MeasureOf
from ....questions.matrix import CommunicationMatrix
from ..proof import Proved
from .equal_vectors import different_vectors

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


def prime_above_minors(rank: int) -> int:
    """A prime that exceeds every minor of order rank + 1 of a matrix with entries from -1 to 1.

    >>> prime_above_minors(3) == 2**61 - 1, prime_above_minors(40) == 2**127 - 1
    (True, True)
    """
    order = rank + 1
    primes: list[int] = [2**e - 1 for e in MERSENNE]
    return next(p for p in primes if p * p > order**order)


def over_finite_field(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "elimination"}``, both sides: the exact rank over GF(2) or GF(3)."""
    evidence.fields(("kind",))
    part = different_vectors(matrix).part
    rows, columns = part.shape
    evidence.meter.charge(rows * min(rows, columns) * (1 + columns // 64))
    rank = rank_gf2 if of.measure.name.startswith("rank_gf2") else rank_gf3
    return Proved(rank(part), "by elimination")


def rational_lower(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "elimination"}``: the rank modulo 2^61 - 1."""
    table = _table(evidence, matrix, of)
    return Proved(_rank_at(evidence, table, prime_above_minors(0)), "elimination modulo 2^61 - 1")


def rational_upper(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "elimination"}``: modulo a prime larger than all minors of the order in question."""
    table = _table(evidence, matrix, of)
    most = min(len(table), len(table[0]))
    first = _rank_at(evidence, table, prime_above_minors(0))
    prime = prime_above_minors(first)
    if first == most or prime == prime_above_minors(0):
        return Proved(first, "elimination modulo 2^61 - 1")
    # All minors of order first + 1 are below ``prime`` in absolute value, so those of any larger order are 0 too
    # as soon as the rank modulo ``prime`` is at most ``first``; if it is not, only ``most`` is proved.
    second = _rank_at(evidence, table, prime)
    return Proved(first if second <= first else most, "elimination modulo a prime above all minors")


def _table(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> list[list[int]]:
    """The different rows and columns of M, or of A."""
    evidence.fields(("kind",))
    zero = -1 if of.measure.name == "rank_sign" else 0
    return [[1 if x == "1" else zero for x in row] for row in different_vectors(matrix).part.rows]


def _rank_at(evidence: Node, table: list[list[int]], prime: int) -> int:
    rows, columns = len(table), len(table[0])
    evidence.meter.charge(rows * columns * min(rows, columns) * (1 + prime.bit_length() // 512))
    return rank_modulo(table, prime)


def counted(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "distinct"}``: a rank is at most the number of different rows, and of different columns."""
    evidence.fields(("kind",))
    rows, columns = different_vectors(matrix).part.shape
    return Proved(min(rows, columns), f"{rows} different rows, {columns} different columns")
