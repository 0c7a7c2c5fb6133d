"""What the checker says of drafts: of evidence as engines write it, once it is made into proofs."""

from headcount.certificates.book import Book
from headcount.certificates.meter import LIMIT, Meter
from headcount.certificates.refuse import Refused
from headcount.certificates.rules import RULES
from headcount.certificates.verdict import Accepted, Rejected
from headcount.elaborate.certify import certify
from headcount.elaborate.driver import CannotElaborate, elaborated

NO_PROOF = "no-proof"
"""The code of the verdict where evidence makes no proof at all."""
NONSENSE = (KeyError, IndexError, TypeError, ValueError, AttributeError, ZeroDivisionError, AssertionError)


def checked(draft, limit=LIMIT):
    """The verdict on the certificate that a draft makes; evidence that is nonsense makes none."""
    try:
        return certify(draft, limit).verdict
    except NONSENSE as error:
        return Rejected(NO_PROOF, "claims", repr(error)[:300])


def bundle(question, *claims):
    """A draft about one statement."""
    return {"question": question, "claims": list(claims)}


def accepts(question, *claims, limit=LIMIT):
    """Whether claims with evidence are accepted."""
    return isinstance(checked(bundle(question, *claims), limit), Accepted)


def of_quantity(quantity, side, value, evidence):
    """A claim about a ``LeastSize``."""
    return {**quantity.to_json(), "side": side, "value": value, "evidence": evidence}


def proved(question, claim, limit=LIMIT):
    """The value that the rule proves, whatever the claim says; ``Refused`` if it is less, or the rule refuses."""
    try:
        made = elaborated(bundle(question, claim))["claims"][0]
    except (CannotElaborate, *NONSENSE) as error:
        raise Refused(str(error), NO_PROOF) from None
    book = Book(Meter(limit), RULES)
    book.question = question
    stated = book.stated(made, "claim")
    book.prove(made, stated, "claim")
    return RULES[made["proof"]["rule"]](made["proof"], stated, book).value
