"""Evidence for what the definitions give: ``{"kind": "trivial"}``."""

from ...questions.reading import Node
from ...questions.attention_matrix import AttentionRatios
from ...questions.least_size import LeastSize
from .proof import Premises, Proved
from .selection.attention_matrix import spread_within


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
