"""Progress on stderr: what is known so far, what is going on, how much is done."""

from __future__ import annotations

import logging
import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

    from rich.console import Console
    from rich.progress import Progress

    from ..measures.known import Known
    from ..search.board import LocalBoard


LOG = logging.getLogger("headcount")
"""What goes on, at level INFO; silent unless a program that uses headcount, or ``--verbose``, listens."""


class _SecondsFirst(logging.Formatter):
    """``headcount:    1.25 s  words``."""

    def __init__(self) -> None:
        super().__init__()
        self._started = time.time()

    def format(self, record: logging.LogRecord) -> str:
        return f"headcount: {max(0.0, record.created - self._started):7.2f} s  {record.getMessage()}"


def tell_everything() -> None:
    """Print on stderr, a line each, what is tried; there are no bars then."""
    handler = logging.StreamHandler()
    handler.setFormatter(_SecondsFirst())
    LOG.handlers[:] = [handler]
    LOG.setLevel(logging.INFO)


def tell_compiling() -> None:
    """Print on stderr, once, that inner loops are compiled, which holds up the first run on a machine."""
    log = LOG.getChild("compiling")
    if log.handlers or LOG.handlers:  # with --verbose all lines are printed
        return
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("headcount: %(message)s"))
    log.addHandler(handler)
    log.setLevel(logging.INFO)


class Drawn:
    """What is drawn on stderr while something is done, and leaves nothing behind; nothing unless that is a terminal."""

    _progress: Progress | None = None

    def __enter__(self) -> Self:
        if self._progress is not None:
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()


class BarLine(Drawn):
    """A bar with words on both sides; silent unless stderr is a terminal. It leaves nothing behind.

    What it shows is logged as well, when its words change. It is drawn from ``show`` only: a drawing thread would be
    running when the engines' processes are forked.
    """

    def __init__(self, total: float, *, enabled: bool) -> None:
        self._loud, self._said, self._logged = enabled, "", ("", "")
        if enabled:
            tell_compiling()
        console = _terminal() if enabled else None
        if console is None:
            return
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        self._progress = Progress(
            TextColumn("{task.fields[before]}", markup=False),
            BarColumn(bar_width=20),
            TimeElapsedColumn(),
            TextColumn("{task.description}", markup=False),
            console=console,
            transient=True,
            auto_refresh=False,
        )
        self._task = self._progress.add_task("starting", total=total, before="")

    def show(self, completed: float, before: str, after: str, total: float | None = None) -> None:
        """Draw the bar, with words before and after it."""
        if (before, after) != self._logged:
            self._logged = (before, after)
            LOG.info("%s", "  ".join(words for words in (before, after) if words))
        if self._progress is not None:
            self._progress.update(self._task, completed=completed, total=total, before=before, description=after)
            self._progress.refresh()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Take the bar away while something is printed."""
        if self._progress is None:
            yield
            return
        self._progress.stop()
        try:
            yield
        finally:
            self._progress.start()

    def say(self, words: str) -> None:
        """Say on stderr what holds everything up, once, and where there is no bar, too."""
        if self._loud and words and words != self._said:
            with self.away():
                print(f"headcount: {words}", file=sys.stderr, flush=True)
        self._said = words or self._said


class ProgressLine(BarLine):
    """A bar for the budget of a search with the answer so far in front."""

    def update(self, board: LocalBoard) -> None:
        """Show the board."""
        answer = board.answer()
        found = answer.between if answer.upper is not None or answer.no_size else f"{answer.between} <= ?"
        self.show(answer.seconds, found, board.saying)


class MarginsLine(BarLine):
    """A bar for the budget of a search for margins, with those found so far in front."""

    def update(self, search: Any) -> None:
        """Show what is known."""
        self.show(search.seconds, search.saying[:60], "")


class BitsLine(BarLine):
    """A bar over the numbers of bits, with those at work."""

    def update(self, done: int, every: int, at_work: str, held_up: str) -> None:
        """Show what is done and at work; say what holds it up."""
        self.say(held_up)
        self.show(done, f"{done}/{every} numbers of bits", at_work, every)


class MeasuresLine(BarLine):
    """A bar over the measures of a matrix, with the bracket of the one at work."""

    def update(self, measure: str, number: int, total: int, known: Known) -> None:
        """Show the measure at work, number ``number`` of ``total``, and what is known of it."""
        ends = [known.bound(measure, side) for side in ("lower", "upper")]
        lower, upper = ("?" if end is None else f"{float(end.value):.6g}" for end in ends)
        self.show(number, f"{number}/{total} measures", f"{lower} <= {measure} <= {upper}", total)


class PairsLine(BarLine):
    """A bar over the pairs of inputs of a reduction that have been checked."""

    def __init__(self, name: str, *, enabled: bool) -> None:
        super().__init__(1, enabled=enabled)
        self._name = name

    def update(self, done: int, every: int) -> None:
        """Show how many of all pairs are done."""
        self.show(done, f"{done}/{every} pairs", self._name, every)


class Waiting(Drawn):
    """A line on stderr that says what is going on and for how long; silent unless stderr is a terminal."""

    def __init__(self, words: str, *, enabled: bool) -> None:
        LOG.info("%s", words)
        console = _terminal() if enabled else None
        if console is None:
            return
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
            console=console,
            transient=True,
        )
        self._progress.add_task(words, total=None)


def _terminal() -> Console | None:
    """Stderr if it is a terminal, or the environment says that it is to be taken for one; else rich is not loaded.

    None if everything is told line by line.
    """
    if LOG.handlers:
        return None
    if not sys.stderr.isatty() and not os.environ.keys() & {"FORCE_COLOR", "TTY_COMPATIBLE"}:
        return None
    from rich.console import Console

    console = Console(stderr=True)
    return console if console.is_terminal else None
