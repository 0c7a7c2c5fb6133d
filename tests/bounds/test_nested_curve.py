"""Nested grades on a curve: at most 2k dimensions where k items are relevant to a query, whatever the score."""

import numpy as np
import pytest

from exact_scored import dimensions
from headcount.bounds.bound import Status
from headcount.bounds.upper.nested_curve import nested_curve_upper, nested_levels, nested_order_upper
from headcount.bounds.upper.scored_points import simplex_points_upper, simplex_width
from headcount.certificates.verdict import Accepted, Rejected
from headcount.elaborate.certify import certify
from headcount.questions import SignPattern, pattern_question, scored_question

SCORES = ("inner", "cosine", "euclidean")


def question(rows, shared, score):
    return scored_question(pattern_question(SignPattern(tuple(rows), null=False)), score, tuple(shared))


def rows_of(grades, free=None):
    """Nested rows, and the query of each, of grades (queries, items)."""
    free = np.zeros(grades.shape, dtype=bool) if free is None else free
    rows, shared = [], []
    for line, ignored in zip(grades, free, strict=True):
        levels = np.unique(line[~ignored])[1:]
        number = 0 if not shared else shared[-1] + 1
        for level in levels:
            rows.append("".join("*" if f else "+" if x >= level else "-" for x, f in zip(line, ignored, strict=True)))
            shared.append(number)
    return rows, shared


def graded(rng, queries, items, most):
    """Each query has 1 .. most relevant items of different grades."""
    grades = np.zeros((queries, items), dtype=int)
    for line in grades:
        count = int(rng.integers(1, most + 1))
        line[rng.choice(items, count, replace=False)] = rng.permutation(count) + 1
    grades[0] = 0
    grades[0, rng.choice(items, most, replace=False)] = np.arange(most) + 1  # one query has as many as may be
    return grades


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_twice_as_many_as_are_relevant(score, most):
    """The theorem, along every order: the checker accepts, and 2k is enough; it is reached, too."""
    rng = np.random.default_rng(most)
    seen = set()
    for _ in range(6):
        rows, shared = rows_of(graded(rng, 5, 4 * most + 3, most))
        for order in (None, rng.permutation(4 * most + 3).tolist()):
            bound = nested_curve_upper(question(rows, shared, score), order, below=99)
            assert bound.status is Status.CERTIFIED and bound.value <= 2 * most
            seen.add(bound.value)
    assert 2 * most in seen


@pytest.mark.parametrize("score", SCORES)
def test_any_levels(score):
    """Also most items relevant, many of one grade, pairs that are free, and odd degrees."""
    rng = np.random.default_rng(5)
    values = set()
    for _ in range(40):
        items = int(rng.integers(3, 5 if score == "euclidean" else 8))  # what the oracle can do
        grades = rng.integers(0, int(rng.integers(2, 5)), (3, items))
        free = rng.random(grades.shape) < (0.2 if rng.random() < 0.5 else 0)
        rows, shared = rows_of(grades, free)
        if not rows:
            continue
        asked = question(rows, shared, score)
        bound = nested_curve_upper(asked, rng.permutation(items).tolist(), below=99)
        assert bound.status is Status.CERTIFIED
        assert dimensions(tuple(rows), score, tuple(shared))[0] <= bound.value
        values.add(bound.value)
    assert len(values) >= 3 and (score == "cosine" or any(value % 2 for value in values))


def test_free_pairs_that_differ_between_the_rows_of_a_query():
    rows, shared = ("+--*-", "++*--", "-+*-+"), (0, 0, 1)
    found = nested_levels(rows, shared)
    assert all(
        (level >= cut) == (sign == "+")
        for row, group, cut in zip(rows, shared, found.cuts, strict=True)
        for sign, level in zip(row, found.levels[group].tolist(), strict=True)
        if sign != "*"
    )
    for score in SCORES:
        assert nested_curve_upper(question(rows, shared, score), below=9).status is Status.CERTIFIED


def test_an_order_shares_roots():
    """Chains of neighbours: two items of different grades that stand side by side need two roots."""
    rng = np.random.default_rng(0)
    path = rng.permutation(12)
    grades = np.zeros((11, 12), dtype=int)
    grades[np.arange(11), path[:-1]], grades[np.arange(11), path[1:]] = 2, 1
    rows, shared = rows_of(grades)
    assert nested_curve_upper(question(rows, shared, "inner")).value == 4
    for score in SCORES:
        assert nested_order_upper(question(rows, shared, score), enough=2).value == 2


def test_no_better_than_a_simplex_or_no_order_at_all():
    rows, shared = rows_of(np.array([[2, 1, 0], [0, 2, 1]]))
    asked = question(rows, shared, "cosine")
    assert nested_curve_upper(asked) is None
    assert simplex_width(asked) == simplex_points_upper(asked).value == 2
    one_sided = question(("++++", "+---", "++--"), (0, 0, 0), "inner")  # a row that has to be above nothing
    assert nested_curve_upper(one_sided, below=9) is None


@pytest.mark.parametrize("score", SCORES)
def test_the_tables_are_looked_at(score):
    """One dimension less, or the thresholds of two grades exchanged, is refused."""
    rows, shared = rows_of(graded(np.random.default_rng(1), 6, 9, 2))
    asked = question(rows, shared, score)
    bound = nested_curve_upper(asked)
    claim = {"resource": "m", "unit_class": "SIGN", "side": "upper", "value": bound.value}
    draft = {"question": asked.to_json(), "claims": [{**claim, "evidence": bound.found}]}
    assert isinstance(certify(draft).verdict, Accepted)
    fewer = {"question": asked.to_json(), "claims": [{**claim, "value": bound.value - 1, "evidence": bound.found}]}
    assert isinstance(certify(fewer).verdict, Rejected)
    first, second = (list(row) for row in bound.found["queries"][:2])
    assert first[:-1] == second[:-1]
    exchanged = {**bound.found, "queries": [second, first, *bound.found["queries"][2:]]}
    wrong = {"question": asked.to_json(), "claims": [{**claim, "evidence": exchanged}]}
    assert isinstance(certify(wrong).verdict, Rejected)


def test_where_numbers_are_too_long_to_be_multiplied_in_time_roots_are_counted():
    """Two for each of the 16 relevant items of a query, as the polynomials with a tilt would have."""
    rng = np.random.default_rng(0)
    rows, shared = rows_of(graded(rng, 60, 2000, 16))
    bound = nested_curve_upper(question(rows, shared, "inner"))
    assert bound.value == 32 and "order" in bound.found
