"""What a claim is about, by its type: writers take these parts of a ``StatedClaim``."""

from __future__ import annotations

from ...questions.least_size import LeastSize, MeasureOf, StatedBound
from ...questions.measure import SEEN_AS
from .script import Script
from .stated_claim import StatedClaim


def bound_of(claim: StatedClaim) -> StatedBound:
    """The bound that it states."""
    assert claim.bound is not None  # the table of writers
    return claim.bound


def size_of(claim: StatedClaim) -> LeastSize:
    """The size of a unit that it bounds."""
    quantity = bound_of(claim).quantity
    assert isinstance(quantity, LeastSize)  # the table of writers
    return quantity


def value_of(claim: StatedClaim) -> int:
    """The value claimed, of a size."""
    return int(bound_of(claim).value)


def require_sizes(script: Script, claim: StatedClaim, **needed: int) -> None:
    """That a unit of these sizes (``m``, ``heads``, ``order``, ``layers``, ``dv``) is one that the claim allows.

    It stands in every script of an upper end, so that a stronger claim is not confirmed.
    """
    size, value = size_of(claim), value_of(claim)
    allowed = {
        "m": value if size.resource == "m" else size.m,
        "heads": value if size.resource == "H" else size.heads,
        "order": size.order,
        "layers": size.layers,
        "dv": size.dv_at(value),
    }
    for name, number in needed.items():
        most = allowed[name]
        if most is not None:
            script.remark(f"the claim allows {name} <= {most}")
            script.require(f"(<= {number} {most})")


def measure_of(claim: StatedClaim) -> MeasureOf:
    """The measure that it bounds."""
    quantity = bound_of(claim).quantity
    assert isinstance(quantity, MeasureOf)  # the table of writers
    return quantity


def measure_name(claim: StatedClaim) -> str:
    """The measure by which the one that it bounds is defined (``SEEN_AS``), which is about ``claim.matrix``."""
    name = measure_of(claim).measure.name
    return SEEN_AS.get(name, (name, ""))[0]


def turned(claim: StatedClaim) -> str:
    """How the matrix is turned first, in words: nothing, or the beginning of a sentence."""
    _, view = SEEN_AS.get(measure_of(claim).measure.name, ("", ""))
    return {
        "": "",
        "transposed": "M is the matrix transposed. ",
        "complement": "M is the matrix with 0 and 1 exchanged. ",
    }[view]
