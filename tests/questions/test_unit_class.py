"""Unit classes are written in one way, and grids hold what they should."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headcount.certificates.evaluate.exhibit import need_grid
from headcount.certificates.evaluate.vectors import bits_needed
from headcount.certificates.refuse import Refused
from headcount.questions import GRIDS, UnitClass, least_size, qsa_question


@given(st.sampled_from(["GRID", "FIXED"]), st.integers(0, 4096), st.sampled_from(sorted(GRIDS)), st.integers(1, 10**8))
def test_what_is_printed_is_parsed(name, bits, grid, gap):
    unit_class = UnitClass(name, bits, grid, gap if name == "GRID" else 0)
    assert UnitClass.parse(str(unit_class)) == unit_class
    assert unit_class.asks_for_bits == (bits == 0)


def test_the_five_classes():
    written = ["SIGN", "SATURATED", "THRESH", "GRID(3, twos, gap 2)", "FIXED(p, midrise)"]
    assert [str(UnitClass.parse(text)) for text in written] == written
    assert UnitClass.parse("FIXED(p, midrise)").at(7) == UnitClass("FIXED", 7, "midrise")


@pytest.mark.parametrize(
    "text",
    [
        "", "sign", "SIGN ", " SIGN", "SIGN\n", "SIGN(2, twos)", "GRID", "GRID(2)", "GRID(2, twos)",
        "GRID(2,twos,gap 1)", "GRID(0, twos, gap 1)", "GRID(-1, twos, gap 1)", "GRID(02, twos, gap 1)",
        "GRID(2, twos, gap 0)", "GRID(2, twos, gap 01)", "GRID(2, twos, gap p)", "GRID(1000000000, twos, gap 1)",
        "GRID(2, Twos, gap 1)", "FIXED(2, twos, gap 1)", "FIXED(\u0662, twos)", "FIXED(q, twos)",
        "THRESH(2, twos)", "Thresh", "SIGN, m <= 0",
    ],
)  # fmt: skip
def test_nothing_else_is_a_class(text):
    with pytest.raises(ValueError, match="must be SIGN, SATURATED"):
        UnitClass.parse(text)


@pytest.mark.parametrize("bits", [1, 2, 3])
def test_grids_entry_by_entry(bits):
    members = {"midrise": {x for x in range(-20, 20) if x % 2 and abs(x) < 2**bits}}
    members["twos"] = {x for x in range(-20, 20) if -(2**bits) <= 2 * x < 2**bits}
    for grid, held in members.items():
        for entry in range(-20, 20):
            if entry in held:
                need_grid([(entry,)], grid, bits)
                assert bits_needed(grid, (entry,)) <= bits
            else:
                with pytest.raises(Refused):
                    need_grid([(min(held),), (entry,)], grid, bits)


def test_classes_without_a_grid_hold_everything():
    need_grid([(10**50, 0)], "", 0)
    for grid in GRIDS:
        with pytest.raises(Refused):
            need_grid([(10**50, 0)], grid, 3)


@pytest.mark.parametrize(
    ("resource", "of", "monotone"),
    [
        ("m", "SIGN", True), ("m", "GRID(1, midrise, gap 1)", True), ("p", "GRID(p, twos, gap 1)", True),
        ("H", "GRID(1, midrise, gap 1)", False), ("p", "FIXED(p, midrise)", False), ("H", "FIXED(1, twos)", True),
    ],
)  # fmt: skip
def test_families_that_are_monotone(resource, of, monotone):
    assert least_size(qsa_question(4, 1), resource, of, m=2, heads=1).monotone is monotone
