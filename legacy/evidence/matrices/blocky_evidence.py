"""Blocky matrices: 0/1 matrices of gamma_2 at most 1, and of gamma_2 at least 2 / sqrt 3 if they are not."""

from ....questions.reading import Node
from ....questions.least_size import MeasureOf
from ....questions.matrix import CommunicationMatrix
from ..proof import Proved


def is_blocky(matrix: CommunicationMatrix) -> bool:
    """Whether the ones are a union of blocks, rectangles that share neither rows nor columns.

    Equivalently: any two rows have equal or disjoint sets of ones.

    Guarantee
    ---------
    gamma_2(M) <= 1 exactly for these. With blocks, give the rows and columns of block k the unit vector e_k and all
    others 0. Without, two rows share a column and differ in another one: M contains, up to the order of rows and
    columns, [[1, 1], [1, 0]], whose gamma_2 is 2 / sqrt 3: unit vectors x_1, y_1, y_2 with inner products 1 would make
    y_1 = y_2, and the value is that of three lines at angles of 60 degrees.

    Source
    ------
    Hambardzumyan, Hatami, Hatami 2023, Dimension-free bounds and structural problems in communication complexity.

    Raises
    ------
    ValueError
        If the matrix has entries ``*``.

    Examples
    --------
    >>> is_blocky(CommunicationMatrix(("110", "110", "001"))), is_blocky(CommunicationMatrix(("11", "10")))
    (True, False)
    """
    if not matrix.total:
        raise ValueError("blocky is defined for matrices without *, got a promise matrix; fill in its entries")
    seen = 0
    for row in set(matrix.masks(1)):
        if row & seen:
            return False
        seen |= row
    return True


def blocky(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "blocky"}``: gamma_2(M) <= 1, by the unit vectors said above."""
    evidence.fields(("kind",))
    if not is_blocky(matrix):
        evidence.reject("value-not-proved", "two rows share a one and differ in another place")
    return Proved(1, "a union of blocks that share neither rows nor columns")
