"""How many cores this process may use."""

import os

SHARE = "HEADCOUNT_CORES"
"""The environment variable that says so; what a process starts inherits it."""


def cores() -> int:
    """The cores that this process may run on: fewer than the machine has where it was given some of them.

    >>> cores() >= 1
    True
    """
    given = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    share = os.environ.get(SHARE, "")
    return min(given, max(1, int(share))) if share.isdecimal() else given


def share_cores(processes: int) -> None:
    """Leave the other cores to the other ones of so many processes, for this process and all that it starts."""
    os.environ[SHARE] = str(max(1, cores() // max(1, processes)))
