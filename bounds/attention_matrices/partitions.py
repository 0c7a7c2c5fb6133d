"""The ways in which the columns of a dependency have signs."""

from collections.abc import Iterator
from itertools import product

MAX_KEYS = 10
"""Most columns that are argued about: all ways to divide them are gone through."""


def partitions(size: int) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """All pairs of disjoint sets of the numbers below size, neither empty; of a pair and its mirror image one.

    >>> [(sorted(one), sorted(other)) for one, other in partitions(2)]
    [([0], [1])]
    """
    for signs in product((0, 1, -1), repeat=size):
        one = frozenset(j for j, sign in enumerate(signs) if sign > 0)
        other = frozenset(j for j, sign in enumerate(signs) if sign < 0)
        if one and other and min(one) < min(other):
            yield one, other
