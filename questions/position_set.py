"""Sets of positions, given by ranges and single positions, so that a large one need not be written out."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from .sparse_pattern import Row, intersection


@dataclass(frozen=True)
class PositionSet:
    """The union of some positions and some ranges, which may overlap.

    >>> some = PositionSet(frozenset({1}), (range(4, 20, 5),))
    >>> 9 in some, 10 in some, sorted(some), some.holds((range(1, 2), range(4, 20, 15)))
    (True, False, [1, 4, 9, 14, 19], True)
    """

    listed: frozenset[int]
    ranges: tuple[range, ...]

    def __contains__(self, position: int) -> bool:
        return position in self.listed or any(position in part for part in self.ranges)

    def __iter__(self) -> Iterator[int]:
        """Each position, once or more often."""
        return chain(self.listed, *self.ranges)

    @property
    def steps(self) -> int:
        """What it costs at most to ask for one position, or for a range within one of the ranges."""
        return 5 + 5 * len(self.ranges)

    @property
    def length(self) -> int:
        """How many positions ``iter`` gives."""
        return len(self.listed) + sum(map(len, self.ranges))

    @property
    def first(self) -> int:
        """The least position."""
        return min(chain(self.listed, (part.start for part in self.ranges)))

    def holds_all(self, n: int) -> bool:
        """Whether it has all of the n positions; about ``length`` steps, and n bytes, if ``length`` is as much as n."""
        if self.length < n:
            return False
        flags = bytearray(n)
        for part in (*self.ranges, *(range(i, i + 1) for i in self.listed)):
            flags[part.start : part.stop : part.step] = b"\1" * len(part)
        return 0 not in flags

    def holds_range(self, part: range) -> bool:
        """Whether the range, which is not empty, lies within one of the ranges."""
        return any(
            part[0] in own and part[-1] in own and (len(part) == 1 or part.step % own.step == 0) for own in self.ranges
        )

    def holds(self, row: Row) -> bool:
        """Whether all of a row is in the set."""
        return all(self.holds_range(part) or all(position in self for position in part) for part in row)

    def meets(self, row: Row) -> bool:
        """Whether some position of the row is in the set."""
        return any(
            any(intersection(part, own) for own in self.ranges) or any(position in part for position in self.listed)
            for part in row
        )
