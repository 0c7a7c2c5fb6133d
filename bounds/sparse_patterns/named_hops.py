"""The closed forms of hops that the checker knows, asked for without a claim."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...certificates.claims import Claim
from ...certificates.meter import UNLIMITED, Meter
from ...certificates.refuse import Refused
from ...certificates.schema import Record
from ...certificates.theorems.case import Case
from ...certificates.theorems.hops import least_layers, reach
from ...questions.sparse_pattern import LayerPattern, SparsePattern
from ...tasks.sparse_patterns import ArrayLists


def named_ends(pattern: SparsePattern) -> tuple[int | None, int | None]:
    """What closed forms say of the number of hops: at least, at most; None where there is no closed form.

    Examples
    --------
    >>> from ...questions.sparse_pattern import Star, Window
    >>> named_ends(SparsePattern((Window(256, 16),))), named_ends(SparsePattern((Star(256),)))
    ((16, 16), (1, 2))
    """
    layers = tuple(_stated(layer.to_json() if not _listed(layer) else {"name": "lists"}) for layer in pattern.layers)
    statement = Record("sparse-pattern", {"n": pattern.n, "layers": layers})
    case = Case(Claim(statement, Record("hops", {}), "lower", 1), Record("", {}), (), Meter(UNLIMITED))
    return _value(reach, case), _value(least_layers, case)


def _value(closed_form: Callable[[Case], int], case: Case) -> int | None:
    try:
        return closed_form(case)
    except Refused:
        return None


def _listed(layer: LayerPattern) -> bool:
    return isinstance(layer, ArrayLists)


def _stated(layer: Mapping[str, Any]) -> Record:
    """The layer as the checker reads it; closed forms say nothing about lists, so that they are left out."""
    fields = {name: value for name, value in layer.items() if name not in ("name", "lists")}
    if layer["name"] == "union":
        fields["of"] = tuple(map(_stated, layer["of"]))
    if layer["name"] == "causal":
        fields["of"] = _stated(layer["of"])
    return Record(layer["name"], fields)
