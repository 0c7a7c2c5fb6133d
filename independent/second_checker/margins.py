"""Margins of unit vectors (sections 3, 6, 8, 9)."""

from fractions import Fraction
from math import comb, factorial

from .claims import premise, rule
from .notation import form, need, small
from .patterns import pattern_of
from .semidefinite import semidefinite
from .vectors import one_width


@rule("evaluate", "unit-vectors", of="margin lower", spec="form [pos]*, square pos, queries VECS, keys VECS")
def unit_vectors(c, p):
    t, weights = pattern_of(c.s), p.form
    form(len(p.queries) == len(t.rows) and len(p.keys) == t.columns, "a query for each row, a key for each column")
    form(one_width(p.queries, p.keys) == len(weights), "vectors of another width than the form")
    need(len(weights) <= c.d, "wider than d")
    small(len(t.rows) * t.columns)

    def product(x, y):
        return sum(a * b * w for a, b, w in zip(x, y, weights))

    found = []
    for row, q in zip(t.rows, p.queries):
        plus, minus = ([product(q, k) for k, x in zip(p.keys, row) if x == sign] for sign in "+-")
        if plus and minus:
            gap = min(plus) - max(minus)
            need(gap > 0, "a gap that is not positive")
            found.append(Fraction(gap**2, 4 * p.square * product(q, q)))
    need(found, "no row has both signs")
    e = max(Fraction(abs(product(k, k) - p.square), p.square) for k in p.keys)
    return min(found) - e * (2 + e)


@rule("psd", "ceiling", of="margin upper", spec="block [[int]], row_weights [nat], column_weights [nat]")
def ceiling(c, p):
    t, b, z, n = pattern_of(c.s), p.row_weights, p.block, pattern_of(c.s).columns
    form(len(z) == len(b) == len(t.rows) and all(len(x) == n for x in z) and len(p.column_weights) == n, "sizes")
    small(len(b) * n * n)
    total = 0
    for row, x, w in zip(t.rows, z, b):
        fits = all({"+": y >= 0, "-": y <= 0}.get(s, y == 0) for s, y in zip(row, x))
        need(fits and sum(x) == 0, "a row of weights")
        total += w * sum(y for y in x if y > 0) ** 2
    need(total > 0, "weights that are all 0")
    form_matrix = [[-sum(w * x[i] * x[j] for w, x in zip(b, z)) for j in range(n)] for i in range(n)]
    for i, e in enumerate(p.column_weights):
        form_matrix[i][i] += e
    need(semidefinite(form_matrix), "not positive semidefinite")
    return Fraction(sum(p.column_weights), 4 * total)


def sets_of(c, p):
    """n, the lesser of k and n - k, the number of sets, and whether they are all."""
    k, lines = p.k, getattr(p, "lines", None)
    if c.task == "separation":
        n = c.s["N"]
        need(not lines and c.s["least"] <= k <= c.s["most"], "sets of other sizes")
        count = None
    else:
        t = pattern_of(c.s)
        need(not lines or lines[-1] < t.columns, "no such column")
        lines = lines or range(t.columns)
        n = len(lines)
        words = {"".join(row[j] for j in lines) for row in t.rows}
        count = sum("*" not in word and word.count("+") == k for word in words)
    f = min(k, n - k)
    need(f > 0, "sets that hold all columns, or none")
    if f * n.bit_length() > 4000:
        need(count is not None, "too many sets")
        return n, f, count, False
    return n, f, comb(n, k) if count is None else count, count is None or count == comb(n, k)


SETS = "k nat, lines? LINE"


@rule("theorem", "margin of a simplex", "margin at a Radon point", "margin of neighbours", of="margin upper", spec=SETS)
def complete_sets(c, p):
    n, f, _, complete = sets_of(c, p)
    need(complete, "not all sets")
    if p.word == "margin of a simplex":
        return Fraction(n * n, 4 * f * (n - f) * (n - 1))
    if p.word == "margin of neighbours":
        need(f == 1 and c.d == 2 and n >= 3, "not three columns or more in the plane")
        x = Fraction(314159265358979324, 10**17) / n
        return sum((-1) ** j * x ** (2 * j + 1) / factorial(2 * j + 1) for j in range(7)) ** 4
    ok = n >= c.d + 2 if f == 1 else c.d <= 2 * f <= n - 2 and (n >= 3 * f or f <= 3)
    need(ok, "a hypothesis fails")
    return Fraction(0) if c.d < 2 * f else Fraction(1, 4 * f * f)


@rule("theorem", "margin by packing", of="margin upper", spec=SETS + ", margin frac 0..1")
def packing(c, p):
    count, g = sets_of(c, p)[2], p.margin
    small(c.d * 100)
    need(0 < g < 1 and count * g**c.d > (1 + g) ** c.d - (1 - g) ** c.d, "there is room")
    return g * g


@rule("theorem", "margin of no vectors", of="margin upper", spec="from [premise]1..1")
def no_vectors(c, p):
    one = premise(c, getattr(p, "from")[0])
    need(one.kind == "resource" and one.cls.kind == "SIGN" and one.s == c.s, "a premise about something else")
    need(one.side == "none" or (one.side == "lower" and one.value > c.d), "the premise leaves room")
    return Fraction(0)
