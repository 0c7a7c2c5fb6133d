"""Rule theorem (section 9): statements of which some rows may fail."""

from math import comb

from .claims import premise, rule
from .notation import need
from .patterns import pattern_of
from .theorems import closed

FLIP = str.maketrans("+-", "-+")


def counted(c, side):
    """The pattern, and what each row counts."""
    s = closed(c, side, ["SIGN"], ["tolerant"])
    t = pattern_of(s["of"])
    return t, s["counts"] or [1] * len(t.rows), s["wrong"]


def asks_less(less, more):
    return all(x in ("*", y) for a, b in zip(less, more, strict=True) for x, y in zip(a, b, strict=True))


def same_shape(rows, others):
    return len(rows) == len(others) and all(len(a) == len(b) for a, b in zip(rows, others))


@rule("theorem", "cores", spec="from [premise]1..100000, cores [{of nat, rows [nat] dist, columns [nat], "
                               "times int 1..10^18}], scale int 1..10^18")  # fmt: skip
def cores(c, p):
    t, counts, wrong = counted(c, "lower")
    found = [premise(c, x) for x in getattr(p, "from")]
    load, total = [0] * len(counts), 0
    for core in p.cores:
        need(core["of"] < len(found), "no such premise")
        inner = found[core["of"]]
        need(inner.side == "lower" and inner.what[1] == c.what[1], "a bound of another quantity")
        tolerant = inner.task == "tolerant"
        need(not (tolerant and inner.s["counts"]), "a premise with counts")
        there = pattern_of(inner.s["of"] if tolerant else inner.s)
        need(max(core["rows"]) < len(t.rows) and max(core["columns"]) < t.columns, "no such row or column")
        part = ["".join(t.rows[r][k] for k in core["columns"]) for r in core["rows"]]
        need(there.plain and there.null == t.null and same_shape(there.rows, part), "a premise of another form")
        need(asks_less(there.rows, part), "a premise asks for more")
        for r in core["rows"]:
            load[r] += core["times"]
        total += core["times"] * (1 + (inner.s["wrong"] if tolerant else 0))
    need(all(x <= p.scale * y for x, y in zip(load, counts)) and total > p.scale * wrong, "the weights")
    return min(x.value for x in found)


@rule("theorem", "left out", spec="from [premise]0..1, rows [nat]* dist")
def left_out(c, p):
    t, counts, wrong = counted(c, "upper")
    found = [premise(c, x) for x in getattr(p, "from")]
    need(max(p.rows, default=0) < len(t.rows), "no such row")
    need(sum(counts[r] for r in p.rows) <= wrong, "too many rows fail")
    kept = [row for r, row in enumerate(t.rows) if r not in set(p.rows)]
    need(bool(kept) == bool(found), "a premise iff rows are left")
    if not kept:
        return 0
    need(found[0].side == "upper" and found[0].what[1] == c.what[1], "a bound of another quantity")
    there = pattern_of(found[0].s)
    need(there.plain and there.null == t.null and same_shape(kept, there.rows), "a premise of another form")
    need(asks_less(kept, there.rows), "the premise asks for less")
    return found[0].value


@rule("theorem", "dichotomies", "semispaces", "pairs in space", spec="k nat")
def few(c, p):
    t, counts, wrong = counted(c, "lower")
    n, k = t.columns, p.k
    need(all(set(row) <= {"+", "-"} for row in t.rows) and 1 <= k <= n, "for rows of signs")
    held = {}
    for row, count in zip(t.rows, counts):
        key = frozenset((row, row.translate(FLIP)))
        held[key] = held.get(key, 0) + count
    if not t.null:
        held.pop(frozenset(("+" * n, "-" * n)), None)
    if p.word == "semispaces":
        s = max(min(row.count("+"), row.count("-")) for row in t.rows)
        need(k == 3 and not t.null and s >= 1 and 2 * s < n, "for small sets in the plane")
        most = s * n
    elif p.word == "pairs in space":
        pairs = all(2 in (row.count("+"), row.count("-")) for row in t.rows)
        need(k == 4 and not t.null and n >= 5 and pairs, "for pairs in space")
        most = 4 * n - 10
    else:
        most = sum(comb(n - 1, i) for i in range(min(k - 1 + t.offset, 400))) - t.offset
    need(sum(sorted(held.values())[: max(0, len(held) - most)]) > wrong, "so many may be realised")
    return k
