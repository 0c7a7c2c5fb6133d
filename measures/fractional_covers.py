"""Fractional covers of the 0-entries or of the 1-entries by constant rectangles, exactly as far as the program goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.rectangles.light_rectangles import heaviest_weight
from ..solvers.rectangles.rectangle_program import RectangleProgram
from ..solvers.rectangles.weighted_table import without_zeros
from .engines import Effort, Engine
from .known import Known
from .measured import MeasureBound
from .rectangle_measures import Found, Table, Weights, orbit_loads, rectangle_bounds, with_symmetries
from .reduced_matrix import ReducedMatrix


def fractional_cover_bounds(value: int) -> Engine:
    """The engine for ``fractional_cover0`` or ``fractional_cover1``.

    Examples
    --------
    A 0-rectangle of the identity matrix is S x T with S and T disjoint: |S| |T| <= 4 of the 12 zeros for 4 rows.

    >>> matrix = CommunicationMatrix.named("eq", 2)
    >>> [str(bound.value) for bound in fractional_cover_bounds(0)(matrix, Known(matrix), Effort(1e9))]
    ['1', '4', '3', '3']
    """

    def bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
        return rectangle_bounds(FractionalCover(f"fractional_cover{value}", value), matrix, known, effort)

    return bounds


@dataclass(frozen=True)
class FractionalCover:
    """maximise sum y over y >= 0 on the entries ``value``, every rectangle of that value having total <= 1."""

    measure: str
    value: int
    entries_side: str = "lower"

    def first(self, reduced: ReducedMatrix) -> Iterator[tuple[str, str, Found]]:
        """An entry needs weight 1; the rows (or columns) are a cover."""
        matrix = reduced.matrix
        cells = matrix.cells(self.value)
        table = [[int((i, j) in cells[:1]) for j in range(matrix.shape[1])] for i in range(matrix.shape[0])]
        yield "lower", "one entry", self._entry_weights(reduced, table, 1)
        other = "10"[self.value]
        rows: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
            ((i,), tuple(j for j, x in enumerate(row) if x != other))
            for i, row in enumerate(matrix.rows)
            if str(self.value) in row
        ]
        columns: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
            (tuple(i for i, x in enumerate(column) if x != other), (j,))
            for j, column in enumerate(zip(*matrix.rows, strict=True))
            if str(self.value) in column
        ]
        listed = [[*reduced.rectangle(*sides), 1] for sides in min(rows, columns, key=len)]
        evidence = {"kind": "weights", "denominator": 1, "rectangles": listed}
        yield "upper", "different rows or columns", Found(Fraction(len(listed)), evidence)

    def program(self, reduced: ReducedMatrix) -> RectangleProgram:
        """A variable for each orbit of the value."""
        orbits = self._orbits(reduced)
        tables = np.stack([reduced.orbits == orbit for orbit in orbits], axis=-1).astype(int)[None]
        objective = tuple(Fraction(reduced.sizes[orbit]) for orbit in orbits)
        return RectangleProgram(objective, (False,) * len(orbits), tables, self._forbidden(reduced))

    def from_entries(self, reduced: ReducedMatrix, y: list[int], denominator: int) -> Found | None:
        """Divided by the heaviest rectangle's total, if that exceeds 1."""
        weight = dict(zip(self._orbits(reduced), y, strict=True))
        table = [[max(0, weight.get(orbit, 0)) for orbit in row] for row in reduced.orbits.tolist()]
        most = max(denominator, heaviest_weight(without_zeros(table, self._sided(reduced.matrix).rows)))
        return self._entry_weights(reduced, table, most)

    def from_rectangles(self, reduced: ReducedMatrix, weights: Weights, denominator: int) -> Found | None:
        """Divided by the least load of an entry, if that is less than 1."""
        loads = orbit_loads(reduced, [(cut.rows, cut.columns, w) for cut, w in weights])
        least = min(denominator, *(loads[orbit] // lcm(*reduced.sizes) for orbit in self._orbits(reduced)))
        if least < 1:
            return None
        divisor = gcd(least, *(w for _, w in weights))
        listed = [[*reduced.rectangle(cut.rows, cut.columns), w // divisor] for cut, w in weights]
        evidence = {"kind": "weights", "denominator": least // divisor, "rectangles": listed}
        return Found(Fraction(sum(w for _, w in weights), least), with_symmetries(reduced, evidence))

    def _entry_weights(self, reduced: ReducedMatrix, table: Table, most: int) -> Found:
        whole = reduced.table(table)
        evidence = {"kind": "entry-weights", "denominator": most, "weights": whole}
        light = without_zeros(whole, self._sided(reduced.whole).rows)
        return Found(Fraction(sum(map(sum, table)), most), evidence, (light,), most)

    def _sided(self, matrix: CommunicationMatrix) -> CommunicationMatrix:
        """The matrix with 1 where the value is."""
        return matrix if self.value else matrix.complement

    def _orbits(self, reduced: ReducedMatrix) -> list[int]:
        return [orbit for orbit in range(len(reduced.sizes)) if reduced.value_of(orbit) == str(self.value)]

    def _forbidden(self, reduced: ReducedMatrix) -> np.ndarray:
        return np.array([[x == "10"[self.value] for x in row] for row in reduced.matrix.rows])


FRACTIONAL_COVERS: dict[str, Engine] = {
    "fractional_cover0": fractional_cover_bounds(0),
    "fractional_cover1": fractional_cover_bounds(1),
}
"""Measure -> engine."""
