"""What the tests of exhibits share: a book with the rule ``evaluate`` alone, and the claims of all corpora."""

import json
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from headcount.core.verdict import Accepted
from headcount.core.check import check as old_check
from headcount.core.book import Book
from headcount.core.evaluate import averages, graphs, paths, reductions, units
from headcount.core.meter import LIMIT, Meter, OverLimitError
from headcount.core.refuse import Malformed, Refused
from headcount.elaborate import graphs as graph_elaborators
from headcount.elaborate import reductions as reduction_elaborators
from headcount.elaborate import units as unit_elaborators
from headcount.elaborate.driver import CannotElaborate

Json = Any
HERE = Path(__file__).parents[1]
LEDGER = HERE.parent / "workbench/theorems/certificates.jsonl"
EXHIBITS = {
    **units.EXHIBITS,
    **averages.EXHIBITS,
    **graphs.EXHIBITS,
    **paths.EXHIBITS,
    **reductions.EXHIBITS,
}
ELABORATORS = {
    **unit_elaborators.ELABORATORS,
    **graph_elaborators.ELABORATORS,
    **reduction_elaborators.ELABORATORS,
}


def evaluate(proof: Json, claim: Any, book: Book) -> Any:
    """The rule, with the exhibits that are tested here."""
    if proof.get("exhibit") not in EXHIBITS:
        raise Malformed("proof.exhibit", "is none")
    return EXHIBITS[proof["exhibit"]](proof, claim, book)


def new_book(question: Json = None, limit: int = LIMIT) -> Book:
    """A book of a file about this statement."""
    book = Book(Meter(limit), {"evaluate": evaluate})
    book.question = question
    return book


def proves(claim: Json, question: Json, limit: int = LIMIT) -> bool:
    """Whether the claim, with its proof, is accepted."""
    try:
        book = new_book(question, limit)
        book.prove(claim, book.stated(claim, "claims[0]"), "claims[0]")
    except (Refused, Malformed, OverLimitError):
        return False
    return True


def elaborated(claim: Json, question: Json) -> Json:
    """The claim with a proof in place of its evidence; None if there is none."""
    try:
        proof = ELABORATORS[claim["evidence"]["kind"]](claim["evidence"], claim, question, None)
    except CannotElaborate:
        return None
    return {**{name: value for name, value in claim.items() if name != "evidence"}, "proof": proof}


@cache
def certificates() -> tuple[tuple[str, Json], ...]:
    """Every certificate of the corpora and of the ledger."""
    return tuple(_certificates())


def _certificates() -> Iterator[tuple[str, Json]]:
    for path in sorted((HERE / "certificates").rglob("*.json")):
        if path.parent.name in ("accept", "reject"):
            yield path.stem, json.loads(path.read_text())
    for line in LEDGER.read_text().splitlines():
        name, _, text = line.partition(" ")
        yield name, json.loads(text)


def claims_in(value: Json, question: Json = None) -> Iterator[tuple[Json, Json]]:
    """Every claim with evidence, premises included, and its statement."""
    if isinstance(value, dict):
        question = value.get("question", question)
        evidence = value.get("evidence")
        if isinstance(evidence, dict) and isinstance(evidence.get("kind"), str) and evidence["kind"] in ELABORATORS:
            yield {name: item for name, item in value.items() if name != "question"}, question
        value = list(value.values())
    for one in value if isinstance(value, list) else ():
        yield from claims_in(one, question)


def corpus(kinds: tuple[str, ...], others: tuple[int, ...] = (-1, 1)) -> Iterator[tuple[str, Json, Json]]:
    """Claims with evidence of these kinds, each once, and the claims with a value one less or more."""
    seen = set()
    for name, certificate in certificates():
        for claim, question in claims_in(certificate):
            key = json.dumps([claim, question], sort_keys=True)
            if claim["evidence"]["kind"] in kinds and key not in seen:
                seen.add(key)
                yield name, claim, question
                for other in others if type(claim.get("value")) is int else ():
                    yield name, {**claim, "value": claim["value"] + other}, question


def old_accepts(claim: Json, question: Json) -> bool:
    """Whether the checker of evidence accepts the claim."""
    certificate = {"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]}
    return isinstance(old_check(certificate), Accepted)


def compared(
    kinds: tuple[str, ...], about: Callable[[Json], bool] = lambda claim: True, others: tuple[int, ...] = (-1, 1)
) -> dict[str, list[Any]]:
    """Kind -> how many are accepted, how many are not, bytes and milliseconds before and after, and disagreements."""
    table: dict[str, list[Any]] = {}
    for name, claim, question in corpus(kinds, others):
        if not about(claim):
            continue
        row = table.setdefault(claim["evidence"]["kind"], [0, 0, 0, 0, [], [], []])
        start = time.perf_counter()
        old = old_accepts(claim, question)
        middle = time.perf_counter()
        made = elaborated(claim, question)
        begun = time.perf_counter()
        new = made is not None and proves(made, question)
        if old != new:
            row[6].append((name, claim, old, new))
        elif old:
            row[0] += 1
            row[2] += len(json.dumps(claim["evidence"], separators=(",", ":")))
            row[3] += len(json.dumps(made["proof"], separators=(",", ":")))
            row[4].append(1000 * (middle - start))
            row[5].append(1000 * (time.perf_counter() - begun))
        else:
            row[1] += 1
    return table
