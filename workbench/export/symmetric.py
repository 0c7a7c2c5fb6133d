"""Keys that are independent by symmetry, at sizes where that can be written as clauses: ``symmetric``.

The certificate says that *any* k keys of q-SA or of thresholds on sets are independent, by cases that hold for all
sizes at once. At small sizes the refutation of a dependency of the first k keys is found by a SAT solver, and replayed
by the checker before it is written.
"""

from __future__ import annotations

from ...bounds.lower.independent_vectors import independence_evidence
from ...bounds.pattern_array import pattern_array
from ...core.check import check
from ...core.verdict import Accepted
from ...questions.selection import SparseAveraging
from ...questions.separation import Separation
from ...solvers.sign_rank.independence import independent_columns
from .record import Exported
from .signs import independent
from .stated_claim import StatedClaim

MAX_KEYS, MAX_CELLS = 12, 100_000
"""Most keys, and the largest pattern: half a second for 11 keys of N = 11."""


def symmetric(claim: StatedClaim) -> Exported | None:
    """The first keys, independent in every realisation; None if there are too many, or scores are distances."""
    question, size = claim.subject, claim.evidence["size"]
    if not isinstance(question, SparseAveraging | Separation) or not 0 < size <= MAX_KEYS:
        return None
    if not question.can_be_written_out or question.cells > MAX_CELLS:
        return None
    found = independent_columns(pattern_array(question)[:, :size], restarts=1, enough=size)
    if found is None or len(found.columns) < size:
        return None
    evidence = {"kind": "independence", "vectors": "columns", **independence_evidence(found)}
    verdict = check(
        {
            "format": "headcount-certificate",
            "version": 2,
            "question": claim.question,
            "claims": [{**claim.claim, "evidence": evidence}],
        }
    )
    if not isinstance(verdict, Accepted):
        return None
    return independent(claim, evidence)
