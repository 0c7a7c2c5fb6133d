"""Every version-2 claim that a tree of cases proves gets the same verdict once it is elaborated."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from headcount.core.check import check as check_before
from headcount.core.book import Book
from headcount.core.meter import LIMIT, Meter, OverLimitError
from headcount.core.refuse import Malformed, Refused
from headcount.core.tree import tree
from headcount.elaborate import CannotElaborate
from headcount.elaborate.trees import ELABORATORS

ROOT = Path(__file__).parents[2]
CERTIFICATES = ROOT / "tests" / "certificates"
KINDS = re.compile(r'"kind": ?"(?:' + "|".join(ELABORATORS) + ')"')


@cache
def texts() -> list[str]:
    """The certificates that hold such evidence."""
    files = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(CERTIFICATES.rglob("*.json"))]
    ledger = (ROOT / "workbench/theorems/certificates.jsonl").read_text(encoding="utf-8").splitlines()
    return [text for text in files + [line[line.index("{") :] for line in ledger] if KINDS.search(text)]


def claims() -> Iterator[tuple[Any, Any]]:
    """Every claim with such evidence, premises too, and the question that it is about."""
    for text in texts():
        certificate = json.loads(text)
        waiting = [(certificate.get("claims", []), certificate.get("question"))]
        while waiting:
            value, question = waiting.pop()
            if isinstance(value, dict):
                question = value.get("question", question)
                evidence = value.get("evidence")
                if isinstance(evidence, dict) and evidence.get("kind") in list(ELABORATORS):
                    yield {name: item for name, item in value.items() if name != "question"}, question
                waiting += [(item, question) for item in value.values() if isinstance(item, dict | list)]
            elif isinstance(value, list):
                waiting += [(item, question) for item in value]


def verdict_before(claim: Any, question: Any) -> bool:
    """Whether today's checker accepts the claim on its own."""
    asked = {} if question is None else {"question": question}
    return bool(check_before({"format": "headcount-certificate", "version": 2, **asked, "claims": [claim]}))


def verdict(claim: Any, question: Any, proof: Any, limit: int = LIMIT) -> tuple[bool, str, int]:
    """Whether the rule proves the claim, why not, and the steps that it takes."""
    book = Book(Meter(limit), {"tree": tree})
    book.question = question
    value = {**{name: item for name, item in claim.items() if name != "evidence"}, "proof": proof}
    try:
        how = book.prove(value, book.stated(value, "claim"), "claim")
        return True, how, book.meter.spent
    except (Refused, Malformed, OverLimitError) as error:
        return False, repr(error), book.meter.spent


@pytest.mark.parametrize("kind", ELABORATORS)
def test_verdicts_agree(kind):
    found, wrong = Counter(), []
    for claim, question in claims():
        if claim["evidence"]["kind"] != kind:
            continue
        before = verdict_before(claim, question)
        try:
            after, why, _ = verdict(claim, question, ELABORATORS[kind](claim["evidence"], claim, question, None))
        except CannotElaborate as error:
            after, why = False, f"not elaborated: {error}"
        found[before, after] += 1
        if before != after:
            wrong.append((before, why, json.dumps(claim)[:300]))
    print(kind, found)
    assert not wrong, wrong
    assert found[True, True] >= 2
