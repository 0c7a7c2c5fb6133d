"""``frontier``: which sizes (m, p, H) a task has units of, over ranges: every cell feasible, infeasible or open."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from ...display.answer import Answer, flat
from ...display.html import AMBER, GREEN, Html, framed, paragraph, table, text
from ...solvers.outcome import Verdict
from ...tasks import TaskError
from .. import PATIENCE, Job, Runs, SchedulerLostError, runs_of
from .cell_limits import require_decidable
from .cells import Cell, CellAnswer, CellQuestion
from .feasibility_map import ContradictionError, FeasibilityMap, MappedCell
from .question import MapAsked
from .store import FrontierStore
from .theory import told_cells

MOST_CELLS = 10_000
"""Most cells of one map."""

GRACE = 1.0
"""Seconds that a decider may go on after its budget before it is stopped."""

INTERRUPTED = "interrupted; cells that were not tried count as open"

Watch = Callable[[FeasibilityMap, Sequence[Cell], str], None]


@dataclass(frozen=True)
class LeastWidth:
    """The least m of the range at some p and H: ``lower <= m``, and ``m <= upper`` if there is an upper bound.

    ``lower`` is None if no m of the range is left; ``no_size``: if it is proved that no m at all will do.
    """

    p: int
    H: int
    lower: int | None
    upper: int | None
    no_size: bool = False

    @property
    def closed(self) -> bool:
        """Whether it is known."""
        return self.lower == self.upper

    def __str__(self) -> str:
        if self.lower is None:
            return "none will do" if self.no_size else "none"
        if self.upper is None:
            return f">= {self.lower}"
        return str(self.lower) if self.closed else f"{self.lower}..{self.upper}"


@dataclass(frozen=True, repr=False)
class Frontier(Answer):
    """The map of a task in a class of units.

    ``cells`` are sorted by H, then p, then m. ``interrupted`` says that the run was stopped before all were tried, and
    ``note`` by what.
    """

    asked: CellQuestion
    m: tuple[int, ...]
    p: tuple[int, ...]
    H: tuple[int, ...]
    cells: tuple[MappedCell, ...]
    budget: float
    seconds: float = field(default=0.0, compare=False)
    interrupted: bool = False
    note: str = field(default="", compare=False)

    @property
    def open(self) -> tuple[MappedCell, ...]:
        """The cells that are not decided."""
        return tuple(cell for cell in self.cells if cell.verdict is Verdict.OPEN)

    @property
    def closed(self) -> bool:
        """Whether every cell is decided."""
        return not self.open

    def at(self, m: int, p: int, H: int) -> MappedCell:
        """One cell.

        Raises
        ------
        KeyError
            If it is not on the map.
        """
        wanted = Cell(m, p, H)
        for mapped in self.cells:
            if mapped.cell == wanted:
                return mapped
        raise KeyError(f"{wanted} is not on the map")

    def least_width(self, p: int, H: int) -> LeastWidth:
        """The least m of the range at this p and H (feasibility is monotone in m in every class)."""
        line = [mapped for mapped in self.cells if (mapped.cell.p, mapped.cell.H) == (p, H)]
        possible = [mapped.cell.m for mapped in line if mapped.verdict is not Verdict.INFEASIBLE]
        feasible = [mapped.cell.m for mapped in line if mapped.verdict is Verdict.FEASIBLE]
        no_size = any(mapped.no_size for mapped in line)
        return LeastWidth(p, H, min(possible, default=None), min(feasible, default=None), no_size)

    def least_widths(self) -> tuple[LeastWidth, ...]:
        """One for every H and p."""
        return tuple(self.least_width(p, H) for H in self.H for p in self.p)

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each size (m, p, H)."""
        return [flat(mapped.to_json()) for mapped in self.cells]

    def to_json(self) -> dict[str, Any]:
        """The object that ``headcount frontier --json`` prints."""
        question = self.asked.question
        beyond = self.m[-1] + 1  # where every m of the range is refuted; m is monotone in every class
        least = [
            {"p": w.p, "H": w.H, "lower": beyond if w.lower is None else w.lower, "upper": w.upper}
            | ({"lower": None, "no_size": True} if w.no_size else {"no_size": False})
            for w in self.least_widths()
        ]
        return {
            "task": question.spoken[0],
            "parameters": question.spoken[1],
            "unit_class": str(self.asked.unit_class),
            "setting": self.asked.setting,
            "monotone": sorted(self.asked.monotone),
            "budget": self.budget,
            "seconds": round(self.seconds, 3),
            "closed": self.closed,
            "interrupted": self.interrupted,
            "least_m": least,
            "cells": [mapped.to_json() for mapped in self.cells],
        }

    @property
    def in_a_line(self) -> str:
        """What was asked, and how many cells there are."""
        return f"{self.asked.words}: {len(self.cells)} cells, {len(self.open)} open"

    def __str__(self) -> str:
        lines = [self.asked.words]
        lines += [f"  H={w.H} p={w.p}: least m of {self.m[0]}..{self.m[-1]} is {w}" for w in self.least_widths()]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = [(H, *(self._least_html(p, H) for p in self.p)) for H in self.H]
        left = paragraph(f"{len(self.cells)} cells, {len(self.open)} of them open; bold: known, amber: open")
        return framed(f"{self.asked.words}: least m", table(rows, ("H", *(f"p={p}" for p in self.p))), left)

    def _least_html(self, p: int, H: int) -> Html:
        least = self.least_width(p, H)
        colour, weight = (GREEN, "bold") if least.closed else (AMBER, "normal")
        return Html(f'<span style="color:{colour};font-weight:{weight}">{text(least)}</span>')


def map_answer(
    question: MapAsked,
    *,
    budget: float = 10.0,
    seed: int = 0,
    start: None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    store: Path | None = None,
    fill: bool = True,
    watch: Watch | None = None,
) -> Frontier:
    """Map which sizes are feasible: cells are decided in processes, and fill what follows from them.

    Parameters
    ----------
    question : MapAsked
        The task and the class, and increasing integers m >= 0, p >= 1, H >= 1.
    budget : float > 0
        Seconds for each cell, the checker's work included.
    jobs : int >= 1, optional
        Cells at work at a time; the number of cores unless given, or of the threads of the cluster's workers.
    scheduler : str, optional
        The address of a Dask scheduler, such as ``tcp://10.0.0.1:8786``, whose workers decide the cells. A worker that
        is lost takes along its work on one cell for each of its threads; others begin it again.
    store : Path, optional
        An SQLite file in which answers are kept as they come and from which a run continues. Open cells are tried
        again if the budget has grown.
    fill : bool
        Whether monotonicity settles cells. Without, every cell is decided by itself and monotonicity is checked only.
    watch : callable, optional
        Told the map, the cells at work and what holds them up (mostly an empty text) several times a second.

    Guarantee
    ---------
    A cell is feasible or infeasible only if the checker's code has accepted evidence for it, or for a cell from which
    it follows by a monotonicity proved in ``cells.py``. Answers out of a store are taken as they are there.

    Raises
    ------
    TaskError
        If a range or an option is impossible, the store is for something else, or the cluster cannot be used.
    ContradictionError
        If two answers contradict each other along a monotone size: a bug.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question
    >>> cells = CellQuestion(least_size(qsa_question(5, 1), "m", "GRID(p, midrise, gap 1)"))
    >>> found = map_answer(MapAsked(cells, range(1, 5), [1, 2], [1]), jobs=1)
    >>> [str(width) for width in found.least_widths()], found.closed
    (['3', '2'], True)
    """
    asked, m, p, H = question.cells, tuple(question.m), tuple(question.p), tuple(question.H)
    for name, sizes, least in (("m", m, 0), ("p", p, 1), ("H", H, 1)):
        if not sizes or min(sizes) < least or any(a >= b for a, b in pairwise(sizes)):
            raise TaskError(f"{name} must be increasing integers >= {least}, got {list(sizes)[:5]}; try range(1, 4)")
    if len(m) * len(p) * len(H) > MOST_CELLS:
        raise TaskError(f"at most {MOST_CELLS} cells are mapped, got {len(m) * len(p) * len(H)}; narrow the ranges")
    if not 0 < budget < float("inf"):
        raise TaskError(f"budget must be a positive number of seconds, got {budget}; try budget=10")
    feasibility = FeasibilityMap(m, p, H, asked.monotone, fill)
    require_decidable(asked, [mapped.cell for mapped in feasibility.cells()])
    began, interrupted, note = time.monotonic(), False, ""
    job = Job(asked.decide, _undecided, budget, GRACE)
    with FrontierStore(store, asked) as kept:
        for row in kept.rows():
            _learn(feasibility, kept, row.cell, row.answer, again=row.budget < budget)
        try:
            with runs_of(job, jobs=jobs, scheduler=scheduler) as runs:
                first = list(told_cells(asked, m, p, H))
                _decide_all(feasibility, kept, runs, budget, watch or (lambda known, at_work, words: None), first)
        except KeyboardInterrupt:
            interrupted, note = True, INTERRUPTED
        except SchedulerLostError as error:
            interrupted, note = True, str(error)
    seconds = time.monotonic() - began
    return Frontier(asked, m, p, H, feasibility.cells(), budget, seconds, interrupted, note)


def _undecided(reason: str, seconds: float, complete: bool) -> CellAnswer:
    return CellAnswer(Verdict.OPEN, reason, "", seconds, complete)


def _decide_all(
    feasibility: FeasibilityMap, kept: FrontierStore, runs: Runs[Cell, CellAnswer], budget: float, watch: Watch,
    first: list[Cell],
) -> None:  # fmt: skip
    while True:
        while len(runs.keys) < runs.capacity:
            cell = _untried(feasibility, first) or feasibility.next_cell(runs.keys)
            if cell is None:
                break
            runs.start(cell)
        watch(feasibility, runs.keys, runs.note)
        if not runs.keys:
            return
        for cell, answer in runs.finished(PATIENCE):
            kept.keep(cell, answer, budget if answer.complete else 0.0)  # with 0 it is tried again in any case
            _learn(feasibility, kept, cell, answer)
        for other in runs.keys:
            if feasibility.settled(other):
                runs.stop(other)


def _untried(feasibility: FeasibilityMap, first: list[Cell]) -> Cell | None:
    """The next of the cells that come first, if it is not settled by now."""
    while first:
        if not feasibility.settled(cell := first.pop(0)):
            return cell
    return None


def _learn(
    feasibility: FeasibilityMap, kept: FrontierStore, cell: Cell, answer: CellAnswer, *, again: bool = False
) -> None:
    try:
        feasibility.learn(cell, answer, again=again)
    except ContradictionError as error:
        where = f"; both are kept in {kept.path}" if kept.path else ""
        raise ContradictionError(f"{error}{where}") from None
