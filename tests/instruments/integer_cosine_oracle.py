"""The best margin by cosine of p-bit integers, over all vectors of a tiny grid: brute force, in floats."""

from functools import cache
from itertools import product
from math import gcd

import numpy as np


@cache
def primitive(bits, d):
    """One vector of the grid for each direction: that without a common divisor."""
    entries = (-1, 1) if bits == 1 else range(-(2 ** (bits - 1)), 2 ** (bits - 1))
    return sorted({tuple(x // gcd(*v) for x in v) for v in product(entries, repeat=d) if any(v)})


def cosine(v, w):
    dot = sum(x * y for x, y in zip(v, w, strict=True))
    return dot / (sum(x * x for x in v) * sum(x * x for x in w)) ** 0.5


def best_margin(rows, bits, d):
    """The greatest margin over all choices of items, each row with its best query; below 0 if none separates.

    Items one by one; a choice is given up as soon as some row has no query better than the best margin so far.
    """
    points = primitive(bits, d)
    table = np.array([[cosine(q, k) for q in points] for k in points])[:, None]
    told = np.array([["*-+".index(x) for x in row] for row in rows if "+" in row and "-" in row]).reshape(
        -1, len(rows[0])
    )
    best = -9.0

    def extended(item, low, high):
        nonlocal best
        kind = told[:, item, None]
        lows = np.where(kind == 2, np.minimum(low, table), low)  # item, row, query
        highs = np.where(kind == 1, np.maximum(high, table), high)
        worst = (lows - highs).max(axis=2).min(axis=1, initial=9.0) / 2
        if item == len(rows[0]) - 1:
            best = max(best, worst.max())
            return
        for k in range(len(points)):
            if worst[k] > best + 1e-12:
                extended(item + 1, lows[k], highs[k])

    start = np.full((len(told), len(points)), 9.0)
    extended(0, start, -start)
    return best
