"""What the tests of theorems and of psd share: claims judged alone."""

from typing import Any

from headcount.certificates.book import Book, Proved
from headcount.certificates.meter import LIMIT, Meter, OverLimitError
from headcount.certificates.psd import psd
from headcount.certificates.refuse import Malformed, Refused
from headcount.certificates.theorem import theorem

Json = Any


def assumed(proof: Json, claim: Any, book: Book) -> Proved:
    """Stands in for the proof of a premise: it is what the claim says."""
    return Proved(claim.value, "assumed")


RULES = {"theorem": theorem, "psd": psd, "assumed": assumed}


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
