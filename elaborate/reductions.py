"""Evidence about reductions and output layers, to exhibits: the same fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .driver import Book, CannotElaborate
from .units import renamed

Json = Any
Elaborator = Callable[[Mapping[str, Json], Mapping[str, Json], Mapping[str, Json], Book], dict[str, Json]]


def _row(claimed: str, exhibit: str) -> Elaborator:
    def elaborate(
        evidence: Mapping[str, Json], claim: Mapping[str, Json], question: Json, book: Book
    ) -> dict[str, Json]:
        if claim.get("claim") != claimed:
            raise CannotElaborate("the claim is about something else")
        return renamed(evidence, exhibit)

    return elaborate


ELABORATORS: dict[str, Elaborator] = {
    "all-pairs": _row("correct", "all-pairs"),
    "pair": _row("incorrect", "one-pair"),
    "runs": _row("not-local", "runs"),
    "points": _row("reachable", "states"),
}
"""Kind of evidence -> its elaborator."""
