"""One Hypothesis profile for all tests; budgets that do not depend on the machine: a counted clock, counted lines."""

import sys
import time
from contextlib import contextmanager

import pytest
from hypothesis import settings

# The same examples every time, on slow machines too: a red run is red for the next person as well.
settings.register_profile("headcount", derandomize=True, deadline=None, database=None)
settings.load_profile("headcount")


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


class TooManyLinesError(AssertionError):
    """More lines of Python were executed than allowed."""


@contextmanager
def _lines_at_most(limit):
    """Fail as soon as more lines of Python are executed: "at once", whatever else the machine does."""
    left = limit

    def trace(frame, event, argument):
        nonlocal left
        if event == "line":
            left -= 1
            if left < 0:
                raise TooManyLinesError(f"more than {limit} lines were executed")
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)


@pytest.fixture
def lines_at_most():
    """The context manager ``lines_at_most(limit)``."""
    return _lines_at_most
