"""Class GRID for ``probe``: one head for a pattern, or heads that share out the q-subsets; least m, p or H."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from math import comb
from typing import Any

from ....bounds.bound import Bound, End, HeadsEnd, as_for_real_units
from ....bounds.lower.grid import margin_lower
from ....bounds.lower.independent_vectors import independent_vectors_lower
from ....bounds.selections import sparse_averaging_lower
from ....bounds.unit_classes.grid_thresholds import decide_grid
from ....questions import Question
from ....solvers.units.grid_annealing import MAX_POINTS
from ....tasks import TaskError
from ...frontier.cell_limits import require_few_subsets
from ..board import Board
from ..race import Engine
from .cell_search import CellDecider, DecidedCell, fall, rise
from .class_bounds import class_bound, least_end
from .coordinate_per_key import own_coordinates_upper
from .unit_asked import UnitAsked

MAX_WIDTH = 64
"""Widest unit that is searched."""

FirstEnd = Callable[[UnitAsked], Bound | None]

QUICK_CELLS = 4_000
"""Patterns up to this many cells get their first ends before any process is started."""


class GridCells(CellDecider):
    """``decide_grid`` for one value of m, p or H."""

    least: int
    most: int
    monotone: bool

    def __init__(self, asked: UnitAsked) -> None:
        self.asked = asked
        self.least = 0 if asked.resource == "m" else 1
        self.monotone = asked.least.monotone
        points = MAX_POINTS.bit_length() - 1
        q = dict(asked.question.parameters).get("q", 1)
        self.most = {"m": MAX_WIDTH, "p": max(1, points // max(1, asked.least.m or 0)), "H": q}[asked.resource]

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell."""
        asked, size = self.asked.stated, value
        if self.asked.counts_heads:  # what the width is with so many
            asked, size = self.asked.width_with(value), self.asked.least.m or 0
        answer = decide_grid(asked, size, seconds)
        return DecidedCell(value, answer.status, answer.method, answer.bound, is_final=answer.is_final)

    def upper_end(self, cell: DecidedCell) -> End:
        """resource <= the value of the cell."""
        return self._end("upper", cell.value, (cell,))

    def lower_end(self, refuted: Mapping[int, DecidedCell], value: int) -> End:
        """resource >= value."""
        first = value - 1 if self.monotone else self.least
        return self._end("lower", value, tuple(refuted[size] for size in range(first, value)))

    def _end(self, side: str, value: int, cells: tuple[DecidedCell, ...]) -> End:
        """The bound of the last cell; of numbers of heads, which are questions of their own, all cells are parts."""
        parts = tuple(cell.bound for cell in cells if cell.bound is not None)
        return HeadsEnd(side, value, parts[-1].evidence, parts) if self.asked.counts_heads else parts[-1]


def grid_search(asked: UnitAsked) -> tuple[End, End | None, tuple[Engine, ...]]:
    """The first ends, and the searches that move them.

    Raises
    ------
    TaskError
        If the pattern is too large, or no number of bits can be enough.
    """
    require_small(asked)
    decider = GridCells(asked)
    margins = () if asked.shared or asked.question.task == "qsa" else (_margin_lower,)
    engines: tuple[Engine, ...] = (
        partial(rise, decider=decider),
        partial(_first_ends_and_fall, decider=decider, firsts=margins),
    )
    lower = least_end(asked)
    if asked.question.task == "qsa" and not asked.shared:  # by symmetry, whatever the size
        lower = _greatest(lower, _margin_lower(asked), _sign_rank_lower(asked) if asked.resource == "m" else None)
    if asked.resource == "p":
        _require_some_bits(asked)
    if asked.resource != "m":
        return lower, None, engines
    if _cells(asked) > QUICK_CELLS:  # not before there is a process that the budget can stop
        firsts = (_sign_rank_lower, own_coordinates_upper, *margins)
        return lower, None, (engines[0], partial(_first_ends_and_fall, decider=decider, firsts=firsts))
    return _greatest(lower, _sign_rank_lower(asked)), own_coordinates_upper(asked), engines


def _greatest(lower: End, *others: End | None) -> End:
    return max((lower, *(end for end in others if end is not None)), key=lambda end: end.value)


def _margin_lower(asked: UnitAsked) -> Bound | None:
    """The lower bound by the margin that so many bits have."""
    return margin_lower(asked.stated)


def _first_ends_and_fall(board: Board, decider: GridCells, firsts: tuple[FirstEnd, ...]) -> None:
    """What takes no search, but its time all the same, then the search."""
    for first in firsts:
        if board.over:
            return
        end = first(decider.asked)
        if end is not None:
            board.post(end)
    fall(board, decider)


def _cells(asked: UnitAsked) -> int:
    sizes, columns = dict(asked.question.parameters), asked.question.columns
    rows = comb(sizes["N"], sizes["q"]) if asked.question.task == "qsa" else columns
    return columns * (len(asked.question.pattern.rows) if asked.question.explicit is not None else rows)


def _sign_rank_lower(asked: UnitAsked) -> Bound | None:
    """The lower bound for the width of one head that class SIGN gives, to which a head of class GRID belongs."""
    signs = None if asked.shared else _sign_rank(asked.question)
    if signs is None or not signs.value:
        return None
    method = f"{signs.evidence.method} (class SIGN)"
    return class_bound(asked, "lower", signs.value, method, as_for_real_units(signs))


def _require_some_bits(asked: UnitAsked) -> None:
    signs = None if asked.shared else _sign_rank(asked.question)
    width = asked.least.m or 0
    if signs is not None and signs.value > width:
        raise TaskError(
            f"no number of bits is enough at width {width}: class SIGN needs m >= {signs.value} for "
            f"{asked.question.words}; try --width {signs.value}"
        )


def require_small(asked: UnitAsked) -> None:
    """Refuse a pattern that is too large to be searched.

    Raises
    ------
    TaskError
        What to lower.
    """
    if asked.question.task == "qsa":
        q = dict(asked.question.parameters)["q"]
        require_few_subsets(asked.question, q if asked.counts_heads else asked.least.heads or 1)
    elif not asked.question.can_be_written_out:
        sizes = " or ".join(name for name, _ in asked.question.parameters if name in ("N", "M", "n")) or "pattern"
        raise TaskError(f"{asked.question.words} has too many cells to be searched; try a smaller {sizes}")


def _sign_rank(question: Question) -> Any:
    """The best lower bound of class SIGN that takes no search; None if there is none."""
    if question.task == "qsa":
        return sparse_averaging_lower(question)
    deadline = time.monotonic() + 0.5
    bounds = [
        independent_vectors_lower(question, vectors=vectors, deadline=deadline) for vectors in ("columns", "rows")
    ]
    return max((bound for bound in bounds if bound is not None), key=lambda bound: bound.value, default=None)
