"""Which evidence proves a bound of which measure: side -> measure -> kind -> prover.

A prover takes the evidence, the matrix and the measure's parameter, and returns what is proved; it raises
``RejectionError`` where the evidence fails. Not here are kinds that any measure may have (``theorem``, ``restriction``)
and measures that are seen as another one (``SEEN_AS``).
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

_FILES = (
    protocol_evidence,
    one_way_evidence,
    semidefinite_evidence,
    blocky_evidence,
    spectral_evidence,
    rank_evidence,
    vc_evidence,
    discrepancy_evidence,
    linear_evidence,
    fooling_evidence,
    rectangle_evidence,
)


def _joined(tables: tuple[Provers, ...]) -> Provers:
    joined: Provers = {}
    for table in tables:
        for measure, provers in table.items():
            joined.setdefault(measure, {}).update(provers)
    return joined


PROVERS: dict[str, Provers] = {
    "lower": _joined(tuple(file.LOWER for file in _FILES)),
    "upper": _joined(tuple(file.UPPER for file in _FILES)),
}
"""Every prover."""
