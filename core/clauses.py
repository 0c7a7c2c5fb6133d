"""The rule ``clauses``: an object that is assumed cannot exist, because clauses that hold of it are contradictory.

``system`` says what object, and what has to be asked for; the table below is the list of systems. Each of them reads its
own fields, makes its clauses by schemas (``systems/__init__.py``), and states the bound that follows where they are
refuted; that smaller objects do not exist either is said in its file. No system looks at the value that is claimed.
"""

from collections.abc import Mapping
from typing import Any

from .book import Book, Proved, Rule
from .claims import Claim
from .schema import word
from .systems.chirotope import by_chirotope
from .systems.colouring import by_colouring, by_splits
from .systems.dependency import by_dependency
from .systems.fooling import by_fooling
from .systems.order import by_order
from .systems.rectangles import by_rectangles

SYSTEMS: Mapping[str, Rule] = {
    "dependency": by_dependency,
    "chirotope": by_chirotope,
    "rectangles": by_rectangles,
    "fooling": by_fooling,
    "colouring": by_colouring,
    "splits": by_splits,
    "order": by_order,
}
"""What is refuted: a linear dependency, vectors, a cover or a partition, a fooling set, messages, protocols, a path."""


def clauses(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"rule": "clauses", "system": .., ..}``."""
    name = word(*SYSTEMS).read(proof.get("system"), "proof.system", book.meter)
    return SYSTEMS[name](proof, claim, book)
