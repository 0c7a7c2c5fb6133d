"""Counting vectors and rounded tables in class GRID, against all tables of tiny grids."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

import brute_patterns as brute
from draws import until
from headcount.bounds.bound import CheckerRefusedError, certified_bound
from headcount.bounds.lower.grid import counting_lower
from headcount.bounds.upper.grid_tables import rounded_grid_upper
from headcount.questions import SignPattern, UnitClass, least_size, pattern_question, separation_question

CLASSES = ["GRID(1, midrise, gap 1)", "GRID(1, twos, gap 1/2)", "GRID(2, twos, gap 1/2)", "GRID(2, midrise, gap 1/2)"]


def asked(rows, of, resource="m", null=False, **fixed):
    return least_size(pattern_question(SignPattern(tuple(rows), null)), resource, of, **fixed)


@pytest.mark.parametrize("of", [*CLASSES, "GRID(2, twos, gap 1)", "GRID(1, midrise, gap 3)"])
@pytest.mark.parametrize("null", [False, True])
def test_between_brute_force(of, null, rotating_seed):
    """Random patterns with stars: what counting says is not more than there is, what is found not less."""
    rng = np.random.default_rng(rotating_seed)
    unit_class = UnitClass.parse(of)
    counted = Counter()
    for _ in until(counted, {True}, 25):
        shape = (int(rng.integers(1, 5)), int(rng.integers(2, 4)))
        rows = ["".join(rng.choice(list("++--*"), shape[1])) for _ in range(shape[0])]
        low, high = brute.grid_width(tuple(rows), null, unit_class.bits, unit_class.grid, unit_class.gap)
        question = asked(rows, of, null=null)
        found = counting_lower(question)
        counted[found is not None] += 1
        if found is not None:
            assert high is None or found.value <= high, rows
        for width in range(1, 4):
            tables = rounded_grid_upper(question, width, rng, steps=30, patience=5)
            assert tables is None or width >= low, rows


def test_the_grid_of_one_bit():
    """Three keys, each above the other two: in the plane of signs, and not on its line."""
    rows = ("+--", "-+-", "--+")
    assert counting_lower(asked(rows, CLASSES[0])).value == 2  # three queries, two vectors of one bit
    found = rounded_grid_upper(asked(rows, CLASSES[0]), 2, np.random.default_rng(0))
    assert found.value == brute.grid_width(rows, False, 1, "midrise", 1)[1] == 2


@pytest.mark.parametrize("bits", [1, 2, 3])
def test_pairs(bits):
    """C(n, 2) pairs need different queries, n items different vectors; written out or by name."""
    for items in (4, 5, 9):
        of = f"GRID({bits}, twos, gap 1/2)"
        rows = ["".join("+" if c in pair else "-" for c in range(items)) for pair in combinations(range(items), 2)]
        needed = (items * (items - 1) // 2 - 1).bit_length()
        found = [counting_lower(least_size(separation_question(items, 2, 2), "m", of)), counting_lower(asked(rows, of))]
        assert [bound.value for bound in found] == [-(-needed // bits)] * 2


def test_chains_share_a_query():
    """Nested sets are one order: the items have to differ, the queries need not."""
    rows = ["+" * k + "-" * (8 - k) for k in range(1, 8)]
    found = counting_lower(asked(rows, "GRID(1, twos, gap 1/2)"))
    assert (found.value, "items" in found.evidence.method) == (3, True)
    with pytest.raises(CheckerRefusedError, match="two of the lines may have the same vector"):
        certified_bound(found.quantity, "lower", 1, "", {"kind": "counting", "vectors": "rows"})


def test_bits_at_a_width():
    """36 pairs of nine: 6 bits in all, so 3 at width 2; a width of 6 leaves nothing to be said."""
    question = separation_question(9, 2, 2)
    found = counting_lower(least_size(question, "p", "GRID(p, twos, gap 1/2)", m=2))
    assert found.value == 3
    assert counting_lower(least_size(question, "p", "GRID(p, twos, gap 1/2)", m=6)) is None


@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("rows", [("**",), ("++",), ("--", "--"), ("+*", "*+"), ("+",), ("-",)])
def test_rows_that_ask_for_little(rows, null):
    """Nothing at all, one sign alone, one column: whatever is found, the checker accepts it."""
    for of in ("GRID(1, midrise, gap 1)", "GRID(2, twos, gap 1/2)"):
        found = rounded_grid_upper(asked(rows, of, null=null), 1, np.random.default_rng(0))
        assert found is not None, (rows, of)


def test_a_null_token_and_a_wide_gap():
    """Random signs, 16 x 16, two bits: a key of its own for each column would take 32 coordinates."""
    signs = np.random.default_rng(0).choice(["+", "-"], (16, 16))
    rows = ["".join(row) for row in signs.tolist()]
    for of, width in (("GRID(2, midrise, gap 1)", 9), ("GRID(3, midrise, gap 9)", 10)):
        found = rounded_grid_upper(asked(rows, of, null=True), width, np.random.default_rng(0), steps=500)
        assert found.value == width and len(found.evidence.content["null_key"]) == width


def test_ties_are_no_question_for_rounding():
    with pytest.raises(ValueError, match="without zeros"):
        rounded_grid_upper(asked(("0-",), CLASSES[0]), 2, np.random.default_rng(0))
