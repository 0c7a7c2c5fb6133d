"""Patterns by cosine and Euclidean distance, and shared queries: the engines' ends against orders gone through."""

import time
from itertools import combinations, permutations, product

import numpy as np
import pytest

import exact_scored as oracle
from headcount.bounds.lower.other_scores import OnASphere, different_keys_lower
from headcount.bounds.patterns import simplex_upper
from headcount.bounds.selections import retrieval_lower, retrieval_upper
from headcount.bounds.upper.scored_points import (
    circle_of_order,
    circle_upper,
    inner_products_upper,
    nested_scores,
    points_upper,
    simplex_points_upper,
)
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import (
    SignPattern,
    least_size,
    pattern_question,
    retrieval_question,
    scored_question,
    separation_question,
)
from headcount.questions.relevance import Relevance
from headcount.search.ask import ask
from headcount.search.asked import Asked
from headcount.search.board import LocalBoard
from headcount.search.lower_bounds import raise_lower
from headcount.search.scored import first_bounds, sphere_board

DISTANT = 1000.0
"""Seconds, of which these take a few."""


def tiny_patterns():
    """All patterns of + and - up to 3x4 with different rows, one of each up to the order of rows and columns."""
    seen = {}
    for height, width in product((1, 2, 3), (2, 3, 4)):
        for rows in combinations(["".join(row) for row in product("+-", repeat=width)], height):
            images = (
                tuple(sorted("".join(row[c] for c in order) for row in rows)) for order in permutations(range(width))
            )
            seen[min(images)] = None
    return sorted(seen)


TINY = tiny_patterns()


def asked(rows, score, shared=()):
    return scored_question(pattern_question(SignPattern(tuple(rows), null=False)), score, tuple(shared))


def board_of(question, first):
    return LocalBoard(Asked(least_size(question)), 0, time.monotonic() + DISTANT, first)


def ends_of(question, starts=3):
    """The bracket that all engines give in this process."""
    board = board_of(question, first_bounds(question))
    if (bound := circle_upper(question)) is not None:
        board.post(bound)
    for d in range(1, board.upper):
        if (bound := points_upper(question, d, restarts=starts)) is not None:
            board.post(bound)
            break
    if not board.over:
        raise_lower(sphere_board(board, OnASphere(question)), cheap_first=True)
    bracket = board.answer()
    assert isinstance(check(bracket.certificate()), Accepted)
    return bracket.lower.value, bracket.upper.value


def test_there_are_tiny_patterns():
    assert len(TINY) == 113


@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize("score", ["cosine", "euclidean"])
def test_tiny_patterns_are_closed_at_the_truth(score, part, rotating_seed):
    """The bounds meet, for a third of the patterns, at the value that going through all orders of the items gives."""
    for rows in TINY[(2 * rotating_seed + part) % 6 :: 6]:
        assert ends_of(asked(rows, score)) == oracle.dimensions(rows, score), rows


@pytest.mark.parametrize("score", ["cosine", "euclidean"])
def test_patterns_with_stars_and_five_items(score, rotating_seed):
    rng = np.random.default_rng(rotating_seed)
    for _ in range(12):
        height, width = int(rng.integers(1, 5)), int(rng.integers(3, 6))
        rows = tuple("".join(rng.choice(list("+-*"), width, p=(0.4, 0.4, 0.2))) for _ in range(height))
        low, high = ends_of(asked(rows, score), starts=1)
        least, most = oracle.dimensions(rows, score)
        assert low <= most and least <= high, rows


@pytest.mark.parametrize("score", ["inner", "cosine", "euclidean"])
def test_shared_queries(score, rotating_seed):
    """Nested rows of two queries on three items."""
    rng = np.random.default_rng(rotating_seed)
    for _ in range(12):
        grades = rng.integers(0, 3, (2, 3))
        rows, shared = [], []
        for query, line in enumerate(grades):
            for grade in (1, 2):
                rows.append("".join("+" if x >= grade else "-" for x in line))
                shared.append(query)
        question = asked(rows, score, shared)
        low, high = ends_of(question, starts=2)
        least, most = oracle.dimensions(tuple(rows), score, tuple(shared))
        assert low <= most and least <= high, rows


def test_the_same_as_retrieval():
    """All sets of some sizes, as patterns and by name."""
    for sizes in ((3, 1, 1), (4, 1, 1), (3, 1, 2)):
        for score in ("cosine", "euclidean"):
            low, high = ends_of(scored_question(separation_question(*sizes), score))
            named = retrieval_question(*sizes, score)
            assert low <= retrieval_upper(named).value and retrieval_lower(named).value <= high
            assert low == high


def test_what_a_sphere_gives_away():
    """By inner products a line will do; on a circle of R^1 there is no room for three different items."""
    rows = ("+--", "-++", "++-")
    assert ask(Asked(least_size(asked(rows, "cosine"))), budget=DISTANT).lower.value == 2
    assert oracle.by_inner_products(rows) == 1


@pytest.mark.parametrize("score", ["cosine", "euclidean"])
def test_lists_too_large_to_be_written_out(score):
    """5000 intervals on a line of 5000 items, with a part that all pairs of five items make hard."""
    pairs = tuple(combinations(range(5), 2))
    lists = (*pairs, *((j, j + 1) for j in range(5, 4999)))
    listed = Relevance(5000, lists, ((),) * len(lists), blank=False)
    question = scored_question(listed, score)
    ends = circle_of_order(question, range(5000)), inner_products_upper(question, simplex_upper(listed))
    step = int(score == "euclidean")
    assert [end.value for end in ends] == [4 - step, 4999 if step else 5000]
    part = tuple(range(len(pairs))), tuple(range(5))
    inner = OnASphere(question, part)
    assert len(inner.inner.pattern.rows) == len(pairs) + 5 + step
    board = board_of(question, (different_keys_lower(question), ends[0]))
    raise_lower(sphere_board(board, inner), cheap_first=True)
    bracket = board.answer()
    assert (bracket.lower.value, bracket.upper.value) == (4 - step, 4 - step)
    assert isinstance(check(bracket.certificate()), Accepted)


def test_nested_scores_of_shared_queries():
    levels, thresholds = nested_scores(("+---", "++-*", "*++-"), (0, 0, 1))
    for row, group, threshold in zip(("+---", "++-*", "*++-"), (0, 0, 1), thresholds, strict=True):
        assert all(s == "*" or (s == "+") == (x > threshold) for s, x in zip(row, levels[group], strict=True))
        assert all(s == "*" or x != threshold for s, x in zip(row, levels[group], strict=True))
    with pytest.raises(ValueError, match="nested"):
        simplex_points_upper(asked(("+-", "-+"), "inner", (0, 0)))


@pytest.mark.parametrize(
    ("pattern", "score", "shared", "words"),
    [
        (("+-", "-+"), "inner", (), "state that"),
        (("+0", "-+"), "euclidean", (), "by cosine"),
        (("+0", "-+"), "cosine", (0, 0), "by cosine"),
        (("+-", "-+"), "l1", (), "the score must be"),
        (("+-", "-+"), "cosine", (1, 0), "in turn"),
        (("+-", "-+"), "cosine", (0,), "each of the 2 rows"),
    ],
)
def test_mistakes(pattern, score, shared, words):
    with pytest.raises(ValueError, match=words):
        asked(pattern, score, shared)
