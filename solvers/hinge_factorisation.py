"""Low-dimensional scores with given differences on a sparse support and a gap below it: a smooth search in floats.

Given L supports S_i with values v_ij, find Q, U (L x d) with S = Q U^T such that in each row S_ij - v_ij is the same
number b_i on the support, and S_iz <= b_i - gap off it. Minimised is the sum of squares of what is missing,

    sum_i [ sum_{j in S_i} (S_ij - v_ij - b_i)^2  +  sum_{z off S_i} max(0, S_iz - b_i + gap)^2 ],   b_i the mean there,

by L-BFGS over both tables (Liu and Nocedal 1989). It is not convex; nothing is concluded from a failure.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

Floats = npt.NDArray[np.float64]


def hinge_factorisation(
    columns: npt.NDArray[np.int64],
    real: npt.NDArray[np.bool_],
    values: Floats,
    gap: float,
    start: tuple[Floats, Floats],
    *,
    steps: int = 500,
    look: Callable[[], None] = lambda: None,
) -> tuple[Floats, Floats, float]:
    """The tables Q, U after at most ``steps`` steps from ``start``, and what is missing.

    Parameters
    ----------
    columns : int array (L, k)
        The support of each row; places where ``real`` is False repeat one of its columns and do not count.
    real : bool array (L, k)
    values : array (L, k)
    gap : float
    start : two arrays (L, d)
    steps : int
    look : callable, optional
        Called before each evaluation; what it raises ends the search.

    Examples
    --------
    >>> columns, real = np.array([[0], [1], [2]]), np.ones((3, 1), dtype=bool)
    >>> start = np.eye(3)[:, :2] - 1 / 3, np.eye(3)[:, :2] - 1 / 3
    >>> queries, keys, missing = hinge_factorisation(columns, real, np.zeros((3, 1)), 1.0, start)
    >>> missing < 1e-6
    True
    """
    shape = start[0].shape
    cells = shape[0] * shape[1]
    counts = real.sum(axis=1, keepdims=True)
    weight = real / counts

    def loss(flat: Floats) -> tuple[float, Floats]:
        look()
        queries, keys = flat[:cells].reshape(shape), flat[cells:].reshape(shape)
        scores = queries @ keys.T
        on = np.take_along_axis(scores, columns, axis=1) - values
        base = (on * weight).sum(axis=1, keepdims=True)
        missed = np.where(real, on - base, 0)
        above = scores - (base - gap)
        np.put_along_axis(above, columns, 0, axis=1)
        np.maximum(above, 0, out=above)
        total = float((missed**2).sum() + (above**2).sum())
        # The mean b_i moves with the scores on the support; in the first sum its derivative cancels.
        pulled = 2 * missed - 2 * above.sum(axis=1, keepdims=True) * weight
        gradient = 2 * above
        _add_along(gradient, columns, np.where(real, pulled, 0))
        return total, np.concatenate([(gradient @ keys).ravel(), (gradient.T @ queries).ravel()])

    flat = np.concatenate([start[0].ravel(), start[1].ravel()])
    options = {"maxiter": steps, "maxfun": 2 * steps, "ftol": 0, "gtol": 1e-9}
    found: Any = minimize(loss, flat, jac=True, method="L-BFGS-B", options=options)
    return found.x[:cells].reshape(shape), found.x[cells:].reshape(shape), float(found.fun)


def _add_along(table: Floats, columns: npt.NDArray[np.int64], values: Floats) -> None:
    rows = np.broadcast_to(np.arange(len(table))[:, None], columns.shape)
    np.add.at(table, (rows, columns), values)
