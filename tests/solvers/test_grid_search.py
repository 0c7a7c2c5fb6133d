"""Annealed keys, and the decision of single sizes: values that were found by hand or by going through everything."""

import pytest

from headcount.bounds.bound import certificate
from headcount.bounds.unit_classes import grid_thresholds
from headcount.bounds.unit_classes.grid_thresholds import decide_grid, problems_of
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, least_size, match2_question, pattern_question, qsa_question
from headcount.questions.selection import shared_question
from headcount.solvers.outcome import Verdict
from headcount.solvers.units.grid_annealing import NotFound, anneal_keys, with_queries

ONE_BIT = "GRID(1, midrise, gap 1)"


@pytest.mark.parametrize(
    ("asked", "unit_class", "least"),
    [
        (qsa_question(4, 1), ONE_BIT, 2),
        (qsa_question(5, 1), ONE_BIT, 3),
        (qsa_question(3, 1), "GRID(1, twos, gap 1)", 3),
        (qsa_question(3, 2), ONE_BIT, 3),
        (qsa_question(5, 2), ONE_BIT, 5),
        (qsa_question(5, 2), "GRID(2, midrise, gap 1)", 4),
        (shared_question(4, 3, 2, "sum"), "GRID(1, twos, gap 1)", 3),
        (shared_question(4, 3, 2, "concat"), "GRID(1, twos, gap 1)", 2),
        (shared_question(4, 3, 3, "sum"), "GRID(2, midrise, gap 1)", 1),
        (match2_question(2), ONE_BIT, 2),
    ],
)
def test_least_widths(asked, unit_class, least):
    answers = [decide_grid(least_size(asked, "m", unit_class), width, 1000) for width in range(least + 1)]
    assert [a.status for a in answers] == [Verdict.INFEASIBLE] * least + [Verdict.FEASIBLE]
    verdict = check(certificate(asked, answers[-2].bound, answers[-1].bound))
    assert isinstance(verdict, Accepted)
    assert (verdict.lower, verdict.upper) == (least, least)


def test_equal_rows_have_equal_queries():
    """Rows that are equal are searched for once, and each has its query in the tables."""
    for rows, null in ((("+-", "-+", "+-"), True), (("0-", "0-", "-0", "0-"), False), (("++", "++"), True)):
        question = pattern_question(SignPattern(rows, null=null))
        found = decide_grid(least_size(question, "m", ONE_BIT), 3, 100.0)
        assert found.status is Verdict.FEASIBLE
        assert isinstance(check(certificate(question, found.bound)), Accepted)


def test_bits_are_bounded_at_a_width():
    question = qsa_question(5, 2)
    ends = [decide_grid(least_size(question, "p", "GRID(p, midrise, gap 1)", m=4), p, 600).bound for p in (1, 2)]
    assert [(end.side, end.value, end.quantity.m) for end in ends] == [("lower", 2, 4), ("upper", 2, 4)]
    statement = check(certificate(question, *ends)).statement
    assert statement.endswith("class GRID(p, midrise, gap 1), m <= 4: 2 <= p <= 2")
    narrow = decide_grid(least_size(question, "p", "GRID(p, midrise, gap 1)", m=3), 3, 600).bound
    assert (narrow.side, narrow.value, narrow.evidence.kind) == ("lower", 4, "restriction")


def test_no_time_is_open():
    answer = decide_grid(least_size(qsa_question(7, 2), "m", "GRID(2, midrise, gap 1)"), 4, 0.0)
    assert (answer.status, answer.bound) == (Verdict.OPEN, None)


def test_a_proof_that_is_too_long_is_said(monkeypatch):
    monkeypatch.setattr(grid_thresholds, "MOST_STEPS", 1_000)
    answer = decide_grid(least_size(qsa_question(7, 1), "m", "GRID(2, twos, gap 1)"), 2, 20)
    assert (answer.status, answer.bound, answer.is_final) == (Verdict.OPEN, None, True)
    assert answer.method == "there are no keys, by 34 splits into cases, more than the checker goes through"


def test_annealing_proposes_only():
    rows = problems_of(qsa_question(5, 1))[0]
    missing = anneal_keys(rows, (-1, 1), 2, 1, starts=3)
    assert isinstance(missing, NotFound) and missing.rows_missed >= 1
    with pytest.raises(ValueError, match="row"):
        with_queries(rows, [[(1, 1)] * 5], (-1, 1), 1)


def test_misuse():
    with pytest.raises(ValueError, match="GRID"):
        decide_grid(least_size(qsa_question(4, 1)), 2, 1.0)
    with pytest.raises(ValueError, match="GRID with its bits"):
        decide_grid(least_size(qsa_question(4, 1), "p", "GRID(p, midrise, gap 1)", m=2), 0, 1.0)
    with pytest.raises(ValueError, match="resource"):
        decide_grid(least_size(qsa_question(4, 1), "H", ONE_BIT, m=2), 2, 1.0)
    with pytest.raises(ValueError, match="heads must be between 1 and q"):
        shared_question(4, 1, 2, "sum")
    with pytest.raises(ValueError, match="queries"):
        anneal_keys(problems_of(qsa_question(4, 1))[0], range(8), 7, 1, starts=1)
