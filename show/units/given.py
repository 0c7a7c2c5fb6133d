"""The unit of whatever has one: an answer, an upper bound, a construction, a certificate, tables, a file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...bounds.bound import Bound, bounds_in
from ...bounds.constructions.construction import Construction
from ...certificates.check import check
from ...certificates.verdict import Accepted
from ...questions import Unit
from .files import is_certificate, load_stored
from .stored_unit import StoredUnit, unit_of_bound
from .units_of_proofs import StoredUnitError


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
        from .of_constructions import unit_of_construction  # here, since they take long to load

        return unit_of_construction(source)
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
