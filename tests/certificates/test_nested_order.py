"""Queries that share rows, on a curve: what the checker accepts against orders gone through, and what it refuses."""

from itertools import combinations_with_replacement, permutations, product

import numpy as np
import pytest
import scipy.sparse as sparse

from exact_scored import dimensions
from headcount import dimension
from headcount.bounds.upper import nested_curve
from headcount.bounds.upper.nested_curve import nested_curve_upper, nested_lists_upper
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Rejected, Undecided
from headcount.questions import SignPattern, pattern_question, scored_question
from headcount.questions.relevance import Relevance
from headcount.search.dimension.options import RelevanceOptions
from headcount.search.dimension.relevance import relevance_question
from headcount.tasks import TaskError
from headcount.tasks.relevance import relevance_from

SCORES = ("inner", "cosine", "euclidean")


def stated(rows, score, shared, value, order=None, **more):
    """A certificate of one claim by an order."""
    of = {"task": "pattern", "name": "", "null": False, "rows": list(rows)}
    proof = {"rule": "evaluate", "exhibit": "order", **({} if order is None else {"order": list(order)}), **more}
    return {
        "format": "headcount-certificate", "version": 3,
        "question": {"task": "scored", "score": score, "of": of, "shared": list(shared)},
        "claims": [{"resource": "m", "unit_class": "SIGN", "side": "upper", "value": value, "proof": proof}],
    }  # fmt: skip


def least_accepted(rows, score, shared, order):
    """The least value that the checker accepts for an order; None if it refuses the order at any value."""
    return next(
        (
            value
            for value in range(len(rows[0]) + 2)
            if isinstance(check(stated(rows, score, shared, value, order)), Accepted)
        ),
        None,
    )


def chains(columns):
    """All pairs of rows of one query over so many columns, nested or not, with free columns or not."""
    rows = list(map("".join, product("+-*" if columns < 4 else "+-", repeat=columns)))
    yield from combinations_with_replacement(rows, 2)


@pytest.mark.parametrize("columns", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_pair_of_rows_of_one_query(columns):
    """Where sets are nested and free columns agree an order is accepted, at no less than is needed; else none."""
    met = refused = 0
    for rows in chains(columns):
        free = [{c for c, sign in enumerate(row) if sign == "*"} for row in rows]
        sets = [{c for c, sign in enumerate(row) if sign == "+"} for row in rows]
        fits = free[0] == free[1] and (sets[0] <= sets[1] or sets[1] <= sets[0])
        for score in SCORES:
            found = [least_accepted(rows, score, (0, 0), order) for order in permutations(range(columns))]
            assert fits == all(value is not None for value in found), (rows, score, found)
            refused += not fits
            if fits:
                least, most = dimensions(rows, score, (0, 0))
                assert min(found) >= least, (rows, score, found)
                met += min(found) <= most
    assert met and refused


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("seed", range(6))
def test_two_queries_with_levels(seed):
    """Random levels of two or three queries on four or five items, against the oracle: never below the least."""
    rng = np.random.default_rng(seed)
    close = 0
    for _ in range(3):
        items = int(rng.integers(3, 5))
        levels = rng.integers(0, 3, (int(rng.integers(2, 4)), items))
        rows, shared = [], []
        for line in levels:
            number = shared[-1] + 1 if shared else 0
            for level in np.unique(line)[1:]:
                rows.append("".join("+" if x >= level else "-" for x in line))
                shared.append(number)
        if len(set(shared)) == len(shared):
            continue
        for score in SCORES:
            least, most = dimensions(tuple(rows), score, tuple(shared))
            found = min(
                nested_lists_upper(
                    scored_question(pattern_question(SignPattern(tuple(rows), null=False)), score, tuple(shared)), order
                ).value
                for order in permutations(range(items))
            )
            assert found >= least, (rows, shared, score)
            assert isinstance(check(stated(rows, score, shared, found - 1)), Rejected)
            close += found <= most + 1
    assert close


@pytest.mark.parametrize(
    ("rows", "shared", "more", "words"),
    [
        (("+-+", "++-"), (0, 0), {}, "do not lie one within the other"),
        (("+-*", "++-"), (0, 0), {}, "different columns"),
        (("+--", "-+-", "++-"), (0, 1, 0), {}, "do not stand together"),
        (("+--", "++-"), (0, 0), {"negated": [0]}, "neither negated nor rows"),
        (("+--", "++-"), (0, 0), {"vectors": "rows"}, "neither negated nor rows"),
        (("+--", "++-"), (0, 0), {"order": [0, 1]}, "not one of all columns"),
    ],
)
def test_what_is_refused(rows, shared, more, words):
    for score in SCORES:
        verdict = check(stated(rows, score, shared, 9, **more))
        assert isinstance(verdict, Rejected) and words in str(verdict)


def test_a_level_more_is_counted():
    """A pair of grades in the middle of seven items: the lower one is a double root, so 4, where one grade needs 2."""
    rows, alone = ("---+---", "-+-+---"), ("---+---", "---+---")
    for score in SCORES:
        assert least_accepted(alone, score, (0, 0), range(7)) == 2
        assert least_accepted(rows, score, (0, 0), range(7)) == 4


@pytest.mark.slow
def test_lists_that_are_not_written_out():
    """2,400 queries of three grades on 2,400 items: at most 2k dimensions, certified, by lists."""
    rng = np.random.default_rng(0)
    chosen = [map(str, rng.choice(2400, 3, replace=False)) for _ in range(2400)]
    triples = {f"q{number}": dict(zip(items, (1, 2, 3), strict=True)) for number, items in enumerate(chosen)}
    answer = dimension(triples, budget=2)
    assert isinstance(answer.question.of, Relevance) and answer.asked.nested
    assert 1 <= answer.lower.value <= answer.upper.value <= 6
    assert isinstance(check(answer.certificate()), Accepted)


def test_a_table_of_ratings_is_not_refused():
    """4,423 users and 1,612 items, which were refused; what is listed grows with the pairs, not with the cells."""
    rng = np.random.default_rng(0)
    rows, columns = np.divmod(rng.choice(4423 * 1612, 20_000, replace=False), 1612)
    data = relevance_from(sparse.csr_array((rng.integers(1, 6, 20_000), (rows, columns)), shape=(4423, 1612)))
    asked = relevance_question(data)
    assert asked.nested and isinstance(asked.question.of, Relevance)
    assert asked.question.of.pairs < 4 * data.pairs
    assert nested_lists_upper(asked.question).value <= 2 * data.most


def test_too_many_grades_are_refused():
    data = relevance_from(np.arange(1, 40_001).reshape(4, 10_000))
    with pytest.raises(TaskError, match=r"ask for sets of items with 200,020,000 entries.*relevant_from=20001"):
        relevance_question(data)
    assert relevance_question(data, RelevanceOptions(relevant_from=20001)).question.task == "pattern"


def test_one_query_with_very_many_levels_is_undecided():
    """The rows of a query are held at once, so there must be room for them."""
    columns = 700
    of = {"task": "relevance", "name": "", "null": False, "columns": columns,
          "selected": [list(range(k)) for k in range(1, columns)]}  # fmt: skip
    certificate = stated(("+",), "inner", [0] * (columns - 1), columns - 1)
    certificate["question"]["of"] = of
    assert isinstance(check(certificate), Undecided)
    of["selected"], certificate["question"]["shared"] = of["selected"][:300], [0] * 300
    assert isinstance(check(certificate), Accepted)


def graded(rng, queries, items):
    """A question about queries with three grades, and a number of items that no query finds relevant."""
    return relevance_question(
        relevance_from(rng.integers(0, 4, (queries, items)) * (rng.random((queries, items)) < 0.4))
    )


@pytest.mark.parametrize("score", SCORES)
def test_long_tables_give_way_to_counted_roots(score, monkeypatch):
    """The same bound, but for a distance an even one; numbers that take the checker long are not written out."""
    rng, compared = np.random.default_rng(7), 0
    while compared < 8:
        asked = graded(rng, 4, 9).question
        question = scored_question(asked.of, score, asked.shared)
        tables = nested_curve_upper(question, below=20)
        with monkeypatch.context() as patched:
            patched.setattr(nested_curve, "MOST_STEPS", 0)
            counted = nested_curve_upper(question, below=20)
        assert "tilt" in tables.how and "roots of a query" in counted.how
        assert counted.value - tables.value == (tables.value % 2 if score == "euclidean" else 0), asked.words
        compared += 1


def test_twice_the_relevant_items_are_enough_at_once():
    """With 300 items and 20 grades for a query the numbers of the tables were too long, and a simplex was left."""
    rng = np.random.default_rng(1)
    grades = np.zeros((440, 300))
    for row in grades:
        row[rng.choice(300, 20, replace=False)] = rng.integers(1, 6, 20)
    assert dimension(grades, budget=0.01).upper.value <= 40


def test_hundreds_of_grades_of_one_query_are_no_error():
    assert dimension(np.arange(700.0)[None], format="matrix", budget=0.01).upper.value <= 699
