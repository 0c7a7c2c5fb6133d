"""All orders of the columns of a small matrix along which rows change sign seldom: depth-first search, compiled.

Columns are placed one after the other, each as it is or negated, and given up as soon as a row changes too often. Which
rows have changed at least once, twice, .. is kept in a word of bits each, so that a step costs a few operations. (A row
that changes r times at most is a polynomial of degree r along the order: ``column_order.py`` has the local search for
matrices of any size.)
"""

import numpy as np

from ...compiling import compiled
from ..arrays import Ints


@compiled
def order_within(columns: Ints, rows: int, changes: int, order: Ints, negated: Ints, steps: int) -> bool:
    """Whether the columns have an order along which no row changes sign more than so many times.

    Parameters
    ----------
    columns : (n,) words of bits, one for each of the rows
    rows : how many rows there are
    changes : at least 1
    order, negated : (n,) written: the columns in order, and 1 where the one at this place is negated
    steps : most columns that are placed until the search is given up

    Returns
    -------
    bool
        False also if it was given up.

    Examples
    --------
    >>> order, negated = np.zeros(4, np.int64), np.zeros(4, np.int64)
    >>> order_within(np.array([0b000, 0b011, 0b001, 0b111]), 3, 1, order, negated, 1000)
    True
    >>> order.tolist(), negated.tolist()
    ([0, 1, 2, 3], [0, 1, 1, 0])
    """
    n, full = len(columns), (1 << rows) - 1
    often = np.zeros((n, changes + 1), np.int64)  # at a place: the rows with at least 1, 2, .. changes up to it
    tried, used, place = np.full(n, -1, np.int64), 0, 0
    while place >= 0:
        if tried[place] >= 0:
            used &= ~(1 << (tried[place] >> 1))
        choice = tried[place] + 1
        found = False
        while choice < 2 * n and not found:
            c = choice >> 1
            if used >> c & 1 or (place == 0 and choice & 1):
                choice += 1
                continue
            if place:
                before = tried[place - 1]
                change = columns[before >> 1] ^ columns[c] ^ (full if (before ^ choice) & 1 else 0)
                for t in range(changes, 0, -1):
                    often[place, t] = often[place - 1, t] | (often[place - 1, t - 1] & change)
                often[place, 0] = often[place - 1, 0] | change
                if often[place, changes]:
                    choice += 1
                    continue
            found = True
        if not found:
            tried[place] = -1
            place -= 1
            continue
        steps -= 1
        if steps < 0:
            return False
        tried[place], used = choice, used | 1 << (choice >> 1)
        if place == n - 1:
            for i in range(n):
                order[i], negated[i] = tried[i] >> 1, tried[i] & 1
            return True
        place += 1
        tried[place] = -1
    return False
