"""Rule theorem (section 9): closed forms, sparse patterns, one matrix."""

from fractions import Fraction
from itertools import chain, combinations, permutations, product
from math import comb, floor, isqrt

from .claims import PATTERN_TASKS, premise, rule
from .computations import matrix_of, ones, store
from .matrices import lines_of, seen, signed
from .notation import form, freeze, need, small
from .patterns import pattern_of
from .semidefinite import FACTORED
from .vectors import dot, transposed


def closed(c, side, kinds, tasks):
    """Closed forms are for one head of order 2, one layer, no pattern."""
    need(c.kind == "resource" and c.side == side and c.cls.kind in kinds and c.task in tasks, "for other claims")
    need(c.heads == 1 and c.order == 2 and c.layers == 1 and not c.pattern, "for one head of order 2")
    need(c.resource == "m" or c.cls.kind not in ("SIGN", "SOFTMAX"), "for m")
    return c.s


@rule("theorem", "least", of="lower")
def least(c, p):
    return c.least if c.kind == "resource" else int(c.body.get("quantity") == "hops")


@rule("theorem", "columns independent", "independent on a sphere", spec="k nat")
def independent(c, p):
    sphere = p.word == "independent on a sphere"
    s, k = closed(c, "lower", ["SIGN"], ["retrieval"] if sphere else ["qsa", "separation"]), p.k
    need(not sphere or s["score"] == "cosine", "for cosine")
    n = s["N"]
    if c.task == "qsa":
        q = s["q"]
        ok = k == 0 or max(k // 2, q - (n - k), 0) <= min(q, k - 1)
    else:
        b, x = s["most"] + 1, n - s["least"] + 1
        ok = k < 2 * b and k < 1 + sphere + max(b, x) and (x >= b or k < 2 * x)
    need(k <= n and ok, "a hypothesis fails")
    return k - 1


@rule("theorem", "independent in balls", spec="k nat")
def balls(c, p):
    s, k = closed(c, "lower", ["SIGN"], ["retrieval"]), p.k
    ok = k < 2 or (k - 1 <= s["most"] and s["least"] < s["N"] and (k < 4 or s["least"] <= s["N"] - k + 2))
    need(s["score"] == "euclidean" and k <= s["N"] and ok, "a hypothesis fails")
    return k - 1


@rule("theorem", "unequal weights")
def unequal_weights(c, p):
    s = closed(c, "lower", ["SOFTMAX"], ["attention-matrix"])
    need(any(exceeds(max(w for _, w in row), min(w for _, w in row), s["ratio"]) for row in s["rows"]), "all are equal")
    return 1


def exceeds(w, v, power):
    """Whether w > 2^power v, for a power that is not negative."""
    a, b = power.numerator, power.denominator
    return a < b * w.bit_length() and w**b > 2**a * v**b


@rule("theorem", "centre", spec="k nat")
def softmax_centre(c, p):
    s, k = closed(c, "lower", ["SOFTMAX"], ["averaging"]), p.k
    q, n = s["q"], s["N"]
    u, x = 1 - q * c.error, k - (n - q)
    need(k <= min(2 * q, n - 1) and u > 0, "a hypothesis fails")
    if x >= 1:
        small(k * 1000)
        need(u**x * k**k > x**x, "a hypothesis fails")
    return k


@rule("theorem", "crossings", spec="k nat")
def crossings(c, p):
    s, k = closed(c, "lower", ["SOFTMAX"], ["averaging"]), p.k
    q, n = s["q"], s["N"]
    need(k > 0 and q * c.error < min(q // ((k + 1) // 2), (n - q) // k), "a hypothesis fails")
    return k


@rule("theorem", "squares", "circle", "curve")
def squares(c, p):
    named = {"squares": ["qsa", "separation", "match"], "circle": ["retrieval", "scored"], "curve": ["retrieval"]}
    s = closed(c, "upper", ["SIGN"], named[p.word])
    if c.task == "scored":
        need(s["of"]["task"] == "qsa", "of another pattern")
        return 2 * s["of"]["q"] if s["of"]["q"] < s["of"]["N"] else 0
    need(c.task != "retrieval" or s["score"] == {"circle": "cosine", "curve": "euclidean"}[p.word], "another score")
    if c.task in ("qsa", "match"):
        return 3 if c.task == "match" else 2 * s["q"] if s["q"] < s["N"] else 0
    low, high, half = s["least"], s["most"], s["N"] // 2
    z = half if low <= half <= high else high if high < half else s["N"] - low
    return 2 * high - 1 if p.word == "curve" else 2 * z


@rule("theorem", "presence")
def presence(c, p):
    need(c.kind == "resource" and c.side == "upper" and c.task == "computation", "for other claims")
    s, m = c.s, c.s.get("M")
    need(c.cls.kind in ("FIXED", "ROUNDED") and s["of"] == "match" and c.cls.grid == "twos", "for other claims")
    need(c.read_out == "any" and c.order == 2 and c.layers == 1 and c.resource in "mH", "for other sizes")
    need(c.heads == 1 or not c.scope or c.scope["combine"] == "concat", "for heads abreast")
    if c.resource == "H":
        return (m + c.dv - 1) // c.dv
    if c.dv == "m":
        return (m + c.heads - 1) // c.heads
    need(c.dv * c.heads >= m, "values are too narrow")
    return 0


@rule("theorem", "identity")
def identity_bound(c, p):
    s = closed(c, "upper", ["SIGN"], PATTERN_TASKS)
    if c.task in ("qsa", "separation"):  # one row, if it is that of all columns; else N rows or more
        return min(s["N"], 2) - 1 if s.get("q", s.get("least")) == s["N"] else s["N"] - 1
    if c.task == "match":
        return s["M"]
    t = pattern_of(s)
    return min(t.columns, len(t.rows) + t.offset) - t.offset


@rule("theorem", "simplex")
def simplex(c, p):
    s = closed(c, "upper", ["SIGN", "SOFTMAX"], ["retrieval", "attention-matrix", "permutation-matrix"])
    if c.task == "retrieval":
        return s["N"] - 1 - (s["score"] == "euclidean" and (s["least"] > 2 or s["most"] < s["N"] - 1))
    return s["L"] - 1 if c.task == "permutation-matrix" else min(s["L"] - 1, len(set(map(freeze, s["rows"]))))


def below(h, d):
    """L(h, d)."""
    small(min(h, d + 1))
    return 2 * sum(comb(h - 1, i) for i in range(min(h, d + 1))) if h and d >= 0 else 1


def asked_sets(c, p, size=None):
    """n and R of a statement of late interaction."""
    of = c.s["of"]
    if of["task"] == "separation" and not hasattr(p, "columns"):
        n, low, high = of["N"], of["least"], of["most"]
        sizes = [x for x in ([low, n // 2, high] if size is None else [size]) if low <= x <= high and 0 < x < n]
        return n, max((comb(n, min(x, n - x, 1000)) for x in sizes), default=0)
    t = pattern_of(of)
    columns = getattr(p, "columns", list(range(t.columns)))
    form(columns[-1] < t.columns, "no such column")
    rows = {"".join(row[j] for j in columns) for row in t.rows}
    return len(columns), sum(set(row) == {"+", "-"} and size in (None, row.count("+")) for row in rows)


@rule("theorem", "cells", "hull", spec="k int 0..4096, columns? [nat] inc")
def cells(c, p):
    s, k = closed(c, "lower", ["SIGN"], ["maxsim"]), p.k
    vectors, t = s["document_vectors"], s["query_vectors"]
    n, r = asked_sets(c, p, None if p.word == "cells" else k)
    if p.word == "hull":
        need(t == 1 and k > 0 and r > 1 and r * (k - 1) ** (k - 1) > vectors * n * k**k, "a hypothesis fails")
        return 3
    cells_of = below(n * (vectors * (vectors - 1) // 2), k - 1)
    small(t * k * 1000)
    need(r + 2 > comb(cells_of + t - 1, t) * below(n, t * k), "a hypothesis fails")
    return k + 1


@rule("theorem", "plane")
def plane(c, p):
    of = closed(c, "lower", ["SIGN"], ["maxsim"])["of"]
    need(of["task"] == "separation" and of["most"] >= 2 and of["least"] <= of["N"] - 2 and of["N"] >= 4, "hypothesis")
    return 2


@rule("theorem", "runs")
def runs(c, p):
    s = closed(c, "upper", ["SIGN"], ["maxsim"])
    of = s["of"]
    need(of["task"] == "separation" and s["document_vectors"] >= 2, "a hypothesis fails")
    half, n = of["N"] // 2, of["N"]
    most = half if of["least"] <= half <= of["most"] else max(min(x, n - x) for x in (of["least"], of["most"]))
    need(s["query_vectors"] >= most, "a hypothesis fails")
    return 2


@rule("theorem", "interpolation")
def interpolation(c, p):
    closed(c, "upper", ["SOFTMAX"], ["permutation-matrix"])
    return 2


@rule("theorem", "planarity", spec="sets [[nat] inc]5..6, rows [nat]")
def planarity(c, p):
    t, edges, alone = pattern_of(closed(c, "lower", ["SIGN"], PATTERN_TASKS)), set(), set()
    form(max(p.rows) < len(t.rows) and max(map(max, p.sets)) < t.columns, "no such row or column")
    for row in (t.rows[r] for r in p.rows):
        need("*" not in row and not {"0", "+"} <= set(row), "a row with *, or 0 and +")
        below = [j for j, x in enumerate(row) if x == "-"]
        above = [j for j, x in enumerate(row) if x != "-"]
        side = min(below, above, key=len)  # the first one, of equal ones
        need(len(side) in (1, 2), "a row without a side of one or two columns")
        (edges if len(side) == 2 else alone).add(frozenset(side))
    need(sum(map(len, p.sets)) == len(set(chain(*p.sets))), "sets meet")
    for x in p.sets:
        need(len(x) > 1 or frozenset(x) in alone, "a column is not alone in a row")
        inner, left, todo = [e for e in edges if e <= set(x)], set(x[1:]), [x[0]]
        while todo:
            new = set().union(*(e for e in inner if todo[-1] in e)) & left
            todo, left = todo[:-1] + list(new), left - new
        need(not left, "a set is not connected")
    pairs = combinations(range(5), 2) if len(p.sets) == 5 else product(range(3), range(3, 6))
    need(all(any(frozenset((a, b)) in edges for a in p.sets[x] for b in p.sets[y]) for x, y in pairs), "not adjacent")
    return 4


def opened(layer):
    return list(chain(*map(opened, layer["of"]))) if layer["name"] == "union" else [layer]


def least_sum(steps, wanted):
    """The least t >= 1 such that the first t numbers, cyclically, add up to what is wanted; None if there is none."""
    total = sum(steps)
    if total == 0 and wanted > 0:
        return None
    rounds = max(0, wanted // total - 1) if total else 0
    t, now = rounds * len(steps), rounds * total
    while t == 0 or now < wanted:
        now += steps[t % len(steps)]
        t += 1
    return t


@rule("theorem", "named layers", of="quantity sparse-pattern upper")
def named_layers(c, p):
    n, parts = c.s["n"], [opened(x) for x in c.s["layers"]]
    one, two = parts[0], parts[1 % len(parts)]
    full = {
        "dense": lambda x: True, "stride": lambda x: x["w"] == 1, "window": lambda x: x["w"] >= n - 1,
        "block": lambda x: x["w"] >= n, "star": lambda x: n <= 4, "longformer": lambda x: x["w"] + x["g"] >= n - 1,
    }  # fmt: skip
    if any(full.get(x["name"], lambda x: False)(x) for x in one):
        return 1

    def pair(x, y):
        names = (x["name"], y["name"])
        if names == ("stride", "window"):
            x, y, names = y, x, names[::-1]
        return (
            (names == ("window", "stride") and y["w"] <= x["w"] + 1)
            or (names == ("block", "summaries") and x["w"] == y["w"] and (y["last"] or n % y["w"] == 0))
            or names == ("star", "star") or (names == ("longformer", "longformer") and x["g"] >= 1 and y["g"] >= 1)
        )  # fmt: skip

    if any(pair(x, y) for x in one for y in two):
        return 2
    need(all(any(x["name"] not in ("lists", "causal") for x in layer) for layer in parts), "a layer has no named part")

    def width(x):
        near = x["name"] in ("window", "longformer") or (x["name"] == "dilated" and x["r"] == 1)
        return x["w"] if near else 0

    value = least_sum([max(map(width, layer)) for layer in parts], n - 1)
    need(value is not None, "nothing holds")
    return value


@rule("theorem", "reach", of="quantity sparse-pattern lower")
def reach(c, p):
    n = c.s["n"]

    def farthest(x):
        if x["name"] == "union":
            return max(map(farthest, x["of"]))
        if x["name"] == "causal":
            return farthest(x["of"])
        steps = {"window": lambda: x["w"], "block": lambda: x["w"] - 1, "dilated": lambda: x["w"] * x["r"]}
        return steps.get(x["name"], lambda: n - 1)()

    value = least_sum([farthest(x) for x in c.s["layers"]], n - 1)
    need(value is not None, "hops are infinite")
    return value


def sees(layer, i, j, n):
    """Whether i attends to j, without a list of all."""
    name = layer["name"]
    if name == "union":
        return any(sees(x, i, j, n) for x in layer["of"])
    if name == "causal":
        return j <= i and sees(layer["of"], i, j, n)
    w = layer.get("w")
    if name == "star":
        return i == n - 1 or n <= 4 or j == n - 1 or (i - j) % (n - 1) in (0, 1, n - 2)
    if name == "dilated":
        return (i - j) % layer["r"] == 0 and abs(i - j) // layer["r"] <= w
    return {
        "dense": lambda: True, "window": lambda: abs(i - j) <= w, "block": lambda: i // w == j // w,
        "stride": lambda: (i - j) % w == 0, "lists": lambda: j in layer["lists"][i],
        "summaries": lambda: i == j or j % w == w - 1 or (layer["last"] and j == n - 1),
        "longformer": lambda: i < layer["g"] or j < layer["g"] or abs(i - j) <= w,
    }[name]()  # fmt: skip


@rule("theorem", "in order", of="path", spec="reversed=false bool")
def in_order(c, p):
    n = c.s["n"]
    small(n * len(c.s["layers"]))
    a, b = (0, 1) if p.reversed else (1, 0)
    for i in range(n - 1):
        need(any(sees(x, i + a, i + b, n) for x in c.s["layers"]), "no layer has a step")


def root(x, up):
    """The square root, exact or rounded to multiples of 10^-12."""
    a, b = isqrt(x.numerator), isqrt(x.denominator)
    if a * a == x.numerator and b * b == x.denominator:
        return Fraction(a, b)
    scale = 10**12
    low = isqrt(floor(x * scale**2))
    return Fraction(low + (up and low * low != x * scale**2), scale)


@rule("theorem", "short side", "blocky", "row sums")
def matrix_upper(c, p):
    name, matrix = seen(c)
    need(c.side == "upper", "for upper bounds")
    if p.word == "short side":
        need(name in FACTORED and name != "trace_norm", "for gamma2")
        return root(Fraction(min(len(set(matrix)), len(set(transposed(matrix))))), True)
    if p.word == "blocky":
        sets = {frozenset(k for k, x in enumerate(row) if x == "1") for row in matrix}
        need(name == "gamma2_01" and not any(a & b for a, b in combinations(sets, 2)), "not blocky")
        return 1
    need(name == "spectral_norm", "for the spectral norm")
    a = signed(matrix if len(matrix) <= len(matrix[0]) else transposed(matrix))
    small(len(a) ** 2 * len(a[0]) // 8)
    return root(Fraction(max(sum(abs(dot(x, y)) for y in a) for x in a)), True)


@rule("theorem", "antichain", spec='of "rows"|"columns", lines LINE')
def antichain(c, p):
    name, matrix = seen(c)
    lines = lines_of(matrix, p.of)
    need(name in ("cover1",) and c.side == "lower", "for covers, lower")
    form(p.lines[-1] < len(lines), "no such line")
    for i, j in permutations(p.lines, 2):
        need(any(x == "1" and y == "0" for x, y in zip(lines[i], lines[j])), "no antichain")
    return next(k for k in range(len(p.lines) + 1) if comb(k, k // 2) >= len(p.lines))


@rule("theorem", "vectors", spec="left [int], right [int]")
def vectors(c, p):
    name, matrix = seen(c)
    need(name == "spectral_norm" and c.side == "lower" and any(p.left) and any(p.right), "for the spectral norm, lower")
    form(len(p.left) == len(matrix) and len(p.right) == len(matrix[0]), "vectors of another length")
    value = dot(p.left, [dot(row, p.right) for row in signed(matrix)])
    return root(Fraction(value**2, dot(p.left, p.left) * dot(p.right, p.right)), False)


OF_ONES = {
    "fooling": "fooling1", "fractional_cover": "fractional_cover1", "cover": "cover1", "partition": "partition1",
    "nonnegative_rank": "cover1 fractional_cover1 fooling1",
}  # fmt: skip


@rule("theorem", "polygon", of="values", spec="from [premise]1, rows [nat], columns [nat]")
def polygon(c, p):
    """A matrix of rank 3 with zeros on the diagonal alone: points on the sides of a polygon."""
    need(c.measure == "nonnegative_rank" and c.side == "lower", "for other measures")
    (rank,) = (premise(c, x) for x in getattr(p, "from"))
    need(rank.kind == "measure" and rank.measure == "rank" and rank.side == "upper", "a premise of another kind")
    need(freeze(rank.s) == freeze(c.s) and rank.value <= 3, "a premise about another matrix, or a larger rank")
    rows, n = c.s["rows"], len(p.rows)
    need(n == len(p.columns) and n > 2, "another number of columns")
    need(max(p.rows) < len(rows) and max(p.columns) < len(rows[0]), "no such row or column")
    small(n * n)
    for i, j in product(range(n), repeat=2):
        x = rows[p.rows[i]][p.columns[j]]
        need(x is not None and (x == 0 if i == j else x > 0), "a 0 too many, or one is missing")
    return next(k for k in range(8) if k == 7 or max(k, 2 * k - 4) >= n)


@rule("theorem", "values", "support", of="values", spec="from [premise]1..4096")
def of_values(c, p):
    """Sums over the values of a matrix; a bound of its support."""
    need((c.measure == "nonnegative_rank") == (p.word == "support") and c.measure in OF_ONES, "for other measures")
    need(p.word == "values" or c.side == "lower", "for lower bounds")
    found = sorted({x for row in c.s["rows"] for x in row if x is not None})
    wanted = [{x} for x in found] if p.word == "values" else [set(found) - {0}]
    premises = [premise(c, x) for x in getattr(p, "from")]
    need(len(premises) == len(wanted), "another number of premises")
    for one, chosen in zip(premises, wanted):
        need(one.kind == "measure" and one.side == c.side and one.task == "communication", "a premise of another kind")
        need(one.measure in OF_ONES[c.measure].split(), "a premise about another measure")
        need(matrix_of(store(one.s)) == ones(c.s, chosen), "a premise about another matrix")
    return sum(one.value for one in premises)
