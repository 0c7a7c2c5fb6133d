"""Patterns: rows of words over - 0 + * of the statements that have them (section 3)."""

from functools import cache
from itertools import combinations
from math import comb
from types import SimpleNamespace

from .computations import matrix_of, store, thaw
from .notation import BIG, need, small


def subsets(n, sizes):
    small(sum(comb(n, k) if min(k, n - k) < 60 else BIG + 1 for k in sizes) * n)
    return [set(x) for k in sizes for x in combinations(range(n), k)]


def subset_rows(n, sizes, sign):
    return ["".join(sign if j in x else "-" for j in range(n)) for x in subsets(n, sizes)]


def pattern_of(s):
    """Rows, null, score, groups (numbers of the queries), heads, weights of a statement with a pattern."""
    return make_pattern(store(s))


@cache
def make_pattern(key):
    s = thaw(key)
    task = s["task"]
    p = SimpleNamespace(null=False, score="inner", groups=None, heads=0, combine="concat", weights=False)
    if task in ("qsa", "shared"):
        p.rows = subset_rows(s["N"], [s["q"]], "0")
        p.heads, p.combine = s.get("heads", 0), s.get("combine", "concat")
    elif task in ("separation", "retrieval"):
        p.rows = subset_rows(s["N"], range(s["least"], s["most"] + 1), "+")
        p.score = s.get("score", "inner")
    elif task == "match":
        need(s["order"] == 2, "a match of higher order has no plain pattern")
        small(s["M"] ** 2)
        p.rows = ["".join("+" if (x + k) % s["M"] == 0 else "-" for k in range(s["M"])) for x in range(s["M"])]
        p.null = True
    elif task == "pattern":
        p.rows, p.null = s["rows"], s["null"]
    elif task == "relevance":
        small(s["columns"] * len(s["selected"]))
        free = s["free"] or [[]] * len(s["selected"])
        p.rows = [
            "".join("+" if j in a else "*" if j in b else "-" for j in range(s["columns"]))
            for a, b in zip(map(set, s["selected"]), map(set, free))
        ]
        p.null = s["null"]
    elif task == "scored":
        p.rows, p.score = pattern_of(s["of"]).rows, s["score"]
        if s["shared"] and len(set(s["shared"])) < len(p.rows):
            p.groups = s["shared"]
    elif task in ("attention-matrix", "permutation-matrix"):
        small(s["L"] ** 2 if task == "permutation-matrix" else s["L"] * len(s["rows"]))
        lists = [{j for j, _ in row} for row in s["rows"]] if "rows" in s else [{i} for i in range(s["L"])]
        p.rows = ["".join("0" if j in x else "-" for j in range(s["L"])) for x in lists]
        p.weights = task == "attention-matrix"
    else:
        need(task == "communication", "no pattern")
        p.rows, p.null = [r.translate(str.maketrans("10", "+-")) for r in matrix_of(store(s))], True
    p.columns, p.offset = len(p.rows[0]), 0 if p.null else 1
    p.plain = p.score == "inner" and p.groups is None and not p.heads and not p.weights
    p.homogeneous = [*p.rows] if p.null else [*p.rows, "+" * p.columns]
    return p
