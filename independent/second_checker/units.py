"""Rule evaluate (section 6): units that are run."""

from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import chain, product
from math import gcd, prod

from .claims import least_bits, rule
from .computations import answers_of, cases, sizes_of
from .notation import Rejected, form, need, small
from .patterns import subsets
from .sparse import graph
from .vectors import dot, one_width


def weigh(c, p):
    """The weights of scores, in the order of their tuples."""
    kind = c.cls.kind

    def hard(scores):
        top = max(scores)
        tied = [k for k, x in enumerate(scores) if x == top]
        chosen = {"LEFTMOST": tied[:1], "RIGHTMOST": tied[-1:]}.get(kind, tied)
        return [int(k in chosen) for k in range(len(scores))]

    if kind not in ("FIXED", "ROUNDED"):
        return hard
    small(64 * p)
    return lambda scores: [2 ** (p - d) if d <= p else 0 for d in (max(scores) - x for x in scores)]


def cut_off(x, p):
    """A number without what lies behind its first p significant bits."""
    x = Fraction(x)
    if x == 0:
        return x
    unit = Fraction(1)
    while abs(x) >= unit * 2**p:
        unit *= 2
    while abs(x) < unit * 2 ** (p - 1):
        unit /= 2
    return (abs(x) // unit) * unit * (1 if x > 0 else -1)


def rounded_row(weights, values, p):
    """The row of a head of class ROUNDED, whose sums are cut after each key."""
    z, row = 0, [0] * len(values[0])
    for w, v in zip(weights, values):
        z, row = cut_off(z + w, p), [cut_off(x + w * y, p) for x, y in zip(row, v)]
    return [cut_off(Fraction(x) / z, p) for x in row]


def rounded_bits(c, bits):
    """The p of class ROUNDED; of other classes, whose sums are exact, None."""
    small(bits if c.cls.kind == "ROUNDED" else 0)
    return bits if c.cls.kind == "ROUNDED" else None


def bits_of(c, p):
    """The bits of a unit, which are given exactly if they are asked for."""
    asked = c.resource == "p"
    form(hasattr(p, "bits") == asked, "bits are given exactly if p is asked for")
    return p.bits if asked else c.cls.p


def held(c, used):
    """The value of an upper bound by a unit with these sizes."""
    need(c.side == "upper" and c.kind == "resource", "bounds sizes from above")
    for name, size in used.items():
        limit = c.dv if name == "dv" else getattr(c, {"H": "heads"}.get(name, name), None)
        if name not in (c.resource, "p") and not (name == "dv" and c.dv == "m"):
            need(size <= limit, f"more {name} than is held fixed")
    return max(used["m"], used["dv"]) if c.dv == "m" else used[c.resource]


def grid_check(c, bits, entries):
    if c.cls.kind in ("FIXED", "ROUNDED", "HARDMAX", "LEFTMOST", "RIGHTMOST"):
        need(least_bits(c.cls.grid, entries) <= bits, "an entry is not in the grid")


def averaging_error(c, heads, divisor, base, bits, number, subset):
    weights, n = [Fraction(0)] * c.s["N"], c.s["N"]
    for h in heads:
        score = [dot(h["queries"][number], k) for k in h["keys"]]
        top = max(score)
        w = [Fraction(1) / base ** (top - x) for x in score] if base else weigh(c, bits)(score)
        total = sum(w)
        weights = [a + Fraction(h["share"]) * b / total / divisor for a, b in zip(weights, w)]
    return sum(abs(weights[j] - (Fraction(1, len(subset)) if j in subset else 0)) for j in range(n))


def average_widths(c, heads, queries, bits):
    entries, width = [], 0
    for h in heads:
        form(len(h["queries"]) == queries and len(h["keys"]) == c.s["N"], "a query for each subset, and keys")
        width = max(width, one_width(h["queries"], h["keys"]))
        entries += chain(*h["queries"], *h["keys"], [h["share"], -h["share"]])
    grid_check(c, bits, entries)
    return width


@rule("evaluate", "averaging", of="averaging resource", spec="heads AHEADS, divisor pos, base? frac, bits? pos")
def averaging(c, p):
    base, bits, sets = getattr(p, "base", None), bits_of(c, p), subsets(c.s["N"], [c.s["q"]])
    form((base is not None) == (c.cls.kind == "SOFTMAX") and (base is None or base > 1), "base, for SOFTMAX")
    width = average_widths(c, p.heads, len(sets), bits)
    for i, x in enumerate(sets):
        need(averaging_error(c, p.heads, p.divisor, base, bits, i, x) <= c.error, "an error is larger")
    return held(c, {"m": width, "H": len(p.heads), "p": bits, "order": 2, "layers": 1, "dv": 1})


FAILING_HEADS_FIELDS = "subset LINE, heads AHEADS, divisor pos, error frac 0.."


@rule("evaluate", "failing-heads", of="unit-fails averaging", spec=FAILING_HEADS_FIELDS)
def failing_heads(c, p):
    form(len(p.subset) == c.s["q"] and max(p.subset) < c.s["N"], "the subset")
    average_widths(c, p.heads, 1, c.cls.p)
    need(averaging_error(c, p.heads, p.divisor, None, c.cls.p, 0, set(p.subset)) > p.error, "no larger error")


def unit_shape(c, unit, bits):
    """Checks the form of a unit; the sizes that it uses."""
    alphabet, n = sizes_of(c.s)
    relative = is_relative(c)
    n = 2 * n - 1 if relative else n
    used, entries = Counter(layers=len(unit["layers"]), p=bits or 0), []
    form(len(unit["read_outs"]) == len(unit["layers"]) - 1, "a read-out between each two layers")
    for t, layer in enumerate(unit["layers"]):
        rows, widths, parts = {"token": alphabet, "position": n, "both": n * alphabet}, [], layer["order"] - 1
        form(all(m[-1] <= parts for m in layer["monomials"]), "a monomial of other parts")
        for h in layer["heads"]:
            form(len(h["keys"]) == len(h["values"]) == parts, "keys and values for each part")
            form(len(h["null_keys"]) == len(h["null_values"]) and len(h["null_keys"]) in (0, parts), "null tokens")
            every = [h["queries"], *h["keys"], *h["values"]]
            need(not relative or h["queries"]["by"] == "token", "queries by position in relative tables")
            form(all(len(x["rows"]) == rows[x["by"]] for x in every), "a table of another size")
            m = one_width(h["queries"]["rows"], *(k["rows"] for k in h["keys"]), h["null_keys"])
            widths.append(one_width(*(v["rows"] for v in h["values"]), h["null_values"]))
            entries += chain(*(r for x in every for r in x["rows"]), *h["null_keys"], *h["null_values"])
            used |= Counter(m=m, dv=widths[-1])
        form(min(widths) >= 1 and (layer["combine"] == "concat" or len(set(widths)) == 1), "widths of values")
        used |= Counter(H=len(layer["heads"]), order=layer["order"])
        if t < len(unit["read_outs"]):
            out, wide = unit["read_outs"][t], sum(widths) if layer["combine"] == "concat" else widths[0]
            keys = [(x, tuple(row)) for (x, row), _ in out["symbols"]]
            form(all(len(row) == wide for _, row in keys), "a row of another width")
            form(len(set(keys)) == len(keys), "a read-out holds a pair twice")
            form(all(x < alphabet for x, _ in keys), "a read-out of no token")
            form(all(y < out["alphabet"] for _, y in out["symbols"]), "a read-out gives no token")
            out["map"], alphabet = {k: y for k, (_, y) in zip(keys, out["symbols"])}, out["alphabet"]
    grid_check(c, bits, entries)
    return used


def is_relative(c):
    """Whether keys are looked up by offset."""
    return bool(getattr(c, "scope", None)) and c.scope["tables"] == "relative"


def is_additive(table, alphabet):
    """Whether a table holds sums of a vector of the token and one of the position."""
    if table["by"] != "both":
        return True
    rows = [table["rows"][a : a + alphabet] for a in range(0, len(table["rows"]), alphabet)]
    return all(
        [a + b for a, b in zip(one[x], rows[0][0])] == [a + b for a, b in zip(one[0], rows[0][x])]
        for one in rows
        for x in range(alphabet)
    )


def layer_row(c, layer, i, tokens, alphabet, sees, weight, rounds=None):
    """The output row at position i; sums are rounded to so many bits, if any."""
    relative, first = is_relative(c), c.cls.kind in ("LEFTMOST", "RIGHTMOST")

    def at(table, j, shift=0):
        place = j + shift
        row = {"token": tokens[j], "position": place, "both": place * alphabet + tokens[j]}[table["by"]]
        return table["rows"][row]

    rows, shift = [], len(tokens) - 1 - i if relative else 0
    for h in layer["heads"]:
        null = bool(h["null_keys"])

        def listed(tables, blanks):
            own = [blanks[a : a + 1] for a in range(len(tables))]
            seen = [[at(table, j, shift) for j in sees] for table in tables]
            return [[*x, *y] if first else [*y, *x] for x, y in zip(own, seen)]

        keys, values = listed(h["keys"], h["null_keys"]), listed(h["values"], h["null_values"])
        q, count = at(h["queries"], i), len(sees) + null
        need(count, "a position sees no key")
        small(count ** len(keys))
        choices = list(product(range(count), repeat=len(keys)))
        scores = []
        for choice in choices:
            parts = [q, *(k[x] for k, x in zip(keys, choice))]
            scores.append(sum(prod(v) for mono in layer["monomials"] for v in zip(*(parts[a] for a in mono))))
        if rounds:
            chosen = [[prod(v) for v in zip(*(v[x] for v, x in zip(values, choice)))] for choice in choices]
            rows.append(rounded_row(weight(scores), chosen, rounds))
            continue
        total, row = 0, [0] * len(values[0][0])
        for choice, w in zip(choices, weight(scores)):
            if w:
                total += w
                row = [r + w * prod(v) for r, v in zip(row, zip(*(v[x] for v, x in zip(values, choice))))]
        rows.append([Fraction(r, total) for r in row])
    if rounds and layer["combine"] == "sum":
        return tuple(reduce(lambda x, y: cut_off(x + y, rounds), column) for column in zip(*rows))
    return tuple(map(sum, zip(*rows))) if layer["combine"] == "sum" else tuple(chain(*rows))


def run(c, unit, word, weight, positions=None, rounds=None):
    """(position, token, row) at each position (of those that are wanted) after the last layer; None: no read-out."""
    tokens, alphabet, n = word, sizes_of(c.s)[0], len(word)
    for t, layer in enumerate(unit["layers"]):
        last = t == len(unit["layers"]) - 1
        sees = [range(n)] * n
        if getattr(c, "pattern", None):
            layers = graph(c.pattern)
            sees = [sorted(x) for x in layers[t % len(layers)]]
            need(layer["heads"][0]["null_keys"] or all(sees), "a position sees no key")
        places = positions if last and positions is not None else range(n)
        rows = {i: layer_row(c, layer, i, tokens, alphabet, sees[i], weight, rounds) for i in places}
        if last:
            return [(i, word[i], rows[i]) for i in places]
        out = unit["read_outs"][t]["map"]
        if any((tokens[i], rows[i]) not in out for i in range(n)):
            return None
        tokens, alphabet = [out[tokens[i], rows[i]] for i in range(n)], unit["read_outs"][t]["alphabet"]


UNIT_FIELDS = "unit UNIT, bits? pos, at? frac, look_up? [[[[nat,nat],[frac]],int]]"


@rule(
    "evaluate", "unit", of="computation resource FIXED|ROUNDED|HARDMAX|LEFTMOST|RIGHTMOST|SATURATED", spec=UNIT_FIELDS
)
def unit(c, p):
    bits = bits_of(c, p)
    used = unit_shape(c, p.unit, bits)
    form(hasattr(p, "at") == (c.read_out == "threshold"), "at, exactly if the read-out is threshold")
    form(not (hasattr(p, "at") and hasattr(p, "look_up")), "look_up with a threshold")
    if c.scope:
        for layer in p.unit["layers"]:
            need(layer["monomials"] == [[0, 1]], "not pairwise")
            need(c.scope["null"] or not any(h["null_keys"] for h in layer["heads"]), "a null token out of scope")
            abreast = c.scope["combine"] == "sum" and layer["combine"] != "sum" and len(layer["heads"]) > 1
            need(not abreast, "heads abreast")
        every = [x for h in p.unit["layers"][0]["heads"] for x in (h["queries"], *h["keys"], *h["values"])]
        if c.scope["tables"] == "token":
            need(all(x["by"] == "token" for x in every), "tables by position out of scope")
        if c.scope["tables"] == "additive":
            need(all(is_additive(x, sizes_of(c.s)[0]) for x in every), "a table that is no sum")
    look, seen, weight = None, {}, weigh(c, bits)
    if hasattr(p, "look_up"):
        look = {(*key, tuple(row)): y for (key, row), y in p.look_up}
        form(len(look) == len(p.look_up), "look_up holds a triple twice")
    for word, answers in cases(c.s):
        wanted = [i for i, a in enumerate(answers) if a is not None]
        found = run(c, p.unit, word, weight, wanted, rounded_bits(c, bits))
        need(found is not None, "a read-out lacks a pair")
        for i, token, row in found:
            if hasattr(p, "at"):
                need(row[0] != p.at and answers[i] == (row[0] > p.at), "an answer is wrong")
            else:
                need(seen.setdefault((i, token, row), answers[i]) == answers[i], "two answers at one row")
                need(look is None or look.get((i, token, row)) == answers[i], "look_up is wrong")
    return held(c, used)


def views(c, word, symbols, t):
    """What each position sees of the symbols in layer t: its own, and how often each one that it attends to occurs.

    Where one key gets all weight: in which order they occur for the first time, or for the last time from the end.
    """
    n, found = len(word), []
    layers = graph(c.pattern) if getattr(c, "pattern", None) else [[range(n)] * n]
    for i in range(n):
        met = [symbols[j] for j in sorted(layers[t % len(layers)][i])]
        if c.cls.kind in ("LEFTMOST", "RIGHTMOST"):
            met = met if c.cls.kind == "LEFTMOST" else met[::-1]
            found.append((symbols[i], tuple(x for k, x in enumerate(met) if x not in met[:k])))
            continue
        count = Counter(met)
        if c.scope and not c.scope["null"]:  # a mean, which does not change if all occur as many times as often
            common = gcd(*count.values())
            count = Counter({x: k // common for x, k in count.items()})
        found.append((symbols[i], tuple(sorted(count.items()))))
    return found


@rule(
    "evaluate",
    "equal-views",
    of="computation resource lower|none FIXED|ROUNDED|HARDMAX|LEFTMOST|RIGHTMOST|SATURATED",
    spec="inputs [[[nat],nat]]2",
)
def equal_views(c, p):
    (w, i), (v, j) = p.inputs
    answers = []
    for word, place in p.inputs:
        seen = answers_at(c.s, word)
        need(place < len(word), "no such position")
        answers.append(seen[place])
    need(None not in answers and answers[0] != answers[1], "the answers do not differ")
    need(c.read_out == "threshold" or (i == j and w[i] == v[j]), "the read-out sees another position or token")
    plain = bool(c.scope) and c.scope["tables"] == "token"
    need(not plain or c.cls.kind != "ROUNDED", "rounded sums take notice of an order")
    one, two = ([(0 if plain else k, x) for k, x in enumerate(word)] for word in (w, v))
    for t in range(c.layers):
        small(len(w) ** 2)
        one, two = views(c, w, one, t), views(c, v, two, t)
        names = {x: k for k, x in enumerate(sorted({*one, *two}))}
        one, two = [names[x] for x in one], [names[x] for x in two]
    need(one[i] == two[j], "the views differ")
    return c.value


@rule(
    "evaluate", "one-key", of="computation resource lower|none LEFTMOST|RIGHTMOST", spec="inputs [[nat]], position nat"
)
def one_key(c, p):
    need(c.layers == 1 and c.order == 2, "for one layer of order 2")
    need((c.side, c.value) == ("lower", 2) if c.resource == "H" else c.heads == 1, "for one head")
    length = sizes_of(c.s)[1]
    small(len(p.inputs) * length * 10)
    need(p.position < length, "no such position")
    keys = graph(c.pattern)[0][p.position] if getattr(c, "pattern", None) else range(length)
    seen, own = {}, set()
    for word in p.inputs:
        answer = answers_at(c.s, word)[p.position]
        need(answer is not None, "no answer is asked for")
        own.add(word[p.position])
        for k in keys:
            seen.setdefault((k, word[k]), set()).add(answer)
    need(len(own) == 1 and seen, "the inputs differ at the position, or nothing is seen")
    need(min(map(len, seen.values())) > 1, "a key tells the answer")
    return c.value


@rule("evaluate", "failing-unit", of="unit-fails computation", spec="unit UNIT, at? frac, inputs [[nat]]1..2")
def failing_unit(c, p):
    unit_shape(c, p.unit, c.cls.p)
    seen, weight = {}, weigh(c, c.cls.p)
    for word in p.inputs:
        answers = answers_at(c.s, word)
        found = run(c, p.unit, word, weight, rounds=rounded_bits(c, c.cls.p))
        if found is None:
            return
        for i, token, row in found:
            if answers[i] is None:
                continue
            if hasattr(p, "at"):
                if row[0] == p.at or answers[i] != (row[0] > p.at):
                    return
            elif seen.setdefault((i, token, row), answers[i]) != answers[i]:
                return
    raise Rejected("the unit is right at these inputs")


def answers_at(s, word):
    """The answers at an input of the task; Malformed if it is none."""
    alphabet, length = sizes_of(s)
    form(len(word) == length and all(0 <= x < alphabet for x in word), "not an input")
    if s["of"] == "table":
        found = next((a for w, a in s["answers"] if w == list(word)), None)
        form(found is not None, "not an input")
    else:
        found = answers_of(s, word)
    return [a if s.get("position", i) == i else None for i, a in enumerate(found)]


@rule("evaluate", "softmax-weights", of="THRESH upper", spec="at frac, heads [{weights [[pos]], values [int]}]1..256")
def softmax_weights(c, p):
    alphabet, n = sizes_of(c.s)
    place = c.s["position"]
    for h in p.heads:
        form(len(h["weights"]) == alphabet, "weights for each token")
        size = len(h["values"])
        form(size in (n * alphabet, n * alphabet + 1) and all(len(w) == size for w in h["weights"]), "weights, values")
    for word, answers in cases(c.s):
        if answers[place] is None:
            continue
        total = 0
        for h in p.heads:
            w, v = h["weights"][word[place]], h["values"]
            keys = [j * alphabet + x for j, x in enumerate(word)] + list(range(n * alphabet, len(v)))
            total += Fraction(sum(w[k] * v[k] for k in keys), sum(w[k] for k in keys))
        need(total != p.at and answers[place] == (total > p.at), "an answer is wrong")
    return len(p.heads)
