"""The best margin of a sign pattern with unit vectors of any dimension: a semidefinite program, solved in floats.

    maximise t   such that   P_ij (<w_i, u_j> - b_i) >= t  where P_ij = +-1,   <w_i, u_j> = b_i  where P_ij = 0,

with |w_i| = |u_j| = 1, and b_i = 0 (a null token) or free (affine). Only the Gram matrix G of all vectors counts: any
positive semidefinite G with diagonal 1. The dual, by weak duality: let Z be 0 at stars, P_ij Z_ij >= 0 where P_ij =
+-1, with sum of P_ij Z_ij over these equal to 1, and, if the b_i are free, all rows of Z summing to 0. If
diag(d) - [[0, Z], [Z^T, 0]] is positive semidefinite, then

    t <= sum_ij Z_ij (<w_i, u_j> - b_i) = sum_ij Z_ij <w_i, u_j> <= (sum_i d_i |w_i|^2 + sum_j d_j |u_j|^2) / 2.

Vectors of length at most 1 do no better: a coordinate of its own for each vector makes all lengths 1 and changes no
inner product between a query and a key. Clarabel solves both at once; ``bounds.margin`` makes the answers exact.
"""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from ..gram_program import GramProgram

STAR = 2


@dataclass(frozen=True, eq=False)
class MarginSolution:
    """Floats: Gram matrix (queries first), thresholds, margin; and the dual's Z and d. Nothing is proved."""

    gram: Floats
    thresholds: Floats
    margin: float
    dual: Floats
    diagonal: Floats


def margin_solution(pattern: np.ndarray, *, affine: bool) -> MarginSolution:
    """Both programs' solutions.

    Parameters
    ----------
    pattern : (R, C) int8 array over {-1, 0, 1, 2 (no condition)} with at least one signed entry
    affine : whether each row has a free threshold

    Raises
    ------
    SolverFailedError
        If Clarabel does not report a solution (accurate or nearly so).

    Examples
    --------
    >>> diagonal = np.array([[1, -1], [-1, 1]], dtype=np.int8)
    >>> round(margin_solution(diagonal, affine=False).margin, 5)
    1.0
    """
    rows, columns = pattern.shape
    size = rows + columns
    program = GramProgram(size, 1 + (rows if affine else 0))  # free: t, then the b_i
    ties = np.argwhere(pattern == 0).tolist()
    signed = np.argwhere(np.abs(pattern) == 1).tolist()
    for k in range(size):
        program.equal([(k, k, 1.0)], 1.0)
    for i, j in ties:
        program.equal([(i, rows + j, 1.0), *([(1 + i, -1.0)] if affine else [])], 0.0)
    for i, j in signed:  # t - P_ij (G_ij - b_i) <= 0
        sign = float(pattern[i, j])
        program.at_most([(i, rows + j, -sign), (0, 1.0), *([(1 + i, sign)] if affine else [])], 0.0)
    found = program.solve(np.zeros((size, size)), [-1.0])
    dual = np.zeros((rows, columns))
    for (i, j), weight in zip(ties, found.equations[size:], strict=True):
        dual[i, j] = -weight
    for (i, j), weight in zip(signed, found.inequalities, strict=True):
        dual[i, j] = pattern[i, j] * weight
    thresholds = found.free[1:] if affine else np.zeros(rows)
    # G's multipliers give diag(y) - [[0, Z], [Z^T, 0]] / 2, positive semidefinite: d = 2 y.
    return MarginSolution(found.gram, thresholds, float(found.free[0]), dual, 2 * found.equations[:size])
