"""Every engine against brute force on small matrices, and under changes that keep its measure."""

import itertools
from fractions import Fraction

import pytest

import brute_matrices
from engine_runs import drawn, ends, exact
from headcount.measures.registry import ENGINES
from headcount.questions import MEASURES, CommunicationMatrix

NUMBERS = ("gamma2", "gamma2_01", "gamma2_inf", "gamma2_alpha")
"""Solved for numerically, here and by brute force, which takes its time."""
SMALL = [("".join(word[:2]), "".join(word[2:])) for word in itertools.product("01*", repeat=4)][:-1:5]
SMALL += [drawn(k, shape).rows for k, shape in enumerate([(1, 3), (3, 3), (3, 4), (4, 3), (4, 4), (2, 4), (3, 2)])]
SMALL += [drawn(k, shape, "01*").rows for k, shape in enumerate([(3, 3), (3, 4), (4, 3), (2, 4), (4, 4)])]
MIRRORED = {"one_way_ab": "one_way_ba", "one_way_ba": "one_way_ab", "vc_rows": "vc_columns", "vc_columns": "vc_rows"}
COUNT_COPIES = ("spectral_norm", "trace_norm", "disc_uniform")


def allowed(measure, rows):
    return MEASURES[measure].promise or "*" not in "".join(rows)


@pytest.mark.parametrize("measure", ENGINES)
@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_small_matrices(measure, part):
    matrices = [rows for rows in SMALL if allowed(measure, rows)]
    for rows in (matrices[1::12] if measure in NUMBERS else matrices)[part::2]:
        value = brute_matrices.measure(rows, measure, MEASURES[measure].usual)
        if MEASURES[measure].integral:
            assert exact(rows, measure) == value, rows
        else:
            lower, upper = ends(rows, measure)
            assert float(lower) - 2e-6 <= value <= float(upper) + 2e-6, rows
            assert upper - lower < Fraction(3, 10**6), rows


@pytest.mark.parametrize("measure", ENGINES)
@pytest.mark.parametrize("entries", ["01", "01*"])
def test_order_and_copies_of_lines_and_exchange_of_players(measure, entries):
    matrix = drawn(7, (2, 3) if measure in NUMBERS else (4, 5), entries)
    if not allowed(measure, matrix.rows):
        return
    lower, upper = ends(matrix, measure)
    assert upper - lower < Fraction(1, 10**6)
    rows, columns = ([*reversed(range(1, size)), 0] for size in matrix.shape)
    parts = [matrix.part(rows, columns)]
    if measure not in COUNT_COPIES:
        parts.append(matrix.part([*rows, 1, 0], [*columns, 1, 1]))
    for part in parts:
        least, most = ends(part, measure)
        assert least <= upper and lower <= most
    least, most = ends(matrix.transposed, MIRRORED.get(measure, measure))
    assert least <= upper and lower <= most


@pytest.mark.parametrize(
    ("measure", "other"),
    [(f"{name}0", f"{name}1") for name in ("fooling", "cover", "partition", "fractional_cover", "smooth_rectangle")]
    + [(f"rank_{field}", f"rank_{field}_complement") for field in ("q", "gf2", "gf3")],
)
def test_complement_exchanges_the_values(measure, other):
    matrix = drawn(3, (4, 5), "01*" if MEASURES[measure].promise else "01")
    assert exact(matrix, measure) == exact(matrix.complement, other)


def test_empty_values():
    rectangles = ("fooling0", "fooling1", "cover0", "cover1", "partition0", "partition1")
    assert exact(("111", "111"), *rectangles) == [0, 1, 0, 1, 0, 1]
    assert exact(("0*", "**"), *rectangles[:4]) == [1, 0, 1, 0]
    for rows in (("1",), ("1*",), ("00", "00"), ("0*", "*0")):
        assert exact(CommunicationMatrix(rows), "D") == 0
