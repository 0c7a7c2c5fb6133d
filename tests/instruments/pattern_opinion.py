"""``tables`` and ``shared-tables`` judged from the words of FORMAT.rst: does every score have its sign?

A judge returns the sizes that the evidence needs, and whether it shows what it should.
"""

from fractions import Fraction
from itertools import combinations, product


def tables_judged(question, claim, name, p, grid, gap):
    if question["task"] == "match" and question["order"] > 2:
        return _tensor(question, claim["evidence"], grid, p, gap)
    if question["task"] == "scored":
        return _points(question, claim["evidence"])
    evidence = claim["evidence"]
    queries, keys = evidence["queries"], evidence["keys"]
    if question["task"] == "match" and len(queries) != question["M"]:  # which may be more than can be written out
        return {"m": evidence["dimension"]}, False
    rows, null = pattern(question)
    real = name == "SIGN"
    if real and not null:  # the functional that gives the free threshold is positive on all keys
        rows = [*rows, "+" * len(rows[0])]
    good = len(queries) == len(rows) and len(keys) == len(rows[0])
    good = good and in_grid(grid, p, flat(queries) + flat(keys) + evidence.get("null_key", []))
    for word, query in zip(rows, queries, strict=False):
        if not good:
            break
        scores = [dot(query, key) for key in keys]
        if "null_key" in evidence:
            thresholds = [dot(query, evidence["null_key"])]
        elif real:
            thresholds = [0]
        else:  # where some real threshold works, one of these does: a score, or a score plus or minus the gap
            thresholds = [score + step for score in scores for step in (0, gap, -gap)]
        good = any(keeps_gap(word, scores, t, gap or 1) for t in thresholds)
    return {"m": evidence["dimension"] - (real and not null)}, good


def _points(question, evidence):
    """Points and queries as fractions: thresholds from the scores themselves, distances from the centre."""
    rows, width = pattern(question["of"])[0], evidence["dimension"]
    queries, keys = evidence["queries"], evidence["keys"]
    good = len(queries) == len(rows) and len(keys) == len(rows[0]) and all(key[-1] > 0 for key in keys)
    points = [[Fraction(x, key[-1]) for x in key[:-1]] for key in keys] if good else []
    if question["score"] == "cosine" and width:
        good = good and all(dot(point, point) == 1 for point in points)
    vectors = {}
    for r, (word, query) in enumerate(zip(rows, queries, strict=False)):
        if not good:
            break
        vector, t = query[:width], Fraction(query[-1])
        if question["score"] == "euclidean":
            good = query[width] < 0
            centre = [Fraction(x, -2 * query[width]) for x in vector] if good else vector
            vector, t = [*vector, query[width]], t / -(query[width] or 1) + dot(centre, centre)
            scores = [
                -dot(away, away) for away in ([a - b for a, b in zip(point, centre, strict=True)] for point in points)
            ]
        else:
            scores = [dot(vector, point) for point in points]
        group = question.get("shared", range(len(rows)))[r]
        good = good and vectors.setdefault(group, vector) == vector
        good = good and all(
            s == "*" or (score > -t if s == "+" else score < -t) for s, score in zip(word, scores, strict=True)
        )
    return {"m": width}, good


def _tensor(question, evidence, grid, p, gap):
    M, order = question["M"], question["order"]
    good = len(evidence["queries"]) == M and all(len(table) == M for table in evidence["keys"])
    good = good and in_grid(grid, p, flat([evidence[k] for k in ("queries", "keys", "null_keys")]))
    for x, query in enumerate(evidence["queries"]):
        if not good:
            break
        t = dot(query, *evidence["null_keys"])
        for chosen in product([*range(M), None], repeat=order - 1):
            blanks = chosen.count(None)
            if blanks == order - 1:
                continue
            keys = [
                blank if c is None else table[c]
                for c, table, blank in zip(chosen, evidence["keys"], evidence["null_keys"], strict=True)
            ]
            score = dot(query, *keys)
            wins = blanks == 0 and (x + sum(chosen)) % M == 0
            good = good and (score - t if wins else t - score) >= (gap or 1)
    return {"m": evidence["dimension"], "order": order}, good


def shared_tables_judged(question, claim, name, p, grid, gap):
    heads, N, q = claim["evidence"]["heads"], question["N"], question["q"]
    subsets = list(combinations(range(N), q))
    sizes = {"m": max(len(key) for head in heads for key in [*head["keys"], []]), "H": len(heads)}
    good = len(heads) == question["heads"] and in_grid(grid, p, flat([[h["queries"], h["keys"]] for h in heads]))
    if not good or any(len(h["queries"]) != len(subsets) or len(h["keys"]) != N for h in heads):
        return sizes, False
    cardinalities = set()
    for r, y in enumerate(subsets):
        parts = []
        for head in heads:
            scores = [dot(head["queries"][r], key) for key in head["keys"]]
            parts.append({j for j in range(N) if all(scores[j] >= other for other in scores)})
            word = "".join("-0"[j in parts[-1]] for j in range(N))
            good = good and keeps_gap(word, scores, max(scores), gap)
        good = good and set().union(*parts) == set(y) and sum(map(len, parts)) == q
        cardinalities.add(tuple(map(len, parts)))
    return sizes, good and (question["combine"] == "concat" or len(cardinalities) == 1)


def pattern(question):
    """(rows, null) of an order-2 pattern."""
    if question["task"] == "pattern":
        return question["rows"], question["null"]
    if question["task"] == "relevance":
        free = question.get("free", [[] for _ in question["selected"]])
        width = range(question["columns"])
        rows = [(set(y), set(z)) for y, z in zip(question["selected"], free, strict=True)]
        signs = [["-+*"[(c in y) + 2 * (c in z)] for c in width] for y, z in rows]
        return ["".join(row) for row in signs], question["null"]
    if question["task"] == "match":
        M = question["M"]
        return ["".join("+" if x + y in (0, M) else "-" for y in range(M)) for x in range(M)], True
    N = range(question["N"])
    return ["".join("-0"[j in y] for j in N) for y in combinations(N, question["q"])], False


def keeps_gap(word, scores, t, gap):
    """Whether the scores have the word's signs around t, nonzero ones by the gap."""
    wanted = {"0": lambda d: d == 0, "+": lambda d: d >= gap, "-": lambda d: -d >= gap, "*": lambda d: True}
    return all(wanted[symbol](score - t) for symbol, score in zip(word, scores, strict=True))


def in_grid(grid, p, numbers):
    if grid == "midrise":
        return all(x % 2 and abs(x) < 2**p for x in numbers)
    return grid is None or all(-(2**p) <= 2 * x < 2**p for x in numbers)


def flat(value):
    return [x for part in value for x in flat(part)] if isinstance(value, list) else [value]


def dot(*vectors):
    total = 0
    for a in range(len(vectors[0])):
        term = 1
        for vector in vectors:
            term *= vector[a]
        total += term
    return total
