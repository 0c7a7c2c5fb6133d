"""Evidence for the spectral norm ||A|| of the sign matrix, the largest |A^T v| / |v|."""

from fractions import Fraction

from ...kernel.positive_semidefinite import is_positive_semidefinite
from ....questions.reading import Node
from ....questions.least_size import MeasureOf
from ....questions.matrix import CommunicationMatrix
from ...theorems.rational_root import root_above, root_below
from ..proof import Proved
from .equal_vectors import different_vectors


def gram_of_rows(node: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """||A|| <= s, because s^2 I - A A^T (or s^2 I - A^T A, if A has fewer columns) is positive semidefinite.

    With m_k copies of a row and n_l of a column: for v with sums V_k over copies, |A^T v|^2 =
    sum_l n_l (sum_k V_k A_kl)^2 and |v|^2 >= sum_k V_k^2 / m_k. So diag(s^2 / m_k) - A diag(n) A^T suffices, here
    multiplied by m_k m_l.
    """
    fields = node.fields(("kind", "norm"))
    norm = fields["norm"].fraction()
    if norm <= 0:
        fields["norm"].fail("must be positive")
    kinds = different_vectors(matrix)
    words, sizes, others = kinds.part.rows, kinds.row_copies, kinds.column_copies
    if len(words) > len(words[0]):
        words, sizes, others = tuple(map("".join, zip(*words, strict=True))), others, sizes
    node.meter.charge(len(words) ** 2 * len(words[0]))
    top, bottom = norm.numerator**2, norm.denominator**2
    triangle = [
        [-bottom * sizes[i] * sizes[j] * product for j, product in enumerate(row)]
        for i, row in enumerate(_products(words, others))
    ]
    for i, row in enumerate(triangle):
        row[i] += top * sizes[i]
    if not is_positive_semidefinite(triangle, node.meter):
        node.reject("not-positive-definite")
    return Proved(norm, "norm^2 I - A A^T is positive semidefinite")


def row_sums(node: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """||A||^2 <= the largest sum of |(A A^T)_ij| over j: no eigenvalue exceeds it. Or A^T A, if A has fewer columns."""
    node.fields(("kind",))
    words = matrix.rows if matrix.shape[0] <= matrix.shape[1] else matrix.transposed.rows
    node.meter.charge(len(words) ** 2 * (1 + len(words[0]) // 64))
    sums = [0] * len(words)
    for i, row in enumerate(_products(words, (1,) * len(words[0]))):
        for j, product in enumerate(row):
            sums[i] += abs(product)
            sums[j] += abs(product) if j < i else 0
    return Proved(root_above(Fraction(max(sums))), "the sums of |A A^T| over its rows")


def _products(words: tuple[str, ...], copies: tuple[int, ...]) -> list[list[int]]:
    """The lower triangle of A diag(copies) A^T, where no entry is ``*``: agreements minus disagreements."""
    total, masks = sum(copies), [int(word, 2) for word in words]
    columns = {count: int("".join("01"[c == count] for c in copies), 2) for count in set(copies)}

    def differing(x: int) -> int:
        return sum(count * (x & here).bit_count() for count, here in columns.items())

    return [[total - 2 * differing(masks[i] ^ masks[j]) for j in range(i + 1)] for i in range(len(masks))]


def two_vectors(node: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """||A|| >= |x^T A y| / (|x| |y|)."""
    fields = node.fields(("kind", "left", "right"))
    left = fields["left"].integers()
    right = fields["right"].integers()
    for name, vector, count in (("left", left, matrix.shape[0]), ("right", right, matrix.shape[1])):
        if len(vector) != count or not any(vector):
            fields[name].fail(f"must have {count} entries, not all 0")
    length = max(abs(x).bit_length() for x in (*left, *right))
    node.meter.charge(len(left) * len(right) * (1 + length // 64))
    form = sum(
        x * (2 * sum([y for y, entry in zip(right, word, strict=True) if entry == "1"]) - sum(right))
        for x, word in zip(left, matrix.rows, strict=True)
    )
    squares = sum(x * x for x in left) * sum(y * y for y in right)
    return Proved(root_below(Fraction(form * form, squares)), "two vectors")
