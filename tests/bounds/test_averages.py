"""Averages within an error: what means cost, the gap and the temperature that an error needs, constructions."""

from fractions import Fraction
from itertools import combinations
from math import exp, log

import numpy as np
import pytest

from headcount import check
from headcount.bounds.averages import centre_lower, centre_upper, least_error, saturated_upper, softmax_gap
from headcount.bounds.constructions.averaging.rounded_curve import softmax_error
from headcount.bounds.constructions.averaging.softmax_averages import softmax_averages
from headcount.bounds.constructions.averaging.width_and_bits import widths_and_bits
from headcount.bounds.unit_classes.averaging_heads import (
    constructed_average,
    decide_averaging_head,
    too_large_to_anneal,
)
from headcount.certificates.verdict import Accepted
from headcount.questions import averaging_question, least_size

QUARTER = Fraction(1, 4)


@pytest.mark.parametrize("words", ["qsa-moment-curve N=6 q=2", "qsa-sign-keys N=8 q=2", "qsa-multi-head N=6 q=4 H=2"])
@pytest.mark.parametrize("error", [QUARTER, Fraction(1, 50)])
def test_the_temperature_keeps_to_the_error_and_half_of_the_least_scale_does_not(words, error):
    built = softmax_averages(words.split(), error)
    done = built.verify()
    assert done.passed and done.exhaustive and 0 < done.error <= error
    N, s = built.task.N, built.heads[0].stop - built.heads[0].start
    gap = min(built.exact.measured(y)[0] for y in combinations(range(N), built.task.q))
    scale = log((N - s) * (2 - float(error)) / (s * float(error))) / gap
    assert scale <= built.temperature < 2 * scale
    worst = (N - s) * exp(-scale * gap)  # of N - s keys just the gap below
    assert 2 * worst / (s + worst) == pytest.approx(float(error))
    verdict = check(built.certificate())
    assert isinstance(verdict, Accepted) and verdict.upper == built.size.m and f"error <= {error}" in verdict.statement


def test_the_error_in_balls_is_the_error():
    rng = np.random.default_rng(1)
    for _ in range(20):
        scores = [rng.integers(-300, 40, 7) for _ in range(2)]
        weights = [np.exp(0.25 * (s - s.max()).astype(float)) for s in scores]
        total = sum(c * w / w.sum() for c, w in zip((2, 1), weights, strict=True)) / 3
        total[[1, 4, 6]] -= 1 / 3
        found = softmax_error((1, 4, 6), list(zip((2, 1), scores, strict=True)), 3, QUARTER)
        assert 0 <= found - Fraction(float(np.abs(total).sum())) < Fraction(1, 10**9)
    for temperature in (Fraction(3, 10), Fraction(60), Fraction(101), Fraction(300)):  # 1 below is near, or far
        weight = exp(-float(temperature))
        found = float(softmax_error((0,), [(1, np.array([5, 4]))], 1, temperature))
        assert 0 <= found - 2 * weight / (1 + weight) < 1e-9


def test_a_rounded_curve_takes_fewer_bits_the_larger_the_error():
    found = [softmax_averages(["qsa-rounded-curve", "N=8", "q=2"], Fraction(1, k)) for k in (3, 10, 100)]
    assert [built.size.m for built in found] == [4, 4, 4]
    bits = [built.size.p for built in found]
    assert bits == sorted(bits) and bits[0] < bits[-1]
    assert all(built.verify().passed for built in found)
    fewer = softmax_averages(["qsa-rounded-curve", "N=8", "q=2", f"bits={bits[1] + 2}"], Fraction(1, 10))
    assert fewer.verify().error <= Fraction(1, 10)


@pytest.mark.parametrize(
    ("N", "q", "bits", "grid", "m"),
    [(8, 2, 2, "twos", 8), (8, 2, 4, "twos", 7), (20, 2, 18, "twos", 4), (9, 2, 3, "midrise", 9)],
)
def test_constructions_in_fixed_point(N, q, bits, grid, m):
    asked = least_size(averaging_question(N, q), "m", f"FIXED({bits}, {grid})", error=QUARTER)
    assert constructed_average(asked, m).value == m
    assert constructed_average(asked, 2 * q - 1) is None


@pytest.mark.parametrize(("N", "q"), [(8, 2), (12, 3)])
def test_the_sizes_of_constructions_are_those_that_the_checker_accepts(N, q):
    for size in widths_and_bits(N, q, QUARTER, rounded=False):
        asked = least_size(averaging_question(N, q), "m", f"FIXED({size.p}, twos)", error=QUARTER)
        assert constructed_average(asked, size.m).value == size.m, size
        assert size.status == "proved" and size.m >= min(2 * q, N - 1)


@pytest.mark.parametrize(("N", "q"), [(4, 2), (5, 2), (5, 3), (7, 3), (8, 4)])
def test_means_cost_what_is_said(N, q):
    """Over random affine dependencies and weights: the least F of the subset that the proof of ``centre`` takes."""
    rng = np.random.default_rng(N * q)
    others = N - q
    for _ in range(300):
        b = int(rng.integers(1, q + 1))
        a = int(rng.integers(max(b, others), N - b + 1)) if N - b >= max(b, others) else 0
        if a <= others:
            continue  # the subset need not meet A
        s = a - others
        mu, beta = np.sort(rng.dirichlet(np.ones(a) * 3)), rng.dirichlet(np.ones(b))
        logs = -rng.exponential(6.0, (4000, a))
        logs[:, :s] = rng.normal(0, 0.2, (4000, s)) * rng.integers(0, 2, (4000, 1))
        spare = -rng.exponential(0.5, (4000, b - 1)) * rng.integers(0, 2, (4000, 1))
        last = (logs @ mu - spare @ beta[:-1]) / beta[-1]
        on = np.exp(np.column_stack([last, spare, logs[:, :s]]))
        least = (np.abs(on - 1).sum(axis=1) + np.exp(logs[:, s:]).sum(axis=1)).min()
        assert least >= 1 - s * a ** (-a / s) - 1e-12


@pytest.mark.parametrize(
    ("N", "q", "m"), [(5, 2, 3), (7, 3, 4), (7, 3, 5), (9, 3, 5), (9, 3, 3), (20, 5, 1), (12, 2, 1)]
)
def test_the_least_error_is_where_the_ends_change(N, q, m):
    low, high = least_error(N, q, m)
    if low:
        asked = least_size(
            averaging_question(N, q), "m", "SOFTMAX", error=Fraction(low - 1e-9).limit_denominator(10**12)
        )
        assert centre_lower(asked).value > m
    if high < 1:
        asked = least_size(
            averaging_question(N, q), "m", "SOFTMAX", error=Fraction(high + 1e-4).limit_denominator(10**6)
        )
        assert min(end.value for end in (saturated_upper(asked), centre_upper(asked)) if end) <= m


@pytest.mark.parametrize(("N", "q"), [(2, 1), (6, 2), (9, 4), (7, 6)])
def test_gap_is_least(N, q):
    for error in (Fraction(1, 10), Fraction(1, 3), Fraction(9, 10)):
        gap = softmax_gap(N, q, error)

        def reached(g):
            weight = Fraction(1, 2**g)
            return 2 * (N - q) * weight / (q + (N - q) * weight)

        assert reached(gap) <= error and (gap == 1 or reached(gap - 1) > error)


def test_too_many_errors_for_annealing_are_no_mistake():
    """C(20, 3) 2^12 errors are too many, C(19, 3) 2^12 are not."""
    asked, smaller = (
        least_size(averaging_question(N, 3), "m", "FIXED(2, midrise)", error=Fraction(1, 4)) for N in (20, 19)
    )
    assert too_large_to_anneal(smaller, 6) == ""
    found = decide_averaging_head(asked, 6, 0.01)
    assert found.bound is None and found.method.startswith("too large to be searched by annealing: 2^12 possible")
