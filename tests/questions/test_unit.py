"""The evaluator of units: worked by hand, and against an evaluator written a second time from FORMAT.rst."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


def test_strassen_by_hand():
    """q = 1, k1 in (0, 2), k2 in (3, -4): q k1 + q k2 + k1 k2 = 3, -4, 2 + 3 + 6 = 11, 2 - 4 - 8 = -10."""
    keys, values = [[(0,), (2,)], [(3,), (-4,)]], [[(1,), (10,)], [(1,), (100,)]]
    assert attend(STRASSEN, saturated, (1,), keys, values, range(2)) == (10,)
    assert [STRASSEN.score(((1,), (a,), (b,))) for a in (0, 2) for b in (3, -4)] == [3, -4, 11, -10]


def test_null_token_in_pairs_by_hand():
    """One token, one null: the four pairs score 1, 2, 3, 6; the mixed pair (null, token) has value 5 * 2."""
    table = Table("token", ((1,),))
    head = Head(table, (table, Table("token", ((1,),))), (Table("token", ((2,),)),) * 2, ((3,), (2,)), ((5,), (7,)))
    unit = Unit(1, (Layer((head,), tensor(3), "base_two"),))
    # weights relative to score 1: (token, token) 1, (token, null) 2, (null, token) 4, (null, null) 32
    assert unit.outputs((0,)) == ((Fraction(1 * 4 + 2 * 14 + 4 * 10 + 32 * 35, 39),),)


def test_a_mask_holds_for_every_part_of_a_tuple():
    by_position = Table("position", ((1,), (2,), (4,)))
    one = Table("token", ((0,),))
    head = Head(one, (one, one), (by_position, by_position))
    unit = Unit(1, (Layer((head,), tensor(3), mask=((0, 1), (2,), (0, 1, 2))),))
    assert unit.outputs((0, 0, 0)) == ((Fraction(9, 4),), (Fraction(16),), (Fraction(49, 9),))


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


def test_heads_are_added_or_stand_side_by_side():
    table, values = Table("token", ((0,), (0,))), (Table("token", ((1,), (3,))), Table("token", ((10,), (20,))))
    heads = tuple(Head(table, (table,), (value,)) for value in values)
    assert Unit(2, (Layer(heads),)).outputs((0, 1)) == ((17,), (17,))
    assert Unit(2, (Layer(heads, combine="concat"),)).outputs((0, 1)) == ((2, 15), (2, 15))


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

entries = st.integers(-1, 1) | st.integers(-9, 9)  # small ones give ties


@st.composite
def units(draw, masks=True):
    """(unit, tokens): one layer, orders 2 to 4, any polynomial, any way of looking up, possibly null and mask."""
    order, alphabet = draw(st.sampled_from([2, 2, 3, 3, 4])), draw(st.integers(1, 3))
    length = draw(st.integers(1, 4 if order < 4 else 2))
    m, dv = draw(st.integers(0, 2)), draw(st.integers(1, 2))
    rows = {"token": alphabet, "position": length, "both": alphabet * length}

    def vector(width):
        return tuple(draw(st.lists(entries, min_size=width, max_size=width)))

    def table(width):
        by = draw(st.sampled_from(sorted(rows)))
        return Table(by, tuple(vector(width) for _ in range(rows[by])))

    parts = st.lists(st.integers(0, order - 1), min_size=1, max_size=order, unique=True)
    random_monomials = st.lists(parts.map(lambda part: tuple(sorted(part))), min_size=1, max_size=3).map(tuple)
    known = [tensor(order).monomials] + ([STRASSEN.monomials] if order == 3 else [])
    polynomial = ScorePolynomial(order, draw(st.sampled_from(known) | random_monomials))
    null = draw(st.booleans())
    heads = tuple(
        Head(
            table(m),
            tuple(table(m) for _ in range(order - 1)),
            tuple(table(dv) for _ in range(order - 1)),
            tuple(vector(m) for _ in range((order - 1) * null)),
            tuple(vector(dv) for _ in range((order - 1) * null)),
        )
        for _ in range(draw(st.integers(1, 2)))
    )
    weights = draw(st.sampled_from(["saturated", "fixed", "base_two"]))
    bits = draw(st.integers(1, 4)) if weights == "fixed" else 0
    mask = None
    if masks and draw(st.booleans()):
        seen = st.sets(st.integers(0, length - 1), min_size=0 if null else 1)
        mask = tuple(tuple(sorted(draw(seen))) for _ in range(length))
    layer = Layer(heads, polynomial, weights, bits, draw(st.sampled_from(["sum", "concat"])), mask)
    tokens = tuple(draw(st.lists(st.integers(0, alphabet - 1), min_size=length, max_size=length)))
    return Unit(alphabet, (layer,)), tokens


@settings(max_examples=300, deadline=None)
@given(units())
def test_outputs_equal_the_second_evaluators(case):
    unit, tokens = case
    assert [list(row) for row in unit.outputs(tokens)] == unit_opinion.unit_rows(unit_to_json(unit), tokens)


@settings(max_examples=200, deadline=None)
@given(units(masks=False), st.randoms(use_true_random=False))
def test_the_remembering_runner_gives_the_same_outputs(case, rng):
    """On several inputs in a row, because it is what it remembers that could be wrong."""
    unit, tokens = case
    run = Run(unit)
    for _ in range(4):
        assert run.outputs(tokens) == unit.outputs(tokens)
        tokens = tuple(rng.randrange(unit.alphabet) for _ in tokens)
