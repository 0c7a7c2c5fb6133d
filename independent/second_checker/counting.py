"""Rule theorem (section 9): needs that exceed what units can tell."""

from collections import Counter
from itertools import combinations
from math import ceil, comb

from .claims import PATTERN_TASKS, premise, refuted, rule, sizes_at
from .computations import answers_of, cases, matrix_of, sizes_of, store
from .notation import form, freeze, need, small
from .patterns import pattern_of
from .semidefinite import grid_bounds, whole_gap
from .sparse import graph
from .vectors import SIGNS, transposed


def sizes_excluded(c, tasks, kind):
    """The sizes (m, p, heads, dv) that a theorem has to exclude."""
    need(c.task in tasks and c.cls is not None and c.cls.kind == kind, "for other claims")
    if c.fact == "excluded":
        return c.body["sizes"]
    refuted(c)
    need(c.order == 2 and c.layers == 1 and not c.pattern, "for one layer of order 2")
    return [sizes_at(c, c.value - 1)]


def excluded(c, sizes, wanted, cost):
    """The need is larger than the cost at all sizes."""
    need(not getattr(c, "scope", None) or c.scope["tables"] != "relative", "not for keys by offset")
    for m, p, heads, dv in sizes:
        small(p)
        need(wanted > cost(m, p, heads, dv), "the size that is claimed to be too small is not")
    return c.value


def scores(c, m, p):
    return m * (2 ** (p - 1) * (2**p - 1) if c.cls.grid == "twos" else (2**p - 1) ** 2) + 1


def row_sums(c, n, whole=lambda x: x):
    """The product of the numbers of messages; ``whole`` rounds each of them."""

    def cost(m, p, heads, dv):
        e, u = p + 2 if c.cls.grid == "twos" else p // 2 + 2, n * 2**p
        each = whole(scores(c, m, p)) * whole(e) * whole(u + 1)
        return power(each, heads) * power(whole(u * (2**p - 1) + 1), dv * heads)

    return cost


def kept(most, p):
    """How many of 0 .. most have at most p significant bits."""
    count, low = 1, 1  # the number 0; then those from low to 2 low - 1
    while low <= most:
        step = max(1, low >> p - 1)
        count += (min(most, 2 * low - 1) - low) // step + 1
        low *= 2
    return count


def rounded_sums(c, n):
    def cost(m, p, heads, dv):
        e, u = p + 2 if c.cls.grid == "twos" else p // 2 + 2, n * 2**p
        largest = 2 ** (p - 1) if c.cls.grid == "twos" else 2**p - 1
        return power(scores(c, m, p) * e * kept(u, p), heads) * power(2 * kept(u * largest, p) - 1, dv * heads)

    return cost


def power(base, exponent):
    small(10 * base.bit_length() * exponent)
    return base**exponent


def pairwise_sizes(c, kind="FIXED"):
    sizes = sizes_excluded(c, ["computation"], kind)
    need(c.fact == "excluded" or (c.scope and c.layers == 1), "for pairwise scores")
    return sizes


@rule("theorem", "disjointness", spec="k nat")
def disjointness(c, p):
    rounds = c.cls is not None and c.cls.kind == "ROUNDED"
    sizes, s = pairwise_sizes(c, "ROUNDED" if rounds else "FIXED"), c.s
    need(s["of"] == "match" and s["order"] == 3 and s.get("position", 0) == 0, "for match3 at the first position")
    need(p.k <= min((s["M"] - 2) // 2, (s["N"] - 1) // 2), "a hypothesis fails")
    return excluded(c, sizes, 2**p.k, rounded_sums(c, p.k + 1) if rounds else row_sums(c, p.k))


@rule("theorem", "means")
def means(c, p):
    sizes, n, q = sizes_excluded(c, ["averaging"], "FIXED"), c.s["N"], c.s["q"]
    need(q * c.body["error"] < 1, "the error is too large")
    small(min(q, n - q) * 1000)
    wanted = comb(n - 1, q) + 2 * comb(n - 1, q - 1)
    return excluded(c, sizes, wanted, lambda m, p, h, dv: power(2, p * (m + dv) * h) * power(scores(c, m, p), h))


@rule("theorem", "answers", of="resource computation FIXED|HARDMAX|LEFTMOST|RIGHTMOST")
def answers(c, p):
    need(c.order == 2 and c.read_out == "any", "for order 2 and any read-out")
    need(c.side != "none" or (c.resource == "m" and c.dv != "m"), "a larger size may tell more")
    seen, n = {}, sizes_of(c.s)[1] + 1
    for word, wanted in cases(c.s):
        for i, answer in enumerate(wanted):
            if answer is not None:
                seen.setdefault((i, word[i]), set()).add(answer)

    def rows(m, p, heads, dv):
        return power((n - 1) * 2**p + 1, heads) * power(n * 2**p * (2**p - 1) + 1, dv * heads)

    if c.side != "none":
        refuted(c)
    value = 0 if c.side == "none" else c.value - 1
    return excluded(c, [sizes_at(c, value)], max([0, *map(len, seen.values())]), rows)


def told_apart(c, count):
    refuted(c)
    need(c.order == 2, "for order 2")
    return excluded(c, [sizes_at(c, c.value - 1)], count, lambda m, p, h, dv: power(2, p * (m + dv) * h * c.layers))


WHOLE = "resource computation FIXED|ROUNDED|HARDMAX|LEFTMOST|RIGHTMOST"


@rule("theorem", "told token", of=WHOLE)
def told_token(c, p):
    need(c.s["of"] == "cycle3" and "position" not in c.s and c.s["N"] >= 3, "for triangles, asked everywhere")
    return told_apart(c, 2 ** (c.s["N"] - 2))


@rule("theorem", "told values", spec="inputs [[nat]], position nat, values [nat]", of=WHOLE)
def told_values(c, p):
    alphabet, length = sizes_of(c.s)
    small(len(p.inputs) * len(p.values) * length * 10)
    if c.layers > 1 and len(p.inputs) > 1:
        need(c.pattern, "several inputs are for one layer, or a pattern")
        early = [row for layer in graph(c.pattern)[: c.layers] for row in layer[: p.position + 1]]
        need(all(j <= p.position for row in early for j in row), "a position up to the token sees a later one")
        need(len({tuple(x[: p.position]) for x in p.inputs}) == 1, "the inputs differ before the token")
    need(p.position < length and all(len(x) == length for x in p.inputs), "an input is none of the task")
    table = dict(cases(c.s)) if c.s["of"] == "table" else None
    told = [()] * len(p.values)
    for x in p.inputs:
        words = [(*x[: p.position], value, *x[p.position + 1 :]) for value in p.values]
        need(all(max(w) < alphabet and (table is None or w in table) for w in words), "no input of the task")
        found = [answers_of(c.s, w) if table is None else table[w] for w in words]
        places = [c.s["position"]] if "position" in c.s else range(length)
        places = [j for j in places if j != p.position and all(answers[j] is not None for answers in found)]
        told = [(*before, *(answers[j] for j in places)) for before, answers in zip(told, found)]
    return told_apart(c, len(set(told)))


def encoding(c, p, measures):
    """The reduction of the first premise, its positions that are read, and the bound of the second."""
    fact, bound = [premise(c, x) for x in getattr(p, "from")]
    need(fact.fact == "correct" and bound.side == "lower" and bound.kind == "measure", "premises of another kind")
    need(bound.measure in measures, "another measure")
    s, places = fact.s, fact.s["position"]
    one = places if isinstance(places, int) else places[0] if len(places) == 1 else None
    same = freeze(s["target"]) == freeze(c.s) or freeze({**s["target"], "position": one}) == freeze(c.s)
    need(same, "the reduction goes to another task")
    if freeze(bound.s) != freeze(s["source"]):
        need(bound.s["of"] == "matrix" and matrix_of(store(bound.s)) == matrix_of(store(s["source"])), "another source")
    return s, [places] if isinstance(places, int) else places, bound


@rule("theorem", "cut", "cut in bits", spec="from [premise]2")
def cut(c, p):
    in_bits = p.word == "cut in bits"
    measures = ["D"] if in_bits else [a + b for a in ("fooling", "cover", "partition") for b in "01"]
    sizes, (s, places, bound) = pairwise_sizes(c), encoding(c, p, measures)
    own, owners = Counter(s["owners"]), {s["owners"][i] for i in places} - {"P"}
    need(len(owners) <= 1, "positions of both parties are read")
    n = {"A": own["B"], "B": own["A"], "": min(own["A"], own["B"])}["".join(owners)]
    r, private = len(places), sum(s["owners"][i] != "P" for i in places)
    sums = row_sums(c, max(1, n), (lambda x: 1 << (x - 1).bit_length()) if in_bits else lambda x: x)
    wanted = 2 ** max(0, ceil(bound.value) - 1) if in_bits else ceil(bound.value)
    return excluded(c, sizes, wanted, lambda *x: power(sums(*x), r) * power(2, x[1] * x[0] * x[2] * private))


@rule("theorem", "told", "own token", spec="from [premise]2")
def told(c, p):
    sizes, (s, places, bound) = pairwise_sizes(c), encoding(c, p, ["one_way_ab", "one_way_ba"])
    sender, v = bound.measure[-2].upper(), ceil(bound.value)
    rows = matrix_of(store(bound.s))
    kinds = set(rows if sender == "A" else zip(*rows))
    messages = 1 + 2 ** (v - 1) if v else 1
    if not any("*" in row for row in rows):
        messages = len(kinds)
    n, readers = Counter(s["owners"])[sender], [s["owners"][i] for i in places]
    if p.word == "own token":
        need(c.body.get("read_out") == "threshold", "the read-out sees the token")
        need(n == 1 and readers == [sender], "another position is read, or the sender has others")
        told = lambda m, p, h, dv: power(2, p * (m + dv) * h) * power(scores(c, m, p), h)  # noqa: E731
        return excluded(c, sizes, messages, told)
    need(sender not in readers, "read at a position of the sender")

    def cost(m, p, heads, dv):
        bits = p * (m + dv)
        if n == 0 or bits * n > 4096:
            return power(2, bits * n * heads)
        return power(comb(2**bits + n - 1, n), heads)

    return excluded(c, sizes, messages, cost)


def keys_cost(m, p, heads, dv):
    return power(2, p * m * heads)


@rule("theorem", "queries", "keys")
def counted_queries(c, p):
    only_keys = p.word == "keys"
    sizes = sizes_excluded(c, ["separation"] if only_keys else ["qsa", "shared", "separation"], "GRID")
    s, n = c.s, c.s["N"]
    if only_keys:
        need(s["least"] < n, "a hypothesis fails")
        return excluded(c, sizes, n, keys_cost)
    if c.task == "separation":
        ks = {s["least"], s["most"], min(max(n // 2, s["least"]), s["most"])}
    else:
        ks = {s["q"]}
    small(max(min(k, n - k) for k in ks) * 1000)
    return excluded(c, sizes, max(comb(n, k) for k in ks), keys_cost)


def plain_grid(c):
    """The sizes to exclude for a plain pattern, and its rows with a column of 0 for the null key."""
    sizes, t = sizes_excluded(c, PATTERN_TASKS, "GRID"), pattern_of(c.s)
    need(t.plain, "for plain patterns")
    return sizes, [row + "0" if t.null else row for row in t.rows], t.null


@rule("theorem", "rows shown")
def rows_shown(c, p):
    sizes, rows, null = plain_grid(c)
    count = len({x for x in rows if "*" not in x})
    return excluded(c, sizes, count if null else -(-count // (2 * len(rows[0]) + 1)), keys_cost)


@rule("theorem", "rows", "columns", spec="lines=[] [nat] inc")
def counted_rows(c, p):
    sizes, rows, _ = plain_grid(c)
    lines = transposed(rows) if p.word == "columns" else rows
    form(max(p.lines, default=0) < len(lines), "no such line")
    chosen = [lines[i] for i in p.lines] if p.lines else lines
    small(len(chosen) ** 2 * len(rows[0]))
    for a, b in combinations(chosen, 2):
        pairs = {(SIGNS[x] - SIGNS[y]) for x, y in zip(a, b) if "*" not in (x, y)}
        if p.word == "columns":
            need(pairs - {0}, "two columns do not differ")
        else:
            shown = {(SIGNS[x], SIGNS[y]) for x, y in zip(a, b) if "*" not in (x, y)}
            need(any(x > u and v > y for x, y in shown for u, v in shown), "two rows may have one query")
    return excluded(c, sizes, len(chosen), keys_cost)


@rule("theorem", "margin")
def margin_theorem(c, p):
    sizes, n, q = sizes_excluded(c, ["qsa"], "GRID"), c.s["N"], c.s["q"]
    small(n * min(q, n - q) * 1000)
    most = [sum(comb(j, i) * comb(n - j, q - i) * abs(i * n - j * q) for i in range(q + 1)) for j in range(1, n)]

    def cost(m, p, heads, dv):
        largest, length = grid_bounds(c.cls.grid, p)
        return m * largest * length * max([1, *most])

    return excluded(c, sizes, whole_gap(c.cls) * q * (n - q) * comb(n, q), cost)
