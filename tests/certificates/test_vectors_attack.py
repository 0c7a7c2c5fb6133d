"""Random exhibits of vectors, and all orders of keys, against brute force on tiny statements: none shows too little."""

from fractions import Fraction
from itertools import permutations, product

import asking
import brute_patterns
import exact_sign_rank
import pattern_truth as truth
import tiny_patterns as tiny
from map_patterns import attacked


def entry(rng, low=-2, high=2):
    return rng.randint(low, high)


def vector(rng, width, low=-2, high=2):
    return [entry(rng, low, high) for _ in range(width)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=False))


def damaged(rng, table):
    """The table, now and then with a vector more or less, or longer, or empty."""
    kind = rng.random()
    if kind < 0.03:
        return table[:-1]
    if kind < 0.06:
        return [*table, list(table[0]) if table else []]
    if kind < 0.09 and table:
        return [*table[:-1], [*table[-1], 1]]
    if kind < 0.1:
        return [[] for _ in table]
    return table


def chosen(rng, row, keys, null, gap, queries, holds):
    """Mostly a query that does the row, if there is one."""
    if rng.random() < 0.97:
        rng.shuffle(queries)
        for q in queries[:40]:
            if holds(row, [dot(q, k) for k in keys], null, gap):
                return list(q)
    return list(rng.choice(queries))


def points_sign(rng, counts):
    statement, rows, null = tiny.pattern(rng)
    least = exact_sign_rank.least_dimension(rows, null)
    width = rng.choice((least, least, max(0, least - 1), rng.randint(0, 3))) + (not null)
    keys = [vector(rng, width) for _ in rows[0]]
    if not null and width and rng.random() < 0.6:
        for k in keys:
            k[-1] = rng.choice((1, 1, 2, entry(rng)))
    queries = list(product(range(-2, 3), repeat=width)) if width < 4 else [vector(rng, width) for _ in range(200)]

    def signs(row, scores, null, gap):
        return truth.fits(row, scores)

    wanted = rows if null else (*rows, "+" * len(rows[0]))
    found = [chosen(rng, row, keys, None, 0, queries, signs) for row in wanted]
    if rng.random() < 0.05:
        found = found[: len(rows)]
    proof = {"rule": "evaluate", "exhibit": "points", "queries": damaged(rng, found), "keys": damaged(rng, keys)}
    judge(counts, "points", proof, asking.size(statement, "upper", least), least, (statement["task"], rows, null))


def order_sign(rng, counts):
    statement, rows, null = tiny.pattern(rng)
    least = exact_sign_rank.least_dimension(rows, null)
    for vectors, n in (("columns", len(rows[0])), ("rows", len(rows) + (not null))):
        for order in permutations(range(n)) if n < 6 else [rng.sample(range(n), n) for _ in range(200)]:
            negated = [x for x in range(n) if rng.random() < 0.4]
            proof = {
                "rule": "evaluate",
                "exhibit": "order",
                "order": list(order),
                "negated": negated,
                "vectors": vectors,
            }
            judge(counts, "order", proof, asking.size(statement, "upper", least), least, (rows, null))
    broken = {"rule": "evaluate", "exhibit": "order", "order": rng.choices(range(4), k=rng.randint(0, 4))}
    judge(counts, "order", broken, asking.size(statement, "upper", least), least, (rows, null))


def points_scored(rng, counts):
    statement, rows, norm, group = tiny.scored(rng)
    least = truth.least_scored(rows, norm, group)
    width, ball = min(least, rng.choice((least, 0, 1, 2))), norm == "distance"
    if norm == "sphere" and width:
        circle = [[3, 4, 5], [-3, 4, 5], [0, 1, 1], [1, 0, 1], [-4, -3, 5], [0, -1, 1], [5, 12, 13], [1, 1, 1]]
        line = [[1, 1], [-1, 1], [2, 2], [0, 0], [-3, 3], [1, -1]]
        keys = [list(rng.choice(circle if width == 2 else line)) for _ in rows[0]]
    else:
        keys = [[*vector(rng, width), rng.choice((1, 1, 1, 2, entry(rng)))] for _ in rows[0]]
    least_t = {g: [*vector(rng, width), *([rng.choice((-1, -1, -2, entry(rng)))] if ball else [])] for g in group}
    found = []
    for row, g in zip(rows, group, strict=False):
        best = None
        for _ in range(25):
            start = least_t[g] if group.count(g) > 1 and rng.random() < 0.97 else None
            start = start or [*vector(rng, width), *([rng.choice((-1, -2, entry(rng)))] if ball else [])]
            best = [*start, rng.randint(-9, 9)]
            lifted = [(*(k[-1] * x for x in k[:-1]), dot(k[:-1], k[:-1]), k[-1] ** 2) if ball else k for k in keys]
            if truth.fits(row, [dot(best, k) for k in lifted]):
                break
        found.append(best)
    proof = {"rule": "evaluate", "exhibit": "points", "queries": damaged(rng, found), "keys": damaged(rng, keys)}
    about = (statement["task"], rows, norm, group)
    judge(counts, "scored", proof, asking.size(statement, "upper", min(least, 9)), least, about)
    n = len(rows[0]) + ball
    proof = {"rule": "evaluate", "exhibit": "order", "order": rng.sample(range(n), n)}
    judge(counts, "circle", proof, asking.size(statement, "upper", min(least, 9)), least, about)


def tables_grid(rng, counts):
    statement, rows, null = tiny.pattern(rng, most_rows=2)
    name, gap = rng.choice(("midrise", "twos")), rng.choice((Fraction(1, 2), 1, 2, 3))
    bits, width = rng.randint(1, 2), rng.randint(1, 2 if len(rows[0]) + null < 4 else 1)
    possible = brute_patterns.grid_feasible(rows, null, bits, name, gap, width)
    entries = [*brute_patterns.entries(bits, name), *([rng.randint(-4, 4)] if rng.random() < 0.05 else [])]
    keys = [[rng.choice(entries) for _ in range(width)] for _ in range(len(rows[0]) + null)]
    queries = list(product(entries, repeat=width))
    found = [chosen(rng, row, keys, null, gap, queries, brute_patterns.shows) for row in rows]
    head = {"queries": damaged(rng, found), "keys": damaged(rng, keys[: len(rows[0])])}
    if (null and rng.random() < 0.98) or rng.random() < 0.02:
        head["null_key"] = keys[-1]
    proof = {"rule": "evaluate", "exhibit": "tables", "heads": [head] * rng.choice((1,) * 20 + (2,))}
    if rng.random() < 0.5:
        claim = asking.size(statement, "upper", width, f"GRID({bits}, {name}, gap {gap})")
    else:
        claim = asking.size(statement, "upper", bits, f"GRID(p, {name}, gap {gap})", "p", m=width)
    best = asking.trusted(proof, claim)
    reached = best is not None and best <= claim["value"]
    settle(counts, "tables", reached, possible, (proof, claim), (rows, null, name, bits, gap, width))


def shared_grid(rng, counts):
    N = rng.randint(1, 4)
    q = rng.randint(1, N)
    heads, combine = rng.randint(1, min(2, q)), rng.choice(("sum", "concat"))
    name, gap, bits, width = rng.choice(("midrise", "twos")), rng.choice((1, 2)), rng.randint(1, 2), 1
    if N < 4 and rng.random() < 0.5:
        bits, width = 1, 2
    possible = brute_patterns.shared_feasible(N, q, heads, combine, bits, name, gap, width)
    sets = tiny.sets(N, q, q, "0")
    queries = list(product(brute_patterns.entries(bits, name), repeat=width))
    tables = [[rng.choice(queries) for _ in range(N)] for _ in range(heads)]
    found = [[list(rng.choice(queries)) for _ in sets] for _ in range(heads)]
    sizes = None
    for r, row in enumerate(sets):
        options = list(product(queries, repeat=heads))
        rng.shuffle(options)
        for option in options[:60]:
            parts = []
            for query, keys in zip(option, tables, strict=False):
                scores = [dot(query, k) for k in keys]
                parts.append([c for c, x in enumerate(scores) if x == max(scores)])
            whole = sorted(c for part in parts for c in part) == [c for c, x in enumerate(row) if x == "0"]
            alike = sizes in (None, [*map(len, parts)]) or combine == "concat" or rng.random() < 0.1
            if whole and alike:
                sizes = [*map(len, parts)]
                for h in range(heads):
                    found[h][r] = list(option[h])
                break
    shown = [
        {"queries": damaged(rng, a), "keys": damaged(rng, list(map(list, b)))}
        for a, b in zip(found, tables, strict=False)
    ]
    if rng.random() < 0.05:
        shown = rng.choice((shown[:1], [*shown, shown[0]]))
    claim = asking.size({"task": "shared", "N": N, "q": q, "heads": heads, "combine": combine}, "upper", width,
                      f"GRID({bits}, {name}, gap {gap})")  # fmt: skip
    best = asking.trusted({"rule": "evaluate", "exhibit": "tables", "heads": shown}, claim)
    about = (N, q, heads, combine, name, bits, gap, width)
    settle(counts, "shared", best is not None and best <= width, possible, (shown, claim), about)


def tuples_grid(rng, counts):
    M, name, gap = rng.randint(1, 2), rng.choice(("midrise", "twos")), rng.choice((Fraction(1, 2), 1, 2))
    bits, width = rng.choice(((1, 1), (2, 1), (1, 1)) if M == 2 else ((1, 1), (2, 1), (1, 2)))
    possible = brute_patterns.tuple_tables(M, brute_patterns.entries(bits, name), gap, width)
    queries = list(product(brute_patterns.entries(bits, name), repeat=width))
    for _ in range(rng.choice((1, 60))):
        keys = [[list(rng.choice(queries)) for _ in range(M)] for _ in range(2)]
        nulls = [list(rng.choice(queries)) for _ in range(2)]
        tables = [*keys[0], nulls[0]], [*keys[1], nulls[1]]
        fine = [[list(q) for q in queries if brute_patterns.selects(x, q, *tables, M, gap)] for x in range(M)]
        if all(fine):
            break
    found = [rng.choice(some) if some and rng.random() < 0.97 else list(rng.choice(queries)) for some in fine]
    shown = [damaged(rng, k) for k in keys[: rng.choice((2,) * 20 + (1,))]]
    vectors = {"queries": damaged(rng, found), "keys": shown, "null_keys": damaged(rng, nulls)}
    proof = {"rule": "evaluate", "exhibit": "tuples", **vectors}
    claim = asking.size({"task": "match", "order": 3, "M": M}, "upper", width, f"GRID({bits}, {name}, gap {gap})")
    best = asking.trusted(proof, claim)
    settle(counts, "tuples", best is not None and best <= width, possible, (proof, claim), (M, name, gap, bits, width))


def ratios_softmax(rng, counts):
    statement, rows, least = tiny.ratios(rng)
    L, width = statement["L"], rng.choice((least, least, rng.randint(0, 2)))
    D = rng.choice((1, 2, 4))
    keys = [[rng.randint(-3, 3) for _ in range(width)] for _ in range(L)]
    found = []
    for row in rows:
        options = [[rng.randint(-24, 24) for _ in range(width)] for _ in range(60)]
        fine = [q for q in options if _ratios_hold(row, [Fraction(dot(q, k), D) for k in keys], statement)]
        found.append(rng.choice(fine or options))
    proof = {"rule": "evaluate", "exhibit": "ratios", "denominator": D, "precision": rng.choice((1, 2, 7)),
             "queries": damaged(rng, found), "keys": damaged(rng, keys)}  # fmt: skip
    claim = asking.size(statement, "upper", least, "SOFTMAX")
    judge(counts, "ratios", proof, claim, least, repr(statement))
    n = rng.choice((L,) * 20 + (L - 1, L + 1))
    proof = {"rule": "evaluate", "exhibit": "order", "order": rng.sample(range(n), n)}
    judge(counts, "interpolation", proof, claim, least, repr(statement))


def _ratios_hold(row, scores, statement):
    at = [scores[c] - x for c, x in row.items()]
    low = min(scores[c] for c in row)
    zeros = all(x - low <= Fraction(statement["zero"]) for c, x in enumerate(scores) if c not in row)
    return zeros and max(at) - min(at) <= Fraction(statement["ratio"])


def judge(counts, kind, proof, claim, least, about):
    """A value below the least one there is, is a false proof; the least one itself is what could be shown."""
    value = asking.trusted(proof, claim)
    assert value is None or value >= least, (proof, claim, value, least)
    count(counts, kind, value is not None, about, value == least)


def settle(counts, kind, accepted, possible, proof, about):
    """The same of sizes of which it is known whether they are enough."""
    assert possible or not accepted, proof
    count(counts, kind, accepted, about, accepted, possible)


def count(counts, kind, accepted, about, reached, possible=True):
    """A proof; and of each statement whether its truth has been shown."""
    counts[kind, "proofs"] += 1
    counts[kind, "accepted"] += accepted
    if possible:
        counts[kind, "about", about] |= int(reached)


KINDS = (points_sign, order_sign, points_scored, tables_grid, shared_grid, tuples_grid, ratios_softmax)


def test_no_exhibit_shows_too_little():
    told = attacked(KINDS, 1, 200)
    assert sum(proofs for proofs, *_ in told.values()) > 3000
    for kind, (_, accepted, reached) in told.items():
        assert accepted and reached, kind
