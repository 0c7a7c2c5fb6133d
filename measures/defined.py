"""Which measures are defined for which matrices."""

from __future__ import annotations

from ..questions import MEASURES, CommunicationMatrix
from ..questions.value_matrix import Matrix


def undefined(matrix: Matrix, name: str) -> str:
    """Why a measure is not defined for a matrix; empty if it is.

    >>> undefined(CommunicationMatrix(("0*", "11")), "partition1")
    'not defined under a promise: the matrix has *'
    >>> undefined(CommunicationMatrix(("0*", "11")), "cover1")
    ''
    """
    measure = MEASURES[name]
    if ("communication" if isinstance(matrix, CommunicationMatrix) else "values") not in measure.about:
        return f"not defined for {'0/1 matrices' if 'values' in measure.about else 'a matrix of values'}"
    return "" if matrix.total or measure.promise else "not defined under a promise: the matrix has *"
