"""The command line as a process: budgets, Ctrl-C, engines whose parent is killed, a checker that loads no solver."""

import ctypes
import importlib
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from headcount import Match2, SignPattern, SparseAveraging, check, probe
from headcount.certificates.verdict import Accepted
from headcount.search import interrupts
from headcount.search.interrupts import BudgetOver, ends_after, interrupts_wait

NEVER = 300.0
"""Seconds that nothing here takes, on whatever machine: for a process that does not end."""
SOLVERS = ("numpy", "scipy", "pysat", "z3", "flint", "networkx", "matplotlib", "cvxpy")


@pytest.fixture
def hard(tmp_path):
    """A 24 x 24 pattern whose bracket does not close within seconds."""
    rng = random.Random(0)
    path = tmp_path / "hard.csv"
    path.write_text("\n".join("".join(rng.choice("+-") for _ in range(24)) for _ in range(24)) + "\n")
    return path


def test_a_budget_ends_the_search_and_leaves_the_bracket(hard, start, alive, tmp_path):
    process = start("probe", hard, "--null", "--budget", "2", "--json", "-o", "part.json")
    out, err = process.communicate(timeout=NEVER)
    assert process.returncode == 5
    assert err == ""
    answer = json.loads(out)
    assert answer["closed"] is False
    assert answer["lower"] < answer["upper"]
    assert any("budget of 2 s" in note for note in answer["notes"])
    assert answer["seconds"] >= 2
    verdict = check(tmp_path / "part.json")
    assert isinstance(verdict, Accepted)
    assert (verdict.lower, verdict.upper) == (answer["lower"], answer["upper"])
    assert not alive(process)


def asleep(board, **options):
    """An engine that never looks at the clock, in the place of a solver that is at work."""
    time.sleep(2 * NEVER)


@pytest.mark.parametrize("budget", [0.001, 0.3])
def test_engines_that_do_not_look_at_the_clock_are_stopped(budget, hard, monkeypatch):
    """The bracket is there long before they would have come back."""
    monkeypatch.setattr("headcount.search.lower_bounds.raise_lower", asleep)
    monkeypatch.setattr("headcount.search.upper_bounds.push_upper", asleep)
    rows = tuple(hard.read_text().split())
    begin = time.monotonic()
    bracket = probe(SignPattern(rows, null=True), budget=budget)
    assert time.monotonic() - begin < NEVER
    assert not bracket.closed
    assert isinstance(check(bracket.certificate()), Accepted)


@pytest.mark.skipif(
    not os.path.exists("/proc/self/task"), reason="needs Linux: the engines' processes are looked up in /proc/self/task"
)
def test_ctrl_c_leaves_the_bracket(hard, start, alive, tmp_path, wait_for_engines):
    process = start("probe", hard, "--null", "--budget", str(2 * NEVER), "-o", "part.json")
    wait_for_engines(process, 2)
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to the whole group
    out, err = process.communicate(timeout=NEVER)
    assert process.returncode == 5
    assert "Traceback" not in out + err
    assert "<= m <=" in out
    assert "note: interrupted" in out
    assert isinstance(check(tmp_path / "part.json"), Accepted)
    assert not alive(process)
    assert sorted(os.listdir(tmp_path)) == ["hard.csv", "part.json"]


def checked_without_solvers(paths):
    """Run ``headcount check`` in a fresh process; return its exit code and the solvers it loaded."""
    code = (
        "import sys\n"
        "from headcount.cli.main import main\n"
        "sys.argv = ['headcount', 'check', *sys.argv[1:]]\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as stopped:\n"
        "    code = stopped.code or 0\n"
        f"loaded = [name for name in {SOLVERS!r} if name in sys.modules]\n"
        "print('LOADED', code, *loaded)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *map(str, paths)], capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    word, code, *loaded = done.stdout.splitlines()[-1].split()
    assert word == "LOADED"
    return int(code), loaded, done.stdout


def test_closed_brackets_are_checked_without_solvers(tmp_path):
    rng = random.Random(1)
    subjects = [SparseAveraging(6, 2), SparseAveraging(5, 1).pattern(), SparseAveraging(10**6, 5)]
    subjects += [Match2(2), Match2(3), Match2(9)]
    for alphabet, null in (("+-", True), ("+-0", True), ("+-", False), ("+-*", True)):
        rows = tuple("".join(rng.choice(alphabet) for _ in range(5)) for _ in range(5))
        subjects.append(SignPattern(rows, null))
    paths = []
    for k, subject in enumerate(subjects):
        bracket = probe(subject, budget=1000)
        assert bracket.closed, bracket
        paths.append(tmp_path / f"{k}.json")
        paths[-1].write_text(json.dumps(bracket.certificate()))
    code, loaded, out = checked_without_solvers(paths)
    assert code == 0
    assert loaded == []
    assert out.count(": ACCEPTED ") == len(paths)
    paths[0].write_text("{}")
    assert checked_without_solvers(paths[:1])[0] == 4


def test_the_detector_of_solvers_works():
    seen = "print([m for m in ('numpy', 'pysat') if m in sys.modules])"
    code = f"import sys, headcount; headcount.probe('qsa N=6 q=2'); {seen}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "['numpy', 'pysat']"


def test_a_closed_pipe_needs_no_words(start):
    process = start("probe", "match2", "M=3")
    process.stdout.close()
    process.wait(timeout=NEVER)
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_engine_outlives_its_parent(tmp_path, start, how, wait_for_engines):
    entries = np.random.default_rng(0).choice(["+", "-"], (60, 60))
    (tmp_path / "hard.csv").write_text("\n".join("".join(row) for row in entries))
    process = start("probe", "hard.csv", "--null", "--budget", "600")
    children = wait_for_engines(process, 2)
    assert len(children) == 2
    process.send_signal(how)
    process.wait()
    end = time.monotonic() + 300  # within half a second on an idle machine, and long before their budget
    while any(_runs(pid) for pid in children) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(_runs(pid) for pid in children)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


# ---- Ctrl-C while processes are started is neither lost nor taken twice


@pytest.fixture
def ctrl_c():
    """Python's own handler: a shell starts what runs in the background with Ctrl-C ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_comes_at_the_end_of_the_block(ctrl_c):
    reached = []
    with pytest.raises(KeyboardInterrupt):
        with interrupts_wait():
            signal.raise_signal(signal.SIGINT)
            reached.append("end")
        reached.append("behind")
    assert reached == ["end"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_is_not_lost_in_what_runs_at_a_fork(ctrl_c):
    """What is raised in a function registered with os.register_at_fork is ignored by Python."""
    asked = [True]
    os.register_at_fork(after_in_parent=lambda: asked and asked.pop() and signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt), interrupts_wait():
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
    assert asked == []


@pytest.mark.parametrize("before", [signal.SIG_IGN, signal.SIG_DFL])
def test_a_program_that_leaves_it_to_the_system_is_left_alone(before):
    ours = signal.signal(signal.SIGINT, before)
    try:
        with interrupts_wait():
            assert signal.getsignal(signal.SIGINT) is (before if before is signal.SIG_IGN else signal.SIG_DFL)
        assert signal.getsignal(signal.SIGINT) is before
    finally:
        signal.signal(signal.SIGINT, ours)


def test_threads_may_wait_for_ctrl_c():
    failed = []

    def work():
        try:
            with interrupts_wait():
                pass
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert failed == []


class Deleted:
    """An object that takes its time when it is deleted, and says so."""

    def __init__(self, said):
        self.said = said

    def __del__(self):
        end = time.monotonic() + 0.05
        while time.monotonic() < end:
            pass
        self.said.append("deleted")


def test_the_end_of_a_budget_is_not_lost_while_an_object_is_deleted(monkeypatch):
    """Python prints what ``__del__`` raises, and goes on: the budget has to end after it."""
    said = []
    monkeypatch.setattr("sys.unraisablehook", lambda problem: said.append(problem.exc_type))
    with pytest.raises(BudgetOver), ends_after(0.01):
        del_this = Deleted(said)
        del del_this
        time.sleep(1000)
    assert said == ["deleted"]


class Taken:
    """An argument that ctypes takes its time to take."""

    @classmethod
    def from_param(cls, given):
        end = time.monotonic() + 0.05
        while time.monotonic() < end:
            pass
        return ctypes.c_int(given)


def test_the_end_of_a_budget_waits_while_ctypes_takes_an_argument():
    """ctypes makes an ArgumentError of what ``from_param`` raises; z3 goes through it at every call."""
    absolute = ctypes.CDLL(None).abs
    absolute.argtypes = [Taken]
    found = []
    with pytest.raises(BudgetOver), ends_after(0.01):
        found.append(absolute(-3))
        time.sleep(1000)
    assert found == [3]


LOADED = """
import time
end = time.monotonic() + 0.05
try:
    while time.monotonic() < end:
        pass
except BaseException:
    raise ImportError("it cannot be imported")
"""


def test_the_end_of_a_budget_waits_while_a_module_is_loaded(tmp_path, monkeypatch):
    """Libraries in C say that they cannot be imported, whatever was raised."""
    (tmp_path / "takes_its_time.py").write_text(LOADED)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BudgetOver), ends_after(0.01):
        importlib.import_module("takes_its_time")
        time.sleep(1000)


def test_the_end_of_a_budget_does_not_wait_for_ever(tmp_path, monkeypatch):
    (tmp_path / "never_ends.py").write_text("import time\ntime.sleep(1000)\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(interrupts, "PATIENCE", 0.02)
    with pytest.raises(BudgetOver), ends_after(0.01):
        importlib.import_module("never_ends")
