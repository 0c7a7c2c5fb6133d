"""What the tests of theorems and of psd share: claims of both formats, judged alone, premises taken from version 2."""

import json
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from headcount import certificates as old
from headcount.core.book import Book, Proved
from headcount.core.meter import LIMIT, Meter, OverLimitError
from headcount.core.psd import psd
from headcount.core.refuse import Malformed, Refused
from headcount.core.theorem import theorem
from headcount.elaborate import CannotElaborate
from headcount.elaborate import psd as of_psd
from headcount.elaborate import theorems as of_theorems
from matrix_proofs import certificates

Json = Any


def assumed(proof: Json, claim: Any, book: Book) -> Proved:
    """Stands in for the proof of a premise: it is what the claim says."""
    return Proved(claim.value, "assumed")


RULES = {"theorem": theorem, "psd": psd, "assumed": assumed}


class Trusting:
    """In place of the driver's book: premises are judged by version 2, and then taken as proved."""

    def __init__(self, question: Json) -> None:
        self.question = question

    def premise(self, premise: Json) -> Json:
        if not isinstance(premise, dict):
            return premise
        about = premise.get("question", self.question)
        if not old.check(certificate_of(about, [premise])):
            raise CannotElaborate("version 2 does not accept the premise")
        return {**{k: v for k, v in premise.items() if k != "evidence"}, "proof": {"rule": "assumed"}}


def certificate_of(question: Json, claims: list[Json]) -> Json:
    return {"format": "headcount-certificate", "version": 2, "question": question, "claims": claims}


def judged(claim: Json, question: Json, earlier: list[Json] = (), limit: int = LIMIT) -> tuple[str, str, int]:
    """accepted, rejected, malformed or undecided; why or how; steps. ``earlier`` claims are taken as proved."""
    book = Book(Meter(limit), RULES)
    book.question = question
    try:
        book.proved = [book.stated(one, "claim") for one in earlier]
        return "accepted", book.prove(claim, book.stated(claim, "claim"), "claim"), book.meter.spent
    except Refused as error:
        return "rejected", error.why, book.meter.spent
    except Malformed as error:
        return "malformed", str(error), book.meter.spent
    except OverLimitError:
        return "undecided", "", book.meter.spent


def accepts(statement: Json, claim: Json, proof: Json, earlier: list[Json] = ()) -> bool:
    return judged({**claim, "proof": proof}, statement, list(earlier))[0] == "accepted"


def cases() -> Iterator[tuple[str, Json, Json, list[Json]]]:
    """(source, claim with evidence, its question, earlier claims) for every claim, also those in place in others."""
    for source, content in certificates():
        question = content.get("question")
        for i, claim in enumerate(content["claims"]):
            if not isinstance(claim, dict):
                continue
            waiting = [(claim, content["claims"][:i])]
            while waiting:
                one, earlier = waiting.pop()
                if not isinstance(one.get("evidence"), dict):
                    continue
                about = one.get("question", question)
                yield source, one, about, earlier
                for value in one["evidence"].values():
                    for item in value if isinstance(value, list) else [value]:
                        if isinstance(item, dict) and "evidence" in item:
                            waiting.append(({"question": about, **item}, []))


def elaborated(claim: Json, question: Json) -> Json:
    """The proof, by the first of the two areas that knows one."""
    kind, reason = claim["evidence"].get("kind"), None
    for area in (of_theorems, of_psd):
        if isinstance(kind, str) and kind in area.ELABORATORS:
            try:
                return area.ELABORATORS[kind](claim["evidence"], claim, question, Trusting(question))
            except CannotElaborate as error:
                reason = error
    raise CannotElaborate(str(reason or "another area's"))


def _numbers(evidence: Json) -> bool:
    """Whether it names earlier claims."""
    named = [evidence.get(name) for name in ("reduction", "needs", "of")]
    named += evidence["from"] if isinstance(evidence.get("from"), list) else []
    return any(type(one) is int for one in named)


def agreement() -> Iterator[tuple[str, str, str, str, str, int, int, float, float]]:
    """Of each claim of these kinds: source, kind, verdicts before and after, why, bytes and times before and after."""
    for source, claim, question, earlier in cases():
        kind = claim["evidence"].get("kind")
        if not isinstance(kind, str) or not any(kind in area.ELABORATORS for area in (of_theorems, of_psd)):
            continue
        start = time.perf_counter()
        needed = earlier if _numbers(claim["evidence"]) else []
        before = type(old.check(certificate_of(question, [*needed, claim]))).__name__.lower()
        first = time.perf_counter() - start
        try:
            proof = elaborated(claim, question)
        except CannotElaborate as error:
            yield source, kind, before, "none", str(error), 0, 0, first, 0.0
            continue
        plain = {k: v for k, v in claim.items() if k != "evidence"}
        before_all = [{k: v for k, v in one.items() if k != "evidence"} for one in earlier]
        start = time.perf_counter()
        after, why, _ = judged({**plain, "proof": proof}, question, before_all)
        second = time.perf_counter() - start
        sizes = len(json.dumps(claim["evidence"])), len(json.dumps(proof))
        yield source, kind, before, after, why, *sizes, first, second


__all__ = ["Fraction", "accepts", "agreement", "assumed", "cases", "elaborated", "judged"]


def proved(statement: Json, claim: Json, proof: Json, found: list[Json] = (), limit: int = LIMIT) -> Any:
    """What a proof proves, whatever bound the claim states; None if it is refused. Nothing else may be raised."""
    book = Book(Meter(limit), RULES)
    book.question = statement
    try:
        book.proved = [book.stated(one, "claim") for one in found]
        return RULES[proof["rule"]](proof, book.stated(claim, "claim"), book).value
    except (Refused, Malformed, OverLimitError):
        return None


def width(cls: str, side: str, value: int = 10**6, **held: Json) -> Json:
    """A claim about m."""
    return {"resource": "m", "unit_class": cls, "side": side, "value": value, **held}


def named(name: str, **given: Json) -> Json:
    """A proof by a theorem."""
    return {"rule": "theorem", "name": name, **given}
