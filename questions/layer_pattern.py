"""A layer pattern: row by row, the positions attended to in one layer; and sets of numbers given by ranges."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from math import gcd
from typing import ClassVar

Row = tuple[range, ...]
"""Increasing ranges in any order, none empty; the row is their union. In unions (``overlapping``) they may overlap."""


class LayerPattern(ABC):
    """Row by row, the positions attended to in one layer; ``n`` positions."""

    name: ClassVar[str]
    overlapping: ClassVar[bool] = False
    """Whether the ranges of a row may overlap."""
    n: int

    @abstractmethod
    def row(self, i: int) -> Row:
        """A_i."""

    def has(self, i: int, j: int) -> bool:
        """Whether j is in A_i."""
        return any(j in part for part in self.row(i))

    def degree(self, i: int) -> int:
        """|A_i|."""
        return size_of_union(self.row(i)) if self.overlapping else sum(map(len, self.row(i)))

    def steps(self, i: int) -> int:
        """What it costs at most to make row i, or to ask whether it has a position."""
        return 20

    @property
    def connections(self) -> int:
        """The sum of all |A_i|; time linear in n unless there is a closed form."""
        return sum(map(self.degree, range(self.n)))

    @property
    @abstractmethod
    def words(self) -> str:
        """The pattern in words, without n."""

    @abstractmethod
    def to_json(self) -> dict[str, object]:
        """Its name and parameters, without n."""


def intersection(one: range, other: range) -> range:
    """The common numbers of two increasing ranges.

    >>> intersection(range(2, 40, 6), range(0, 40, 4)), len(intersection(range(0, 9, 2), range(1, 9, 2)))
    (range(8, 40, 12), 0)
    """
    shared = gcd(one.step, other.step)
    if (one.start - other.start) % shared:
        return range(0)
    step = one.step // shared * other.step
    # start + a one.step = other.start modulo other.step
    a = (other.start - one.start) // shared * pow(one.step // shared, -1, other.step // shared)
    first = one.start + a % (other.step // shared) * one.step
    low = max(one.start, other.start)
    return range(first + -((first - low) // step) * step, min(one.stop, other.stop), step)


def size_of_union(parts: Iterable[range]) -> int:
    """How many numbers are in some of the ranges; 2^count steps (inclusion and exclusion) where they overlap.

    >>> size_of_union([range(0, 10, 2), range(0, 10, 3), range(4, 6)])
    8
    """
    ranges = sorted(parts, key=lambda part: part.start)
    total = sum(map(len, ranges))
    common: list[tuple[tuple[int, ...], range]] = [((k,), part) for k, part in enumerate(ranges)]
    sign = -1
    while common:
        longer = []
        for chosen, part in common:
            for k in range(chosen[-1] + 1, len(ranges)):
                if both := intersection(part, ranges[k]):
                    longer.append(((*chosen, k), both))
        total += sign * sum(len(part) for _, part in longer)
        common, sign = longer, -sign
    return total
