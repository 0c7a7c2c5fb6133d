"""What the tests about matrices share: claims of both formats, judged alone."""

import json
from pathlib import Path

from headcount import certificates as old
from headcount.core.book import Book
from headcount.core.evaluate.matrices import EXHIBITS
from headcount.core.meter import LIMIT, Meter, OverLimitError
from headcount.core.refuse import Malformed, Refused

ROOT = Path(__file__).parents[2]
LEDGER = ROOT / "workbench" / "theorems" / "certificates.jsonl"
FOLDERS = ("tests/certificates/accept", "tests/certificates/communication", "tests/certificates/reject")


def evaluate(proof, claim, book):
    return EXHIBITS[proof["exhibit"]](proof, claim, book)


def farkas(proof, claim, book):
    from headcount.core.systems.programs import SYSTEMS

    return SYSTEMS[proof["system"]](proof, claim, book)


RULES = {"evaluate": evaluate, "farkas": farkas}


def judged(claim, question, limit=LIMIT):
    """accepted, rejected, malformed or undecided; with how, or why not, and the steps."""
    book = Book(Meter(limit), RULES)
    book.question = question
    try:
        return "accepted", book.prove(claim, book.stated(claim, "claim"), "claim"), book.meter.spent
    except Refused as error:
        return "rejected", error.why, book.meter.spent
    except Malformed as error:
        return "malformed", str(error), book.meter.spent
    except OverLimitError:
        return "undecided", "", book.meter.spent


def judged_before(claim, question):
    """The verdict of version 2 on the claim alone."""
    content = {"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]}
    return type(old.check(content)).__name__.lower()


def certificates():
    """(source, certificate) for every file of the corpora and every line of the ledger."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.json")):
            try:
                content = json.loads(path.read_text())
            except ValueError:
                continue
            if isinstance(content, dict) and isinstance(content.get("claims"), list):
                yield f"{path.parent.parent.name}/{path.parent.name}/{path.name}", content
    for line in LEDGER.read_text().splitlines():
        name, content = line.split(" ", 1)
        yield f"ledger/{name}", json.loads(content)


def claims():
    """(source, claim with evidence, its question) for every claim, those in place in others included."""
    for source, content in certificates():
        waiting = [(claim, content.get("question")) for claim in content["claims"]]
        while waiting:
            claim, question = waiting.pop()
            if not isinstance(claim, dict) or not isinstance(claim.get("evidence"), dict):
                continue
            about = claim.get("question", question)
            yield source, claim, about
            for value in claim["evidence"].values():
                waiting += [(item, about) for item in (value if isinstance(value, list) else [value])]
