"""Weights of version 2, of inequalities that have no solution, as proofs of the rule ``farkas``."""

from __future__ import annotations

from typing import Any

from .clauses import Elaborator, reading
from .driver import Book

Json = Any


@reading("combinations")
def combinations(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """Sets of classes that no state gives: what is left over is taken up by the row of the scale, or of the centre."""
    weights, bias = question["weights"], question.get("bias")
    found = []
    for combination, one in zip(evidence["combinations"], claim["sets"], strict=True):
        signed = [(j, int(text, 16) if j in one else -int(text, 16)) for j, text in combination]
        rows = [[j, text] for j, text in combination]
        left = 0
        if bias is not None:
            left = -sum(x * bias[j] for j, x in signed)
        elif question.get("centred"):
            left = -sum(x * weights[j][0] for j, x in signed)
        if left:
            rows.append([len(weights), f"{left:x}"])
        found.append(rows)
    return {"rule": "farkas", "system": "states", "rows": found}


@reading("degree", "weights")
def threshold_degree(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """No polynomial of a lower degree."""
    return {"rule": "farkas", "system": "degree", "degree": evidence["degree"], "rows": evidence["weights"]}


ELABORATORS: dict[str, Elaborator] = {"combinations": combinations, "threshold-degree": threshold_degree}
