"""Which kinds of evidence prove which bounds: the tables, each imported when a bound is met that it is for.

A lower end ``resource >= v`` says that no unit with a smaller value does it. Kinds that refute one size refute v - 1
and rely on monotonicity (``UnitFamily.monotone``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ...questions.reading import Node
from ...questions.depth import DepthOf
from ...questions.hops import HopsOf
from ...questions.least_size import LeastSize, MeasureOf, StatedBound
from .kind import OUTPUTS, Kind, SizeProver
from .proof import Premises, Proved, Prover

if TYPE_CHECKING:
    from .patterns.depth import DepthProver
    from .patterns.kinds import HopsProver


def kinds_for(claim: StatedBound) -> Mapping[str, Prover]:
    """The kinds that may prove a bound, by name."""
    if isinstance(claim.quantity, MeasureOf):
        from .matrices.kinds import MEASURE_KINDS
        from .restriction import of_measure

        common: dict[str, Prover] = {"restriction": of_measure} if claim.side == "lower" else {}
        return {**MEASURE_KINDS[claim.side].get(claim.quantity.measure.name, {}), **common}
    if isinstance(claim.quantity, DepthOf):
        from .patterns.depth import DEPTH_KINDS

        return {name: _of_depth(prover) for name, prover in DEPTH_KINDS[claim.side].items()}
    if isinstance(claim.quantity, HopsOf):
        from .patterns.kinds import HOPS_KINDS

        return {name: _of_hops(prover) for name, prover in HOPS_KINDS[claim.side].items()}
    kinds = kinds_of_task(claim.quantity.question.task)
    return {kind.name: _of_size(kind.prover) for kind in kinds if kind.fits(claim.quantity, claim.side)}


def kinds_of_task(task: str) -> tuple[Kind, ...]:
    """The table that has the kinds for a task."""
    if task in OUTPUTS:
        from .outputs.kinds import OUTPUT_KINDS

        return OUTPUT_KINDS
    from .selection.kinds import SELECTION_KINDS

    return SELECTION_KINDS


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
