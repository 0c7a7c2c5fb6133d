"""What an encoding excludes against all fixed-point units at toy size: functions of two tokens, promises among them."""

import random

import pytest

import headcount
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.reductions.excluded_sizes.exclusion_certificate import exclusion_certificate

BITS = 1


def packed(rows, owner, read_out=int):
    """f in two tokens: Alice's first, Bob's second; the output is read at a party's own token."""

    @headcount.task(alphabet=max(len(rows), len(rows[0])), length=2, name="packed")
    def task(x):
        entry = rows[x[0]][x[1]] if x[0] < len(rows) and x[1] < len(rows[0]) else "*"
        return [None if entry == "*" else int(entry)] * 2

    place = 1 + (owner == "Bob")
    sized = headcount.reduction(
        [list(row) for row in rows], task, alice=lambda a: {1: a - 1}, bob=lambda b: {2: b - 1}, output_position=place
    )
    return sized, task, place - 1


def drawn(rng, height, width, letters):
    while True:
        rows = ["".join(rng.choice(letters) for _ in range(width)) for _ in range(height)]
        if {"0", "1"} <= set("".join(rows)):
            return rows


def compared(rows, owner):
    """The largest m that an argument about any read-out excludes, plus 1; and the least m of a unit."""
    sized, task, position = packed(rows, owner)
    regions = [one for one in headcount.lower_bounds(sized, grid="midrise") if "row alone" not in one.condition]
    found = headcount.probe(task, unit_class="fixed", bits=BITS, position=position, budget=300)
    assert found.closed
    return max(region.least_m(BITS, 1) for region in regions), found.upper.value, regions


def seen(count, seed, height, width, letters):
    rng = random.Random(seed)
    gaps = []
    for number in range(count):
        rows = drawn(rng, rng.randint(2, height), rng.randint(2, width), letters)
        lower, least, _ = compared(rows, ("Alice", "Bob")[number % 2])
        assert lower <= least, rows
        gaps.append(least - lower)
    return gaps


@pytest.mark.parametrize(("letters", "sharp"), [("01", 6), ("01*", 6)])
def test_nothing_is_excluded_that_is(letters, sharp):
    gaps = seen(6, 1, 3, 3, letters)
    assert gaps.count(0) >= sharp


@pytest.mark.slow
@pytest.mark.parametrize("letters", ["01", "01*"])
def test_nothing_is_excluded_that_is_at_larger_sizes(letters):
    gaps = seen(24, 2, 6, 4, letters)
    assert gaps.count(0) >= 20


def test_equality_of_five_symbols_needs_more_than_one_bit():
    """EQ_V needs 4^p >= V: sharp at m = dv = 1, certified, for every p that is tried."""
    rows = ["".join(str(int(x == y)) for y in range(5)) for x in range(5)]
    lower, least, regions = compared(rows, "Bob")
    assert lower == least == 2
    made = exclusion_certificate("packed", {}, regions, [1], 1)
    assert isinstance(check(made.bundle), Accepted)
    assert [claim["sizes"] for claim in made.bundle["claims"] if claim.get("claim") == "excluded"] == [[[1, 1, 1, 1]]]
