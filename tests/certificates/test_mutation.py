"""Certificates with one place changed: each is rejected, malformed, or still true.

Every number, truth value, string and list of every accepted certificate is changed in several ways. Whether an
accepted mutant is still true is decided without the checker: by closed forms for q-SA and Match2, by brute force over
all small oriented matroids for patterns.
"""

import random
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

import brute_patterns as brute
import corpora
import exact_scored as scored
import exact_sign_rank as exact
import mutants
from headcount import probe
from headcount.core.check import check
from headcount.core.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.legacy.evidence.selection import chirotope_axioms, curves
from headcount.legacy.kernel import sums
from headcount.questions import SignPattern, match2_question, pattern_question, qsa_question

STEPS = 5_000_000
"""Most steps of a check here: twenty times what the corpus takes."""
ACCEPTED = {  # the others show explicit units (test_unit_mutation.py), or ten columns (test_planarity.py)
    name: certificate
    for name, certificate in corpora.accepted().items()
    if all(claim.get("unit_class") == "SIGN" and "question" not in claim for claim in certificate["claims"])
    and all(claim["evidence"]["kind"] != "planarity" for claim in certificate["claims"])
    and certificate["question"].get("order", 2) == 2
}


def truth(question):
    """The least m, from the JSON of a question: two numbers between which it is."""
    if question["task"] == "separation":
        return exact.separation_dimensions(question["N"], question["least"], question["most"])
    if question["task"] == "retrieval":
        return exact.retrieval_dimensions(question["N"], question["least"], question["most"], question["score"])
    if question["task"] == "scored":
        return scored.dimensions(tuple(question["of"]["rows"]), question["score"], tuple(question.get("shared", ())))
    if question["task"] == "qsa":
        found = exact.qsa_dimension(question["N"], question["q"])
    elif question["task"] == "match":
        found = exact.match2_dimension(question["M"])
    else:
        found = _pattern_truth(*brute.rows_of(question))
    return found, found


@cache
def _pattern_truth(rows, null):
    return exact.least_dimension(rows, null)


def versions(certificate):
    """The certificate, its claims one by one, and each of these a unit stronger than the truth."""
    least, most = truth(certificate["question"])
    yield certificate
    for claim in certificate["claims"]:
        stronger = most + 1 if claim["side"] == "lower" else least - 1
        for claimed in {claim["value"], max(0, stronger)}:
            yield {**certificate, "claims": [{**claim, "value": claimed}]}


def false_acceptances(certificate, tried=None, most=700):
    """The mutants of all versions of a certificate that are accepted although false; ``tried`` counts verdicts."""
    return mutants.mistakes(versions(certificate), false, mutants.at_most(most), tried, STEPS)


def false(mutant, verdict):
    return isinstance(verdict, Accepted) and not holds(verdict, mutant["question"])


def holds(verdict, question):
    least, most = truth(question)
    return (verdict.lower is None or verdict.lower <= most) and (verdict.upper is None or least <= verdict.upper)


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_is_accepted_is_true(name):
    assert holds(check(ACCEPTED[name]), ACCEPTED[name]["question"])


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("name", ACCEPTED)
def test_mutants_of_the_corpus(name):
    tried = Counter()
    assert list(false_acceptances(ACCEPTED[name], tried)) == []
    assert set(tried) <= {Accepted, Rejected, Malformed, Undecided}
    assert tried[Rejected] > 2
    assert tried[Malformed] > 20


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("name", ACCEPTED)
def test_two_places_changed(name):
    rng = random.Random(name)
    for version in versions(ACCEPTED[name]):
        assert list(mutants.mistakes_of_two(version, false, 200, rng, STEPS)) == []


def fresh():
    rng = random.Random(7)
    yield qsa_question(6, 2)
    yield qsa_question(4, 3)
    yield match2_question(3)
    yield match2_question(6)
    for rows, columns, null, alphabet in (
        (4, 5, True, "+-"),
        (6, 4, True, "+-*"),
        (5, 5, True, "+-0"),
        (6, 4, False, "+-0*"),
        (3, 7, False, "+-"),
    ):
        words = tuple("".join(rng.choice(alphabet) for _ in range(columns)) for _ in range(rows))
        yield pattern_question(SignPattern(words, null), "fresh")


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("question", list(fresh()), ids=lambda question: question.words)
def test_mutants_of_fresh_certificates(question):
    bracket = probe(question, budget=3.0)
    certificate = bracket.certificate()
    assert holds(check(certificate), certificate["question"])
    tried = Counter()
    assert list(false_acceptances(certificate, tried)) == []
    assert tried[Rejected] > 0


def test_general_evidence_for_a_named_task():
    """q-SA as a bare pattern: the certificate names no task, so the general engines have to prove it."""
    rows = tuple("".join("0" if j in y else "-" for j in range(5)) for y in combinations(range(5), 2))
    certificate = probe(SignPattern(rows, null=False), budget=1000).certificate()
    assert (check(certificate).lower, check(certificate).upper) == (4, 4)
    assert list(false_acceptances(certificate)) == []


def always(answer):
    return lambda *arguments, **options: answer


SABOTAGE = {
    "every row clause is implied": (sums, "one_sided", always(True), "independence-stars"),
    "every identity clause is implied": (sums, "one_sided", always(True), "chirotope-uniform"),
    "every product is accepted": (chirotope_axioms, "_check_product", always(None), "chirotope-product"),
    "no roots are needed": (curves, "roots_needed", always(0), "independence-rows"),
}


@pytest.mark.parametrize("sabotage", SABOTAGE)
def test_mutants_find_a_broken_checker(sabotage, monkeypatch):
    module, name, broken, certificate = SABOTAGE[sabotage]
    monkeypatch.setattr(module, name, broken)
    assert next(false_acceptances(ACCEPTED[certificate]), None) is not None
