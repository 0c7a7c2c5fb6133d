"""Lists of positions kept as two arrays (compressed sparse rows): a user's graph of any size."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from ...questions.layer_patterns import LayerPattern, Row

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ArrayLists(LayerPattern):
    """Any lists of positions: ``indices[starts[i] : starts[i + 1]]`` is A_i, increasing.

    In a certificate it is the pattern ``lists``.

    >>> rows = array_lists(3, [0, 0, 2, 0], [2, 0, 2, 2])
    >>> rows.connections, rows.to_json()
    (3, {'name': 'lists', 'lists': [[0, 2], [], [2]]})
    >>> rows.row(0), rows.has(0, 2), rows.has(1, 0)
    ((range(0, 1), range(2, 3)), True, False)
    """

    n: int
    starts: Integers = field(repr=False)
    indices: Integers = field(repr=False)
    given: str = "a graph"
    notes: tuple[str, ...] = ()
    """What a user should know about the data: edges given twice, and the like."""
    name: ClassVar[str] = "lists"

    def keys(self, i: int) -> Integers:
        """A_i as an array."""
        return self.indices[self.starts[i] : self.starts[i + 1]]

    def row(self, i: int) -> Row:
        return tuple(range(j, j + 1) for j in self.keys(i).tolist())

    def has(self, i: int, j: int) -> bool:
        row = self.keys(i)
        place = int(np.searchsorted(row, j))
        return place < len(row) and int(row[place]) == j

    def degree(self, i: int) -> int:
        return int(self.starts[i + 1] - self.starts[i])

    @property
    def connections(self) -> int:
        return len(self.indices)

    @property
    def words(self) -> str:
        return self.given

    def to_json(self) -> dict[str, object]:
        rows = self.indices.tolist()
        cuts = self.starts.tolist()
        return {"name": self.name, "lists": [rows[cuts[i] : cuts[i + 1]] for i in range(self.n)]}


def array_lists(n: int, rows: Any, columns: Any, given: str = "a graph") -> ArrayLists:
    """Position ``rows[e]`` attends to ``columns[e]``, for all e; pairs given several times count once."""
    flat = np.unique(np.asarray(rows, dtype=np.int64) * n + np.asarray(columns, dtype=np.int64))
    starts = np.concatenate([[0], np.cumsum(np.bincount(flat // n, minlength=n))]).astype(np.int64)
    return ArrayLists(n, starts, flat % n, given)
