"""Refutations of version 2, before and after elaboration: the same verdict, proofs about as long."""

import json
from statistics import median
from typing import Any

import pytest

from headcount.elaborate.clauses import refutation
from headcount.elaborate.driver import CannotElaborate
from refutations import claims_with, elaborated, verdicts

KINDS = {
    "independence": 260,
    "chirotope": 60,
    "message-refutation": 4,
    "clique": 2,
    "parts": 15,
    "fooling-refutation": 9,
    "cover-refutation": 5,
    "partition-refutation": 4,
    "refutation": 3,
}
"""Kind of evidence -> how many certificates there are at least."""


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_verdict(kind: str) -> None:
    claims = claims_with((kind,))
    assert len(claims) >= KINDS[kind]
    differ = [where for where, question, claim in claims if len(set(verdicts(question, claim))) > 1]
    assert not differ


def length(value: Any) -> int:
    return len(json.dumps(value, separators=(",", ":")))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "clique"])
def test_proofs_are_about_as_long(kind: str) -> None:
    ratios = []
    for where, question, claim in claims_with((kind,)):
        if "reject" not in where:
            ratios.append(length(elaborated(question, claim)["proof"]) / length(claim["evidence"]))
    assert median(ratios) <= (2.4 if kind == "parts" else 2), (kind, sorted(ratios))


def test_lemmas_that_say_nothing_are_left_out() -> None:
    named = [("b", [1]), ("a", [2]), ("b", [3])]
    found = refutation(named, [[[1, -1], []], [[2], [3, 0]], [[], [4, 2]], [[7], []]])
    assert found == {"given": [["a", [2]], ["b", [1], [3]]], "lemmas": [[[2], [1]], [[], [3, 2]]]}
    with pytest.raises(CannotElaborate):
        refutation(named, [[[1], [3]]])
