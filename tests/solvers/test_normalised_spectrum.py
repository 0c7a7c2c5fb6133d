"""The normalised spectrum: planted dimensions, random data without one, and the start that it gives."""

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.bounds.bound import Status
from headcount.bounds.patterns import sparse_pattern
from headcount.bounds.upper.tables import rounded_tables_upper
from headcount.questions.relevance import Relevance
from headcount.solvers.sparse_signs.embedding_search import search_vectors
from headcount.solvers.sparse_signs.normalised_spectrum import SCALES, normalised_spectrum, spectral_start
from headcount.solvers.sparse_signs.sparse_signs import SparseSigns


def nearest(rows, columns, dimension, count, seed=0):
    """The items nearest to random queries, as lists."""
    rng = np.random.default_rng(seed)
    items = rng.standard_normal((columns, dimension))
    items /= np.linalg.norm(items, axis=1, keepdims=True)
    scores = rng.standard_normal((rows, dimension)) @ items.T
    return tuple(tuple(sorted(row)) for row in np.argsort(-scores, axis=1)[:, :count].tolist())


def pattern(columns, lists):
    question = Relevance(columns, lists, ((),) * len(lists), blank=False)
    return question, sparse_pattern(question)


@pytest.mark.parametrize(("dimension", "count"), [(2, 20), (3, 20), (5, 20), (8, 40)])
def test_the_gap_tells_the_planted_dimension(dimension, count):
    _, signs = pattern(700, nearest(700, 700, dimension, count))
    assert normalised_spectrum(signs).planted == dimension


def test_random_sets_and_parts_that_do_not_meet_show_no_dimension():
    rng = np.random.default_rng(0)
    lists = tuple(tuple(sorted(rng.choice(300, 6, replace=False).tolist())) for _ in range(300))
    assert normalised_spectrum(pattern(300, lists)[1]).planted == 0
    blocks = tuple(tuple(range(10 * (k % 8), 10 * (k % 8) + 10)) for k in range(80))
    assert normalised_spectrum(pattern(80, blocks)[1]).planted == 0
    one = SparseSigns(sparse.csr_array(np.eye(2, dtype=bool)), sparse.csr_array((2, 2), dtype=bool))
    assert normalised_spectrum(one).planted == 0


def test_values_are_those_of_the_dense_matrix_whatever_the_order():
    lists = nearest(60, 50, 3, 6)
    _, signs = pattern(50, lists)
    table = signs.plus.toarray().astype(float)
    degrees = [np.maximum(table.sum(axis=axis), 1) ** 0.5 for axis in (1, 0)]
    values = np.linalg.svd(table / np.outer(*degrees), compute_uv=False)
    found = normalised_spectrum(signs).values
    assert np.allclose(found, values[1 : 1 + len(found)], atol=1e-3)
    order = np.random.default_rng(1).permutation(60)
    assert np.allclose(normalised_spectrum(pattern(50, tuple(lists[r] for r in order))[1]).values, found, atol=1e-3)


def test_thresholds_select_as_many_as_asked():
    lists = tuple(row[: 1 + k % 9] for k, row in enumerate(nearest(120, 120, 3, 9)))
    _, signs = pattern(120, lists)
    start = spectral_start(signs, normalised_spectrum(signs), 3, 7.0)
    assert (start.keys[:, 0] == 1).all() and np.allclose(np.linalg.norm(start.queries[:, 1:], axis=1), 7)
    scores = start.queries[:, 1:] @ start.keys[:, 1:].T
    falling = -np.sort(-scores, axis=1)
    above = (scores > -start.queries[:, :1]).sum(axis=1)
    untied = [k for k, row in enumerate(lists) if falling[k, len(row) - 1] - falling[k, len(row)] > 1e-9]
    assert len(untied) > 100 and all(above[k] == len(lists[k]) for k in untied)


def test_from_there_the_planted_vectors_are_found_and_certified():
    """The start that the search takes otherwise does not come so far in the same number of steps."""
    question, signs = pattern(400, nearest(400, 400, 3, 12))
    spectrum = normalised_spectrum(signs)
    start = spectral_start(signs, spectrum, 3, SCALES[0])
    found = search_vectors(signs, 4, free=True, deadline=float("inf"), start=start)
    other = search_vectors(signs, 4, free=True, deadline=float("inf"))
    assert found.missed == 0 < other.missed
    bound = rounded_tables_upper(question, signs, found)
    assert (bound.value, bound.status) == (3, Status.CERTIFIED)
