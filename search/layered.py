"""Units of several layers for ``probe``, in any class of tables: what a token has to tell, and units that a search finds.

Nothing refutes a unit of several layers but what its tokens have to tell, so the lower bound does not rise.
"""

from __future__ import annotations

from ..bounds.unit_classes.layered_unit_bounds import find_layered_unit
from ..solvers.outcome import Verdict
from .asked import Asked
from .cell_search import DecidedCell
from .fixed import FixedCells, fixed_plan
from .plan import Plan


class LayeredCells(FixedCells):
    """``find_layered_unit`` for one value of m, p or H: a unit, or nothing. Each time from another seed."""

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Look for a unit."""
        bound = find_layered_unit(self.asked.stated, value, seconds, self.seed)
        self.seed += 2
        if bound is None:
            return DecidedCell(value, Verdict.OPEN, "no unit was found")
        return DecidedCell(value, Verdict.FEASIBLE, bound.how, bound)


def layered_plan(asked: Asked) -> Plan:
    """As of one layer (``fixed_plan``), but that no unit is refuted."""
    return fixed_plan(asked, LayeredCells)
