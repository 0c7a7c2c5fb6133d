"""Rule evaluate (section 6): vectors for patterns."""

from fractions import Fraction
from itertools import chain, pairwise, product
from math import ceil, prod

from .claims import least_bits, rule
from .notation import form, need, small
from .patterns import pattern_of


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def one_width(*lists):
    widths = {len(v) for vectors in lists for v in vectors}
    form(len(widths) == 1, "vectors of different widths")
    return widths.pop()


def size_value(c, width, entries):
    """The value of an upper bound by explicit vectors."""
    need(c.kind == "resource" and c.side == "upper", "bounds sizes from above")
    if c.resource == "m":
        need(c.cls.p is None or least_bits(c.cls.grid, entries) <= c.cls.p, "an entry is not in the grid")
        return width
    need(c.resource == "p" and width <= c.m, "wider than the m held fixed")
    return least_bits(c.cls.grid, entries)


def sign(x):
    return (x > 0) - (x < 0)


SIGNS = {"+": 1, "0": 0, "-": -1}


@rule("evaluate", "points", of="SIGN m", spec="queries VECS, keys VECS")
def points(c, p):
    t, w, keys, queries = pattern_of(c.s), len(p.keys[0]), p.keys, p.queries
    form(len(keys) == t.columns, "a key for each column")
    if t.plain:
        rows = t.homogeneous
    else:
        need(not t.weights and not t.heads, "not for this task")
        rows = [*t.rows, "+" * t.columns]
        form(w > 0, "keys without coordinates")
        if t.score == "cosine":
            need(w == 1 or all(dot(k[:-1], k[:-1]) == k[-1] ** 2 for k in keys), "a key of another norm")
        if t.score == "euclidean":
            keys = [[*(k[-1] * x for x in k[:-1]), dot(k[:-1], k[:-1]), k[-1] ** 2] for k in keys]
            need(all(q[-2] < 0 for q in queries if len(q) == w + 1), "a square with a wrong sign")
    form(len(queries) == len(rows) - (not t.plain), "a query for each row")
    form(all(len(q) == len(keys[0]) for q in queries), "queries of another width")
    if t.groups is not None:
        first = {}
        need(all(first.setdefault(g, q[:-1]) == q[:-1] for g, q in zip(t.groups, queries)), "queries of a group differ")
    if not t.plain:
        queries = [*queries, [0] * (len(keys[0]) - 1) + [1]]
    small(len(rows) * t.columns)
    for row, q in zip(rows, queries):
        need(all(x == "*" or sign(dot(q, k)) == SIGNS[x] for x, k in zip(row, keys)), "a score of a wrong sign")
    return size_value(c, w - t.offset, [])


@rule("evaluate", "tables", of="GRID|KEYS", spec="heads [{queries VECS, keys VECS, null_key? VEC}]")
def tables(c, p):
    t, gap = pattern_of(c.s), c.cls.gap or Fraction(1, 2)
    need(t.plain or t.heads, "for one head, or shared")
    form(len(p.heads) == (t.heads or 1), "as many heads as the task has")
    entries, widths, scores, sizes = [], [], [], {}
    for h in p.heads:
        form(("null_key" in h) == t.null, "a null key exactly if the pattern has one")
        form(len(h["queries"]) == len(t.rows) and len(h["keys"]) == t.columns, "a query for each row, and keys")
        extra = [h["null_key"]] if t.null else []
        widths.append(one_width(h["queries"], h["keys"], extra))
        entries += chain(*(h["queries"] if c.cls.kind == "GRID" else ()), *h["keys"], *extra)
        scores.append([([dot(q, k) for k in h["keys"]], [dot(q, k) for k in extra]) for q in h["queries"]])
    for r, row in enumerate(t.rows):
        if not t.heads:
            s, null = scores[0][r]
            plus, minus = ([x for x, y in zip(s, row) if y == z] for z in "+-")
            zero = {x for x, y in zip(s, row) if y == "0"} | set(null)
            if zero:
                need(len(zero) == 1, "scores that should be equal differ")
                level = zero.pop()
                ok = all(x >= level + gap for x in plus) and all(x <= level - gap for x in minus)
            else:
                ok = not plus or not minus or min(plus) - max(minus) >= 2 * gap
            need(ok, "a score is within the gap")
            continue
        parts = []
        for s in scores:
            s = s[r][0]
            top = {j for j, x in enumerate(s) if x == max(s)}
            need(all(x <= max(s) - gap for j, x in enumerate(s) if j not in top), "a score is within the gap")
            parts.append(top)
        union = set().union(*parts)
        need(union == {j for j, x in enumerate(row) if x == "0"} and sum(map(len, parts)) == len(union), "no partition")
        need(t.combine == "concat" or sizes.setdefault(0, list(map(len, parts))) == list(map(len, parts)), "sizes")
    return size_value(c, max(widths), entries)


@rule("evaluate", "tuples", of="match SIGN|GRID", spec="queries VECS, keys [VECS], null_keys VECS")
def tuples(c, p):
    size, order, gap = c.s["M"], c.s["order"], c.cls.gap or 1
    form(len(p.queries) == size and len(p.keys) == len(p.null_keys) == order - 1, "as many as the task has")
    form(all(len(k) == size for k in p.keys), "a key for each token")
    width = one_width(p.queries, *p.keys, p.null_keys)
    small((size + 1) ** (order - 1) * size)
    for x, q in enumerate(p.queries):
        level = sum(map(prod, zip(q, *p.null_keys)))
        for ks in product(range(size + 1), repeat=order - 1):
            vectors = [null if k == size else keys[k] for k, keys, null in zip(ks, p.keys, p.null_keys)]
            score = sum(map(prod, zip(q, *vectors))) - level
            if all(k == size for k in ks):
                continue
            good = max(ks) < size and (x + sum(ks)) % size == 0
            need(score >= gap if good else score <= -gap, "a tuple scores on the wrong side")
    return size_value(c, width, list(chain(*p.queries, *chain(*p.keys), *p.null_keys)))


@rule("evaluate", "maxsim", of="SIGN maxsim m", spec="queries [VECS], keys [VECS]")
def late_interaction(c, p):
    t, most = pattern_of(c.s["of"]), (c.s["query_vectors"], c.s["document_vectors"])
    width = one_width(*p.queries, *p.keys)
    form(len(p.queries) == len(t.rows) and len(p.keys) == t.columns, "vectors for each row and column")
    need(all(len(x) <= n for xs, n in zip((p.queries, p.keys), most) for x in xs), "too many vectors")
    small(sum(map(len, p.queries)) * sum(map(len, p.keys)))
    for row, queries in zip(t.rows, p.queries):
        score = [sum(max(dot(q, k) for k in keys) for q in queries) for keys in p.keys]
        plus, minus = ([x for x, y in zip(score, row) if y == z] for z in "+-")
        need(not plus or not minus or min(plus) > max(minus), "a score on the wrong side")
    return size_value(c, width, [])


RATIOS_FIELDS = "denominator pos, precision int 1..4096, queries VECS, keys VECS"


@rule("evaluate", "ratios", of="attention-matrix resource", spec=RATIOS_FIELDS)
def ratios(c, p):
    form(len(p.queries) == len(c.s["rows"]) and len(p.keys) == c.s["L"], "a query for each row, a key for each column")
    width, d = one_width(p.queries, p.keys), p.denominator
    for row, q in zip(c.s["rows"], p.queries):
        score, listed, high, low = [dot(q, k) for k in p.keys], dict(map(tuple, row)), [], []
        for j, w in listed.items():
            power = w**p.precision
            bits = power.bit_length() - 1
            high.append(score[j] * p.precision - bits * d)
            low.append(score[j] * p.precision - (bits + (power != 1 << bits)) * d)
        need(max(high) - min(low) <= c.s["ratio"] * p.precision * d, "a ratio of weights is not met")
        others = [x for j, x in enumerate(score) if j not in listed]
        need(not others or min(score[j] for j in listed) - max(others) >= -c.s["zero"] * d, "a weight is not small")
    return size_value(c, width, [])


ORDER_FIELDS = 'order? PLACES, negated=[] PLACES, vectors="columns" "columns"|"rows"'


@rule("evaluate", "order", of="SIGN|SOFTMAX m", spec=ORDER_FIELDS)
def moment_curve(c, p):
    t = pattern_of(c.s)
    need(not t.heads, "for one head")
    need(t.plain or (not p.negated and p.vectors == "columns"), "negated, rows are for plain patterns")
    rows = t.homogeneous if t.plain else t.rows
    pole = t.score == "euclidean" and t.groups is None
    if t.groups is not None:
        rows = levels_of_queries(t)
    if pole:
        rows = [row + "-" for row in rows]
    if p.vectors == "rows":
        rows = transposed(rows)
    order = getattr(p, "order", list(range(len(rows[0]))))
    need(sorted(order) == list(range(len(rows[0]))), "not an order of all columns")
    form(max(p.negated, default=0) < len(order), "negated columns that are none")
    flip, most = set(p.negated), 0
    for row in rows:
        zeros = roots = 0
        last = None
        for j in order:
            if row[j] == "0":
                zeros, roots = zeros + 1, roots + 1
            elif row[j] != "*":
                now = SIGNS[row[j]] * (-1 if j in flip else 1)
                roots += last is not None and zeros % 2 == (now == last)
                last, zeros = now, 0
        most = max(most, roots if last is not None else 0)
    if c.task == "attention-matrix" and any(len(row) == c.s["L"] for row in c.s["rows"]):
        most = max(most, c.s["L"] - 1)
    if t.groups is not None:
        most = min(most, t.columns - 1)
    if t.score != "inner":
        return size_value(c, 2 * ceil(most / 2) - (pole and most > 0), [])
    return size_value(c, most + 1 - t.offset, [])


def levels_of_queries(t):
    """A row for each query: + at its least set, 0 at the others that it selects."""
    need(sorted(t.groups) == list(t.groups), "rows of a query stand together")
    found = []
    for query in sorted(set(t.groups)):
        own = [row for row, group in zip(t.rows, t.groups) if group == query]
        # how often each column is selected; None where nothing is asked
        need(all(("*" in col) == (set(col) == {"*"}) for col in zip(*own)), "rows of a query differ in *")
        asked = [j for j in range(t.columns) if own[0][j] != "*"]
        own = sorted(own, key=lambda row: row.count("+"))
        need(all(b[j] == "+" for a, b in pairwise(own) for j in asked if a[j] == "+"), "sets are not nested")
        own = [row for row in own if len({row[j] for j in asked}) == 2]
        low, high = (own[0], own[-1]) if own else ("-" * t.columns,) * 2
        marks = ("+" if a == "+" else "0" if b == "+" else "-" for a, b in zip(low, high))
        found.append("".join(mark if j in asked else "*" for j, mark in enumerate(marks)))
    return found


def transposed(rows):
    return list(map("".join, zip(*rows)))
