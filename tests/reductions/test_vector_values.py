"""Values in R^d': points that are far apart, tokens that ask for different means, and what that excludes."""

from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt

import pytest

from headcount.reductions.excluded_sizes.counting_lower import qsa_counting_lower
from headcount.reductions.excluded_sizes.excluded_region import ExcludedRegionError
from headcount.reductions.excluded_sizes.vector_values import qsa_vectors_lower, separated_values
from headcount.tasks import TaskError


@pytest.mark.parametrize("values", [1, 2, 3])
@pytest.mark.parametrize(
    ("q", "error"), [(1, Fraction(1, 5)), (2, Fraction(1, 9)), (2, Fraction(1, 10)), (3, Fraction(1, 7))]
)
def test_the_points_are_in_the_ball_and_far_apart(values, q, error):
    """k points in each coordinate: k - 1 steps of more than 2 q eps fit, k would not."""
    points = separated_values(q, values, error)
    side = round(points ** (1 / values))
    step = float(2 * q * error)
    if points > 2:
        assert side**values == points
        assert 2 / sqrt(values) / (side - 1) > step
    assert points == 2 or 2 / sqrt(values) / side <= step + 1e-12


@pytest.mark.parametrize(("N", "q", "error"), [(3, 1, Fraction(1, 9)), (4, 2, Fraction(1, 18)), (4, 3, Fraction(1, 8))])
def test_tokens_ask_for_means_far_apart(N, q, error):
    """d' = 1: any two tokens that are counted ask for means more than 2 eps apart, for some others in {-1, 1}."""
    k = separated_values(q, 1, error)
    own = [Fraction(2 * j, k - 1) - 1 for j in range(k)]
    tokens = {(y, z if N - 1 in y else None) for y in combinations(range(N), q) for z in own}
    assert len(tokens) == comb(N - 1, q) + k * comb(N - 1, q - 1)

    def mean(token, others):
        y, z = token
        return sum((z if j == N - 1 else others[j] for j in y), Fraction(0)) / q

    for one, two in combinations(tokens, 2):
        assert max(abs(mean(one, x) - mean(two, x)) for x in product((-1, 1), repeat=N - 1)) > 2 * error
    assert 2 ** qsa_vectors_lower(N, q, 1, error).required >= len(tokens)


def test_the_term_of_the_dimension():
    """At a fixed error the bits grow with d' log(1 / (q eps sqrt d')); at an error near 1/q nothing is gained."""
    required = [qsa_vectors_lower(64, 4, d, Fraction(1, 1000)).required for d in (1, 2, 4, 8)]
    assert required == sorted(required)
    assert required[-1] - required[0] > 30
    assert qsa_vectors_lower(64, 4, 9, Fraction(1, 5)).required == qsa_counting_lower(64, 4).required
    region = qsa_vectors_lower(64, 4, 8, Fraction(1, 1000))
    assert region.least_m(1, 1) > qsa_counting_lower(64, 4).least_m(1, 1)
    assert region.unit_class == "FIXED(p, twos)"


def test_mistakes():
    with pytest.raises(TaskError, match="dv must be at least values=3"):
        qsa_vectors_lower(9, 2, 3, Fraction(1, 4), dv=2)
    with pytest.raises(ExcludedRegionError, match="below 1/q"):
        qsa_vectors_lower(9, 2, 3, Fraction(1, 2))
    with pytest.raises(TaskError, match="values"):
        qsa_vectors_lower(9, 2, 0, Fraction(1, 4))
