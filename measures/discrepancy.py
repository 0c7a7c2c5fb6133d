"""Discrepancy: under the uniform distribution by all row sets, under the worst one by a linear program.

1 / disc is the value of: maximise sum mu over mu >= 0 on the entries that are not ``*``, where the sum of mu A, and of
-mu A, over every rectangle is <= 1 (divide mu by its total).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.rectangles.light_rectangles import heaviest_weight, light_cases
from ..solvers.rectangles.rectangle_program import MAX_SUMS, RectangleProgram
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, by_solver, certified
from .rectangle_measures import Found, Weights, of_kind, rectangle_bounds
from .reduced_matrix import ReducedMatrix, Table

STARTS = 60
"""Random starts of the alternating search for a heavy rectangle."""
BLOCK = 2**13


def uniform_discrepancy_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of ``disc_uniform``.

    Examples
    --------
    >>> matrix = CommunicationMatrix.named("ip", 2)
    >>> [str(bound.value) for bound in uniform_discrepancy_bounds(matrix, Known(matrix), Effort(1e9))]
    ['5/16', '5/16']
    """
    signs = np.array(matrix.signs, dtype=np.int64)
    merged, rows = _merged(signs)
    merged, columns = _merged(merged.T)
    merged = merged.T
    best = Fraction(-1)

    def certificate(chosen: tuple[np.ndarray, np.ndarray], method: str) -> Iterator[MeasureBound]:
        nonlocal best
        sides = [np.flatnonzero(side[place]).tolist() for side, place in zip(chosen, (rows, columns), strict=True)]
        value = Fraction(abs(int(signs[np.ix_(*sides)].sum())), signs.size)
        if value > best:
            best = value
            evidence = {"kind": "rectangle", "rectangle": sides}
            yield certified(matrix, "disc_uniform", "lower", value, method, evidence)

    yield from certificate(_alternated(merged, np.random.default_rng(effort.seed), effort), "alternating maximisation")
    small, large = sorted(merged.shape)
    if 2**small * large > MAX_SUMS:
        raise Declined(
            f"disc_uniform: the {small}x{large} matrix without repeated vectors has 2^{small} row sets times {large};"
            f" at most {MAX_SUMS} sums are gone through; give a part, or see forster for an upper bound"
        )
    yield from certificate(_exhausted(merged), "all row sets")
    most = int(best * signs.size)
    trees = [light_cases((sign * signs).tolist(), most, effort.deadline) for sign in (1, -1)]
    told = [tree for tree in trees if tree is not None]
    if len(told) < len(trees):
        yield by_solver("disc_uniform", "upper", best, "all row sets, no time for the cases")
        return
    evidence = {"kind": "cases", "most": most, "cases": told}
    yield certified(matrix, "disc_uniform", "upper", best, f"{sum(map(len, told))} cases", evidence)


def discrepancy_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of ``disc``.

    Examples
    --------
    >>> matrix = CommunicationMatrix.named("ip", 1)
    >>> [str(bound.value) for bound in discrepancy_bounds(matrix, Known(matrix), Effort(1e9))]
    ['1/3', '1', '1/3']
    >>> matrix = CommunicationMatrix.named("ip", 2)
    >>> list(discrepancy_bounds(matrix, Known(matrix), Effort(1e9)))[-1].value
    Fraction(1, 6)
    """
    if not any(entry != "*" for row in matrix.rows for entry in row):
        raise Declined("disc is defined by distributions on the entries that are not *, and there is none; give one")
    return rectangle_bounds(Discrepancy(), matrix, known, effort)


@dataclass(frozen=True)
class Discrepancy:
    """Tables A and -A; a variable for each orbit of 0 or 1."""

    measure: str = "disc"
    entries_side: str = "upper"

    def first(self, reduced: ReducedMatrix) -> Iterator[tuple[str, str, Found]]:
        """A >= B for B = 2 (1-entries row by row) - J, of total weight 2 r + 1; and all weight on one entry."""
        matrix = reduced.matrix
        whole = reduced.rectangle(range(matrix.shape[0]), range(matrix.shape[1]))
        lines = min(reduced.lines_with("1"), key=len)
        listed = [[*whole, -1, 1], *([*reduced.rectangle(*line), 1, 2] for line in lines)]
        evidence: dict[str, Any] = {"kind": "signed-rectangles", "rectangles": listed}
        yield "lower", "different rows or columns", Found(Fraction(1, 2 * len(lines) + 1), evidence)
        cells = [(i, j) for i, row in enumerate(matrix.rows) for j, x in enumerate(row) if x != "*"]
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


def _merged(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Equal rows up to a positive factor added up, and for each row the number of its sum."""
    directions = table // np.maximum(np.gcd.reduce(table, axis=1, keepdims=True), 1)
    _, place = np.unique(directions, axis=0, return_inverse=True)
    place = place.reshape(-1)
    sums = np.zeros((place.max() + 1, table.shape[1]), dtype=table.dtype)
    np.add.at(sums, place, table)
    return sums, place


def _alternated(table: np.ndarray, rng: np.random.Generator, effort: Effort) -> tuple[np.ndarray, np.ndarray]:
    """A heavy rectangle of the table or its negative, by best columns for rows and best rows for columns in turn."""
    best, chosen = -1, (np.zeros(table.shape[0], dtype=bool), np.zeros(table.shape[1], dtype=bool))
    for start in range(2 * STARTS):
        if start and effort.over:
            break
        signed = table if start % 2 else -table
        rows = np.ones(table.shape[0], dtype=bool) if start < 2 else rng.random(table.shape[0]) < 0.5
        total = -1
        while True:
            columns = signed[rows].sum(axis=0) > 0
            sums = signed[:, columns].sum(axis=1)
            rows = sums > 0
            if int(sums[rows].sum()) <= total:
                break
            total = int(sums[rows].sum())
        if total > best:
            best, chosen = total, (rows, columns)
    return chosen


def _exhausted(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A heaviest rectangle of the table or its negative, by all row sets of the smaller side."""
    if table.shape[0] > table.shape[1]:
        columns, rows = _exhausted(table.T)
        return rows, columns
    size, best, found = table.shape[0], -1, (0, 1)
    for start in range(0, 2**size, BLOCK):
        sets = np.arange(start, min(start + BLOCK, 2**size))[:, None] >> np.arange(size) & 1
        sums = sets @ table
        for sign in (1, -1):
            totals = np.maximum(sign * sums, 0).sum(axis=1)
            place = int(np.argmax(totals))
            if totals[place] > best:
                best, found = int(totals[place]), (start + place, sign)
    rows = (found[0] >> np.arange(size) & 1).astype(bool)
    return rows, found[1] * table[rows].sum(axis=0) > 0
