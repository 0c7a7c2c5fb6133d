"""Tiny questions for the attack on the tree rule, degenerate ones too, with claims whose truth is found by brute force.

Everything here is written anew from the definitions: nothing of the checker is used.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

from brute_patterns import entries

MOST = 1200
"""Most assignments that a truth is looked for among."""


@dataclass
class Question:
    """A claim; what its proof holds beside trees, moves proposed among it; how many steps there may be; its truth."""

    system: str
    statement: Any
    claim: Any
    parts: list[Any]
    steps: int
    truth: Callable[[], bool]
    proof: Any
    ready: Callable[[Any, int], bool] = lambda left, code: True
    """Whether a step is worth a try where these values are left; one attack in five tries all."""
    solutions: Callable[[Any], list[dict[int, int]]] | None = None
    """All solutions of the last problem, by its variables: the values that matter."""


# ruff: noqa: B905, E731


# Units


def units(rng):
    alphabet, length = rng.choice([(1, 1), (1, 2), (2, 1), (2, 1), (2, 2), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2)])
    words = list(product(range(alphabet), repeat=length))
    if rng.random() < 0.15:  # one token sees several
        alphabet, length = rng.choice([(3, 2), (4, 2)])
        words = [(0, x) for x in range(alphabet)]
    words = rng.sample(words, min(len(words), rng.randint(1, 4)))
    read_out, resource = rng.choice(["any", "threshold"]), rng.choice(["m", "m", "m", "H", "p"])
    symbols = [0, 1, 0, 1, None] if read_out == "threshold" or rng.random() < 0.7 else [0, 1, 2, None]
    answers = [[list(word), [rng.choice(symbols) for _ in word]] for word in words]
    scope = {
        "null": rng.random() < 0.3,
        "tables": rng.choice(["both", "token", "additive", "relative"]),
        "combine": rng.choice(["sum", "concat"]),
        "weights": rng.choice(["FIXED", "FIXED", "HARDMAX", "LEFTMOST", "RIGHTMOST"]),
    }
    held, mask = {"scope": {key: given for key, given in scope.items() if key != "weights"}}, None
    if rng.random() < 0.4:
        mask = [[j for j in range(length) if rng.random() < 0.6] for _ in range(length)]
        mask = mask if scope["null"] else [row or [i] for i, row in enumerate(mask)]
        held["pattern"] = {"task": "sparse-pattern", "n": length, "layers": [{"name": "lists", "lists": mask}]}
    scope["sees"] = mask or [range(length)] * length
    name, size = (
        rng.choice(["midrise", "twos"]),
        {"m": rng.choice([0, 0, 1]), "p": rng.choice([1, 1, 1, 2]), "H": rng.choice([1, 2]), "dv": 1},
    )
    size["dv"] = rng.choice([1, 1, 1, 2])
    wide = resource == "m" and size["m"] and rng.random() < 0.2
    position = rng.randrange(length) if rng.random() < 0.2 else None
    statement = {"task": "computation", "of": "table", "alphabet": alphabet, "length": length, "answers": answers}
    if position is not None:
        statement["position"] = position
    asked = [
        (word, i, a)
        for word, wanted in answers
        for i, a in enumerate(wanted)
        if a is not None and position in (None, i)
    ]
    if not asked:
        return None
    values = range(0 if resource == "m" and not wide else 1, size[resource] + 1)
    sizes = [{**size, resource: value, **({"dv": value} if wide else {})} for value in values]
    _, key_types, query_types = types_of(asked, scope, length, alphabet)
    for s in sizes:
        key, query = (2 ** (s["p"] * width) for width in (s["m"] + s["dv"], s["m"]))
        many = MOST * (5 if scope["tables"] == "additive" else 1)
        if (key ** len(key_types) * query ** len(query_types) * (key + 1) ** scope["null"]) ** s["H"] > many:
            return None
    written = size["p"] if resource != "p" else "p"
    claim = {
        "resource": resource,
        "unit_class": f"{scope['weights']}({written}, {name})",
        "side": "lower",
        "value": size[resource] + 1,
        "read_out": read_out,
        **held,
        **({"m": size["m"]} if resource != "m" else {}),
        **({"heads": size["H"]} if resource != "H" else {}),
        "dv": "m" if wide else size["dv"],
    }

    def truth():
        return not any(does(asked, s, name, scope, read_out, length, alphabet) for s in sizes)

    part = {"moves": unit_moves(rng, alphabet, length, sizes[-1]), "thresholds": []}
    if read_out == "threshold":
        some = [given for s in sizes[-1:] for given in tables(asked, s, name, scope, length, alphabet)]
        outputs = {
            sum(head[0] for head in heads)
            for given in rng.sample(some, min(len(some), 20))
            for rows in outputs_of(asked, given, sizes[-1], scope, length, alphabet)
            for heads in rows
        }
        part["thresholds"] = [str(x) for x in sorted(rng.sample(sorted(outputs), min(len(outputs), rng.randint(0, 4))))]

    kind = types_of(asked, scope, length, alphabet)[0]
    tokens = alphabet * {"token": 1, "relative": 2 * length - 1}.get(scope["tables"], length)

    def ready(left, code):
        if code >= len(asked) ** 2:
            code -= len(asked) ** 2
            return all(
                v + scope["null"] * (v >= tokens) in left or (v >= tokens and not sizes[-1]["m"])
                for v in divmod(code, 2 * tokens)
            )
        for word, i, _ in (asked[n] for n in divmod(code, len(asked))):
            types = [tokens + scope["null"] + kind(i, i, word[i])] * (sizes[-1]["m"] > 0) + [
                kind(i, j, word[j]) for j in scope["sees"][i]
            ]
            if any(v not in left or left[v] & left[v] - 1 for v in types):
                return False
        return True

    def solutions(problem):
        last, s, found = 2 * tokens + scope["null"], sizes[-1], []
        bounds = [-math.inf, *map(Fraction, part["thresholds"]), math.inf]
        key, query = (
            list(product(product(entries(s["p"], name), repeat=w), repeat=s["H"])) for w in (s["m"] + s["dv"], s["m"])
        )
        none = [()] if all(scope["sees"]) else []
        absent = list(product([*none, *product(entries(s["p"], name), repeat=s["m"] + s["dv"])], repeat=s["H"]))
        for given in tables(asked, s, name, scope, length, alphabet):
            chosen = {t: key.index(e) for t, e in given[0].items()}
            chosen |= {tokens + scope["null"] + t: query.index(e) for t, e in given[1].items()}
            if scope["null"]:
                chosen[tokens] = absent.index(tuple(e or () for e in given[2]))
            (rows,) = outputs_of(asked, given, s, scope, length, alphabet)
            if read_out == "any":
                beside = [tuple(x for head in heads for x in head) for heads in rows]
                summed = [tuple(map(sum, zip(*heads))) for heads in rows]
                shown, read = beside if scope["combine"] == "concat" else summed, {}
                if all(read.setdefault((i, word[i], row), a) == a for (word, i, a), row in zip(asked, shown)):
                    found.append({**chosen, last: 0})
            elif all(a in (0, 1) for _, _, a in asked):
                first = [sum(head[0] for head in heads) for heads in rows]
                low = max((x for x, (_, _, a) in zip(first, asked) if a == 0), default=-math.inf)
                high = min((x for x, (_, _, a) in zip(first, asked) if a == 1), default=math.inf)
                fits = (i for i in range(len(bounds) - 1) if max(low, bounds[i]) < min(high, bounds[i + 1]))
                found += [{**chosen, last: i} for i in fits]
        return found

    sums = scope["tables"] == "additive" or rng.random() < 0.2
    steps = len(asked) ** 2 + (2 * tokens + 1) ** 2 * sums
    return Question("units", statement, claim, [part], steps, truth, {}, ready, solutions)


def types_of(asked, scope, length, alphabet):
    """The number of the token x at j seen from i, as the format has it; those of keys, and of queries."""
    places = {"token": lambda i, j: 0, "relative": lambda i, j: j - i + length - 1}
    place = places.get(scope["tables"], lambda i, j: j)
    kind = lambda i, j, x: place(i, j) * alphabet + x
    if scope["tables"] == "additive":
        return kind, list(range(length * alphabet)), list(range(length * alphabet))
    keys = sorted({kind(i, j, word[j]) for word, i, _ in asked for j in scope["sees"][i]})
    return kind, keys, sorted({kind(i, i, word[i]) for word, i, _ in asked})


def additive(entry_of, length, alphabet):
    """Whether all entries are those of (0, x) and of (j, 0) less that of (0, 0)."""
    flat = {t: [x for part in entry for x in part] for t, entry in entry_of.items()}
    return all(
        flat[j * alphabet + x] == [a + b - c for a, b, c in zip(flat[x], flat[j * alphabet], flat[0])]
        for j in range(length)
        for x in range(alphabet)
    )


def tables(asked, s, name, scope, length, alphabet):
    """Every choice of an entry for each type: keys with values, queries, the null key with its value or none."""
    _, keys, queries = types_of(asked, scope, length, alphabet)
    G = entries(s["p"], name)
    vectors = lambda width: list(product(G, repeat=width))
    key = list(product(vectors(s["m"] + s["dv"]), repeat=s["H"]))
    none = [None] if all(scope["sees"]) else []
    null = list(product([*none, *vectors(s["m"] + s["dv"])], repeat=s["H"])) if scope["null"] else [(None,) * s["H"]]
    query = list(product(vectors(s["m"]), repeat=s["H"]))
    asks = [dict(zip(queries, chosen)) for chosen in product(query, repeat=len(queries))]
    shows = (dict(zip(keys, chosen)) for chosen in product(key, repeat=len(keys)))
    if scope["tables"] == "additive":
        asks = [given for given in asks if additive(given, length, alphabet)]
        shows = (given for given in shows if additive(given, length, alphabet))
    yield from product(shows, asks, null)


def outputs_of(asked, given, s, scope, length, alphabet):
    """The rows of every case asked for: heads, each a list of coordinates. A list of one, to be looped over."""
    kind = types_of(asked, scope, length, alphabet)[0]
    keys, queries, null = given
    rows = []
    for word, i, _ in asked:
        heads = []
        for h in range(s["H"]):
            here = ([null[h]] if null[h] is not None else []) + [keys[kind(i, j, word[j])][h] for j in scope["sees"][i]]
            q = queries[kind(i, i, word[i])][h]
            scores = [sum(q[c] * k[c] for c in range(s["m"])) for k in here]
            best = max(scores)
            tied = [k for k, x in enumerate(scores) if x == best]
            weights = [2 ** (s["p"] - (best - x)) if best - x <= s["p"] else 0 for x in scores]
            if scope["weights"] != "FIXED":
                tied = {"HARDMAX": tied, "LEFTMOST": tied[:1], "RIGHTMOST": tied[-1:]}[scope["weights"]]
                weights = [int(k in tied) for k in range(len(scores))]
            heads.append(
                [Fraction(sum(w * k[s["m"] + c] for w, k in zip(weights, here)), sum(weights)) for c in range(s["dv"])]
            )
        rows.append(heads)
    yield rows


def does(asked, s, name, scope, read_out, length, alphabet):
    for given in tables(asked, s, name, scope, length, alphabet):
        (rows,) = outputs_of(asked, given, s, scope, length, alphabet)
        summed = [tuple(map(sum, zip(*heads))) for heads in rows]
        beside = [tuple(x for head in heads for x in head) for heads in rows]
        for shown in [summed, beside] if scope["combine"] == "concat" else [summed]:
            if read_out == "any":
                found = {}
                if all(found.setdefault((i, word[i], row), a) == a for (word, i, a), row in zip(asked, shown)):
                    return True
            else:
                low = max((row[0] for (_, _, a), row in zip(asked, shown) if a == 0), default=None)
                high = min((row[0] for (_, _, a), row in zip(asked, shown) if a == 1), default=None)
                if all(a in (0, 1) for _, _, a in asked) and (low is None or high is None or low < high):
                    return True
    return False


def unit_moves(rng, alphabet, length, s):
    """Proposals, most of them no symmetries of anything."""
    shuffled = lambda size: rng.sample(range(size), size)
    signed = lambda size: [c * rng.choice([1, -1]) for c in rng.sample(range(1, size + 1), size)]
    moves = []
    for _ in range(rng.randint(0, 14)):
        same, each = shuffled(alphabet), [shuffled(alphabet) for _ in range(length)]
        alike, signs = signed(s["dv"]), [signed(s["dv"]) for _ in range(s["H"])]
        item = {
            "positions": shuffled(length),
            "tokens": [same] * length if rng.random() < 0.5 else each,
            "heads": shuffled(s["H"]),
            "keys": [signed(s["m"]) for _ in range(s["H"])],
            "values": [alike] * s["H"] if rng.random() < 0.5 else signs,
        }
        kept = rng.choice([1, 1, 2, 3, 5])
        moves.append({name: item[name] for name in rng.sample(sorted(item), kept)})
    moves += [
        {"lower": [j, h, c]} for j in range(length) for h in range(s["H"]) for c in range(s["dv"]) if rng.random() < 0.7
    ]
    return moves


# Keys of a grid


def keys(rng):
    kind = rng.choice(["pattern"] * 4 + ["qsa", "separation", "shared", "shared", "relevance", "match"])
    null = False
    if kind == "pattern":
        C, null = rng.randint(1, 3), rng.random() < 0.4
        weights = rng.choice(["-0+*", "-0", "-+", "-0+", "0+*", "-0---", "*"])
        words = ["".join(rng.choice(weights) for _ in range(C)) for _ in range(rng.randint(1, 4))]
        if rng.random() < 0.6:  # as some permutations of the columns leave it
            orders = rng.choice([list(permutations(range(C))), [range(C), range(C)[::-1]]])
            words = list(dict.fromkeys("".join(word[c] for c in order) for word in words[:2] for order in orders))
        statement = {"task": "pattern", "rows": words, "null": null}
    elif kind == "relevance":
        C, null = rng.randint(1, 3), rng.random() < 0.4
        words = ["".join(rng.choice("-+*") for _ in range(C)) for _ in range(rng.randint(1, 3))]
        lists = {x: [[c for c in range(C) if word[c] == x] for word in words] for x in "+*"}
        statement = {"task": "relevance", "columns": C, "selected": lists["+"], "null": null}
        statement |= {"free": lists["*"]} if any(lists["*"]) else {}
    elif kind == "match":
        C, null = rng.randint(1, 3), True
        words = ["".join("+" if (x + c) % C == 0 else "-" for c in range(C)) for x in range(C)]
        statement = {"task": "match", "order": 2, "M": C}
    else:
        C = rng.randint(2, 4) if kind == "shared" else rng.randint(1, 4)
        q = rng.randint(2, C) if kind == "shared" else rng.randint(1, C)
        symbol = "+" if kind == "separation" else "0"
        words = ["".join(symbol if c in y else "-" for c in range(C)) for y in combinations(range(C), q)]
        statement = {"task": kind, "N": C, "q": q}
        if kind == "separation":
            statement = {"task": kind, "N": C, "least": q, "most": q}
        if kind == "shared":
            statement |= {"heads": rng.choice([1, 2, 2]), "combine": rng.choice(["sum", "concat"])}
    H, combine = statement.get("heads", 1), statement.get("combine")
    name, bits, m, gap = (
        rng.choice(["midrise", "twos"]),
        rng.choice([1, 1, 2]),
        rng.choice([0, 1, 1, 2]),
        rng.choice(["1/2", "1", "1", "2", "4"]),
    )
    resource = rng.choice(["m", "p"])
    pairs = [(k, bits) for k in range(m + 1)] if resource == "m" else [(m, b) for b in range(1, bits + 1)]
    if max((2 ** (b * k)) ** ((C + null) * H) for k, b in pairs) > MOST or max(2 ** (b * k) for k, b in pairs) > 16:
        return None
    written = bits if resource == "m" else "p"
    claim = {
        "resource": resource,
        "unit_class": f"GRID({written}, {name}, gap {gap})",
        "side": "lower",
        "value": (m if resource == "m" else bits) + 1,
        **({"m": m} if resource == "p" else {}),
    }
    moves = [{"swap": [b, c]} for b, c in combinations(range(C + 1), 2) if rng.random() < 0.8]
    for turn in product((1, -1), repeat=m):
        for order in permutations(range(1, m + 1)):
            moves += [{"head": h, "turn": [s * c for s, c in zip(turn, order)]} for h in range(H) if rng.random() < 0.6]
    extra = {"columns": rng.randint(1, C)} if rng.random() < 0.3 else {}

    def truth():
        return not any(selects(words, null, H, combine, entries(b, name), k, Fraction(gap)) for k, b in pairs)

    steps = len(words) * (C + null) * H

    def solutions(problem):
        k, b = pairs[-1]
        number = {point: x for x, point in enumerate(product(entries(b, name), repeat=k))}
        found = selections(words, null, H, combine, entries(b, name), k, Fraction(gap))
        return [{v: number[point] for v, point in enumerate(flat)} for flat in found]

    ready = lambda left, code: True
    whole = solutions if combine != "sum" and not extra else None
    return Question("keys", statement, claim, [{"moves": moves}], steps, truth, extra, ready, whole)


def selects(*asked):
    return any(True for _ in selections(*asked))


def selections(words, null, H, combine, G, width, gap):
    """All keys that do it, with a key of the null column last."""
    points = list(product(G, repeat=width))
    C = len(words[0]) + null
    rows = [word + "0" * null for word in words]
    ways = []
    for word in rows:
        zeros = [c for c in range(C) if word[c] == "0"]
        if H == 1:
            ways.append([(word,)])
            continue
        owners = [o for o in product(range(H), repeat=len(zeros)) if len(set(o)) == H]
        ways.append(
            [
                tuple("".join("0" if (c, h) in set(zip(zeros, o)) else "-" for c in range(C)) for h in range(H))
                for o in owners
            ]
        )
    sizes = [None]
    if combine == "sum":
        sizes = sorted({tuple(w.count("0") for w in way) for way in ways[0]})

    def fine(word, chosen):
        for q in points:
            at = {x: [sum(a * b for a, b in zip(q, k)) for k, y in zip(chosen, word) if y == x] for x in "-0+"}
            low, high = max(at["-"], default=-math.inf), min(at["+"], default=math.inf)
            if at["0"]:
                t = at["0"][0]
                if len(set(at["0"])) == 1 and low <= t - gap and high >= t + gap:
                    return True
            elif high - low >= 2 * gap:
                return True
        return False

    known = {}

    def meets(word, chosen):
        if (word, chosen) not in known:
            known[word, chosen] = fine(word, chosen)
        return known[word, chosen]

    for flat in product(points, repeat=C * H):
        heads = [flat[h * C : (h + 1) * C] for h in range(H)]
        for size in sizes:
            allowed = [[way for way in row if size is None or tuple(w.count("0") for w in way) == size] for row in ways]
            if all(any(all(map(meets, way, heads)) for way in row) for row in allowed):
                yield flat
                break


# Rectangles, shattered sets, dependencies


def matrix(rng):
    R, C = rng.randint(1, 4), rng.randint(1, 4)
    rows = ["".join(rng.choice(rng.choice(["01", "011", "0", "1"])) for _ in range(C)) for _ in range(R)]
    if rng.random() < 0.4:  # rows and columns that repeat have symmetries
        rows = [rng.choice(rows) for _ in rows]
    if rng.random() < 0.3:
        rows = ["".join(str(int((i + j) % max(R, C) < 2)) for j in range(C)) for i in range(R)]
    return rows


def rectangles(rng):
    rows = matrix(rng)
    R, C = len(rows), len(rows[0])
    sums = []
    for inside in product((0, 1), repeat=R):
        column = [sum((1 if rows[i][j] == "1" else -1) for i in range(R) if inside[i]) for j in range(C)]
        sums += [sum(x for x in column if x > 0), -sum(x for x in column if x < 0)]
    most = max(0, max(sums) + rng.choice([-1, -1, 0, -2]))
    claim = {"measure": "disc_uniform", "side": "upper", "value": str(Fraction(most, R * C))}
    moves = [rng.sample(range(n), n) for n in (R, C, R, C, 1, 2, 3) for _ in range(3)]
    statement = {"task": "communication", "of": "matrix", "rows": rows}

    def solutions(problem):
        inside = (x for x in product((0, 1), repeat=len(problem.table)))
        value = lambda x: sum(max(0, sum(c for c, out in zip(column, x) if not out)) for column in zip(*problem.table))
        return [dict(enumerate(x)) for x in inside if value(x) > most]

    part, ready = {"moves": moves}, lambda left, code: True
    truth = lambda: max(sums) <= most
    return Question("rectangles", statement, claim, [part] * 2, 0, truth, {"most": most}, ready, solutions)


def shattered(rng):
    rows = (
        matrix(rng)
        if rng.random() < 0.7
        else ["".join(map(str, w)) for w in product((0, 1), repeat=rng.randint(1, 3))][: rng.randint(1, 8)]
    )
    name = rng.choice(["vc_rows", "vc_columns"])
    seen = rows if name == "vc_rows" else ["".join(x) for x in zip(*rows)]
    size = rng.randint(0, 3)

    def truth():
        C = range(len(seen[0]))
        return not any(
            len({tuple(row[c] for c in chosen) for row in seen}) == 2 ** (size + 1)
            for chosen in combinations(C, size + 1)
        )

    claim = {"measure": name, "side": "upper", "value": str(size)}
    statement = {"task": "communication", "of": "matrix", "rows": rows}

    def solutions(problem):
        columns = list(dict.fromkeys(zip(*seen)))
        found = []
        for chosen in combinations(range(len(columns)), size + 1):
            if len(set(zip(*(columns[c] for c in chosen)))) == 2 ** (size + 1):
                found.append({c: int(c not in chosen) for c in range(len(columns))})
        return found

    ready = lambda left, code: True
    return Question("shattered", statement, claim, [{}], 2 ** (size + 1), truth, {"size": size}, ready, solutions)


def radon(rng):
    """Weights made by keys and queries of a width, so that a bound above it is false; or any, of width 0 or 1."""
    L, R, planted = rng.randint(1, 4), rng.randint(1, 4), rng.random() < 0.5
    m = rng.choice([0, 1, 1, 2])
    rows, off = [], []
    if planted:
        keys = [[rng.randint(-2, 2) for _ in range(m)] for _ in range(L)]
        for _ in range(R):
            q = [rng.randint(-2, 2) for _ in range(m)]
            scores = [sum(a * b for a, b in zip(q, k)) for k in keys]
            least = rng.choice(sorted(set(scores)))
            on = [j for j in range(L) if scores[j] >= least]
            rows.append([[j, 2 ** (scores[j] - least)] for j in on])
            off += [x - least for x in scores if x < least]
        ratio, zero = Fraction(rng.choice([0, 0, 1])), Fraction(max(off, default=-1))
    else:
        m = min(m, 1)
        for _ in range(R):
            on = sorted(rng.sample(range(L), rng.randint(1, L)))
            weights = [2 ** rng.choice([0, 0, 0, 1]) for _ in on]
            rows.append([[j, w // min(weights)] for j, w in zip(on, weights)])
        ratio, zero = Fraction(rng.choice([0, 0, 1, 2])), Fraction(-rng.choice([1, 2, 4]), rng.choice([1, 2]))
    statement = {"task": "attention-matrix", "L": L, "rows": rows, "ratio": str(ratio), "zero": str(zero)}
    claim = {"resource": "m", "unit_class": "SOFTMAX", "side": "lower", "value": m + 1}
    needed = max(math.log2(max(w for _, w in row) // min(w for _, w in row)) for row in rows)
    spread = max(0, int(needed) + rng.choice([0, 0, 0, 1, -1]))
    columns = sorted(rng.sample(range(L), min(L, m + rng.choice([2, 2, 2, 3, 1]))))
    sums = [list(named) for n in (1, 2, 3) for named in combinations_with_replacement(range(R), n)]
    part = {"sums": sums}
    return Question(
        "radon",
        statement,
        claim,
        [part],
        2 * len(sums),
        lambda: not planted and not weighs(rows, L, m, ratio, zero),
        {"columns": columns, "spread": str(spread)},
    )


def weighs(rows, L, m, ratio, zero):
    """Whether keys 0 .. 5 on a line, or all equal, have queries that give the weights."""
    for keys in product(range(6 if m else 1), repeat=L):
        if all(query_exists(row, keys, L, ratio, zero) for row in rows):
            return True
    return False


def query_exists(row, keys, L, ratio, zero):
    low, high = -math.inf, math.inf
    weights = dict(map(tuple, row))
    conditions = []  # (a, b): q a <= b
    for j, w in weights.items():
        for k in range(L):
            if k in weights:
                conditions.append((keys[j] - keys[k], ratio + Fraction(w.bit_length() - weights[k].bit_length())))
            else:
                conditions.append((keys[k] - keys[j], zero))
    for a, b in conditions:
        if a > 0:
            high = min(high, b / a)
        elif a < 0:
            low = max(low, b / a)
        elif b < 0:
            return False
    return low <= high


QUESTIONS = {"units": units, "keys": keys, "rectangles": rectangles, "shattered": shattered, "radon": radon}
