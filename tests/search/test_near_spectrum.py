"""The planted dimension of sparse patterns is posted as a certified upper bound; random ones are left to orders."""

import time

import numpy as np

from headcount.bounds.bound import Status
from headcount.bounds.patterns import simplex_upper, sparse_pattern, trivial_lower
from headcount.questions import least_size
from headcount.questions.relevance import Relevance
from headcount.search.asked import Asked
from headcount.search.board import LocalBoard, in_ranks
from headcount.search.large_patterns import _near_spectrum


def posted(near):
    question = Relevance(len(near), tuple(tuple(sorted(row)) for row in near.tolist()), ((),) * len(near), blank=False)
    start = trivial_lower(question), simplex_upper(question)
    board = LocalBoard(Asked(least_size(question)), 0, time.monotonic() + 1000, start, lambda inner: None)
    found = _near_spectrum(in_ranks(board), sparse_pattern(question))
    return found, board.upper_bound


def test_nearest_neighbours_and_random_sets():
    rng = np.random.default_rng(0)
    items = rng.standard_normal((400, 3))
    items /= np.linalg.norm(items, axis=1, keepdims=True)
    found, bound = posted(np.argsort(-(rng.standard_normal((400, 3)) @ items.T), axis=1)[:, :12])
    assert found is not None and found.missed == 0
    assert (bound.value, bound.status) == (3, Status.CERTIFIED)
    assert posted(np.array([rng.choice(400, 12, replace=False) for _ in range(400)]))[0] is None
