"""The p-bit grids that entries of tables may be held to."""

from collections.abc import Callable, Iterable


def midrise(bits: int) -> range:
    """The p-bit grid {+-1, +-3, .., +-(2^p - 1)}; 2^p integers.

    >>> list(midrise(2))
    [-3, -1, 1, 3]
    """
    return range(1 - 2**bits, 2**bits, 2)


def twos(bits: int) -> range:
    """The p-bit grid {-2^(p-1), .., 2^(p-1) - 1} of two's complement; 2^p integers.

    >>> list(twos(2))
    [-2, -1, 0, 1]
    """
    return range(-(2 ** (bits - 1)), 2 ** (bits - 1))


GRIDS: dict[str, Callable[[int], range]] = {"midrise": midrise, "twos": twos}


def bits_needed(entries: Iterable[int], grid: str = "twos") -> int | None:
    """The least p >= 1 such that the p-bit grid holds every entry, or None if no p does (an even entry in midrise).

    >>> bits_needed([3, -4]), bits_needed([4]), bits_needed([3, -5], "midrise"), bits_needed([2], "midrise")
    (3, 4, 3, None)
    """
    numbers = list(entries)  # may be none: vectors of width 0 fit every grid
    if grid == "midrise":
        if any(entry % 2 == 0 for entry in numbers):
            return None
        return max((abs(entry).bit_length() for entry in numbers), default=1)
    return max((1 + (entry if entry >= 0 else ~entry).bit_length() for entry in numbers), default=1)
