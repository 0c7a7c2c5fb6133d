"""The sets of 2^p integers that a p-bit number may be."""

GRIDS = ("midrise", "twos")


def grid_of(name: str, bits: int) -> range:
    """The grid: ``midrise`` is symmetric and odd, ``twos`` is two's complement.

    >>> list(grid_of("midrise", 2)), list(grid_of("twos", 2))
    ([-3, -1, 1, 3], [-2, -1, 0, 1])
    """
    return range(1 - 2**bits, 2**bits, 2) if name == "midrise" else range(-(2 ** (bits - 1)), 2 ** (bits - 1))
