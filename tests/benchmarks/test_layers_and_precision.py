"""The pages of two layers and of precision: they say what their stores say, and brackets keep to theorems."""

from itertools import product

import pytest

import composition_layers
import precision_map
from headcount.bounds.unit_classes.layered_unit_bounds import decide_by_clauses
from headcount.questions import Scope, least_size
from headcount.solvers.outcome import Verdict
from masks_and_layers import listed

PRECISION = precision_map.stored()
LAYERS = {(one.task, one.of, one.layers): one for one in listed(composition_layers.STORE)}


def test_the_pages_are_those_of_the_stores():
    assert list(PRECISION) == list(precision_map.cells())
    assert precision_map.page(PRECISION) == precision_map.PAGE.read_text()
    cells = list(product(composition_layers.TASKS, composition_layers.CLASSES, (1, 2)))
    assert list(LAYERS) == cells
    assert composition_layers.page([LAYERS[cell] for cell in cells]) == composition_layers.PAGE.read_text()


def test_no_bound_of_precision_is_below_what_has_to_be_told():
    for cell, one in PRECISION.items():
        assert one.upper is None or cell.told <= one.lower <= one.upper or one.lower <= cell.told <= one.upper, cell


def test_equality_by_the_theorem():
    """At m = dv = H = 1 in FIXED the least p is ceil(log4 V)."""
    for V in precision_map.FUNCTIONS["EQ"][1]:
        one = PRECISION[precision_map.Cell("EQ", V, "FIXED", 1, 1, 1)]
        assert one.lower == one.upper == -(-(V - 1).bit_length() // 2)


def test_more_symbols_need_no_fewer_bits():
    """V symbols are among more symbols: the lower bound of the fewer is at most the upper bound of the more."""
    for cell, one in PRECISION.items():
        for other in precision_map.FUNCTIONS[cell.function][1]:
            more = PRECISION[precision_map.Cell(cell.function, other, cell.of, cell.m, cell.dv, cell.H)]
            assert other < cell.V or more.upper is None or one.lower <= more.upper, (cell, other)


def test_two_layers_need_no_more_than_one():
    for name, of in product(composition_layers.TASKS, composition_layers.CLASSES):
        one, two = (LAYERS[name, of, layers] for layers in (1, 2))
        assert two.bounds[0] <= one.bounds[1] and two.bounds[1] <= one.bounds[1], (name, of)


def test_where_one_layer_fails_and_two_succeed():
    """Two points, each function one token, p = H = dv = 1: two layers without scores, one layer not with m = 2."""
    one, two = (LAYERS["two points, a token each", "FIXED(1)", layers] for layers in (1, 2))
    assert one.lower == 3 and two.upper == 0


@pytest.mark.slow
def test_three_points_are_refuted_without_scores():
    """No unit of two layers with m = 0 and p = H = dv = 1 composes two functions on three points."""
    task = composition_layers.TASKS["three points, a token each"]
    asked = least_size(task, "m", "FIXED(1, midrise)", layers=2, read_out="any", scope=Scope(null=False))
    cell = decide_by_clauses(asked, 0, 1000.0)
    assert cell.status is Verdict.INFEASIBLE and cell.bound.value == 1
