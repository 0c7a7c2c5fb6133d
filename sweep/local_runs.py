"""Keys at work on this machine, each in a process of its own, so that its budget holds whatever a solver is doing."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
import warnings
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection, wait
from typing import Any, Generic

from ..search.cores import share_cores
from ..search.interrupts import interrupts_wait
from ..search.race import EngineFailedWarning, leave_with_the_parent
from .job import Answer, Job, Key


@dataclass
class _Run:
    process: Any
    connection: Connection
    start: float


class LocalRuns(Generic[Key, Answer]):
    """See ``Runs``.

    Parameters
    ----------
    job : Job
        Where processes are not forked, it has to be picklable.
    jobs : int >= 1
        How many keys may be at work at a time. They share the cores: what a key's work starts in processes of its own
        fills its share only.
    """

    note = ""

    def __init__(self, job: Job[Key, Answer], jobs: int) -> None:
        # fork shares the loaded libraries and starts in milliseconds; where it does not exist, start afresh.
        self._method = "fork" if sys.platform.startswith("linux") else "spawn"
        self._job, self.capacity = job, jobs
        self._runs: dict[Key, _Run] = {}

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys at work."""
        return tuple(self._runs)

    def start(self, key: Key) -> None:
        """Start to work on a key."""
        context: Any = multiprocessing.get_context(self._method)
        ours, theirs = context.Pipe(duplex=False)
        # Not a daemon, which could have no processes of its own: it leaves with this one, and takes them along.
        process = context.Process(target=_run, args=(self._job, key, self.capacity, theirs, os.getpid()))
        with interrupts_wait():  # until it is in the list of those that are stopped
            process.start()
            theirs.close()
            self._runs[key] = _Run(process, ours, time.monotonic())

    def finished(self, patience: float) -> list[tuple[Key, Answer]]:
        """The answers that come within so many seconds; a key whose budget has run out has failed."""
        ready = wait([run.connection for run in self._runs.values()], timeout=patience)
        found = []
        for key, run in list(self._runs.items()):
            if run.connection in ready:
                answer = self._received(run)
            elif time.monotonic() > run.start + self._job.budget + self._job.grace:
                answer = self._job.out_of_time(time.monotonic() - run.start)
            else:
                continue
            self.stop(key)
            found.append((key, answer))
        return found

    def stop(self, key: Key) -> None:
        """Stop to work on a key."""
        run = self._runs.pop(key)
        run.process.kill()
        run.process.join()
        run.connection.close()

    def __enter__(self) -> LocalRuns[Key, Answer]:
        return self

    def __exit__(self, *error: object) -> None:
        for key in self.keys:
            self.stop(key)

    def _received(self, run: _Run) -> Answer:
        seconds = time.monotonic() - run.start
        try:
            kind, content, loaded = run.connection.recv()
        except EOFError:
            kind, content, loaded = "open", "the decider was stopped from outside", ()
        for name in loaded:  # so that the next ones have it from the start
            import_module(name)
        if kind == "answer":
            return content  # type: ignore[no-any-return]
        if kind == "failed":
            warnings.warn(content, EngineFailedWarning, stacklevel=2)
            return self._job.broken(content, seconds)
        return self._job.failed(content, seconds, False)


def _run(job: Job[Key, Answer], key: Key, jobs: int, connection: Connection, parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what Ctrl-C means
    deadline = time.monotonic() + job.budget + job.grace
    threading.Thread(target=leave_with_the_parent, args=(parent, deadline), daemon=True).start()
    share_cores(jobs)
    known = set(sys.modules)
    try:
        answer = job.decide(key, job.budget)
        connection.send(("answer", answer, _ours_loaded(known)))
    except (BrokenPipeError, KeyboardInterrupt):
        return  # nobody is listening any more, or soon: a SAT solver has a handler of its own for Ctrl-C
    except MemoryError:
        connection.send(("open", "the decider ran out of memory", ()))
    except Exception:
        connection.send(("failed", traceback.format_exc(), ()))
    finally:
        connection.close()


def _ours_loaded(known: set[str]) -> tuple[str, ...]:
    """Modules of this package that were not known; with the libraries that they need, most of a short answer's time."""
    package = __name__.partition(".")[0] + "."
    return tuple(sorted(name for name in sys.modules if name.startswith(package) and name not in known))
