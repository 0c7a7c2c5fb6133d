"""Discrepancy under the uniform distribution, and under the worst one.

A is the sign matrix, 0 at ``*``. disc_uniform = max over rectangles of |sum of A| / (R C). disc is the least over
distributions mu on the entries that are not ``*`` of the largest |sum over a rectangle of mu A|. By duality it is the
largest t for which a mixture B of signed rectangles (weights of sum 1) has A B >= t off ``*``; only the easy half is
used:

    max_S |sum_S mu A| >= sum_k w_k s_k sum_{S_k} mu A = sum_xy mu A B >= t for every mu.
"""

from collections.abc import Sequence
from fractions import Fraction

from ...messages import short_number
from ...reading import Node
from ...statement.least_size import MeasureOf
from ...statement.matrix import CommunicationMatrix
from ..proof import Proved
from .light_rectangles import require_light
from .rectangles import read_rectangle
from .weighted_rectangles import read_table, read_weighted


def uniform_rectangle(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "rectangle", "rectangle": [[rows], [columns]]}``: |sum of A| on it, divided by R C."""
    node = evidence.fields(("kind", "rectangle"))["rectangle"]
    rectangle = read_rectangle(node.items(2), matrix)
    total = sum(matrix.signs[i][j] for i in rectangle.rows for j in rectangle.columns)
    return Proved(Fraction(abs(total), matrix.shape[0] * matrix.shape[1]), f"a rectangle of sum {short_number(total)}")


def uniform_cases(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "cases", "most": t, "cases": [tree, tree]}``: no rectangle of A, or of -A, weighs more than t."""
    fields = evidence.fields(("kind", "most", "cases"))
    most = _lightest(fields, matrix.signs)
    return Proved(
        Fraction(most, matrix.shape[0] * matrix.shape[1]), f"no rectangle of sum above {short_number(most)}, by cases"
    )


def distribution(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "distribution", "weights": [[..], ..], "most": t, "cases": [tree, tree]}``: mu is weights / their sum.

    The weights are integers >= 0, 0 at ``*``.
    """
    fields = evidence.fields(("kind", "weights", "most", "cases"))
    weights = read_table(fields["weights"], matrix, "+ + 0")
    total = sum(map(sum, weights))
    if not total:
        fields["weights"].fail("must not be all 0")
    signed = [[a * w for a, w in zip(*rows, strict=True)] for rows in zip(matrix.signs, weights, strict=True)]
    return Proved(Fraction(_lightest(fields, signed), total), "all rectangles under the distribution given, by cases")


def _lightest(fields: dict[str, Node], table: Sequence[Sequence[int]]) -> int:
    """``most``, once the two trees show that no rectangle of the table or its negative weighs more."""
    most = fields["most"].integer(0)
    for sign, tree in zip((1, -1), fields["cases"].items(2), strict=True):
        require_light(tree, [[sign * x for x in row] for row in table], most)
    return most


def signed_rectangles(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "signed-rectangles", "rectangles": [[[rows], [columns], sign, weight], ..]}``: t of the mixture."""
    fields = evidence.fields(("kind", "rectangles"), ("symmetries",))
    weighted = read_weighted(fields, matrix, (-1, 1))  # the weights are divided by their sum, not by a denominator
    if not weighted.listed:
        fields["rectangles"].fail("must hold at least one rectangle")
    plus, minus = weighted.loads(1), weighted.loads(-1)
    margins = [
        a * (p - m) for rows in zip(matrix.signs, plus, minus, strict=True) for a, p, m in zip(*rows, strict=True) if a
    ]
    if not margins:
        evidence.fail("speaks of a matrix with an entry that is not *")
    least = Fraction(min(margins), weighted.unit * weighted.total)
    return Proved(least, f"a mixture of {len(weighted.listed)} signed rectangles")
