"""The most margin that unit vectors have: against the semidefinite program, found vectors, and its closed form."""

import math
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from draws import until
from headcount.bounds.margin import margin
from headcount.bounds.margin_ceiling import margin_ceiling, margin_of_subsets
from headcount.questions import SignPattern, pattern_question, separation_question


def simplex_margin(n, k):
    """Of the simplex with queries mean inside less mean outside: every set by the definition."""
    items = np.eye(n) - 1 / n
    items /= np.linalg.norm(items, axis=1, keepdims=True)
    least = math.inf
    for chosen in combinations(range(n), k):
        inside = np.isin(np.arange(n), chosen)
        query = items[inside].mean(axis=0) - items[~inside].mean(axis=0)
        scores = items @ query / np.linalg.norm(query)
        least = min(least, scores[inside].min() - scores[~inside].max())
    return least / 2


@pytest.mark.parametrize(("n", "k"), [(2, 1), (4, 2), (5, 1), (5, 2), (5, 4), (6, 3)])
def test_all_subsets(n, k):
    """The closed form is attained by the simplex, is what the program finds, and what the weights prove."""
    closed = math.sqrt(margin_of_subsets(n, k))
    assert abs(simplex_margin(n, k) - closed) < 1e-12
    question = separation_question(n, k, k)
    program = margin(question)
    assert float(program.lower) - 1e-9 <= closed <= float(program.upper) + 1e-9
    found = margin_ceiling(question.pattern.rows)
    assert closed - 1e-12 <= found.value < closed + 1e-6


def test_never_below_what_vectors_have(rotating_seed):
    rng = np.random.default_rng(rotating_seed)
    compared = Counter()
    for _ in until(compared, {True}, 8):
        rows = tuple("".join(rng.choice(list("+--*"), 5)) for _ in range(6))
        if not any("+" in row and "-" in row for row in rows):
            continue
        program = margin(pattern_question(SignPattern(rows, null=False)))
        assert margin_ceiling(rows).value >= min(1, float(program.lower)) - 1e-9, rows
        compared[True] += 1


def test_what_has_no_margin_or_is_too_large():
    assert margin_ceiling(("++", "**")).value == math.inf
    assert margin_ceiling(("+" + "-" * 150,)) is None
    with pytest.raises(ValueError, match="k must be"):
        margin_of_subsets(4, 4)
