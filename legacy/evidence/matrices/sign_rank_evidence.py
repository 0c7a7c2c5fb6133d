"""The sign-rank of a communication matrix is that of a sign pattern with a null token: ``pattern``.

``{"kind": "pattern", "of": premise}``: a bound of m for the pattern with ``+`` for 1, ``-`` for 0 and ``*`` for ``*``.
"""

from ....questions.reading import Node
from ....questions.least_size import MeasureOf, StatedBound
from ..proof import Premises, Proved
from ..restriction import sign_rank_premise, signs_of


def by_pattern(node: Node, claim: StatedBound, premises: Premises) -> Proved:
    """The bound of the premise, of either side."""
    assert isinstance(claim.quantity, MeasureOf)  # the table of kinds says so
    fields = node.fields(("kind", "of"))
    rank, pattern = sign_rank_premise(fields["of"], premises, claim.side)
    node.meter.charge(claim.quantity.matrix.shape[0] * claim.quantity.matrix.shape[1])
    if pattern != signs_of(claim.quantity.matrix):
        node.reject("not-a-restriction", "the premise is about another pattern")
    return Proved(rank, "as the pattern of its signs")
