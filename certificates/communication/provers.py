"""Which evidence proves a bound of which measure: side -> measure -> kind -> prover.

A prover takes the evidence, the matrix and the measure's parameter, and returns what is proved; it raises
``RejectionError`` where the evidence fails. Evidence of kind ``implied`` is not here: any measure may have it.
"""

from . import (
    discrepancy_evidence,
    fooling_evidence,
    linear_evidence,
    one_way_evidence,
    protocol_evidence,
    rank_evidence,
    rectangle_evidence,
    semidefinite_evidence,
    sign_rank_evidence,
    spectral_evidence,
    vc_evidence,
)
from .proof import Provers

_LOWER: tuple[Provers, ...] = (
    protocol_evidence.LOWER,
    one_way_evidence.LOWER,
    sign_rank_evidence.LOWER,
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
    sign_rank_evidence.UPPER,
    semidefinite_evidence.UPPER,
    spectral_evidence.UPPER,
    rank_evidence.UPPER,
    vc_evidence.UPPER,
    discrepancy_evidence.UPPER,
    linear_evidence.UPPER,
    fooling_evidence.UPPER,
    rectangle_evidence.UPPER,
)

PROVERS: dict[str, Provers] = {
    "lower": {name: provers for table in _LOWER for name, provers in table.items()},
    "upper": {name: provers for table in _UPPER for name, provers in table.items()},
}
"""Every prover; each measure has its kinds in one file."""
