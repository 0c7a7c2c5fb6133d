"""Local search as the decider of cells: it finds tables or gives up, and refutes nothing."""

from __future__ import annotations

import time
from collections.abc import Mapping

from ....bounds.bound import Bound, End, HeadsEnd
from ....bounds.unit_classes.fixed_unit_bounds import find_fixed_unit
from ....bounds.unit_classes.grid_thresholds import anneal_grid
from ....solvers.outcome import Feasibility
from .cell_search import CellDecider, DecidedCell
from .fixed_search import FixedCells
from .grid_search import GridCells
from .unit_asked import UnitAsked


class FinderCells(CellDecider):
    """Annealing (class GRID) or local search (class FIXED) for one value of m, p or H."""

    def __init__(self, asked: UnitAsked) -> None:
        self.asked = asked
        self.grid = asked.unit_class.name == "GRID"
        inner = GridCells(asked) if self.grid else FixedCells(asked)
        self.least, self.most = inner.least, inner.most
        self.monotone = True  # of refutations, of which there are none

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell."""
        bound = self._found(value, time.monotonic() + seconds)
        if bound is None:
            return DecidedCell(value, Feasibility.OPEN, "no tables were found")
        return DecidedCell(value, Feasibility.FEASIBLE, bound.evidence.method, bound)

    def _found(self, value: int, deadline: float) -> Bound | None:
        if not self.grid:
            return find_fixed_unit(self.asked.stated, value, deadline)
        if self.asked.counts_heads:  # what the width is with so many
            return anneal_grid(self.asked.width_with(value), self.asked.least.m or 0, deadline)
        return anneal_grid(self.asked.stated, value, deadline)

    def upper_end(self, cell: DecidedCell) -> End:
        """resource <= the value of the cell."""
        assert cell.bound is not None  # it is feasible
        if not self.asked.counts_heads:
            return cell.bound
        return HeadsEnd("upper", cell.value, cell.bound.evidence, (cell.bound,))

    def lower_end(self, refuted: Mapping[int, DecidedCell], value: int) -> End:
        """Never asked for."""
        raise NotImplementedError("local search refutes nothing")
