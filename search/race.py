"""Engines that race in processes of their own, so that a budget holds whatever a solver is doing."""

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from multiprocessing.connection import wait
from typing import Any

from .board import Board, LocalBoard, RemoteBoard
from .cores import cores
from .interrupts import interrupts_wait

Engine = Callable[[Board], None]

MOST_ENGINES = 16
"""Most engines at work at a time, however many cores there are."""

SEEDS_APART = 1_000_003
"""Between the seeds of two engines of a race: each counts its own turns up from its seed."""


class EngineFailedWarning(RuntimeWarning):
    """An engine stopped with an error of its own, a bug in headcount; the bracket holds, but may be wide."""


def race(board: LocalBoard, engines: Sequence[Engine], *, seeded: Sequence[Engine] = ()) -> None:
    """Run the engines side by side until the bounds meet, all have stopped, or the deadline; then stop them.

    ``seeded`` are those of which one with another seed does other work: they are started again, with seeds of their
    own, on cores that are left over, from the beginning or when an engine has come to its end. (One that has come to
    its end is not started again.)

    Ctrl-C is left to the caller; the engines are stopped in any case and the board holds the best bounds so far.
    """
    with _Processes(board, engines, seeded) as processes:
        while processes.connections and not board.over:
            patience = max(0.0, min(0.2, board.deadline - time.monotonic()))
            ready: list[Any] = wait(processes.connections, timeout=patience)
            for connection in ready:
                try:
                    kind, content = connection.recv()
                except EOFError:
                    processes.ended(connection)
                    continue
                _hear(board, kind, content)
            if not ready:
                board.say(board.saying)  # let the clock of the progress line tick


def _hear(board: LocalBoard, kind: str, content: Any) -> None:
    if kind == "bound":
        board.post(content)
    elif kind == "say":
        board.say(content)
    elif kind == "note":
        board.note(content)
    else:
        board.note(f"an engine stopped with an internal error: {content.splitlines()[-1]}")
        warnings.warn(content, EngineFailedWarning, stacklevel=3)


class _Processes:
    """Engines at work, each in a process; leaving the ``with`` block ends them all."""

    def __init__(self, board: LocalBoard, engines: Sequence[Engine], seeded: Sequence[Engine]) -> None:
        # fork shares the loaded libraries and starts in milliseconds; where it does not exist, start afresh.
        self._method = "fork" if sys.platform.startswith("linux") else "spawn"
        self._context: Any = multiprocessing.get_context(self._method)
        self._board, self._engines, self._seeded = board, engines, list(seeded)
        self._values = self._context.Array("i", [board.lower, board.upper, board.told_lower])
        self._processes: list[Any] = []
        self._at_work: dict[Any, Engine] = {}
        self._turn = 0

    @property
    def connections(self) -> list[Any]:
        """Those of the engines that are at work."""
        return list(self._at_work)

    def __enter__(self) -> "_Processes":
        try:
            for engine in self._engines:
                self._start(engine, self._board.seed)
            self._fill()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    def ended(self, connection: Any) -> None:
        """An engine has nothing more to say: others take its place."""
        stopped = self._at_work.pop(connection)
        connection.close()
        self._seeded = [engine for engine in self._seeded if engine is not stopped]
        self._fill()

    def _fill(self) -> None:
        while self._seeded and len(self._at_work) < min(cores(), MOST_ENGINES) and not self._board.over:
            place = self._turn % len(self._seeded)
            self._turn += 1
            self._start(self._seeded[place], self._board.seed + SEEDS_APART * self._turn)

    def _start(self, engine: Engine, seed: int) -> None:
        ours, theirs = self._context.Pipe(duplex=False)
        # A forked process inherits the reading ends; it has to close them to notice when the reader is gone.
        inherited = (*self._at_work, ours) if self._method == "fork" else ()
        arguments = (engine, self._board.question, seed, self._board.deadline, self._values, theirs, inherited)
        process = self._context.Process(target=_run_engine, args=arguments, daemon=True)
        with interrupts_wait():
            process.start()
        theirs.close()
        self._processes.append(process)
        self._at_work[ours] = engine

    def _end(self) -> None:
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.join()
        for connection in self._at_work:
            connection.close()


def _run_engine(
    engine: Engine, question: Any, seed: int, deadline: float, values: Any, connection: Any, inherited: Sequence[Any]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    for other in inherited:
        other.close()
    threading.Thread(target=leave_with_the_parent, args=(os.getppid(), deadline), daemon=True).start()
    try:
        engine(RemoteBoard(question, seed, deadline, values, connection))
    except (BrokenPipeError, KeyboardInterrupt):
        return  # nobody is listening any more, or soon: a SAT solver has a handler of its own for Ctrl-C
    except MemoryError:
        connection.send(("note", "an engine ran out of memory"))
    except Exception:
        connection.send(("failed", traceback.format_exc()))
    finally:
        connection.close()


def leave_with_the_parent(parent: int, deadline: float) -> None:
    """End the process when its parent is gone, or well after the deadline, whatever a solver is doing."""
    while os.getppid() == parent and time.monotonic() < deadline + 5:
        time.sleep(0.5)
    os._exit(0)
