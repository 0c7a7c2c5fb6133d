"""The form of a row of the tables of kinds (``selection/kinds.py``, ``outputs/kinds.py``), and the words in it."""

from collections.abc import Callable
from dataclasses import dataclass

from ...questions.reading import Node
from ...questions.least_size import LeastSize
from .proof import Premises, Proved

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
AVERAGING = ("FIXED", "SATURATED", "SOFTMAX")
