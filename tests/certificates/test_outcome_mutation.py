"""Certificates of reductions and of failing units with one place changed: accepted exactly if a second opinion agrees.

The second opinion is ``outcome_opinion.py``. Whatever is not malformed is judged both ways.
"""

import json
from collections import Counter

import pytest

import corpora
import mutants
from headcount.core.check import check
from headcount.core.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.legacy.evidence.outputs import averaging, unit_fails
from headcount.questions.reduction import Encoding, Target
from outcome_opinion import proves

ACCEPTED = {
    name: certificate
    for name, certificate in corpora.accepted().items()
    if name.startswith(("reduction-", "incorrect-", "not-local-", "failure-"))
    and name not in ("failure-heads-of-many-bits", "failure-with-a-bound")  # too large, or a bound as well
}


def disputed(mutant, verdict):
    """Whether the second opinion differs from the verdict; it has none on malformed or very long ones."""
    return not isinstance(verdict, Malformed | Undecided) and proves(mutant) != isinstance(verdict, Accepted)


def disagreements(certificate, tried=None, most=500):
    """The mutants on which the checker and the oracle differ; ``tried`` counts verdicts."""
    return mutants.mistakes([certificate], disputed, mutants.at_most(most), tried)


@pytest.mark.parametrize("name", ACCEPTED)
def test_the_oracle_agrees_on_what_is_accepted(name):
    assert isinstance(check(ACCEPTED[name]), Accepted)
    assert proves(ACCEPTED[name])


@pytest.mark.parametrize(
    "path",
    [
        p
        for p in corpora.files("reject")
        if json.loads(p.read_text())["claims"][-1].get("claim") not in (None, "excluded", "reachable", "unreachable")
        and json.loads(p.read_text()).get("question", {}).get("task")
        != "sparse-pattern"  # ``brute_sparse`` judges these
    ],
    ids=lambda path: path.stem,
)
def test_the_oracle_agrees_on_what_is_rejected(path):
    certificate = json.loads(path.read_text())
    assert isinstance(check(certificate), Rejected)
    assert not proves(certificate)


@pytest.mark.parametrize("name", ACCEPTED)
def test_mutants(name):
    tried = Counter()
    assert list(disagreements(ACCEPTED[name], tried)) == []
    assert tried[Rejected] > 0
    assert tried[Malformed] > 10
    assert tried[Accepted] > 0


def nothing(*arguments, **options):
    return None


SABOTAGE = {
    "no pair is evaluated": (Encoding, "fault", nothing, "reduction-match"),
    "every token is one": (Target, "is_token", lambda self, token: True, "reduction-qsa"),
    "no class is looked at": (unit_fails, "require_class", nothing, "failure-fixed"),
    "no shape is looked at": (unit_fails, "require_shape", nothing, "failure-read-out"),
    "every unit is wrong": (unit_fails, "first_fault", lambda *arguments: ("", "so it is said"), "failure-any"),
    "no grid is looked at": (averaging, "require_grid", nothing, "failure-averaging-fixed"),
}


@pytest.mark.parametrize("sabotage", SABOTAGE)
def test_mutants_find_a_broken_checker(sabotage, monkeypatch):
    owner, name, broken, certificate = SABOTAGE[sabotage]
    monkeypatch.setattr(owner, name, broken)
    assert next(disagreements(ACCEPTED[certificate], most=2000), None) is not None
