"""The rule ``evaluate``: a finite exhibit is run through the definition of what is claimed.

``{"rule": "evaluate", "exhibit": name, ..}``; each exhibit reads its own fields, and gives what it shows.
"""

from typing import Any

from ..book import Book, Proved, Rule
from ..claims import Claim
from ..schema import refuse, shown
from . import (
    averages,
    curves,
    factors,
    graphs,
    linear_keys,
    margins,
    matrices,
    paths,
    reductions,
    units,
    vectors,
    views,
)

FILES = (vectors, linear_keys, margins, curves, averages, units, views, matrices, factors, graphs, paths, reductions)
EXHIBITS: dict[str, Rule] = {name: exhibit for file in FILES for name, exhibit in file.EXHIBITS.items()}
"""The word of an exhibit -> what evaluates it."""


def evaluate(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """What an exhibit shows."""
    name = proof.get("exhibit")
    if not isinstance(name, str) or name not in EXHIBITS:
        refuse("proof.exhibit", f"must be an exhibit such as tables or unit, got {shown(name)}")
    return EXHIBITS[name](proof, claim, book)
