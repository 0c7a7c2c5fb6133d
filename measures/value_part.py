"""What covers, partitions and fooling sets of one value are sought on: the different lines that have the value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.rectangles.maximal_rectangles import Sides
from .reduced_matrix import ReducedMatrix


@dataclass(frozen=True)
class ValuePart(ReducedMatrix):
    """The part of ``whole`` that consists of the first of equal rows and columns, without lines that lack the value.

    None of the three measures changes: rectangles go back to all copies, cells to the first copies, and lines without
    the value hold nothing that has to be held.

    Examples
    --------
    >>> part = ValuePart.of_value(CommunicationMatrix(("011", "100", "100", "000")), 1)
    >>> part.matrix.rows, part.rows, part.columns
    (('01', '10'), ((0,), (1, 2)), ((0,), (1, 2)))
    >>> part.rectangles([((1,), (0,))])
    [[[1, 2], [0]]]
    """

    value: int = 0

    @classmethod
    def of_value(cls, matrix: CommunicationMatrix, value: int) -> ValuePart:
        """The part; an empty value leaves one row and one column."""
        return replace(cls.of(matrix, "01"[value]), value=value)

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

    def rectangles(self, sides: Sequence[Sides]) -> list[list[list[int]]]:
        """Rectangles of the part as rectangles of the whole, as they stand in a certificate."""
        return [self.rectangle(*pair) for pair in sides]

    def _where(self, entry: str) -> np.ndarray:
        return np.array([[x == entry for x in row] for row in self.matrix.rows])
