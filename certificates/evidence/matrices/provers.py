"""Which evidence proves a bound of which measure: side -> measure -> kind -> prover.

A prover takes the evidence, the matrix and the measure's parameter, and returns what is proved; it raises
``RejectionError`` where the evidence fails. Evidence of kind ``implied`` is not here: any measure may have it.
"""

from . import (
    blocky_evidence,
    discrepancy_evidence,
    fooling_evidence,
    linear_evidence,
    one_way_evidence,
    protocol_evidence,
    rank_evidence,
    rectangle_evidence,
    semidefinite_evidence,
    spectral_evidence,
    vc_evidence,
)
from .proof import Provers

_LOWER: tuple[Provers, ...] = (
    protocol_evidence.LOWER,
    one_way_evidence.LOWER,
    semidefinite_evidence.LOWER,
    spectral_evidence.LOWER,
    rank_evidence.LOWER,
    vc_evidence.LOWER,
    discrepancy_evidence.LOWER,
    linear_evidence.LOWER,
    fooling_evidence.LOWER,
    rectangle_evidence.LOWER,
)
_UPPER: tuple[Provers, ...] = (
    protocol_evidence.UPPER,
    one_way_evidence.UPPER,
    semidefinite_evidence.UPPER,
    spectral_evidence.UPPER,
    rank_evidence.UPPER,
    vc_evidence.UPPER,
    discrepancy_evidence.UPPER,
    linear_evidence.UPPER,
    fooling_evidence.UPPER,
    rectangle_evidence.UPPER,
    blocky_evidence.UPPER,
)


def _joined(tables: tuple[Provers, ...]) -> Provers:
    joined: Provers = {}
    for table in tables:
        for measure, provers in table.items():
            joined.setdefault(measure, {}).update(provers)
    return joined


PROVERS: dict[str, Provers] = {"lower": _joined(_LOWER), "upper": _joined(_UPPER)}
"""Every prover."""
