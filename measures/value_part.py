"""What covers, partitions and fooling sets of one value are sought on: the different lines that have the value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.rectangles.maximal_rectangles import Sides
from ..solvers.rectangles.rectangle import Rectangle


@dataclass(frozen=True)
class ValuePart:
    """The part of ``whole`` that consists of the first of equal rows and columns, without lines that lack the value.

    None of the three measures changes: rectangles go back to all copies, cells to the first copies, and lines without
    the value hold nothing that has to be held.

    Parameters
    ----------
    rows, columns : tuple of tuple of int
        The copies, in the whole matrix, of each row and column of ``matrix``.

    Examples
    --------
    >>> part = ValuePart.of(CommunicationMatrix(("011", "100", "100", "000")), 1)
    >>> part.matrix.rows, part.rows, part.columns
    (('01', '10'), ((0,), (1, 2)), ((0,), (1, 2)))
    >>> part.lifted((1,), (0,)).to_json()
    [[1, 2], [0]]
    """

    whole: CommunicationMatrix
    value: int
    matrix: CommunicationMatrix
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, matrix: CommunicationMatrix, value: int) -> ValuePart:
        """The part; an empty value leaves one row and one column."""
        sides = []
        for words in (matrix.rows, matrix.transposed.rows):
            places: dict[str, list[int]] = {}
            for number, word in enumerate(words):
                if "01"[value] in word:
                    places.setdefault(word, []).append(number)
            sides.append(tuple(map(tuple, places.values())) or ((0,),))
        rows, columns = sides
        part = matrix.part([copies[0] for copies in rows], [copies[0] for copies in columns])
        return cls(matrix, value, part, rows, columns)

    @cached_property
    def wanted(self) -> np.ndarray:
        """Where the value is, a bool array."""
        return self._where("01"[self.value])

    @cached_property
    def allowed(self) -> np.ndarray:
        """Where the other value is not."""
        return ~self._where("10"[self.value])

    @cached_property
    def cells(self) -> list[tuple[int, int]]:
        """The cells with the value, row by row."""
        return list(self.matrix.cells(self.value))

    @property
    def within(self) -> dict[str, list[int]]:
        """The part, as it stands in a certificate."""
        return {
            "rows": [copies[0] for copies in self.rows],
            "columns": [copies[0] for copies in self.columns],
        }

    def lifted(self, rows: Iterable[int], columns: Iterable[int]) -> Rectangle:
        """All copies of the rows and columns."""
        row_set = sorted(k for i in rows for k in self.rows[i])
        return Rectangle(tuple(row_set), tuple(sorted(k for j in columns for k in self.columns[j])))

    def rectangles(self, sides: Sequence[Sides]) -> list[list[list[int]]]:
        """Rectangles of the part as rectangles of the whole, as they stand in a certificate."""
        return [self.lifted(*pair).to_json() for pair in sides]

    def pairs(self, cells: Iterable[tuple[int, int]]) -> list[list[int]]:
        """Cells of the part as cells of the whole, as they stand in a certificate."""
        return [[self.rows[i][0], self.columns[j][0]] for i, j in cells]

    def _where(self, entry: str) -> np.ndarray:
        return np.array([[x == entry for x in row] for row in self.matrix.rows])
