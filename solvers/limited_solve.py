"""SAT calls that end at a deadline: in growing slices of conflicts, because a call of CaDiCaL cannot be interrupted.

CaDiCaL alternates between phases of many restarts and phases of few, each longer than the last, and begins again with
the shortest at every call. Slices of one size keep it from the long phases, which is where models are found; slices
that double lose at most half of the work to that.
"""

import signal
import time
from collections.abc import Sequence

import pysolvers
from pysat.solvers import Solver

CONFLICTS = 2000
"""Conflicts in the first slice of solving, well under a second."""

MOST_CONFLICTS = 64_000
"""Conflicts in the longest slice, a few seconds."""


def solve_until(solver: Solver, deadline: float, assumptions: Sequence[int] = ()) -> bool | None:
    """The solver's answer under the assumptions, or None at the deadline (a value of ``time.monotonic()``).

    Slices are counted in conflicts, so that an answer which is found is the same on a loaded machine; only the slice
    that would end after the deadline is shortened, as the conflicts of the one before it took so and so long.

    Raises
    ------
    KeyboardInterrupt
        At Ctrl-C, at once if this is the main thread. The solver cannot be used any more.

    >>> with Solver(name="cadical195", bootstrap_with=[[1], [-1, 2]]) as solver:
    ...     solve_until(solver, time.monotonic() + 10)
    ...     solve_until(solver, time.monotonic() + 10, [-2])
    True
    False
    """
    size, per_second = CONFLICTS, float("inf")
    while (now := time.monotonic()) < deadline:
        left = per_second * (deadline - now)
        budget = size if size <= left else max(CONFLICTS, int(left))
        solver.conf_budget(budget)
        answer = _solved(solver, assumptions)
        if answer is not None:
            return answer
        per_second = budget / max(time.monotonic() - now, 1e-6)
        size = min(2 * size, MOST_CONFLICTS)
    return None


def _solved(solver: Solver, assumptions: Sequence[int]) -> bool | None:
    """One slice; python-sat's word for Ctrl-C becomes Python's.

    It jumps out of its handler, which stays in place and with the signal blocked: the next Ctrl-C would be lost.
    """
    try:
        answer: bool | None = solver.solve_limited(assumptions=list(assumptions))
    except pysolvers.error as error:
        if "keyboard interrupt" not in str(error):
            raise
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        raise KeyboardInterrupt from None
    return answer
