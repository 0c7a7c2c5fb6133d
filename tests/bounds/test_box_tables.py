"""Alternating linear programs in class GRID: between brute force and what is known, blocks, clocks, degenerate rows."""

import time

import numpy as np
import pytest

import brute_patterns as brute
from headcount.bounds.upper.box_tables import box_upper
from headcount.questions import SignPattern, UnitClass, least_size, pattern_question, qsa_question, separation_question
from headcount.solvers.units import box_programs
from headcount.solvers.units.box_programs import BoxSearch
from headcount.solvers.units.wide_margin import row_gaps

MIDRISE, TWOS = "GRID(1, midrise, gap 1)", "GRID(2, twos, gap 1)"


def asked(rows, of, null):
    return least_size(pattern_question(SignPattern(tuple(rows), null)), "m", of)


@pytest.mark.slow  # each shape is compiled
@pytest.mark.parametrize("of", [MIDRISE, TWOS])
@pytest.mark.parametrize("null", [False, True])
def test_against_brute_force(of, null, rotating_seed):
    """Random patterns with ties and stars; where there are no ties, what is found is the least there is or one more."""
    rng, unit_class, search, near = np.random.default_rng(rotating_seed), UnitClass.parse(of), BoxSearch(), 0
    for _ in range(15):
        shape = (int(rng.integers(1, 5)), int(rng.integers(2, 4)))
        rows = ["".join(rng.choice(list("++--*0"), shape[1])) for _ in range(shape[0])]
        low, _ = brute.grid_width(tuple(rows), null, unit_class.bits, unit_class.grid, unit_class.gap)
        for width in range(1, 4):
            found = box_upper(asked(rows, of, null), width, search, rng)
            assert found is None or found.value == width >= low, rows
            near += found is not None and width <= low + 1
    assert near > 3


@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("rows", [("**",), ("++",), ("--",), ("00",), ("0*",), ("+",), ("0-", "**")])
def test_rows_that_ask_for_little(rows, null):
    for of in (MIDRISE, TWOS):
        assert box_upper(asked(rows, of, null), 0, BoxSearch(), np.random.default_rng(0)) is None
        found = box_upper(asked(rows, of, null), 1, BoxSearch(), np.random.default_rng(0))
        assert found is None or found.value == 1


def test_top_two_of_eight_and_ties():
    search, rng = BoxSearch(), np.random.default_rng(0)
    top = least_size(separation_question(8, 1, 2), "m", "GRID(2, midrise, gap 1)")
    assert next(filter(None, (box_upper(top, 6, search, rng) for _ in range(20)))).value == 6
    tied = least_size(qsa_question(4, 1), "m", MIDRISE)
    assert next(filter(None, (box_upper(tied, 2, search, rng) for _ in range(50)))).value == 2


def test_blocks_do_the_work_of_one_program(monkeypatch):
    signs = np.where(np.random.default_rng(3).random((6, 5)) < 0.5, 1, -1).astype(np.int8)
    for most in (10_000, 7):
        monkeypatch.setattr(box_programs, "MOST_ENTRIES", most)
        for null in (None, np.full(4, 1 / 3)):
            found = BoxSearch()(signs, 4, np.random.default_rng(0), target=0.3, null=null)
            zero = null is not None
            scores = found.queries @ (found.items - (null if zero else 0)).T
            assert found.gap > 0.59 and row_gaps(scores, signs, zero=zero).min() == pytest.approx(found.gap)
            assert np.abs(found.queries).max() < 1 + 1e-6 and np.abs(found.items).max() < 1 + 1e-6


def test_programs_are_compiled_once_for_a_shape(monkeypatch):
    made, init = [], box_programs.AlternatingPrograms.__init__
    monkeypatch.setattr(
        box_programs.AlternatingPrograms, "__init__", lambda *args, **sizes: (made.append(1), init(*args, **sizes))[1]
    )
    search, rng = BoxSearch(), np.random.default_rng(0)
    signs = np.array([[1, -1], [-1, 1]], dtype=np.int8)
    for d in (1, 2, 1, 2):
        search(signs, d, rng)
    assert len(made) == 2


def test_a_deadline_that_is_over():
    signs = np.array([[1, -1], [-1, 1]], dtype=np.int8)
    found = BoxSearch()(signs, 1, np.random.default_rng(0), deadline=time.monotonic())
    assert found.gap == -float("inf")
    none = box_upper(asked(("+-", "-+"), MIDRISE, False), 1, BoxSearch(), np.random.default_rng(0), time.monotonic())
    assert none is None
