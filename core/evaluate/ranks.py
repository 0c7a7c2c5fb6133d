"""Ranks of M and of the sign matrix A = 2M - J by elimination, which the checker does itself. Trusted.

Over GF(2) and GF(3) elimination is exact. Over Q it is done modulo primes:

* The rank modulo a prime is at most the rank over Q: a minor that is not 0 modulo p is not 0.
* If the rank modulo p is at most r, every minor of order k = r + 1 is divisible by p. Such a minor is at most k^(k/2)
  in absolute value for entries from -1 to 1 (Hadamard). If p is larger, all of them are 0, and the rank over Q is <= r.

So the rank modulo 2^61 - 1 is a lower bound, and one more elimination, modulo a Mersenne prime p with p^2 > k^k, an
upper one.
"""

from ..meaning.matrices import Rows, masks
from ..meter import Meter, product_steps

MERSENNE = (61, 127, 521, 607, 1279, 2203, 3217, 4253, 9689, 19937, 44497)
"""Exponents e for which 2^e - 1 is a prime (Lucas, Pervushin, Robinson, Riesel, Hurwitz, Gillies, Noll, Slowinski)."""


def rank_of(rows: Rows, name: str, side: str, meter: Meter) -> int:
    """A bound of the rank that is called so: the rank itself over a finite field, a bound of this side over Q."""
    if name == "rank_gf2":
        return _rank_gf2(rows, meter)
    if name == "rank_gf3":
        return _rank_gf3(rows, meter)
    table = [[1 if x == "1" else -1 if name == "rank_sign" else 0 for x in row] for row in rows]
    first, most = rank_modulo(table, MERSENNE[0], meter), min(len(rows), len(rows[0]))
    exponent = exponent_above_minors(first + 1)
    if side == "lower" or first == most or exponent == MERSENNE[0]:
        return first
    # Minors of order first + 1 that vanish modulo the larger prime vanish, and then so do those of any larger order.
    return first if rank_modulo(table, exponent, meter) <= first else most


def exponent_above_minors(order: int) -> int:
    """Of a Mersenne prime that exceeds every minor of this order of a matrix with entries from -1 to 1.

    >>> exponent_above_minors(4), exponent_above_minors(41)
    (61, 127)
    """
    return next(e for e in MERSENNE if (2**e - 1) ** 2 > order**order)


def rank_modulo(rows: list[list[int]], exponent: int, meter: Meter) -> int:
    """The rank of an integer matrix modulo the prime 2^exponent - 1.

    >>> rank_modulo([[1, 2], [3, 4]], 2, Meter(1000)), rank_modulo([[1, 2], [4, 5]], 2, Meter(1000))
    (2, 1)
    """
    height, width, prime = len(rows), len(rows[0]), 2**exponent - 1
    meter.charge(height * width * min(height, width) * (1 + product_steps(exponent, exponent)))
    table, rank = [[x % prime for x in row] for row in rows], 0
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


def _rank_gf2(rows: Rows, meter: Meter) -> int:
    meter.charge(len(rows) * min(len(rows), len(rows[0])) * (1 + len(rows[0]) // 64))
    basis: list[int] = []
    for row in masks(rows, "1", meter):
        for vector in basis:
            row = min(row, row ^ vector)  # clears the highest bit of ``vector``, which no later one has
        if row:
            basis.append(row)
    return len(basis)


def _rank_gf3(rows: Rows, meter: Meter) -> int:
    """A row is two bit sets, where it is 1 and where it is 2."""
    meter.charge(4 * len(rows) * min(len(rows), len(rows[0])) * (1 + len(rows[0]) // 64))
    left, rank = [(ones, 0) for ones in masks(rows, "1", meter)], 0
    while left:
        one, two = left.pop()
        if not one | two:
            continue
        rank += 1
        pivot = (one | two) & -(one | two)
        if two & pivot:
            one, two = two, one  # times 2
        left = [
            _sum3(row, (two, one)) if row[0] & pivot else _sum3(row, (one, two)) if row[1] & pivot else row
            for row in left
        ]
    return rank


def _sum3(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    """The sum over GF(3): 1 = 1 + 0 = 0 + 1 = 2 + 2, and 2 = 2 + 0 = 0 + 2 = 1 + 1."""
    some_a, some_b = a[0] | a[1], b[0] | b[1]
    return (a[0] & ~some_b | b[0] & ~some_a | a[1] & b[1], a[1] & ~some_b | b[1] & ~some_a | a[0] & b[0])
