"""The evaluator of units: worked by hand, and against an evaluator written a second time from FORMAT.rst."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import random_units
import unit_opinion
from headcount.questions import (
    PAIRWISE,
    STRASSEN,
    Head,
    Layer,
    ReadOut,
    ScorePolynomial,
    Table,
    Unit,
    attend,
    base_two,
    bits_needed,
    fixed_point,
    midrise,
    saturated,
    tensor,
    twos,
    unit_to_json,
)
from headcount.questions.unit import Run

# --- worked by hand


def test_order_two_by_hand():
    """Scores 2, 3, 3 with query (1, 1): the mean of the last two values."""
    keys, values = [[(2, 0), (0, 3), (4, -1)]], [[(6, 1), (1, 0), (0, 5)]]
    assert attend(PAIRWISE, saturated, (1, 1), keys, values, range(3)) == (Fraction(1, 2), Fraction(5, 2))
    # p = 2: weights 2, 4, 4 of 10
    assert attend(PAIRWISE, fixed_point(2), (1, 1), keys, values, range(3)) == (Fraction(16, 10), Fraction(22, 10))


def test_order_three_by_hand():
    """Query 1, keys (1, 2) and (1, -1): scores 1 -1 2 -2 for (0,0) (0,1) (1,0) (1,1); values multiply."""
    keys, values = [[(1,), (2,)], [(1,), (-1,)]], [[(3,), (5,)], [(7,), (11,)]]
    assert attend(tensor(3), saturated, (1,), keys, values, range(2)) == (35,)
    # base 2: weights 8, 2, 16, 1 of 27, jointly over the pairs; values 21, 33, 35, 55
    assert attend(tensor(3), base_two, (1,), keys, values, range(2)) == (Fraction(8 * 21 + 2 * 33 + 16 * 35 + 55, 27),)


def test_a_position_without_a_key_is_an_error():
    one = Table("token", ((0,),))
    unit = Unit(1, (Layer((Head(one, (one,), (one,)),), mask=((0,), ())),))
    with pytest.raises(ValueError, match="no key to attend to"):
        unit.outputs((0, 0))


@pytest.mark.parametrize("p", [1, 2, 5])
def test_weights_are_cut_after_p_bits(p):
    assert fixed_point(p)([p, 0]) == [2**p, 1]
    assert fixed_point(p)([p + 1, 0]) == [2**p, 0]
    assert fixed_point(p)([-7, -7]) == [2**p, 2**p]


def test_a_read_out_makes_the_next_layers_symbols():
    uniform, value = Table("token", ((), ())), Table("token", ((0,), (2,)))
    first = Layer((Head(uniform, (uniform,), (value,)),))
    names = Table("token", ((), (), ()))
    second = Layer((Head(names, (names,), (Table("token", ((0,), (5,), (9,))),)),))
    read_out = ReadOut((((0, (Fraction(1),)), 2), ((1, (Fraction(1),)), 1), ((0, (Fraction(0),)), 0)), 3)
    unit = Unit(2, (first, second), (read_out,))
    assert unit.outputs((0, 1)) == ((7,), (7,))
    assert unit.outputs((0, 0)) == ((0,), (0,))
    with pytest.raises(KeyError):
        unit.outputs((1, 1))


def test_sizes_of_a_unit():
    narrow, wide = Table("token", ((1,), (2,))), Table("both", ((1, 2, 3),) * 4)
    first = Layer((Head(narrow, (narrow,), (wide,)), Head(narrow, (narrow,), (wide,))))
    second = Layer((Head(wide, (wide, wide), (narrow, narrow), ((0, 0, 9),) * 2, ((8,),) * 2),), STRASSEN)
    unit = Unit(2, (first, second), (ReadOut((), 2),))
    assert (unit.m, unit.dv, unit.H, unit.order, unit.length) == (3, 3, 2, 3, 2)
    assert unit.parameters == 2 * (2 + 2 + 12) + (3 * 12 + 2 * 2 + 2 * 3 + 2)
    assert max(unit.entries) == 9


@pytest.mark.parametrize("order, monomials", [(1, ((0,),)), (2, ()), (2, ((),)), (2, ((1, 0),)), (2, ((0, 2),))])
def test_polynomials_that_are_none(order, monomials):
    with pytest.raises(ValueError, match=r"order|monomial"):
        ScorePolynomial(order, monomials)


def test_tables_are_looked_up_in_three_ways():
    with pytest.raises(ValueError, match="'token', 'position' or 'both', got 'head'"):
        Table("head", ((1,),))


@pytest.mark.parametrize("grid", ["midrise", "twos"])
def test_bits_needed_is_the_least_p_whose_grid_holds_all(grid):
    grids = {p: set({"midrise": midrise, "twos": twos}[grid](p)) for p in range(1, 7)}
    assert all(len(members) == 2**p for p, members in grids.items())
    for a in range(-17, 18):
        for b in range(-17, 18):
            holding = [p for p, members in grids.items() if {a, b} <= members]
            assert bits_needed([a, b], grid) == (min(holding) if holding else None)


# --- against the second evaluator


@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from([1, 9]))
def test_outputs_equal_the_second_evaluators(rng, size):
    """On several inputs in a row: what a run remembers could be wrong."""
    unit, length = random_units.random_unit(rng, size)
    run = Run(unit)
    for _ in range(4):
        tokens = tuple(rng.randrange(unit.alphabet) for _ in range(length))
        assert list(map(list, run.outputs(tokens))) == unit_opinion.unit_rows(unit_to_json(unit), tokens)
        assert unit.outputs(tokens) == run.outputs(tokens)
