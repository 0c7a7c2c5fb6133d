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

Engine = Callable[[Board], None]


class EngineFailedWarning(RuntimeWarning):
    """An engine stopped with an error of its own, a bug in headcount; the bracket holds, but may be wide."""


def race(board: LocalBoard, engines: Sequence[Engine]) -> None:
    """Run the engines side by side until the ends meet, all have stopped, or the deadline; then stop them.

    Ctrl-C is left to the caller; the engines are stopped in any case and the board holds the best bounds so far.
    """
    # fork shares the loaded libraries and starts in milliseconds; where it does not exist, start afresh.
    method = "fork" if sys.platform.startswith("linux") else "spawn"
    context = multiprocessing.get_context(method)
    ends = context.Array("i", [board.lower, board.upper, board.told_lower])
    processes, connections = [], []
    try:
        for engine in engines:
            ours, theirs = context.Pipe(duplex=False)
            # A forked process inherits the reading ends; it has to close them to notice when the reader is gone.
            inherited = (*connections, ours) if method == "fork" else ()
            arguments = (engine, board.question, board.seed, board.deadline, ends, theirs, inherited)
            process = context.Process(target=_run_engine, args=arguments, daemon=True)
            process.start()
            theirs.close()
            processes.append(process)
            connections.append(ours)
        _listen(board, connections, ends)
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.join()
        for connection in connections:
            connection.close()


def _listen(board: LocalBoard, connections: list[Any], ends: Any) -> None:
    open_connections = list(connections)
    while open_connections and not board.over:
        patience = max(0.0, min(0.2, board.deadline - time.monotonic()))
        ready = wait(open_connections, timeout=patience)
        for connection in ready:
            try:
                kind, content = connection.recv()
            except EOFError:
                open_connections.remove(connection)
                continue
            if kind == "bound":
                board.post(content)
            elif kind == "say":
                board.say(content)
            elif kind == "note":
                board.note(content)
            else:
                board.note(f"an engine stopped with an internal error: {content.splitlines()[-1]}")
                warnings.warn(content, EngineFailedWarning, stacklevel=2)
        if not ready:
            board.say(board.saying)  # let the clock of the progress line tick


def _run_engine(
    engine: Engine, question: Any, seed: int, deadline: float, ends: Any, connection: Any, inherited: Sequence[Any]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    for other in inherited:
        other.close()
    threading.Thread(target=leave_with_the_parent, args=(os.getppid(), deadline), daemon=True).start()
    try:
        engine(RemoteBoard(question, seed, deadline, ends, connection))
    except BrokenPipeError:
        return  # nobody is listening any more
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
