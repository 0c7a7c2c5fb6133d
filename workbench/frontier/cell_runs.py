"""Cells at work, each in a process of its own, so that its budget holds whatever a solver is doing."""

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from ...solvers.outcome import Feasibility
from ..interrupts import interrupts_wait
from ..search.race import EngineFailedWarning, leave_with_the_parent
from .cells import Cell, CellAnswer

GRACE = 1.0
"""Seconds that a decider may go on after its budget before it is stopped."""

Decide = Callable[[Cell, float], CellAnswer]


@dataclass
class _Run:
    process: Any
    connection: Connection
    start: float


class CellRuns:
    """Deciders at work on some cells; leaving the ``with`` block stops them all.

    Parameters
    ----------
    decide : called with a cell and a budget, in a process of its own
    budget : seconds for each cell
    """

    def __init__(self, decide: Decide, budget: float) -> None:
        # fork shares the loaded libraries and starts in milliseconds; where it does not exist, start afresh.
        self._method = "fork" if sys.platform.startswith("linux") else "spawn"
        self._decide, self._budget = decide, budget
        self._runs: dict[Cell, _Run] = {}

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells at work."""
        return tuple(self._runs)

    def start(self, cell: Cell) -> None:
        """Start to decide a cell."""
        context = multiprocessing.get_context(self._method)
        ours, theirs = context.Pipe(duplex=False)
        arguments = (self._decide, cell, self._budget, theirs, os.getpid())
        process = context.Process(target=_run, args=arguments, daemon=True)
        with interrupts_wait():
            process.start()
        theirs.close()
        self._runs[cell] = _Run(process, ours, time.monotonic())

    def finished(self, patience: float) -> list[tuple[Cell, CellAnswer]]:
        """The answers that come within so many seconds; a cell whose budget has run out is open."""
        ready = wait([run.connection for run in self._runs.values()], timeout=patience)
        found = []
        for cell, run in list(self._runs.items()):
            if run.connection in ready:
                answer = self._received(run)
            elif time.monotonic() > run.start + self._budget + GRACE:
                method = f"the budget of {self._budget:.3g} s ran out"
                answer = CellAnswer(Feasibility.OPEN, method, "", time.monotonic() - run.start)
            else:
                continue
            self.stop(cell)
            found.append((cell, answer))
        return found

    def stop(self, cell: Cell) -> None:
        """Stop to work on a cell."""
        run = self._runs.pop(cell)
        run.process.kill()
        run.process.join()
        run.connection.close()

    def __enter__(self) -> "CellRuns":
        return self

    def __exit__(self, *error: object) -> None:
        for cell in self.cells:
            self.stop(cell)

    def _received(self, run: _Run) -> CellAnswer:
        seconds = time.monotonic() - run.start
        try:
            kind, content = run.connection.recv()
        except EOFError:
            kind, content = "open", "the decider was stopped from outside"
        if kind == "answer":
            return content  # type: ignore[no-any-return]
        if kind == "failed":
            warnings.warn(content, EngineFailedWarning, stacklevel=2)
            content = f"the decider stopped with an internal error: {content.splitlines()[-1]}"
        return CellAnswer(Feasibility.OPEN, content, "", seconds, complete=False)


def _run(decide: Decide, cell: Cell, budget: float, connection: Connection, parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    deadline = time.monotonic() + budget
    threading.Thread(target=leave_with_the_parent, args=(parent, deadline), daemon=True).start()
    try:
        connection.send(("answer", decide(cell, budget)))
    except BrokenPipeError:
        return  # nobody is listening any more
    except MemoryError:
        connection.send(("open", "the decider ran out of memory"))
    except Exception:
        connection.send(("failed", traceback.format_exc()))
    finally:
        connection.close()
