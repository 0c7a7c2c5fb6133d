"""Lower ends tampered with: whatever is accepted does not exceed what a unit, run by the second opinion, attains."""

import copy
import json
import random
from pathlib import Path

import pytest

import mutants
import second_opinion
from headcount.certificates import Accepted, Malformed, Rejected, check
from headcount.certificates.evidence import restriction
from headcount.certificates.evidence.outputs import threshold
from headcount.certificates.kernel import case_tree
from headcount.certificates.statement.least_size import StatedBound

HERE = Path(__file__).parent
STEPS = 5_000_000
"""Most steps of a check here: twenty times what the corpus takes."""


KINDS = {"counting", "grid-cases", "restriction", "fixed-cases", "threshold-degree", "cut-rank"}

CLOSED = {}
"""Brackets whose ends agree, the lower one of a kind of these: name -> (certificate of it alone, the value)."""
for path in sorted((HERE / "accept").iterdir()):
    certificate = json.loads(path.read_text())
    ends = {claim["side"]: claim for claim in certificate["claims"] if "side" in claim}
    closed = len(ends) == 2 and ends["lower"]["value"] == ends["upper"]["value"]
    if closed and ends["lower"]["evidence"]["kind"] in KINDS:
        CLOSED[path.stem] = ({**certificate, "claims": [ends["lower"]]}, certificate, ends["upper"]["value"])


def accepted_mutants(name, tried):
    """Values that are accepted too high, with the place that was changed; claims as they are and one higher."""
    certificate, _, value = CLOSED[name]
    rng = random.Random(name)
    for claimed in (value, value + 1):
        version = copy.deepcopy(certificate)
        claim = version["claims"][0]
        claim["value"] = claimed
        chosen = [(("evidence", *path), other) for path, other in mutants.edits(claim["evidence"])]
        numbers = [edit for edit in chosen if edit[0][-1] in ("size", "degree", "positions", "part", "value")]
        for path, other in numbers + rng.sample(chosen, min(250, len(chosen))):
            with mutants.edited(claim, path, other):
                verdict = check(version, STEPS)
            tried[type(verdict)] = tried.get(type(verdict), 0) + 1
            if isinstance(verdict, Accepted) and claimed > value:
                yield path, other, verdict


def test_all_kinds_are_here():
    assert {c["claims"][0]["evidence"]["kind"] for c, _, _ in CLOSED.values()} >= KINDS - {"counting"}


@pytest.mark.parametrize("name", CLOSED)
def test_what_is_accepted_is_true(name):
    certificate, both, value = CLOSED[name]
    assert second_opinion.proves(both)
    tried = {}
    assert list(accepted_mutants(name, tried)) == []
    assert tried[Rejected] + tried[Malformed] > 10
    higher = copy.deepcopy(certificate)
    higher["claims"][0]["value"] = value + 1
    assert not isinstance(check(higher), Accepted)


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
    higher = copy.deepcopy(CLOSED[certificate][0])
    higher["claims"][0]["value"] += 1
    found = isinstance(check(higher), Accepted) or next(accepted_mutants(certificate, {}), None) is not None
    assert found
