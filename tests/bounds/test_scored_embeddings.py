"""Vectors by cosine and Euclidean distance: all scores compared again here, in fractions, as they are stored."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from headcount.bounds.patterns import simplex_upper
from headcount.bounds.upper.embeddings import EmbeddingError, verified_margin
from headcount.bounds.upper.moment_curve import moment_curve_upper
from headcount.bounds.upper.scored_points import (
    circle_upper,
    inner_products_upper,
    points_upper,
    simplex_points_upper,
)
from headcount.bounds.upper.unit_tables import ScoredVectors, scored_vectors
from headcount.bounds.upper.wide_margins import scored_embeddings, wide_balls, wide_scored_embeddings
from headcount.questions import SignPattern, pattern_question, scored_question

PAIRS = tuple("".join("+" if j in pair else "-" for j in range(6)) for pair in combinations(range(6), 2))
STARS = ("++-*-", "-*++-", "+----", "-----", "+++++")


def uppers(question):
    of = question.of
    yield circle_upper(question)
    yield simplex_points_upper(question)
    yield points_upper(question, 4)
    for bound in (moment_curve_upper(of), simplex_upper(of)):
        yield inner_products_upper(question, bound)
    if question.score == "cosine":
        yield inner_products_upper(question, moment_curve_upper(pattern_question(SignPattern(question.signs, True))))


def nearness(query, item, score):
    """Larger is nearer: a fraction, and the square of a cosine with its sign."""
    q, k = ([Fraction(x) for x in vector.tolist()] for vector in (query, item))
    if score == "euclidean":
        return -sum((a - b) ** 2 for a, b in zip(q, k, strict=True))
    product = sum(a * b for a, b in zip(q, k, strict=True))
    return product * abs(product) / (sum(b * b for b in k) or 1)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("type", ["float64", "float32", "int16"])
@pytest.mark.parametrize("rows", [PAIRS, STARS])
@pytest.mark.parametrize("score", ["cosine", "euclidean"])
def test_vectors_rank_as_they_are_stored(score, rows, type):
    question = scored_question(pattern_question(SignPattern(rows, null=False)), score)
    survived = 0
    for bound in uppers(question):
        try:
            found = scored_embeddings(scored_vectors(bound), rows, score, type)
        except EmbeddingError:
            continue
        survived += 1
        assert found.d == bound.value
        assert 0 < found.margin < 1
        if score == "cosine" and type.startswith("float"):
            assert np.linalg.norm(found.items.astype(float), axis=1) == pytest.approx(np.ones(len(rows[0])), abs=1e-6)
        for row, query in zip(rows, found.queries, strict=True):
            inside = [nearness(query, k, score) for k, sign in zip(found.items, row, strict=True) if sign == "+"]
            outside = [nearness(query, k, score) for k, sign in zip(found.items, row, strict=True) if sign == "-"]
            assert not inside or not outside or min(inside) > max(outside)
    assert survived >= (4 if type == "float64" else 2)


@pytest.mark.parametrize("score", ["cosine", "euclidean"])
def test_wrong_rankings_are_seen(score):
    """Small integers, with many ties: accepted exactly if all comparisons are strict."""
    verdicts = set()
    for entries in product((-1, 0, 2), repeat=4):
        items = np.array([entries[:2], entries[2:]], dtype=np.int8)
        query = np.array([[1, 2]], dtype=np.int8)
        right = nearness(query[0], items[0], score) > nearness(query[0], items[1], score)
        try:
            verified_margin(query, items, ("+-",), score)
            found = True
        except EmbeddingError:
            found = False
        assert found == right
        verdicts.add(found)
    assert verdicts == {True, False}


def test_what_floating_point_cannot_tell():
    """Two cosines that differ by 1e-17, and two that are equal."""
    query = np.array([[1.0, 1e-9]])
    near = np.array([[1.0, 1e-9], [1.0, 2e-9]])
    assert verified_margin(query, near, ("+-",), "cosine") >= 0
    with pytest.raises(EmbeddingError, match="item b is no nearer than item a"):
        verified_margin(query, near, ("-+",), "cosine", ids=("a", "b"))
    twice = np.array([[3.0, 1.0], [6.0, 2.0]])
    with pytest.raises(EmbeddingError):
        verified_margin(query, twice, ("+-",), "cosine")


def test_types():
    vectors = ScoredVectors(np.eye(2), np.eye(2))
    with pytest.raises(ValueError, match="int4"):
        scored_embeddings(vectors, ("+-", "-+"), "cosine", "int4")


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(("type", "queries"), [("int8", ""), ("int16", "float32"), ("float16", "int8")])
def test_distances_are_kept_in_short_types(type, queries):
    """Queries far out, and items round a circle, do not survive 8 bits; what is found is compared again here."""
    stars = ("+--*+---", "-+--*+--", "--+--*+-", "---+--*+", "+-+-+*--")
    for rows in (PAIRS, tuple(map("".join, product("+-", repeat=3))), stars):
        bound = circle_upper(scored_question(pattern_question(SignPattern(rows, null=False)), "euclidean"))
        found = wide_scored_embeddings(bound, rows, type, query_type=queries)
        assert found.d == bound.value and found.margin > 0.01
        assert (found.items.dtype, found.queries.dtype) == (type, queries or type)
        for row, query in zip(rows, found.queries, strict=True):
            near = [nearness(query, k, "euclidean") for k, sign in zip(found.items, row, strict=True) if sign == "+"]
            far = [nearness(query, k, "euclidean") for k, sign in zip(found.items, row, strict=True) if sign == "-"]
            assert not near or not far or min(near) > max(far)


def test_what_the_search_does_not_find_is_said():
    """All pairs of four items on a line: there are no such vectors at all."""
    rows = tuple("".join("+" if j in pair else "-" for j in range(4)) for pair in combinations(range(4), 2))
    some = ScoredVectors(np.zeros((6, 1)), np.arange(4.0)[:, None])
    searched = wide_balls(some, rows, "int8")
    assert searched.found is None and 0 < searched.missed < searched.asked == 6


@pytest.mark.slow
def test_what_no_search_finds_is_refused_with_the_reason():
    wide = tuple("".join("+" if j in pair else "-" for j in range(24)) for pair in combinations(range(24), 2))
    bound = circle_upper(scored_question(pattern_question(SignPattern(wide, null=False)), "euclidean"))
    with pytest.raises(EmbeddingError, match=r"a search among int8 vectors .* does not prove .*; take a wider type$"):
        wide_scored_embeddings(bound, wide, "int8")


@pytest.mark.parametrize("score", ["cosine", "euclidean"])
def test_types_of_queries_and_items_may_differ(score):
    """Items in 8 bits, queries in full: scored as they are stored."""
    question = scored_question(pattern_question(SignPattern(PAIRS, null=False)), score)
    vectors = scored_vectors(circle_upper(question))
    found = scored_embeddings(vectors, PAIRS, score, "int8", query_type="float32")
    assert (found.items.dtype, found.queries.dtype) == ("int8", "float32")
    assert found.margin == verified_margin(found.queries, found.items, PAIRS, score) > 0
    assert np.abs(found.items).max() == 127
    with pytest.raises(ValueError, match="int4"):
        scored_embeddings(vectors, PAIRS, score, "int8", query_type="int4")
