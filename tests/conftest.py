"""One Hypothesis profile for all tests; a seed that changes every day; a clock that counts looks."""

import gc
import os
import sys
import time
from collections import Counter

import pytest
from hypothesis import settings

# Before NumPy is loaded. Matrices here are small: threads of a linear algebra library wait for each other most of the
# time (ten times as long where other work runs beside them), and a product's last bits depend on how many there are.
for threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(threads, "1")

# The same examples every time, on slow machines too: a red run is red for the next person as well.
settings.register_profile("headcount", derandomize=True, deadline=None, database=None)
settings.load_profile("headcount")

# Defaults of whoever runs the tests are not the tests' business.
os.environ["HEADCOUNT_CONFIG"] = os.devnull

SEED = "HEADCOUNT_TEST_SEED"


def pytest_configure(config):
    """The day, unless the seed is given. Workers inherit it, so that all run the same at midnight, too."""
    os.environ.setdefault(SEED, str(int(time.time()) // 86_400))


def pytest_report_header(config):
    return f"rotating seed: {os.environ[SEED]} ({SEED}={os.environ[SEED]} repeats this run)"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Of tests with many cases ``make test`` takes a part, another one each day, and ``make test-slow`` the rest."""
    counts = Counter()
    for item in items:
        marker = item.get_closest_marker("in_turn")
        if marker is None:
            continue
        (parts,) = marker.args
        test = item.nodeid.partition("[")[0]
        if (counts[test] + int(os.environ[SEED])) % parts:
            item.add_marker(pytest.mark.slow)
        counts[test] += 1


def pytest_collection_finish(session):
    """Once all is loaded, the collector of garbage leaves it alone, and comes rarely: some per cent less time.

    From here on no compiled module is kept: tests write a module, run it, change it and run it again, within a second,
    by which a stale one would not be told from a fresh one.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


@pytest.fixture
def rotating_seed():
    """For random cases that are others every day; cases that always run have seeds of their own."""
    return int(os.environ[SEED])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed and "rotating_seed" in item.fixturenames:
        report.sections.append(("rotating seed", f"{SEED}={os.environ[SEED]} repeats this run"))
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
