"""Patterns recognised, or at any size by their name.

q-SA and thresholds without a name, recognised whatever the order of rows and columns.

Match2 by its name at any modulus, against the pattern written out and against every other kind of evidence.
"""

import itertools

import numpy as np
import pytest

from headcount import Match2, SignPattern, probe
from headcount.bounds.bound import certificate
from headcount.bounds.special_patterns import (
    exchangeable_lower,
    exchangeable_upper,
    matching_pairs_lower,
    matching_pairs_upper,
)
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.elaborate.certify import certify
from headcount.questions import match2_question, pattern_question, qsa_question, separation_question
from headcount.questions.selection import Matching


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


def judged(M, side, value, evidence):
    stated = {"resource": "m", "unit_class": "SIGN", "side": side, "value": value, "evidence": evidence}
    question = {"task": "match", "order": 2, "M": M}
    return certify({"question": question, "claims": [stated]}).verdict


@pytest.mark.parametrize("M", range(1, 14))
def test_the_square_has_the_signs_of_the_pattern(M):
    rows = [[1 if (t - (-x % M)) ** 2 < 0.5 else -1 for t in range(M)] for x in range(M)]
    assert ["".join("+" if score > 0 else "-" for score in row) for row in rows] == list(Matching(2, M).rows)
    assert isinstance(judged(M, "upper", 3, {"kind": "squares"}), Accepted)
    assert isinstance(judged(M, "upper", 2, {"kind": "squares"}), Rejected)
    assert probe(Match2(M)).upper.value <= 3


@pytest.mark.parametrize(
    ("evidence", "verdict"),
    [
        ({"kind": "tables", "dimension": 3, "queries": [], "keys": []}, Malformed),
        ({"kind": "tables", "dimension": 1, "queries": [[1]], "keys": [[1]]}, Rejected),
        ({"kind": "polynomial", "dimension": 3, "order": [0, 1], "negated": []}, Undecided),
        ({"kind": "identity"}, Rejected),
        ({"kind": "squares"}, Accepted),
    ],
)
def test_other_evidence_about_a_large_one_is_judged_at_once(evidence, verdict):
    found = judged(10**9, "upper", 3, evidence)
    assert isinstance(found, verdict)


@pytest.mark.parametrize("M", [2001, 2002, 10**6, 10**9])
def test_large_ones_are_closed_at_once(M):
    bracket = probe(Match2(M), budget=0.001)
    assert (bracket.lower.value, bracket.upper.value, bracket.certified) == (3, 3, True)
    assert isinstance(check(bracket.certificate()), Accepted)


def test_small_ones_and_others_are_left_to_the_search():
    for M in (1, 3, 2000):
        assert matching_pairs_lower(match2_question(M)) is None
        assert matching_pairs_upper(match2_question(M)) is None


@pytest.mark.parametrize("M", [4, 5, 6, 7])
def test_the_four_queries_refute_two_dimensions_at_every_size(M):
    """The same part, from the least modulus at which there is a query that matches none of the keys."""
    assert Matching(2, M).part([0, M - 1, M - 2, M - 3], [0, 1, 2]) == ("+--", "-+-", "--+", "---")
    assert probe(Match2(M)).lower.value == 3
