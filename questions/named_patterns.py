"""Layer patterns by name and parameters: rows, and closed forms of the number of connections."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .layer_pattern import LayerPattern, Row


@dataclass(frozen=True)
class Dense(LayerPattern):
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

    @property
    def words(self) -> str:
        return "dense"

    def to_json(self) -> dict[str, object]:
        return {"name": self.name}


@dataclass(frozen=True)
class Window(LayerPattern):
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

    @property
    def words(self) -> str:
        return f"window({self.w})"

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "w": self.w}


@dataclass(frozen=True)
class Blocks(LayerPattern):
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

    @property
    def words(self) -> str:
        return f"block({self.w})"

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "w": self.w}


@dataclass(frozen=True)
class Dilated(LayerPattern):
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

    @property
    def words(self) -> str:
        return f"dilated({self.w}, {self.r})"

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "w": self.w, "r": self.r}


@dataclass(frozen=True)
class Stride(LayerPattern):
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

    @property
    def words(self) -> str:
        return f"stride({self.w})"

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "w": self.w}


@dataclass(frozen=True)
class Summaries(LayerPattern):
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

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "w": self.w, "last": self.last}


@dataclass(frozen=True)
class Star(LayerPattern):
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

    @property
    def words(self) -> str:
        return "star"

    def to_json(self) -> dict[str, object]:
        return {"name": self.name}


@dataclass(frozen=True)
class Longformer(LayerPattern):
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

    @property
    def words(self) -> str:
        return f"longformer({self.w}, {self.g})"

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "w": self.w, "g": self.g}
