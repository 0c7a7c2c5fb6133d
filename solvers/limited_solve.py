"""SAT calls that end at a deadline: in slices of conflicts, because a call cannot be interrupted."""

import time

from pysat.solvers import Solver

CONFLICTS = 2000
"""Conflicts in one slice of solving, well under a second."""


def solve_until(solver: Solver, deadline: float) -> bool | None:
    """The solver's answer, or None at the deadline (a value of ``time.monotonic()``).

    >>> with Solver(name="cadical195", bootstrap_with=[[1], [-1, 2]]) as solver:
    ...     solve_until(solver, time.monotonic() + 10)
    True
    """
    while time.monotonic() < deadline:
        solver.conf_budget(CONFLICTS)
        answer: bool | None = solver.solve_limited()
        if answer is not None:
            return answer
    return None
