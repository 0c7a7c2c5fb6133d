"""Whether a symmetric matrix of integers is positive semidefinite, decided exactly."""

from collections.abc import Sequence
from math import isqrt
from operator import mul

from ..certificates.meter import Meter

Triangle = Sequence[Sequence[int]]
"""The lower triangle of a symmetric matrix: row i holds the entries 0 to i."""


def is_positive_semidefinite(triangle: Triangle, meter: Meter | None = None) -> bool:
    """Whether x^T M x >= 0 for all real x.

    Parameters
    ----------
    triangle : lower triangle of an integer matrix
    meter : charged for the products, by their length; a new one unless given

    Guarantee
    ---------
    Both answers are proved.

    Examples
    --------
    >>> is_positive_semidefinite([[1], [1, 1]]), is_positive_semidefinite([[1], [2, 3]])
    (True, False)
    """
    meter = Meter() if meter is None else meter
    if any(row[-1] < 0 for row in triangle):
        return False
    order, bits = len(triangle), bits_of(triangle)
    meter.charge(order**3 // 2 * (1 + bits // 256))
    if squares_and_remainder(triangle):
        return True
    meter.charge(order**3 // 2 * (1 + order * bits // 128))
    return eliminated(triangle)


def squares_and_remainder(triangle: Triangle) -> bool:
    """Whether 4^k M = L L^T + E is found with E_ii >= sum of |E_ij| over j != i.

    Such an E is positive semidefinite: x^T E x >= sum_i E_ii x_i^2 - sum_{i != j} |E_ij| (x_i^2 + x_j^2) / 2 >= 0.
    L is found column by column as in Cholesky's method, and E holds the remainders of the integer divisions, so that
    the identity is exact whatever L is. ``room`` is kept back on the diagonal for E.

    >>> squares_and_remainder([[3], [1, 3]]), squares_and_remainder([[1], [1, 1]])
    (True, False)
    """
    order = len(triangle)
    shift = (bits_of(triangle) + 1) // 2 + order.bit_length() + 4
    largest = max((row[-1] for row in triangle), default=0)
    if largest <= 0:
        return False
    room = order * (isqrt(largest << (2 * shift)) + 1)  # a remainder is at most L_jj / 2 <= sqrt(4^k max M_jj) / 2
    roots: list[list[int]] = [[] for _ in range(order)]
    outweighed = [0] * order
    for j in range(order):
        head = roots[j]
        left = (triangle[j][j] << (2 * shift)) - sum(map(mul, head, head))
        root = isqrt(left - room) if left > room else 0
        if root == 0:
            return False
        outweighed[j] += left - root * root
        for i in range(j + 1, order):
            rest = (triangle[i][j] << (2 * shift)) - sum(map(mul, roots[i], head))
            quotient = (2 * rest + root) // (2 * root)
            remainder = abs(rest - quotient * root)
            outweighed[i] -= remainder
            outweighed[j] -= remainder
            roots[i].append(quotient)
        head.append(root)
    return all(excess >= 0 for excess in outweighed)


def eliminated(triangle: Triangle) -> bool:
    """Whether symmetric elimination meets no negative pivot, and a zero pivot in zero rows only.

    With a pivot a > 0 and the rest of its column b, M is positive semidefinite exactly if the Schur complement
    C - b b^T / a is. With a zero pivot it is exactly if b = 0 and C is: x^T M x is linear in that coordinate. Entries
    are kept as a product with the last pivot but one (Bareiss 1968), which makes them minors of M, hence integers.

    >>> eliminated([[0], [0, 4], [0, 2, 1]]), eliminated([[0], [1, 5]])
    (True, False)
    """
    rest = [list(row) for row in triangle]
    last = 1
    while rest:
        pivot, column = rest[0][0], [row[0] for row in rest[1:]]
        if pivot < 0 or (pivot == 0 and any(column)):
            return False
        if pivot == 0:
            rest = [row[1:] for row in rest[1:]]
            continue
        rest = [  # row i of the rest has i + 1 entries, so only as much of the column
            [(pivot * entry - a * b) // last for entry, b in zip(row[1:], column, strict=False)]
            for row, a in zip(rest[1:], column, strict=True)
        ]
        last = pivot
    return True


def bits_of(triangle: Triangle) -> int:
    """The bits of the longest entry."""
    return max((abs(entry).bit_length() for row in triangle for entry in row), default=0)
