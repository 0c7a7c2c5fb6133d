"""Low-dimensional scores with given differences on a sparse support and a gap below it: a smooth search in floats.

Given L supports S_i with values v_ij, find Q, U (L x d) and levels b_i with S = Q U^T such that in each row |S_ij -
v_ij - b_i| <= slack on the support, and S_iz <= b_i - gap off it. Minimised is what is missing,

    sum_i [ sum_{j in S_i} max(0, |S_ij - v_ij - b_i| - slack)^2  +  sum_{z off S_i} max(0, S_iz - b_i + gap)^2 ],

by L-BFGS over both tables (Liu and Nocedal 1989) and, if slack > 0, over the levels. With slack = 0 the level is the
mean of S_ij - v_ij on the support, so that it follows the tables at once: measured, that needs fewer dimensions. The
sum is not convex; nothing is concluded from a failure.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.optimize import minimize

from .arrays import Bools, Floats, Ints


def hinge_factorisation(
    columns: Ints,
    real: Bools,
    values: Floats,
    gap: float,
    slack: float,
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
    slack : float >= 0
    start : two arrays (L, d)
    steps : int
    look : callable, optional
        Called before each evaluation; what it raises ends the search.

    Examples
    --------
    >>> columns, real = np.array([[0], [1], [2]]), np.ones((3, 1), dtype=bool)
    >>> start = np.eye(3)[:, :2] - 1 / 3, np.eye(3)[:, :2] - 1 / 3
    >>> queries, keys, missing = hinge_factorisation(columns, real, np.zeros((3, 1)), 1.0, 0.0, start)
    >>> missing < 1e-6
    True
    """
    shape = start[0].shape
    cells = shape[0] * shape[1]
    weight = real / real.sum(axis=1, keepdims=True)

    def loss(flat: Floats) -> tuple[float, Floats]:
        look()
        queries, keys = flat[:cells].reshape(shape), flat[cells : 2 * cells].reshape(shape)
        scores = queries @ keys.T
        on = np.take_along_axis(scores, columns, axis=1) - values
        levels = flat[2 * cells :, None] if slack else (on * weight).sum(axis=1, keepdims=True)
        missed = np.where(real, on - levels, 0)
        missed -= np.clip(missed, -slack, slack)
        above = scores - (levels - gap)
        np.put_along_axis(above, columns, 0, axis=1)
        np.maximum(above, 0, out=above)
        total = float((missed**2).sum() + (above**2).sum())
        of_levels = -2 * (missed.sum(axis=1) + above.sum(axis=1))
        above *= 2
        pull = 2 * missed + (0 if slack else weight * of_levels[:, None])
        np.add.at(above, (np.arange(len(above))[:, None], columns), pull)
        return total, np.concatenate(
            [(above @ keys).ravel(), (above.T @ queries).ravel(), of_levels if slack else of_levels[:0]]
        )

    on = np.take_along_axis(start[0] @ start[1].T, columns, axis=1) - values
    flat = np.concatenate([start[0].ravel(), start[1].ravel(), (on * weight).sum(axis=1) if slack else on[:0, 0]])
    options = {"maxiter": steps, "maxfun": 2 * steps, "ftol": 0, "gtol": 1e-9}
    found: Any = minimize(loss, flat, jac=True, method="L-BFGS-B", options=options)
    return found.x[:cells].reshape(shape), found.x[cells : 2 * cells].reshape(shape), float(found.fun)
