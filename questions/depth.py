"""The least depth at which a finite task can be computed under a sparse pattern, whatever the attention."""

from dataclasses import dataclass

from .outputs import Computation
from .sparse_pattern import SparsePattern


@dataclass(frozen=True)
class DepthOf:
    """The least D >= 0 such that some network of D layers of attention under the pattern computes the task.

    Each position has a *state*, at first its position and its token. In layer t every head gives a position something
    that depends on its state and on the states of the positions that layer t of the pattern lets it attend to, the
    state becomes any function of itself and of that, and the answer at a position is any function of its state at the
    end. So D does not depend on a class of units: lower bounds hold for heads of any number, width, order and weights,
    and for any functions between the layers; upper bounds are reached with one head a layer, of width 0 (so that its
    weights are uniform, whatever weighs them) and with values of width 1, integers of any length. Nothing is said about
    units whose positions see all keys, unless the pattern is dense.

    Examples
    --------
    >>> from .finite_task import FiniteTask
    >>> from .sparse_pattern import Window
    >>> task = FiniteTask("match", (("order", 2), ("M", 2), ("N", 3)))
    >>> DepthOf(Computation(task), SparsePattern((Window(3, 1),))).words
    'the computation of match(order=2, M=2, N=3) by attention under the sparse pattern n = 3, every layer: window(1)'
    """

    question: Computation
    pattern: SparsePattern

    @property
    def symbol(self) -> str:
        """The letter of what is bounded."""
        return "D"

    @property
    def words(self) -> str:
        """The task and the pattern."""
        return f"{self.question.words} by attention under the sparse pattern {self.pattern.words}"

    @property
    def assumption(self) -> str:
        """What a label says and nothing proves."""
        return self.question.assumption

    def to_json(self) -> dict[str, object]:
        """The quantity as it stands in a claim, without the question."""
        return {"quantity": "depth", "pattern": self.pattern.to_json()}
