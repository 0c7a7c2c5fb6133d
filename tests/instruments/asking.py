"""The checker's rules asked about one claim, without a file around it."""

from fractions import Fraction

from headcount.certificates.book import Book
from headcount.certificates.claims import Claim
from headcount.certificates.meter import LIMIT, Meter, OverLimitError
from headcount.certificates.refuse import Malformed, Refused
from headcount.certificates.rules import RULES
from headcount.certificates.schema import Record


class Trusting(Book):
    """A book whose premises are taken as they are given: whoever asks knows that they are true."""

    def premise(self, value, path="proof"):
        return self.stated(value, path)


def book_of(question=None, limit=LIMIT, kind=Book, earlier=()):
    """A book of a file about this statement; ``earlier`` claims are taken as proved."""
    book = kind(Meter(limit), RULES)
    book.question = question
    book.proved = [book.stated(one, "claim") for one in earlier]
    return book


def judged(claim, question=None, earlier=(), limit=LIMIT):
    """accepted, rejected, malformed or undecided; how, or why not; the steps."""
    book = book_of(question, limit)
    try:
        book.proved = [book.stated(one, "claim") for one in earlier]
        return "accepted", book.prove(claim, book.stated(claim, "claim"), "claim"), book.meter.spent
    except Refused as error:
        return "rejected", error.why, book.meter.spent
    except Malformed as error:
        return "malformed", str(error), book.meter.spent
    except OverLimitError:
        return "undecided", "", book.meter.spent


def proves(claim, question, earlier=(), limit=LIMIT):
    """Whether the claim, with its proof, is accepted."""
    return judged(claim, question, earlier, limit)[0] == "accepted"


def accepts(question, claim, proof, earlier=()):
    """Whether the claim is accepted with this proof."""
    return proves({**claim, "proof": proof}, question, earlier)


def proved(question, claim, proof, earlier=(), limit=LIMIT, kind=Book):
    """What a proof proves by its rule alone, whatever bound the claim states; None if it is refused."""
    try:
        book = book_of(question, limit, kind, earlier)
        return book.rules[proof["rule"]](proof, book.stated(claim, "claim"), book).value
    except (Refused, Malformed, OverLimitError):
        return None


def trusted(proof, claim):
    """The same of a claim that says what it is about, where all premises are true."""
    return proved(None, claim, proof, limit=10**7, kind=Trusting)


def of_matrix(rows, measure, side, proof, parameter=None):
    """The same of a measure of a matrix; nothing is read, so that it is quick."""
    statement = Record("communication", {"of": "matrix", "rows": tuple(rows), "name": ""}, ("name",))
    claim = Claim(statement, Record("measure", {"name": measure, "parameter": parameter}), side, Fraction(0))
    try:
        return RULES[proof["rule"]](proof, claim, Book(Meter(10**7), RULES)).value
    except (Refused, Malformed, OverLimitError):
        return None


def width(cls, side, value=10**6, **held):
    """A claim about m."""
    return {"resource": "m", "unit_class": cls, "side": side, "value": value, **held}


def size(question, side, value, cls="SIGN", resource="m", **held):
    """A claim about a size of units for a statement of its own."""
    return {"question": question, "resource": resource, "unit_class": cls, "side": side, "value": value, **held}


def shown(rows, null=False):
    """The statement of a pattern."""
    return {"task": "pattern", "rows": list(rows), "null": null}


def scored(score, rows, shared=None):
    """The same by another score; ``shared``: the numbers of the queries of the rows."""
    return {"task": "scored", "score": score, "of": shown(rows), **({"shared": shared} if shared else {})}


def named(name, **given):
    """A proof by a theorem."""
    return {"rule": "theorem", "name": name, **given}
