"""Rule map (section 10): a bound of one statement from that of another."""

from fractions import Fraction
from itertools import chain
from types import SimpleNamespace

from .claims import SHRINK, WEIGHT_TASKS, premise, refuted, rule
from .clauses import lower_plain
from .computations import answers_of, matrix_of, sizes_of, store
from .notation import form, freeze, need
from .patterns import pattern_of
from .theorems import exceeds
from .vectors import transposed


def is_real(c):
    """Whether the claim is about real vectors."""
    return c.measure == "sign_rank" or (c.kind == "resource" and (c.cls.kind == "SIGN" or c.task in WEIGHT_TASKS))


def holds_class(big, other):
    """Whether the class of the one claim holds the other's."""
    a, b = big.cls, other.cls
    if is_real(big):
        return is_real(other) or b.kind in ("GRID", "KEYS")
    if not a or not b or (a.kind, b.kind) not in (("GRID", "GRID"), ("KEYS", "KEYS"), ("KEYS", "GRID")):
        return False
    if a.grid != b.grid or (a.kind == "GRID" and b.gap < a.gap):
        return False
    return a.p == b.p if "p" in (a.p, b.p) else b.p <= a.p


def carried(c, inner, shift=0):
    """The value that the premise's value gives."""
    asks, has = ("m" if x.measure == "sign_rank" else x.resource for x in (c, inner))
    lower, value = c.side in ("lower", "none"), inner.value + shift
    need(c.side != "none" or (asks == "p" and inner.resource == "m"), "only that no p will do is carried")
    need(asks in ("m", "p") and has in ("m", "p"), "only m and p are carried")
    need(holds_class(*((inner, c) if lower else (c, inner))), "the class of one does not hold the other's")
    if asks == has:
        need(asks == "m" or (shift == 0 and (c.m <= inner.m if lower else c.m >= inner.m)), "another m is held fixed")
        return value
    if c.side != "none":
        refuted(c)
    need(lower and asks == "p" and value > c.m, "m does not give p")
    return c.value


def name_of(s, tied):
    """A name of the rows that needs no table."""
    task = s["task"]
    if task in ("qsa", "shared"):
        return ("qsa", s["N"], s["q"])
    if task in ("separation", "retrieval"):
        return ("separation", s["N"], s["least"], s["most"])
    if task == "scored":
        return name_of(s["of"], tied)
    if task == "permutation-matrix":
        return ("qsa", s["L"], 1) if tied else ("separation", s["L"], 1, 1)
    if task == "relevance":
        return ("relevance", s["columns"], freeze(s["selected"]), freeze(s["free"]))
    return ("rows", tuple(pattern_of(s).rows)) if task in ("pattern", "communication") else None


def has_null(s):
    return s.get("null", s["task"] in ("match", "communication"))


def score_of(s):
    return s.get("score", "inner")


def part_rows(s, tied):
    """The rows of a statement, with the listed ones of matrices of weights as + or 0."""
    t = pattern_of(s)
    return [row.replace("0", "+") for row in t.rows] if s["task"] in WEIGHT_TASKS and not tied else t.rows


def smaller(rows, lines, chosen_rows, chosen_columns):
    """The rows have in each cell * or what the lines have at the chosen places."""
    r = list(range(len(lines))) if chosen_rows is None else chosen_rows
    k = list(range(len(lines[0]) if lines else 0)) if chosen_columns is None else chosen_columns
    form(max(r, default=0) < len(lines) and max(k, default=0) < len(lines[0]), "no such row or column")
    need(len(rows) == len(r) and len(rows[0]) == len(k), "a part of another size")
    for row, i in zip(rows, r):
        need(all(x in ("*", lines[i][j]) for x, j in zip(row, k)), "a condition of the smaller is none of the larger")


def with_premise(c, p):
    inner = premise(c, p.of)
    side = "lower" if c.side == "none" and p.word in ("part", "averages") else c.side
    need(side is not None and inner.side == side, "a premise of the other side")
    return inner


def single(c):
    """The claim about the pattern of late interaction, with the numbers of vectors."""
    if c.task != "maxsim":
        return c, (1, 1)
    s, t, of = c.s["document_vectors"], c.s["query_vectors"], c.s["of"]
    return SimpleNamespace(**{**vars(c), "s": of, "task": of["task"]}), (s, t if s > 1 else 1)


@rule("map", "line", of="maxsim SIGN m lower", spec="of premise, rows? [nat] dist, columns? [nat] dist")
def line(c, p):
    inner, t = with_premise(c, p), pattern_of(c.s["of"])
    there = pattern_of(inner.s)
    need(there.plain and there.null and is_real(inner) and inner.value > 3, "a premise that is no sign-rank above 3")
    r, k = (getattr(p, x, list(range(n))) for x, n in (("rows", len(t.rows)), ("columns", t.columns)))
    form(max(r) < len(t.rows) and max(k) < t.columns, "no such row or column")
    lines = ["".join(t.rows[i][j] for j in k) + "+" for i in r]
    smaller(there.rows, [*lines, "+" * len(k) + "0"], None, None)
    return 2


@rule("map", "part", spec="of premise, rows? [nat] dist, columns? [nat] dist, tied=false bool")
def part(c, p):
    inner, lower = with_premise(c, p), c.side in ("lower", "none")
    r, k = getattr(p, "rows", None), getattr(p, "columns", None)
    if c.kind == inner.kind == "measure" and c.measure == inner.measure != "sign_rank":
        need(c.measure not in SHRINK and c.alpha == inner.alpha, "a measure that does not grow")
        low, high = (inner, c) if lower else (c, inner)
        one, other = (matrix_of(store(x.s)) for x in (low, high))
        if one != other:  # equal ones are not compared
            smaller(one, other, r, k)
        return inner.value
    need(c.side != "none" or c.kind == "resource", "no value of a measure")
    real_measure = [x.measure == "sign_rank" or x.kind == "resource" for x in (c, inner)]
    need(all(real_measure), "only m, p, sign_rank are carried")
    same = freeze(c.s) == freeze(inner.s) and c.measure == inner.measure
    if same:
        return carried(c, inner)
    (c, mine), (inner, its) = single(c), single(inner)
    few, many = (mine, its) if lower else (its, mine)
    need(few[0] <= many[0] and few[1] <= many[1], "more vectors may need less")
    need(inner.task not in ("attention-matrix", "shared", "averaging", "computation"), "premise")
    need(c.task not in ("shared", "averaging", "computation"), "for one head")
    if c.task in WEIGHT_TASKS:
        need(lower or p.tied, "only equal scores give weights from above")
        if p.tied and c.task == "attention-matrix":
            ratio = c.s["ratio"]
            need(not lower or ratio == 0, "the scores need not be equal")
            need(not any(exceeds(max(w for _, w in x), min(w for _, w in x), ratio) for x in c.s["rows"]), "weights")
    now, was = score_of(c.s), score_of(inner.s)
    shift = 0
    if now != was:
        lower_shifts = {("cosine", "inner"): 0, ("euclidean", "cosine"): -1}
        upper_shifts = {("cosine", "euclidean"): 1, ("cosine", "inner"): 0 if has_null(inner.s) else 1,
                        ("euclidean", "inner"): 0}  # fmt: skip
        shift = (lower_shifts if lower else upper_shifts).get((now, was))
        need(shift is not None, "one score does not give the other")
        if (now, was, lower) == ("cosine", "inner", False) and has_null(inner.s):
            need(not any("0" in row for row in pattern_of(inner.s).rows), "a key may be 0")
    low, high = (inner, c) if lower else (c, inner)
    if has_null(low.s) and not has_null(high.s):
        need(is_real(inner if lower else c), "a null key more, not in a real class")
        shift += -1 if lower else 1
    need(not low.s.get("shared") or pattern_of(low.s).groups is None, "the smaller one shares queries")
    names = {name_of(x.s, p.tied or x is inner) for x in (low, high)}
    if len(names) > 1 or None in names:
        smaller(*(part_rows(x.s, p.tied or x is inner) for x in (low, high)), r, k)
    return carried(c, inner, shift)


@rule("map", "sphere", spec="of premise, rows? PLACES, columns? [nat] dist, cuts=[] [{column nat, by [nat] dist}]")
def sphere(c, p):
    inner = with_premise(c, p)
    need(c.side == "lower" and c.kind == "resource" and c.cls.kind == "SIGN", "for SIGN, lower")
    t, score = pattern_of(c.s), score_of(c.s)
    need((score != "inner" or t.groups is not None) and pattern_of(inner.s).plain, "for a norm, or shared queries")
    need(not (score == "inner" and p.cuts), "cuts are for norms")
    chosen = getattr(p, "rows", None)
    chosen = list(range(len(t.rows))) if chosen is None else chosen
    form(max(chosen, default=0) < len(t.rows), "no such row")
    distance = score == "euclidean"
    rows = [row + "-" for row in t.rows] if distance else t.rows  # the pole
    lines = [rows[i] for i in chosen]
    columns = getattr(p, "columns", None)
    for cut_ in p.cuts:
        a = cut_["column"]
        need(columns is None or a in columns, "the column of a cut is none of those named")
        form(a < len(rows[0]) and max(cut_["by"]) < len(rows), "no such row or column")
        told = {j for r in cut_["by"] for j, x in enumerate(rows[r]) if {x, rows[r][a]} == {"+", "-"}}
        lines.append("".join("+" if j == a else "-" if j in told else "*" for j in range(len(rows[0]))))
    form(lines, "no rows")
    smaller(pattern_of(inner.s).rows, lines, None, columns)
    shift = -1 if has_null(inner.s) else 0
    value = carried(c, inner, shift)
    if distance:
        no_pole = columns is not None and t.columns not in columns
        value = max(value - 1, int(value >= 1 and no_pole))
    return value


@rule("map", "tuples", spec="of premise, columns [[int -1..]*] eq, part nat, rows [int -1..]")
def tuples_map(c, p):
    inner = with_premise(c, p)
    need(c.side == "lower" and c.task == "match" and is_real(inner) and pattern_of(inner.s).plain, "for match, lower")
    size, order, k = c.s["M"], c.s["order"], p.part
    form(k < order and all(len(x) == order - 1 for x in p.columns), "no such part, or columns of another length")
    lines = []
    for at in p.rows:
        line = ""
        for others in p.columns:
            x = [*others[:k], at, *others[k:]]
            form(max(x) < size and x[0] >= 0, "no such token, or a null query")
            keys = x[1:]
            line += "0" if max(keys) < 0 else "+" if min(keys) >= 0 and sum(x) % size == 0 else "-"
        lines.append(line)
    smaller(pattern_of(inner.s).rows, lines, None, None)
    return carried(c, inner, -1 if k else 0)


@rule("map", "averages", spec="of premise")
def averages(c, p):
    inner = with_premise(c, p)
    need(c.task == "averaging" and c.kind == "resource" and inner.kind == "resource", "for averaging")
    n, q, kind = c.s["N"], c.s["q"], c.cls.kind
    e = q * c.error
    need(inner.s.get("N") == n, "of another length")
    if c.side == "upper":
        need(kind == "SOFTMAX" and inner.task == "qsa" and inner.resource == c.resource == "m", "for SOFTMAX")
        need(inner.s["q"] <= q and e > q - inner.s["q"], "the error is too small")
        return inner.value
    tied, step = inner.task == "qsa", 2 if c.cls.grid == "midrise" else 1
    need(c.heads == 1 and e < 1, "more heads, or an error too large")
    need(inner.s["q"] == q if tied else inner.task == "separation" and inner.s["least"] == inner.s["most"] == q, "sets")
    if kind != "FIXED":
        need(is_real(inner) and (kind == "SATURATED" or not tied) and c.resource == "m", "from another class")
        return inner.value
    d = Fraction(step, 2)
    if tied:
        need(e < 1 - Fraction(1, 2**step), "an error too large")
        most = 2 if c.cls.p == "p" else c.cls.p + 1
        d = next((d for d in range(min(most, 10**4)) if Fraction(1, 2**d) <= e), most)
        d = -(-d // step) * step
    grid = SimpleNamespace(kind="GRID", p=c.cls.p, grid=c.cls.grid, gap=Fraction(d))
    return carried(SimpleNamespace(**{**vars(c), "cls": grid}), inner)


@rule("map", "cut", spec="of premise, columns [[int -1..]*] eq, rows [[int -1..]*] eq, token nat, alice PLACES")
def cut_map(c, p):
    inner = with_premise(c, p)
    need(c.kind == "resource" and c.cls.kind == "THRESH" and c.side == "lower", "for THRESH, lower")
    need(is_real(inner), "for real vectors")
    t = pattern_of(inner.s)
    need(t.plain, "for a plain pattern")
    alphabet, n = sizes_of(c.s)
    place = c.s["position"]
    form(max(p.alice, default=0) < n and place not in p.alice and p.token < alphabet, "positions of Alice, the token")
    bob = [i for i in range(n) if i != place and i not in p.alice]
    form(len(p.rows[0]) == len(p.alice) and len(p.columns[0]) == len(bob), "words of another length")
    form(all(0 <= x < alphabet for w in [*p.rows, *p.columns] for x in w), "no such token")
    asked = None
    if c.s["of"] == "table":
        asked = {tuple(w): a[place] for w, a in c.s["answers"]}
    need(len(t.rows) == len(p.rows) and t.columns == len(p.columns), "a part of another size")
    for row, a in zip(t.rows, p.rows):
        for x, b in zip(row, p.columns):
            if x != "*":
                word = [p.token] * n
                for i, v in chain(zip(p.alice, a), zip(bob, b)):
                    word[i] = v
                answer = asked.get(tuple(word)) if asked is not None else answers_of(c.s, word)[place]
                need(answer == {"+": 1, "-": 0}.get(x, "none"), "a condition of the pattern is no answer")
    return next(h for h in range(len(t.rows) + 2) if 2 ** (h + 1) - 2 >= inner.value)


@rule("map", "composed", spec='of premise, along "rows"|"columns", lines [[int]]')
def composed(c, p):
    inner = with_premise(c, p)
    t, there = lower_plain(c), pattern_of(inner.s)
    need(is_real(inner) and there.plain and there.null, "a premise that is no sign-rank")
    lines = t.homogeneous if p.along == "rows" else transposed(t.homogeneous)
    need(len(there.rows) == len(p.lines) and there.columns == len(lines[0]), "a pattern of another size")
    for row, parts in zip(there.rows, p.lines):
        need(all(-len(lines) <= k < len(lines) for k in parts), "no such line")
        for j, x in enumerate(row):
            symbol = "0"
            for k in parts:
                if symbol == "0":
                    symbol = lines[k][j] if k >= 0 else {"+": "-", "-": "+"}.get(lines[-1 - k][j], lines[-1 - k][j])
            need(x in ("*", symbol), "a condition of the pattern is none of the composed line")
    return inner.value - t.offset
