"""How many cores this process may use."""

import os


def cores() -> int:
    """The cores that this process may run on: fewer than the machine has where it was given some of them.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
