"""Least widths of averages of q of N by brute force: classes FIXED and SATURATED in one coordinate, one head."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

from brute_patterns import entries


def intervals(weights, y, q, eps):
    """The numbers c with sum_j |c w_j - [j in y]/q| <= eps, as an interval, or None; the sum is convex in c."""
    goal = [Fraction(int(j in y), q) for j in range(len(weights))]

    def off(c):
        return sum(abs(c * w - g) for w, g in zip(weights, goal, strict=False))

    corners = sorted({g / w for w, g in zip(weights, goal, strict=False) if w} | {Fraction(0)})
    best = min(corners, key=off)
    if off(best) > eps:
        return None
    ends = []
    for side in (-1, 1):
        at = best
        beyond = sorted((c for c in corners if (c - best) * side > 0), key=lambda c: abs(c - best))
        for c in [*beyond, (beyond[-1] if beyond else best) + 10**6 * side]:
            if off(c) > eps:
                slope = (off(c) - off(at)) / (c - at)
                at += (eps - off(at)) / slope
                break
            at = c
        ends.append(at)
    return ends[0], ends[1]


def meet(shown, N, q, eps):
    """Whether some query for each set, and one c, keep the error; ``shown``: the weights that queries give."""
    sets = list(combinations(range(N), q))
    spans = []
    for y in sets:
        found = [span for span in (intervals(w, y, q, eps) for w in shown) if span]
        if not found:
            return False
        spans.append(found)
    ends = {low for found in spans for low, _ in found}
    return any(all(any(a <= c <= b for a, b in found) for found in spans) for c in ends)


@cache
def fixed(N, q, eps, bits, name):
    """Whether a unit of class FIXED with m = 1 keeps the error."""
    vectors = list(entries(bits, name))
    seen = set()
    for keys in product(vectors, repeat=N):
        shown = set()
        for query in vectors:
            scores = [query * k for k in keys]
            best = max(scores)
            shown.add(tuple(2 ** (bits - (best - s)) if best - s <= bits else 0 for s in scores))
        if frozenset(shown) not in seen:
            seen.add(frozenset(shown))
            if meet(shown, N, q, eps):
                return True
    return False


@cache
def saturated(N, q, eps, width):
    """Whether a unit of class SATURATED of width 0, 1, or 2 and N <= 3, keeps the error."""
    every = [tuple(int(j in y) for j in range(N)) for k in range(1, N + 1) for y in combinations(range(N), k)]
    if width >= N - 1:
        return meet(every, N, q, eps)
    for keys in [(0,) * N] if width == 0 else product(range(N), repeat=N):
        ends = {tuple(int(k == end) for k in keys) for end in (min(keys), max(keys))} | {(1,) * N}
        if meet(ends, N, q, eps):
            return True
    return False


def softmax_on_a_line(N, q, eps):
    """Whether real keys on a line keep the error, as far as a few keys and queries show: weights 2^score."""
    for keys in product((-2, -1, 0, 1, 2), repeat=N - 1):
        shown = {tuple(Fraction(2) ** (a * k) for k in (0, *keys)) for a in (-8, -4, -2, -1, 0, 1, 2, 4, 8)}
        if meet(shown, N, q, eps):
            return True
    return False
