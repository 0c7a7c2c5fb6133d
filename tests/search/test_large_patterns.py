"""``least_dimension`` of what is too large to be written out, and of what is large."""

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount import dimension
from headcount.bounds.upper.embeddings import verified_margin
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.search.board import LocalBoard
from headcount.search.large_patterns import is_large

PATIENT = 1000.0


def windows(n, length):
    """Each query asks for so many neighbours on a circle: two dimensions."""
    rows = np.repeat(np.arange(n), length)
    return sparse.csr_array((np.ones(n * length), (rows, (rows + np.tile(np.arange(length), n)) % n)), shape=(n, n))


def test_more_cells_than_can_be_written_out():
    answer = dimension(windows(2500, 2), budget=PATIENT)
    assert (answer.question.task, answer.question.can_be_written_out) == ("relevance", False)
    assert (answer.lower.value, answer.upper.value) == (2, 2)
    assert isinstance(check(answer.certificate()), Accepted)
    embeddings = answer.embeddings("float64")  # verified exactly as stored, or an error
    assert embeddings.items.shape == (2500, 2) and embeddings.margin > 0
    queries, items = answer.forced_by()
    table = answer.data.grades.toarray() > 0
    forced = table[np.ix_([int(q) for q in queries], [int(i) for i in items])]
    alone = dimension(forced, budget=PATIENT)
    assert alone.upper.value >= 2


def test_a_planted_dimension_is_recovered():
    """Half-spaces through 0 in three dimensions: from words, with vectors."""
    rng = np.random.default_rng(5)
    table = (rng.standard_normal((520, 3)) @ rng.standard_normal((3, 520)) > 0).astype(int)
    answer = dimension(table, threshold="zero", budget=PATIENT)
    assert is_large(answer.question)
    assert (answer.lower.value, answer.upper.value) == (3, 3)
    embeddings = answer.embeddings("float64")
    rows = ["".join("-+"[entry] for entry in row) for row in table]
    assert verified_margin(embeddings.queries, embeddings.items, rows, zero=True) == pytest.approx(embeddings.margin)


def test_lower_ends_name_rows_and_columns_of_the_whole():
    """Each bound that a part gives is one of the whole question."""
    seen = []

    def watch(board: LocalBoard):
        seen.append(board.lower_bound)
        if board.lower_bound.value >= 4:
            raise KeyboardInterrupt  # as Ctrl-C: what is known is kept

    rng = np.random.default_rng(0)
    table = np.zeros((600, 600), dtype=int)
    table[:60, 300:306] = rng.integers(0, 2, (60, 6))  # all 64 words, nearly: six columns that are shattered
    table[np.arange(60, 600), np.arange(60, 600)] = 1
    answer = dimension(table, budget=PATIENT, watch=watch)
    assert answer.lower.value >= 4
    assert all(bound.question == seen[-1].question for bound in seen)
