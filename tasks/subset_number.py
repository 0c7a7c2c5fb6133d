"""The number of a subset among those of its size."""

from math import comb


def subset_number(subset: tuple[int, ...], positions: int) -> int:
    """The number of a subset of N positions in lexicographic order: those that branch off before it, place by place.

    Raises
    ------
    LookupError
        If it is not a tuple of increasing positions 0 .. N-1.

    Examples
    --------
    >>> [subset_number(y, 4) for y in ((0, 1), (0, 3), (2, 3))]
    [0, 2, 5]
    """
    if list(subset) != sorted(set(subset)) or not subset or not 0 <= subset[0] <= subset[-1] < positions:
        size = len(subset)
        raise LookupError(f"{subset} is not a subset of {size} increasing positions among 0 .. {positions - 1}")
    number, first = 0, 0
    for place, chosen in enumerate(subset):
        number += sum(comb(positions - 1 - v, len(subset) - 1 - place) for v in range(first, chosen))
        first = chosen + 1
    return number
