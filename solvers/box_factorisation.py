"""Scores of a given width between given bounds: queries W and keys U with lower <= W U^T + t <= upper.

Bounds may be infinite; t is free for each row (the softmax takes no notice of it). Minimised is the sum of the squares
of what is missing, by L-BFGS (Liu and Nocedal 1989) from random starts; entries still outside get twice the weight
after each round ("breakout": Morris, AAAI 1993). It is not convex, so nothing is concluded from a failure.
"""

import time
from typing import Any

import numpy as np
from scipy.optimize import minimize

from .arrays import Floats

ROUNDS = 12
"""Rounds of reweighting from one start."""

STEPS = 80
"""Steps of L-BFGS in a round."""

ENOUGH = 1e-7
"""What may be missing at an entry, in units of the bounds, when a start has succeeded; margins are larger."""


def box_factorisation(
    lower: Floats, upper: Floats, width: int, *, seed: int, starts: int, deadline: float = float("inf")
) -> tuple[Floats, Floats] | None:
    """Tables W (R x width) and U (L x width) with scores between the bounds, or None if no start finds them.

    Parameters
    ----------
    lower, upper : arrays (R, L), ``lower <= upper``; -inf and inf where there is no bound
    width : int >= 1
    seed, starts : int
    deadline : value of ``time.monotonic()`` after which no start is made

    Examples
    --------
    >>> on = np.array([[False, True, True], [True, False, True], [True, True, False]])
    >>> lower, upper = np.where(on, 0.1, -np.inf), np.where(on, 2.0, -1.1)
    >>> queries, keys = box_factorisation(lower, upper, 2, seed=0, starts=3)
    >>> queries.shape, keys.shape
    ((3, 2), (3, 2))
    >>> box_factorisation(lower, upper, 1, seed=0, starts=2) is None
    True
    """
    rng = np.random.default_rng([seed, width])
    for _ in range(starts):
        if time.monotonic() > deadline:
            break
        start = rng.normal(size=sum(lower.shape) * width)
        if found := _descend(lower, upper, np.append(start, np.zeros(len(lower))), width, deadline):
            return found
    return None


def _descend(lower: Floats, upper: Floats, flat: Floats, width: int, deadline: float) -> tuple[Floats, Floats] | None:
    rows, columns = lower.shape
    weights = np.ones_like(lower)
    cuts = rows * width, (rows + columns) * width

    def parts(flat: Floats) -> tuple[Floats, Floats, Floats]:
        return flat[: cuts[0]].reshape(rows, width), flat[cuts[0] : cuts[1]].reshape(columns, width), flat[cuts[1] :]

    def missing(flat: Floats) -> Floats:
        w, u, t = parts(flat)
        scores = w @ u.T + t[:, None]
        return np.minimum(scores - lower, 0) + np.maximum(scores - upper, 0)

    def loss(flat: Floats) -> tuple[float, Floats]:
        w, u, _ = parts(flat)
        out = missing(flat)
        pull = 2 * weights * out
        gradient = np.concatenate([(pull @ u).ravel(), (pull.T @ w).ravel(), pull.sum(axis=1)])
        return float((weights * out**2).sum()), gradient

    for _ in range(ROUNDS):
        step: Any = minimize(
            loss, flat, jac=True, method="L-BFGS-B", options={"maxiter": STEPS, "maxfun": 2 * STEPS, "ftol": 0}
        )
        flat = step.x
        outside = np.abs(missing(flat)) > ENOUGH
        if not outside.any():
            return parts(flat)[:2]
        if time.monotonic() > deadline:
            return None
        weights[outside] *= 2
        weights /= weights.mean()
    return None
