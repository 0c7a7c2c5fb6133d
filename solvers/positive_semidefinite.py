"""Whether the checker will find a matrix positive semidefinite, at a cost that a certificate may ask for."""

from collections.abc import Sequence
from math import isqrt
from operator import mul

from ..certificates.definite import Triangle, eliminated

MAX_ORDER = 512
"""Largest order of a matrix that a certificate asks about."""
ALLOWED = 10**8
"""Most steps, about ten seconds."""


def shown_positive_semidefinite(triangle: Triangle) -> bool:
    """Whether x^T M x >= 0 for all real x is shown within the steps that the checker allows.

    >>> shown_positive_semidefinite([[1], [1, 1]]), shown_positive_semidefinite([[1], [2, 3]])
    (True, False)
    """
    if any(row[-1] < 0 for row in triangle):
        return False
    products, bits = len(triangle) ** 3 // 2, bits_of(triangle)
    steps = len(triangle) ** 2 + 1 + products * (1 + bits // 256)
    if steps > ALLOWED:
        return False
    more = products * (1 + len(triangle) * bits // 128)
    return squares_and_remainder(triangle) or (steps + more <= ALLOWED and eliminated(triangle))


def squares_and_remainder(triangle: Triangle) -> bool:
    """Whether 4^k M = L L^T + E is found with E_ii >= sum of |E_ij| over j != i.

    Such an E is positive semidefinite: x^T E x >= sum_i E_ii x_i^2 - sum_{i != j} |E_ij| (x_i^2 + x_j^2) / 2 >= 0.
    L is found column by column as in Cholesky's method, and E holds the remainders of the integer divisions, so that
    the identity is exact whatever L is. ``room`` is kept back on the diagonal for E. (The checker's own test takes the
    same divisions in another order, twice as slowly.)

    >>> squares_and_remainder([[3], [1, 3]]), squares_and_remainder([[1], [1, 1]])
    (True, False)
    """
    order = len(triangle)
    shift = 2 * ((bits_of(triangle) + 1) // 2 + order.bit_length() + 4)
    largest = max((row[-1] for row in triangle), default=0)
    if largest <= 0:
        return False
    room = order * (isqrt(largest << shift) + 1)  # a remainder is at most L_jj / 2 <= sqrt(4^k max M_jj) / 2
    roots: list[list[int]] = [[] for _ in range(order)]
    outweighed = [0] * order
    for j, head in enumerate(roots):
        left = (triangle[j][j] << shift) - sum(map(mul, head, head))
        root = isqrt(max(left - room, 0))
        if root == 0:
            return False
        outweighed[j] += left - root * root
        for i in range(j + 1, order):
            rest = (triangle[i][j] << shift) - sum(map(mul, roots[i], head))
            quotient = (2 * rest + root) // (2 * root)
            remainder = abs(rest - quotient * root)
            outweighed[i] -= remainder
            outweighed[j] -= remainder
            roots[i].append(quotient)
        head.append(root)
    return all(excess >= 0 for excess in outweighed)


def bits_of(triangle: Sequence[Sequence[int]]) -> int:
    """The bits of the longest entry."""
    return max((abs(entry).bit_length() for row in triangle for entry in row), default=0)
