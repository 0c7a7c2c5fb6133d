"""Questions about units for the attack on the tree rule, degenerate ones too.

Everything here is written anew from the definitions: nothing of the checker is used.
"""

# ruff: noqa: B905, E731

import math
from fractions import Fraction
from itertools import product

from brute_patterns import entries
from tree_question import MOST, Question


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
