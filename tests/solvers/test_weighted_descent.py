"""Descent on all entries of a sparse pattern: what it finds is right, and it finds it where Gauss-Newton stops."""

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.bounds.bound import Status
from headcount.bounds.patterns import sparse_pattern
from headcount.bounds.upper.tables import nested_tables_upper, rounded_tables_upper
from headcount.questions import SignPattern, pattern_question, scored_question
from headcount.questions.relevance import Relevance
from headcount.solvers.sparse_signs.embedding_search import Vectors, search_vectors
from headcount.solvers.sparse_signs.sparse_signs import SparseSigns
from headcount.solvers.sparse_signs.weighted_descent import BRISK, STEADY, descended_vectors


def random_lists(rows, columns, pairs, seed, free=0):
    """Popular columns and active rows; some pairs are free."""
    rng = np.random.default_rng(seed)
    chance = -np.log(1 + rng.permutation(columns)) + rng.standard_normal((rows, 1)) + rng.gumbel(size=(rows, columns))
    best = np.argsort(-chance.ravel())
    place = np.zeros((2, rows, columns), dtype=bool)
    place[0].ravel()[best[free : pairs + free]] = True
    place[1].ravel()[best[:free]] = True
    plus, ignored = (tuple(tuple(np.flatnonzero(row).tolist()) for row in table) for table in place)
    return plus, ignored


def missed(signs, found):
    scores = found.queries.astype(np.float64) @ found.keys.astype(np.float64).T
    written = signs.block(0, signs.shape[0])
    return int((scores * written < 0).sum() + ((scores == 0) & (written != 0)).sum())


@pytest.mark.parametrize("blank", [False, True])
@pytest.mark.parametrize("free", [0, 60])
def test_what_is_found_survives_the_checker(blank, free):
    question = Relevance(90, *random_lists(60, 90, 500, 1, free), blank=blank)
    signs = sparse_pattern(question)
    found = descended_vectors(signs, 12, free=not blank, steps=600)
    assert found.missed == missed(signs, found) == 0
    if not blank:
        assert (found.keys[:, 0] == 1).all()
    bound = rounded_tables_upper(question, signs, found)
    assert bound.value == 12 - (not blank) and bound.status is Status.CERTIFIED


def test_it_comes_further_than_gauss_newton():
    signs = sparse_pattern(Relevance(150, *random_lists(100, 150, 1500, 0), blank=False))
    width = 12
    by_steps = search_vectors(signs, width, free=True, deadline=float("inf"))
    found = descended_vectors(signs, width, free=True, steps=1000)
    assert by_steps.missed > 0 and found.missed == missed(signs, found) == 0


def test_it_begins_from_wider_vectors():
    signs = sparse_pattern(Relevance(150, *random_lists(100, 150, 1500, 0), blank=False))
    wide = descended_vectors(signs, 20, free=True, steps=1000)
    looked = []
    narrow = descended_vectors(signs, 16, free=True, steps=1000, start=wide, report=looked.append)
    assert narrow.missed == 0 and narrow.queries.shape == (100, 16) and looked


def test_what_is_impossible_is_given_up():
    """All pairs of six items in one dimension: half of the steps, and the count of what is missed is true."""
    lists = tuple((i, j) for i in range(6) for j in range(i + 1, 6))
    signs = sparse_pattern(Relevance(6, lists, ((),) * 15, blank=False))
    looked = []
    found = descended_vectors(signs, 2, free=True, steps=400, report=looked.append)
    assert found.missed > 0 and len(looked) == 20


def test_blocks_add_up(monkeypatch):
    import headcount.solvers.sparse_signs.weighted_descent as module

    signs = sparse_pattern(Relevance(40, *random_lists(30, 40, 150, 2, 20), blank=True))
    rng = np.random.default_rng(0)
    tables = [rng.standard_normal((n, 5)).astype(np.float32) for n in (30, 40)]
    whole = module._Entries(signs).gradients(*tables)
    monkeypatch.setattr(module, "BLOCK_CELLS", 280)
    parts = module._Entries(signs).gradients(*tables)
    assert whole[1:] == parts[1:] and whole[1] == missed(signs, Vectors(*tables, 0))
    for one, other in zip(whole[0], parts[0], strict=True):
        assert np.allclose(one, other, rtol=1e-4, atol=1e-3)
    written = signs.block(0, 30).astype(np.float64)
    scores = tables[0].astype(np.float64) @ tables[1].astype(np.float64).T
    slope = np.where(written < 0, np.maximum(1 + scores, 0), -module.WEIGHT * np.maximum(1 - scores, 0)) * (
        written != 0
    )
    assert np.allclose(whole[0][0], slope @ tables[1], rtol=1e-3, atol=1e-2)


def test_an_empty_pattern_has_nothing_to_miss():
    none = sparse.csr_array((3, 4), dtype=bool)
    everything = sparse.csr_array(np.ones((3, 4), dtype=bool))
    found = descended_vectors(SparseSigns(none, everything), 2, free=False, steps=5)
    assert found.missed == 0


def test_rows_that_share_a_vector():
    """Nested grades: the rows of a query differ in their thresholds only, and the checker accepts them."""
    rng = np.random.default_rng(0)
    grades = np.zeros((40, 60), dtype=int)
    for line in grades:
        line[rng.choice(60, 6, replace=False)] = rng.integers(1, 4, 6)
    rows, groups = [], []
    for number, line in enumerate(grades):
        for grade in np.unique(line)[1:]:
            rows.append("".join("+" if x >= grade else "-" for x in line))
            groups.append(number)
    question = scored_question(pattern_question(SignPattern(tuple(rows), null=False)), "inner", tuple(groups))
    signs = sparse_pattern(question.of)
    found = descended_vectors(signs, 13, free=True, steps=1500, groups=groups)
    assert found.missed == missed(signs, found) == 0
    for row, number in enumerate(groups):
        assert (found.queries[row, 1:] == found.queries[groups.index(number), 1:]).all()
    bound = nested_tables_upper(question, signs, found)
    assert bound.value == 12 and bound.status is Status.CERTIFIED
    apart = descended_vectors(signs, 13, free=True, steps=1500)
    assert any((apart.queries[row, 1:] != apart.queries[groups.index(n), 1:]).any() for row, n in enumerate(groups))


def test_long_steps_come_to_an_end_where_short_ones_do_not():
    """Two or three of 300 items for each query, at a width that is narrow for them: in as many steps."""
    signs = sparse_pattern(Relevance(300, *random_lists(260, 300, 600, 3, 4), blank=False))
    found = {pace: descended_vectors(signs, 6, free=True, steps=600, pace=pace) for pace in (STEADY, BRISK)}
    assert all(one.missed == missed(signs, one) for one in found.values())
    assert found[BRISK].missed < found[STEADY].missed
