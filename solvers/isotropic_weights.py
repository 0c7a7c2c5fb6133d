"""Weights above a matrix of signs that show its sign-rank to be large: a semidefinite program, modelled in cvxpy.

    minimise (sum d + sum e) / 2   such that   diag(d, e) - [[0, Z], [Z^T, 0]] is positive semidefinite,
    A_ij Z_ij >= r_i >= 0, and sum r = R.

R C over the least value is at most the sign-rank (``certificates/psd.py`` has the proof). With Z = A it is sqrt(R C) /
||A|| (Forster 2002); weights that may differ from entry to entry gain 15 to 20 % for random signs, and more for sparse
ones. A first-order method does (SCS: O'Donoghue et al. 2016), since weights near the best ones are repaired.
"""

from __future__ import annotations

import warnings
from importlib import import_module
from typing import Any

import numpy as np

from .arrays import Floats, Signs

ACCURACY = 1e-3
"""Relative; the weights lose about as much when they are repaired."""


def isotropic_weights(signs: Signs, seconds: float) -> tuple[Floats, Floats, Floats] | None:
    """Z, d and e near the best ones; None if the solver has none in the time. Floats, of which nothing is proved.

    Examples
    --------
    >>> signs = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]], dtype=np.int8)
    >>> block, rows, columns = isotropic_weights(signs, 100)
    >>> bool(abs(2 * 4 * (signs * block).min(axis=1).sum() / (rows.sum() + columns.sum()) - 2) < 0.01)
    True
    """
    cp: Any = import_module("cvxpy")
    rows, columns = signs.shape
    form, least = cp.Variable((rows + columns,) * 2, PSD=True), cp.Variable((rows, 1), nonneg=True)
    block, corners = -form[:rows, rows:], (form[:rows, :rows], form[rows:, rows:])
    conditions = [cp.multiply(signs, block) >= least @ np.ones((1, columns)), cp.sum(least) == rows]
    conditions += [corner == cp.diag(cp.diag(corner)) for corner in corners]
    problem = cp.Problem(cp.Minimize(cp.trace(form) / 2), conditions)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that a solution is inaccurate: it is repaired
        try:
            problem.solve(solver="SCS", eps_abs=ACCURACY / 100, eps_rel=ACCURACY, time_limit_secs=seconds)
        except cp.SolverError:
            return None
    if form.value is None or not np.isfinite(form.value).all():
        return None
    diagonal = np.diag(form.value)
    return -form.value[:rows, rows:], diagonal[:rows], diagonal[rows:]
