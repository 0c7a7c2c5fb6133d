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

import clarabel
import numpy as np
from scipy.sparse import csc_matrix

from .worst_margin import FloatArray

STAR = 2


@dataclass(frozen=True, eq=False)
class MarginSolution:
    """Floats: Gram matrix (queries first), thresholds, margin; and the dual's Z and d. Nothing is proved."""

    gram: FloatArray
    thresholds: FloatArray
    margin: float
    dual: FloatArray
    diagonal: FloatArray


class SolverFailedError(RuntimeError):
    """The semidefinite solver gave no solution."""


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
    upper = [(i, j) for j in range(size) for i in range(j + 1)]  # Clarabel's order of a symmetric matrix
    place = {pair: k for k, pair in enumerate(upper)}
    t_at, b_at = len(upper), len(upper) + 1
    ties = np.argwhere(pattern == 0).tolist()
    signed = np.argwhere(np.abs(pattern) == 1).tolist()
    entries: list[tuple[int, int, float]] = []  # of the matrix A in A x + s = b, s in the cones
    for k in range(size):  # s = 1 - G_kk = 0
        entries.append((k, place[k, k], 1.0))
    row = size
    for i, j in ties:  # s = b_i - G_ij = 0
        entries.append((row, place[i, rows + j], 1.0))
        if affine:
            entries.append((row, b_at + i, -1.0))
        row += 1
    for i, j in signed:  # s = P_ij (G_ij - b_i) - t >= 0
        sign = float(pattern[i, j])
        entries += [(row, place[i, rows + j], -sign), (row, t_at, 1.0)]
        if affine:
            entries.append((row, b_at + i, sign))
        row += 1
    for k, (i, j) in enumerate(upper):  # s = G, entries off the diagonal times sqrt(2)
        entries.append((row + k, k, -1.0 if i == j else -(2.0**0.5)))
    height, width = row + len(upper), b_at + (rows if affine else 0)
    at, across, values = zip(*entries, strict=True)
    matrix = csc_matrix((values, (at, across)), shape=(height, width))
    right, cost = np.zeros(height), np.zeros(width)
    right[:size], cost[t_at] = 1.0, -1.0
    cones = [
        clarabel.ZeroConeT(size + len(ties)),
        clarabel.NonnegativeConeT(len(signed)),
        clarabel.PSDTriangleConeT(size),
    ]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    solver = clarabel.DefaultSolver(csc_matrix((width, width)), cost, matrix, right, cones, settings)
    found = solver.solve()
    if found.status not in (clarabel.SolverStatus.Solved, clarabel.SolverStatus.AlmostSolved):
        raise SolverFailedError(f"Clarabel ended with status {found.status}; try a smaller pattern")
    x, multipliers = np.array(found.x), np.array(found.z)
    gram = np.zeros((size, size))
    for k, (i, j) in enumerate(upper):
        gram[i, j] = gram[j, i] = x[k]
    dual = np.zeros((rows, columns))
    for k, (i, j) in enumerate(ties):
        dual[i, j] = -multipliers[size + k]
    for k, (i, j) in enumerate(signed):
        dual[i, j] = pattern[i, j] * multipliers[size + len(ties) + k]
    thresholds = x[b_at:] if affine else np.zeros(rows)
    # G's multipliers give diag(y) - [[0, Z], [Z^T, 0]] / 2, positive semidefinite: d = 2 y.
    return MarginSolution(gram, thresholds, float(x[t_at]), dual, 2 * multipliers[:size])
