"""The noun StoredUnit: a unit that can be saved, read back and proved again, such as that of an upper bound."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from ...bounds.bound import Bound
from .claims_of_files import certificate_of, error_by_gap
from .files import save_stored
from .runnable_unit import RunnableUnit
from .units_of_proofs import read_off, selected_averages


class StoredUnit(RunnableUnit):
    """A unit that can be taken away: saved, run elsewhere, read back, and proved again. Fields as ``RunnableUnit``.

    Examples
    --------
    >>> import headcount
    >>> found = headcount.unit(headcount.probe("parity k=2", unit_class="fixed", bits=1, dv=1))
    >>> path = found.save("parity.npz")
    >>> again = headcount.unit(path)
    >>> again == found, headcount.check(again.certificate()).upper
    (True, 0)
    """

    def save(self, path: Path | str) -> Path:
        """Write it in the form that the ending names: .json, .npz, .safetensors, or .py, a module that runs it.

        Raises
        ------
        InputError
            If the ending is another one, or an entry does not fit into the form.
        """
        return save_stored(self, path)

    def certificate(self) -> dict[str, Any] | None:
        """The certificate of what is claimed of it, made from its tables now; None if nothing is claimed.

        Raises
        ------
        StoredUnitError
            If the checker refuses it, or the tables are not those that the claim is about.
        """
        return certificate_of(self)

    @property
    def error(self) -> float | None:
        """Of averages by real softmax that are certified as a selection: what they are off by at most, else None."""
        return error_by_gap(self)


def unit_of_bound(bound: Bound) -> StoredUnit:
    """The unit that an upper bound was proved with, with the claim.

    Raises
    ------
    StoredUnitError
        If it is a lower bound, or its proof has no unit.
    """
    return _stored(read_off(bound))


def unit_of_selection(bound: Bound, scale: float) -> StoredUnit:
    """Real softmax of the scores of a selection of all q-subsets in a grid, times a scale."""
    return _stored(selected_averages(bound, scale))


def _stored(unit: RunnableUnit) -> StoredUnit:
    return StoredUnit(**{one.name: getattr(unit, one.name) for one in fields(unit)})
