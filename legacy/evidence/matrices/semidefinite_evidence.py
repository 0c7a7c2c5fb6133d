"""Evidence by positive semidefinite matrices: gamma_2 and its relatives, and the trace norm.

gamma_2(B) is the least max |x_i| max |y_j| over vectors with <x_i, y_j> = B_ij. Everything rests on two facts. A block
matrix [[P, B], [B^T, Q]] is positive semidefinite exactly if it is the Gram matrix of some x_1, .., y_1, ..: that is
evidence for upper ends. And if diag(d, e) - [[0, Z], [Z^T, 0]] is positive semidefinite, then

    2 sum Z_ij <x_i, y_j>  <=  sum d_i |x_i|^2 + sum e_j |y_j|^2        (W)

for all vectors: that is evidence for lower ends. Sources: Lee, Shraibman 2009; Linial, Shraibman 2009.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ...kernel.positive_semidefinite import is_positive_semidefinite
from ....questions.reading import Node
from ....questions.least_size import MeasureOf
from ....questions.matrix import CommunicationMatrix
from ...theorems.rational_root import root_above
from ..proof import Proved
from .equal_vectors import DifferentVectors, different_vectors

Matrix = tuple[tuple[int, ...], ...]


def _read_rows(node: Node, lengths: Sequence[int]) -> Matrix:
    """Rows of integers, of these lengths."""
    return tuple(row.vector(length) for row, length in zip(node.items(len(lengths)), lengths, strict=True))


def _read_block(node: Node, kinds: DifferentVectors) -> Matrix:
    return _read_rows(node, [len(kinds.column_copies)] * len(kinds.row_copies))


def _signed(block: Matrix, kinds: DifferentVectors) -> Iterator[tuple[str, int, int]]:
    """The place of each entry, the entry, and the sign of A there (0 at ``*``)."""
    for i, (row, signs) in enumerate(zip(block, kinds.part.signs, strict=True)):
        for j, (entry, sign) in enumerate(zip(row, signs, strict=True)):
            yield f"[{i}][{j}]", entry, sign


def _need_positive(triangle: list[list[int]], node: Node) -> None:
    if not is_positive_semidefinite(triangle, node.meter):
        node.reject("not-positive-definite")


# Upper ends: Gram matrices


def _gram(node: Node, matrix: CommunicationMatrix, of: MeasureOf) -> tuple[DifferentVectors, list[int], list[int], int]:
    """Read a Gram matrix for the measure and check it: kinds of vectors, squared lengths times the scale, the scale.

    There is a vector for each different row and column; it serves for all copies. Their inner products are the matrix
    B of the definition: A (``gamma2``, ``trace_norm``), M (``gamma2_01``), or the evidence's own block with
    1 <= A_ij B_ij off ``*``, and A_ij B_ij <= alpha for ``gamma2_alpha``.
    """
    measure = of.measure.name
    with_block = ("block",) if measure in ("gamma2_alpha", "gamma2_inf") else ()
    fields = node.fields(("kind", "scale", "rows", "columns", *with_block))
    scale = fields["scale"].integer(1)
    kinds = different_vectors(matrix)
    rows = _read_rows(fields["rows"], range(1, len(kinds.row_copies) + 1))
    columns = _read_rows(fields["columns"], range(1, len(kinds.column_copies) + 1))
    if with_block:
        block = _read_block(fields["block"], kinds)
        for at, entry, sign in _signed(block, kinds):
            if sign and (entry * sign < scale or (of.parameter is not None and entry * sign > of.parameter * scale)):
                fields["block"].reject("entry-out-of-range", "the sign's multiple lies outside", at)
    else:
        zero = 0 if measure == "gamma2_01" else -scale
        block = tuple(tuple(scale if entry == "1" else zero for entry in word) for word in kinds.part.rows)
    below = [[*column, *row] for column, row in zip(zip(*block, strict=True), columns, strict=True)]
    _need_positive([list(row) for row in rows] + below, node)
    return kinds, [row[-1] for row in rows], [row[-1] for row in columns], scale


def gram(node: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """gamma_2 <= the largest squared length, of vectors whose inner products are the matrix B of the definition."""
    _, rows, columns, scale = _gram(node, matrix, of)
    how = f"{len(rows)} + {len(columns)} vectors with these inner products, by their Gram matrix"
    return Proved(Fraction(max(*rows, *columns), scale), how)


def trace_norm_gram(node: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """||A||_tr <= half the sum of all squared lengths: A = X Y^T, and ||X Y^T||_tr <= ||X||_F ||Y||_F."""
    kinds, rows, columns, scale = _gram(node, matrix, of)
    copies = (*kinds.row_copies, *kinds.column_copies)
    total = sum(size * square for size, square in zip(copies, (*rows, *columns), strict=True))
    return Proved(Fraction(total, 2 * scale), "A as a product of two matrices, by the Gram matrix of their rows")


def short_side(node: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """gamma_2 <= sqrt(k), k the lesser number of different rows and columns.

    B = B' E with B' of width k and entries of absolute value at most 1 (put 1 at ``*``), and E a 0/1 matrix with one 1
    in each column: the rows of B' have length at most sqrt(k), the columns of E length 1. Or the same transposed.
    """
    node.fields(("kind",))
    count = min(len(set(matrix.rows)), len(set(zip(*matrix.rows, strict=True))))
    return Proved(root_above(Fraction(count)), f"at most {count} different rows or columns")


# Lower ends: weights


def _read_weights(
    node: Node, matrix: CommunicationMatrix
) -> tuple[DifferentVectors, Matrix, tuple[int, ...], tuple[int, ...]]:
    """Z, d and e of (W), each checked for the kinds of rows and columns: the kinds, Z, d, e."""
    fields = node.fields(("kind", "block", "row_weights", "column_weights"))
    kinds = different_vectors(matrix)
    block = _read_block(fields["block"], kinds)
    rows = fields["row_weights"].integers(0, length=len(kinds.row_copies))
    columns = fields["column_weights"].integers(0, length=len(kinds.column_copies))
    if not any(rows) and not any(columns):
        node.fail("some weight must be positive")
    triangle = [[0] * i + [weight] for i, weight in enumerate(rows)]
    for j, (column, weight) in enumerate(zip(zip(*block, strict=True), columns, strict=True)):
        triangle.append([*(-entry for entry in column), *(0 for _ in range(j)), weight])
    _need_positive(triangle, node)
    return kinds, block, rows, columns


def weights(node: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """gamma_2 >= 2 c / (sum d + sum e), where sum Z_ij B_ij >= c for every B that the definition admits.

    By (W) with vectors of squared length at most t = gamma_2(B) (they may be scaled so): 2 sum Z_ij B_ij <= t (sum d +
    sum e). One row and column of each kind are used; leaving out copies does not increase gamma_2. B is fixed for
    ``gamma2`` and ``gamma2_01``. Else A_ij Z_ij = z contributes at least z if z >= 0, and at least alpha z if z < 0;
    without alpha, z < 0 is not allowed, and at ``*`` only Z_ij = 0 is.
    """
    kinds, block, rows, columns = _read_weights(node, matrix)
    measure = of.measure.name
    total = Fraction(0)
    for at, entry, sign in _signed(block, kinds):
        signed = entry * sign
        if measure == "gamma2_01":
            total += entry if sign > 0 else 0
        elif measure == "gamma2" or signed > 0:
            total += signed
        elif entry:
            if not sign or of.parameter is None:
                node.field("block").reject("entry-out-of-range", "the matrix B has no bound on that side", at)
            total += of.parameter * signed
    return Proved(2 * total / (sum(rows) + sum(columns)), "weights on the entries")


def trace_norm_weights(node: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """||A||_tr >= <A, Z> / max(d_k / m_k, e_l / n_l), with m_k, n_l the numbers of copies.

    Give each entry of kinds k, l the weight Z_kl / (m_k n_l), each row d_k / m_k, each column e_l / n_l. The means of
    v over the copies show that (W) holds for these as well: the square of a mean is at most the mean of the squares.
    So the matrix of entry weights has norm at most s = max(d_k / m_k, e_l / n_l), and <A, W> <= ||A||_tr ||W||.
    Leaving out rows or columns does not increase ||A||_tr.
    """
    kinds, block, rows, columns = _read_weights(node, matrix)
    copies = (*kinds.row_copies, *kinds.column_copies)
    norm = max(map(Fraction, (*rows, *columns), copies))
    total = sum(entry * sign for _, entry, sign in _signed(block, kinds))
    return Proved(total / norm, "weights of bounded norm on the entries")
