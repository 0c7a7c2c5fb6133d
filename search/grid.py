"""Class GRID for ``probe``: one head for a pattern, or heads that share out the q-subsets; least m, p or H."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import comb
from typing import Any

from ..bounds.bound import NO_SIZE, Bound, as_for_real_units, certified_bound
from ..bounds.lower.grid import margin_lower
from ..bounds.lower.independent_vectors import independent_vectors_lower
from ..bounds.selections import sparse_averaging_lower
from ..bounds.unit_classes.grid_thresholds import decide_grid
from ..questions import Question
from ..solvers.units.grid_annealing import MAX_POINTS
from ..tasks import TaskError
from .asked import Asked
from .board import Board
from .cell_search import CellDecider, DecidedCell, fall, rise
from .class_bounds import class_bound, greatest, least_bound
from .coordinate_per_key import own_coordinates_upper
from .few_subsets import require_few_subsets
from .plan import Plan, racing
from .rounded_search import QUICK_CELLS, by_reals_and_counting, can_be_rounded, rounding_engines

MAX_WIDTH = 64
"""Widest unit that is searched."""

FirstBound = Callable[[Asked], Bound | None]


class GridCells(CellDecider):
    """``decide_grid`` for one value of m, p or H."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        points = MAX_POINTS.bit_length() - 1
        q = dict(asked.question.parameters).get("q", 1)
        self.most = {"m": MAX_WIDTH, "p": max(1, points // max(1, asked.least.m or 0)), "H": q}[asked.resource]

    def lower_bound(self, refuted: Mapping[int, DecidedCell], value: int) -> Bound:
        """resource >= value; of heads that share out the subsets there are q at most, so that above q none will do."""
        bound = super().lower_bound(refuted, value)
        if not self.asked.counts_heads or value <= self.most:
            return bound
        method = f"each number of heads up to q = {self.most}, the most that share out a subset, needs a larger m"
        return replace(bound, value=NO_SIZE, evidence=replace(bound.evidence, method=method))

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell."""
        answer = decide_grid(*self.at(value), seconds)
        return DecidedCell(value, answer.status, answer.method, answer.bound, is_final=answer.is_final)


def grid_plan(asked: Asked) -> Plan:
    """That no number of bits will do; or the first bounds, and the searches that move them.

    Raises
    ------
    TaskError
        If the pattern is too large.
    """
    require_small(asked)
    decider = GridCells(asked)
    of_patterns = () if asked.shared or asked.question.task == "qsa" else (_margin_lower,)
    lower = least_bound(asked)
    if asked.question.task == "qsa" and not asked.shared:  # by symmetry, whatever the size
        lower = greatest(lower, _margin_lower(asked), sign_rank_lower(asked) if asked.resource == "m" else None)
    if asked.resource == "p" and (none := _no_bits(asked)) is not None:
        return Plan(none)
    falling = partial(_first_and_fall, decider=decider, firsts=(_margin_lower,))
    if can_be_rounded(asked):
        return Plan(lower, None, (by_reals_and_counting,), partial(rounding_engines, decider=decider, falling=falling))
    upper: Bound | None = None
    firsts: tuple[FirstBound, ...] = of_patterns
    if asked.resource == "m":
        if _cells(asked) > QUICK_CELLS:  # not before there is a process that the budget can stop
            firsts = (sign_rank_lower, own_coordinates_upper, *of_patterns)
        else:
            lower, upper = greatest(lower, sign_rank_lower(asked)), own_coordinates_upper(asked)
    return racing(
        lower, upper, partial(rise, decider=decider), partial(_first_and_fall, decider=decider, firsts=firsts)
    )


def _margin_lower(asked: Asked) -> Bound | None:
    """The lower bound by the margin that so many bits have."""
    return margin_lower(asked.stated)


def _first_and_fall(board: Board, decider: GridCells, firsts: tuple[FirstBound, ...]) -> None:
    """What takes no search, but its time all the same, then the search."""
    for first in firsts:
        if board.over:
            return
        board.post_any(first(decider.asked))
    fall(board, decider)


def _cells(asked: Asked) -> int:
    sizes, columns = dict(asked.question.parameters), asked.question.columns
    rows = comb(sizes["N"], sizes["q"]) if asked.question.task == "qsa" else columns
    return columns * (len(asked.question.pattern.rows) if asked.question.explicit is not None else rows)


def sign_rank_lower(asked: Asked) -> Bound | None:
    """The lower bound for the width of one head that class SIGN gives, to which a head of class GRID belongs."""
    signs = None if asked.shared else _sign_rank(asked.question)
    if signs is None or not signs.value:
        return None
    method = f"{signs.evidence.method} (class SIGN)"
    return class_bound(asked, "lower", signs.value, method, as_for_real_units(signs))


def _no_bits(asked: Asked) -> Bound | None:
    """That no number of bits is enough, if real units need a larger width than the one held fixed."""
    signs = None if asked.shared else _sign_rank(asked.question)
    if signs is None or signs.value <= (asked.least.m or 0):
        return None
    method = f"class SIGN needs m >= {signs.value}: {signs.evidence.method}"
    return certified_bound(asked.stated, "lower", NO_SIZE, method, as_for_real_units(signs))


def require_small(asked: Asked) -> None:
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
