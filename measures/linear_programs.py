"""Fractional covers, discrepancy, partition and smooth rectangle bounds: measures by linear programs over rectangles.

The last are those of Jain and Klauck (2010). The programs and their duals are written out in
``certificates/farkas.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.rectangles.light_rectangles import heaviest_weight
from ..solvers.rectangles.rectangle_program import Cut, RectangleProgram
from ..solvers.rectangles.weighted_table import without_zeros
from .engines import Declined
from .rectangle_measures import GRID, Found, RectangleMeasure, Weights, all_once, of_kind
from .reduced_matrix import Lines, ReducedMatrix, Table

SHRINK = 100_000_000
"""Rounded weights lose this part of themselves, so that errors of the solver leave no entry with too much."""


@dataclass(frozen=True)
class FractionalCover(RectangleMeasure):
    """maximise sum y over y >= 0 on the entries ``value``, every rectangle of that value having total <= 1.

    Examples
    --------
    A 0-rectangle of the identity matrix is S x T with S and T disjoint: |S| |T| <= 4 of the 12 zeros for 4 rows.

    >>> from headcount.measures.engines import Effort
    >>> from headcount.measures.known import Known
    >>> from headcount.measures.rectangle_measures import rectangle_bounds
    >>> matrix = CommunicationMatrix.named("eq", 2)
    >>> found = rectangle_bounds(FractionalCover("fractional_cover0", 0), matrix, Known(matrix), Effort())
    >>> [str(bound.value) for bound in found]
    ['1', '4', '3', '3']
    """

    def first(self, reduced: ReducedMatrix) -> Iterator[tuple[str, str, Found]]:
        """An entry needs weight 1; the rows (or columns) are a cover."""
        matrix = reduced.matrix
        yield "lower", "one entry", self._entry_weights(reduced, reduced.single_entry(matrix.cells(self.value)), 1)
        sides = (
            [line for line in lines if any(matrix.rows[i][j] == str(self.value) for i in line[0] for j in line[1])]
            for lines in reduced.lines_with(f"{self.value}*")
        )
        listed = [[*reduced.rectangle(*line), 1] for line in min(sides, key=len)]
        yield "upper", "different rows or columns", all_once(listed)

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


@dataclass(frozen=True)
class Discrepancy(RectangleMeasure):
    """Tables A and -A; a variable for each orbit of 0 or 1.

    1 / disc is the value of: maximise sum mu over mu >= 0 on the entries that are not ``*``, where the sum of mu A,
    and of -mu A, over every rectangle is <= 1 (divide mu by its total).

    Examples
    --------
    >>> from headcount.measures.engines import Effort
    >>> from headcount.measures.known import Known
    >>> from headcount.measures.rectangle_measures import rectangle_bounds
    >>> matrix = CommunicationMatrix.named("ip", 1)
    >>> [str(bound.value) for bound in rectangle_bounds(Discrepancy("disc"), matrix, Known(matrix), Effort(1e9))]
    ['1/3', '1', '1/3']
    """

    entries_side: str = "upper"

    def first(self, reduced: ReducedMatrix) -> Iterator[tuple[str, str, Found]]:
        """A >= B for B = 2 (1-entries row by row) - J, of total weight 2 r + 1; and all weight on one entry."""
        matrix = reduced.matrix
        cells = [(i, j) for i, row in enumerate(matrix.rows) for j, x in enumerate(row) if x != "*"]
        if not cells:
            raise Declined(
                "disc is defined by distributions on the entries that are not *, and there is none; give one"
            )
        whole = reduced.rectangle(range(matrix.shape[0]), range(matrix.shape[1]))
        lines = min(reduced.lines_with("1"), key=len)
        listed = [[*whole, -1, 1], *([*reduced.rectangle(*line), 1, 2] for line in lines)]
        evidence: dict[str, Any] = {"kind": "signed-rectangles", "rectangles": listed}
        yield "lower", "different rows or columns", Found(Fraction(1, 2 * len(lines) + 1), evidence)
        yield "upper", "one entry", self._distribution(reduced, reduced.single_entry(cells), 1)

    def program(self, reduced: ReducedMatrix) -> RectangleProgram:
        """A variable for each orbit of 0 or 1."""
        orbits, signs = reduced.orbits_of("01"), np.array(reduced.matrix.signs)
        form = np.stack([mask * signs for mask in reduced.indicators(orbits)], axis=-1)
        objective = tuple(Fraction(reduced.sizes[orbit]) for orbit in orbits)
        forbidden = np.zeros(signs.shape, dtype=bool)
        return RectangleProgram(objective, (False,) * len(orbits), np.stack([form, -form]), forbidden)

    def from_entries(self, reduced: ReducedMatrix, y: list[int], denominator: int) -> Found | None:
        """The heaviest rectangle, divided by the total."""
        weight = [max(0, x) for x in y]
        divisor = gcd(*weight)
        if not divisor:
            return None
        table = reduced.by_orbits({o: x // divisor for o, x in zip(reduced.orbits_of("01"), weight, strict=True)})
        most = max(heaviest_weight(signed) for signed in self._signed(reduced, table))
        return self._distribution(reduced, table, most)

    def from_rectangles(self, reduced: ReducedMatrix, weights: Weights, denominator: int) -> Found | None:
        """The least of A times the mixture, divided by the total weight."""
        if not weights:
            return None
        plus, minus = (reduced.loads(of_kind(weights, kind)) for kind in (0, 1))
        least = min(
            (plus[orbit] - minus[orbit]) * (1 if reduced.orbit_values[orbit] == "1" else -1)
            for orbit in reduced.orbits_of("01")
        )
        value = Fraction(least, lcm(*reduced.sizes) * sum(w for _, w in weights))
        listed = [[*reduced.rectangle(cut.rows, cut.columns), (1, -1)[cut.kind], w] for cut, w in weights]
        return Found(value, reduced.by_rectangles("signed-rectangles", listed))

    def _distribution(self, reduced: ReducedMatrix, table: Table, most: int) -> Found:
        evidence = {"kind": "distribution", "weights": reduced.table(table), "most": most}
        light = tuple(reduced.table(signed) for signed in self._signed(reduced, table))
        return Found(Fraction(most, sum(map(sum, table))), evidence, light, most)

    def _signed(self, reduced: ReducedMatrix, table: Table) -> list[Table]:
        """mu A and -mu A, up to a factor."""
        signs = reduced.matrix.signs
        return [
            [[sign * w * a for w, a in zip(*rows, strict=True)] for rows in zip(table, signs, strict=True)]
            for sign in (1, -1)
        ]


@dataclass(frozen=True)
class PartitionBound(RectangleMeasure):
    """maximise (1 - eps) sum mu + sum phi; table z is phi, and mu on the entries z. Variables: mu by orbits, phi.

    Examples
    --------
    >>> from headcount.measures.engines import Effort
    >>> from headcount.measures.known import Known
    >>> from headcount.measures.rectangle_measures import rectangle_bounds
    >>> matrix = CommunicationMatrix.named("eq", 1)
    >>> found = rectangle_bounds(PartitionBound("partition_bound"), matrix, Known(matrix), Effort())
    >>> [str(bound.value) for bound in found]
    ['1', '4', '2', '2']
    """

    def first(self, reduced: ReducedMatrix) -> Iterator[tuple[str, str, Found]]:
        """phi = 1 on an entry; and the partition into the constant parts of rows (or columns)."""
        zeros, corner = (reduced.single_entry(cells) for cells in ([], [(0, 0)]))
        yield "lower", "one entry", self._dual(reduced, zeros, corner, 1)
        listed = []
        for answer, entries in enumerate(("0*", "1")):
            listed += [[*reduced.rectangle(*line), answer, 1] for line in _lines(reduced, entries)]
        yield "upper", "the parts of different rows or columns", all_once(listed)

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
class SmoothRectangle(RectangleMeasure):
    """maximise sum (1 - eps) V+ - V- on the entries z, less eps V- on 1 - z. Variables: V+, V- on z, V- on 1 - z.

    Examples
    --------
    >>> from headcount.measures.engines import Effort
    >>> from headcount.measures.known import Known
    >>> from headcount.measures.rectangle_measures import rectangle_bounds
    >>> matrix = CommunicationMatrix.named("eq", 1)
    >>> found = rectangle_bounds(SmoothRectangle("smooth_rectangle1", 1), matrix, Known(matrix), Effort())
    >>> [str(bound.value) for bound in found]
    ['2/3', '2', '1', '1']
    """

    def first(self, reduced: ReducedMatrix) -> Iterator[tuple[str, str, Found]]:
        """Weight 1 on an entry z; and the parts z of rows (or columns)."""
        cells = reduced.matrix.cells(self.value)[:1]
        table = reduced.single_entry(cells)
        evidence: dict[str, Any] = {"kind": "dual", "denominator": 1, "weights": reduced.table(table)}
        yield "lower", "one entry", Found(len(cells) * (1 - self.epsilon), evidence, (evidence["weights"],), 1)
        listed = [[*reduced.rectangle(*line), 1] for line in _lines(reduced, str(self.value))]
        yield "upper", "the parts of different rows or columns", all_once(listed)

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
