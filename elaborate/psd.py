"""Evidence by positive semidefinite matrices: the numbers stay as they are."""

from typing import Any

from .driver import Book, CannotElaborate
from .theorems import fields

Json = Any
MEASURES = {
    "gram": ("gamma2", "gamma2_01", "gamma2_alpha", "gamma2_inf", "trace_norm"),
    "weights": ("gamma2", "gamma2_01", "gamma2_alpha", "gamma2_inf", "trace_norm"),
    "gram-of-rows": ("spectral_norm",),
}
WEIGHTS = ("block", "row_weights", "column_weights")


def measured(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """Of a measure of a matrix: a Gram matrix, weights, or the norm alone."""
    if claim.get("measure") not in MEASURES[evidence["kind"]]:
        raise CannotElaborate("the evidence is about other measures")
    if evidence["kind"] == "gram-of-rows":
        return {"rule": "psd", "system": "norm", "norm": fields(evidence, "norm")[0]}
    if evidence["kind"] == "gram":
        fields(evidence, "scale", "rows", "columns", optional=("block",))
    else:
        fields(evidence, *WEIGHTS)
    return {"rule": "psd", "system": evidence["kind"], **{key: evidence[key] for key in evidence if key != "kind"}}


def margin(evidence: Json, claim: Json, question: Json, book: Book) -> dict[str, Json]:
    """Weights on the scores of a pattern in a grid."""
    given = fields(evidence, *WEIGHTS)
    return {"rule": "psd", "system": "margin", **dict(zip(WEIGHTS, given, strict=True))}


ELABORATORS = {"gram": measured, "weights": measured, "gram-of-rows": measured, "margin": margin}
