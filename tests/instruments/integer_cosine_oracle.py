"""The best margin by cosine of p-bit integers, over all vectors of a tiny grid: brute force, in floats."""

from functools import cache
from itertools import product
from math import gcd


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
    table = [[cosine(q, k) for k in points] for q in points]
    told = [row for row in rows if "+" in row and "-" in row]
    best = -9.0

    def extended(item, states):
        nonlocal best
        worst = min((max(low - high for low, high in row) for row in states), default=9.0)
        if worst / 2 <= best + 1e-12:
            return
        if item == len(rows[0]):
            best = worst / 2
            return
        for k in range(len(points)):
            more = [
                [
                    (min(low, scores[k]), high) if row[item] == "+"
                    else (low, max(high, scores[k])) if row[item] == "-" else (low, high)
                    for (low, high), scores in zip(state, table, strict=True)
                ]
                for row, state in zip(told, states, strict=True)
            ]  # fmt: skip
            extended(item + 1, more)

    extended(0, [[(9.0, -9.0)] * len(points) for _ in told])
    return best
