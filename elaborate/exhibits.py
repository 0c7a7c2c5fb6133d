"""Evidence that is an exhibit, as it stands or with other names: vectors and orders, trees, lines, sparse patterns."""

from collections.abc import Mapping
from typing import Any

from ..certificates.book import Book as Checking
from ..certificates.evaluate import evaluate
from ..certificates.meter import Meter, OverLimitError
from ..certificates.refuse import Malformed, Refused
from .driver import (
    PATTERNS,
    Book,
    CannotElaborate,
    Elaborator,
    as_it_is,
    exhibit,
    fields,
    measure_of,
    task_of,
    theorem,
)

Json = Any
MAX_DEPTH = 64
"""Deepest protocol tree that evidence holds."""


def family(claim: Mapping[str, Json]) -> str:
    """The name of the class of a claim."""
    return str(claim.get("unit_class")).partition("(")[0]


def tables(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Integer vectors: of a pattern by signs or in a grid, of tuples, of points for other scores."""
    task = task_of(question, *PATTERNS, "scored")
    if task == "match" and question.get("order") != 2:
        width, queries, keys, nulls = fields(evidence, "dimension", "queries", "keys", "null_keys")
        _require_width(width, queries, nulls, *keys)
        return exhibit("tuples", queries=queries, keys=keys, null_keys=nulls)
    width, queries, keys = fields(evidence, "dimension", "queries", "keys", optional=("null_key",))
    null = evidence.get("null_key")
    if null is not None:
        _require_width(width, [null])
    if family(claim) != "SIGN":
        _require_width(width, queries, keys)
        return exhibit(
            "tables", heads=[{"queries": queries, "keys": keys, **({"null_key": null} if null is not None else {})}]
        )
    if task == "scored":
        if null is not None:
            raise CannotElaborate("such points have no null key")
        return exhibit("points", queries=queries, keys=keys)
    _require_width(width, queries, keys)
    if null is not None:
        if not (question.get("null", task == "match") and all(type(x) is int for key in (null, *keys) for x in key)):
            raise CannotElaborate("the null key is none")
        keys = [[a - b for a, b in zip(key, null, strict=True)] for key in keys]
    return exhibit("points", queries=queries, keys=keys)


def _require_width(width: Json, *tables: Json) -> None:
    if type(width) is not int or not all(isinstance(v, list) and len(v) == width for table in tables for v in table):
        raise CannotElaborate("a vector is none, or of another width")


def shared_tables(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Tables for each head."""
    task_of(question, "shared")
    (heads,) = fields(evidence, "heads")
    return exhibit("tables", heads=[dict(zip(("queries", "keys"), _table(head), strict=True)) for head in heads])


def _table(head: Json) -> list[Json]:
    if not isinstance(head, dict) or set(head) != {"queries", "keys"}:
        raise CannotElaborate("a head is none")
    return [head["queries"], head["keys"]]


def score_tables(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """Scores of a softmax."""
    task_of(question, "attention-matrix")
    width, denominator, precision, queries, keys = fields(
        evidence, "dimension", "denominator", "precision", "queries", "keys"
    )
    _require_width(width, queries, keys)
    return exhibit("ratios", denominator=denominator, precision=precision, queries=queries, keys=keys)


def polynomial(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """An order of the columns, or the rows; the dimension, which follows, may be more than is needed."""
    task_of(question, *PATTERNS)
    width, order, negated = fields(evidence, "dimension", "order", "negated", optional=("vectors",))
    if type(width) is not int or width < 1:
        raise CannotElaborate("the dimension is none")
    vectors = evidence.get("vectors", "columns")
    negated = sorted(set(negated)) if all(type(x) is int for x in negated) else negated
    found = exhibit("order", order=order, negated=negated or None, vectors=None if vectors == "columns" else vectors)
    null = task_of(question, *PATTERNS) == "match" or bool(question.get("null", False))
    if shown(found, claim, question) > width - (not null):
        raise CannotElaborate("a row needs more roots than the dimension allows")
    return found


def shown(proof: Json, claim: Mapping[str, Json], question: Json) -> int:
    """What an exhibit shows; 0 if it is refused, which it will be once more."""
    book = Checking(Meter(), {})
    about = {**{name: x for name, x in claim.items() if name != "evidence"}, "question": question}
    try:
        return int(evaluate(proof, book.stated(about, "claim"), book).value or 0)
    except (Refused, Malformed, OverLimitError):
        return 0


def trigonometric(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """An order of the columns round a circle, the pole among them for distances."""
    task_of(question, "scored")
    if "shared" in question:
        raise CannotElaborate("the rows have to have queries of their own")
    return exhibit("order", order=fields(evidence, "order")[0])


def interpolation(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """An order of the columns; permutation matrices are covered by a closed form."""
    if task_of(question, "attention-matrix", "permutation-matrix") == "permutation-matrix":
        fields(evidence)
        return theorem("interpolation")
    fields(evidence, optional=("order",))
    return exhibit("order", order=evidence.get("order"))


def protocol(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
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
    return exhibit("protocol", nodes=nodes)


def _measured(name: str, **names: str) -> Elaborator:
    """An elaborator of evidence for a measure of a matrix, which only renames: old field = new field."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
        measure_of(claim, question)
        return exhibit(name, **dict(zip(names.values(), fields(evidence, *names), strict=True)))

    return elaborator


def _claimed(name: str, *claimed: str, side: str = "", layers: int | None = None) -> Elaborator:
    """An elaborator of evidence for a quantity (or fact), with the same fields; ``layers``: the value, less this."""

    def elaborator(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
        about = {claim.get("quantity"), claim.get("claim")} & set(claimed)
        if not about or (side and claim.get("side") != side):
            raise CannotElaborate("the claim is about something else")
        if layers is None:
            return as_it_is(name, evidence)
        if "layers" in evidence or type(claim.get("value")) is not int:
            raise CannotElaborate("the claim has no value, or the evidence a field too many")
        return as_it_is(name, evidence, layers=max(0, claim["value"] - layers))

    return elaborator


def hops(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``hops``, of either side."""
    return _claimed("hops", "hops", layers=int(claim.get("side") == "lower"))(evidence, claim, question, book)


def two_ends(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``two-ends``: a position alone is a set of one."""
    if not isinstance(evidence.get("ends"), list):
        raise CannotElaborate("there are no ends")
    ends = [one if isinstance(one, list) else [one] for one in evidence["ends"]]
    return _claimed("two-ends", "no-path")({**evidence, "ends": ends}, claim, question, book)


def order(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """A path through all positions: ``order``, and nothing else."""
    return exhibit("path", order=fields(evidence, "order")[0])


def in_order(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """The same in the order of the positions."""
    if "order" in evidence:
        raise CannotElaborate("an order is not needed")
    return as_it_is("path", evidence)


ELABORATORS = {
    "tables": tables,
    "shared-tables": shared_tables,
    "score-tables": score_tables,
    "polynomial": polynomial,
    "trigonometric": trigonometric,
    "interpolation": interpolation,
    "tree": protocol,
    "messages": _measured("messages", messages="messages"),
    "distinct": _measured("distinct"),
    "different": _measured("conflicts", of="of", lines="lines"),
    "pairs": _measured("fooling", pairs="entries"),
    "rectangles": _measured("rectangles", rectangles="rectangles"),
    "lines": _measured("lines", of="of"),
    "elimination": _measured("elimination"),
    "shattered": _measured("shattered", set="columns"),
    "rectangle": _measured("heavy-rectangle", rectangle="rectangle"),
    "far-pair": _claimed("far-pair", "hops", side="lower", layers=1),
    "centre": _claimed("centre", "hops", side="upper"),
    "hops": hops,
    "closed-sets": _claimed("closed-sets", "hops-infinite"),
    "order": order,
    "in-order": in_order,
    "two-ends": two_ends,
    "components": _claimed("components", "no-path"),
    "trivial": _claimed("self", "self-attending", "not-self-attending"),
    "two-inputs": _claimed("two-inputs", "depth", side="lower", layers=1),
    "uniform-heads": _claimed("uniform-heads", "depth", side="upper", layers=0),
    "all-pairs": _claimed("all-pairs", "correct"),
    "pair": _claimed("one-pair", "incorrect"),
    "runs": _claimed("runs", "not-local"),
    "points": _claimed("states", "reachable"),
}
"""Kind of evidence -> its elaborator."""
