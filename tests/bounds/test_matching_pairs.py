"""Match2 by its name at any modulus, against the pattern written out and against every other kind of evidence."""

import pytest

from headcount import Match2, probe
from headcount.bounds.special_patterns import matching_pairs_lower, matching_pairs_upper
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.elaborate.certify import certify
from headcount.questions import match2_question
from headcount.questions.selection import Matching


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


@pytest.mark.parametrize("M", [1, 2, 3, 5, 8])
def test_a_part_is_that_of_the_pattern_written_out(M):
    question = Matching(2, M)
    assert question.shape == (len(question.rows), len(question.rows[0]))
    every = list(range(M))
    assert question.part(every, every) == question.rows
    assert question.part(every[::-1], [0]) == tuple(row[0] for row in question.rows[::-1])


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
