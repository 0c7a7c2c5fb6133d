"""How many rectangles it takes to tell an antichain of rows apart."""

from math import comb


def least_for_antichain(size: int) -> int:
    """The least k such that a set of k elements has ``size`` subsets of which none contains another.

    >>> [least_for_antichain(n) for n in (1, 2, 3, 6, 7, 10, 16)]
    [0, 2, 3, 4, 5, 5, 6]
    """
    k = 0
    while comb(k, k // 2) < size:
        k += 1
    return k
