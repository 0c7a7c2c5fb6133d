"""The least r in the plane for J - I: regular polygons reach it, no convex polygon goes below."""

import math
from fractions import Fraction

import numpy as np
import pytest

from _spreads import spread_bracket
from headcount.bounds.attention_matrices.pattern_ends import of_softmax
from headcount.bounds.attention_matrices.radon import plane_spread
from headcount.bounds.bound import CheckerRefusedError, certified_bound
from headcount.questions import AttentionRatios

BITS = 2**16


def all_but_one(L):
    return [[j for j in range(L) if j != i] for i in range(L)]


def regular_polygon(L, r):
    """The bound m <= 2 by rounded corners, at ratios 2^r and zeros 1/2."""
    angles = 2 * np.pi * np.arange(L) / L
    corners = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    gap = 1 - math.cos(2 * math.pi / L)
    entries = tuple(tuple((j, 1) for j in row) for row in all_but_one(L))
    tables = {
        "kind": "score-tables", "dimension": 2, "denominator": BITS**2, "precision": 1,
        "queries": np.rint(-corners * BITS / gap * 1.0002).astype(int).tolist(),
        "keys": np.rint(corners * BITS).astype(int).tolist(),
    }  # fmt: skip
    return certified_bound(of_softmax(AttentionRatios(L, entries, r, Fraction(-1))), "upper", 2, "polygon", tables)


def rounded(r, off):
    return Fraction(round(r * (1 + off) * 4096), 4096)


@pytest.mark.parametrize("L", range(4, 11))
def test_regular_polygons_reach_it(L):
    assert regular_polygon(L, rounded(plane_spread(L), 0.001)).value == 2
    with pytest.raises(CheckerRefusedError):
        regular_polygon(L, rounded(plane_spread(L), -0.001))


def convex_polygon(L, rng):
    """Corners of a convex polygon: random edges, of very different lengths, in the order of their angles."""
    edges = rng.normal(size=(L - 1, 2)) * np.exp(2 * rng.normal(size=(L - 1, 1)))
    edges = np.rint(edges * 1000).astype(int)
    edges = np.vstack([edges, -edges.sum(axis=0)])
    ordered = edges[np.argsort(np.arctan2(edges[:, 1], edges[:, 0]))]
    return [tuple(map(int, corner)) for corner in np.cumsum(ordered, axis=0)]


def area(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def test_no_convex_polygon_is_below():
    rng, seen = np.random.default_rng(0), 0
    for _ in range(600):
        L = int(rng.integers(4, 13))
        corners = convex_polygon(L, rng)
        at = [corners[i % L] for i in range(3 * L)]
        ears = [area(*at[i : i + 3]) for i in range(L)]
        if min(ears) <= 0:  # edges of one direction
            continue
        seen += 1
        # step 1 of the proof: both opposite corners of an odd polygon, the one of an even polygon twice
        opposite = [area(at[i], at[i + 2], at[i + 1 + h]) for i in range(L) for h in (L // 2, (L + 1) // 2)]
        least = Fraction(plane_spread(L)) * Fraction(10**9 - 1, 10**9)
        assert math.prod(opposite) >= least ** (2 * L) * math.prod(ears) ** 2
    assert seen > 300


def test_a_search_finds_none_below():
    found = spread_bracket(all_but_one(5), 5, 2, steps=8, starts=4)
    assert found.low <= plane_spread(5) <= found.high


def test_three_positions_are_refused():
    with pytest.raises(ValueError, match="L must be an integer >= 4"):
        plane_spread(3)
