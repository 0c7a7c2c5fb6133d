"""Assumption 2: closed forms of the least temperature, against the maps themselves on all small scores."""

from fractions import Fraction
from itertools import product

import pytest
from flint import arb

from headcount.attention import (
    PROBABILITY_MAPS,
    AttentionError,
    Entmax,
    Hardmax,
    PositiveShare,
    ball_attention,
    saturated_attention,
)

MAPS = [*PROBABILITY_MAPS.values(), Entmax(3), Entmax(Fraction(5, 4)), Entmax(Fraction(7, 3))]
ETAS = [Fraction(1, 100), Fraction(1, 5), Fraction(1, 2), Fraction(2, 3), Fraction(9, 10), Fraction(1)]


def stretched(t, scores):
    return [t * score for score in scores]


def close(one, other):
    difference = abs(arb(0) + ball(one) - ball(other))
    return difference < 1e-12


def ball(number):
    return arb(number.numerator) / number.denominator if isinstance(number, int | Fraction) else number


@pytest.mark.parametrize("map_", MAPS, ids=lambda map_: map_.name)
def test_weights_are_a_distribution_that_keeps_the_order(map_):
    for scores in product((0, 1, Fraction(5, 2)), repeat=3):
        weights = map_.weights(scores)
        assert close(sum(map(ball, weights), arb(0)), 1)
        for (one, a), (other, b) in product(zip(scores, map(ball, weights), strict=True), repeat=2):
            assert not (one > other and a < b) and (one != other or close(a, b))


@pytest.mark.parametrize("map_", MAPS, ids=lambda map_: map_.name)
@pytest.mark.parametrize("eta", ETAS)
def test_the_temperature_is_enough_for_all_small_scores(map_, eta):
    for keys, gap in product((1, 2, 3), (Fraction(1, 3), 2)):
        found = map_.sharpness(keys, gap, eta)
        assert found.holds or map_.name == "share of positive parts"
        if not found.holds:
            continue
        for others in product((0, 1, 3), repeat=keys - 1):
            for lead in (0, 1):
                scores = (max(others, default=0) + gap + lead, *others)
                weight = ball(map_.weights(stretched(found.temperature, scores))[0])
                assert not weight < ball(1 - eta)


@pytest.mark.parametrize("map_", [map_ for map_ in MAPS if isinstance(map_, Entmax)], ids=lambda map_: map_.name)
def test_less_than_the_least_temperature_is_too_little(map_):
    for keys, gap, eta in product((2, 3, 7), (Fraction(1, 3), 2), ETAS):
        found = map_.sharpness(keys, gap, eta)
        assert not found.least > ball(found.temperature)
        if found.least == 0:
            assert eta >= Fraction(keys - 1, keys)
            continue
        less = found.temperature * Fraction(99, 100)
        assert ball(map_.weights(stretched(less, found.worst))[0]) < ball(1 - eta)


def test_the_closed_forms():
    softmax = Entmax(1).sharpness(keys=10, gap=2, eta=Fraction(1, 100))
    assert softmax.least.contains((arb(9) * 99).log() / 2) or close(softmax.least, (arb(9) * 99).log() / 2)
    for alpha in (Fraction(3, 2), 2, 3):
        for keys in (2, 50):
            found = Entmax(alpha).sharpness(keys, Fraction(1, 4), 0)
            assert found.temperature == 4 / Fraction(alpha - 1)
            assert Entmax(alpha).weights(stretched(found.temperature, found.worst)) == (1, *(0,) * (keys - 1))
            just_less = found.temperature * Fraction(999, 1000)
            assert ball(Entmax(alpha).weights(stretched(just_less, found.worst))[0]) < 1
    assert Entmax(2).sharpness(5, 2, Fraction(1, 5)).temperature == Fraction(1 - Fraction(1, 5) - Fraction(1, 20), 2)


def test_near_one_entmax_is_near_softmax():
    near = Entmax(Fraction(1001, 1000)).weights((2, 1, 0))
    for one, other in zip(near, Entmax(1).weights((2, 1, 0)), strict=True):
        assert abs(one - other) < 1e-3


def test_the_share_of_positive_parts_fails_and_says_where():
    share = PositiveShare()
    for t in (1, 7, Fraction(1, 9)):
        assert share.weights(stretched(t, (2, 1))) == (Fraction(2, 3), Fraction(1, 3))
    for keys, gap, eta in product((2, 3, 6), (Fraction(1, 3), 2), ETAS):
        found = share.sharpness(keys, gap, eta)
        if eta >= Fraction(keys - 1, keys):
            assert found.holds
            continue
        assert not found.holds and found.temperature is None
        first, *others = found.worst
        assert all(first - other >= gap for other in others)
        for t in (1, 1000):
            assert share.weights(stretched(t, found.worst))[0] < 1 - eta


def test_the_maps_are_those_of_attention():
    keys = [[0], [3], [1]]
    assert Hardmax().weights((0, 3, 1)) == (0, 1, 0)
    (weighed,) = saturated_attention([[1]], [keys], [[[1], [10], [100]]]).fractions()
    assert weighed[0] == 10
    (softmax,) = ball_attention([[1]], [keys], [[[1], [10], [100]]])
    wanted = sum((w * v for w, v in zip(Entmax(1).weights((0, 3, 1)), (1, 10, 100), strict=True)), arb(0))
    assert softmax[0].overlaps(wanted)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Entmax(Fraction(1, 2)), "alpha must be"),
        (lambda: Entmax(1.5), "alpha must be"),
        (lambda: Entmax(1).sharpness(2, 1, 0), "eta must be positive for softmax"),
        (lambda: Entmax(2).sharpness(2, 0, 0), "gap must be positive"),
        (lambda: Hardmax().sharpness(0, 1, 0), "keys must be"),
        (lambda: Hardmax().sharpness(2, 1, 2), "eta must lie in"),
        (lambda: Hardmax().sharpness(2, 0.5, 0), "gap must be an int or a Fraction"),
        (lambda: Hardmax().weights(()), "scores must not be empty"),
        (lambda: Hardmax().weights((0.5,)), "scores must be ints or Fractions"),
    ],
)
def test_bad_questions(make, words):
    with pytest.raises(AttentionError, match=words):
        make()
