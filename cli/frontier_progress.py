"""The progress line of a frontier, on stderr: how many cells are decided, and which are at work."""

from collections.abc import Sequence

from ..sweep.frontier.cells import Cell
from ..sweep.frontier.feasibility_map import FeasibilityMap
from .progress import BarLine


class CellsLine(BarLine):
    """A bar over the cells of a map."""

    def update(self, feasibility: FeasibilityMap, at_work: Sequence[Cell], held_up: str) -> None:
        """Show the map: cells decided, cells in all, cells that were tried and are open; what holds them up is said."""
        self.say(held_up)
        decided = feasibility.decided()
        count = f"{decided} cells decided, {feasibility.tried_and_open()} open"
        self.show(decided, count, held_up or "; ".join(str(cell) for cell in at_work))
