"""Units and averages, as engines write them, to exhibits.

An exhibit leaves out what the claim says: the alphabet, the weights and bits of the layers, and the masks.
"""

from __future__ import annotations

from typing import Any

from .driver import Book, Elaborator, exhibit, rest

Json = Any


def unit(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``unit``: an exhibit without what the claim says already."""
    look_up = evidence.get("look_up")
    return exhibit(
        "unit",
        unit=_bare(evidence["unit"]),
        bits=claim["value"] if claim["resource"] == "p" else None,
        look_up=look_up and [[[[i, x], row], answer] for i, x, row, answer in look_up],
        at=evidence.get("at"),
    )


def failing_unit(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``input`` of a claim ``unit-fails``."""
    return exhibit("failing-unit", unit=_bare(evidence["unit"]), inputs=evidence["inputs"], at=evidence.get("at"))


def _bare(unit: Json) -> Json:
    """The unit without alphabet, weights and masks, which are those of the claim."""
    layers = [{k: layer[k] for k in ("combine", "order", "monomials", "heads")} for layer in unit["layers"]]
    read_outs = [
        {**read_out, "symbols": [[[x, row], symbol] for x, row, symbol in read_out["symbols"]]}
        for read_out in unit["read_outs"]
    ]
    return {"layers": layers, "read_outs": read_outs}


def averaging(evidence: Json, claim: Json, question: Json, book: Book) -> Json:
    """``averaging``: the same, with p where it is asked for."""
    return exhibit("averaging", **rest(evidence), bits=claim["value"] if claim.get("resource") == "p" else None)


ELABORATORS: dict[str, Elaborator] = {
    "unit": unit,
    "input": failing_unit,
    "averaging": averaging,
    "subset": lambda evidence, *_: exhibit("failing-heads", **rest(evidence)),
    "softmax-weights": lambda evidence, *_: exhibit("softmax-weights", **rest(evidence)),
}
"""Kind of evidence -> its elaborator."""
