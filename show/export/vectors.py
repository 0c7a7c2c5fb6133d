"""Vectors that do what a pattern asks, with every score: points, tables in a grid, tuples."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import lcm, prod
from operator import mul

from ...bounds.upper.moment_curve import moment_curve_tables
from ...certificates.evaluate.curves import EXHIBITS as CURVES
from ...certificates.meaning.pattern import Pattern, pattern_of, tuple_symbol
from .script import Script, integer, need_room, term_of
from .stated_claim import Exported, StatedClaim

Table = Sequence[Sequence[int]]
RELATIONS = {"-": "<", "0": "=", "+": ">"}
ROWS = "that the rows above the conditions are those of the statement (+ above the threshold of the row, - below it, "
ROWS += "0 at it, * anywhere)"


def points(claim: StatedClaim) -> Exported:
    """Integer vectors, scores compared with 0."""
    return _points(claim, pattern_of(claim.read.statement, claim.meter), claim.proof["queries"], claim.proof["keys"])


def order(claim: StatedClaim) -> Exported | None:
    """Keys on the moment curve, worked out; None for a circle, weights of a softmax, and queries of several rows."""
    pattern = pattern_of(claim.read.statement, claim.meter)
    if pattern.norm or pattern.weights or pattern.group:
        return None
    value = int(claim.read.value or 0) + pattern.offset
    need_room(pattern.count * pattern.columns * value)
    p = CURVES["order"].form.read(claim.fields, "proof", claim.meter)
    rows = tuple(pattern.homogeneous())
    lines = tuple(map("".join, zip(*rows, strict=True))) if p.vectors == "rows" else rows
    if max(p.negated, default=0) >= len(lines[0]):
        raise ValueError("a negated column is none")
    queries, keys = moment_curve_tables(lines, p.order or tuple(range(len(lines[0]))), frozenset(p.negated), value)
    tables = [[_cleared(vector) for vector in table] for table in (queries, keys)]
    return _points(claim, pattern, *(reversed(tables) if p.vectors == "rows" else tables))


def _cleared(vector: Sequence[int | Fraction]) -> list[int]:
    scale = lcm(*(Fraction(entry).denominator for entry in vector))
    return [int(entry * scale) for entry in vector]


def _points(claim: StatedClaim, pattern: Pattern, queries: Table, keys: Table) -> Exported:
    width, ball, scored = len(keys[0]), pattern.norm == "distance", bool(pattern.norm or pattern.group)
    rows = list(pattern.words() if scored else pattern.homogeneous())
    need_room(len(rows) * len(keys) * max(width, 1))
    script = Script(
        claim, "QF_NIA", f"queries w_r, keys u_c of {width} integers have scores with the signs of the pattern",
        ROWS + ("; keys are points v / d, d their last entry; " if scored else "")
        + ("a score is <q, v> d + s |v|^2 + t d^2, s < 0, positive inside of a ball; " if ball else "")
        + ("rows of one query differ in t, their last entry, only" if scored else "")
        + ("" if scored or pattern.null else "; and that the last row, of + only, stands for the threshold that each "
           "row is free to choose, which makes m the width less 1"),
    )  # fmt: skip
    script.require_sizes(m=width - pattern.offset)
    names = [script.entries(f"u_{c}", key) for c, key in enumerate(keys)]
    for c, (*v, d) in enumerate(names if scored else ()):
        script.require(f"(> {d.term} 0)")
        square = script.named(f"n_{c}", dot(v, v))
        if pattern.norm == "sphere" and v:
            script.require(f"(= {square.term} (* {d.term} {d.term}))")
        if ball:
            names[c] = (
                *(script.named(f"p_{c}_{k}", d * x) for k, x in enumerate(v)),
                square,
                script.named(f"d_{c}", d * d),
            )
    first: dict[int, int] = {}
    for r, (row, query) in enumerate(zip(rows, queries, strict=True)):
        script.remark(f"row {r}: {row}")
        w = script.entries(f"w_{r}", query)
        same = first.setdefault(pattern.group[r], r) if pattern.group else r
        script.require(*(f"(= {a.term} w_{same}_{k})" for k, a in enumerate(w[:-1]) if same != r))
        script.require(*([f"(< {w[-2].term} 0)"] if ball else ()))
        for symbol, u in zip(row, names, strict=True):
            if symbol != "*":
                script.require(f"({RELATIONS[symbol]} {term_of(dot(w, u))} 0)")
    return script.exported()


def dot(one: Sequence[int], other: Sequence[int]) -> int:
    """The inner product."""
    return sum(map(mul, one, other))


def tables(claim: StatedClaim) -> Exported:
    """Tables in the grid of the class, for one head or several that share the ``0`` of each row."""
    pattern, heads = pattern_of(claim.read.statement, claim.meter), claim.proof["heads"]
    widths = [len(head["keys"][0]) for head in heads]
    need_room(pattern.count * (pattern.columns + 1) * max(sum(widths), 1))
    gap, several = Fraction(claim.read.quantity.unit_class.gap), pattern.heads > 1
    how = (
        "in each head the highest scores of a row lie the gap above the others; each 0 of a row is highest in exactly "
        "one head, and nothing else is in any" + ", as many in a head for each row" * (pattern.combine == "sum")
        if several
        else "from the threshold of its row, the null key's score or any number, each score lies as the pattern says"
    )
    script = Script(claim, "QF_NIA", f"{how}; the gap is {gap}, and all entries are in the grid", f"T{ROWS[1:]}")
    script.require_sizes(m=max(widths), heads=len(heads))
    script.write_grid()
    scale, step = 2 * gap.denominator, int(2 * gap.denominator * gap)
    keys = [[script.entries(f"u_{h}_{c}", key) for c, key in enumerate(one["keys"])] for h, one in enumerate(heads)]
    nulls = [script.entries("n", one["null_key"]) for one in heads if one.get("null_key") is not None]
    for r, row in enumerate(pattern.words()):
        script.remark(f"row {r}: {row}")
        for h, head in enumerate(heads):
            w = script.entries(f"w_{h}_{r}", head["queries"][r])
            scores = [script.named(f"s_{h}_{r}_{c}", dot(w, u)) for c, u in enumerate(keys[h])]
            if several:
                t = script.define(f"t_{h}_{r}", int(max(scores)))
                script.require(*(f"(or (= {s.term} {t}) (<= (* {scale} (- {s.term} {t})) (- {step})))" for s in scores))
                many = script.define(f"size_{h}_{r}", script.sum(f"(ite (= {s.term} {t}) 1 0)" for s in scores))
                script.require(f"(>= {many} 1)", *[f"(= {many} size_{h}_0)"] * (pattern.combine == "sum"))
                continue
            level = scale * dot(w, nulls[0]) if nulls else int(scale * _threshold(row, [*map(int, scores)], gap))
            t = script.named(f"t_{r}", level).term
            for symbol, s in zip(row, scores, strict=True):
                if symbol != "*":
                    relation, off = {"0": ("=", 0), "+": (">=", step), "-": ("<=", -step)}[symbol]
                    script.require(f"({relation} (* {scale} {s.term}) (+ {t} {integer(off)}))")
        for c, symbol in enumerate(row if several else ""):
            held = script.sum(f"(ite (= s_{h}_{r}_{c} t_{h}_{r}) 1 0)" for h in range(len(heads)))
            script.require(f"(= {held} {int(symbol == '0')})")
    return script.exported()


def _threshold(row: str, scores: Sequence[int], gap: Fraction) -> Fraction:
    at = {symbol: [score for s, score in zip(row, scores, strict=True) if s == symbol] for symbol in "-0+"}
    if at["0"]:
        return Fraction(at["0"][0])
    if at["-"] and at["+"]:
        return Fraction(max(at["-"]) + min(at["+"]), 2)
    return max(at["-"]) + gap if at["-"] else min(at["+"], default=0) - gap


def tuples(claim: StatedClaim) -> Exported:
    """Tables for tuples of order s >= 3."""
    p, s = claim.proof, claim.read.statement
    k, width, gap = s.order - 1, len(p["queries"][0]), Fraction(claim.read.quantity.unit_class.gap or 1)
    need_room(s.M * (s.M + 1) ** k * max(width, 1) * k)
    script = Script(
        claim, "QF_NIA",
        f"the score of every query w_x and every tuple of keys is at least {gap} above that of the tuple of null keys "
        f"if x and the keys add up to 0 modulo {s.M}, and as far below it if not, or if some but not all keys are null",
        "that these are all the tuples; k_a_y is key y of part a, the last one its null key, and a score is the sum "
        "over coordinates of the products",
    )  # fmt: skip
    script.require_sizes(m=width, order=s.order)
    script.write_grid()
    listed = [[*table, null] for table, null in zip(p["keys"], p["null_keys"], strict=True)]
    keys = [[script.entries(f"k_{a}_{y}", key) for y, key in enumerate(part)] for a, part in enumerate(listed, 1)]
    for x, query in enumerate(p["queries"]):
        w = script.entries(f"w_{x}", query)
        for chosen in product(range(-1, s.M), repeat=k):  # -1: null
            vectors = [w, *(part[c] for part, c in zip(keys, chosen, strict=True))]
            score = term_of(sum(map(prod, zip(*vectors, strict=True))))
            symbol = tuple_symbol((x, *chosen), s.M)
            if symbol == "0":
                script.define(f"t_{x}", score)
                continue
            one, other = (score, f"t_{x}") if symbol == "+" else (f"t_{x}", score)
            script.require(f"(>= (* {gap.denominator} (- {one} {other})) {gap.numerator})")
    return script.exported()
