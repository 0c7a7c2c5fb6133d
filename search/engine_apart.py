"""An engine for a measure in a process of its own, which can be stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

from ..measures.engines import Declined, Effort, Engine, only_closed
from ..measures.known import Known
from ..questions.value_matrix import Matrix
from .interrupts import interrupts_wait
from .race import leave_with_the_parent

GRACE = 0.5
"""Seconds that an engine may go on after its budget before it is stopped."""


class EngineApart:
    """An engine in a process of its own, and what it has said."""

    def __init__(self, name: str, engine: Engine, matrix: Matrix, known: Known, effort: Effort) -> None:
        # fork shares the loaded libraries and starts in milliseconds; where it does not exist, start afresh.
        context: Any = multiprocessing.get_context("fork" if sys.platform.startswith("linux") else "spawn")
        self.name, self.ended, self.seconds = name, False, 0.0
        self._start, self._latest = time.monotonic(), effort.deadline + GRACE
        self._said: list[tuple[str, Any]] = []
        self.connection, theirs = context.Pipe(duplex=False)
        apart = replace(effort, enough=only_closed)  # asked by the parent, after every bound that comes
        arguments = (engine, matrix, known, apart, theirs, self.connection)
        self._process = context.Process(target=_run_engine, args=arguments, daemon=True)
        with interrupts_wait():
            self._process.start()
        theirs.close()

    def messages(self) -> list[tuple[str, Any]]:
        """What it has said since this was asked for last."""
        self.listen()
        said, self._said = self._said, []
        return said

    def listen(self) -> None:
        """Take in what it says now, without waiting."""
        try:
            while not self.ended and self.connection.poll():
                self._said.append(self.connection.recv())
        except EOFError:
            self.end()

    def end_if_late(self) -> None:
        """End it if it is well beyond its budget."""
        self.listen()
        if time.monotonic() > self._latest:
            self.end()

    def end(self) -> None:
        """End it."""
        if not self.ended:
            self.ended, self.seconds = True, time.monotonic() - self._start
            self._process.kill()
            self._process.join()
            self.connection.close()


def _run_engine(
    engine: Engine, matrix: Matrix, known: Known, effort: Effort, connection: Connection, other: Any
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    other.close()
    threading.Thread(target=leave_with_the_parent, args=(os.getppid(), effort.deadline), daemon=True).start()
    try:
        for bound in engine(matrix, known, effort):
            known.add(bound)
            connection.send(("bound", bound))
    except (BrokenPipeError, KeyboardInterrupt):
        return  # nobody is listening any more, or soon: a SAT solver has a handler of its own for Ctrl-C
    except Declined as reason:
        connection.send(("declined", str(reason)))
    except MemoryError:
        connection.send(("declined", "the engine ran out of memory"))
    except Exception:
        connection.send(("failed", traceback.format_exc()))
    finally:
        connection.close()
