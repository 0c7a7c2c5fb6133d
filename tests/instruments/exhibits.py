"""What the tests of exhibits share: a book with the rule ``evaluate`` alone."""

from typing import Any

from headcount.certificates.book import Book
from headcount.certificates.evaluate import averages, graphs, paths, reductions, units
from headcount.certificates.meter import LIMIT, Meter, OverLimitError
from headcount.certificates.refuse import Malformed, Refused

Json = Any
EXHIBITS = {
    **units.EXHIBITS,
    **averages.EXHIBITS,
    **graphs.EXHIBITS,
    **paths.EXHIBITS,
    **reductions.EXHIBITS,
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
