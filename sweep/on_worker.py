"""What a worker of a cluster does with a key: a process of its own answers, and is ended when nobody wants the answer.

A worker of Dask cannot do the work itself: it has threads, which could not be stopped at the budget, and its processes
are daemons, which may have none of their own. Only the standard library and Dask are imported. A process that has
answered takes the next key, because its imports take longer than many a cell.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from .process_of_worker import Process, Said

_IDLE: list[Process] = []
"""Processes of this worker that have answered; those of them that have waited for long have left."""


def run_apart(payload: bytes, seconds: float, made_by: tuple[str, str]) -> Said:
    """Run a pickled (function, key, budget) in a process, for at most so many seconds.

    ``made_by`` are the versions of headcount and Python that pickled it: a worker that came later may have others.
    """
    here = (headcount_version(), python_version())
    if here != made_by:
        words = f"a worker has headcount {here[0]} and Python {here[1]}, the sweep {made_by[0]} and {made_by[1]}"
        return "open", words.encode(), 0.0
    return answered(payload, seconds, _wanted())


def answered(payload: bytes, seconds: float, wanted: Callable[[], bool]) -> Said:
    """What a process says, an idle one if there is one."""
    while True:
        idle = True
        try:
            process = _IDLE.pop()
        except IndexError:
            process, idle = Process(), False
        said = process.ask(payload, seconds, wanted)
        if said[0] == "answer":
            _IDLE.append(process)
        else:
            process.end()
        if said[0] != "left":
            return said
        if not idle:
            return "open", b"the process of the decider ended before it began", said[2]


def python_version() -> str:
    """The version of Python as far as it matters for what is pickled: functions of a user hold its instructions."""
    return "{}.{}".format(*sys.version_info[:2])


def headcount_version() -> str:
    """The version of headcount."""
    return str(sys.modules[__name__.partition(".")[0]].__version__)  # an import would be one upwards


def _wanted() -> Callable[[], bool]:
    """Whether the scheduler still wants the answer of the task that this thread works on."""
    from distributed import get_worker
    from distributed.worker import thread_state

    worker, key = get_worker(), thread_state.key

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state != "cancelled"

    return wanted
