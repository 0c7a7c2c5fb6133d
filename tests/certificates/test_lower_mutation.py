"""Lower ends tampered with: whatever is accepted does not exceed what a unit, run by the second opinion, attains."""

import copy
import importlib.util
import json
import random
from pathlib import Path

import pytest

from headcount.certificates import Accepted, Malformed, Rejected, check
from headcount.certificates.evidence import restriction
from headcount.certificates.evidence.outputs import threshold
from headcount.certificates.kernel import case_tree

HERE = Path(__file__).parent


def _load(path):
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


mutants = _load(HERE / "mutants.py")
second_opinion = _load(HERE / "second_opinion.py")
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
        most = 40 if claim["evidence"]["kind"] == "fixed-refutation" else 250  # searches, run again each time
        numbers = [edit for edit in chosen if edit[0][-1] in ("size", "degree", "tests", "positions", "part")]
        for path, other in numbers + rng.sample(chosen, min(most, len(chosen))):
            with mutants.edited(claim, path, other):
                verdict = check(version)
            tried[type(verdict)] = tried.get(type(verdict), 0) + 1
            if isinstance(verdict, Accepted) and claimed > value:
                yield path, other, verdict


def test_all_kinds_are_here():
    assert {c["claims"][0]["evidence"]["kind"] for c, _, _ in CLOSED.values()} >= KINDS - {"grid-counting"}


@pytest.mark.parametrize("name", CLOSED)
def test_what_is_accepted_is_true(name, monkeypatch):
    monkeypatch.setattr(fixed_lower, "MAX_SCORES", 50_000)  # a larger size would be searched for half a minute
    certificate, both, value = CLOSED[name]
    assert second_opinion.proves(both)
    tried = {}
    assert list(accepted_mutants(name, tried)) == []
    assert tried[Rejected] + tried[Malformed] > 10
    higher = copy.deepcopy(certificate)
    higher["claims"][0]["value"] = value + 1
    assert isinstance(check(higher), Rejected)


SABOTAGE = {
    "no placement is found": (grid_lower.KeySearch, "run", lambda self: None, "grid-exhaustion"),
    "no candidate is left": (table_search._Search, "_filter", lambda self, ready, live: None, "fixed-width"),
    "only the constant is a monomial": (threshold_evidence, "combinations", lambda *a: [()], "threshold-parity"),
    "any sign-rank": (tensor_lower, "proved_lower", lambda *a: (9, ""), "flattening-query"),
}


@pytest.mark.parametrize("sabotage", SABOTAGE)
def test_mutants_find_a_broken_checker(sabotage, monkeypatch):
    owner, name, broken, certificate = SABOTAGE[sabotage]
    monkeypatch.setattr(owner, name, broken)
    higher = copy.deepcopy(CLOSED[certificate][0])
    higher["claims"][0]["value"] += 1
    found = isinstance(check(higher), Accepted) or next(accepted_mutants(certificate, {}), None) is not None
    assert found
