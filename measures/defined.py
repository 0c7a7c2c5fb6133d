"""Which measures are defined for which matrices."""

from __future__ import annotations

from ..questions import MEASURES, CommunicationMatrix
from ..questions.value_matrix import Matrix

INSTEAD = {
    "rank": "rank_q, rank_gf2 or rank_gf3",
    "fooling": "fooling0 and fooling1",
    "cover": "cover0 and cover1",
    "fractional_cover": "fractional_cover0 and fractional_cover1",
}
"""Measure of matrices of values -> what to ask of a 0/1 matrix."""


def undefined(matrix: Matrix, name: str) -> str:
    """Why a measure is not defined for a matrix; empty if it is.

    >>> undefined(CommunicationMatrix(("0*", "11")), "partition1")
    'not defined under a promise: the matrix has *'
    >>> undefined(CommunicationMatrix(("0*", "11")), "cover1")
    ''
    >>> undefined(CommunicationMatrix(("01", "11")), "rank")
    'not defined for 0/1 matrices; ask rank_q, rank_gf2 or rank_gf3'
    """
    measure = MEASURES[name]
    if ("communication" if isinstance(matrix, CommunicationMatrix) else "values") not in measure.about:
        if "values" not in measure.about:
            return "not defined for a matrix of values"
        return "not defined for 0/1 matrices" + (f"; ask {INSTEAD[name]}" if name in INSTEAD else "")
    return "" if matrix.total or measure.promise else "not defined under a promise: the matrix has *"
