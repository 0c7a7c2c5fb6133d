"""How many subsets there are, as far as that is counted."""

from math import comb


def subsets(positions: int, q: int) -> int:
    """C(N, q), or something smaller if it is very large: C(N, k) grows with k up to N/2.

    >>> subsets(7, 3), subsets(7, 5), subsets(10**9, 10**8).bit_length() > 20_000
    (35, 21, True)
    """
    return comb(positions, min(q, positions - q, 1000))
