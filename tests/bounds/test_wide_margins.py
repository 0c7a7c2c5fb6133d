"""Embeddings with a wide margin: same dimension, same sets, never a smaller margin."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount import SignPattern
from headcount.bounds.upper.embeddings import EmbeddingError, rounded_embeddings, verified_margin
from headcount.bounds.upper.moment_curve import moment_curve_upper
from headcount.bounds.upper.unit_tables import unit_tables
from headcount.bounds.upper.wide_margins import circle_items, wide_embeddings
from headcount.questions import pattern_question
from headcount.solvers.sign_rank.widest_queries import widest_queries


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("free", [True, False])
@pytest.mark.parametrize("d", range(1, 7))
def test_all_words_with_few_changes_are_cut_out_of_the_circle(d, free):
    """A linear form on a curve of D coordinates changes its sign as often as it likes, up to D - 1 times."""
    words = [word for word in product("+-", repeat=8) if sum(a != b for a, b in pairwise(word)) <= d - 1 + free]
    signs = np.array([[1.0 if sign == "+" else -1.0 for sign in word] for word in words])
    items = circle_items(2 * np.pi * np.arange(8) / 8, d, free=free)
    assert items.shape == (8, d)
    rows = ["".join(word) for word in words]
    assert verified_margin(widest_queries(signs, items, zero=not free), items, rows, zero=not free) > 0


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.text("+-*", min_size=7, max_size=7), min_size=1, max_size=6),
    st.booleans(),
    st.sampled_from(["float64", "float16", "int16", "int8"]),
)
def test_no_smaller_margin_than_the_exact_tables(rows, null, type):
    bound = moment_curve_upper(pattern_question(SignPattern(tuple(rows), null=null)))
    try:
        wide = wide_embeddings(bound, rows, type)
    except EmbeddingError:
        with pytest.raises(EmbeddingError):
            rounded_embeddings(unit_tables(bound), rows, type)
        return
    assert wide.d == bound.value
    assert wide.queries.dtype == wide.items.dtype == np.dtype(type)
    assert wide.margin == verified_margin(wide.queries, wide.items, rows, zero=null)
    try:
        assert wide.margin >= rounded_embeddings(unit_tables(bound), rows, type).margin
    except EmbeddingError:
        assert wide.margin > 0


def test_pairs_of_46_items_survive_sixteen_bits():
    """All pairs of neighbours at distance 1 to 4 of 46 items, in R^4: the powers do not survive, the circle does."""
    rows = ["".join("+" if c in (i, i + k) else "-" for c in range(46)) for k in (1, 4) for i in range(0, 42, 5)]
    bound = moment_curve_upper(pattern_question(SignPattern(tuple(rows), null=False)), enough=4)
    with pytest.raises(EmbeddingError):
        rounded_embeddings(unit_tables(bound), rows, "int8")
    assert wide_embeddings(bound, rows, "int16").margin > 1e-5
