"""The partition bound and the smooth rectangle bounds of Jain and Klauck (2010), exactly as far as the program goes.

The programs and their duals are written out in ``certificates/farkas.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.rectangles.light_rectangles import heaviest_weight
from ..solvers.rectangles.rectangle_program import Cut, RectangleProgram
from .engines import Effort
from .known import Known
from .measured import MeasureBound
from .rectangle_measures import GRID, Found, Weights, of_kind, rectangle_bounds
from .reduced_matrix import Lines, ReducedMatrix, Table

SHRINK = 100_000_000
"""Rounded weights lose this part of themselves, so that errors of the solver leave no entry with too much."""


def partition_bound_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of ``partition_bound``.

    Examples
    --------
    >>> matrix = CommunicationMatrix.named("eq", 1)
    >>> [str(bound.value) for bound in partition_bound_bounds(matrix, Known(matrix), Effort())]
    ['1', '4', '2', '2']
    """
    epsilon = known.parameter("partition_bound")
    assert epsilon is not None  # the measure has one
    return rectangle_bounds(PartitionBound(epsilon), matrix, known, effort)


def smooth_rectangle_bounds(
    value: int, matrix: CommunicationMatrix, known: Known, effort: Effort
) -> Iterator[MeasureBound]:
    """Bounds of ``smooth_rectangle0`` or ``smooth_rectangle1``.

    Examples
    --------
    >>> matrix = CommunicationMatrix.named("eq", 1)
    >>> [str(bound.value) for bound in smooth_rectangle_bounds(1, matrix, Known(matrix), Effort())]
    ['2/3', '2', '1', '1']
    """
    measure = f"smooth_rectangle{value}"
    epsilon = known.parameter(measure)
    assert epsilon is not None  # the measure has one
    return rectangle_bounds(SmoothRectangle(measure, value, epsilon), matrix, known, effort)


@dataclass(frozen=True)
class PartitionBound:
    """maximise (1 - eps) sum mu + sum phi; table z is phi, and mu on the entries z. Variables: mu by orbits, phi."""

    epsilon: Fraction
    measure: str = "partition_bound"
    entries_side: str = "lower"

    def first(self, reduced: ReducedMatrix) -> Iterator[tuple[str, str, Found]]:
        """phi = 1 on an entry; and the partition into the constant parts of rows (or columns)."""
        zeros, corner = (reduced.single_entry(cells) for cells in ([], [(0, 0)]))
        yield "lower", "one entry", self._dual(reduced, zeros, corner, 1)
        listed = []
        for answer, entries in enumerate(("0*", "1")):
            listed += [[*reduced.rectangle(*line), answer, 1] for line in _lines(reduced, entries)]
        evidence: dict[str, Any] = {"kind": "weights", "denominator": 1, "rectangles": listed}
        yield "upper", "the parts of different rows or columns", Found(Fraction(len(listed)), evidence)

    def program(self, reduced: ReducedMatrix) -> RectangleProgram:
        """A variable mu for each orbit of 0 or 1, and phi for each orbit."""
        promised, phi = reduced.orbits_of("01"), reduced.indicators(range(len(reduced.sizes)))
        tables = [
            np.stack([*(phi[orbit] * (reduced.orbit_values[orbit] == answer) for orbit in promised), *phi], axis=-1)
            for answer in "01"
        ]
        objective = [(1 - self.epsilon) * reduced.sizes[orbit] for orbit in promised]
        objective += [Fraction(size) for size in reduced.sizes]
        free = (False,) * len(promised) + (True,) * len(reduced.sizes)
        return RectangleProgram(tuple(objective), free, np.stack(tables), np.zeros(reduced.matrix.shape, dtype=bool))

    def from_entries(self, reduced: ReducedMatrix, y: list[int], denominator: int) -> Found | None:
        """Divided by the heaviest rectangle's total, if that exceeds 1."""
        promised = reduced.orbits_of("01")
        mu = reduced.by_orbits({orbit: max(0, x) for orbit, x in zip(promised, y, strict=False)})
        phi = reduced.by_orbits(dict(enumerate(y[len(promised) :])))
        most = max(denominator, *(heaviest_weight(total) for total in self._totals(reduced, mu, phi)))
        return self._dual(reduced, mu, phi, most)

    def from_rectangles(self, reduced: ReducedMatrix, weights: Weights, denominator: int) -> Found | None:
        """As they are if feasible; else a little less of each, and what is missing as entries answered right."""
        if not self.epsilon:
            weights = [(cut, w) for cut, w in weights if not _holds(reduced, cut, "10"[cut.kind])]
        scale = lcm(*reduced.sizes)
        for some in (weights, _less(weights)):
            loads = [reduced.loads(of_kind(some, answer)) for answer in (0, 1)]
            missing = [denominator * scale - a - b for a, b in zip(*loads, strict=True)]
            if min(missing) < 0:
                continue
            listed = [[*reduced.rectangle(cut.rows, cut.columns), cut.kind, w * scale] for cut, w in some]
            for orbit, lack in enumerate(missing):
                answer = int(reduced.orbit_values[orbit] == "1")
                loads[answer][orbit] += lack
                if lack:
                    i, j = _place(reduced, orbit)
                    listed.append([*reduced.rectangle([i], [j]), answer, lack * reduced.sizes[orbit]])
            least = (1 - self.epsilon) * denominator * scale
            if all(loads[int(reduced.orbit_values[orbit])][orbit] >= least for orbit in reduced.orbits_of("01")):
                return _weights(reduced, listed, denominator * scale)
        return None

    def _dual(self, reduced: ReducedMatrix, mu: Table, phi: Table, most: int) -> Found:
        evidence = {"kind": "dual", "denominator": most, "mu": reduced.table(mu), "phi": reduced.table(phi)}
        value = ((1 - self.epsilon) * sum(map(sum, mu)) + sum(map(sum, phi))) / most
        light = tuple(reduced.table(total) for total in self._totals(reduced, mu, phi))
        return Found(value, evidence, light, most)

    def _totals(self, reduced: ReducedMatrix, mu: Table, phi: Table) -> list[Table]:
        """phi, and mu on the entries z, for both answers z."""
        return [
            [
                [p + m * (x == answer) for p, m, x in zip(*rows, strict=True)]
                for rows in zip(phi, mu, reduced.matrix.rows, strict=True)
            ]
            for answer in "01"
        ]


@dataclass(frozen=True)
class SmoothRectangle:
    """maximise sum (1 - eps) V+ - V- on the entries z, less eps V- on 1 - z. Variables: V+, V- on z, V- on 1 - z."""

    measure: str
    value: int
    epsilon: Fraction
    entries_side: str = "lower"

    def first(self, reduced: ReducedMatrix) -> Iterator[tuple[str, str, Found]]:
        """Weight 1 on an entry z; and the parts z of rows (or columns)."""
        cells = reduced.matrix.cells(self.value)[:1]
        table = reduced.single_entry(cells)
        evidence: dict[str, Any] = {"kind": "dual", "denominator": 1, "weights": reduced.table(table)}
        yield "lower", "one entry", Found(len(cells) * (1 - self.epsilon), evidence, (evidence["weights"],), 1)
        lines = _lines(reduced, str(self.value))
        evidence = {"kind": "weights", "denominator": 1}
        evidence["rectangles"] = [[*reduced.rectangle(rows, columns), 1] for rows, columns in lines]
        yield "upper", "the parts of different rows or columns", Found(Fraction(len(lines)), evidence)

    def program(self, reduced: ReducedMatrix) -> RectangleProgram:
        """V as a difference, by orbits."""
        same, other = self._orbits(reduced)
        forms = [*reduced.indicators(same), *(-form for form in reduced.indicators((*same, *other)))]
        objective = [share * reduced.sizes[orbit] for share in (1 - self.epsilon, Fraction(-1)) for orbit in same]
        objective += [-self.epsilon * reduced.sizes[orbit] for orbit in other]
        forbidden = np.zeros(reduced.matrix.shape, dtype=bool)
        return RectangleProgram(tuple(objective), (False,) * len(forms), np.stack(forms, axis=-1)[None], forbidden)

    def from_entries(self, reduced: ReducedMatrix, y: list[int], denominator: int) -> Found | None:
        """Divided by the heaviest rectangle's total, if that exceeds 1."""
        same, other = self._orbits(reduced)
        weight = {orbit: y[k] - y[len(same) + k] for k, orbit in enumerate(same)}
        weight |= {orbit: -max(0, y[2 * len(same) + k]) for k, orbit in enumerate(other)}
        table = reduced.by_orbits(weight)
        most = max(denominator, heaviest_weight(table))
        value = Fraction(0)
        for orbit, w in weight.items():
            share = self.epsilon if orbit in other else 1 - self.epsilon if w > 0 else 1
            value += share * w * reduced.sizes[orbit]
        whole = reduced.table(table)
        return Found(value / most, {"kind": "dual", "denominator": most, "weights": whole}, (whole,), most)

    def from_rectangles(self, reduced: ReducedMatrix, weights: Weights, denominator: int) -> Found | None:
        """As they are if feasible; else a little less of each, and what is missing as single entries."""
        if not self.epsilon:
            weights = [(cut, w) for cut, w in weights if not _holds(reduced, cut, "10"[self.value])]
        same, other = self._orbits(reduced)
        scale = lcm(*reduced.sizes)
        for some in (weights, _less(weights)):
            loads = reduced.loads(some)
            unit = denominator * scale
            if any(loads[orbit] > unit for orbit in same) or any(loads[orbit] > self.epsilon * unit for orbit in other):
                continue
            listed = [[*reduced.rectangle(cut.rows, cut.columns), w * scale] for cut, w in some]
            for orbit in same:
                lack = -((loads[orbit] - (1 - self.epsilon) * unit) // 1)  # rounded up
                if lack > 0:
                    i, j = _place(reduced, orbit)
                    listed.append([*reduced.rectangle([i], [j]), int(lack) * reduced.sizes[orbit]])
            return _weights(reduced, listed, unit)
        return None

    def _orbits(self, reduced: ReducedMatrix) -> tuple[list[int], list[int]]:
        """The orbits of entries z, and those of entries 1 - z."""
        return reduced.orbits_of(str(self.value)), reduced.orbits_of("10"[self.value])


def _place(reduced: ReducedMatrix, orbit: int) -> tuple[int, int]:
    i, j = np.argwhere(reduced.orbits == orbit)[0].tolist()
    return i, j


def _holds(reduced: ReducedMatrix, cut: Cut, entry: str) -> bool:
    return any(reduced.matrix.rows[i][j] == entry for i in cut.rows for j in cut.columns)


def _less(weights: Weights) -> Weights:
    return [(cut, w - w // SHRINK - 1) for cut, w in weights if w > GRID // SHRINK]


def _lines(reduced: ReducedMatrix, entries: str) -> Lines:
    """For each row the columns with these entries, or for each column the rows: whichever side has fewer vectors."""
    rows, columns = reduced.matrix.shape
    return reduced.lines_with(entries)[int(rows > columns)]


def _weights(reduced: ReducedMatrix, listed: list[list[Any]], denominator: int) -> Found:
    value = Fraction(sum(item[-1] for item in listed), denominator)
    return Found(value, reduced.by_rectangles("weights", listed, denominator))
