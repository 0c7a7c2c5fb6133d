"""Statements (section 3): the table of all tasks, and what their fields have to fit."""

import re
from collections import Counter
from itertools import pairwise
from math import gcd

from .computations import inputs_of, read_communication, read_computation, read_values, sizes_of
from .notation import TYPES, fields, form, typ
from .patterns import pattern_of
from .sparse import read_sparse


def read_statement(v):
    form(isinstance(v, dict) and isinstance(v.get("task"), str) and v["task"] in STATEMENTS, "an unknown task")
    spec, more = STATEMENTS[v["task"]], CONDITIONS.get(v["task"])
    if callable(spec):
        return spec(v)
    s = fields(v, "task text, " + spec)
    form(more is None or more(s), f"a {s['task']} whose fields do not fit")
    return s


def read_task(*tasks):
    def read(v):
        s = read_statement(v)
        form(s["task"] in tasks, f"not a statement of {tasks}")
        return s

    return read


def scored_ok(s):
    rows = pattern_of(s["of"]).rows if s["shared"] or s["of"]["task"] == "pattern" else []
    tied = s["of"]["task"] == "qsa" or (s["of"]["task"] == "pattern" and any("0" in row for row in rows))
    first = all(x <= 1 + max(s["shared"][:i], default=-1) for i, x in enumerate(s["shared"]))
    return (
        not s["of"].get("null") and not (s["score"] == "inner" and not s["shared"])
        and (not tied or (s["score"] == "cosine" and not s["shared"]))
        and (not s["shared"] or (s["of"]["task"] != "separation" and len(s["shared"]) == len(rows) and first))
    )  # fmt: skip


def matrix_ok(s):
    rows = s["rows"]
    return all(
        all(a[0] < b[0] for a, b in pairwise(row)) and row[-1][0] < s["L"] and gcd(*(w for _, w in row)) == 1
        for row in rows
    )


def relevance_ok(s):
    free = s["free"] or [[] for _ in s["selected"]]
    lists = [*s["selected"], *free]
    fit = len(free) == len(s["selected"]) and all(max(x, default=0) < s["columns"] for x in lists)
    return fit and any(free) == bool(s["free"]) and not any(set(a) & set(b) for a, b in zip(s["selected"], free))


def classifier_ok(s):
    n = len(s["weights"])
    sizes = [len(s[k]) for k in ("bias", "classes", "names") if s.get(k)]
    ok = all(x == n for x in sizes) and not (s["centred"] and "bias" in s)
    s["names"] = []
    return ok


def read_tokens(v, target, count):
    form(isinstance(v, list) and len(v) == count, "tokens of another number than the owner has positions")
    return typ("[[frac/100,[int]*]]*" if target["task"] == "averaging" else "[int]*")(v)


def read_reduction(v):
    s = fields(v, 'task text, source any, target any, owners text"ABP" 1..1000000, position? int|[int] inc,'
               "public? any, alice? any, bob? any, read_out? any, runs? any")  # fmt: skip
    s["source"], target = read_task("communication")(s["source"]), read_task("computation", "averaging")(s["target"])
    s["target"], length, averaging = target, len(s["owners"]), target["task"] == "averaging"
    form("position" not in target and length == sizes_of(target)[1], "a target with a position, or of other length")
    sizes, own = inputs_of(s["source"]), Counter(s["owners"])
    if "runs" in s:
        form(not any(k in s for k in ("position", "public", "alice", "bob", "read_out")), "runs with other fields")
        s["runs"] = typ("[{row nat, column nat, tokens any}]2")(s["runs"])
        for run in s["runs"]:
            form(run["row"] < sizes[0] and run["column"] < sizes[1], "a run of no input")
            run["tokens"] = read_tokens(run["tokens"], target, length)
        return s
    form(all(k in s for k in ("position", "public", "alice", "bob", "read_out")), "a field is missing")
    places = s["position"] if isinstance(s["position"], list) else [s["position"]]
    form(all(0 <= i < length for i in places) and not (averaging and len(places) > 1), "the positions read")
    s["public"] = read_tokens(s["public"], target, own["P"])
    for party, size, letter in (("alice", sizes[0], "A"), ("bob", sizes[1], "B")):
        table = s[party]
        if isinstance(table, list):
            form(len(table) == size, "tokens for another number of inputs")
            s[party] = [read_tokens(x, target, own[letter]) for x in table]
        else:
            ok = isinstance(table, dict) and all(re.fullmatch(r"0|[1-9]\d*", k, re.A) for k in table)
            form(ok and all(len(k) < 200 and int(k) < size for k in table), "an object with inputs as keys")
            s[party] = {k: read_tokens(x, target, own[letter]) for k, x in table.items()}
    s["read_out"] = typ("[[frac,int 0..1]]0..4096" if averaging else "[[int,int 0..1]]0..4096")(s["read_out"])
    form(len({x for x, _ in s["read_out"]}) == len(s["read_out"]), "an output is read twice")
    return s


STATEMENTS = {
    "qsa": "N size, q size", "separation": "N size, least size, most size",
    "retrieval": 'N size, least size, most size, score "cosine"|"euclidean"', "match": "order int 2..8, M size",
    "pattern": 'rows [text"-0+*" 1..4000000] eq, null bool, name="" name',
    "relevance": 'columns size, selected [INC], free=[] [INC], null bool, name="" name',
    "scored": 'score "inner"|"cosine"|"euclidean", of SCORED, shared=[] [nat]',
    "tolerant": "of WRITTEN, wrong int 0..10^9, counts=[] [size]",
    "maxsim": "of MAXSIM, document_vectors short, query_vectors short",
    "shared": 'N size, q size, heads int 1..256, combine "concat"|"sum"',
    "attention-matrix": "L size, rows [[[nat,int 1..2^1100]]], ratio frac 0..10^6/4096, zero frac -10^6..10^6/4096",
    "permutation-matrix": "L size", "averaging": "N size, q size", "computation": read_computation,
    "communication": read_communication, "values": read_values, "sparse-pattern": read_sparse,
    "reduction": read_reduction,
    "classifier": 'weights [[int]] eq, threshold "free"|"zero", bias? [int], centred=false bool,'
                  'classes=[] [int 0..10^9] inc, name="" name, names=[] [text]',
}  # fmt: skip
CONDITIONS = {
    "qsa": lambda s: s["q"] <= s["N"], "averaging": lambda s: s["q"] <= s["N"],
    "separation": lambda s: s["least"] <= s["most"] <= s["N"], "retrieval": lambda s: s["least"] <= s["most"] <= s["N"],
    "shared": lambda s: s["heads"] <= s["q"] <= s["N"], "scored": scored_ok, "relevance": relevance_ok,
    "maxsim": lambda s: not s["of"].get("null") and not any("0" in row for row in s["of"].get("rows", ())),
    "tolerant": lambda s: len(s["counts"]) in (0, len(s["of"].get("rows", s["of"].get("selected", ())))),
    "attention-matrix": lambda s: s["zero"] < 0 and matrix_ok(s), "classifier": classifier_ok,
}  # fmt: skip
TYPES["WRITTEN"] = lambda v: read_task("pattern", "relevance")(v)
TYPES["MAXSIM"] = lambda v: read_task("separation", "pattern", "relevance")(v)
TYPES["SCORED"] = lambda v: read_task("separation", "pattern", "relevance", "qsa")(v)
