"""Other deciders of cells: z3 by itself, and local search, which finds tables or gives up."""

from __future__ import annotations

import time
from collections.abc import Mapping

from ..bounds.bound import Bound, Evidence, Status
from ..bounds.solver_decision import decide_by_z3, on_z3s_word
from ..bounds.unit_classes.fixed_unit_bounds import find_fixed_unit
from ..bounds.unit_classes.grid_thresholds import anneal_grid
from ..solvers.outcome import Verdict
from .asked import Asked
from .cell_search import CellDecider, DecidedCell
from .fixed import FixedCells
from .grid import GridCells


def _most(asked: Asked) -> int:
    """The greatest value that is asked about."""
    if asked.is_sign_rank:
        return asked.question.columns
    return (GridCells(asked) if asked.unit_class.name == "GRID" else FixedCells(asked)).most


class SolverCells(CellDecider):
    """``decide_by_z3`` for one value of m, p or H in class SIGN, GRID or FIXED: refutations are the solver's answer."""

    on_word = True

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        self.most = _most(asked)

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell."""
        found = decide_by_z3(*self.at(value), seconds)
        how = f"{found.how} and H = {value}" if self.asked.counts_heads else found.how
        return DecidedCell(value, found.status, how, found.bound)

    def lower_bound(self, refuted: Mapping[int, DecidedCell], value: int) -> Bound:
        """resource >= value, on z3's answer."""
        how = refuted[value - 1].how
        if self.asked.counts_heads:
            return Bound(self.asked.least, "lower", value, Evidence("solver", Status.PROVED_BY_SOLVER, how), ())
        return on_z3s_word(self.asked.stated, "lower", value, how)


class FinderCells(CellDecider):
    """Annealing (class GRID) or local search (class FIXED, ROUNDED) for one value of m, p or H; it refutes nothing."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        self.most = _most(asked)
        self.monotone = True  # of refutations, of which there are none

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell."""
        bound = self.found(value, time.monotonic() + seconds)
        if bound is None:
            return DecidedCell(value, Verdict.OPEN, "no tables were found")
        return DecidedCell(value, Verdict.FEASIBLE, bound.how, bound)

    def found(self, value: int, deadline: float) -> Bound | None:
        """A unit of this value, if one is found."""
        find = anneal_grid if self.asked.unit_class.name == "GRID" else find_fixed_unit
        return find(*self.at(value), deadline)
