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


@cache
def arrangements(columns, width):
    """For each arrangement of keys in so many dimensions the sign vectors that queries give, the larger ones only."""
    found = set()
    queries = list(product(range(-2, 3), repeat=width))
    for keys in product(product((-1, 0, 1), repeat=width), repeat=columns):
        found.add(
            frozenset("".join(sign(sum(a * b for a, b in zip(q, k, strict=False))) for k in keys) for q in queries)
        )
    return [one for one in found if not any(one < other for other in found)]


@cache
def sign_rank(rows):
    """The least d with sign(<w_r, u_c>) as the rows say."""
    for width in range(3):
        for shown in arrangements(len(rows[0]), width):
            if all(any(all(x in ("*", y) for x, y in zip(row, word, strict=False)) for word in shown) for row in rows):
                return width
    return 3


def least_m(rows, null):
    """m of class SIGN."""
    rows = tuple(rows)
    return sign_rank(rows) if null else sign_rank((*rows, "+" * len(rows[0]))) - 1


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


def grid(name, bits):
    return range(1 - 2**bits, 2**bits, 2) if name == "midrise" else range(-(2 ** (bits - 1)), 2 ** (bits - 1))


@cache
def in_grid(rows, null, name, bits, gap, width):
    """Whether tables in the grid with this gap do it."""
    vectors = list(product(grid(name, bits), repeat=width))
    for keys in product(vectors, repeat=len(rows[0]) + null):
        tables = [[sum(a * b for a, b in zip(q, k, strict=False)) for k in keys] for q in vectors]
        if all(any(row_holds(row, scores, null, gap) for scores in tables) for row in rows):
            return True
    return False


def row_holds(row, scores, null, gap):
    """Some t does it; candidates are half-way between scores, and scores."""
    for t in [scores[-1]] if null else [-1000, 1000, *(Fraction(a + b, 2) for a in scores for b in scores)]:
        apart = {"-": [t - x - gap for x in scores], "+": [x - t - gap for x in scores]}
        tied = [0 if x == t else -1 for x in scores]
        if all(symbol == "*" or apart.get(symbol, tied)[c] >= 0 for c, symbol in enumerate(row)):
            return True
    return False


@cache
def shares(N, q, heads, combine, name, bits, gap, width):
    """Whether heads in the grid share out each q-set."""
    vectors = list(product(grid(name, bits), repeat=width))
    shown = set()
    for keys in product(vectors, repeat=N):
        parts = set()
        for query in vectors:
            scores = [sum(a * b for a, b in zip(query, k, strict=False)) for k in keys]
            best = max(scores)
            if all(x == best or x <= best - gap for x in scores):
                parts.add(sum(1 << c for c, x in enumerate(scores) if x == best))
        shown.add(frozenset(parts))
    shown = [one for one in shown if not any(one < other for other in shown)]
    sets = [sum(1 << c for c in y) for y in _subsets(N, q)]

    def whole(y, tables, sizes):
        if not tables:
            return y == 0
        first = (a for a in tables[0] if a & ~y == 0 and (sizes is None or a.bit_count() == sizes[0]))
        return any(whole(y & ~a, tables[1:], sizes and sizes[1:]) for a in first)

    for tables in product(shown, repeat=heads):
        for sizes in (
            [None] if combine == "concat" else [x for x in product(range(1, q + 1), repeat=heads) if sum(x) == q]
        ):
            if all(whole(y, tables, sizes) for y in sets):
                return True
    return False


def _subsets(N, q):
    return [y for y in product(range(N), repeat=q) if list(y) == sorted(set(y))]


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


@cache
def tuples_in_grid(M, name, bits, gap, width):
    """Whether a unit of order 3 in the grid selects the pairs with sum 0 mod M, a null key as each part."""
    vectors = list(product(grid(name, bits), repeat=width))
    for keys in product(vectors, repeat=2 * (M + 1)):
        first, second = keys[: M + 1], keys[M + 1 :]
        if all(any(selects(x, q, first, second, M, gap) for q in vectors) for x in range(M)):
            return True
    return False


def selects(x, q, first, second, M, gap):
    def score(y, z):
        return sum(a * b * c for a, b, c in zip(q, first[y], second[z], strict=False))

    t = score(M, M)
    for y in range(M + 1):
        for z in range(M + 1):
            wanted = y < M and z < M and (x + y + z) % M == 0
            if (y, z) != (M, M) and (score(y, z) < t + gap if wanted else score(y, z) > t - gap):
                return False
    return True
