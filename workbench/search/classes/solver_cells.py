"""z3 as the decider of cells: units that it finds are certified, refutations are its word."""

from __future__ import annotations

from collections.abc import Mapping

from ....bounds.bound import End, Evidence, HeadsEnd, Status
from ....bounds.solver_decision import decide_by_z3, on_z3s_word
from .cell_search import CellDecider, DecidedCell
from .fixed_search import FixedCells
from .grid_search import GridCells
from .unit_asked import UnitAsked


class SolverCells(CellDecider):
    """``decide_by_z3`` for one value of m, p or H in class SIGN, GRID or FIXED."""

    on_word = True

    def __init__(self, asked: UnitAsked) -> None:
        self.asked = asked
        self.least = asked.stated.least
        self.monotone = asked.least.monotone
        self.most = _most(asked)

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell."""
        asked, size = self.asked.stated, value
        if self.asked.counts_heads:  # what the width is with so many
            asked, size = self.asked.width_with(value), self.asked.least.m or 0
        found = decide_by_z3(asked, size, seconds)
        how = f"{found.how} and H = {value}" if self.asked.counts_heads else found.how
        return DecidedCell(value, found.status, how, found.bound)

    def upper_end(self, cell: DecidedCell) -> End:
        """resource <= the value of the cell."""
        assert cell.bound is not None  # it is feasible
        if not self.asked.counts_heads:
            return cell.bound
        return HeadsEnd("upper", cell.value, cell.bound.evidence, (cell.bound,))

    def lower_end(self, refuted: Mapping[int, DecidedCell], value: int) -> End:
        """resource >= value, on z3's word."""
        how = refuted[value - 1].how
        if self.asked.counts_heads:
            return HeadsEnd("lower", value, Evidence("solver", Status.PROVED_BY_SOLVER, how))
        return on_z3s_word(self.asked.stated, "lower", value, how)


def _most(asked: UnitAsked) -> int:
    """The greatest value that is asked about."""
    if asked.is_sign_rank:
        return asked.question.columns
    return (GridCells(asked) if asked.unit_class.name == "GRID" else FixedCells(asked)).most
