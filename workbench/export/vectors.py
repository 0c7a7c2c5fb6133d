"""Vectors that do what a pattern asks, with every score: points, tables in a grid, tuples, ratios of a softmax."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import lcm

from ...bounds.upper.moment_curve import moment_curve_tables
from ...core.evaluate.curves import FORM as ORDER
from ...core.grids import grid_of
from ...core.meaning.pattern import Pattern, pattern_of, tuple_symbol
from .record import Exported
from .script import MOST_BITS, Script, TooLargeError, all_of, integer, need_room, require_sizes
from .stated_claim import StatedClaim

Table = Sequence[Sequence[int]]
RELATIONS = {"-": "<", "0": "=", "+": ">"}
SIGNS = {"-": -1, "0": 0, "+": 1, "*": 0}
ROWS = "that the rows above the conditions are those of the statement (+ above the threshold of the row, - below it, "
ROWS += "0 at it, * anywhere)"


def points(claim: StatedClaim) -> Exported:
    """Integer vectors, scores compared with 0."""
    return _points(claim, pattern_of(claim.read.statement, claim.meter), claim.proof["queries"], claim.proof["keys"])


def order(claim: StatedClaim) -> Exported | None:
    """Keys on the moment curve, worked out; None for keys on a circle, and for weights of a softmax."""
    pattern = pattern_of(claim.read.statement, claim.meter)
    if pattern.norm or pattern.weights:
        return None
    value = int(claim.read.value or 0) + pattern.offset
    need_room(pattern.count * pattern.columns * value)
    p = ORDER.read(claim.fields, "proof", claim.meter)
    rows = tuple(pattern.homogeneous())
    lines = tuple(map("".join, zip(*rows, strict=True))) if p.vectors == "rows" else rows
    queries, keys = moment_curve_tables(lines, p.order or tuple(range(len(lines[0]))), frozenset(p.negated), value)
    tables = [[_cleared(vector) for vector in table] for table in (queries, keys)]
    return _points(claim, pattern, *(reversed(tables) if p.vectors == "rows" else tables))


def identity(claim: StatedClaim) -> Exported | None:
    """The signs themselves, and unit vectors; None where norms count."""
    pattern = pattern_of(claim.read.statement, claim.meter)
    if not pattern.plain:
        return None
    width = min(pattern.columns, pattern.count + pattern.offset)
    need_room(pattern.count * pattern.columns * width)
    signs = [[SIGNS[symbol] for symbol in row] for row in pattern.homogeneous()]
    units = [[int(i == j) for j in range(width)] for i in range(width)]
    if len(signs[0]) == width:
        return _points(claim, pattern, signs, units)
    return _points(claim, pattern, units, list(zip(*signs, strict=True)))


def _cleared(vector: Sequence[int | Fraction]) -> list[int]:
    scale = lcm(*(Fraction(entry).denominator for entry in vector))
    return [int(entry * scale) for entry in vector]


def _points(claim: StatedClaim, pattern: Pattern, queries: Table, keys: Table) -> Exported:
    width, ball, scored = len(keys[0]), pattern.norm == "distance", bool(pattern.norm or pattern.group)
    rows = list(pattern.words() if scored else pattern.homogeneous())
    need_room(len(rows) * len(keys) * max(width, 1))
    script = Script(
        "QF_NIA", claim.words, f"queries w_r, keys u_c of {width} integers have scores with the signs of the pattern",
        ROWS + ("; keys are points v / d, d their last entry; " if scored else "")
        + ("a score is <q, v> d + s |v|^2 + t d^2, s < 0, positive inside of a ball; " if ball else "")
        + ("rows of one query differ in t, their last entry, only" if scored else "")
        + ("" if scored or pattern.null else "; and that the last row, of + only, stands for the threshold that each "
           "row is free to choose, which makes m the width less 1"),
    )  # fmt: skip
    require_sizes(script, claim, m=width - pattern.offset)
    names = [script.vector(f"u_{c}", key) for c, key in enumerate(keys)]
    for c, name in enumerate(names if scored else ()):
        *v, d = name
        script.require(f"(> {d} 0)")
        square = script.define(f"n_{c}", script.dot(v, v))
        if pattern.norm == "sphere" and v:
            script.require(f"(= {square} (* {d} {d}))")
        if ball:
            names[c] = [*(script.define(f"p_{c}_{k}", f"(* {d} {x})") for k, x in enumerate(v)), square]
            names[c].append(script.define(f"d_{c}", f"(* {d} {d})"))
    first: dict[int, int] = {}
    for r, (row, query) in enumerate(zip(rows, queries, strict=True)):
        script.remark(f"row {r}: {row}")
        w = script.vector(f"w_{r}", query)
        same = first.setdefault(pattern.group[r], r) if pattern.group else r
        script.require(*(f"(= {a} w_{same}_{k})" for k, a in enumerate(w[:-1]) if same != r))
        script.require(*([f"(< {w[-2]} 0)"] if ball else ()))
        for symbol, u in zip(row, names, strict=True):
            if symbol != "*":
                script.require(f"({RELATIONS[symbol]} {script.dot(w, u)} 0)")
    return script.exported(claim.name)


def grid_function(script: Script, claim: StatedClaim) -> bool:
    """The function ``in_grid``, if the class has a grid."""
    grid, bits = claim.read.quantity.unit_class.grid, claim.read.sizes(int(claim.read.value or 0)).bits
    if bits > MOST_BITS:
        raise TooLargeError(f"the grid has {bits} bits; at most {MOST_BITS} are written")
    if grid:
        ends = grid_of(grid, bits)
        odd = " (= (mod x 2) 1)" if grid == "midrise" else ""
        body = f"(and (<= {integer(ends[0])} x) (<= x {integer(ends[-1])}){odd})"
        script.function("in_grid", [("x", "Int")], "Bool", body)
    return bool(grid)


def entries(script: Script, name: str, vector: Iterable[int], grid: bool) -> list[str]:
    """A constant for each entry of a vector, which lies in the grid."""
    names = script.vector(name, vector)
    if grid and names:
        script.require(all_of(f"(in_grid {one})" for one in names))
    return names


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
    script = Script("QF_NIA", claim.words, f"{how}; the gap is {gap}, and all entries are in the grid", f"T{ROWS[1:]}")
    require_sizes(script, claim, m=max(widths), heads=len(heads))
    grid, scale = grid_function(script, claim), 2 * gap.denominator
    step = int(scale * gap)
    keys = [[entries(script, f"u_{h}_{c}", u, grid) for c, u in enumerate(o["keys"])] for h, o in enumerate(heads)]
    nulls = [
        entries(script, f"n_{h}", o["null_key"], grid) for h, o in enumerate(heads) if o.get("null_key") is not None
    ]
    for r, row in enumerate(pattern.words()):
        script.remark(f"row {r}: {row}")
        for h, head in enumerate(heads):
            w = entries(script, f"w_{h}_{r}", head["queries"][r], grid)
            names = [script.define(f"s_{h}_{r}_{c}", script.dot(w, u)) for c, u in enumerate(keys[h])]
            scores = [sum(a * b for a, b in zip(head["queries"][r], key, strict=True)) for key in head["keys"]]
            if several:
                top = script.define(f"t_{h}_{r}", max(scores))
                script.require(
                    *(f"(or (= {s} {top}) (<= (* {scale} {s}) (- (* {scale} {top}) {step})))" for s in names)
                )
                many = script.define(f"size_{h}_{r}", script.sum(f"(ite (= {s} {top}) 1 0)" for s in names))
                script.require(f"(>= {many} 1)", *[f"(= {many} size_{h}_0)"] * (pattern.combine == "sum"))
                continue
            level = f"(* {scale} {script.dot(w, nulls[0])})" if nulls else int(scale * _threshold(row, scores, gap))
            t = script.define(f"t_{r}", level)
            for symbol, s in zip(row, names, strict=True):
                if symbol != "*":
                    off = {"0": "", "+": f" {step}", "-": f" (- {step})"}[symbol]
                    relation = {"0": "=", "+": ">=", "-": "<="}[symbol]
                    script.require(f"({relation} (* {scale} {s}) {f'(+ {t}{off})' if off else t})")
        for c, symbol in enumerate(row if several else ""):
            held = script.sum(f"(ite (= s_{h}_{r}_{c} t_{h}_{r}) 1 0)" for h in range(len(heads)))
            script.require(f"(= {held} {int(symbol == '0')})")
    return script.exported(claim.name)


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
        "QF_NIA", claim.words,
        f"the score of every query w_x and every tuple of keys is at least {gap} above that of the tuple of null keys "
        f"if x and the keys add up to 0 modulo {s.M}, and as far below it if not, or if some but not all keys are null",
        "that these are all the tuples; k_a_y is key y of part a, the last one its null key, and a score is the sum "
        "over coordinates of the products",
    )  # fmt: skip
    require_sizes(script, claim, m=width, order=s.order)
    grid = grid_function(script, claim)
    listed = [[*table, null] for table, null in zip(p["keys"], p["null_keys"], strict=True)]
    keys = [
        [entries(script, f"k_{a}_{y}", key, grid) for y, key in enumerate(part)] for a, part in enumerate(listed, 1)
    ]
    for x, query in enumerate(p["queries"]):
        w = entries(script, f"w_{x}", query, grid)
        for chosen in product(range(-1, s.M), repeat=k):  # -1: null
            vectors = [w, *(part[c] for part, c in zip(keys, chosen, strict=True))]
            score = script.sum(f"(* {' '.join(factors)})" for factors in zip(*vectors, strict=True))
            symbol = tuple_symbol((x, *chosen), s.M)
            if symbol == "0":
                script.define(f"t_{x}", score)
                continue
            one, other = (score, f"t_{x}") if symbol == "+" else (f"t_{x}", score)
            script.require(f"(>= (* {gap.denominator} (- {one} {other})) {gap.numerator})")
    return script.exported(claim.name)


def ratios(claim: StatedClaim) -> Exported:
    """Scores whose differences are logarithms of ratios of weights."""
    p, pattern = claim.proof, pattern_of(claim.read.statement, claim.meter)
    c, width = p["precision"], len(p["keys"][0])
    need_room(pattern.count * pattern.columns * (width + 5 * max(map(len, pattern.weights))))
    script = Script(
        "QF_NIA", claim.words,
        f"S = s_i_j / D are scores of tables of width {width}; off the support S is at most S on it less "
        f"{pattern.below}; on it all S - log2 w differ by at most {pattern.within}",
        "that the rows above the conditions, column and weight of the nonzero entries, are those of the statement; "
        f"logarithms are between integers over {c}: low_w <= {c} log2 w <= high_w, as 2^low_w <= w^{c} <= 2^high_w",
    )  # fmt: skip
    d = script.define("D", p["denominator"])
    require_sizes(script, claim, m=width)
    for w in sorted({w for row in pattern.weights for w in row.values()}):
        low = (w**c).bit_length() - 1
        ends = low, low + (w**c != 1 << low)
        script.define(f"low_{w}", ends[0])
        script.define(f"high_{w}", ends[1])
        powers = [
            _power(script, f"{a}_{w}", *of) for a, of in (("x", (2, ends[0])), ("y", (w, c)), ("z", (2, ends[1])))
        ]
        script.require(f"(<= {' '.join(powers)})")
    keys = [script.vector(f"u_{j}", key) for j, key in enumerate(p["keys"])]
    below, within = pattern.below, pattern.within
    for i, (row, query) in enumerate(zip(pattern.weights, p["queries"], strict=True)):
        script.remark(f"row {i}: {row}")
        w = script.vector(f"w_{i}", query)
        for j, key in enumerate(keys):
            script.define(f"s_{i}_{j}", script.dot(w, key))
        for j, k in product(range(pattern.columns), row):
            off = f"(* {below.denominator} (- s_{i}_{k} s_{i}_{j}))"
            far = f"(- (* {c} (- s_{i}_{j} s_{i}_{k})) (* {d} (- low_{row.get(j)} high_{row[k]})))"
            if j not in row:
                script.require(f"(>= {off} (* {below.numerator} {d}))")
            elif j != k:
                script.require(f"(<= (* {within.denominator} {far}) (* {c} {within.numerator} {d}))")
    return script.exported(claim.name)


def _power(script: Script, name: str, base: int, exponent: int) -> str:
    """A power, by squaring."""
    last = script.define(f"{name}_0", 1)
    for step, digit in enumerate(f"{exponent:b}" if exponent else "", start=1):
        last = script.define(f"{name}_{step}", f"(* {last} {last}{f' {base}' if digit == '1' else ''})")
    return last
