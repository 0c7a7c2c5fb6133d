"""What the measures by linear programs over rectangles have in common: from a program's solutions to certified bounds.

Entries are weighted by orbits under the symmetries of the matrix: averaging a solution over them changes neither its
feasibility nor its value, so nothing is lost.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from ..questions import MEASURES, CommunicationMatrix
from ..solvers.rectangles.light_rectangles import light_cases
from ..solvers.rectangles.rectangle_program import (
    Cut,
    RectangleProgram,
    TooLargeError,
    require_size,
    solve_rectangle_program,
)
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, by_solver, certified
from .reduced_matrix import ReducedMatrix, Table

PART = 12
"""Rows and columns of the part that is solved where the whole matrix is too large."""
GRID = 2**40
"""Denominator of solutions that are rounded."""

Weights = list[tuple[Cut, int]]

SECONDS_FOR_CASES = 5.0
"""Time for the trees of cases of a bound that is found at the end of the time allowed."""


@dataclass(frozen=True)
class Found:
    """A value and the evidence that proves it.

    ``light`` are weighted matrices of which no rectangle weighs more than ``most``: evidence has to show that by trees
    of cases, which are made when the evidence is wanted.
    """

    value: Fraction
    evidence: dict[str, Any]
    light: tuple[Table, ...] = ()
    most: int = 0

    def with_cases(self, deadline: float) -> dict[str, Any] | None:
        """The evidence with its trees; None if the time is over before they are found."""
        trees = [light_cases(table, self.most, deadline) for table in self.light]
        if None in trees:
            return None
        return {**self.evidence, "cases": trees[0] if len(trees) == 1 else trees} if trees else self.evidence


@dataclass(frozen=True)
class RectangleMeasure:
    """A measure given by a program: how to state it, and how a solution becomes evidence.

    ``value`` is the entry that it is about, where it is about one; ``epsilon`` its parameter, where it has one.
    ``entries_side`` is the side that weights of entries prove; weights of rectangles prove the other. Both make their
    bound feasible exactly, so that any solution near an optimal one will do; None if that does not succeed.
    """

    measure: str
    value: int = 0
    epsilon: Fraction = Fraction(0)
    entries_side: str = "lower"

    def first(self, reduced: ReducedMatrix) -> Iterator[tuple[str, str, Found]]:
        """Side, method and evidence of bounds that cost nothing, at any size."""
        raise NotImplementedError

    def program(self, reduced: ReducedMatrix) -> RectangleProgram:
        """The program for weights of entries."""
        raise NotImplementedError

    def from_entries(self, reduced: ReducedMatrix, y: list[int], denominator: int) -> Found | None:
        """Evidence from integer values of the program's variables, to be divided by the denominator."""
        raise NotImplementedError

    def from_rectangles(self, reduced: ReducedMatrix, weights: Weights, denominator: int) -> Found | None:
        """Evidence from integer weights of the program's rectangles, to be divided by the denominator."""
        raise NotImplementedError


def rectangle_bounds(
    task: RectangleMeasure, matrix: CommunicationMatrix, known: Known, effort: Effort
) -> Iterator[MeasureBound]:
    """Bounds of growing quality; the last two meet if the program was solved exactly."""
    best: dict[str, Fraction] = {}
    parameter = known.parameter(task.measure)
    task = replace(task, epsilon=parameter or Fraction(0))
    reduced = ReducedMatrix.of(matrix).with_symmetries(effort.seed)
    rectangles_side = "upper" if task.entries_side == "lower" else "lower"

    def improved(side: str, found: Found | None, method: str) -> Iterator[MeasureBound]:
        if found is None:
            return
        before = best.get(side, known.value(task.measure, side))
        if before is None or (found.value > before if side == "lower" else found.value < before):
            best[side] = found.value
            evidence = found.with_cases(max(effort.deadline, time.monotonic() + SECONDS_FOR_CASES))
            if evidence is None:
                yield by_solver(task.measure, side, found.value, f"{method}, no time for its cases", parameter)
            else:
                yield certified(matrix, task.measure, side, found.value, method, evidence, parameter)

    for side, method, found in task.first(reduced):
        yield from improved(side, found, method)
    if known.closed(task.measure) or (len(best) == 2 and best["lower"] == best["upper"]):
        return
    averaged = ", averaged over symmetries" if reduced.generators else ""
    refused = ""
    try:
        require_size(reduced.matrix.shape)
    except TooLargeError as error:
        refused = str(error)
        rng = np.random.default_rng(effort.seed)
        chosen = _part(reduced.matrix, rng)
        reduced = reduced.part(*chosen)
        averaged = f", of {len(chosen[0])} rows and {len(chosen[1])} columns"
    for solution in solve_rectangle_program(task.program(reduced), effort.deadline):
        how = "exact basis" if solution.exact else "rounded" if solution.optimal else "unfinished, rounded"
        y, denominator = _integers(list(solution.y), solution.exact)
        weights, common = _integers([w for _, w in solution.weights], solution.exact)
        listed = [(cut, w) for (cut, _), w in zip(solution.weights, weights, strict=True) if w > 0]
        method = f"linear program with {solution.cuts} rectangles, {how}{averaged}"
        yield from improved(task.entries_side, task.from_entries(reduced, y, denominator), method)
        if not refused:
            yield from improved(rectangles_side, task.from_rectangles(reduced, listed, common), method)
    if refused:
        words = f"{MEASURES[task.measure].name}: {refused}; one end was taken from {PART} rows and columns"
        raise Declined(f"{words}; give a smaller part of the matrix")
    if not solution.optimal:
        raise Declined(f"{task.measure}: the time was over after {solution.rounds} rounds; allow more")


def _part(matrix: CommunicationMatrix, rng: np.random.Generator) -> list[list[int]]:
    """Some rows and columns, at random, but with an entry of each value that the matrix has."""
    chosen: tuple[list[int], list[int]] = ([], [])
    for cells in (matrix.cells(0), matrix.cells(1)):
        for side, place in zip(chosen, cells[int(rng.integers(len(cells)))] if cells else (), strict=False):
            side.append(place)
    for side, size in zip(chosen, matrix.shape, strict=True):
        side.extend(rng.permutation(size)[: PART - len(side)].tolist())
    return [sorted(set(side)) for side in chosen]


def all_once(listed: list[list[Any]]) -> Found:
    """These rectangles, each of weight 1."""
    return Found(Fraction(len(listed)), {"kind": "weights", "denominator": 1, "rectangles": listed})


def of_kind(weights: Weights, kind: int) -> Weights:
    """The rectangles of one kind."""
    return [(cut, w) for cut, w in weights if cut.kind == kind]


def _integers(values: list[Fraction], exact: bool) -> tuple[list[int], int]:
    """Integers and their denominator: as they are if exact, else rounded to the grid."""
    denominator = lcm(*(value.denominator for value in values)) if exact else GRID
    return [round(value * denominator) for value in values], denominator
