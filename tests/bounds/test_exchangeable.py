"""q-SA and thresholds without a name, recognised whatever the order of rows and columns."""

import itertools

import numpy as np
import pytest

from headcount import Accepted, SignPattern, check, probe
from headcount.bounds.bound import certificate
from headcount.bounds.special_patterns import exchangeable_lower, exchangeable_upper
from headcount.questions import pattern_question, qsa_question, separation_question


def anonymous(question, seed, *, extra=(), double=0):
    """The pattern without its name, rows and columns in another order, some columns twice, and rows more."""
    rng = np.random.default_rng(seed)
    table = np.array([list(row) for row in question.pattern.rows])
    table = table[rng.permutation(len(table))][:, rng.permutation(table.shape[1])]
    table = np.hstack([table, table[:, :double]])
    return pattern_question(SignPattern((*extra, *map("".join, table.tolist())), null=False))


def named_and_anonymous(sizes):
    for N in sizes:
        for q in range(1, N):
            yield qsa_question(N, q), f"qsa {N} {q}"
        for least, most in itertools.combinations_with_replacement(range(1, N), 2):
            yield separation_question(N, least, most), f"separation {N} {least} {most}"


def test_the_answer_is_that_of_the_named_question():
    for seed, (named, words) in enumerate(named_and_anonymous((2, 3, 4, 5))):
        bracket = probe(named, budget=1000)
        found = exchangeable_lower(anonymous(named, seed, double=seed % 2))
        assert (0 if found is None else found.value) <= bracket.lower.value, words
        if bracket.lower.evidence.method.startswith("any"):  # by the same argument
            assert found.value == bracket.lower.value, words


def test_a_large_one_is_closed_without_a_search():
    question = anonymous(qsa_question(14, 5), 0, extra=("-" * 13 + "0",))
    lower = exchangeable_lower(question)
    assert lower.value == 10
    assert exchangeable_upper(question, 10).value == 10
    assert isinstance(check(certificate(question, lower)), Accepted)


@pytest.mark.parametrize(
    "rows",
    [
        ("00-", "0-0"),  # a subset is missing
        ("0--", "-0-", "--+"),
        ("+--", "-+-"),
        ("000",),
        ("---",),
    ],
)
def test_a_missing_row_is_no_exchangeable_pattern(rows):
    assert exchangeable_lower(pattern_question(SignPattern(rows, null=False))) is None


def test_nothing_with_a_null_token():
    rows = qsa_question(4, 1).pattern.rows
    assert exchangeable_lower(pattern_question(SignPattern(rows, null=True))) is None
