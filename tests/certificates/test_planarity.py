"""``planarity``: no minor is found among the pairs that half-spaces cut off points of R^3; those of R^4 have them."""

from collections import Counter
from itertools import combinations

import networkx
import numpy as np
import pytest

from draws import until
from headcount.bounds.special_patterns import planarity_lower
from headcount.questions import SignPattern, pattern_question
from headcount.solvers.sign_rank.nonplanar_minor import nonplanar_minor


def cut_off(points, rng, directions=4000):
    """Pairs and single points that some half-space holds alone: all that random directions show, never too many."""
    found = set()
    for direction in rng.standard_normal((directions, points.shape[1])):
        order = np.argsort(points @ direction)
        found |= {(int(order[0]),), tuple(sorted(order[:2].tolist()))}
    return found


def cores(rng):
    """Points in R^3, many of them hidden: near the centres and edges of what others span."""
    yield np.vstack([np.eye(4)[:, :3], np.full((1, 3), 0.25)])  # a simplex and its centre: all ten pairs
    for size in range(6, 13):
        outer = rng.standard_normal((size - size // 3, 3))
        mixes = rng.dirichlet(np.full(len(outer), 0.4), size // 3)
        yield np.vstack([outer, mixes @ outer])
        subdivided = [(outer[i] + outer[j]) / 2 for i, j in combinations(range(4), 2)]
        yield np.vstack([outer[:4], np.array(subdivided) * rng.uniform(0.9, 1.05)])


def has_minor(found):
    pairs = [one for one in found if len(one) == 2]
    alone = frozenset(one[0] for one in found if len(one) == 1)
    return any(nonplanar_minor(pairs, alone=alone, seed=seed, attempts=5) for seed in range(3))


def test_points_of_space_have_no_such_minor(rotating_seed):
    rng = np.random.default_rng(rotating_seed)
    planar = Counter()  # the graph itself may well be other than planar: what is hidden counts
    for _ in until(planar, {False}, 1):
        for points in cores(rng):
            found = cut_off(points, rng)
            planar[networkx.check_planarity(networkx.Graph([one for one in found if len(one) == 2]))[0]] += 1
            assert not has_minor(found)


def test_points_of_four_dimensions_have_it():
    angles = 2 * np.pi * np.arange(9) / 9
    points = np.stack([np.cos(angles), np.sin(angles), np.cos(2 * angles), np.sin(2 * angles)], axis=1)
    assert has_minor(cut_off(points, np.random.default_rng(0)))


@pytest.mark.parametrize("n", [60, 300])
def test_random_pairs_need_four_dimensions(n):
    rng = np.random.default_rng(n)
    pairs = {tuple(sorted(rng.choice(n, 2, replace=False).tolist())) for _ in range(3 * n // 2)}
    rows = tuple("".join("+" if c in pair else "-" for c in range(n)) for pair in sorted(pairs))
    bound = planarity_lower(pattern_question(SignPattern(rows, null=False)))
    assert bound.value == 4
