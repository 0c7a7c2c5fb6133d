"""Engines run in forked processes, in which the threads of a solver's pool are missing: solvers have no threads."""

import multiprocessing
import sys
from pathlib import Path

import numpy as np
import pytest

from headcount.solvers.sign_rank.margin_program import margin_solution

SIGNS = np.random.default_rng(0).choice([-1, 1], (14, 14))
TASKS = Path("/proc/self/task")


def margins():
    margin_solution(SIGNS, affine=True)


@pytest.mark.skipif(not TASKS.exists(), reason="threads are counted on Linux")
def test_a_solver_starts_no_threads():
    before = len([*TASKS.iterdir()])
    margins()
    assert len([*TASKS.iterdir()]) == before


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are forked on Linux")
def test_a_forked_process_solves_what_its_parent_has_solved():
    margins()
    apart = multiprocessing.get_context("fork").Process(target=margins, daemon=True)
    apart.start()
    apart.join(240)  # a hundred times what it takes: only a process that never ends is stopped
    code = apart.exitcode
    apart.kill()
    assert code == 0
