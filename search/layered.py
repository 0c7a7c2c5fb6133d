"""Units of several layers for ``probe``, classes of tables: what a token has to tell, clauses, and local search.

A unit of several layers is refuted by what its tokens have to tell, and by clauses where entries and positions are few.
A unit of one layer is one of at most D, so first the same is asked of one layer: its upper bound is one for D.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ..bounds.unit_classes.layered_unit_bounds import find_layered_unit
from ..solvers.outcome import Verdict
from ..tasks import TaskError
from .asked import Asked
from .board import LocalBoard
from .cell_search import DecidedCell
from .class_bounds import class_bound
from .fixed import ClausedCells, fixed_plan
from .least import least
from .plan import Plan

FOR_ONE_LAYER = 1 / 3
"""The part of the time in which one layer is asked about."""


class LayeredCells(ClausedCells):
    """One value of m, p or H: clauses, then ``find_layered_unit``. Each time from another seed."""

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Look for a unit, or a refutation."""
        start = time.monotonic()
        cell = self.by_clauses(value, seconds / 2)
        if cell.status is not Verdict.OPEN:
            return cell
        bound = find_layered_unit(self.asked.stated, value, start + seconds - time.monotonic(), self.seed)
        self.seed += 2
        if bound is None:
            return DecidedCell(value, Verdict.OPEN, f"no unit was found; {cell.how}")
        return DecidedCell(value, Verdict.FEASIBLE, bound.how, bound)


def layered_plan(asked: Asked) -> Plan:
    """As of one layer (``fixed_plan``), by other searches; after the upper bound of one layer."""
    plan = fixed_plan(asked, LayeredCells)
    return replace(plan, arguments=(*plan.arguments, by_one_layer))


def by_one_layer(board: LocalBoard) -> None:
    """The upper bound of units of one layer, tables by position and token, no null token."""
    asked = board.asked
    single = replace(asked, least=replace(asked.least, layers=1))
    try:
        found = least(board, single, "one layer", FOR_ONE_LAYER * board.left).upper
    except TaskError:  # too large to be searched
        return
    if found is not None and found.value < board.upper:
        how = f"{found.how} (of one layer)"
        board.post(class_bound(asked, "upper", found.value, how, found.evidence.content))
