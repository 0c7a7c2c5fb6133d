"""Vectors, curves and maps of every corpus and of the ledger: the same verdicts before and after elaboration."""

import json
import statistics
import time
from collections.abc import Iterator
from typing import Any

import pytest

from exhibits import certificates
from headcount.core.verdict import Accepted, Undecided
from headcount.core.check import check as old_check
from headcount.core.check import check
from headcount.core.verdict import Accepted as NowAccepted
from headcount.elaborate import CannotElaborate, elaborated
from headcount.elaborate.maps import ELABORATORS as MAPS
from headcount.elaborate.vectors import ELABORATORS as VECTORS

Json = Any


def stated(value: Json, question: Json, claims: list[Json]) -> Iterator[tuple[Json, Json]]:
    """Every claim with evidence of these kinds, premises in place of their numbers."""
    if isinstance(value, dict):
        question = value.get("question", question)
        evidence = value.get("evidence")
        if isinstance(evidence, dict) and isinstance(kind := evidence.get("kind"), str):
            of = evidence.get("of")
            if type(of) is int and 0 <= of < len(claims) and isinstance(claims[of], dict):
                evidence = {**evidence, "of": {"question": question, **claims[of]}}
            if kind in MAPS or kind in VECTORS:
                yield {**{x: y for x, y in value.items() if x != "question"}, "evidence": evidence}, question
        value = list(value.values())
    for one in value if isinstance(value, list) else ():
        yield from stated(one, question, claims)


def corpus() -> Iterator[tuple[str, Json, Json]]:
    """Each claim once, and, of what is short and accepted, with a value one less or more."""
    seen = set()
    for name, certificate in certificates():
        claims = certificate.get("claims") if isinstance(certificate, dict) else None
        if not isinstance(claims, list):
            continue
        for claim, question in stated(claims, certificate.get("question"), claims):
            key = json.dumps([claim, question], sort_keys=True)
            if key in seen:
                continue
            seen.add(key)
            yield name, claim, question
            value = claim.get("value")
            if type(value) is int and len(key) < 3000 and _accepted(claim, question):
                yield name, {**claim, "value": value - 1}, question
                yield name, {**claim, "value": value + 1}, question


def _accepted(claim: Json, question: Json) -> bool:
    certificate = {"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]}
    return isinstance(old_check(certificate), Accepted)


def compared(kinds: Any) -> tuple[dict[str, list[Any]], list[Json]]:
    """Kind -> how many are accepted, how many are not, bytes of the last step, milliseconds; and disagreements."""
    table: dict[str, list[Any]] = {}
    apart = []
    for name, claim, question in corpus():
        kind = claim["evidence"]["kind"]
        if kind not in kinds:
            continue
        row = table.setdefault(kind, [0, 0, 0, 0, [], []])
        certificate = {"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]}
        start = time.process_time()
        old = old_check(certificate)
        middle = time.process_time()
        try:
            made = elaborated(certificate)
        except (CannotElaborate, KeyError, TypeError, ValueError, IndexError, AttributeError):
            made = None
        begun = time.process_time()
        new = made is not None and isinstance(check(made), NowAccepted)
        if isinstance(old, Accepted) != new and not isinstance(old, Undecided):
            apart.append((name, str(claim)[:600], str(question)[:200], str(old)[:200], made and str(check(made))[:300]))
        elif isinstance(old, Accepted):
            row[0] += 1
            row[2] += _length(claim["evidence"])
            row[3] += _length(made["claims"][0]["proof"])
            row[4].append(1000 * (middle - start))
            row[5].append(1000 * (time.process_time() - begun))
        else:
            row[1] += 1
    return table, apart


def _length(step: Json) -> int:
    return len(json.dumps({x: y for x, y in step.items() if x != "of"}, separators=(",", ":")))


@pytest.mark.parametrize("kinds", [tuple(VECTORS), tuple(MAPS)], ids=["vectors", "maps"])
def test_verdicts_agree(kinds: tuple[str, ...]) -> None:
    table, apart = compared(kinds)
    assert not apart
    assert set(table) == set(kinds)
    for kind, (accepted, _, *_) in table.items():
        assert accepted, kind


if __name__ == "__main__":
    for kinds in (VECTORS, MAPS):
        table, apart = compared(kinds)
        for kind, (accepted, refused, old, new, before, after) in table.items():
            told = [f"{statistics.median(x):.2f}" if x else "-" for x in (before, after)]
            print(kind, accepted, refused, f"{old} -> {new} bytes", f"{told[0]} -> {told[1]} ms")
        for one in apart:
            print("APART", *one, sep="\n    ")
