"""The progress line of a probe, on stderr: the current bracket, what is going on, how much of the budget is used."""

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from ..measures.known import Known
from .board import LocalBoard


class ProgressLine:
    """A bar for the budget with the bracket in front; silent unless stderr is a terminal.

    It starts with the first update that comes, and leaves nothing behind.
    """

    def __init__(self, budget: float, *, enabled: bool) -> None:
        console = Console(stderr=True)
        self._enabled = enabled and console.is_terminal
        # Drawn from update() only: a drawing thread would be running when the engines' processes are forked.
        self._progress = Progress(
            TextColumn("{task.fields[bracket]}", markup=False),
            BarColumn(bar_width=20),
            TimeElapsedColumn(),
            TextColumn("{task.description}", markup=False),
            console=console,
            transient=True,
            auto_refresh=False,
        )
        self._task = self._progress.add_task("starting", total=budget, bracket="")

    def __enter__(self) -> "ProgressLine":
        if self._enabled:
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._enabled:
            self._progress.stop()

    def update(self, board: LocalBoard) -> None:
        """Show the board."""
        if not self._enabled:
            return
        bracket = board.bracket()
        text = f"{bracket.lower.value} <= m <= {bracket.upper.value}"
        self._progress.update(self._task, completed=bracket.seconds, bracket=text, description=board.saying)
        self._progress.refresh()


class Steps:
    """A bar over the measures of a matrix, with the bracket of the one at work; silent unless stderr is a terminal."""

    def __init__(self, *, enabled: bool) -> None:
        console = Console(stderr=True)
        self._enabled = enabled and console.is_terminal
        # Drawn from update() only: a drawing thread would be running when the engines' processes are forked.
        self._progress = Progress(
            BarColumn(bar_width=20),
            TimeElapsedColumn(),
            TextColumn("{task.description}", markup=False),
            console=console,
            transient=True,
            auto_refresh=False,
        )
        self._task = self._progress.add_task("starting", total=1)

    def __enter__(self) -> "Steps":
        if self._enabled:
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._enabled:
            self._progress.stop()

    def update(self, measure: str, number: int, total: int, known: Known) -> None:
        """Show the measure at work, number ``number`` of ``total``, and what is known of it."""
        if not self._enabled:
            return
        ends = [known.bound(measure, side) for side in ("lower", "upper")]
        lower, upper = ("?" if end is None else f"{float(end.value):.6g}" for end in ends)
        text = f"{lower} <= {measure} <= {upper}"
        self._progress.update(self._task, completed=number, total=total, description=text)
        self._progress.refresh()


class Waiting:
    """A line on stderr that says what is going on and for how long; silent unless stderr is a terminal."""

    def __init__(self, words: str, *, enabled: bool) -> None:
        console = Console(stderr=True)
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not (enabled and console.is_terminal),
        )
        self._progress.add_task(words, total=None)

    def __enter__(self) -> "Waiting":
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()
