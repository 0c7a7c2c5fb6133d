"""Evidence that holds vectors, or an order of keys on a curve: it is an exhibit as it stands."""

from collections.abc import Mapping
from typing import Any

from ..certificates.book import Book as Checking
from ..certificates.evaluate import evaluate
from ..certificates.meter import Meter, OverLimitError
from ..certificates.refuse import Malformed, Refused
from .driver import Book, CannotElaborate
from .matrices import fields

Json = Any
PATTERNS = ("qsa", "separation", "match", "pattern", "relevance")


def exhibit(name: str, **shown: Json) -> dict[str, Json]:
    """A proof by the rule ``evaluate``, without the fields that are None."""
    return {"rule": "evaluate", "exhibit": name, **{field: x for field, x in shown.items() if x is not None}}


def task_of(question: Json, *known: str) -> str:
    """The task of a statement, one of those that are known."""
    task = question.get("task") if isinstance(question, dict) else None
    if task not in known:
        raise CannotElaborate("the statement is of another task")
    return str(task)


def family(claim: Mapping[str, Json]) -> str:
    """The name of the class of a claim."""
    return str(claim.get("unit_class")).partition("(")[0]


def tables(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
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


def shared_tables(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """Tables for each head."""
    task_of(question, "shared")
    (heads,) = fields(evidence, "heads")
    return exhibit("tables", heads=[dict(zip(("queries", "keys"), _table(head), strict=True)) for head in heads])


def _table(head: Json) -> list[Json]:
    if not isinstance(head, dict) or set(head) != {"queries", "keys"}:
        raise CannotElaborate("a head is none")
    return [head["queries"], head["keys"]]


def score_tables(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """Scores of a softmax."""
    task_of(question, "attention-matrix")
    width, denominator, precision, queries, keys = fields(
        evidence, "dimension", "denominator", "precision", "queries", "keys"
    )
    _require_width(width, queries, keys)
    return exhibit("ratios", denominator=denominator, precision=precision, queries=queries, keys=keys)


def polynomial(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
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


def trigonometric(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """An order of the columns round a circle, the pole among them for distances."""
    task_of(question, "scored")
    if "shared" in question:
        raise CannotElaborate("the rows have to have queries of their own")
    return exhibit("order", order=fields(evidence, "order")[0])


def interpolation(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """An order of the columns; permutation matrices are covered by a closed form."""
    if task_of(question, "attention-matrix", "permutation-matrix") == "permutation-matrix":
        fields(evidence)
        return {"rule": "theorem", "name": "interpolation"}
    fields(evidence, optional=("order",))
    return exhibit("order", order=evidence.get("order"))


ELABORATORS = {
    "tables": tables,
    "shared-tables": shared_tables,
    "score-tables": score_tables,
    "polynomial": polynomial,
    "trigonometric": trigonometric,
    "interpolation": interpolation,
}
"""Kind of evidence -> its elaborator."""
