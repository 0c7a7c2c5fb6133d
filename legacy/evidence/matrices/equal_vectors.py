"""The different rows and columns of a matrix, so that evidence need not say everything twice."""

from collections import Counter
from dataclasses import dataclass

from ....questions.matrix import CommunicationMatrix


@dataclass(frozen=True)
class DifferentVectors:
    """The different rows on the different columns, in the order of their first copies, and the numbers of copies."""

    part: CommunicationMatrix
    row_copies: tuple[int, ...]
    column_copies: tuple[int, ...]


def different_vectors(matrix: CommunicationMatrix) -> DifferentVectors:
    """One of each kind of rows and of columns.

    >>> different_vectors(CommunicationMatrix(("011", "100", "011")))
    DifferentVectors(part=CommunicationMatrix(rows=('01', '10'), name='', n=0), row_copies=(2, 1), column_copies=(1, 2))
    """
    rows, columns = Counter(matrix.rows), Counter(zip(*matrix.rows, strict=True))
    kinds = dict.fromkeys(zip(*rows, strict=True))
    part = CommunicationMatrix(tuple(map("".join, zip(*kinds, strict=True))))
    return DifferentVectors(part, tuple(rows.values()), tuple(columns.values()))
