"""Which kinds of evidence prove bounds of which measures: side -> measure -> kind -> what decides it.

Here are neither measures that are seen as another one (``SEEN_AS``) nor kinds that any measure may have (``theorem``,
``restriction``).
"""

from collections.abc import Callable

from ...reading import Node
from ...statement.least_size import MeasureOf, StatedBound
from ...statement.matrix import CommunicationMatrix
from ...statement.measure import MEASURES, SEEN_AS
from ..proof import Premises, Proved, Prover
from . import discrepancy_evidence as discrepancy
from . import fooling_evidence as fooling
from . import linear_evidence as linear
from . import one_way_evidence as one_way
from . import protocol_evidence as protocol
from . import rank_evidence as rank
from . import rectangle_evidence as rectangle
from . import semidefinite_evidence as semidefinite
from . import spectral_evidence as spectral
from . import vc_evidence as vc
from .blocky_evidence import blocky
from .protocol_parts_evidence import parts_without_trees
from .sign_rank_evidence import by_pattern
from .theorem_evidence import by_theorem

MeasureProver = Callable[[Node, CommunicationMatrix, MeasureOf], Proved]
"""Takes the evidence, the matrix as the measure sees it, and the quantity, whose parameter may count."""

Kinds = dict[str, MeasureProver]

FACTORISATIONS: Kinds = {"gram": semidefinite.gram, "short-side": semidefinite.short_side}
RANK: Kinds = {"elimination": rank.over_finite_field, "distinct": rank.counted}
RANK_Q: Kinds = {"elimination": rank.rational_upper, "distinct": rank.counted}

PROVERS: dict[str, dict[str, Kinds]] = {
    "lower": {
        "D": {"parts": parts_without_trees, "trivial": protocol.no_bits},
        "one_way_ab": {
            "distinct": one_way.distinct_rows,
            "clique": one_way.clique,
            "message-refutation": one_way.no_short_message,
        },
        "fooling1": {"pairs": fooling.fooling_set},
        "fractional_cover1": {"entry-weights": linear.entry_weights},
        "cover1": {
            "different": rectangle.different_lines,
            "antichain": rectangle.antichain,
            "cover-refutation": rectangle.refutation,
        },
        "partition1": {"partition-refutation": rectangle.refutation},
        "rank_q": {"elimination": rank.rational_lower},
        "rank_sign": {"elimination": rank.rational_lower},
        "rank_gf2": {"elimination": rank.over_finite_field},
        "rank_gf3": {"elimination": rank.over_finite_field},
        "vc_rows": {"shattered": vc.shattered},
        "spectral_norm": {"vectors": spectral.two_vectors},
        "trace_norm": {"weights": semidefinite.trace_norm_weights},
        "disc_uniform": {"rectangle": discrepancy.uniform_rectangle},
        "disc": {"signed-rectangles": discrepancy.signed_rectangles},
        "gamma2": {"weights": semidefinite.weights},
        "gamma2_01": {"weights": semidefinite.weights},
        "gamma2_alpha": {"weights": semidefinite.weights},
        "gamma2_inf": {"weights": semidefinite.weights},
        "partition_bound": {"dual": linear.partition_dual},
        "smooth_rectangle1": {"dual": linear.smooth_dual},
    },
    "upper": {
        "D": {"tree": protocol.tree_depth},
        "one_way_ab": {"distinct": one_way.distinct_rows, "messages": one_way.messages},
        "fooling1": {"fooling-refutation": fooling.no_larger_set},
        "fractional_cover1": {"weights": linear.cover_weights},
        "cover1": {"rectangles": rectangle.listed_rectangles, "lines": rectangle.lines},
        "partition1": {"rectangles": rectangle.listed_rectangles, "lines": rectangle.lines},
        "rank_q": RANK_Q,
        "rank_sign": RANK_Q,
        "rank_gf2": RANK,
        "rank_gf3": RANK,
        "vc_rows": {"rare-words": vc.no_larger_set},
        "spectral_norm": {"gram-of-rows": spectral.gram_of_rows, "row-sums": spectral.row_sums},
        "trace_norm": {"gram": semidefinite.trace_norm_gram},
        "disc_uniform": {"cases": discrepancy.uniform_cases},
        "disc": {"distribution": discrepancy.distribution},
        "gamma2": FACTORISATIONS,
        "gamma2_01": {**FACTORISATIONS, "blocky": blocky},
        "gamma2_alpha": FACTORISATIONS,
        "gamma2_inf": FACTORISATIONS,
        "partition_bound": {"weights": linear.partition_weights},
        "smooth_rectangle1": {"weights": linear.smooth_weights},
    },
}
"""Every kind of evidence that is about a matrix alone."""


def _over_matrix(prover: MeasureProver, view: str) -> Prover:
    """A prover that takes the matrix as it is seen, as one that takes the bound claimed."""

    def prove(node: Node, claim: StatedBound, premises: Premises) -> Proved:
        assert isinstance(claim.quantity, MeasureOf)  # the table of kinds says so
        matrix = claim.quantity.matrix
        node.meter.charge(6 * matrix.shape[0] * matrix.shape[1])  # it is turned, split into values, gone through
        return prover(node, getattr(matrix, view) if view else matrix, claim.quantity)

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
