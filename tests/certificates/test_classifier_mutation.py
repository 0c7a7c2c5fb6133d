"""Certificates of reachable sets with one place changed: accepted exactly if a second opinion agrees, and then true.

The second opinion computes in fractions from FORMAT.rst; truth is decided by ``exact_reachability.py``.
"""

import json
from collections import Counter
from fractions import Fraction

import pytest

import corpora
import exact_reachability as exact
import mutants
from headcount.core.check import check
from headcount.core.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.legacy.evidence import reachable

ACCEPTED = corpora.accepted("classifier-*")


def sums(question, weights):
    """What is left of weighted rows, by coordinate, of biases, and the sum of the weights."""
    rows, bias = question["weights"], question.get("bias", [0] * len(question["weights"]))
    state = [sum(w * rows[j][k] for j, w in weights.items()) for k in range(len(rows[0]))]
    return state, sum(w * bias[j] for j, w in weights.items()), sum(weights.values())


def shown(question, claim):
    """Whether the evidence shows what is claimed, by the definitions."""
    free, centred = question["threshold"] == "free", question.get("centred", False)
    d, (kind,) = len(question["weights"][0]), set(claim["evidence"]) - {"kind"}
    for one, evidence in zip(claim["sets"], claim["evidence"][kind], strict=True):
        if claim["claim"] == "reachable":
            scale = evidence[d] if "bias" in question else 1
            state = [Fraction(x, scale) for x in evidence[:d]]
            level = Fraction(evidence[-1], scale) if free else 0
            bias = question.get("bias", [0] * len(question["weights"]))
            scores = [
                sum(map(Fraction.__mul__, map(Fraction, row), state)) + b
                for row, b in zip(question["weights"], bias, strict=True)
            ]
            if centred and sum(state):
                return False
            if not all(score > level if j in one else score < level for j, score in enumerate(scores)):
                return False
        else:
            weights = {j: int(w, 16) * (1 if j in one else -1) for j, w in evidence}
            state, bias, total = sums(question, weights)
            if len(set(state)) > 1 if centred else any(state):
                return False
            if bias > 0 or (free and total):
                return False
    return True


def true(question, claim):
    """Whether what is claimed is so, by brute force."""
    free, centred = question["threshold"] == "free", question.get("centred", False)
    return all(
        exact.is_reachable(question["weights"], question.get("bias"), one, free=free, centred=centred)
        == (claim["claim"] == "reachable")
        for one in claim["sets"]
    )


def disputed(mutant, verdict):
    """Whether the second opinion differs from the verdict, or what both accept is false."""
    if isinstance(verdict, Malformed | Undecided):
        return False
    question, claims = mutant["question"], mutant["claims"]
    agreed = all(shown(question, claim) for claim in claims)
    return agreed != isinstance(verdict, Accepted) or (agreed and not all(true(question, claim) for claim in claims))


def disagreements(certificate, tried=None):
    return mutants.mistakes([certificate], disputed, mutants.at_most(350), tried)


@pytest.mark.parametrize("name", ACCEPTED)
def test_what_is_accepted_is_true(name):
    certificate = ACCEPTED[name]
    for claim in certificate["claims"]:
        assert shown(certificate["question"], claim) and true(certificate["question"], claim)


@pytest.mark.parametrize("name", ACCEPTED)
def test_mutants(name):
    tried = Counter()
    assert list(disagreements(ACCEPTED[name], tried)) == []
    assert tried[Rejected] > 0 and tried[Malformed] > 10 and tried[Accepted] > 0


@pytest.mark.parametrize(
    "path",
    [p for p in corpora.files("reject") if '"task": "classifier"' in p.read_text()],
    ids=lambda p: p.stem,
)
def test_the_second_opinion_agrees_on_what_is_rejected(path):
    certificate = json.loads(path.read_text())
    assert isinstance(check(certificate), Rejected)
    assert not all(shown(certificate["question"], claim) for claim in certificate["claims"])


def test_mutants_find_a_checker_that_compares_no_scores(monkeypatch):
    monkeypatch.setattr(reachable, "first_wrong_row", lambda *arguments: None)
    assert next(disagreements(ACCEPTED["classifier-top-classes"]), None) is not None


def test_the_work_of_long_weights_is_paid_for():
    """A weight of 30,000 digits times rows of 20 long entries, 400 times: more than a small limit allows."""
    question = {"task": "classifier", "weights": [[10**3000 + k for k in range(20)]] * 2, "threshold": "free"}
    weight = "f" * 30_000
    evidence = {"kind": "combinations", "combinations": [[[0, weight], [1, weight]]] * 20}
    claim = {"claim": "unreachable", "sets": [[0]] * 20, "evidence": evidence}
    content = {"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]}
    text = len(json.dumps(content))
    assert isinstance(check(content), Accepted)
    assert check(content).steps > 10 * text
    assert isinstance(check(content, limit=10 * text), Undecided)
