"""Exact scores, first directions, and what exact arithmetic makes of sets near the boundary."""

from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from headcount.solvers.reachability.batch_points import Sets, batch_points
from headcount.solvers.reachability.exact_simplex import weights_or_point
from headcount.solvers.reachability.nearest_point import decide_set
from headcount.solvers.reachability.score_table import score_table


@pytest.mark.parametrize("type", [np.float16, np.float32, np.float64])
@pytest.mark.parametrize("bits", [3, 20, 90])
def test_no_number_is_rounded(type, bits):
    rng = np.random.default_rng(bits)
    weights = (rng.standard_normal((9, 4)) * np.exp2(rng.integers(-8, 8, (9, 4)))).astype(type).astype(float)
    bias = rng.standard_normal(9).astype(type).astype(float)
    table = score_table(weights, bias, free=True)
    rows = table.integers(list(range(9)))
    for column, stored in ((slice(0, 4), weights), (slice(4, 5), bias[:, None])):
        factors = {
            Fraction(n) / Fraction(x)
            for row, line in zip(rows, stored, strict=True)
            for n, x in zip(row[column], line, strict=True)
        }
        assert len(factors) == 1  # one positive factor for the weights, one for the biases
        (factor,) = factors
        assert factor > 0
    point = [int(x) for x in rng.integers(-(2**bits) if bits < 60 else -(2**62), 2 ** min(bits, 62), 5)]
    point[0] <<= max(0, bits - 62)
    assert table.exact_scores(point) == [sum(a * b for a, b in zip(row, point, strict=True)) for row in rows]


@pytest.mark.parametrize("free", [True, False])
@pytest.mark.parametrize("shape", ["plain", "bias", "centred"])
def test_first_directions_are_right(free, shape):
    """Every point that is found in a batch, against scores in integers."""
    rng = np.random.default_rng(3)
    weights = rng.standard_normal((60, 5))
    table = score_table(
        weights, rng.standard_normal(60) if shape == "bias" else None, free=free, centred=shape == "centred"
    )
    states = rng.standard_normal((40, 5)) * 3
    states -= states.mean(axis=1, keepdims=True) * (shape == "centred")
    scores = states @ weights.T
    sets = [
        np.flatnonzero(line > np.sort(line)[-4]).tolist() if free else np.flatnonzero(line > 0).tolist()
        for line in scores
    ]
    found = batch_points(table, Sets.of(sets), rounds=40)
    assert len(found.which) > 10
    rows = table.integers(list(range(60)))
    for place, number in enumerate(found.which.tolist()):
        point = found.point(table, place)
        if shape == "centred":
            assert sum(point[:5]) == 0
        if shape == "bias":
            assert point[5] >= 1
        level = point[-1] if free else 0
        for j, row in enumerate(rows):
            score = sum(a * b for a, b in zip(row, point, strict=False))
            assert score > level if j in sets[number] else score < level


def test_the_margin_of_a_batch_allows_for_the_bits_that_are_left_out():
    """A rival that is above by the last bits only: no batch may say that the class is on top."""
    weights = np.array([[1.0, 0.5], [1.0 + 2.0**-40, 0.5], [-1, -1]])
    assert 0 not in batch_points(score_table(weights, None, free=True), Sets.of([[0], [1], [2]]), rounds=1).which


def test_float32_mixtures_are_decided():
    """Rows made of others and rounded lie 1e-8 inside or outside of the hull; decimals that depend, 1e-17."""
    rng = np.random.default_rng(0)
    rows = rng.standard_normal((300, 12)).astype(np.float32)
    for k in range(20):
        rows[k] = rng.dirichlet(np.ones(3)).astype(np.float32) @ rows[50 + 3 * k : 53 + 3 * k]
    decided = [decide_set(score_table(rows.astype(float), None, free=True), [k]) for k in range(20)]
    assert not any(decision.reason for decision in decided)
    assert any(decision.point for decision in decided)
    tenths = np.array([[0.4, -0.8], [-0.8, -1.6], [0.7, -0.6], [-1.9, -0.6], [1.2, 1.1]])
    assert not decide_set(score_table(tenths, None, free=True), [0]).reason


def test_the_simplex_method_answers_both_ways():
    weights, point = weights_or_point([[2, 1], [-2, 1], [0, -3]])
    assert point == [] and weights == [fmpq(3, 8), fmpq(3, 8), fmpq(1, 4)]
    weights, point = weights_or_point([[2, 1], [-2, 1]])
    assert weights == [] and all(sum(a * b for a, b in zip(u, point, strict=True)) > 0 for u in ([2, 1], [-2, 1]))
    assert weights_or_point([[2, 1], [-2, 1]], stop=lambda: True) == ([], [])


def test_a_stop_is_heard():
    table = score_table(np.random.default_rng(0).standard_normal((40, 3)), None, free=True)
    assert decide_set(table, [0], stop=lambda: True).reason == "the time was over"
    assert len(batch_points(table, Sets.of([[0]]), rounds=3, stop=lambda: True).which) == 0
