"""The same random cases every time, or those of ``make fuzz``; a clock that counts looks."""

import gc
import os
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings
from xdist.scheduler import LoadGroupScheduling

gc.disable()  # until all tests are read: there is nothing to collect, and it would go through all of it each time

# Before NumPy is loaded. Matrices here are small: threads of a linear algebra library wait for each other most of the
# time (ten times as long where other work runs beside them), and a product's last bits depend on how many there are.
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

# The same examples every time, on slow machines too: a red run is red for the next person as well.
settings.register_profile("headcount", derandomize=True, deadline=None, database=None)
settings.register_profile("fuzz", derandomize=False, deadline=None, database=None)
settings.load_profile("headcount")

# Defaults of whoever runs the tests are not the tests' business.
os.environ["HEADCOUNT_CONFIG"] = os.devnull

# A shell without job control lets what it runs in the background ignore Ctrl-C, and so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ["command_line"]

SLOW = Path(__file__).with_name("slow_tests.txt")
LONG = ("test_notebooks.py", "test_proofs.py", "test_readme.py", "test_theorems.py", "test_tiny_files.py")
"""Files with tests of many seconds, which start before the short ones, so that no worker waits for them in the end."""

COMPILING = (
    *("test_grid_case_search.py", "test_low_rank_matrices.py", "test_deterministic.py"),  # group "compiled"
    *("test_sign_ranks.py", "test_circuit_words.py"),  # group "compiled signs", of about the same length
)
"""Files that compile inner loops in a new checkout, those of a group in one worker. They start first: then no two
workers compile the same, and all other tests find it on disk."""

SEED = 1
"""Of random cases, where none is given: no run depends on the day."""


def pytest_addoption(parser):
    parser.addoption("--fuzz", type=int, metavar="SEED", help="draw the cases of tests marked `random` with this seed")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    """Hypothesis gets the seed, too: before its own plugin reads its option, and before the tests are read."""
    if config.option.fuzz is not None:
        settings.load_profile("fuzz")
        config.option.hypothesis_seed = str(config.option.fuzz)


class Scheduler(LoadGroupScheduling):
    """Forgets what is done: the original goes through all earlier tests after each one, six seconds for 8,000."""

    def mark_test_complete(self, node, item_index, duration=0):
        super().mark_test_complete(node, item_index, duration)
        units = self.assigned_work[node]
        for scope in [scope for scope, unit in units.items() if all(unit.values())]:
            del units[scope]


@pytest.hookimpl(wrapper=True)
def pytest_collection_finish(session):
    """Workers send the groups of tests with their names, by which tests of one group go to one worker.

    pytest-xdist 3.8 writes the group into ``_nodeid``, which pytest 9.2 no longer reads: without this, no marker
    ``xdist_group`` has any effect there, and each worker builds what a group is there to build once.
    """
    items = session.items
    if getattr(session.config.option, "loadgroup", False):
        session.items = [SimpleNamespace(nodeid=with_group(item)) for item in items]
    try:
        yield
    finally:
        session.items = items
    _leave_garbage_alone()


def with_group(item):
    """The name of a test, with the name of its group as ``LoadGroupScheduling`` reads it."""
    groups = sorted({mark.args[0] for mark in item.iter_markers("xdist_group")})
    ending = f"@{'_'.join(groups)}" if groups else ""
    return item.nodeid if item.nodeid.endswith(ending) else item.nodeid + ending


def pytest_xdist_make_scheduler(config, log):
    return Scheduler(config, log) if config.option.dist == "loadgroup" else None


def pytest_report_header(config):
    seed = config.option.fuzz
    return f"random cases: seed {SEED}, as always" if seed is None else f"random cases: seed {seed}; {again(seed)}"


def again(seed):
    return f"make fuzz SEED={seed} repeats this run"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Of tests with many cases ``make test`` takes the first of every so many, and ``make test-slow`` the rest.

    What draws its cases is marked ``random``, for ``make fuzz``; what ``slow_tests.txt`` lists is ``slow``.
    """
    counts, listed = Counter(), SLOW.read_text("utf-8").split("\n") if SLOW.exists() else []
    for item in items:
        test = item.nodeid.partition("[")[0]
        if not {test, test.partition("::")[0]}.isdisjoint(listed):
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.listed)
        if "rotating_seed" in item.fixturenames or hasattr(getattr(item, "obj", None), "hypothesis"):
            item.add_marker(pytest.mark.random)
        marker = item.get_closest_marker("in_turn")
        if marker is None:
            continue
        (parts,) = marker.args
        if counts[test] % parts:
            item.add_marker(pytest.mark.slow)
        counts[test] += 1
    items.sort(key=lambda item: (item.path.name not in COMPILING, item.path.name not in LONG))


def _leave_garbage_alone():
    """Once all is loaded, the collector of garbage leaves it alone, and comes rarely.

    From here on no compiled module is kept: tests write a module, run it, change it and run it again, within a second,
    by which a stale one would not be told from a fresh one.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 10)
    gc.enable()
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


@pytest.fixture
def rotating_seed(request):
    """For random cases that are others in each ``make fuzz``; cases that never change have seeds of their own."""
    given = request.config.option.fuzz
    return SEED if given is None else given


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    seed = item.config.option.fuzz
    if report.failed and seed is not None:
        report.sections.append(("random cases", again(seed)))
    return report


class CountedClock:
    """Seconds that pass when somebody looks: ``tick`` each time.

    An engine looks at the clock before each step, so that its seconds are steps, on any machine. ``late`` are the looks
    after a deadline: an engine that keeps to it has one or two for each loop that it leaves.
    """

    def __init__(self, tick):
        self.tick, self.looks = tick, 0

    def __call__(self):
        self.looks += 1
        return self.looks * self.tick

    def late(self, deadline):
        return self.looks - int(deadline / self.tick)


@pytest.fixture
def counted_clock(monkeypatch):
    """``counted_clock(tick)`` puts a CountedClock in the place of ``time.monotonic``, in this process."""

    def install(tick):
        clock = CountedClock(tick)
        monkeypatch.setattr(time, "monotonic", clock)
        return clock

    return install
