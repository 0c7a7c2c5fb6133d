"""Lower ends tampered with: whatever is accepted does not exceed what a unit, run by the second opinion, attains."""

import random
from collections import Counter

import pytest

import corpora
import mutants
import second_opinion
from headcount.core.check import check
from headcount.core.verdict import Accepted, Malformed, Rejected
from headcount.legacy.evidence import restriction
from headcount.legacy.evidence.outputs import threshold
from headcount.legacy.kernel import case_tree
from headcount.questions.least_size import StatedBound

STEPS = 5_000_000
"""Most steps of a check here: twenty times what the corpus takes."""


KINDS = {"counting", "grid-cases", "restriction", "fixed-cases", "threshold-degree", "cut-rank"}

CLOSED = {}
"""Brackets whose ends agree, the lower one of a kind of these: name -> (certificate of it alone, the value)."""
for name, certificate in corpora.accepted().items():
    ends = {claim["side"]: claim for claim in certificate["claims"] if "side" in claim}
    closed = len(ends) == 2 and ends["lower"]["value"] == ends["upper"]["value"]
    if closed and ends["lower"]["evidence"]["kind"] in KINDS:
        CLOSED[name] = ({**certificate, "claims": [ends["lower"]]}, certificate, ends["upper"]["value"])


def too_high(name, tried=None):
    """Mutants of a lower end and of one higher by one of which the latter is accepted."""
    certificate, _, value = CLOSED[name]
    rng = random.Random(name)

    def of_the_evidence(version):
        chosen = mutants.edits_of_evidence(version)
        numbers = [edit for edit in chosen if edit[0][-1] in ("size", "degree", "positions", "part", "value")]
        return numbers + rng.sample(chosen, min(250, len(chosen)))

    def mistaken(version, verdict):
        return isinstance(verdict, Accepted) and version["claims"][0]["value"] > value

    return mutants.mistakes([certificate, one_higher(name)], mistaken, of_the_evidence, tried, STEPS)


def one_higher(name):
    certificate, _, value = CLOSED[name]
    return {**certificate, "claims": [{**certificate["claims"][0], "value": value + 1}]}


def test_all_kinds_are_here():
    assert {c["claims"][0]["evidence"]["kind"] for c, _, _ in CLOSED.values()} >= KINDS - {"counting"}


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("name", CLOSED)
def test_what_is_accepted_is_true(name):
    _, both, _ = CLOSED[name]
    assert second_opinion.proves(both)
    tried = Counter()
    assert list(too_high(name, tried)) == []
    assert tried[Rejected] + tried[Malformed] > 10
    assert not isinstance(check(one_higher(name)), Accepted)


def high_rank(node, premises):
    return 9, premises.premise(node).quantity.question.pattern


SABOTAGE = {
    "every tree is finished": (case_tree, "replay_cases", lambda root, start, cases: None, "grid-cases"),
    "only the constant is a monomial": (threshold, "combinations", lambda *a: [()], "threshold-parity"),
    "every claim is reached": (StatedBound, "reached_by", lambda self, proved: True, "flattening-query"),
    "any sign-rank": (restriction, "sign_rank_premise", high_rank, "flattening-query"),
}


@pytest.mark.parametrize("sabotage", SABOTAGE)
def test_mutants_find_a_broken_checker(sabotage, monkeypatch):
    owner, name, broken, certificate = SABOTAGE[sabotage]
    monkeypatch.setattr(owner, name, broken)
    assert isinstance(check(one_higher(certificate)), Accepted) or next(too_high(certificate), None) is not None
