"""Scores from convex programs: within the boxes at full width, of low rank where low rank is possible."""

import numpy as np
import pytest

from headcount.solvers.gram_program import GramProgram, SolverFailedError
from headcount.solvers.low_rank_scores import low_rank_scores

CLOSE = 1e-5


def within(low, high, queries, keys):
    scores = queries @ keys.T
    return all(
        max((s - h for s, h in zip(row, top, strict=True) if h < np.inf), default=-np.inf)
        - min((s - b for s, b in zip(row, least, strict=True) if b > -np.inf), default=np.inf)
        <= CLOSE * (1 + np.abs(scores).max())
        for row, least, top in zip(scores, low, high, strict=True)
    )


@pytest.mark.parametrize("seed", range(6))
def test_full_width_is_within_the_boxes(seed):
    rng = np.random.default_rng(seed)
    low = rng.normal(size=(4, 6))
    high = low + rng.choice([0.0, 0.5], size=low.shape)
    low[rng.random(low.shape) < 0.3] = -np.inf
    high[rng.random(low.shape) < 0.3] = np.inf
    queries, keys = low_rank_scores(low, high, seed=seed, rounds=2)
    assert within(low, high, queries, keys)
    assert not within(low + 10 * np.eye(4, 6), high + 10 * np.eye(4, 6), queries, keys)


@pytest.mark.parametrize(("d", "seed"), [(1, 0), (2, 1), (3, 2)])
def test_a_planted_rank_is_found(d, seed):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(12, d)) @ rng.normal(size=(d, 12))
    queries, keys = low_rank_scores(scores, scores, seed=seed)
    assert within(scores, scores, queries[:, : d + 1], keys[:, : d + 1])


def test_what_cannot_be_held_is_not_solved():
    program = GramProgram(2)
    program.equal([(0, 0, 1.0)], 1.0)
    program.at_most([(0, 0, 1.0)], 0.0)
    with pytest.raises(SolverFailedError, match="Clarabel ended with status"):
        program.solve(np.eye(2))


def test_what_is_raised_ends_the_search():
    def stop():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        low_rank_scores(np.zeros((2, 2)), np.zeros((2, 2)), look=stop)
