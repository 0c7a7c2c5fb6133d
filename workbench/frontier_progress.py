"""The progress line of a frontier, on stderr: how many cells are decided, and which are at work."""

from collections.abc import Sequence
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from .cells import Cell
from .frontier_map import FeasibilityMap


class CellsLine:
    """A bar over the cells; silent unless stderr is a terminal. It leaves nothing behind."""

    def __init__(self, total: int, *, enabled: bool) -> None:
        console = Console(stderr=True)
        self._enabled = enabled and console.is_terminal
        self._total = total
        # Drawn from update() only: a drawing thread would be running when the deciders' processes are forked.
        self._progress = Progress(
            TextColumn("{task.fields[count]}", markup=False),
            BarColumn(bar_width=20),
            TimeElapsedColumn(),
            TextColumn("{task.description}", markup=False),
            console=console,
            transient=True,
            auto_refresh=False,
        )
        self._task = self._progress.add_task("starting", total=total, count="")

    def __enter__(self) -> "CellsLine":
        if self._enabled:
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._enabled:
            self._progress.stop()

    def update(self, feasibility: FeasibilityMap, at_work: Sequence[Cell]) -> None:
        """Show the map: cells decided, cells in all, cells that were tried and are open."""
        if not self._enabled:
            return
        decided = feasibility.decided()
        count = f"{decided}/{self._total} cells, {feasibility.tried_and_open()} open"
        words = "; ".join(str(cell) for cell in at_work)
        self._progress.update(self._task, completed=decided, count=count, description=words)
        self._progress.refresh()
