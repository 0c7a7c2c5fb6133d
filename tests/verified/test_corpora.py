"""The verified checker on the ledger, the corpora, and mutants: it never says the opposite of the Python checker."""

import copy
import json
import random
from collections import Counter

import pytest

import _verified_program
import corpora
import mutants
import verified_against_python
import verified_coverage as coverage
from headcount.ledger.stored import stored_certificates
from verified_program import needs_program

pytestmark = [needs_program, pytest.mark.slow]


def test_nothing_of_the_ledger_is_rejected():
    ledger = {name: json.loads(text) for name, text in stored_certificates().items()}
    verdicts, _ = _verified_program.said(ledger.items())
    assert [verdict["file"] for verdict in verdicts] == list(ledger)
    assert {verdict["verdict"] for verdict in verdicts} == {"accepted", "not covered"}
    claims = Counter(outcome for verdict in verdicts for outcome in _verified_program.outcomes(verdict))
    assert set(claims) == {"proved", "not covered"} and claims["proved"] > 800


def verdicts_on(corpus):
    entries = {entry["name"].replace(" ", "_"): entry for entry in corpora.corpus(corpus)}
    verdicts, _ = _verified_program.said((name, entry["certificate"]) for name, entry in entries.items())
    assert [verdict["file"] for verdict in verdicts] == list(entries)
    return [(entries[verdict["file"]], verdict) for verdict in verdicts]


def test_no_accepted_certificate_of_the_corpus_is_rejected():
    found = Counter(verdict["verdict"] for _, verdict in verdicts_on("accept"))
    assert set(found) <= {"accepted", "not covered"} and found["accepted"] >= 10


ALL_CHOICES = "the tree is not read: all choices of columns or rows are gone through"
EXPLAINED = {
    "communication-case-not-closed-word-too-long": ALL_CHOICES,
    "communication-case-not-closed-wrong-word": ALL_CHOICES,
    "communication-not-an-automorphism-of-a-tree": ALL_CHOICES,
}
"""Of the reject corpus what is accepted, true, and too large for brute force: the proof says more than it needs."""


def test_rejected_certificates_of_the_corpus_are_accepted_only_if_what_is_said_holds():
    """A sound rule may take a proof that lists more than it needs; malformed files may have no other fault."""
    found = Counter()
    for corpus in ("reject", "malformed", "undecided"):
        for entry, verdict in verdicts_on(corpus):
            found[corpus, verdict["verdict"]] += 1
            if verdict["verdict"] == "accepted":
                wrong, judged = verified_against_python.false_claims(entry["certificate"], verdict)
                assert not wrong, entry["name"]
                assert judged or corpus == "malformed" or entry["name"] in EXPLAINED, entry["name"]
    assert found["reject", "rejected"] >= 20


def test_mutants_and_random_certificates():
    """A thousand: each is rejected, malformed or not covered, or else accepted by the Python checker or true."""
    pairs, differing, faults, judged, _ = verified_against_python.compare(1000, seed=7)
    assert faults == []
    assert pairs.total() == 1000 and judged > 100
    assert pairs["rejected", "rejected"] > 50 and pairs["accepted", "accepted"] > 100
    assert differing.total() < 20


def edits_of_statements(certificate, rng):
    """Copies with one number, truth value or row of the statement changed."""
    found = []
    for path, leaf in mutants.places(certificate):
        stated = path[0] == "question" or (path[0] == "claims" and len(path) > 2 and path[2] in ("question", "value"))
        word = isinstance(leaf, str) and not (leaf and set(leaf) <= set("-0+*01"))
        label = path[-1] in ("name", "alphabet")  # of a table all words are listed: no sentence needs its alphabet
        if stated and not isinstance(leaf, list | dict) and not word and not label:
            found += [(path, other) for other in mutants.changed(leaf)]
    for path, other in rng.sample(found, min(4, len(found))):
        edited = copy.deepcopy(certificate)
        with mutants.edited(edited, path, other):
            yield path, other, copy.deepcopy(edited)


def test_another_statement_is_another_sentence_or_no_proof():
    rng = random.Random(5)
    ledger = {name: json.loads(text) for name, text in stored_certificates().items() if len(text) < 20_000}
    before = {verdict["file"]: verdict for verdict in _verified_program.said(ledger.items(), "--full")[0]}
    edited = [
        (f"{name}/{i}", path, other, certificate)
        for name, original in ledger.items()
        if before[name]["verdict"] == "accepted"
        for i, (path, other, certificate) in enumerate(edits_of_statements(original, rng))
    ]
    verdicts, _ = _verified_program.said(
        ((name, certificate) for name, *_, certificate in edited), "--full", "--seconds", "2"
    )
    found = Counter()
    for (name, path, other, _), verdict in zip(edited, verdicts, strict=True):
        found[verdict["verdict"]] += 1
        if verdict["verdict"] == "accepted":
            assert verdict["claims"] != before[name.split("/")[0]]["claims"], (name, path, other)
    assert found["accepted"] > 50 and found["rejected"] > 50, found


def test_the_page_of_what_is_covered_is_current():
    page = coverage.PAGE.read_text("utf-8")
    table, _ = coverage.coverage()
    assert coverage.coverage_text(table) in page, "make coverage writes it anew"
