"""Whether a symmetric integer matrix is positive semidefinite, decided in integers. Trusted.

Two tests, both exact. ``squares_and_remainder`` costs n^3 / 6 products of short integers and finds every M that stays
positive semidefinite when about 1 is taken from its diagonal. ``eliminated`` is fraction-free elimination; it decides
every M, the singular ones too, and its numbers grow to n times the bits of an entry.
"""

from collections.abc import Sequence
from math import isqrt

from .meter import Meter

Triangle = Sequence[Sequence[int]]
"""The lower triangle of a symmetric matrix: row i holds the entries 0 to i."""


def is_positive_semidefinite(triangle: Triangle, meter: Meter) -> bool:
    """Whether x^T M x >= 0 for all real x; both answers are proved.

    >>> is_positive_semidefinite([[1], [1, 1]], Meter()), is_positive_semidefinite([[1], [2, 3]], Meter())
    (True, False)
    """
    order = len(triangle)
    meter.charge(order**2 + 1)
    if any(row[-1] < 0 for row in triangle):
        return False
    bits = max((abs(entry).bit_length() for row in triangle for entry in row), default=0)
    meter.charge(order**3 // 2 * (1 + bits // 256))
    if squares_and_remainder(triangle, bits):
        return True
    meter.charge(order**3 // 2 * (1 + order * bits // 128))
    return eliminated(triangle)


def squares_and_remainder(triangle: Triangle, bits: int) -> bool:
    """Whether 4^k M = L L^T + E is found with E_ii >= sum of |E_ij| over j != i.

    Such an E is positive semidefinite: x^T E x >= sum_i E_ii x_i^2 - sum_{i != j} |E_ij| (x_i^2 + x_j^2) / 2 >= 0. L is
    found column by column as in Cholesky's method, and E holds the remainders of the integer divisions, so that the
    identity is exact whatever L is. ``room`` is kept back on the diagonal for E.
    """
    order, largest = len(triangle), max((row[-1] for row in triangle), default=0)
    shift = 2 * ((bits + 1) // 2 + order.bit_length() + 4)
    room = order * (isqrt(largest << shift) + 1)  # a remainder is at most half a diagonal entry of L
    rest, outweighed = [[entry << shift for entry in row] for row in triangle], [0] * order
    while rest:
        pivot, column = rest[0][0], [row[0] for row in rest[1:]]
        root = isqrt(max(pivot - room, 0))
        if root == 0:
            return False
        quotients = [(2 * entry + root) // (2 * root) for entry in column]
        remainders = [abs(entry - a * root) for entry, a in zip(column, quotients, strict=True)]
        if pivot - root * root < outweighed[0] + sum(remainders):
            return False
        outweighed = [x + y for x, y in zip(outweighed[1:], remainders, strict=True)]
        rest = without_first(rest, quotients)
    return True


def eliminated(triangle: Triangle) -> bool:
    """Whether symmetric elimination meets no negative pivot, and a zero pivot in zero rows only.

    With a pivot a > 0 and the rest of its column b, M is positive semidefinite exactly if the Schur complement
    C - b b^T / a is. With a zero pivot it is exactly if b = 0 and C is: x^T M x is linear in that coordinate. Entries
    are kept as a product with the last pivot but one (Bareiss 1968), which makes them minors of M, hence integers.

    >>> eliminated([[0], [0, 4], [0, 2, 1]]), eliminated([[0], [1, 5]])
    (True, False)
    """
    rest, last = [list(row) for row in triangle], 1
    while rest:
        pivot, column = rest[0][0], [row[0] for row in rest[1:]]
        if pivot < 0 or (pivot == 0 and any(column)):
            return False
        rest = without_first(rest, column, pivot, last) if pivot else without_first(rest, column)
        last = pivot or last
    return True


def without_first(triangle: Triangle, column: Sequence[int], times: int = 1, over: int = 1) -> list[list[int]]:
    """(times C - b b^T) / over, for what the first row leaves, C, and a column b; divisions are exact."""
    return [
        [(times * entry - a * b) // over for entry, b in zip(row[1:], column, strict=False)]
        for row, a in zip(triangle[1:], column, strict=True)
    ]
