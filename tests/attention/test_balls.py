"""Balls: closed forms that they must hold, errors that are upper bounds, bad input."""

from fractions import Fraction
from math import nan

import pytest
from flint import arb, ctx

from headcount.attention import AttentionError, ball_attention, error_upper, softmax_weighing
from headcount.questions import STRASSEN, attend, base_two, tensor


def test_a_known_softmax():
    ((output,),) = ball_attention([[1]], [[[0], [1]]], [[[0], [1]]])
    with ctx.workprec(200):
        e = arb(1).exp()
        assert output.overlaps(e / (1 + e))
        assert output.rad() < arb(2) ** -100


def test_entries_are_taken_exactly():
    # 0.1 is not 1/10: its ball differs from that of the Fraction, at a precision that can tell.
    given = [[[[entry]], [[[0], [1]]], [[[0], [1]]]] for entry in (0.1, Fraction(1, 10), arb(0.1))]
    floats, fraction, ball = (ball_attention(*arguments) for arguments in given)
    assert error_upper(floats, fraction) > Fraction(1, 10**19)
    assert not floats[0][0].overlaps(fraction[0][0])
    assert floats[0][0].overlaps(ball[0][0])


@pytest.mark.parametrize("polynomial", [STRASSEN, tensor(3)])
def test_base_two_holds_the_exact_rational(polynomial):
    queries, keys = [(1, -2), (2, 1)], [[(1, 0), (2, 1), (0, 3)], [(1, 1), (-1, 2), (3, 0)]]
    values = [[(1,), (2,), (3,)], [(5,), (-1,), (2,)]]
    balls = ball_attention(queries, keys, values, polynomial=polynomial, base=2)
    exact = [attend(polynomial, base_two, query, keys, values, range(3)) for query in queries]
    assert error_upper(balls, exact) < Fraction(1, 2**100)
    shifted = [[row[0] + Fraction(1, 2**90)] for row in exact]
    assert Fraction(1, 2**90) <= error_upper(balls, shifted) < Fraction(1, 2**89)


def test_low_precision_gives_wide_balls_and_never_wrong_ones():
    arguments = [[3]], [[[1], [2], [-5]]], [[[1], [2], [7]]]
    fine = ball_attention(*arguments, precision=400)
    errors = [error_upper(ball_attention(*arguments, precision=bits), fine, precision=400) for bits in (8, 24, 80)]
    assert errors[0] > errors[1] > errors[2] > 0
    for bits in (8, 24, 80):
        assert ball_attention(*arguments, precision=bits)[0][0].contains(fine[0][0])


def test_precision_does_not_leak():
    before = ctx.prec
    ball_attention([[1]], [[[1]]], [[[1]]], precision=777)
    assert ctx.prec == before


def test_masks():
    outputs = ball_attention([[1], [1]], [[[9], [0]]], [[[1], [2]]], mask=[[1], [0, 1]])
    assert outputs[0][0].contains(2)
    assert outputs[1][0] < Fraction(3, 2).numerator / arb(2)


def test_scale():
    assert error_upper(
        ball_attention([[1]], [[[1], [0]]], [[[1], [0]]], scale=Fraction(5, 3)),
        ball_attention([[Fraction(5, 3)]], [[[1], [0]]], [[[1], [0]]]),
    ) < Fraction(1, 2**100)


def test_scores_of_thousands():
    ((output,),) = ball_attention([[10**6]], [[[1], [-1]]], [[[1], [0]]])
    assert output.is_finite()
    assert error_upper([[output]], [[1]]) < Fraction(1, 2**100)


def test_error_upper_is_no_less_than_the_error():
    assert error_upper([[1, Fraction(1, 3)]], [[1, 0]], precision=20) >= Fraction(1, 3)
    assert error_upper([[1, Fraction(1, 3)]], [[1, 0]], precision=20) < Fraction(1, 3) + Fraction(1, 2**15)
    assert error_upper([[-7], [2]], [[1], [2]]) == 8


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"queries": [[nan]]}, "finite, got nan"),
        ({"queries": [["1"]]}, "an entry must be"),
        ({"queries": [[1, 2]]}, r"keys\[0\] must have 1 rows of length 2"),
        ({"queries": []}, "at least one row"),
        ({"keys": [[[1]], [[1]]]}, "must be 1 tables"),
        ({"values": [[[1], [2]]]}, r"values\[0\] must have 1 rows"),
        ({"mask": [[]]}, "position 0 must have at least one key"),
        ({"mask": [[1]]}, r"in 0 \.\. 0, got \[1\]"),
        ({"mask": []}, "a list for each"),
        ({"base": 10}, "base must be"),
        ({"precision": 0}, "precision must be"),
    ],
)
def test_bad_input(change, words):
    arguments = {"queries": [[1]], "keys": [[[1]]], "values": [[[1]]], **change}
    with pytest.raises(AttentionError, match=words):
        ball_attention(**arguments)


def test_error_upper_refuses_what_it_cannot_bound():
    with pytest.raises(AttentionError, match="finite"):
        error_upper([[arb("nan")]], [[0]])
    with pytest.raises(AttentionError, match="as many rows"):
        error_upper([[1]], [[1, 2]])
    with pytest.raises(AttentionError, match="base must be"):
        softmax_weighing(base=7)


def test_a_bare_table_is_refused():
    table = [[1, 1], [1, 0]]
    with pytest.raises(AttentionError, match=r"write \[table\]"):
        ball_attention(table, table, table, polynomial=tensor(3))
