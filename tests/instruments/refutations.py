"""What tests of refutations share: certificates of version 2 by kind of evidence, and both checkers on one claim."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from headcount.core.check import check as check_evidence
from headcount.core.book import Book, Proved
from headcount.core.claims import Claim
from headcount.core.clauses import clauses
from headcount.core.farkas import farkas
from headcount.core.meter import Meter
from headcount.core.refuse import Malformed, Refused
from headcount.elaborate.clauses import ELABORATORS as CLAUSES
from headcount.elaborate.driver import Book as Elaboration
from headcount.elaborate.driver import CannotElaborate
from headcount.elaborate.farkas import ELABORATORS as FARKAS

HERE = Path(__file__).parents[1]
LEDGER = HERE.parent / "workbench/theorems/certificates.jsonl"
FOLDERS = (
    "certificates/accept",
    "certificates/communication/accept",
    "certificates/reject",
    "certificates/communication/reject",
)
ELABORATORS = {**CLAUSES, **FARKAS}
Json = Any


@cache
def claims_with(kinds: tuple[str, ...]) -> tuple[tuple[str, Json, Json], ...]:
    """(Where, statement, claim with evidence) of all claims, premises included, with such evidence."""
    found = []
    for folder in FOLDERS:
        for path in sorted((HERE / folder).glob("*.json")):
            try:
                file = json.loads(path.read_text())
            except ValueError:
                continue
            found += [(f"{Path(folder).name}/{path.stem}", *one) for one in _inside(file, None, kinds)]
    for number, line in enumerate(LEDGER.read_text().splitlines()):
        found += [(f"ledger/{number}", *one) for one in _inside(json.loads(line.partition(" ")[2]), None, kinds)]
    return tuple(found)


def _inside(value: Json, question: Json, kinds: tuple[str, ...]) -> Iterator[tuple[Json, Json]]:
    if isinstance(value, list):
        for item in value:
            yield from _inside(item, question, kinds)
    elif isinstance(value, dict):
        question = value.get("question", question)
        evidence = value.get("evidence")
        if isinstance(evidence, dict) and evidence.get("kind") in kinds:
            yield question, {name: item for name, item in value.items() if name != "question"}
        for item in value.values():
            yield from _inside(item, question, kinds)


def file_of(question: Json, claim: Json) -> Json:
    """A file of version 2 with one claim."""
    return {"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]}


def accepted_today(question: Json, claim: Json) -> bool:
    """Whether the checker of version 2 accepts the evidence."""
    return bool(check_evidence(file_of(question, claim)))


def elaborated(question: Json, claim: Json) -> Json:
    """The claim with a proof."""
    made = ELABORATORS[claim["evidence"]["kind"]](claim["evidence"], claim, question, Elaboration(question, [claim]))
    return {**{name: item for name, item in claim.items() if name != "evidence"}, "proof": made}


def proved(question: Json, claim: Json, meter: Meter | None = None) -> tuple[Claim, Proved] | None:
    """What the rule proves of a claim with a proof; None if it refuses, or the claim is more."""
    book = Book(meter or Meter(), {"clauses": clauses, "farkas": farkas})
    book.question = question
    try:
        stated = book.stated(claim, "claim")
        rule = book.rules.get(claim["proof"]["rule"])
        if rule is None:
            return None
        found = rule(claim["proof"], stated, book)
    except (Refused, Malformed):
        return None
    fits = found.value is None if stated.side == "fact" else found.value is not None and stated.reached_by(found.value)
    return (stated, found) if fits else None


def verdicts(question: Any, claim: Any) -> tuple[bool, bool]:
    """Whether evidence is accepted, and whether the proof made of it is."""
    try:
        new = elaborated(question, claim)
    except CannotElaborate:
        return accepted_today(question, claim), False
    return accepted_today(question, claim), proved(question, new) is not None
