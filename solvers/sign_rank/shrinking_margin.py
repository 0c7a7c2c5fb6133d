"""Float tables for a pattern without zeros: unit vectors, and a margin that is asked for and shrinks step by step.

For a margin mu, what is minimised over unit vectors w_i and u_j is

    sum_ij  max(0, 1 - P_ij <w_i, u_j> / mu)^2,

by L-BFGS from the minimum for the margin before. With a large margin all entries count and the landscape is smooth;
with a small one only those that are wrong or nearly so. Large patterns of real data, whose best margin is about 10^-3,
are realised in seconds where a hinge of fixed width (``worst_margin.py``) has thousands of entries to fight for.
"""

import time

import numpy as np

from ..arrays import Floats, Signs
from .descent import OutOfTime, minimised

MARGINS = (0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003)
STEPS = 300
"""L-BFGS iterations for each margin."""


def tables_by_shrinking_margin(
    pattern: Signs, d: int, *, rng: np.random.Generator, deadline: float
) -> tuple[Floats, Floats]:
    """Unit vectors W (R x d) and U (C x d) that have as many signs of the pattern as one start gives.

    Parameters
    ----------
    pattern : (R, C) int8 array over {-1, 1, 2 (no condition)}
    d : dimension, >= 1
    rng : source of the start
    deadline : value of `time.monotonic()` after which ``OutOfTime`` is raised
    """
    n_rows = len(pattern)
    signs = np.where(np.abs(pattern) == 1, pattern, 0).astype(np.float64)

    def loss(x: Floats, margin: float) -> tuple[float, Floats]:
        if time.monotonic() > deadline:
            raise OutOfTime
        vectors = x.reshape(-1, d)
        lengths = np.sqrt((vectors * vectors).sum(axis=1, keepdims=True)) + 1e-30
        units = vectors / lengths
        w, u = units[:n_rows], units[n_rows:]
        slack = np.maximum(np.abs(signs) - signs * (w @ u.T) / margin, 0.0)  # 0 where there is no condition
        pull = signs * slack
        gradient = np.vstack([pull @ u, pull.T @ w]) * (-2.0 / margin)
        gradient -= (gradient * units).sum(axis=1, keepdims=True) * units
        return float(np.vdot(slack, slack)), (gradient / lengths).ravel()

    x = rng.standard_normal((sum(pattern.shape), d)).ravel()
    for margin in MARGINS:
        x = minimised(lambda point, mu=margin: loss(point, mu), x, STEPS)  # type: ignore[misc]
        vectors = x.reshape(-1, d)
        x = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).ravel()
        rows, columns = np.split(x.reshape(-1, d), [n_rows])
        if (np.where(signs == 0, 1.0, signs * (rows @ columns.T)) > 0).all():
            break
    return rows, columns
