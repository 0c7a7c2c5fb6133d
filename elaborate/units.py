"""Units, averages and heads with weights, as engines write them, to exhibits.

An exhibit leaves out what the claim says: the alphabet, the weights and bits of the layers, and the masks. Evidence in
which they are others than the claim's cannot be elaborated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..certificates.meaning.masks import row_of
from ..certificates.meaning.tasks import task_of
from ..certificates.meter import Meter
from ..certificates.refuse import Malformed
from ..certificates.schema import Record
from ..certificates.statements import STATEMENT
from .driver import Book, CannotElaborate, Elaborator, as_it_is

Json = Any
BROKEN = (KeyError, TypeError, ValueError, AttributeError, IndexError, Malformed)


def unit(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``unit``: an exhibit without what the claim says already."""
    only(evidence, "kind unit at look_up")
    try:
        proof = {"rule": "evaluate", "exhibit": "unit", "unit": _bare(evidence["unit"], claim, question)}
        if claim["resource"] == "p":
            proof["bits"] = claim["value"]
        if "look_up" in evidence:
            proof["look_up"] = [[[[i, x], row], answer] for i, x, row, answer in evidence["look_up"]]
    except BROKEN as error:
        raise CannotElaborate("the unit is none") from error
    return proof | {"at": evidence["at"]} if "at" in evidence else proof


def failing_unit(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``input`` of a claim ``unit-fails``."""
    only(evidence, "kind unit at inputs")
    try:
        bare = _bare(evidence["unit"], claim, question)
        proof = {"rule": "evaluate", "exhibit": "failing-unit", "unit": bare, "inputs": evidence["inputs"]}
    except BROKEN as error:
        raise CannotElaborate("the unit is none") from error
    return proof | {"at": evidence["at"]} if "at" in evidence else proof


def _bare(unit: Json, claim: Mapping[str, Json], question: Mapping[str, Json]) -> Json:
    """The unit without alphabet, weights and masks, which have to be those of the claim."""
    task = task_of(STATEMENT.read(question, "question", Meter()), Meter())
    form = re.fullmatch(r"(FIXED|SATURATED)(?:\((p|[0-9]+), [a-z]+\))?", claim["unit_class"])
    if form is None:
        raise CannotElaborate("the class is another")
    bits = claim["value"] if form[2] == "p" else int(form[2] or 0)
    weights = "fixed" if form[1] == "FIXED" else "saturated"
    pattern = STATEMENT.read(claim["pattern"], "pattern", Meter()) if "pattern" in claim else None
    only(unit, "alphabet layers read_outs")
    if unit["alphabet"] != task.alphabet or any(
        (layer["weights"], layer["bits"]) != (weights, bits) for layer in unit["layers"]
    ):
        raise CannotElaborate("the unit is of another alphabet, or its weights of another class")
    for t, layer in enumerate(unit["layers"]):
        only(layer, "weights bits combine order monomials heads mask")
        if not _same_mask(layer.get("mask"), pattern, t, task.length):
            raise CannotElaborate("a mask is not that of the claim")
    layers = [{k: layer[k] for k in ("combine", "order", "monomials", "heads")} for layer in unit["layers"]]
    return {"layers": layers, "read_outs": [_pairs(read_out) for read_out in unit["read_outs"]]}


def _same_mask(mask: Json, pattern: Record | None, t: int, n: int) -> bool:
    if pattern is None:
        return mask is None
    layer = pattern.layers[t % len(pattern.layers)]
    rows = [set().union(*row_of(layer, i, n, Meter())) for i in range(n)]
    if mask is None:
        return all(len(row) == n for row in rows)
    return bool([sorted(row) for row in rows] == mask)


def _pairs(read_out: Mapping[str, Json]) -> Json:
    only(read_out, "alphabet symbols")
    return {**read_out, "symbols": [[[x, row], symbol] for x, row, symbol in read_out["symbols"]]}


def averaging(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``averaging``: the same, with p where it is asked for."""
    proof = as_it_is("averaging", evidence)
    return proof | {"bits": claim["value"]} if claim.get("resource") == "p" else proof


def _same(exhibit: str) -> Elaborator:
    """An elaborator of evidence that is the exhibit."""
    return lambda evidence, claim, question, book: as_it_is(exhibit, evidence)


def only(given: Mapping[str, Json], known: str) -> None:
    """Refuse fields that are not known, and would be left out."""
    if not isinstance(given, dict) or not set(given) <= set(known.split()):
        raise CannotElaborate("there are fields that say nothing")


ELABORATORS = {
    "unit": unit,
    "input": failing_unit,
    "averaging": averaging,
    "subset": _same("failing-heads"),
    "softmax-weights": _same("softmax-weights"),
}
"""Kind of evidence -> its elaborator."""
