"""Fractional covers of the 0-entries or of the 1-entries by constant rectangles, exactly as far as the program goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.rectangles.light_rectangles import heaviest_weight
from ..solvers.rectangles.rectangle_program import RectangleProgram
from ..solvers.rectangles.weighted_table import without_zeros
from .engines import Effort
from .known import Known
from .measured import MeasureBound
from .rectangle_measures import Found, Weights, rectangle_bounds
from .reduced_matrix import ReducedMatrix, Table


def fractional_cover_bounds(
    value: int, matrix: CommunicationMatrix, known: Known, effort: Effort
) -> Iterator[MeasureBound]:
    """Bounds of ``fractional_cover0`` or ``fractional_cover1``.

    Examples
    --------
    A 0-rectangle of the identity matrix is S x T with S and T disjoint: |S| |T| <= 4 of the 12 zeros for 4 rows.

    >>> matrix = CommunicationMatrix.named("eq", 2)
    >>> [str(bound.value) for bound in fractional_cover_bounds(0, matrix, Known(matrix), Effort())]
    ['1', '4', '3', '3']
    """
    return rectangle_bounds(FractionalCover(f"fractional_cover{value}", value), matrix, known, effort)


@dataclass(frozen=True)
class FractionalCover:
    """maximise sum y over y >= 0 on the entries ``value``, every rectangle of that value having total <= 1."""

    measure: str
    value: int
    entries_side: str = "lower"

    def first(self, reduced: ReducedMatrix) -> Iterator[tuple[str, str, Found]]:
        """An entry needs weight 1; the rows (or columns) are a cover."""
        matrix = reduced.matrix
        yield "lower", "one entry", self._entry_weights(reduced, reduced.single_entry(matrix.cells(self.value)), 1)
        sides = (
            [line for line in lines if any(matrix.rows[i][j] == str(self.value) for i in line[0] for j in line[1])]
            for lines in reduced.lines_with(f"{self.value}*")
        )
        listed = [[*reduced.rectangle(*line), 1] for line in min(sides, key=len)]
        evidence = {"kind": "weights", "denominator": 1, "rectangles": listed}
        yield "upper", "different rows or columns", Found(Fraction(len(listed)), evidence)

    def program(self, reduced: ReducedMatrix) -> RectangleProgram:
        """A variable for each orbit of the value."""
        orbits = reduced.orbits_of(str(self.value))
        tables = np.stack(reduced.indicators(orbits), axis=-1)[None]
        objective = tuple(Fraction(reduced.sizes[orbit]) for orbit in orbits)
        forbidden = np.array([[x == "10"[self.value] for x in row] for row in reduced.matrix.rows])
        return RectangleProgram(objective, (False,) * len(orbits), tables, forbidden)

    def from_entries(self, reduced: ReducedMatrix, y: list[int], denominator: int) -> Found | None:
        """Divided by the heaviest rectangle's total, if that exceeds 1."""
        orbits = reduced.orbits_of(str(self.value))
        table = reduced.by_orbits({orbit: max(0, x) for orbit, x in zip(orbits, y, strict=True)})
        most = max(denominator, heaviest_weight(without_zeros(table, self._sided(reduced.matrix).rows)))
        return self._entry_weights(reduced, table, most)

    def from_rectangles(self, reduced: ReducedMatrix, weights: Weights, denominator: int) -> Found | None:
        """Divided by the least load of an entry, if that is less than 1."""
        loads, scale = reduced.loads(weights), lcm(*reduced.sizes)
        least = min(denominator, *(loads[orbit] // scale for orbit in reduced.orbits_of(str(self.value))))
        if least < 1:
            return None
        listed = [[*reduced.rectangle(cut.rows, cut.columns), w] for cut, w in weights]
        return Found(Fraction(sum(w for _, w in weights), least), reduced.by_rectangles("weights", listed, least))

    def _entry_weights(self, reduced: ReducedMatrix, table: Table, most: int) -> Found:
        whole = reduced.table(table)
        evidence = {"kind": "entry-weights", "denominator": most, "weights": whole}
        light = without_zeros(whole, self._sided(reduced.whole).rows)
        return Found(Fraction(sum(map(sum, table)), most), evidence, (light,), most)

    def _sided(self, matrix: CommunicationMatrix) -> CommunicationMatrix:
        """The matrix with 1 where the value is."""
        return matrix if self.value else matrix.complement
