"""What a bound shows, in the form in which engines write it: of a bound that was read from a file, too.

A bound that an engine has just made holds what it found. One that was read from a certificate holds a proof; engines
that go on from it look for vectors, an order, or a part, and find them here. What they do not look for stays a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    if proof["rule"] == "evaluate" and proof["exhibit"] in EXHIBITS:
        return EXHIBITS[proof["exhibit"]](proof, question, value)
    if proof["rule"] == "theorem" and proof["name"] in ("squares", "identity"):
        return {"kind": proof["name"]}
    if proof["rule"] == "map" and proof["name"] in ("part", "sphere"):
        kind = "other-score" if question.task == "scored" else "restriction"
        return {"kind": kind, **{name: x for name, x in proof.items() if name not in ("rule", "name")}}
    return {"kind": PROVED, "proof": proof}


def _points(proof: Proof, question: Question, value: int) -> dict[str, Json]:
    return {"kind": "tables", "dimension": len(proof["keys"][0]), "queries": proof["queries"], "keys": proof["keys"]}


def _tables(proof: Proof, question: Question, value: int) -> dict[str, Json]:
    if question.task == "shared":
        return {"kind": "shared-tables", "heads": proof["heads"]}
    (head,) = proof["heads"]
    return {"kind": "tables", "dimension": len(head["keys"][0]), **head}


def _tuples(proof: Proof, question: Question, value: int) -> dict[str, Json]:
    tables = {name: proof[name] for name in ("queries", "keys", "null_keys")}
    return {"kind": "tables", "dimension": len(proof["queries"][0]), **tables}


def _ratios(proof: Proof, question: Question, value: int) -> dict[str, Json]:
    numbers = {name: proof[name] for name in ("denominator", "precision", "queries", "keys")}
    return {"kind": "score-tables", "dimension": len(proof["keys"][0]), **numbers}


def _order(proof: Proof, question: Question, value: int) -> dict[str, Json]:
    vectors = proof.get("vectors", "columns")
    own = range(question.columns if vectors == "columns" else question.shape[0] + question.offset)
    if question.task in ("attention-matrix", "permutation-matrix"):
        return {"kind": "interpolation", "order": proof.get("order", [*own])}
    if question.task == "scored":
        pole = int(question.to_json()["score"] == "euclidean")
        return {"kind": "trigonometric", "order": proof.get("order", [*range(question.columns + pole)])}
    found = {"kind": "polynomial", "dimension": value + question.offset, "order": proof.get("order", [*own])}
    more = {"vectors": "rows"} if vectors == "rows" else {}
    return {**found, "negated": proof.get("negated", []), **more}


def _averaging(proof: Proof, question: Question, value: int) -> dict[str, Json]:
    return {"kind": "averaging", **{name: x for name, x in proof.items() if name not in ("rule", "exhibit", "bits")}}


EXHIBITS: Mapping[str, Callable[[Proof, Question, int], dict[str, Json]]] = {
    "points": _points,
    "tables": _tables,
    "tuples": _tuples,
    "ratios": _ratios,
    "order": _order,
    "averaging": _averaging,
}
"""The word of an exhibit -> how its evidence is made of it."""
