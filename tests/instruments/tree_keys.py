"""Questions about keys of a grid for the attack on the tree rule, degenerate ones too.

Everything here is written anew from the definitions: nothing of the checker is used.
"""

# ruff: noqa: B905, E731

import math
from fractions import Fraction
from itertools import combinations, permutations, product

from brute_patterns import entries
from tree_question import MOST, Question


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
