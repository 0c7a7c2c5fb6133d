"""Patterns of one layer of sparse attention that have a name: to which positions each position attends.

They are kept by their parameters and never written out: a row is a few ranges.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
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

    @property
    def written(self) -> tuple[tuple[int, ...], ...]:
        """All rows as increasing lists of positions."""
        return tuple(tuple(sorted({j for part in self.row(i) for j in part})) for i in range(self.n))

    def degree(self, i: int) -> int:
        """|A_i|."""
        return size_of_union(self.row(i)) if self.overlapping else sum(map(len, self.row(i)))

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


class Named(LayerPattern):
    """A pattern that has a name and parameters: the fields of its class besides n."""

    @property
    def words(self) -> str:
        """``name``, or ``name(w, ..)``."""
        _, *values = vars(self).values()
        return f"{self.name}({', '.join(map(str, values))})" if values else self.name

    def to_json(self) -> dict[str, object]:
        """The name and the parameters, without n."""
        return {"name": self.name, **{key: value for key, value in vars(self).items() if key != "n"}}


@dataclass(frozen=True)
class Dense(Named):
    """Every position attends to all.

    >>> Dense(4).row(1), Dense(4).connections
    ((range(0, 4),), 16)
    """

    n: int
    name: ClassVar[str] = "dense"

    def row(self, i: int) -> Row:
        return (range(self.n),)

    @property
    def connections(self) -> int:
        return self.n * self.n


@dataclass(frozen=True)
class Window(Named):
    """|i - j| <= w; w >= 0.

    >>> Window(256, 1).connections, Window(256, 16).connections, Window(5, 2).row(1)
    (766, 8176, (range(0, 4),))
    """

    n: int
    w: int
    name: ClassVar[str] = "window"

    def row(self, i: int) -> Row:
        return (range(max(0, i - self.w), min(self.n, i + self.w + 1)),)

    @property
    def connections(self) -> int:
        w = min(self.w, self.n - 1)
        return self.n * (2 * w + 1) - w * (w + 1)


@dataclass(frozen=True)
class Blocks(Named):
    """Positions 0 .. w-1 attend to one another, w .. 2w-1 too, and so on; the last block may be shorter. w >= 1.

    >>> Blocks(256, 16).connections, Blocks(5, 2).row(4)
    (4096, (range(4, 5),))
    """

    n: int
    w: int
    name: ClassVar[str] = "block"

    def row(self, i: int) -> Row:
        start = i - i % self.w
        return (range(start, min(self.n, start + self.w)),)

    @property
    def connections(self) -> int:
        return self.n // self.w * self.w**2 + (self.n % self.w) ** 2


@dataclass(frozen=True)
class Dilated(Named):
    """j = i + c r with |c| <= w; w >= 0, r >= 1.

    >>> Dilated(9, 1, 2).row(4), Dilated(9, 1, 2).row(0)
    ((range(2, 7, 2),), (range(0, 3, 2),))
    """

    n: int
    w: int
    r: int
    name: ClassVar[str] = "dilated"

    def row(self, i: int) -> Row:
        below, above = min(self.w, i // self.r), min(self.w, (self.n - 1 - i) // self.r)
        return (range(i - below * self.r, i + above * self.r + 1, self.r),)


@dataclass(frozen=True)
class Stride(Named):
    """j = i modulo w; w >= 1.

    >>> Stride(256, 16).connections, Stride(7, 3).row(5)
    (4096, (range(2, 7, 3),))
    """

    n: int
    w: int
    name: ClassVar[str] = "stride"

    def row(self, i: int) -> Row:
        return (range(i % self.w, self.n, self.w),)

    @property
    def connections(self) -> int:
        each, rest = divmod(self.n, self.w)
        return rest * (each + 1) ** 2 + (self.w - rest) * each**2


@dataclass(frozen=True)
class Summaries(Named):
    """The last position of each full block of w, and i itself; with ``last`` position n-1, too. w >= 1.

    >>> Summaries(256, 16).connections, Summaries(7, 3).row(0), Summaries(7, 3).row(2)
    (4336, (range(0, 1), range(2, 7, 3)), (range(2, 7, 3),))
    >>> Summaries(7, 3, last=True).row(0)
    (range(0, 1), range(2, 7, 3), range(6, 7))
    """

    n: int
    w: int
    last: bool = False
    name: ClassVar[str] = "summaries"

    def row(self, i: int) -> Row:
        summaries = range(self.w - 1, self.n, self.w)
        further = self.last and (self.n - 1) not in summaries
        parts = [summaries] if summaries else []
        if i not in summaries and not (further and i == self.n - 1):
            parts.insert(0, range(i, i + 1))
        return (*parts, range(self.n - 1, self.n)) if further else tuple(parts)

    @property
    def connections(self) -> int:
        count = self.n // self.w
        count += self.last and self.n % self.w > 0
        return self.n * count + self.n - count

    @property
    def words(self) -> str:
        return f"summaries({self.w}{', and the last position' if self.last else ''})"


@dataclass(frozen=True)
class Star(Named):
    """Positions 0 .. n-2 in a ring, each attending to itself, its neighbours and the relay n-1, which attends to all.

    >>> Star(256).connections, Star(6).row(0), Star(6).row(5)
    (1276, (range(0, 2), range(4, 6)), (range(0, 6),))
    """

    n: int
    name: ClassVar[str] = "star"

    def row(self, i: int) -> Row:
        relay = self.n - 1
        if i == relay or self.n <= 4:
            return (range(self.n),)
        if i == 0:
            return range(2), range(relay - 1, self.n)
        if i == relay - 1:
            return range(1), range(i - 1, self.n)
        if i == relay - 2:
            return (range(i - 1, self.n),)
        return range(i - 1, i + 2), range(relay, self.n)

    @property
    def connections(self) -> int:
        return self.n**2 if self.n <= 4 else 5 * self.n - 4


@dataclass(frozen=True)
class Longformer(Named):
    """|i - j| <= w, and the first g positions attend to all and are attended to by all; w >= 0, 0 <= g <= n.

    >>> Longformer(256, 2, 1).connections, Longformer(9, 1, 2).row(5), Longformer(9, 1, 2).row(3)
    (1780, (range(0, 2), range(4, 7)), (range(0, 5),))
    """

    n: int
    w: int
    g: int
    name: ClassVar[str] = "longformer"

    def row(self, i: int) -> Row:
        if i < self.g:
            return (range(self.n),)
        start, stop = max(0, i - self.w), min(self.n, i + self.w + 1)
        if start <= self.g:
            return (range(stop),)
        return (range(self.g), range(start, stop)) if self.g else (range(start, stop),)


NAMED_PATTERNS: dict[str, Callable[..., Named]] = {
    kind.name: kind for kind in (Dense, Window, Blocks, Dilated, Stride, Summaries, Star, Longformer)
}
"""Name -> its class, which takes n and the parameters."""
