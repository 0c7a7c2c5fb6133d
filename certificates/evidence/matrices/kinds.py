"""Which kinds of evidence prove bounds of which measures: side -> measure -> kind -> prover."""

from ...reading import Node
from ...statement.least_size import MeasureOf, StatedBound
from ...statement.measure import MEASURES
from ..proof import Premises, Proved, Prover
from . import proof
from .implied import by_theorem
from .provers import PROVERS
from .sign_rank_evidence import by_pattern


def _over_matrix(prover: proof.Prover) -> Prover:
    """A prover that takes the matrix and the parameter, as one that takes the bound claimed."""

    def prove(node: Node, claim: StatedBound, premises: Premises) -> Proved:
        assert isinstance(claim.quantity, MeasureOf)  # the table of kinds says so
        found = prover(node, claim.quantity.matrix, claim.quantity.parameter)
        return Proved(found.value, found.how, found.theorems)

    return prove


MEASURE_KINDS: dict[str, dict[str, dict[str, Prover]]] = {
    side: {
        measure: {**{name: _over_matrix(prover) for name, prover in kinds.items()}, "theorem": by_theorem}
        for measure, kinds in measures.items()
    }
    for side, measures in PROVERS.items()
}
"""Every kind of evidence about measures."""

for _kinds in MEASURE_KINDS.values():
    for _measure in MEASURES:
        _kinds.setdefault(_measure, {"theorem": by_theorem})
    _kinds["sign_rank"]["pattern"] = by_pattern
