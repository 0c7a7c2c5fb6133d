"""Evidence about measures of matrices that is an exhibit: trees, messages, lines, rectangles, sets, elimination."""

from collections.abc import Callable, Mapping
from typing import Any

from .driver import Book, CannotElaborate

Json = Any
MAX_DEPTH = 64
"""Deepest protocol tree that evidence holds."""


def fields(evidence: Mapping[str, Json], *names: str, optional: tuple[str, ...] = ()) -> list[Json]:
    """The values of these fields, which are all that there are but for optional ones and the kind."""
    if not set(names) <= set(evidence) <= {"kind", *names, *optional}:
        raise CannotElaborate("the fields of the evidence are others")
    return [evidence[name] for name in names]


def measure_of(claim: Mapping[str, Json], question: Mapping[str, Json]) -> str:
    """The measure that a claim about a communication matrix is about."""
    measure = claim.get("measure")
    if not isinstance(question, dict) or question.get("task") != "communication" or not isinstance(measure, str):
        raise CannotElaborate("the claim is not about a measure of a matrix")
    return measure


def _exhibit(name: str, **shown: Json) -> dict[str, Json]:
    return {"rule": "evaluate", "exhibit": name, **shown}


def protocol(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """Nodes in preorder; Alice's is [2, rows that send 0], Bob's [3, columns that send 0], a leaf [answer]."""
    measure_of(claim, question)
    nodes: list[list[int]] = []
    waiting = [(fields(evidence, "root")[0], 0)]
    while waiting:
        node, depth = waiting.pop()
        if type(node) is int and node in (0, 1):
            nodes.append([node])
            continue
        if not isinstance(node, dict) or depth == MAX_DEPTH or set(node) != {"owner", "zero", "children"}:
            raise CannotElaborate("a node of the tree is none")
        zero, children = node["zero"], node["children"]
        listed = isinstance(zero, list) and isinstance(children, list) and len(children) == 2
        if node["owner"] not in ("A", "B") or not listed:
            raise CannotElaborate("a node of the tree is none")
        nodes.append([2 if node["owner"] == "A" else 3, *zero])
        waiting += [(children[1], depth + 1), (children[0], depth + 1)]
    return _exhibit("protocol", nodes=nodes)


def _renamed(exhibit: str, **names: str) -> Callable[[Json, Json, Json, Book], dict[str, Json]]:
    """An elaborator that only renames: old field = new field."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
        measure_of(claim, question)
        return _exhibit(exhibit, **dict(zip(names.values(), fields(evidence, *names), strict=True)))

    return elaborator


ELABORATORS = {
    "tree": protocol,
    "messages": _renamed("messages", messages="messages"),
    "distinct": _renamed("distinct"),
    "different": _renamed("conflicts", of="of", lines="lines"),
    "pairs": _renamed("fooling", pairs="entries"),
    "rectangles": _renamed("rectangles", rectangles="rectangles"),
    "lines": _renamed("lines", of="of"),
    "elimination": _renamed("elimination"),
    "shattered": _renamed("shattered", set="columns"),
    "rectangle": _renamed("heavy-rectangle", rectangle="rectangle"),
}
