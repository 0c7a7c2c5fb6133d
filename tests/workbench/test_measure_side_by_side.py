"""Engines that run at the same time: what is known in the end does not depend on which of them is faster."""

import time

import pytest

from headcount import measure
from headcount.measures.engines import Declined
from headcount.measures.measured import by_solver
from headcount.questions import CommunicationMatrix
from headcount.workbench.search import measure as module
from headcount.workbench.search.measure import SIDE_BY_SIDE

MATRIX = CommunicationMatrix.named("eq", 2)


@pytest.fixture
def only_covers(monkeypatch):
    """No other engines, whose bounds would be known before."""
    engines = {}
    monkeypatch.setattr(module, "RUN", engines)
    return engines


def engine(measure, value, seconds, error=None):
    def run(matrix, known, effort):
        assert known.bound("cover1", "lower") is None  # side by side, neither has heard of the other
        time.sleep(seconds)
        yield by_solver(measure, "lower", value, f"{measure} after {seconds}")
        if error is not None:
            raise error

    return run


@pytest.mark.parametrize("slow", [0, 1])
def test_order_of_what_is_heard(slow, only_covers):
    seconds = [0.3, 0.0] if slow == 0 else [0.0, 0.3]
    for value in (0, 1):
        only_covers[f"cover{value}"] = engine(f"cover{value}", 3 + value, seconds[value])
    seen = []

    def watch(name, number, total, known):
        seen.append(tuple(known.value(f"cover{value}", "lower") for value in (0, 1)))

    found = measure(MATRIX, only=("cover0", "cover1"), budget=600, watch=watch)
    assert [int(found[f"cover{value}"].lower.value) for value in (0, 1)] == [3, 4]
    assert seen == sorted(seen, key=lambda pair: [end is not None for end in pair])
    assert (None, 4) not in seen


def test_one_that_fails_leaves_the_other(only_covers):
    only_covers["cover0"] = engine("cover0", 2, 0.1, Declined("for a reason"))
    only_covers["cover1"] = engine("cover1", 3, 0.0)
    found = measure(MATRIX, only=("cover0", "cover1"), budget=600)
    assert [int(found[f"cover{value}"].lower.value) for value in (0, 1)] == [2, 3]
    assert found["cover0"].notes == ("for a reason",)
    assert found["cover1"].notes == ()


def test_a_budget_ends_both(only_covers):
    for value in (0, 1):
        only_covers[f"cover{value}"] = engine(f"cover{value}", 3, 600)
    found = measure(MATRIX, only=("cover0", "cover1"), budget=0.2)
    for value in (0, 1):
        assert any("budget of 0.2 s" in note for note in found[f"cover{value}"].notes)


def test_pairs_stand_beside_each_other():
    order = list(module.RUN)
    for first, second in SIDE_BY_SIDE:
        assert order.index(second) == order.index(first) + 1
