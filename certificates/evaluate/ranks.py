"""Ranks of M, of the sign matrix A = 2M - J and of integers by elimination, which the checker does itself. Trusted.

Over GF(2) and GF(3) elimination is exact. Over Q it is done modulo primes:

* The rank modulo a prime is at most the rank over Q: a minor that is not 0 modulo p is not 0.
* If the rank modulo p is at most r, every minor of order k = r + 1 is divisible by p. Such a minor is at most (sqrt(k)
  e)^k in absolute value for entries from -e to e (Hadamard). If p is larger, all of them are 0, and the rank over Q is
  <= r.

So the rank modulo 2^61 - 1 is a lower bound, and one more elimination, modulo a Mersenne prime p with p^2 > (k e^2)^k,
an upper one.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from ..meaning.matrices import Rows, masks
from ..meter import Meter, product_steps
from ..refuse import need

Row = TypeVar("Row")

MERSENNE = (61, 127, 521, 607, 1279, 2203, 3217, 4253, 9689, 19937, 44497)
"""Exponents e for which 2^e - 1 is a prime (Lucas, Pervushin, Robinson, Riesel, Hurwitz, Gillies, Noll, Slowinski)."""


def rank_of(rows: Rows, name: str, side: str, meter: Meter) -> int:
    """A bound of the rank that is called so: the rank itself over a finite field, a bound of this side over Q."""
    most, field = min(len(rows), len(rows[0])), {"rank_gf2": 2, "rank_gf3": 3}.get(name, 0)
    if field:
        meter.charge(field**2 * len(rows) * most * (1 + len(rows[0]) // 64) // 2)
        ones = masks(rows, "1", meter)
        return _rank(ones, _clearing2) if field == 2 else _rank([(one, 0) for one in ones], _clearing3)
    zero = -1 if name == "rank_sign" else 0
    return rank_over_q([[1 if x == "1" else zero for x in row] for row in rows], side, meter)


def rank_over_q(table: list[list[int]], side: str, meter: Meter) -> int:
    """A bound of this side of the rank of an integer matrix.

    >>> [rank_over_q(table, "upper", Meter()) for table in ([[4, 1, 0], [1, 0, 1], [0, 1, 4]], [[2, 4], [3, 6]])]
    [3, 1]
    """
    most = min(len(table), len(table[0]))
    meter.charge(len(table) * len(table[0]))
    square = max(x * x for row in table for x in row) or 1
    first = rank_modulo(table, MERSENNE[0], meter)
    meter.charge(product_steps((first + 1) * square.bit_length(), (first + 1) * square.bit_length()))
    minors = ((first + 1) * square) ** (first + 1)
    need(minors.bit_length() <= 2 * MERSENNE[-1] - 2, "the numbers are too long for their rank")
    exponent = next(e for e in MERSENNE if (2**e - 1) ** 2 > minors)
    if side == "lower" or first == most or exponent == MERSENNE[0]:
        return first
    # Minors of order first + 1 that vanish modulo the larger prime vanish, and then so do those of any larger order.
    return first if rank_modulo(table, exponent, meter) <= first else most


def _rank(rows: Iterable[Row], clearing: Callable[[Row], Callable[[Row], Row] | None]) -> int:
    """The rank; ``clearing`` of a row, unless it is 0: what takes multiples of it off others, to be 0 at its pivot."""
    left, rank = list(rows), 0
    while left:
        if clear := clearing(left.pop()):
            left, rank = list(map(clear, left)), rank + 1
    return rank


def rank_modulo(rows: list[list[int]], exponent: int, meter: Meter) -> int:
    """The rank of an integer matrix modulo the prime 2^exponent - 1.

    >>> rank_modulo([[1, 2], [3, 4]], 2, Meter(1000)), rank_modulo([[1, 2], [4, 5]], 2, Meter(1000))
    (2, 1)
    """
    height, width, prime = len(rows), len(rows[0]), 2**exponent - 1
    meter.charge(height * width * min(height, width) * (1 + product_steps(exponent, exponent)))

    def clearing(row: list[int]) -> Callable[[list[int]], list[int]] | None:
        column = next((j for j, x in enumerate(row) if x), None)
        if column is None:
            return None
        inverse = pow(row[column], -1, prime)
        unit = [x * inverse % prime for x in row]

        def clear(other: list[int]) -> list[int]:
            factor = other[column]
            return [(x - factor * y) % prime for x, y in zip(other, unit, strict=True)] if factor else other

        return clear

    return _rank([[x % prime for x in row] for row in rows], clearing)


def _clearing2(row: int) -> Callable[[int], int] | None:
    """A row over GF(2) is a bit set; its pivot is its highest bit, without which a number is less."""
    return (lambda other: min(other, other ^ row)) if row else None


def _clearing3(row: tuple[int, int]) -> Callable[[tuple[int, int]], tuple[int, int]] | None:
    """A row over GF(3) is two bit sets, where it is 1 and where it is 2; times 2 these two change places."""
    pivot = (row[0] | row[1]) & -(row[0] | row[1])

    def clear(other: tuple[int, int]) -> tuple[int, int]:
        (a, b), (c, d) = other, row
        if not (a | b) & pivot:
            return other
        if bool(a & pivot) == bool(c & pivot):  # equal there: add twice the row
            c, d = d, c
        return a & ~(c | d) | c & ~(a | b) | b & d, b & ~(c | d) | d & ~(a | b) | a & c  # 1 = 1+0 = 2+2, 2 = 2+0 = 1+1

    return clear if pivot else None
