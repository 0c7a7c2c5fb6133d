"""Least sizes of one-head units by kind of tables and by ties, by going through all tables; no code of the checker.

Kinds of tables and weights are written from their words, each in its own way: additive tables are made of summands,
relative ones are looked up by the offset.
"""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product

from brute_patterns import entries

KINDS = ("both", "token", "additive", "relative")
WEIGHTS = ("FIXED", "HARDMAX", "LEFTMOST", "RIGHTMOST")


def tables(kind, numbers, width, N, A, *, query):
    """All functions (i, j, token at j) -> vector of a kind, as dictionaries."""
    places = [(i, j) for i in range(N) for j in range(N) if i == j or not query]
    vectors = list(product(numbers, repeat=width))
    if kind == "additive":
        shifts = range(numbers[0] - numbers[-1], numbers[-1] - numbers[0] + 1)
        seen = set()
        for u in product(vectors, repeat=A):  # v_0 = 0
            for v in product(product(shifts, repeat=width), repeat=N - 1):
                sums = {
                    (j, x): tuple(a + b for a, b in zip(u[x], (((0,) * width), *v)[j], strict=True))
                    for j in range(N)
                    for x in range(A)
                }
                if all(entry in numbers for vector in sums.values() for entry in vector):
                    key = tuple(sums.values())
                    if key not in seen:
                        seen.add(key)
                        yield {(i, j, x): sums[j, x] for i, j in places for x in range(A)}
        return
    name = {
        "both": lambda i, j, x: (j, x),
        "token": lambda i, j, x: x,
        "relative": (lambda i, j, x: x) if query else (lambda i, j, x: (j - i, x)),
    }[kind]
    names = sorted({name(i, j, x) for i, j in places for x in range(A)})
    for chosen in product(vectors, repeat=len(names)):
        found = dict(zip(names, chosen, strict=True))
        yield {(i, j, x): found[name(i, j, x)] for i, j in places for x in range(A)}


def weigh(weights, p, scores):
    """The weights of keys in their order."""
    best = max(scores)
    if weights in ("FIXED", "ROUNDED"):
        return [2**p // 2 ** (best - score) for score in scores]
    tied = [k for k, score in enumerate(scores) if score == best]
    chosen = {"HARDMAX": tied, "LEFTMOST": tied[:1], "RIGHTMOST": tied[-1:]}[weights]
    return [int(k in chosen) for k in range(len(scores))]


def exists(pairs, N, A, p, grid, m, dv, kind, weights, threshold, null):
    """Whether some head of these sizes computes the answers; ``null``: the null token is allowed."""
    numbers = list(entries(p, grid))
    blanks = [None, *(list(product(numbers, repeat=m + dv)) if null else [])]
    asked = [(x, i, a) for x, wanted in pairs for i, a in enumerate(wanted) if a is not None]
    queries = list(tables(kind, numbers, m, N, A, query=True))
    for keys in tables(kind, numbers, m + dv, N, A, query=False):
        for blank in blanks:
            for query in queries:
                rows = [(x, i, a, row(x, i, query, keys, blank, m, p, weights)) for x, i, a in asked]
                if fits_threshold(rows) if threshold else is_function(rows):
                    return True
    return False


def row(x, i, query, keys, blank, m, p, weights):
    """The output row of a head at position i; the null token is the first of the keys, or the last one to be summed."""
    here = [keys[i, j, token] for j, token in enumerate(x)]
    nulls = [] if blank is None else [blank]
    here = [*here, *nulls] if weights == "ROUNDED" else [*nulls, *here]
    return mean(tuple(query[i, i, x[i]]), tuple(map(tuple, here)), m, p, weights)


@cache
def mean(query, here, m, p, weights):
    """The mean of the values of these keys and values by their scores with a query."""
    scores = [sum(a * b for a, b in zip(query, key[:m], strict=True)) for key in here]
    shares = weigh(weights, p, scores)
    columns = list(zip(*(key[m:] for key in here), strict=True))
    if weights == "ROUNDED":
        totals = [cut(zip(shares, c, strict=True), p) for c in [*columns, [1] * len(here)]]
        return tuple(kept(s / totals[-1], p) for s in totals[:-1])
    return tuple(Fraction(sum(s * v for s, v in zip(shares, c, strict=True)), sum(shares)) for c in columns)


def cut(terms, p):
    """The sum of products, cut to p significant bits after each."""
    total = Fraction(0)
    for a, b in terms:
        total = kept(total + a * b, p)
    return total


def kept(x, p):
    """The number of p significant bits next to x, towards 0."""
    size, scale = abs(x), Fraction(1)
    while size / scale >= 2**p:
        scale *= 2
    while size and size / scale < 2 ** (p - 1):
        scale /= 2
    return (1 if x >= 0 else -1) * (size // scale) * scale


def is_function(rows):
    """Whether the answer is a function of position, token and row."""
    seen = {}
    return all(seen.setdefault((i, x[i], found), a) == a for x, i, a, found in rows)


def fits_threshold(rows):
    """Whether a number separates the first coordinates of answers 1 from those of answers 0."""
    if any(a not in (0, 1) for _, _, a, _ in rows):
        return False
    zeros, ones = ([found[0] for _, _, a, found in rows if a == answer] for answer in (0, 1))
    steps = sorted({*zeros, *ones})
    tried = [steps[0] - 1, *((a + b) / 2 for a, b in pairwise(steps)), steps[-1] + 1]
    return any(all(z < t for z in zeros) and all(o > t for o in ones) for t in tried)


def work(N, A, p, m, dv, kind, null):
    """About how many units there are, those of additive tables counted by their summands."""
    places = {"both": N * A, "token": A, "additive": N * A, "relative": (2 * N - 1) * A}[kind]
    queries = A if kind == "relative" else places
    if kind == "additive":
        places = queries = A + 2 * (N - 1)
    return 2 ** (p * ((m + dv) * places + m * queries)) * (1 + null * 2 ** (p * (m + dv)))
