"""Refutations of clauses that the checker writes down itself: covers, terms, fooling sets, messages and orders.

The evidence has the numbers of clauses, in the order in which ``counted_clauses`` lists all of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .clauses import Named, Renamed, refutation
from .counted_clauses import covers, fooling, messages, orders, terms
from .driver import Book, Elaborator

Json = Any


def _counted(system: str, evidence: Json, clauses: Iterable[Named], renamed: Renamed = None, **more: Json) -> Json:
    """A refutation from clauses of which only the numbers are given, among all clauses in their order."""
    wanted = set(evidence["axioms"])
    found = {k: clause for k, clause in enumerate(clauses) if k in wanted}
    proof = refutation([found[k] for k in evidence["axioms"]], evidence["lemmas"], renamed)
    return {"rule": "clauses", "system": system, **more, **proof}


def rectangles(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """More than so many rectangles for a cover, or a partition."""
    slots, order = evidence["slots"], evidence["order"]
    clauses, renamed = covers(question, claim["measure"], slots, order)
    return _counted("rectangles", evidence, clauses, renamed, slots=slots, order=order)


def no_terms(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """More than so many nonnegative terms."""
    slots, order = evidence["slots"], evidence["order"]
    clauses, renamed = terms(question, slots, order)
    return _counted("terms", evidence, clauses, renamed, slots=slots, order=order)


def no_larger_set(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """No larger fooling set."""
    size, listed = evidence["size"], evidence["rectangles"]
    clauses, renamed = fooling(question, claim["measure"], size, listed)
    return _counted("fooling", evidence, clauses, renamed, size=size, rectangles=listed)


def no_short_message(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """No shorter message."""
    bits, pinned = evidence["bits"], evidence["clique"]
    return _counted("colouring", evidence, messages(question, claim["measure"], bits, pinned), bits=bits, pinned=pinned)


def no_order(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """No path through all positions."""
    return _counted("order", evidence, orders(question))


ELABORATORS: dict[str, Elaborator] = {
    "cover-refutation": rectangles,
    "partition-refutation": rectangles,
    "terms-refutation": no_terms,
    "fooling-refutation": no_larger_set,
    "message-refutation": no_short_message,
    "refutation": no_order,
}
"""Kind of evidence -> its elaborator."""
