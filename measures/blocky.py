"""Blocky matrices: identity matrices, but for repeated rows and columns."""

from ..questions.matrix import CommunicationMatrix


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
