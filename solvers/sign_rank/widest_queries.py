"""The widest margin of a query for given items: a linear program for each query."""

import numpy as np
from scipy.optimize import linprog

from ..arrays import Floats


def widest_queries(signs: Floats, items: Floats, *, zero: bool = False) -> Floats:
    """For given items the queries with the widest gap between selected items and others: a linear program each.

    Parameters
    ----------
    signs : array, shape (queries, items)
        1 selected, -1 not, 0 free.
    items : array, shape (items, d)
    zero : bool
        Whether the threshold is 0; if not, each query has its own.

    Returns
    -------
    array, shape (queries, d)
        Entries between -1 and 1; 0 where nothing is asked, or no query does it. Rounded.

    Examples
    --------
    >>> widest_queries(np.array([[1.0, -1.0, -1.0]]), np.array([[1.0], [0.5], [-1.0]])).tolist()
    [[1.0]]
    """
    items = items / np.abs(items).max(initial=np.finfo(float).tiny)
    d = items.shape[1]
    queries = np.zeros((len(signs), d))
    bounds = [(-1, 1)] * d + [(0, 0) if zero else (None, None), (None, None)]
    for row, wanted in enumerate(signs):
        asked = wanted != 0
        sign = wanted[asked, None]
        if zero or (sign.min(initial=1) < 0 < sign.max(initial=-1)):
            conditions = np.hstack([-sign * items[asked], sign, np.ones_like(sign)])
            found = linprog(np.eye(d + 2)[-1] * -1, A_ub=conditions, b_ub=np.zeros(len(sign)), bounds=bounds)
            if found.x is not None:
                queries[row] = found.x[:d]
    return queries
