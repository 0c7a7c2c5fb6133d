"""The rule ``clauses``: an object that is assumed cannot exist, because clauses that hold of it are contradictory.

``system`` says what object; the table below lists the systems. Each of them has fields of its own, makes clauses by
schemas (``systems/__init__.py``), and states the bound that follows where they are refuted; that smaller objects do not
exist either is said in its file. No system looks at the value that is claimed.
"""

from collections.abc import Callable, Mapping
from typing import Any

from .book import Book, Proved
from .claims import Claim
from .schema import Record, Type, word
from .systems import chirotope, dependency, layers, order, protocols, rectangles

System = tuple[Type, Callable[[Record, Claim, Book], Proved]]
SYSTEMS: Mapping[str, System] = {
    "dependency": (dependency.FORM, dependency.refuted),
    "chirotope": (chirotope.FORM, chirotope.refuted),
    "rectangles": (rectangles.COVER, rectangles.cover_refuted),
    "terms": (rectangles.COVER, rectangles.terms_refuted),
    "fooling": (rectangles.FOOLING, rectangles.fooling_refuted),
    "colouring": (protocols.COLOURING, protocols.colouring_refuted),
    "splits": (protocols.SPLITS, protocols.splits_refuted),
    "order": (order.FORM, order.refuted),
    "layers": (layers.FORM, layers.refuted),
}
"""What is refuted: a linear dependency, vectors, a cover or a partition, nonnegative terms, a fooling set, messages,
protocols, a path, tables of layers."""


def clauses(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"rule": "clauses", "system": .., ..}``, with the fields of the system."""
    form, refuted = SYSTEMS[word(*SYSTEMS).read(proof.get("system"), "proof.system", book.meter)]
    rest = {name: item for name, item in proof.items() if name not in ("rule", "system")}
    return refuted(form.read(rest, "proof", book.meter), claim, book)
