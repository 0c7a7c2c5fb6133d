"""Least sizes of tiny patterns by brute force, written without the checker: what the attacks compare with.

Three columns at most. Then keys and queries with entries -1, 0, 1 show every arrangement of keys in one and two
dimensions, and three affinely independent points give any scores at all.
"""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product

SIGNS = "-0+"
NEVER = 99
"""More than any least size here: no unit does it."""


def sign(x):
    return SIGNS[(x > 0) - (x < 0) + 1]


def fits(word, scores):
    return all(symbol in ("*", sign(x)) for symbol, x in zip(word, scores, strict=False))


def cut(rows, scores):
    """Whether each row has a threshold of its own for these scores."""
    for row in rows:
        low = max((x for x, symbol in zip(scores, row, strict=False) if symbol == "-"), default=None)
        high = min((x for x, symbol in zip(scores, row, strict=False) if symbol == "+"), default=None)
        if low is not None and high is not None and low >= high:
            return False
    return True


@cache
def scores_of(columns, norm, width):
    """For each arrangement of keys the score vectors of queries; width 2 stands for more: all scores there are."""
    if width == 0:
        return [[(0,) * columns]]
    if width == 2:
        return [list(product(range(3), repeat=columns))]
    if norm == "distance":
        centres = [Fraction(x, 2) for x in range(-2, 15)]
        return [[tuple(-abs(x - q) for x in keys) for q in centres] for keys in product(range(7), repeat=columns)]
    points = (-1, 1) if norm == "sphere" else (-1, 0, 1)
    return [[tuple(q * x for x in keys) for q in (-1, 0, 1)] for keys in product(points, repeat=columns)]


@cache
def least_scored(rows, norm, group):
    """m of class SIGN by another score, rows of a group with one query."""
    groups = [tuple(row for row, g in zip(rows, group, strict=False) if g == number) for number in sorted(set(group))]
    for width in range(3):
        if any(all(any(cut(g, x) for x in scores) for g in groups) for scores in scores_of(len(rows[0]), norm, width)):
            return width
    return NEVER


def least_ratios(L, rows, ratio, zero):
    """m of class SOFTMAX, L <= 3; rows are dicts column -> log2 of the weight.

    In no dimension all scores are equal. On a line keys are 0, t, 1 in some order; whether a row has a query changes
    with t only where two bounds of its slope meet, at a quotient of bounds of differences of scores.
    """
    if all(len(row) == L and max(row.values()) - min(row.values()) <= ratio for row in rows):
        return 0
    if L <= 2:
        return 1
    bounds = {zero, -zero} | {row[j] - row[l] + r for row in rows for j in row for l in row for r in (ratio, -ratio)}
    meets = {Fraction(u) / v for u in bounds for v in bounds if v} | {
        u / Fraction(u + v) for u in bounds for v in bounds if u + v
    }
    corners = sorted({t for u in meets for t in (u, 1 - u) if 0 < t < 1} | {Fraction(0), Fraction(1)})
    for t in [*corners, *((a + b) / 2 for a, b in pairwise(corners))]:
        for order in ((0, 1, 2), (0, 2, 1), (1, 0, 2)):
            keys = [0, 0, 0]
            for place, column in zip((0, t, 1), order, strict=False):
                keys[column] = place
            if all(_slope(row, keys, ratio, zero) for row in rows):
                return 1
    return 2


def _slope(row, keys, ratio, zero):
    """Whether some a gives the weights of the row with scores a keys_j."""
    low, high = Fraction(-(10**9)), Fraction(10**9)
    for j in range(len(keys)):
        for l in row:
            d = keys[j] - keys[l]
            if j in row:
                least, most = row[j] - row[l] - ratio, row[j] - row[l] + ratio
            else:
                least, most = -(10**9), zero
            if d == 0:
                if not least <= 0 <= most:
                    return False
                continue
            ends = sorted((Fraction(least) / d, Fraction(most) / d))
            low, high = max(low, ends[0]), min(high, ends[1])
    return low <= high
