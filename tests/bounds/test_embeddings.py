"""Vectors after rounding: what is stored is what was verified.

Embeddings after rounding: what is stored is what was verified.

Vectors by cosine and Euclidean distance: all scores compared again here, in fractions, as they are stored.

Embeddings with a wide margin: same dimension, same sets, never a smaller margin.
"""

from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount import probe
from headcount.bounds.patterns import simplex_upper
from headcount.bounds.upper.embeddings import TYPES, EmbeddingError, rounded_embeddings, verified_margin
from headcount.bounds.upper.moment_curve import moment_curve_upper
from headcount.bounds.upper.scored_points import circle_upper, inner_products_upper, points_upper, simplex_points_upper
from headcount.bounds.upper.unit_tables import ScoredVectors, UnitTables, scored_vectors, unit_tables
from headcount.bounds.upper.wide_margins import (
    circle_items,
    scored_embeddings,
    wide_balls,
    wide_embeddings,
    wide_scored_embeddings,
)
from headcount.questions import SignPattern, pattern_question, scored_question
from headcount.solvers.sign_rank.widest_queries import widest_queries


def exact_margin(queries, items, rows):
    """From the definition, in fractions; None if some selected item does not score above another one."""
    longest = max(sum(Fraction(x) ** 2 for x in item) for item in items.tolist())
    least = None
    for query, row in zip(queries.tolist(), rows, strict=True):
        scores = [sum(Fraction(a) * Fraction(b) for a, b in zip(query, item, strict=True)) for item in items.tolist()]
        inside = [s for s, want in zip(scores, row, strict=True) if want == "+"]
        outside = [s for s, want in zip(scores, row, strict=True) if want == "-"]
        if not inside or not outside:
            continue
        gap = min(inside) - max(outside)
        if gap <= 0:
            return None
        square = gap**2 / (4 * sum(Fraction(x) ** 2 for x in query) * longest)
        least = square if least is None else min(least, square)
    return least


@pytest.mark.parametrize("type", ["float64", "float32", "float16", "int16", "int8"])
def test_the_margin_is_the_exact_one_or_an_item_is_named(type):
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(40):
        queries, items = (rng.integers(-3, 4, (n, 2)).astype(type) for n in (3, 5))
        rows = tuple("".join(rng.choice(["+", "-", "*"], 5)) for _ in range(3))
        want = exact_margin(queries, items, rows)
        seen.add(want is None)
        if want is None and any("+" in row and "-" in row for row in rows):
            with pytest.raises(EmbeddingError, match="item"):
                verified_margin(queries, items, rows)
        else:
            margin = verified_margin(queries, items, rows)
            assert margin == float("inf") if want is None else margin**2 <= want <= (margin * (1 + 1e-9)) ** 2
    assert seen == {True, False}


def test_ties_within_the_rounding_error_are_decided_exactly():
    """0.1 + 0.2 against 0.3 as they are stored: above it by 2^-54, too little for a sum in floating point."""
    items = np.array([[0.1, 0.2, 0.0], [0.0, 0.0, 0.3]])
    above = Fraction(0.1) + Fraction(0.2) - Fraction(0.3)
    assert 0 < above < Fraction(1, 2**53)
    assert verified_margin(np.ones((1, 3)), items, ("+-",)) > 0
    with pytest.raises(EmbeddingError):
        verified_margin(np.ones((1, 3)), items, ("-+",))
    with pytest.raises(EmbeddingError):
        verified_margin(np.ones((1, 2)), np.array([[0.5, 0.25], [0.25, 0.5]]), ("+-",))


@pytest.mark.parametrize("type", TYPES)
def test_tables_of_a_bracket(type):
    rows = ("++---", "-++--", "--++-", "+--+-", "*---+", "+-+-+")
    bracket = probe(SignPattern(rows, null=False), budget=1000)
    found = rounded_embeddings(unit_tables(bracket.upper), rows, type)
    assert found.d == bracket.upper.value
    assert found.queries.dtype == found.items.dtype == np.dtype(type)
    assert found.margin**2 <= exact_margin(found.queries, found.items, rows)


def test_what_does_not_survive_rounding_is_refused():
    fine = [(Fraction(1), Fraction(k, 10**6)) for k in range(4)]
    tables = UnitTables(((Fraction(0), Fraction(1)),), tuple(fine), 2, False)
    assert rounded_embeddings(tables, ("---+",), "int8").margin > 0  # each coordinate is scaled
    close = [(Fraction(1), 1 + Fraction(k, 10**6)) for k in range(4)]
    with pytest.raises(EmbeddingError, match="take a wider type"):
        rounded_embeddings(UnitTables(tables.queries, tuple(close), 2, False), ("---+",), "int8")
    assert rounded_embeddings(UnitTables(tables.queries, tuple(close), 2, False), ("---+",), "float64").margin > 0
    with pytest.raises(ValueError, match="must be one of"):
        rounded_embeddings(tables, ("---+",), "int4")


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
