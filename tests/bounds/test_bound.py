"""The nouns of an answer, and each bound function on its own.

Refutations that argue about a part of the columns or rows only: the part is a premise, the whole a restriction.
"""

import json
import pickle
import random
from itertools import product

import numpy as np
import pytest

from headcount import Answer
from headcount.bounds import (
    CheckerRefusedError,
    CrossedBoundsError,
    Status,
    simplex_upper,
    sparse_averaging_lower,
    sparse_averaging_upper,
    trivial_lower,
)
from headcount.bounds.bound import Bound, Evidence, bounds_in, certificate, certified_bound, premise
from headcount.bounds.lower.chirotope import Angle, chirotope_lower, without_repetition
from headcount.bounds.lower.independent_vectors import independent_vectors_lower, oriented
from headcount.bounds.patterns import no_signs_upper, pattern_array
from headcount.bounds.upper.moment_curve import moment_curve_upper
from headcount.bounds.upper.tables import realised_upper
from headcount.bounds.upper.unit_tables import unit_tables
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, least_size, match2_question, pattern_question, qsa_question
from headcount.search.asked import Asked
from headcount.solvers.outcome import Verdict
from headcount.solvers.sign_rank.chirotope_search import ChirotopeSearch
from headcount.solvers.sign_rank.independence import independent_columns

QSA = qsa_question(6, 2)
ASKED = Asked(least_size(QSA))
EYE = pattern_question(SignPattern(("+---", "-+--", "--+-", "---+"), null=True), "eye")


def test_an_answer_says_what_it_is():
    bracket = Answer(ASKED, sparse_averaging_lower(QSA), sparse_averaging_upper(QSA), 0.25)
    assert bracket.closed
    assert bracket.certified
    text = str(bracket)
    assert "q-SA(N=6, q=2)" in text
    assert "class SIGN: 4 <= m <= 4 (closed)" in text
    assert text.count("CERTIFIED") == 2
    assert json.loads(json.dumps(bracket.to_json()))["seconds"] == 0.25
    html = bracket._repr_html_()
    assert "m &ge; 4" in html
    assert "m &le; 4" in html


def test_names_cannot_write_html():
    question = pattern_question(SignPattern(("+",), null=True), "<script>")
    bracket = Answer(Asked(least_size(question)), trivial_lower(question), simplex_upper(question))
    assert "<script>" not in bracket._repr_html_()


def test_nouns_are_values():
    first, second = (Answer(ASKED, sparse_averaging_lower(QSA), sparse_averaging_upper(QSA), s) for s in (1.0, 2.0))
    assert first == second
    assert hash(first) == hash(second)
    assert pickle.loads(pickle.dumps(first)) == first
    with pytest.raises(AttributeError):
        first.lower.value = 5


def test_crossed_bounds_are_an_error():
    lower, upper = sparse_averaging_lower(QSA), sparse_averaging_upper(QSA)
    too_high = Bound(lower.quantity, "lower", 5, lower.evidence)
    with pytest.raises(CrossedBoundsError, match=r"m >= 5.*m <= 4.*q-SA"):
        Answer(ASKED, too_high, upper)


def test_evidence_that_the_checker_refuses_makes_no_bound():
    for side, value, evidence in (
        ("lower", 5, {"kind": "symmetric", "size": 5}),
        ("lower", 5, {"kind": "symmetric", "size": 6}),
        ("upper", 3, {"kind": "squares"}),
        ("upper", 4, {"kind": "symmetric", "size": 5}),
    ):
        with pytest.raises(CheckerRefusedError):
            certified_bound(QSA, side, value, "a mistake", evidence)


def test_uncertified_bounds_stay_out_of_certificates():
    told = Bound(least_size(QSA), "upper", 4, Evidence("hearsay", Status.PROVED_BY_SOLVER, "a solver said so"))
    bracket = Answer(ASKED, sparse_averaging_lower(QSA), told)
    assert not bracket.certified
    assert [claim["side"] for claim in bracket.certificate()["claims"]] == ["lower"]
    assert "PROVED-BY-SOLVER" in str(bracket)


@pytest.mark.parametrize(
    ("make", "question", "value"),
    [
        (trivial_lower, QSA, 0),
        (simplex_upper, QSA, 5),
        (simplex_upper, qsa_question(10**9, 2), 10**9 - 1),
        (simplex_upper, EYE, 4),
        (simplex_upper, pattern_question(SignPattern(("+-+",), null=False)), 1),
        (sparse_averaging_lower, QSA, 4),
        (sparse_averaging_lower, qsa_question(4, 3), 3),
        (sparse_averaging_upper, QSA, 4),
        (sparse_averaging_upper, qsa_question(4, 3), 6),
        (moment_curve_upper, QSA, 4),
        (moment_curve_upper, match2_question(3), 2),
        (moment_curve_upper, match2_question(8), 3),
        (moment_curve_upper, EYE, 3),
        (independent_vectors_lower, QSA, 4),
        (independent_vectors_lower, match2_question(8), 3),
        (no_signs_upper, pattern_question(SignPattern(("0*",), null=True)), 0),
    ],
)
def test_values(make, question, value):
    bound = make(question)
    assert bound.value == value
    assert bound.evidence.status is Status.CERTIFIED
    verdict = check(certificate(question, bound))
    assert isinstance(verdict, Accepted)
    assert (verdict.lower if bound.side == "lower" else verdict.upper) == value


def test_bounds_that_do_not_apply():
    assert sparse_averaging_lower(EYE) is None
    assert sparse_averaging_upper(EYE) is None
    assert sparse_averaging_lower(qsa_question(4, 4)) is None
    assert no_signs_upper(EYE) is None
    assert no_signs_upper(qsa_question(10**6, 3)) is None
    assert independent_vectors_lower(pattern_question(SignPattern(("0*",), null=True))) is None


def test_tables_that_cannot_exist_are_not_found():
    assert realised_upper(EYE, 2, restarts=20) is None
    assert realised_upper(EYE, 3).value == 3


def test_cyclic_shifts_are_half_planes():
    """The shifts of ++--- are the half planes of a pentagram: two dimensions, whatever the seed."""
    rows = tuple("++---"[-k:] + "++---"[:-k] for k in range(5))
    question = pattern_question(SignPattern(rows, null=True))
    assert {moment_curve_upper(question, seed=seed).value for seed in range(5)} == {2}
    assert {independent_vectors_lower(question, seed=seed).value for seed in range(5)} == {2}


def test_pattern_arrays_are_the_rows():
    rng = random.Random(0)
    codes = {"-": -1, "0": 0, "+": 1, "*": 2}
    for null in (True, False):
        rows = tuple("".join(rng.choice("-0+*") for _ in range(7)) for _ in range(4))
        array = pattern_array(pattern_question(SignPattern(rows, null)))
        wanted = rows if null else (*rows, "+++++++")
        assert array.shape == (len(wanted), 7)
        for r, c in product(range(len(wanted)), range(7)):
            assert array[r, c] == codes[wanted[r][c]]


@pytest.mark.parametrize(
    "question", [QSA, EYE, match2_question(5), pattern_question(SignPattern(("+-0*", "-+*0"), True))]
)
def test_a_bound_that_was_read_from_a_file_shows_what_it_showed(question):
    """Tables, orders and parts stand in the proof: engines that go on from a file find them there."""
    rank = question.columns if question.null else question.columns - 1
    made = [moment_curve_upper(question), simplex_upper(question), realised_upper(question, rank, seed=0, restarts=4)]
    compared = 0
    for bound in (one for one in made if one is not None):
        (read,) = bounds_in(json.loads(json.dumps(certificate(question, bound))))
        again = certified_bound(read.quantity, read.side, read.value, "read", read.claim()["evidence"])
        for other in (read, again):
            assert other.found["kind"] == bound.found["kind"]
            assert unit_tables(other) == unit_tables(bound)
        compared += 1
    assert compared >= 2


def test_a_part_that_was_read_from_a_file_is_a_part():
    bound = three_columns(EYE)
    (read,) = bounds_in(certificate(EYE, bound))
    assert {name: read.found[name] for name in ("kind", "rows", "columns")} == {
        "kind": "restriction",
        "rows": [0, 1, 2, 3],
        "columns": [0, 1, 2],
    }


def three_columns(question):
    """Three columns of a pattern, as a premise of the whole."""
    part = pattern_question(SignPattern(question.part([0, 1, 2, 3], [0, 1, 2]), question.null))
    evidence = {"kind": "restriction", "of": premise(independent_vectors_lower(part)), "rows": [0, 1, 2, 3]}
    return certified_bound(question, "lower", 3, "a part", {**evidence, "columns": [0, 1, 2]})


CYCLE = tuple("".join("+" if (x - y) % 8 in (1, 7) else "-" for y in range(8)) for x in range(8))
QUESTIONS = {
    "cycle": (pattern_question(SignPattern(CYCLE, null=True)), 3),
    "free thresholds": (pattern_question(SignPattern(CYCLE, null=False)), 3),
    "zeros": (qsa_question(6, 2), 4),
}


@pytest.mark.parametrize("vectors", ["columns", "rows"])
@pytest.mark.parametrize("name", QUESTIONS)
def test_parts_prove_the_bound_of_the_whole(name, vectors):
    question, rank = QUESTIONS[name]
    pattern = oriented(question, vectors)
    refuted = 0
    for left_out in range(2 if name == "cycle" else 1):
        within = tuple(j for j in range(pattern.shape[1]) if j != left_out)
        angle = Angle(vectors, within)
        part = angle.part(pattern)
        basis = None if not (part == 0).any() else independent_columns(part, enough=rank)
        search = ChirotopeSearch(part, rank, basis.columns if basis else (), np.random.default_rng(left_out))
        if search.run(float("inf")) is not Verdict.INFEASIBLE:
            continue
        bound = chirotope_lower(question, search, angle, basis=basis)
        refuted += 1
        assert bound.value == rank + 1 - question.offset
        assert bound.evidence.kind == "restriction"
        assert isinstance(check(certificate(question, bound)), Accepted)
        spoilt = json.loads(json.dumps(certificate(question, bound)))
        spoilt["claims"][0]["proof"][vectors].pop(0)
        assert check(spoilt).code == "map"
    assert refuted


@pytest.mark.parametrize("last", [True, False])
def test_rows_that_repeat_are_left_out(last):
    pattern = np.array([[1, -1, 0, 2], [-1, 1, 0, 2], [1, -1, 2, 0], [1, 1, 1, 1], [-1, -1, -1, -1]], dtype=np.int8)
    angle = without_repetition(pattern, Angle("columns", (0, 1, 2, 3)), last=last)
    assert angle.against == ((0, 2, 3, 4) if last else (0, 2, 3))
    narrow = without_repetition(pattern, Angle("columns", (0, 1)), last=last)
    assert narrow.against == ((0, 3, 4) if last else (0, 3))
