"""Statements and claims of all files at hand, read by the schema and by the classes: one is refused iff the other is."""

import json
from pathlib import Path

import pytest
from headcount.core.meter import Meter as OldMeter
from headcount.questions.reading.claims import read_bound, read_subject
from headcount.questions.reading.node import Node
from headcount.questions.refusal import MalformedError
from headcount.core import refuse
from headcount.core.claims import words
from headcount.core.stated import read_claim
from headcount.core.meter import Meter
from headcount.core.statements import STATEMENT

HERE = Path(__file__).parents[1]
FOLDERS = [HERE / "certificates" / part for part in ("accept", "reject", "malformed")]
FOLDERS += [HERE / "certificates/communication" / part for part in ("accept", "reject", "malformed")]
LEDGER = HERE.parent / "workbench/theorems/certificates.jsonl"


def _files():
    for folder in FOLDERS:
        for path in sorted(folder.glob("*.json")):
            try:
                yield path.name, json.loads(path.read_text())
            except (ValueError, RecursionError):
                continue
    for line in LEDGER.read_text().splitlines():
        name, _, content = line.partition(" ")
        yield name, json.loads(content)


def _bounds(value, question):
    """Every claim of a file, those in evidence included, with its statement."""
    if isinstance(value, dict):
        if "evidence" in value and isinstance(value.get("evidence"), dict):
            yield value, value.get("question", question)
        for item in value.values():
            yield from _bounds(item, value.get("question", question))
    elif isinstance(value, list):
        for item in value:
            yield from _bounds(item, question)


LARGER = {"scored-of-too-many-sets.json", "function-too-large.json"}
"""Refused by size when they are read; now they may be stated, and what writes them out refuses them."""

CLASSES = {"classifier", "reduction"}


@pytest.fixture(scope="module")
def everything():
    found = []
    for name, root in _files():
        if isinstance(root, dict):
            found += [(name, claim, about) for claim, about in _bounds(root, root.get("question"))]
    return found


def test_statements_are_the_same(everything) -> None:
    old_of, new_of, differ = {}, {}, []
    for name, _, about in everything:
        task = about.get("task") if isinstance(about, dict) else None
        if task in CLASSES:
            continue
        try:
            old = read_subject(Node(about, "question", OldMeter(10**12)))
        except MalformedError:
            old = None
        try:
            new = STATEMENT.read(about, "question", Meter(10**12))
        except refuse.Malformed as error:
            new, reason = None, error
        if (old is None) != (new is None) and name not in LARGER:
            differ.append((name, str(about)[:150], old is None, None if new else str(reason)[:200]))
            continue
        if old is not None and new is not None:
            old_of.setdefault(old, set()).add(new)
            new_of.setdefault(new, set()).add(old)
    assert not differ, differ[:10]
    assert all(len(found) == 1 for found in old_of.values())
    texts = {}
    for new in new_of:
        texts.setdefault(words(new), set()).add(new)
    assert all(len(found) == 1 for found in texts.values()), "two statements have the same words"


def test_claims_are_the_same(everything) -> None:
    differ, of_old, of_new = [], {}, {}
    for name, claim, about in everything:
        if "claim" in claim or not isinstance(about, dict) or about.get("task") in CLASSES:
            continue
        about = {key: value for key, value in about.items() if key != "name"}  # labels are no part of a statement
        try:
            old = read_bound(Node(claim, "claim", OldMeter(10**12)), read_subject(Node(about, "question", OldMeter(10**12))))
        except MalformedError as error:
            old, why = None, error
        try:
            given = {key: value for key, value in claim.items() if key != "evidence"}
            new = read_claim(given, STATEMENT.read(about, "question", Meter(10**12)), "claim", Meter(10**12))
        except refuse.Malformed as error:
            new, why = None, error
        if (old is None) != (new is None) and name not in LARGER:
            if name not in LARGER:
                differ.append((name, str(claim)[:120], str(about)[:80], str(why)[:200]))
        elif old is not None and new is not None:
            of_old.setdefault(old.quantity, set()).add((new.statement, new.quantity))
            of_new.setdefault((new.statement, new.quantity), set()).add(old.quantity)
            assert (old.side, old.value) == (new.side, new.value)
            if hasattr(old.quantity, "monotone"):
                assert (old.quantity.least, old.quantity.monotone) == (new.least, new.monotone)
    assert not differ, differ[:10]
    assert all(len(found) == 1 for found in of_old.values()), "one quantity is two"
    assert sum(len(found) > 1 for found in of_new.values()) == 0, "two quantities are one"
