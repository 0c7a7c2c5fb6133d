"""Curves rounded to p bits: which p selects, and that the proved error is the softmax's."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from headcount.bounds.constructions.averaging import rounded_curve as curves


@pytest.mark.parametrize("nodes", curves.ROUNDED_NODES)
def test_rounded_curves_select_with_enough_bits_only(nodes):
    subsets = list(combinations(range(9), 2))
    good = curves.rounded_curve_error(9, 2, nodes, 30, subsets)
    poor = curves.rounded_curve_error(9, 2, nodes, 3, subsets)
    assert good.error <= Fraction(1, 100)
    assert poor.error > Fraction(1, 4)
    assert good.subsets == 36


@pytest.mark.parametrize("nodes", curves.ROUNDED_NODES)
def test_proved_error_is_that_of_the_softmax(nodes):
    subsets = list(combinations(range(7), 2))
    found = curves.rounded_curve_error(7, 2, nodes, 9, subsets)
    head = curves.rounded_curve_head(7, 2, nodes, 9)
    assert np.abs(head.keys.astype(int)).max() <= 255
    worst = 0.0
    for y in subsets:
        scores = np.array([int(s) for s in head.scores(y)], dtype=float) * float(found.temperature)
        weights = np.exp(scores - scores.max())
        weights /= weights.sum()
        weights[list(y)] -= 0.5
        worst = max(worst, np.abs(weights).sum())
    assert worst <= float(found.error) <= worst + 1e-9


def test_rounded_needs_more_bits_at_chebyshev_nodes():
    bits = {nodes: curves.least_bits_when_rounded(12, 2, nodes, 12).bits for nodes in curves.ROUNDED_NODES}
    assert bits["circle"] < bits["centred"] < bits["chebyshev"]
