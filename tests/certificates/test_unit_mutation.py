"""Certificates of explicit units with one place changed: accepted exactly if a second opinion agrees.

The oracle (``second_opinion.py``) shares no code with the checker. Both directions are asked: what is accepted is
proved, and what is rejected, although well formed, is not.
"""

import copy
import json
import random
from collections import Counter

import pytest

import corpora
import mutants
import second_opinion
import task_answers
from headcount.core.check import check
from headcount.core.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.legacy.evidence.outputs import averaging, explicit_unit
from headcount.legacy.evidence.proof import Proved
from headcount.legacy.evidence.selection import tables
from headcount.questions.attention import saturated
from headcount.questions.finite_task import FiniteTask
from headcount.questions.scope import Scope

KINDS = tuple(second_opinion.JUDGES)
ACCEPTED = {
    name: {**certificate, "claims": certificate["claims"][-1:]}
    for name, certificate in corpora.accepted().items()
    if certificate["claims"][-1]["evidence"]["kind"] in KINDS
}
STEPS = 2_000_000
"""Most steps of a check here: a hundred times what the corpus takes, and a small part of a second."""

STRENGTHENED = {"value": -1, "m": -1, "heads": -1, "order": -1, "layers": -1, "dv": -1}


def versions(certificate):
    """The certificate, and claims of it that hold more fixed or claim more."""
    yield certificate
    for name, step in STRENGTHENED.items():
        changed = copy.deepcopy(certificate)
        if isinstance(changed["claims"][0].get(name), int):
            changed["claims"][0][name] += step
            yield changed


def disputed(certificate, verdict):
    """Whether the second opinion differs from the checker's verdict (it has none on malformed or very long ones)."""
    if isinstance(verdict, Malformed | Undecided):
        return False
    try:
        return second_opinion.proves(certificate) != isinstance(verdict, Accepted)
    except task_answers.NoOpinion:
        return False


def disagreements(certificate, tried=None, most=400):
    """The mutants on which the checker and the second opinion differ; ``tried`` counts verdicts."""
    return mutants.mistakes(versions(certificate), disputed, mutants.at_most(most), tried, STEPS)


@pytest.mark.parametrize("name", ACCEPTED)
def test_the_second_opinion_agrees_on_the_corpus(name):
    assert isinstance(check(ACCEPTED[name]), Accepted)
    assert second_opinion.proves(ACCEPTED[name])


PLACES = json.loads((corpora.HERE / "expected.json").read_text())["reject"]


def last_claim_is_rejected(path):
    """Whether what is wrong with a rejected file is its last claim, and that is of one of the kinds."""
    claims = json.loads(path.read_text())["claims"]
    k = len(claims) - 1
    of_last = PLACES[path.stem].startswith((f"E{k}", f"certificate.claims[{k}]"))
    return of_last and claims[k]["evidence"]["kind"] in KINDS


@pytest.mark.parametrize(
    "path", list(filter(last_claim_is_rejected, corpora.files("reject"))), ids=lambda path: path.stem
)
def test_the_second_opinion_agrees_on_what_is_rejected(path):
    certificate = json.loads(path.read_text())
    last = {**certificate, "claims": certificate["claims"][-1:]}
    verdict = check(last)
    assert isinstance(verdict, Rejected)
    assert not disputed(last, verdict)


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("name", ACCEPTED)
def test_mutants(name):
    tried = Counter()
    assert list(disagreements(ACCEPTED[name], tried)) == []
    assert tried[Rejected] > 2
    assert tried[Malformed] > 20
    assert tried[Accepted] > 0


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("name", ACCEPTED)
def test_two_places_changed(name):
    assert list(mutants.mistakes_of_two(ACCEPTED[name], disputed, 400, random.Random(name), STEPS)) == []


def nothing(*arguments, **options):
    return None


def no_inputs(*arguments):
    return ()


def larger_alphabets_are_right(node, unit, task, shape=explicit_unit.require_shape):
    if unit.alphabet < task.alphabet or unit.length is not None:
        shape(node, unit, task)


def any_size(node, quantity, value, *arguments):
    return Proved(value, "")


SABOTAGE = {
    "no score is compared": (tables, "_fault", nothing, "grid-null"),
    "no real score is compared": (tables, "first_wrong_row", nothing, "tables"),
    "no tuple is compared": (tables, "_fault", nothing, "tensor-grid"),
    "no grid of tables is looked at": (tables, "require_grid", nothing, "grid-bits"),
    "no grid of shared tables is looked at": (tables, "require_grid", nothing, "shared-concat"),
    "no grid of units is looked at": (explicit_unit, "require_grid", nothing, "unit-bits"),
    "no grid of averaging heads is looked at": (tables, "require_grid", nothing, "averaging-bits"),
    "no class is looked at": (explicit_unit, "require_class", nothing, "unit-any"),
    "no larger alphabet is refused": (explicit_unit, "require_shape", larger_alphabets_are_right, "unit-any"),
    "no unit is run": (explicit_unit, "first_fault", nothing, "unit-threshold"),
    "no size is compared": (explicit_unit, "size_proved", any_size, "unit-heads"),
    "no weighted mean is compared": (FiniteTask, "pairs", no_inputs, "threshold-cut"),
    "no mean with a null token is compared": (FiniteTask, "pairs", no_inputs, "threshold-null"),
}


@pytest.mark.parametrize("sabotage", SABOTAGE)
def test_mutants_find_a_broken_checker(sabotage, monkeypatch):
    owner, name, broken, certificate = SABOTAGE[sabotage]
    monkeypatch.setattr(owner, name, broken)
    assert next(disagreements(ACCEPTED[certificate]), None) is not None


def test_mutants_find_a_scope_that_holds_everything(monkeypatch):
    monkeypatch.setattr(Scope, "holds", lambda self, unit: True)
    assert next(disagreements(ACCEPTED["fixed-width"], most=4000), None) is not None


def test_mutants_find_wrong_weights(monkeypatch):
    monkeypatch.setitem(averaging.WEIGHTS, "fixed", lambda bits: saturated)
    assert next(disagreements(ACCEPTED["averaging-two-heads"]), None) is not None
