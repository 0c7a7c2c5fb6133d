"""What the tests about matrices share: claims of both formats, judged alone."""

import json
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path

from headcount import certificates as old
from headcount.core.book import Book
from headcount.core.claims import Claim
from headcount.core.evaluate.matrices import EXHIBITS
from headcount.core.meter import LIMIT, Meter, OverLimitError
from headcount.core.refuse import Malformed, Refused
from headcount.core.schema import Record

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


def proved(rows, measure, side, proof, parameter=None, limit=10**7):
    """What a proof proves of a measure of a matrix, or None: whatever bound is claimed, the rules say the same."""
    statement = Record("communication", {"of": "matrix", "rows": tuple(rows), "name": ""}, ("name",))
    claim = Claim(statement, Record("measure", {"name": measure, "parameter": parameter}), side, Fraction(0))
    try:
        return RULES[proof["rule"]](proof, claim, Book(Meter(limit), RULES)).value
    except (Refused, Malformed, OverLimitError):
        return None


def small_matrices(height=3, width=3):
    """All matrices over 0 1 * up to this size with an entry 0 or 1, one of each kind up to the order of lines."""
    for r in range(1, height + 1):
        for c in range(1, width + 1):
            seen = set()
            for word in product("01*", repeat=r * c):
                rows = tuple("".join(word[i * c : (i + 1) * c]) for i in range(r))
                if rows in seen or set(word) == {"*"}:
                    continue
                for order in permutations(range(c)):
                    turned = ["".join(row[j] for j in order) for row in rows]
                    seen.update(permutations(turned))
                yield rows


def mutated(value, random):
    """The same with one number, text or list changed, somewhere."""
    if isinstance(value, dict):
        name = random.choice([name for name in value if name not in ("rule", "exhibit", "system")] or [None])
        return value if name is None else {**value, name: mutated(value[name], random)}
    if isinstance(value, list):
        kind = random.randrange(6)
        if not value or kind == 0:
            return [*value, random.choice([*value, 0, [], [0], [[0], [0]]])]
        k = random.randrange(len(value))
        if kind == 1:
            return value[:k] + value[k + 1 :]
        if kind == 2:
            j = random.randrange(len(value))
            copy = list(value)
            copy[k], copy[j] = copy[j], copy[k]
            return copy
        return [*value[:k], mutated(value[k], random), *value[k + 1 :]]
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice([value + 1, value - 1, 0, 1, 2, -value, 2 * value, 10**6])
    if value in ("rows", "columns"):
        return random.choice(("rows", "columns"))
    return value
