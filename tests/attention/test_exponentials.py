"""Compiled exponentials: their error, their limits, and when attention takes them."""

import numpy as np
import pytest

from headcount.attention import softmax, softmax_attention
from headcount.attention.exponentials import Exponential

MOST_UNITS = 2.0
"""Largest error in units of the last place."""

RANGES = {("e", "float32"): (-104, 88.7), ("e", "float64"): (-745.2, 709.7), (2, "float32"): (-149, 127.9),
          (2, "float64"): (-1074, 1023.9)}  # fmt: skip
KINDS = pytest.mark.parametrize(("base", "kind"), RANGES)


def units(found, arguments, base):
    """The error in units of the last place, least positive numbers included."""
    wanted = (np.exp if base == "e" else np.exp2)(arguments.astype(np.longdouble))
    return np.abs(found - wanted) / np.spacing(wanted.astype(found.dtype))


@KINDS
def test_the_error_is_below_two_units(base, kind):
    rng, (low, high) = np.random.default_rng(0), RANGES[base, kind]
    near = np.arange(-4000, 4000) / 2000  # where one polynomial goes over into the next, too
    arguments = np.concatenate([rng.uniform(low, high, 200_000), rng.uniform(-1, 1, 50_000), near]).astype(kind)
    assert units(Exponential(base, compiled=True)(arguments), arguments, base).max() <= MOST_UNITS
    assert units(Exponential(base)(arguments), arguments, base).max() <= 4  # what the guarantee takes for granted


@KINDS
def test_numbers_that_are_too_large_too_small_or_none(base, kind):
    high = RANGES[base, kind][1]
    arguments = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 2 * high, -2 * high, 1e30, -1e30], dtype=kind)
    found = Exponential(base, compiled=True)(arguments)
    assert np.isnan(found[0]) and found[1:].tolist() == [np.inf, 0, 1, 1, np.inf, 0, np.inf, 0]


def test_a_value_does_not_depend_on_its_place_and_arrays_need_not_be_contiguous():
    for kind in ("float32", "float64"):
        arguments = np.random.default_rng(1).normal(size=(37, 41)).astype(kind)
        exponential = Exponential("e", compiled=True)
        found = exponential(arguments)
        one_by_one = [exponential(np.array([x], dtype=kind))[0] for x in arguments.ravel()]
        assert found.ravel().tolist() == one_by_one
        assert units(exponential(arguments[:, ::2]), arguments[:, ::2], "e").max() <= 4
        assert exponential(arguments, out=arguments) is arguments and (arguments == found).all()


def test_many_scores_take_compiled_ones(monkeypatch):
    parts = np.random.default_rng(2).normal(size=(3, 300, 4))
    few, asked = softmax_attention(*parts), softmax_attention(*parts, compiled=True)
    monkeypatch.setattr(softmax, "COMPILED_SCORES", 300 * 300)
    assert (softmax_attention(*parts) == asked).all() and (softmax_attention(*parts, compiled=False) == few).all()
    assert (few != asked).any() and np.abs(few - asked).max() < 1e-14


def test_what_is_no_choice():
    with pytest.raises(softmax.AttentionError, match="compiled must be True, False or None, got 'yes'"):
        softmax_attention(*np.ones((3, 2, 2)), compiled="yes")
