"""Sets of small numbers as one number: bit i stands for i."""

from collections.abc import Iterable, Iterator


def bit_set(numbers: Iterable[int]) -> int:
    """The set of these numbers.

    >>> bin(bit_set([1, 2, 4]))
    '0b10110'
    """
    return union(1 << i for i in numbers)


def union(sets: Iterable[int]) -> int:
    """The union of sets."""
    result = 0
    for bits in sets:
        result |= bits
    return result


def members(bits: int) -> Iterator[int]:
    """The numbers in a set, in order.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
