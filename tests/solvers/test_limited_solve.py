"""Solving in slices: answers, assumptions, deadlines, Ctrl-C."""

import signal
import subprocess
import sys
import time

import pytest
from pysat.solvers import Solver

from headcount.solvers import limited_solve
from headcount.solvers.limited_solve import CONFLICTS, MOST_CONFLICTS, solve_until


class Counting:
    """A solver that answers after so many conflicts, each of which takes so long on a clock of its own."""

    def __init__(self, conflicts: int, seconds: float = 0.0) -> None:
        self.left, self.seconds, self.now = conflicts, seconds, 0.0
        self.budgets: list[int] = []

    def conf_budget(self, budget: int) -> None:
        self.budgets.append(budget)

    def solve_limited(self, assumptions: list[int]) -> bool | None:
        done = min(self.left, self.budgets[-1])
        self.left -= done
        self.now += done * self.seconds
        return True if self.left == 0 else None


def test_slices_double_up_to_the_longest():
    solver = Counting(300_000)
    assert solve_until(solver, float("inf"))
    assert solver.budgets == [CONFLICTS * 2**k for k in range(5)] + [MOST_CONFLICTS] * 4


@pytest.mark.parametrize("seconds", [0.5, 3.0, 20.0, 100.0])
def test_the_deadline_is_met_within_a_first_slice(monkeypatch, seconds):
    solver = Counting(10**9, 1e-4)
    monkeypatch.setattr(limited_solve.time, "monotonic", lambda: solver.now)
    assert solve_until(solver, seconds) is None
    assert seconds <= solver.now <= seconds + CONFLICTS * 1e-4


def test_no_time_is_no_answer():
    with Solver(name="cadical195", bootstrap_with=[[1]]) as solver:
        assert solve_until(solver, time.monotonic() - 1) is None


INTERRUPTED = """
import itertools, time
from pysat.solvers import Solver
from headcount.solvers.limited_solve import solve_until
holes = 14
clauses = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
pairs = list(itertools.combinations(range(holes + 1), 2))
clauses += [[-p * holes - h - 1, -q * holes - h - 1] for h in range(holes) for p, q in pairs]
for attempt in range(2):
    try:
        print("begun", flush=True)
        solve_until(Solver(name="cadical195", bootstrap_with=clauses), time.monotonic() + 300)
        print("answered", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


def test_ctrl_c_is_a_keyboard_interrupt_each_time():
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED], stdout=subprocess.PIPE, text=True) as process:
        said = []
        for _ in range(2):
            said.append(process.stdout.readline().strip())
            time.sleep(0.3)  # so that it usually comes while the solver runs; the answer is the same if it does not
            process.send_signal(signal.SIGINT)
            said.append(process.stdout.readline().strip())
        process.communicate(timeout=60)
    assert said == ["begun", "interrupted"] * 2
