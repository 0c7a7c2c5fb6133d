"""Evidence about sparse patterns, hops, paths and depth, to exhibits: numbers of layers are written out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .driver import Book, CannotElaborate
from .units import renamed

Json = Any
Elaborator = Callable[[Mapping[str, Json], Mapping[str, Json], Mapping[str, Json], Book], dict[str, Json]]


def _row(exhibit: str, quantity: str, side: str = "", layers: int | None = None) -> Elaborator:
    """Evidence of a claim about this quantity (or fact), with the same fields; ``layers``: the value, less this."""

    def elaborate(
        evidence: Mapping[str, Json], claim: Mapping[str, Json], question: Json, book: Book
    ) -> dict[str, Json]:
        if quantity not in (claim.get("quantity"), claim.get("claim")) or (side and claim.get("side") != side):
            raise CannotElaborate("the claim is about something else")
        if layers is None:
            return renamed(evidence, exhibit)
        if "layers" in evidence or type(claim.get("value")) is not int:
            raise CannotElaborate("the claim has no value, or the evidence a field too many")
        return renamed(evidence, exhibit, layers=max(0, claim["value"] - layers))

    return elaborate


def hops(evidence: Mapping[str, Json], claim: Mapping[str, Json], question: Json, book: Book) -> dict[str, Json]:
    """``hops``, of either side."""
    return _row("hops", "hops", layers=int(claim.get("side") == "lower"))(evidence, claim, question, book)


def trivial(evidence: Mapping[str, Json], claim: Mapping[str, Json], question: Json, book: Book) -> dict[str, Json]:
    """``trivial``, of a claim about positions that attend to themselves."""
    if claim.get("claim") not in ("self-attending", "not-self-attending"):
        raise CannotElaborate("the claim is about something else")
    return renamed(evidence, "self")


def two_ends(evidence: Mapping[str, Json], claim: Mapping[str, Json], question: Json, book: Book) -> dict[str, Json]:
    """``two-ends``: a position alone is a set of one."""
    if not isinstance(evidence.get("ends"), list):
        raise CannotElaborate("there are no ends")
    ends = [one if isinstance(one, list) else [one] for one in evidence["ends"]]
    return _row("two-ends", "no-path")({**evidence, "ends": ends}, claim, question, book)


def order(evidence: Mapping[str, Json], claim: Mapping[str, Json], question: Json, book: Book) -> dict[str, Json]:
    """``order``."""
    if set(evidence) != {"kind", "order"}:
        raise CannotElaborate("an order is needed, and nothing else")
    return renamed(evidence, "path")


def in_order(evidence: Mapping[str, Json], claim: Mapping[str, Json], question: Json, book: Book) -> dict[str, Json]:
    """``in-order``."""
    if "order" in evidence:
        raise CannotElaborate("an order is not needed")
    return renamed(evidence, "path")


ELABORATORS: dict[str, Elaborator] = {
    "far-pair": _row("far-pair", "hops", "lower", 1),
    "centre": _row("centre", "hops", "upper"),
    "hops": hops,
    "closed-sets": _row("closed-sets", "hops-infinite"),
    "order": order,
    "in-order": in_order,
    "two-ends": two_ends,
    "components": _row("components", "no-path"),
    "trivial": trivial,
    "two-inputs": _row("two-inputs", "depth", "lower", 1),
    "uniform-heads": _row("uniform-heads", "depth", "upper", 0),
}
"""Kind of evidence -> its elaborator."""
