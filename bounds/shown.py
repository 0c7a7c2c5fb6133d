"""What a bound shows, in the form in which engines write it: of a bound that was read from a file, too.

A bound that an engine has just made holds what it found. One that was read from a certificate holds a proof; engines
that go on from it look for vectors, an order, or a part, and find them here. What they do not look for stays a proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..elaborate.driver import PROVED
from ..questions import Question

Json = Any
Proof = Mapping[str, Json]


def shown(proof: Proof, question: Question, value: int) -> dict[str, Json]:
    """The evidence that a proof was made of, as far as engines read it.

    Parameters
    ----------
    proof : mapping
        By one of the seven rules, accepted by the checker.
    question : Question
        What the bound is about.
    value : int
        The bound.

    Returns
    -------
    dict
        With the ``kind`` of the evidence; ``{"kind": "proved", "proof": proof}`` for all that no engine looks into.

    Examples
    --------
    >>> from ..questions import SignPattern, pattern_question
    >>> points = {"rule": "evaluate", "exhibit": "points", "queries": [[0, 1], [1, 0]], "keys": [[1, 1], [1, -1]]}
    >>> found = shown(points, pattern_question(SignPattern(("+-",), null=False)), 1)
    >>> found["kind"], found["dimension"], found["keys"]
    ('tables', 2, [[1, 1], [1, -1]])
    """
    rule, word = proof["rule"], proof.get("exhibit", proof.get("name"))
    if rule == "theorem" and word in ("squares", "identity"):
        return {"kind": word}
    if rule == "map" and word in ("part", "sphere"):
        return {"kind": "other-score" if question.task == "scored" else "restriction", **_but(proof, "rule", "name")}
    if rule != "evaluate":
        return {"kind": PROVED, "proof": proof}
    if word == "points":
        return _tables(proof["keys"], queries=proof["queries"], keys=proof["keys"])
    if word == "tables" and question.task == "shared":
        return {"kind": "shared-tables", "heads": proof["heads"]}
    if word == "tables":
        (head,) = proof["heads"]
        return _tables(head["keys"], **head)
    if word == "tuples":
        return _tables(proof["queries"], **{name: proof[name] for name in ("queries", "keys", "null_keys")})
    if word == "ratios":
        numbers = {name: proof[name] for name in ("denominator", "precision", "queries", "keys")}
        return {**_tables(proof["keys"], **numbers), "kind": "score-tables"}
    if word == "order":
        return _order(proof, question, value)
    if word == "averaging":
        return {"kind": "averaging", **_but(proof, "rule", "exhibit", "bits")}
    return {"kind": PROVED, "proof": proof}


def _but(proof: Proof, *left_out: str) -> dict[str, Json]:
    return {name: x for name, x in proof.items() if name not in left_out}


def _tables(vectors: Json, **tables: Json) -> dict[str, Json]:
    return {"kind": "tables", "dimension": len(vectors[0]), **tables}


def _order(proof: Proof, question: Question, value: int) -> dict[str, Json]:
    turned = proof.get("vectors") == "rows"
    lines = question.shape[0] + question.offset if turned else question.columns
    if question.task in ("attention-matrix", "permutation-matrix"):
        return {"kind": "interpolation", "order": proof.get("order", [*range(lines)])}
    if question.task == "scored":
        pole = int(question.to_json()["score"] == "euclidean")
        return {"kind": "trigonometric", "order": proof.get("order", [*range(question.columns + pole)])}
    order, negated = proof.get("order", [*range(lines)]), proof.get("negated", [])
    found = {"kind": "polynomial", "dimension": value + question.offset, "order": order, "negated": negated}
    return {**found, "vectors": "rows"} if turned else found
