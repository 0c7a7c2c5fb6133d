"""Engines for patterns by lists: sign changes, orders, cores, vectors; against what is written out."""

import random
import time

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.bounds.patterns import sparse_pattern
from headcount.bounds.upper.large_embeddings import circle_vectors
from headcount.bounds.upper.moment_curve import sparse_order_upper
from headcount.bounds.upper.tables import rounded_tables_upper
from headcount.certificates.evaluate.curves import roots
from headcount.certificates.meter import Meter
from headcount.questions import SignPattern, pattern_question
from headcount.questions.relevance import Relevance
from headcount.solvers.sparse_signs.core import core_columns
from headcount.solvers.sparse_signs.embedding_search import Vectors, search_vectors
from headcount.solvers.sparse_signs.order import changes_along, good_sparse_order
from headcount.solvers.sparse_signs.sparse_signs import SparseSigns, signs_of_lists

PATIENT = time.monotonic() + 10_000


def random_words(rng, rows, columns):
    return tuple("".join(rng.choice("-+*") for _ in range(columns)) for _ in range(rows))


def by_lists(words, null):
    plus, free = (tuple(tuple(c for c, s in enumerate(row) if s == symbol) for row in words) for symbol in "+*")
    return Relevance(len(words[0]), plus, free, null)


def test_changes_are_the_roots_that_the_checker_counts():
    rng = random.Random(3)
    for _ in range(500):
        words = random_words(rng, rng.randint(1, 4), rng.randint(1, 7))
        order = rng.sample(range(len(words[0])), len(words[0]))
        found = changes_along(sparse_pattern(by_lists(words, True)), np.array(order))
        listed = ({c: symbol for c, symbol in enumerate(row) if symbol != "-"} for row in words)
        assert found.tolist() == list(roots(listed, order, (), len(order), Meter()))


def test_the_same_signs_from_lists_and_from_words():
    rng = random.Random(4)
    for _ in range(50):
        words = random_words(rng, 3, 5)
        lists, written = (
            sparse_pattern(by_lists(words, False)),
            sparse_pattern(pattern_question(SignPattern(words, False))),
        )
        assert (lists.block(0, 3) == written.block(0, 3)).all()
        assert (lists.turned().block(0, 5) == written.block(0, 3).T).all()
        assert lists.with_plus_row().block(3, 4).tolist() == [[1] * 5]


@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_sparse_rows_and_sparse_columns(k, null):
    """At most 2k for k items per query, 2k + 1 with threshold 0; at most 2c + 1 for c queries per item."""
    rng = np.random.default_rng(k)
    lists = tuple(tuple(sorted(rng.choice(60, k, replace=False).tolist())) for _ in range(25))
    question = Relevance(60, lists, ((),) * 25, null)
    assert sparse_order_upper(question).value <= 2 * k + null
    often = max(sum(c in row for row in lists) for c in range(60))
    assert sparse_order_upper(question, "rows").value <= 2 * often + 1


def test_an_order_is_found_where_there_is_one():
    """Windows of a circle, the items shuffled: two changes."""
    shuffle = np.random.default_rng(0).permutation(300)
    lists = tuple(tuple(sorted(shuffle[[(r + j) % 300 for j in range(3)]].tolist())) for r in range(300))
    assert good_sparse_order(signs_of_lists(300, lists, ((),) * 300)).changes <= 3


def test_a_query_by_its_blocks_on_a_circle():
    """Random rows with free entries, at the degree of the most changes: the signs, and the constant in front."""
    rng = random.Random(6)
    for _ in range(200):
        words = random_words(rng, rng.randint(1, 4), rng.randint(2, 8))
        signs = sparse_pattern(by_lists(words, True))
        order = rng.sample(range(len(words[0])), len(words[0]))
        degree = 1 + max(changes_along(signs, np.array(order))) // 2
        queries, items = circle_vectors(signs, order, int(degree))
        scores = queries @ items.T
        assert queries.shape[1] == items.shape[1] == 2 * degree + 1
        for r, row in enumerate(words):
            for c, symbol in enumerate(row):
                assert symbol == "*" or (scores[r, c] > 0) == (symbol == "+"), (words, order)
    few = sparse_pattern(by_lists(("+-+-+-",), True))
    assert circle_vectors(few, range(6), 2) is None


def test_the_core_of_sparse_rows():
    """Ten columns of which all pairs are asked for, among a thousand that are asked for by themselves or once."""
    pairs = [(a, b) for b in range(10) for a in range(b)]
    lists = (*((100 + c,) for c in range(900)), *pairs, *((c, c + 500) for c in range(10, 90)))
    assert core_columns(signs_of_lists(1000, lists, ((),) * len(lists)), 10) == tuple(range(10))


def planted(n, d, free):
    """Half-spaces of random directions: with thresholds that select a quarter, or through 0."""
    rng = np.random.default_rng(d)
    scores = rng.standard_normal((n, d)) @ rng.standard_normal((d, n))
    if free:
        scores -= np.quantile(scores, 0.75, axis=1, keepdims=True)
    return SparseSigns(sparse.csr_array(scores > 0), sparse.csr_array((n, n), dtype=bool))


@pytest.mark.parametrize(("d", "free"), [(2, False), (3, False), (2, True)])
def test_planted_vectors_are_found_and_certified(d, free):
    signs = planted(90, d, free)
    found = search_vectors(signs, d + free, free=free, deadline=PATIENT, patience=60)
    assert found.missed == 0
    scores = found.queries @ found.keys.T
    assert ((scores > 0) == signs.plus.toarray()).all()
    words = tuple("".join("-+"[bool(entry)] for entry in row) for row in signs.plus.toarray())
    bound = rounded_tables_upper(pattern_question(SignPattern(words, not free)), signs, found)
    assert bound.value == d


def test_wrong_vectors_give_no_bound():
    question = Relevance(2, ((0,), (1,)), ((), ()), True)
    signs = sparse_pattern(question)
    assert rounded_tables_upper(question, signs, Vectors(np.eye(2), np.eye(2), 0)) is None  # 0 is not below 0
    right = Vectors(np.array([[1.0, -1], [-1, 1]]), np.eye(2), 0)
    assert rounded_tables_upper(question, signs, right).value == 2


def test_free_entries_and_rows_of_one_sign():
    words = ("+++-", "----", "++++", "*-+*", "****")
    question = by_lists(words, False)
    signs = sparse_pattern(question)
    found = search_vectors(signs, 3, free=True, deadline=PATIENT)
    assert found.missed == 0
    assert rounded_tables_upper(question, signs, found).value == 2
