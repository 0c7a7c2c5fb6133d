"""Claims, classes of units, measures and facts (sections 2, 4, 5), and the verification of a proof."""

import re
from fractions import Fraction
from types import SimpleNamespace

from .computations import sizes_of
from .notation import TYPES, fields, form, freeze, need
from .statements import read_statement, read_task

WEIGHT_TASKS = ("attention-matrix", "permutation-matrix")
PATTERN_TASKS = ("qsa", "separation", "match", "pattern", "relevance")
CLASSES = re.compile(
    r"(SIGN|SATURATED|SOFTMAX|THRESH)|GRID\((p|[1-9]\d{0,8}), (midrise|twos), gap (1/2|[1-9]\d{0,8})\)"
    r"|(?:KEYS|FIXED|ROUNDED|HARDMAX|LEFTMOST|RIGHTMOST)\((p|[1-9]\d{0,8}), (midrise|twos)\)", re.A)  # fmt: skip
TASKS = {
    "SIGN": (*PATTERN_TASKS, "retrieval", "scored", "tolerant", "maxsim"), "GRID": (*PATTERN_TASKS, "shared"),
    "KEYS": ("qsa", "separation"),
    "FIXED": ("computation", "averaging"), "SATURATED": ("computation", "averaging"), "THRESH": ("computation",),
    **dict.fromkeys(["ROUNDED", "HARDMAX", "LEFTMOST", "RIGHTMOST"], ("computation",)),
    "SOFTMAX": ("averaging", "attention-matrix", "permutation-matrix"),
}  # fmt: skip
MEASURES = {
    **dict.fromkeys(["D", "one_way_ab", "one_way_ba"], "i*v"), "partition": "iv",
    **dict.fromkeys(["fooling0", "fooling1", "cover0", "cover1", "sign_rank"], "i*"),
    **dict.fromkeys(["rank_q", "rank_gf2", "rank_gf3", "rank_sign"], "i*"),
    **dict.fromkeys(["rank_q_complement", "rank_gf2_complement", "rank_gf3_complement"], "i*"),
    **dict.fromkeys(["partition0", "partition1", "vc_rows", "vc_columns"], "i"),
    **dict.fromkeys(["fractional_cover0", "fractional_cover1", "gamma2_alpha", "gamma2_inf"], "*"),
    **dict.fromkeys(["fractional_partition0", "fractional_partition1"], "*"),
    **dict.fromkeys(["disc", "partition_bound", "smooth_rectangle0", "smooth_rectangle1"], "*"),
    **dict.fromkeys(["spectral_norm", "trace_norm", "forster", "disc_uniform", "gamma2", "gamma2_01"], ""),
    **dict.fromkeys(["fooling", "cover"], "i*w"), "fractional_cover": "*w",
    **dict.fromkeys(["rank", "nonnegative_rank", "psd_rank"], "iw"),
}  # fmt: skip
SHRINK = ("partition", "forster", "disc_uniform", "disc", "partition_bound", "smooth_rectangle0", "smooth_rectangle1")
FACTS = {
    "self-attending": ("sparse-pattern", ""), "not-self-attending": ("sparse-pattern", ", layer pos, position nat"),
    "path": ("sparse-pattern", ""), "no-path": ("sparse-pattern", ""), "hops-infinite": ("sparse-pattern", ""),
    "correct": ("reduction", ""), "incorrect": ("reduction", ""), "not-local": ("reduction", ""),
    "reachable": ("classifier", ", sets [INC]"), "unreachable": ("classifier", ", sets [INC]"),
    "unit-fails": ("computation averaging", ", unit_class text"),
    "excluded": ("computation averaging", ", unit_class text, sizes [[pos]4]1..1000, error? frac 0.., "
                 'read_out? "any"|"threshold"'),
}  # fmt: skip
SIZE = (
    'resource "m"|"p"|"H", unit_class text, side "lower"|"upper"|"none", value? nat, m? nat, heads? pos, '
    'order? int 2.., layers? pos, dv? pos|"m", error? frac 0.., read_out? "any"|"threshold", pattern? any, '
    'scope? {null bool, tables "both"|"token"|"additive"|"relative", combine "concat"|"sum"}'
)


def read_class(text):
    found = CLASSES.fullmatch(text)
    form(found, "an unknown class")
    k = SimpleNamespace(kind=text.partition("(")[0], p=found[2] or found[5], grid=found[3] or found[6])
    k.p = int(k.p) if k.p not in (None, "p") else k.p
    k.gap = Fraction(found[4]) if found[4] else None
    return k


def read_claim(raw, context):
    form(isinstance(raw, dict) and isinstance(raw.get("proof"), dict), "a claim with a proof is needed")
    s = read_statement(raw["question"]) if "question" in raw else context.question()
    body = {k: v for k, v in raw.items() if k not in ("proof", "question")}
    c = SimpleNamespace(s=s, task=s["task"], proof=raw["proof"], context=context, side=None, value=None, integer=True)
    c.resource = c.measure = c.cls = c.fact = c.error = None
    c.kind = next((k for k in ("resource", "measure", "quantity", "claim") if k in body), None)
    side = ', side "lower"|"upper", value '
    if c.kind == "resource":
        read_size(c, body)
    elif c.kind == "measure":
        c.body = fields(body, f"measure text{side} frac 0.., alpha? frac 1..10^6, epsilon? frac 0..1")
        c.measure, flags = c.body["measure"], MEASURES.get(c.body["measure"])
        form(flags is not None and c.task in ("communication", "values"), "an unknown measure, or not of a matrix")
        form("w" not in flags if c.task == "communication" else "v" in flags or "w" in flags, "of other matrices")
        form(("alpha" in body) == (c.measure == "gamma2_alpha"), "alpha")
        with_epsilon = c.measure.startswith("smooth") or c.measure == "partition_bound"
        form(("epsilon" in body) == with_epsilon and c.body.get("epsilon", 0) <= Fraction(1, 2), "epsilon")
        form("i" not in flags or c.body["value"].denominator == 1, "the value of an integer measure")
        c.alpha, c.epsilon, c.integer = c.body.get("alpha"), c.body.get("epsilon"), "i" in flags
        starred = any({"*", None} & set(row) for row in s.get("rows", ()))
        form("*" in flags or not starred, "the measure is not defined with *")
    elif c.kind == "quantity" and body["quantity"] == "hops":
        c.body = fields(body, f"quantity text{side} pos")
        form(c.task == "sparse-pattern", "hops of a sparse pattern")
    elif c.kind == "quantity" and body["quantity"] == "margin":
        c.body = fields(body, f"quantity text, d pos{side} frac 0..1")
        c.kind, c.d, c.integer = "margin", c.body["d"], False
        form(c.task in ("separation", "pattern", "relevance") and not s.get("null"), "a margin of another statement")
        form(not any("0" in row for row in s.get("rows", ())), "a margin of rows with 0")
    elif c.kind == "quantity":
        c.body = fields(body, f"quantity text, pattern any{side} nat")
        c.pattern = c.body["pattern"] = read_task("sparse-pattern")(c.body["pattern"])
        form(c.body["quantity"] == "depth" and c.task == "computation", "depth of a computation")
        form(c.pattern["n"] == sizes_of(s)[1], "a pattern of other length")
    else:
        form(c.kind == "claim" and isinstance(body["claim"], str) and body["claim"] in FACTS, "an unknown claim")
        tasks, spec = FACTS[body["claim"]]
        c.body = fields(body, "claim text" + spec)
        c.fact = body["claim"]
        form(c.task in tasks.split(), "a fact about another task")
        read_fact(c)
    c.side, c.value = c.body.get("side"), c.body.get("value")
    c.what = (freeze(s), freeze({k: v for k, v in c.body.items() if k not in ("side", "value")}))
    return c


def read_size(c, body):
    c.body = b = fields(body, SIZE)
    c.resource, c.cls = b["resource"], read_class(b["unit_class"])
    kind, task, r = c.cls.kind, c.task, c.resource
    form(task in TASKS[kind] and (kind != "THRESH" or "position" in c.s), "a class for other tasks")
    form((c.cls.p == "p") == (r == "p"), "the letter p, exactly if the resource is p")
    form(("value" in b) == (b["side"] != "none"), "a value, unless none will do")
    form(r == "m" or b.get("value") != 0, "the value 0")
    form((kind != "THRESH") or (r == "H" and not set(b) - {"resource", "unit_class", "side", "value"}), "THRESH")
    computation, unit = task == "computation", task in ("computation", "averaging")
    heads, order = c.s["heads"] if task == "shared" else 1, c.s["order"] if task == "match" else 2
    form(("m" in b) == (r != "m" and kind != "THRESH") and not (r == "H" and "heads" in b), "sizes held fixed")
    form(r != "H" or unit, "heads of another task")
    form(unit or b.get("heads", heads) == heads, "heads")
    form(computation or "dv" not in b, "dv")
    form(computation or (b.get("order", order) == order and b.get("layers", 1) == 1), "sizes")
    form(b.get("dv") != "m" or r == "m", "dv m")
    form(("error" in b) == (task == "averaging"), "the error")
    form(("read_out" in b) == (computation and kind != "THRESH"), "the read-out")
    if kind != "THRESH":
        for name, default in (("order", order), ("layers", 1), ("dv", 1), *([("heads", heads)] if r != "H" else [])):
            b.setdefault(name, default)
    c.m, c.heads, c.order, c.layers = b.get("m"), b.get("heads"), b.get("order"), b.get("layers")
    c.dv, c.error, c.scope, c.read_out = b.get("dv"), b.get("error"), b.get("scope"), b.get("read_out")
    whole = kind in ("FIXED", "ROUNDED", "HARDMAX", "LEFTMOST", "RIGHTMOST")
    plain = c.layers == 1 or (c.scope and c.scope["tables"] == "both")
    form(not c.scope or (computation and whole and c.order == 2 and plain), "the scope")
    if kind == "ROUNDED":
        form(c.read_out == "any" and (not c.scope or c.scope["combine"] == "concat"), "any read-out, heads abreast")
    c.pattern = None
    if "pattern" in b:
        c.pattern = b["pattern"] = read_task("sparse-pattern")(b["pattern"])
        form(kind not in ("THRESH", "SOFTMAX") and computation and c.pattern["n"] == sizes_of(c.s)[1], "the pattern")
    c.least = 1 if r != "m" or c.dv == "m" else 0


def read_fact(c):
    b, s = c.body, c.s
    if c.fact == "not-self-attending":
        form(b["layer"] <= len(s["layers"]) and b["position"] < s["n"], "no such layer or position")
    if c.task == "reduction":
        form(("runs" in s) == (c.fact == "not-local"), "runs are for not-local")
    if c.task == "classifier":
        form(all(max(x, default=0) < len(s["weights"]) for x in b["sets"]), "a class that is none")
    if "unit_class" in b:
        c.cls = read_class(b["unit_class"])
        fixed = c.cls.kind == "FIXED" or (c.cls.kind == "ROUNDED" and c.task == "computation")
        form(c.cls.p == "p" if c.fact == "excluded" else c.cls.p != "p", "the letter p")
        form(fixed or (c.fact == "unit-fails" and c.cls.kind == "SATURATED"), "another class")
    if c.fact == "excluded":
        form(("error" in b) == (c.task == "averaging") != ("read_out" in b), "the error, or the read-out")


def refuted(c):
    """The values that the rules that exclude values have to exclude."""
    need(c.kind == "resource" and c.side == "lower" and c.value > c.least, "no value is refuted")
    if c.cls.kind in ("FIXED", "ROUNDED") and c.resource == "p":
        need(c.value - c.least <= 1000, "more than 1000 refuted values")
        return range(c.least, c.value)
    return [c.value - 1]


def sizes_at(c, value):
    """m, p, heads, dv with the resource at a value."""
    m, p, heads, dv = c.m, c.cls.p, c.heads, c.dv
    m, p, heads = (value if c.resource == x else y for x, y in (("m", m), ("p", p), ("H", heads)))
    return m, p, heads, (m if dv == "m" else dv)


def least_bits(grid, entries):
    """The bits of the least grid that holds these numbers; grids of more bits hold those of fewer."""
    need(grid == "twos" or all(x % 2 for x in entries), "an entry is not odd")
    return max([1, *((x if x >= 0 or grid == "midrise" else ~x).bit_length() + (grid == "twos") for x in entries)])


class Context:
    """The statement of the file, the claims before, and how deep the premises lie."""

    def __init__(self, question, earlier, deep=0):
        self.question, self.earlier, self.deep = question, earlier, deep


def premise(c, v):
    if type(v) is int:
        form(0 <= v < len(c.context.earlier), "no earlier claim has this number")
        return c.context.earlier[v]
    form(c.context.deep < 20, "premises lie too deep in one another")
    inner = read_claim(v, Context(c.context.question, c.context.earlier, c.context.deep + 1))
    verify(inner)
    return inner


RULES = {}


def rule(rule_name, *words, of="", spec=""):
    """Makes a function the rule of these words; of says of which claims: their fact or kind, task, side, class."""

    def add(f):
        RULES.update({(rule_name, word): (of.split(), spec, f) for word in words})
        return f

    return add


BESIDE = {"evaluate": "exhibit", "clauses": "system", "farkas": "system", "psd": "system", "tree": "system",
          "theorem": "name", "map": "name"}  # fmt: skip


def verify(c):
    """Checks the proof of a claim."""
    name = c.proof.get("rule")
    form(isinstance(name, str) and name in BESIDE, "an unknown rule")
    word = c.proof.get(BESIDE[name])
    form(isinstance(word, str), "the word beside the rule")
    form((name, word) in RULES, f"no {name} {word}")
    of, spec, prove = RULES[name, word]
    p = SimpleNamespace(**fields(c.proof, f"rule text, {BESIDE[name]} text" + (", " + spec if spec else "")))
    p.word = word
    own = {c.fact or c.kind, c.task, c.side, c.resource, c.cls and c.cls.kind}
    need(all(own & set(x.split("|")) for x in of), f"the rule is for {' '.join(of)}")
    v = prove(c, p)
    if c.fact:
        return
    if c.side == "none":
        need(v is None, "a value is proved, not that none will do")
    elif c.side == "lower":
        need(c.value < v + 1 if c.integer else c.value <= v, f"only {v} is proved")
    else:
        need(c.value > v - 1 if c.integer else c.value >= v, f"only {v} is proved")


TYPES["premise"] = lambda v: v
