"""Tiny and degenerate statements about scores, with the truth about each."""

from fractions import Fraction
from itertools import combinations

import pattern_truth as truth


def random_rows(rng, most_rows=3, most_columns=3, symbols="-0+*"):
    """A pattern of at most 3 x 3; rows of one symbol, equal rows and equal columns are frequent."""
    columns, height = rng.randint(1, most_columns), rng.randint(1, most_rows)
    rows = []
    for _ in range(height):
        kind = rng.random()
        if kind < 0.1:
            rows.append("*" * columns)
        elif kind < 0.2:
            rows.append(rng.choice(symbols) * columns)
        elif kind < 0.3 and rows:
            rows.append(rng.choice(rows))
        else:
            rows.append("".join(rng.choice(symbols) for _ in range(columns)))
    if columns == 3 and rng.random() < 0.1:
        rows = [row[:2] + row[1] for row in rows]
    return tuple(rows)


def pattern(rng, null=None, symbols="-0+*", most_rows=3):
    """A statement that is a pattern, its rows, and whether it has a null key."""
    kind = rng.random()
    if kind < 0.1 and null is not True and "0" in symbols:
        N = rng.randint(1, 3)
        q = rng.randint(1, N)
        return {"task": "qsa", "N": N, "q": q}, sets(N, q, q, "0"), False
    if kind < 0.2 and null is not True:
        N = rng.randint(1, 3)
        least = rng.randint(1, N)
        most = rng.randint(least, N)
        return {"task": "separation", "N": N, "least": least, "most": most}, sets(N, least, most, "+"), False
    if kind < 0.25 and null is not False:
        M = rng.randint(1, 3)
        rows = tuple("".join("+" if (x + y) % M == 0 else "-" for y in range(M)) for x in range(M))
        return {"task": "match", "order": 2, "M": M}, rows, True
    rows = random_rows(rng, most_rows, symbols=symbols)
    null = rng.random() < 0.5 if null is None else null
    if kind < 0.4 and not any("0" in row for row in rows):
        lists = [[[c for c, x in enumerate(row) if x == symbol] for row in rows] for symbol in "+*"]
        statement = {"task": "relevance", "columns": len(rows[0]), "selected": lists[0], "free": lists[1], "null": null}
        return statement, rows, null
    return {"task": "pattern", "rows": list(rows), "null": null}, rows, null


def sets(N, least, most, symbol):
    """All subsets of these sizes, as rows."""
    chosen = [y for k in range(least, most + 1) for y in combinations(range(N), k)]
    return tuple("".join(symbol if c in y else "-" for c in range(N)) for y in chosen)


def scored(rng):
    """A statement about another score, its rows, norm, groups."""
    if rng.random() < 0.2:
        N = rng.randint(1, 3)
        least = rng.randint(1, N)
        most, score = rng.randint(least, N), rng.choice(("cosine", "euclidean"))
        rows = sets(N, least, most, "+")
        return (
            {"task": "retrieval", "N": N, "least": least, "most": most, "score": score},
            rows,
            NORM[score],
            (*range(len(rows)),),
        )
    of, rows, _ = pattern(rng, False, "-+*")
    shared = [0]
    for _ in rows[1:]:
        shared.append(rng.randint(0, max(shared) + 1))
    score = rng.choice(("inner", "cosine", "euclidean"))
    written = of["task"] in ("pattern", "relevance")
    if not written or (score != "inner" and rng.random() < 0.5):
        score = score if score != "inner" else "cosine"
        return {"task": "scored", "score": score, "of": of}, rows, NORM[score], (*range(len(rows)),)
    return {"task": "scored", "score": score, "of": of, "shared": shared}, rows, NORM[score], tuple(shared)


NORM = {"inner": "", "cosine": "sphere", "euclidean": "distance"}


def ratios(rng):
    """An attention matrix of at most three columns, and its least m."""
    L, zero = rng.randint(1, 3), rng.choice((Fraction(-1, 2), Fraction(-3), Fraction(-10)))
    ratio = rng.choice((Fraction(0), Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3)))
    rows = []
    for _ in range(rng.randint(1, 3)):
        support = sorted(rng.sample(range(L), rng.randint(1, L)))
        logs = [rng.choice((0, 0, 0, 1, 2)) for _ in support]
        rows.append({c: x - min(logs) for c, x in zip(support, logs, strict=False)})
    written = [[[c, 2**x] for c, x in row.items()] for row in rows]
    statement = {"task": "attention-matrix", "L": L, "rows": written, "ratio": str(ratio), "zero": str(zero)}
    return statement, rows, truth.least_ratios(L, tuple(rows), ratio, zero)
