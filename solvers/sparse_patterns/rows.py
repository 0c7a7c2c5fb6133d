"""The rows A_i of one layer as an engine needs them: written out as two arrays, or asked for one by one.

Two questions are answered for any set of positions, given as booleans: who attends to some of it, and to whom do
its members attend. Written out rows answer in time linear in the connections; rows that are ranges are not written out
where there are too many connections, and are gone through one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ...questions.layer_patterns import LayerPattern
from ..arrays import Bools, Ints

MOST_WRITTEN = 2 * 10**7
"""Connections up to which rows are written out: 160 MB."""


@dataclass(frozen=True, eq=False)
class WrittenRows:
    """Row i is ``indices[starts[i] : starts[i + 1]]``, increasing."""

    n: int
    starts: Ints = field(repr=False)
    indices: Ints = field(repr=False)

    def attending_to(self, some: Bools) -> Bools:
        """The positions whose row meets the set."""
        counted = np.concatenate([[0], np.cumsum(some[self.indices])])
        return counted[self.starts[1:]] > counted[self.starts[:-1]]

    def attended_from(self, some: Bools) -> Bools:
        """The union of the rows of the set."""
        out = np.zeros(self.n, dtype=bool)
        out[self.indices[np.repeat(some, np.diff(self.starts))]] = True
        return out


@dataclass(frozen=True, eq=False)
class ImplicitRows:
    """Rows that are ranges, gone through one by one."""

    layer: LayerPattern

    @property
    def n(self) -> int:
        """Positions."""
        return self.layer.n

    def attending_to(self, some: Bools) -> Bools:
        """The positions whose row meets the set."""
        before = np.concatenate([[0], np.cumsum(some)]).tolist()
        out = np.zeros(self.n, dtype=bool)
        for i in range(self.n):
            out[i] = any(
                before[part.stop] > before[part.start] if part.step == 1 else some[_slice(part)].any()
                for part in self.layer.row(i)
            )
        return out

    def attended_from(self, some: Bools) -> Bools:
        """The union of the rows of the set."""
        out = np.zeros(self.n, dtype=bool)
        for i in np.flatnonzero(some).tolist():
            for part in self.layer.row(i):
                out[_slice(part)] = True
        return out


Rows = WrittenRows | ImplicitRows


class LazyRows:
    """The rows of a cycle of layers, made when they are first asked for: named patterns mostly need none."""

    def __init__(self, layers: Sequence[LayerPattern]) -> None:
        self._layers = layers

    @cached_property
    def cycle(self) -> list[Rows]:
        """The rows of each layer."""
        return [rows_of(layer) for layer in self._layers]

    @cached_property
    def written(self) -> list[WrittenRows] | None:
        """The rows of each layer, written out; None if there are too many connections in one of them."""
        found = [rows for rows in self.cycle if isinstance(rows, WrittenRows)]
        return found if len(found) == len(self.cycle) else None


def rows_of(layer: LayerPattern) -> Rows:
    """The rows of a layer, written out if there are at most ``MOST_WRITTEN`` connections.

    Examples
    --------
    >>> from ...questions.layer_patterns import Dilated
    >>> rows = rows_of(Dilated(6, 1, 2))
    >>> rows.indices.tolist()
    [0, 2, 1, 3, 0, 2, 4, 1, 3, 5, 2, 4, 3, 5]
    >>> only = np.array([True] + [False] * 5)
    >>> np.flatnonzero(rows.attending_to(only)), np.flatnonzero(ImplicitRows(Dilated(6, 1, 2)).attended_from(only))
    (array([0, 2]), array([0, 2]))
    """
    if hasattr(layer, "starts") and hasattr(layer, "indices"):
        return WrittenRows(layer.n, layer.starts, layer.indices)
    if layer.connections > MOST_WRITTEN:
        return ImplicitRows(layer)
    parts: list[Ints] = []
    sizes = np.zeros(layer.n + 1, dtype=np.int64)
    for i in range(layer.n):
        row = layer.row(i)
        if len(row) == 1:
            found = np.arange(row[0].start, row[0].stop, row[0].step)
        elif row:
            found = np.unique(np.concatenate([np.arange(part.start, part.stop, part.step) for part in row]))
        else:
            continue
        parts.append(found)
        sizes[i + 1] = len(found)
    indices = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int64)
    return WrittenRows(layer.n, np.cumsum(sizes), indices)


def _slice(part: range) -> slice:
    return slice(part.start, part.stop, part.step)
