"""What engines write, of every kind: the proofs that are made of it are accepted, with the values that it had."""

import json
from pathlib import Path

import pytest

from headcount.certificates.verdict import Accepted
from headcount.elaborate import CannotElaborate, elaborated
from headcount.elaborate.certify import certify
from headcount.elaborate.driver import elaborators

DRAFTS = [json.loads(line) for line in (Path(__file__).parent / "drafts.jsonl").read_text().splitlines()]


def kinds_in(value):
    """The kinds of all evidence in a draft, premises included."""
    if isinstance(value, dict):
        if isinstance(value.get("evidence"), dict):
            yield value["evidence"].get("kind")
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        yield from kinds_in(item)


@pytest.mark.parametrize("word", sorted({draft["name"].split("-")[0] for draft in DRAFTS}))
def test_drafts_are_proved(word):
    for draft in DRAFTS:
        if draft["name"].split("-")[0] == word:
            verdict = certify(draft["draft"]).verdict
            assert isinstance(verdict, Accepted), (draft["name"], verdict)
            assert [verdict.lower, verdict.upper] == draft["expected"], draft["name"]


def test_every_kind_of_evidence_has_a_draft():
    met = {kind for draft in DRAFTS for kind in kinds_in(draft["draft"])}
    assert set(elaborators()) <= met


def test_what_is_no_evidence_makes_no_proof():
    question = {"task": "qsa", "N": 4, "q": 1}
    stated = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 2}
    for evidence in (None, {}, {"kind": 3}, {"kind": "nothing"}, {"kind": "fixed-cases"}):
        with pytest.raises(CannotElaborate):
            elaborated({"question": question, "claims": [{**stated, "evidence": evidence}]})
    wrong = {"kind": "shattered", "lines": [0]}  # what has other fields is refused by the checker
    assert not certify({"question": question, "claims": [{**stated, "evidence": wrong}]}).verdict
