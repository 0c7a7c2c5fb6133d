"""A query that ties some keys above all others, or puts them above: linear programs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog

from .arrays import Floats, Ints, Signs


def widest_tie(keys: Signs | Ints, part: Sequence[int]) -> Floats | None:
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


def widest_gap(keys: Signs | Ints, part: Sequence[int]) -> Floats | None:
    """The query with entries between -1 and 1 that puts a part of the keys as far above the others as can be.

    Parameters and result as for ``widest_tie``.

    >>> line = np.array([[0], [1], [2]], dtype=np.int8)
    >>> widest_gap(line, (1, 2)).tolist(), widest_gap(line, (1,))
    ([1.0], None)
    """
    N, m = keys.shape
    side = np.ones(N)
    side[list(part)] = -1
    found = linprog(
        np.eye(m + 2)[m] * -1,
        A_ub=np.hstack([side[:, None] * keys, np.ones((N, 1)), -side[:, None]]),  # the last variable is the threshold
        b_ub=np.zeros(N),
        bounds=[(-1, 1)] * m + [(None, 1), (None, None)],
    )
    if found.x is None or found.x[m] < 1e-6:
        return None
    query: Floats = found.x[:m]
    return query
