"""Discrepancy under the uniform distribution, and under the worst one.

A is the sign matrix, 0 at ``*``. disc_uniform = max over rectangles of |sum of A| / (R C). disc is the least over
distributions mu on the entries that are not ``*`` of the largest |sum over a rectangle of mu A|. By duality it is the
largest t for which a mixture B of signed rectangles (weights of sum 1) has A B >= t off ``*``; only the easy half is
used:

    max_S |sum_S mu A| >= sum_k w_k s_k sum_{S_k} mu A = sum_xy mu A B >= t for every mu.
"""

from fractions import Fraction

from ...reading import Node
from ...statement.matrix import CommunicationMatrix
from ...verdict import RejectionError
from .proof import Proved, Provers
from .rectangles import read_rectangle
from .weighted_rectangles import heaviest_weight, read_table, read_weighted


def uniform_rectangle(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
    """``{"kind": "rectangle", "rectangle": [[rows], [columns]]}``: |sum of A| on it, divided by R C."""
    rectangle = read_rectangle(evidence.fields(("kind", "rectangle"))["rectangle"], matrix)
    columns = sum(1 << j for j in rectangle.columns)
    ones = matrix.masks(1)
    size = len(rectangle.rows) * len(rectangle.columns)
    total = 2 * sum((ones[i] & columns).bit_count() for i in rectangle.rows) - size
    rows, width = matrix.shape
    return Proved(Fraction(abs(total), rows * width), f"a rectangle of sum {total}")


def uniform_exhaustion(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
    """``{"kind": "exhaustion"}``: the heaviest rectangles of A and of -A."""
    evidence.fields(("kind",))
    rows, columns = matrix.shape
    heaviest = max(heaviest_weight(evidence, [[sign * x for x in row] for row in matrix.signs]) for sign in (1, -1))
    return Proved(Fraction(heaviest, rows * columns), "all rectangles")


def distribution(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
    """``{"kind": "distribution", "weights": [[..], ..]}``: integers >= 0, 0 at ``*``; mu is weights / their sum."""
    node = evidence.fields(("kind", "weights"))["weights"]
    weights = read_table(node, matrix)
    total = sum(map(sum, weights))
    for i, row in enumerate(weights):
        for j, weight in enumerate(row):
            if weight < 0 or (weight and matrix.rows[i][j] == "*"):
                raise RejectionError("constraint-violated", node.path, f"entry ({i}, {j}) must be >= 0, and 0 at *")
    if not total:
        node.fail("must not be all 0")
    heaviest = max(
        heaviest_weight(node, [[sign * a * w for a, w in zip(*rows, strict=True)]
                               for rows in zip(matrix.signs, weights, strict=True)])
        for sign in (1, -1)
    )  # fmt: skip
    return Proved(Fraction(heaviest, total), "all rectangles under the distribution given")


def signed_rectangles(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
    """``{"kind": "signed-rectangles", "rectangles": [[[rows], [columns], sign, weight], ..]}``: t of the mixture."""
    fields = evidence.fields(("kind", "rectangles"), ("symmetries",))
    # The weights are divided by their sum, so that of the denominator there is no need.
    weighted = read_weighted({**fields, "denominator": Node(1, evidence.path)}, matrix, (-1, 1))
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


LOWER: Provers = {
    "disc_uniform": {"rectangle": uniform_rectangle},
    "disc": {"signed-rectangles": signed_rectangles},
}
UPPER: Provers = {
    "disc_uniform": {"exhaustion": uniform_exhaustion},
    "disc": {"distribution": distribution},
}
"""Measure -> kind of evidence -> what reads it."""
