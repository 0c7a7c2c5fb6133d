"""What tests of refutations share: the claims of the corpus that clauses prove, and the rules on one claim."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import corpora
from headcount.certificates.book import Book, Proved
from headcount.certificates.claims import Claim
from headcount.certificates.clauses import clauses
from headcount.certificates.farkas import farkas
from headcount.certificates.meter import Meter
from headcount.certificates.refuse import Malformed, Refused

Json = Any


@cache
def claims_with(systems: tuple[str, ...]) -> tuple[tuple[str, Json, Json], ...]:
    """(Name, statement, claim) of all claims, premises included, that clauses of these systems prove."""
    found = []
    for entry in corpora.corpus("accept"):
        found += [(entry["name"], *one) for one in _inside(entry["certificate"], None, systems)]
    return tuple(found)


def _inside(value: Json, question: Json, systems: tuple[str, ...]) -> Iterator[tuple[Json, Json]]:
    if isinstance(value, list):
        for item in value:
            yield from _inside(item, question, systems)
    elif isinstance(value, dict):
        question = value.get("question", question)
        proof = value.get("proof")
        if isinstance(proof, dict) and proof.get("rule") == "clauses" and proof["system"] in systems:
            yield question, {name: item for name, item in value.items() if name != "question"}
        for item in value.values():
            yield from _inside(item, question, systems)


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
