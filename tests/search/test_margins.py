"""Margins of relevance data: every lower bound against every upper bound, closed values, data at the edges, options."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from headcount import check, dimension
from headcount.bounds.bound import CrossedBoundsError
from headcount.bounds.unit_margins import below as below_module
from headcount.bounds.unit_margins import margin_lower, margin_upper
from headcount.bounds.unit_margins.above import ceiling_upper, families, packing
from headcount.bounds.unit_margins.below import exact_square, floats_of
from headcount.bounds.unit_margins.ceiling_weights import margin_of_subsets
from headcount.bounds.unit_margins.known_items import simplices
from headcount.bounds.unit_margins.rounding import FLOATS, INTEGERS, rounding
from headcount.questions import SignPattern, pattern_question
from headcount.search.dimension import margins as margins_module
from headcount.search.dimension.answer import unit_margin_ceiling
from headcount.search.dimension.margin_curve import MarginAt, down, unit_vectors, up
from headcount.tasks import TaskError
from headcount.tasks.relevance import merge, relevance_from
from headcount.tasks.relevance.all_subsets import all_subsets
from margin_claims import subsets

PATIENT = 1000.0
"""Seconds, of which searches that meet their upper bound take one or two."""


def asked(rows):
    return pattern_question(SignPattern(tuple(rows), null=False))


def lower(question, d, **more):
    return margin_lower(question, d, np.random.default_rng(0), 0.0, **more)


def test_the_staircase_of_all_pairs_of_six():
    """0 below d = 4, 1/4 there, sqrt(9/40) from d = 5 on, and nothing above."""
    answer = dimension("subsets n=6 k=2", margin="1/4", at="1:8", budget=PATIENT)
    wanted = {1: "0", 2: "0", 3: "0", 4: "1/16", **dict.fromkeys((5, 6, 7, 8), "9/40")}
    assert {d: str(one.upper.square) for d, one in answer.curve.items()} == wanted
    assert {d: str(one.lower.square if one.lower else 0) for d, one in answer.curve.items()} == wanted
    assert answer.closed and answer.certified
    assert answer.least == (4, 4)
    assert check(answer.certificate())


@pytest.mark.parametrize("margin, least", [("1/4", 4), ("0.2501", 5), ("0.4743", 5), ("0.01", 4)])
def test_least_dimensions(margin, least):
    answer = dimension("subsets n=6 k=2", margin=margin, budget=PATIENT)
    assert answer.least == (least, least)
    assert not answer.no_size


def test_no_dimension_has_more_than_the_ceiling():
    answer = dimension("subsets n=6 k=2", margin=0.475, budget=PATIENT)
    assert answer.no_size and answer.closed
    assert answer.between == "no d will do"
    assert answer.ceiling.square == Fraction(9, 40)
    assert answer.to_json()["least"] == {"lower": None, "upper": None, "no_size": True}


@pytest.mark.parametrize("n, k", [(4, 1), (5, 1), (5, 2), (6, 3), (7, 2), (8, 1)])
def test_bounds_never_cross_and_grow_with_d(n, k):
    question = asked(subsets(n, k))
    uppers = [margin_upper(question, d) for d in range(1, n + 2)]
    lowers = [lower(question, d) for d in range(1, n + 2)]
    squares = [one.square if one else 0 for one in lowers]
    assert all(low <= high.square for low, high in zip(squares, uppers, strict=True))
    assert all(a.square <= b.square for a, b in pairwise(uppers))
    assert squares[n - 2] == uppers[-1].square == margin_of_subsets(n, k)
    assert max(squares) <= ceiling_upper(question, n).square


@pytest.mark.slow
def test_bounds_of_all_tiny_patterns_never_cross():
    """Every pair of rows over + - * on three columns, d = 1 .. 3: vectors against theorems and weights."""
    words = ["".join(word) for word in product("+-*", repeat=3)]
    told = [row for row in words if "+" in row and "-" in row]
    for one in told:
        for other in words:
            question = asked([one, other])
            for d in (1, 2, 3):
                low, high = lower(question, d), margin_upper(question, d)
                assert low is None or low.square <= high.square, (one, other, d)


@pytest.mark.slow
def test_ceilings_are_near_vectors_in_enough_dimensions():
    """Of random patterns: in as many dimensions as items, vectors and weights differ by little."""
    rng, drawn = np.random.default_rng(5), np.random.default_rng(6)
    for _ in range(4):
        rows = ["".join(drawn.choice(list("+--*"), 6)) for _ in range(5)] + ["+-----"]
        question = asked(rows)
        high = ceiling_upper(question, 6)
        low = margin_lower(question, 6, rng, np.inf, enough=high.square * Fraction(9, 10))
        assert low.square <= high.square <= low.square * Fraction(115, 100)


def test_more_dimensions_than_items_are_of_no_use():
    answer = dimension([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]], at="3,50", budget=PATIENT)
    assert answer.closed
    assert answer[50].lower.square == answer[3].lower.square == Fraction(4, 9)
    assert answer.embeddings(d=50).items.shape == (4, 50)


def test_one_query_and_two_items():
    question = asked(["+-"])
    assert lower(question, 1).square == margin_upper(question, 1).square == 1


@pytest.mark.parametrize("data", [[[1, 1], [1, 1]], [[0, 0, 0]], [[1]]])
def test_nothing_to_rank(data):
    with pytest.raises(TaskError, match="any vectors keep any margin"):
        dimension(data, at=2)


def test_duplicates_change_nothing():
    rows = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    twice = [row + row[:1] for row in rows] + [rows[0] + [1], [0] * 5]
    plain, merged = dimension(rows, at="2,3", budget=PATIENT), dimension(twice, at="2,3", budget=PATIENT)
    assert [plain[d].upper.square for d in (2, 3)] == [merged[d].upper.square for d in (2, 3)]
    found = merged.embeddings()
    assert found.items.shape == (5, 3) and found.queries.shape == (6, 3)
    assert np.array_equal(found.items[0], found.items[4])
    assert found.margin == pytest.approx(merged[3].low, rel=1e-9)


@pytest.mark.slow
def test_vectors_are_those_of_the_margin():
    answer = dimension("subsets n=7 k=2", at=4, budget=2)
    assert 0 < answer[4].low < 0.25
    queries, items = unit_vectors(answer[4].lower)
    assert np.allclose(np.linalg.norm(items, axis=1), 1) and np.allclose(np.linalg.norm(queries, axis=1), 1)
    scores, wanted = queries @ items.T, all_subsets(7, 2).grades.toarray() > 0
    gaps = np.where(wanted, scores, 9).min(axis=1) - np.where(wanted, -9, scores).max(axis=1)
    assert gaps.min() / 2 == pytest.approx(answer[4].low, rel=1e-6)
    assert answer.embeddings("float32").margin == pytest.approx(answer[4].low, rel=1e-5)


def test_a_search_goes_on_from_an_earlier_answer(tmp_path):
    first = dimension("subsets n=7 k=2", at=4, budget=0.05)
    path = first.save(tmp_path / "margins.json")
    again = dimension("subsets n=7 k=2", at=4, budget=0.05, start=path)
    assert again[4].lower.square >= first[4].lower.square
    with pytest.raises(TaskError, match="the same data and options"):
        dimension("subsets n=6 k=2", at=4, budget=0.05, start=path)


def test_the_same_seed_finds_the_same_vectors():
    found = [lower(asked(subsets(7, 2)), 4).square for _ in range(2)]
    assert found[0] == found[1]


def test_families():
    rows = (*subsets(5, 2)[:-1], "+++++", "-----", "+++--", "*+---")
    found = {(one.n, one.k, one.number, one.complete) for one in families(rows)}
    assert (5, 2, 9, False) in found and (4, 2, 6, True) in found and (5, 3, 1, False) in found


@pytest.mark.parametrize("number, d", [(66, 4), (1000, 2), (1000, 6), (4, 2)])
def test_packing_is_the_least_in_its_grid(number, d):
    g = packing(number, d)

    def room(x):
        return number * x**d <= (1 + x) ** d - (1 - x) ** d

    assert not room(g) and room(g - Fraction(1, 2**24)) if g < 1 else room(Fraction(2**24 - 1, 2**24))


@pytest.mark.parametrize("n, d", [(2, 1), (3, 2), (5, 3), (6, 4), (7, 5), (9, 8), (8, 4), (6, 9)])
def test_simplices_have_one_length_and_fit(n, d):
    found = simplices(n, d)
    assert len(found.form) <= d and len(set(found.keys)) == n
    assert all(sum(a * x * x for a, x in zip(found.form, key, strict=True)) == found.square for key in found.keys)
    assert np.allclose(floats_of(found, d).sum(axis=0), 0)


def test_what_is_not_separated_has_no_square():
    items = simplices(3, 2)
    assert exact_square(("+--",), items, [[-1, -1]]) is None
    assert exact_square(("+++",), items, [[1, 1]]) is None


@pytest.mark.parametrize("format", [*INTEGERS, *FLOATS])
def test_rounding_moves_scores_by_no_more_than_is_said(format):
    """Against rounding itself: no gap shrinks by more than twice what is needed."""
    rng, worst = np.random.default_rng(3), 0.0
    for d in (2, 5, 40):
        tables = [rng.standard_normal((30, d)) for _ in range(2)]
        tables = [table / np.linalg.norm(table, axis=1, keepdims=True) for table in tables]
        told = rounding(format, tables)
        made = [rounded_to(format, table) for table in tables]
        moved = np.abs(made[0] @ made[1].T - tables[0] @ tables[1].T).max()
        assert moved <= told.needed
        assert told.least <= told.needed
        worst = max(worst, moved / told.needed)
    assert worst > 0.02


def rounded_to(format, table):
    if format in INTEGERS:
        unit = np.abs(table).max(axis=1, keepdims=True) / (2 ** (INTEGERS[format] - 1) - 1)
        return np.rint(table / unit) * unit
    mantissa, exponent = np.frexp(table)
    return np.ldexp(np.rint(mantissa * 2.0 ** FLOATS[format][0]) / 2.0 ** FLOATS[format][0], exponent)


def test_noise_in_words_and_numbers():
    answer = dimension("subsets n=6 k=2", at="5", noise="int8,int4,int16,fp8", budget=PATIENT)
    said = answer.to_json()["noise"]
    assert said["int8"]["5"]["survives"] and not said["fp8"]["5"]["needed"] > 0.2
    assert any("int8 at d = 5" in line and "all orders survive" in line for line in answer.lines())
    wide = dimension("subsets n=8 k=4", at="7", noise="int4", budget=0.5)
    assert any("rounding may change an order" in line for line in wide.lines())


@pytest.mark.parametrize("given, message", [
    ({"margin": 0}, "above 0 and at most 1"), ({"margin": 1.5}, "above 0 and at most 1"),
    ({"margin": -0.1}, "above 0 and at most 1"), ({"margin": "nan"}, "above 0 and at most 1"),
    ({"margin": "1/0"}, "above 0 and at most 1"), ({"margin": True}, "above 0 and at most 1"),
    ({"margin": "much"}, "try margin=0.05"), ({"at": 0}, "must be dimensions"), ({"at": "3:2"}, "must be dimensions"),
    ({"at": "2,"}, "must be dimensions"), ({"at": []}, "must be dimensions"), ({"at": 2.5}, "must be dimensions"),
    ({"at": "1:4096"}, "at most 64"), ({"noise": "int8"}, "add a dimension"), ({"at": 2, "noise": "int5"}, "int4"),
    ({"at": 2, "bits": 8, "noise": "int8"}, "leave out one of the two"), ({"at": 2, "bits": 0}, "bits must"),
    ({"at": 2, "bits": 8, "threshold": "zero"}, "leave out threshold"),
    ({"at": 2, "threshold": "zero"}, "leave out threshold"),
    ({"at": 2, "score": "euclidean"}, "leave out score"), ({"at": 2, "grades": "nested"}, "leave out grades='nested'"),
])  # fmt: skip
def test_what_margins_do_not_go_with(given, message):
    with pytest.raises(TaskError) as error:
        dimension("subsets n=4 k=1", **given)
    assert message in str(error.value)


def test_numbers_are_rounded_to_the_safe_side():
    rng = np.random.default_rng(1)
    for x in (*rng.random(200), 0.25, 1.0, 3e-7, 12345.6):
        assert float(down(float(x))) <= x <= float(up(float(x)))


def test_crossed_bounds_are_an_error():
    high = margin_upper(asked(subsets(4, 1)), 2)
    low = lower(asked(subsets(4, 1)), 3)
    with pytest.raises(CrossedBoundsError):
        MarginAt(3, low, high)


def test_the_ceiling_that_is_printed_beside_vectors_is_the_one_in_any_dimension():
    beside = unit_margin_ceiling(merge(all_subsets(7, 2)))
    assert beside.square == margin_of_subsets(7, 2) <= ceiling_upper(asked(subsets(7, 2)), 7).square
    assert str(beside.status) == "CERTIFIED" and dimension("subsets n=7 k=2", at=3, budget=1).ceiling == beside
    assert unit_margin_ceiling(merge(all_subsets(151, 1))) is None  # more columns than are gone through
    assert unit_margin_ceiling(merge(relevance_from([[1, 1], [0, 0]]))) is None  # nothing to tell apart


def test_who_stops_the_bound_without_a_margin_stops_all(monkeypatch):
    """Ctrl-C while the least dimension without a margin was looked for did not end the search of vectors."""
    from headcount.search import least
    from headcount.search.dimension import margins

    def stopped(*args, **kwargs):
        return replace(known(*args, **kwargs), notes=("interrupted",))

    def searched(*_):
        raise AssertionError

    known = least.least_answer
    monkeypatch.setattr(least, "least_answer", stopped)
    monkeypatch.setattr(margins, "margin_lower", searched)
    answer = dimension("subsets n=6 k=2", at="4,5", margin=0.2, budget=1000)
    assert answer.interrupted and not answer.closed and answer[4].upper.margin == 0.25


@pytest.mark.slow
def test_what_is_open_is_looked_for_with_the_rest_of_the_time(monkeypatch):
    """A search whose bracket is open ends because the time does, not before; and asks just below the upper bound."""
    asked_for = []

    def nothing(self, d, seconds, enough):
        asked_for.append((d, seconds))
        return plain(self, d, 0.0, enough) if d >= 6 else None

    plain = margins_module.MarginSearch.lower
    monkeypatch.setattr(margins_module.MarginSearch, "lower", nothing)
    answer = dimension("subsets n=9 k=2", margin="1/10", budget=3.0)
    low, high = answer.least
    assert low < high
    assert [d for d, _ in asked_for].count(high - 1) >= 2 and answer.seconds >= 2.9


@pytest.mark.parametrize("scale", [2**20, 2**30, 2**40])
def test_products_by_floats_are_exact(scale):
    """Integers whose products are beyond 2^53, and others: against Python."""
    rng = np.random.default_rng(scale % 7)
    tables = [np.rint(scale * rng.standard_normal((5, 9)) / 3).astype(np.int64).astype(object) for _ in range(2)]
    found = below_module.products(*tables)
    wanted = [[sum(int(x) * int(y) for x, y in zip(q, k, strict=True)) for k in tables[1]] for q in tables[0]]
    assert found.tolist() == wanted
