"""A query that ties some keys above all others: a linear program."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog

from .arrays import Floats, Signs


def widest_tie(keys: Signs, part: Sequence[int]) -> Floats | None:
    """The query with entries between -1 and 1 that ties a part of the keys as far above the others as can be.

    Parameters
    ----------
    keys : array, shape (N, m)
    part : the numbers of the keys that are tied, one or more

    Returns
    -------
    array, shape (m,)
        Rounded; None if others score as much.

    Examples
    --------
    >>> square = np.array([[1, 1], [1, -1], [-1, -1], [-1, 1]], dtype=np.int8)
    >>> (square @ widest_tie(square, (0, 1))).round(6).tolist(), widest_tie(square, (0, 2))
    ([1.0, 1.0, -1.0, -1.0], None)
    """
    differences = keys.astype(np.float64) - keys[part[0]]
    others = np.delete(differences, list(part), axis=0)
    m = keys.shape[1]
    found = linprog(
        np.eye(m + 1)[m] * -1,
        A_ub=np.hstack([others, np.ones((len(others), 1))]),
        b_ub=np.zeros(len(others)),
        A_eq=np.hstack([differences[list(part)], np.zeros((len(part), 1))]),
        b_eq=np.zeros(len(part)),
        bounds=[(-1, 1)] * m + [(None, 1)],
    )
    if found.x is None or found.x[m] < 1e-6:
        return None
    query: Floats = found.x[:m]
    return query
