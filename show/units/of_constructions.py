"""The unit of a construction."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

from ...bounds.bound import CheckerRefusedError, bounds_in
from ...bounds.constructions.averaging.averaging_construction import AveragingConstruction
from ...bounds.constructions.averaging.averaging_head import AveragingHeads
from ...bounds.constructions.averaging.softmax_averages import SoftmaxAverages
from ...bounds.constructions.construction import Construction, require_room
from ...bounds.constructions.explicit_construction import ExplicitConstruction, computation_certificate
from ...bounds.constructions.universal.universal import UniversalConstruction
from ...questions import Unit
from .stored_unit import StoredUnit, unit_of_bound, unit_of_selection
from .units_of_proofs import averaging_unit


def unit_of_construction(built: Construction) -> StoredUnit:
    """With the claim, if the checker can replay one of this size; else the tables alone."""
    try:
        bundle = _certificate(built)
    except CheckerRefusedError:
        bundle = None
    if bundle is not None:
        (bound,) = bounds_in({**bundle, "claims": bundle["claims"][:1]})
        return unit_of_bound(bound)
    if isinstance(built, SoftmaxAverages):
        selection = None if built.exact is None else built.exact.certificate()
        if selection is not None and built.size.H == 1:
            (bound,) = bounds_in(selection)
            return unit_of_selection(bound, float(built.temperature))
        return StoredUnit(_tables(built), scale=float(built.temperature), divisor=built.divisor)
    at = built.threshold if isinstance(built, ExplicitConstruction) and built.answer is None else None
    return StoredUnit(built.unit, divisor=built.divisor if isinstance(built, AveragingHeads) else 1, at=at)


def _tables(built: SoftmaxAverages) -> Unit:
    N, q = built.task.N, built.task.q
    require_room(comb(N, q) * len(built.heads), built.size.m, built.size.p, "a smaller N or q")
    subsets = list(combinations(range(N), q))
    heads = [head.stated(head.query(head.part(y)) for y in subsets) for head in built.heads]
    return averaging_unit(heads, weights="base_two")


def _certificate(built: Construction) -> dict[str, Any] | None:
    """The certificate that holds the whole unit, run on all inputs."""
    if isinstance(built, UniversalConstruction):
        return built.certificate()
    if isinstance(built, SoftmaxAverages):
        return built.run_certificate()
    if isinstance(built, ExplicitConstruction):
        return computation_certificate(built, as_built=built.answer is not None)  # which is a function of its own rows
    if isinstance(built, AveragingConstruction):
        return built.whole_certificate()
    return None
