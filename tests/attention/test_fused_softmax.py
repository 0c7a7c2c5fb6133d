"""Compiled passes without tiles: their error, odd sizes, what overflows or underflows; threads change no bit."""

import os
import subprocess
import sys
from itertools import product

import numpy as np
import pytest

from headcount.attention import AttentionError, plain_softmax, softmax_attention, streamed_softmax
from headcount.attention.exponentials import Exponential
from headcount.compiling import COMPILED
from headcount.questions import PAIRWISE, STRASSEN, ScorePolynomial, tensor

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled without numba")

KINDS = pytest.mark.parametrize("kind", ["float32", "float64"])
UNIT = {"float32": 2.0**-24, "float64": 2.0**-53}


def inputs(n, count, m, dv, kind, seed=0, batch=()):
    rng = np.random.default_rng(seed)
    shapes = [(*batch, n, m), (*batch, count, m), (*batch, count, dv)]
    return [rng.normal(size=shape).astype(kind) for shape in shapes]


def plainly(queries, keys, values, base="e", scale=1.0):
    """The definition, in extended precision."""
    queries, keys, values = (table.astype(np.longdouble) for table in (queries, keys, values))
    scores = scale * queries @ np.swapaxes(keys, -1, -2)
    weights = (np.exp if base == "e" else np.exp2)(scores - scores.max(axis=-1, keepdims=True))
    return weights @ values / weights.sum(axis=-1, keepdims=True)


@pytest.fixture
def passes(monkeypatch):
    """How many rows each compiled pass had; small inputs take them, too."""
    monkeypatch.setattr(plain_softmax, "FUSED_SCORES", 0)
    fused, seen = Exponential("e", compiled=True).fused, []
    plain = fused.weigh
    monkeypatch.setattr(fused, "weigh", lambda rows, *rest: seen.append(rows.shape) or plain(rows, *rest))
    return seen


@KINDS
@pytest.mark.parametrize("base", ["e", 2])
@pytest.mark.parametrize("dv", [1, 3, 8, 40])
def test_odd_sizes_keep_a_small_error(kind, base, dv, passes):
    for n, count, m in product((1, 7, 33), (1, 5, 33, 600), (1, 5, 32)):
        given = inputs(n, count, m, dv, kind)
        given[0] /= np.sqrt(m).astype(kind)
        found = softmax_attention(*given, base=base, compiled=True)
        error = np.abs(found - plainly(*given, base)).max() / np.abs(given[2]).max()
        assert found.dtype == kind and error <= 40 * UNIT[kind]  # scores of a few units, each with its rounding
    assert len(passes) == 36


@KINDS
def test_wide_keys_and_values_take_smaller_blocks(kind, passes):
    given = inputs(7, 700, 500, 600, kind)
    given[0] /= np.sqrt(500).astype(kind)
    error = np.abs(softmax_attention(*given, compiled=True) - plainly(*given)).max() / np.abs(given[2]).max()
    assert passes and error <= 40 * UNIT[kind]


@KINDS
@pytest.mark.parametrize("base", ["e", 2])
def test_a_weight_has_an_error_of_two_units(kind, base):
    """One coordinate, whose other factor is 1, gives scores without rounding."""
    exponential = Exponential(base, compiled=True)
    low, high = {"float32": (-80, 80), "float64": (-700, 700)}[kind]
    scores = np.concatenate([np.random.default_rng(1).uniform(low, high, 5000), np.arange(-64, 64) / 2]).astype(kind)
    columns = exponential.fused.columns_of(np.ones((1, 1, 1), kind), np.ones((1, 1, 1), kind))
    found = exponential.fused.weigh(scores[None, :, None], columns, base)[0]
    wanted = (np.exp if base == "e" else np.exp2)(scores.astype(np.longdouble))
    units = np.abs(found - wanted[:, None]) / np.spacing(wanted.astype(kind))[:, None]
    assert (found[:, 0] == found[:, 1]).all() and units.max() <= 2


@KINDS
def test_weights_beyond_the_range_say_so(kind):
    fused = Exponential(2, compiled=True).fused
    limit = {"float32": 125.0, "float64": 1021.0}[kind]
    columns = fused.columns_of(np.ones((1, 1, 1), kind), np.ones((1, 1, 1), kind))
    scores = np.array([-limit, -limit - 2.0**-13, -1e30, 1e30, np.inf, -np.inf, np.nan], kind)
    found = fused.weigh(scores[None, :, None], columns, 2)[0, :, -1]
    assert found[:4].tolist() == [2.0**-limit, 0.0, 0.0, 2.0 ** (limit + 1)] and np.isnan(found[4:]).all()


@KINDS
def test_padded_keys_weigh_nothing_and_neighbours_change_no_bit(kind):
    fused = Exponential("e", compiled=True).fused
    queries, keys, values = inputs(50, 523, 7, 5, kind, batch=(2,))
    columns = fused.columns_of(keys, values)
    found = fused.weigh(queries, columns, "e")
    for i in (0, 1, 5, 49):
        assert (fused.weigh(queries[:, i : i + 1], columns, "e")[:, 0] == found[:, i]).all()
    alone = fused.weigh(queries[1:, :, :], fused.columns_of(keys[1:], values[1:]), "e")
    assert (alone[0] == found[1]).all()
    least = fused.weigh(np.full((1, 1, 1), -9, kind), fused.columns_of(np.ones((1, 9, 1), kind), values[:1, :9]), "e")
    assert abs(least[0, 0, -1] / (9 * np.exp(-9)) - 1) < 4 * UNIT[kind]


@KINDS
@pytest.mark.parametrize("n", [40, 300])
def test_what_overflows_or_underflows_is_computed_again(kind, n, passes):
    queries, keys, values = inputs(n, n, 4, 3, kind)
    queries[3] *= {"float32": 60, "float64": 600}[kind]
    queries[5], keys[:, 0] = 0, 1
    queries[5, 0] = {"float32": -90, "float64": -900}[kind]
    found = softmax_attention(queries, keys, values, compiled=True)
    wanted = plainly(queries, keys, values)
    assert passes and np.abs(found - wanted).max() <= 4000 * UNIT[kind]
    others = [i for i in range(n) if i not in (3, 5)]
    assert np.abs(found - wanted)[others].max() <= 100 * UNIT[kind]


def test_keys_and_values_that_no_pass_can_take():
    queries, keys, values = inputs(40, 300, 4, 3, "float32")
    small = values * np.float32(2.0**-100)
    found = softmax_attention(queries, keys, small, compiled=True)
    assert np.abs(found / np.float32(2.0**-100) - plainly(queries, keys, values)).max() < 1e-5
    with pytest.raises(AttentionError, match="scores overflow"):
        softmax_attention(queries * np.float32(1e30), keys * np.float32(1e30), values, compiled=True)


@pytest.mark.parametrize("n", [2, 300])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("place", range(3))
def test_what_is_not_finite_is_found(n, value, place, passes):
    given = inputs(n, n, 2, 2, "float32")
    given[place][1, 1] = value
    name = ("queries", r"keys\[0\]", r"values\[0\]")[place]
    with pytest.raises(AttentionError, match=f"{name} must be finite"):
        softmax_attention(*given, compiled=True)


@KINDS
@pytest.mark.parametrize("polynomial", [PAIRWISE, STRASSEN, tensor(3), ScorePolynomial(2, ((0,), (0, 1), (1,)))])
def test_every_polynomial_and_any_number_of_workers(kind, polynomial, monkeypatch, passes):
    monkeypatch.setattr(streamed_softmax, "PASS_ROWS", 12)
    monkeypatch.setattr(streamed_softmax, "PASS_PREFIXES", 7)
    monkeypatch.setattr(plain_softmax, "MOST_SCORES", 0)
    rng, others = np.random.default_rng(2), polynomial.order - 1
    queries, *tables = (rng.normal(size=(3, 31, 4)).astype(kind) for _ in range(1 + 2 * others))
    given = (queries, tables[:others], tables[others:])
    found = [
        softmax_attention(*given, polynomial=polynomial, scale=0.5, compiled=True, workers=workers)
        for workers in (1, 2, 3)
    ]
    assert found[0].tobytes() == found[1].tobytes() == found[2].tobytes() and len(passes) > 9
    wide = [[table.astype(np.float64) for table in tables] for tables in given[1:]]
    wanted = softmax_attention(queries.astype(np.float64), *wide, polynomial=polynomial, scale=0.5, compiled=False)
    assert np.abs(found[0] - wanted).max() <= 500 * UNIT[kind]


def test_arrays_need_not_be_contiguous_or_writable(passes):
    wide = inputs(33, 33, 10, 10, "float32")
    given = [table[:, ::2] for table in wide]
    for table in given:
        table.flags.writeable = False
    copied = [table.copy() for table in given]
    assert (softmax_attention(*given, compiled=True) == softmax_attention(*copied, compiled=True)).all()
    assert passes
    fused = Exponential("e", compiled=True).fused
    assert len(fused._weigh.signatures) <= 2 and len(fused._divide.signatures) <= 2  # one for each kind of float


def test_without_a_compiler_the_tiles_are_taken():
    script = """
import numpy as np
from headcount.attention import softmax_attention
from headcount.attention.exponentials import Exponential
assert Exponential("e", compiled=True).fused is None
parts = np.random.default_rng(0).normal(size=(3, 300, 4)).astype("float32")
assert np.abs(softmax_attention(*parts, compiled=True) - softmax_attention(*parts, compiled=False)).max() < 1e-6
"""
    settings = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", script], env=settings, check=True)
