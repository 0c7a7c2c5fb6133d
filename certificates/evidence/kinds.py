"""Which kinds of evidence prove which bounds: one row of a table for each.

A lower end ``resource >= v`` says that no unit with a smaller value does it. Kinds that refute one size refute v - 1
and rely on monotonicity (``UnitFamily.monotone``).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ..reading import Node
from ..statement.attention_matrix import AttentionRatios
from ..statement.depth import DepthOf
from ..statement.hops import HopsOf
from ..statement.least_size import LeastSize, MeasureOf, StatedBound
from .matrices.kinds import MEASURE_KINDS
from .outputs.averaging import by_averaging
from .outputs.cut_cost import by_cut_cost
from .outputs.explicit_unit import by_unit
from .outputs.fixed_cases import by_fixed_cases
from .outputs.protocol_cost import by_protocol_cost
from .outputs.separated_weights import by_centre, by_crossings, by_saturation, by_separation
from .outputs.threshold import by_cut_rank, by_softmax_weights, by_threshold_degree
from .outputs.told_token import by_told_token
from .patterns.depth import DEPTH_KINDS, DepthProver
from .patterns.kinds import HOPS_KINDS, HopsProver
from .proof import Premises, Proved, Prover
from .restriction import of_measure, of_size
from .selection.attention_matrix import (
    by_any_scores,
    by_interpolation,
    by_threshold,
    by_tie_lower,
    by_tie_upper,
    spread_within,
)
from .selection.counting import by_counting
from .selection.curves import by_identity, by_polynomial, by_squares
from .selection.grid_cases import by_grid_cases
from .selection.margin import by_margin
from .selection.planarity import by_planarity
from .selection.radon import by_radon
from .selection.retrieval import by_curve, by_distances, by_other_score_lower, by_other_score_upper, by_simplex
from .selection.score_tables import by_score_tables
from .selection.scored import by_inner_products, by_other_scores, by_points, by_trigonometry
from .selection.shared_tables import by_shared_tables
from .selection.sign_rank import by_chirotope, by_independence, by_symmetry
from .selection.tables import by_tables


def by_nothing(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "trivial"}``: a dimension is not negative, a unit has a head, a number has a bit.

    In no dimension all scores are equal, so that all weights are.
    """
    node.fields(("kind",))
    question = quantity.question
    if isinstance(question, AttentionRatios) and not spread_within(node, question, question.ratio):
        return Proved(1, "two weights of a row are further apart than the ratios may be off")
    if quantity.resource == "m":
        return Proved(quantity.least, "a row has a coordinate" if quantity.least else "a dimension is not negative")
    return Proved(1, "a unit has at least one head" if quantity.resource == "H" else "a number has at least one bit")


SizeProver = Callable[[Node, LeastSize, int, Premises], Proved]
"""Takes the evidence, the quantity, the value claimed, and other bounds."""


@dataclass(frozen=True)
class Kind:
    """A kind of evidence: its name, the side, tasks and families that it is for, and what decides it.

    ``any_order``: it is for tuples of a higher order, too, which have no sign pattern with a column a key. ``masks``:
    it is for units under a sparse pattern, too; its argument does not need that every position sees all keys.
    """

    name: str
    side: str
    tasks: tuple[str, ...]
    families: tuple[str, ...]
    prover: SizeProver
    any_order: bool = False
    masks: bool = False

    def fits(self, quantity: LeastSize, side: str) -> bool:
        """Whether it may prove such a bound."""
        return (
            self.side == side
            and quantity.question.task in self.tasks
            and quantity.unit_class.name in self.families
            and (quantity.question.order == 2 or self.any_order)
            and (quantity.pattern is None or self.masks)
        )


PATTERNS = ("qsa", "separation", "match", "pattern", "relevance")
"""Questions about a sign pattern, if they are of order 2 (``match`` may be of a higher one)."""
SCORES = (*PATTERNS, "shared")
OUTPUTS = ("averaging", "computation")
MATRIX = ("attention-matrix",)
MATRICES = (*MATRIX, "permutation-matrix")
EVERY = ("SIGN", "GRID", "FIXED", "SATURATED", "SOFTMAX", "THRESH")

KINDS = (
    Kind(
        "trivial",
        "lower",
        (*SCORES, "retrieval", "scored", *MATRICES, *OUTPUTS),
        EVERY,
        by_nothing,
        any_order=True,
        masks=True,
    ),
    Kind("independence", "lower", PATTERNS, ("SIGN",), by_independence),
    Kind("symmetric", "lower", PATTERNS, ("SIGN",), by_symmetry),
    Kind("chirotope", "lower", PATTERNS, ("SIGN",), by_chirotope),
    Kind("planarity", "lower", PATTERNS, ("SIGN",), by_planarity),
    Kind("restriction", "lower", PATTERNS, ("SIGN", "GRID"), of_size, any_order=True),
    Kind("counting", "lower", SCORES, ("GRID",), by_counting),
    Kind("fixed-cases", "lower", ("computation",), ("FIXED",), by_fixed_cases),
    Kind("margin", "lower", PATTERNS, ("GRID",), by_margin),
    Kind("grid-cases", "lower", SCORES, ("GRID",), by_grid_cases),
    Kind("protocol-cost", "lower", OUTPUTS, ("FIXED",), by_protocol_cost),
    Kind("cut-cost", "lower", ("computation",), ("FIXED",), by_cut_cost),
    Kind("told-token", "lower", ("computation",), ("FIXED",), by_told_token),
    Kind("separation", "lower", ("averaging",), ("FIXED", "SATURATED", "SOFTMAX"), by_separation),
    Kind("threshold-degree", "lower", ("computation",), ("THRESH",), by_threshold_degree),
    Kind("cut-rank", "lower", ("computation",), ("THRESH",), by_cut_rank),
    Kind("tables", "upper", PATTERNS, ("SIGN", "GRID"), by_tables, any_order=True),
    Kind("polynomial", "upper", PATTERNS, ("SIGN",), by_polynomial),
    Kind("squares", "upper", PATTERNS, ("SIGN",), by_squares),
    Kind("identity", "upper", PATTERNS, ("SIGN",), by_identity),
    Kind("symmetric", "lower", ("retrieval",), ("SIGN",), by_distances),
    Kind("other-score", "lower", ("retrieval",), ("SIGN",), by_other_score_lower),
    Kind("other-score", "upper", ("retrieval",), ("SIGN",), by_other_score_upper),
    Kind("squares", "upper", ("retrieval",), ("SIGN",), by_curve),
    Kind("identity", "upper", ("retrieval",), ("SIGN",), by_simplex),
    Kind("threshold", "lower", MATRICES, ("SOFTMAX",), by_threshold),
    Kind("tie", "lower", MATRIX, ("SOFTMAX",), by_tie_lower),
    Kind("radon", "lower", MATRIX, ("SOFTMAX",), by_radon),
    Kind("tie", "upper", MATRICES, ("SOFTMAX",), by_tie_upper),
    Kind("interpolation", "upper", MATRICES, ("SOFTMAX",), by_interpolation),
    Kind("identity", "upper", MATRICES, ("SOFTMAX",), by_any_scores),
    Kind("score-tables", "upper", MATRIX, ("SOFTMAX",), by_score_tables),
    Kind("other-score", "lower", ("scored",), ("SIGN",), by_inner_products),
    Kind("other-score", "upper", ("scored",), ("SIGN",), by_other_scores),
    Kind("tables", "upper", ("scored",), ("SIGN",), by_points),
    Kind("trigonometric", "upper", ("scored",), ("SIGN",), by_trigonometry),
    Kind("shared-tables", "upper", ("shared",), ("GRID",), by_shared_tables),
    Kind("averaging", "upper", ("averaging",), ("FIXED", "SATURATED", "SOFTMAX"), by_averaging),
    Kind("centre", "lower", ("averaging",), ("SOFTMAX",), by_centre),
    Kind("crossings", "lower", ("averaging",), ("SOFTMAX",), by_crossings),
    Kind("saturation", "upper", ("averaging",), ("SOFTMAX",), by_saturation),
    Kind("unit", "upper", ("computation",), ("FIXED", "SATURATED"), by_unit, masks=True),
    Kind("softmax-weights", "upper", ("computation",), ("THRESH",), by_softmax_weights),
)
"""Every kind of evidence about units."""


def kinds_for(claim: StatedBound) -> Mapping[str, Prover]:
    """The kinds that may prove a bound, by name."""
    if isinstance(claim.quantity, MeasureOf):
        common: dict[str, Prover] = {"restriction": of_measure} if claim.side == "lower" else {}
        return {**MEASURE_KINDS[claim.side].get(claim.quantity.measure.name, {}), **common}
    if isinstance(claim.quantity, DepthOf):
        return {name: _of_depth(prover) for name, prover in DEPTH_KINDS[claim.side].items()}
    if isinstance(claim.quantity, HopsOf):
        return {name: _of_hops(prover) for name, prover in HOPS_KINDS[claim.side].items()}
    return {kind.name: _of_size(kind.prover) for kind in KINDS if kind.fits(claim.quantity, claim.side)}


def _of_size(prover: SizeProver) -> Prover:
    def prove(node: Node, claim: StatedBound, premises: Premises) -> Proved:
        assert isinstance(claim.quantity, LeastSize)  # of these ``kinds_for`` asks
        return prover(node, claim.quantity, int(claim.value), premises)

    return prove


def _of_hops(prover: HopsProver) -> Prover:
    def prove(node: Node, claim: StatedBound, premises: Premises) -> Proved:
        assert isinstance(claim.quantity, HopsOf)  # of these ``kinds_for`` asks
        return prover(node, claim.quantity.pattern, int(claim.value))

    return prove


def _of_depth(prover: DepthProver) -> Prover:
    def prove(node: Node, claim: StatedBound, premises: Premises) -> Proved:
        assert isinstance(claim.quantity, DepthOf)  # of these ``kinds_for`` asks
        return prover(node, claim.quantity, int(claim.value))

    return prove
