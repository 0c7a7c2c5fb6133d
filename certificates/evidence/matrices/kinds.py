"""Which kinds of evidence prove bounds of which measures: side -> measure -> kind -> prover."""

from ...reading import Node
from ...statement.least_size import MeasureOf, StatedBound
from ...statement.measure import MEASURES, SEEN_AS
from ..proof import Premises, Proved, Prover
from . import proof
from .provers import PROVERS
from .sign_rank_evidence import by_pattern
from .theorem_evidence import by_theorem


def _over_matrix(prover: proof.Prover, view: str) -> Prover:
    """A prover that takes the matrix (as it is seen) and the parameter, as one that takes the bound claimed."""

    def prove(node: Node, claim: StatedBound, premises: Premises) -> Proved:
        assert isinstance(claim.quantity, MeasureOf)  # the table of kinds says so
        matrix = claim.quantity.matrix
        node.meter.charge(matrix.shape[0] * matrix.shape[1])
        found = prover(node, getattr(matrix, view) if view else matrix, claim.quantity.parameter)
        return Proved(found.value, found.how, found.theorems)

    return prove


def _kinds(side: str, measure: str) -> dict[str, Prover]:
    name, view = SEEN_AS.get(measure, (measure, ""))
    own = {kind: _over_matrix(prover, view) for kind, prover in PROVERS[side].get(name, {}).items()}
    patterns: dict[str, Prover] = {"pattern": by_pattern} if measure == "sign_rank" else {}
    return {**own, **patterns, "theorem": by_theorem}


MEASURE_KINDS: dict[str, dict[str, dict[str, Prover]]] = {
    side: {measure: _kinds(side, measure) for measure in MEASURES} for side in PROVERS
}
"""Every kind of evidence about measures."""
