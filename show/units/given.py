"""The unit of whatever has one: an answer, an upper bound, a construction, a certificate, tables, a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

from ...bounds.bound import Bound, CheckerRefusedError, bounds_in
from ...bounds.constructions.averaging.averaging_construction import AveragingConstruction
from ...bounds.constructions.averaging.averaging_head import AveragingHeads
from ...bounds.constructions.averaging.softmax_averages import SoftmaxAverages
from ...bounds.constructions.construction import Construction, require_room
from ...bounds.constructions.explicit_construction import ExplicitConstruction, computation_certificate
from ...bounds.constructions.universal.universal import UniversalConstruction
from ...certificates.check import check
from ...certificates.verdict import Accepted
from ...questions import Unit
from .files import is_certificate, load_stored
from .stored_unit import StoredUnit, StoredUnitError, averaging_unit, selected_averages, unit_of_bound


def unit(source: Any) -> StoredUnit:
    """The unit of whatever has one: to be saved, run elsewhere, read back and checked. ``headcount unit``.

    Parameters
    ----------
    source : Answer, Bound, Construction, Unit, mapping, str or Path
        An answer (its upper bound), an upper bound, a construction; a certificate or a file of one, of which the first
        upper bound that has a unit is taken; a unit as tables; or a file of a unit (.json, .npz, .safetensors, .py), of
        which nothing is run.

    Returns
    -------
    StoredUnit
        With ``rows(tokens)``, ``save(path)``, and ``certificate()``, which proves again what is claimed of it.

    Raises
    ------
    StoredUnitError, ConstructionError, TaskError
        If there is no unit: the upper bound is not known, rests on a theorem alone, or its tables are too large.

    Examples
    --------
    >>> import headcount
    >>> head = headcount.unit(headcount.construct("qsa-moment-curve", N=6, q=2, error="1/4"))
    >>> print(str(head).splitlines()[-1])
    real softmax of scores times 2.77259, weights 16^score
    >>> round(head.rows([15, 0, 0, 0, 0, 0])[0][0], 2)  # the first two positions have 1 and -1, all others -1
    -0.03
    """
    if isinstance(source, Unit):
        return StoredUnit(source)
    if isinstance(source, StoredUnit):
        return source
    if isinstance(source, str | Path):
        return _of_certificate(_read(Path(source))) if is_certificate(Path(source)) else load_stored(source, StoredUnit)
    if isinstance(source, Construction):
        return _of_construction(source)
    if isinstance(source, Mapping):
        return _of_certificate(source)
    bound = source if isinstance(source, Bound) else getattr(source, "upper", None)
    if not isinstance(bound, Bound):
        raise StoredUnitError(
            f"a unit comes with an upper bound, a construction, tables or a file, and {type(source).__name__} has none "
            "(no upper bound may be known)"
        )
    return unit_of_bound(bound)


def _read(path: Path) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(path.read_bytes())
    return found


def _of_certificate(bundle: Mapping[str, Any]) -> StoredUnit:
    verdict = check(bundle)
    if not isinstance(verdict, Accepted):
        raise StoredUnitError(f"the certificate is not accepted: {verdict}")
    try:
        uppers = [bound for bound in bounds_in(bundle) if bound.side == "upper"]
    except ValueError as error:
        raise StoredUnitError(str(error)) from None
    reasons = []
    for bound in uppers:
        try:
            return unit_of_bound(bound)
        except StoredUnitError as error:
            reasons.append(str(error))
    raise StoredUnitError("; ".join(reasons) or "the certificate has no upper bound, and so no unit")


def _of_construction(built: Construction) -> StoredUnit:
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
            return selected_averages(bound, float(built.temperature))
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
