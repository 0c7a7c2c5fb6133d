"""Evidence for the sign-rank of a communication matrix: that for a sign pattern with a null token, word for word.

``{"kind": "pattern", "evidence": {..}}``: evidence of ``lower_evidence.py`` or ``upper_evidence.py`` about the pattern
with ``+`` for 1, ``-`` for 0 and ``*`` for ``*``.
"""

from fractions import Fraction

from ..lower_evidence import proved_lower
from ..question import Question, pattern_question
from ..reading import Node
from ..sign_pattern import SignPattern
from ..upper_evidence import proved_upper
from .matrix import CommunicationMatrix
from .proof import Proved, Provers


def sign_question(matrix: CommunicationMatrix) -> Question:
    """The sign pattern of A = 2M - 1, for a unit with a null token: its m is the sign-rank.

    >>> sign_question(CommunicationMatrix(("01", "1*"))).rows
    ('-+', '+*')
    """
    rows = (row.translate(str.maketrans("01", "-+")) for row in matrix.rows)
    return pattern_question(SignPattern(tuple(rows), null=True))


def _lower(node: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
    rank, how = proved_lower(node.fields(("kind", "evidence"))["evidence"], sign_question(matrix))
    return Proved(Fraction(rank), how)


def _upper(node: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
    rank, how = proved_upper(node.fields(("kind", "evidence"))["evidence"], sign_question(matrix))
    return Proved(Fraction(rank), how)


LOWER: Provers = {"sign_rank": {"pattern": _lower}}
UPPER: Provers = {"sign_rank": {"pattern": _upper}}
