"""Small files that ask for as much work and memory as one can make them ask for, a few for each kind of evidence.

Run as a program (``python worst_files.py LIMIT``) it checks them one after the other and prints a line of JSON for
each: the name, the length, the verdict, steps, peak memory in MB, and CPU seconds, which are for reading only.
"""

import importlib
import json
import resource
import sys
import time

HUGE = 10**3990
UPPER_KINDS = (
    ("spectral_norm", "row-sums"),
    ("gamma2", "short-side"),
    ("gamma2_01", "blocky"),
    ("one_way_ab", "distinct"),
    ("one_way_ba", "distinct"),
    ("vc_rows", "counting"),
    ("vc_columns", "counting"),
)
LONG = 10**9


def bundle(question, *claims):
    return {"format": "headcount-certificate", "version": 2, "question": question, "claims": list(claims)}


def claim(unit_class, side, value, evidence, resource="m", **more):
    return {"resource": resource, "unit_class": unit_class, "side": side, "value": value, "evidence": evidence, **more}


def measure(name, side, value, evidence, **more):
    return {"measure": name, "side": side, "value": value, "evidence": evidence, **more}


def unit(
    alphabet=2,
    by="token",
    rows=None,
    width=1,
    dv=1,
    order=2,
    weights="saturated",
    bits=0,
    heads=1,
    monomials=None,
    entry=1,
):
    height = rows or alphabet

    def table(columns):
        return {"by": by, "rows": [[entry] * columns] * height}

    parts = order - 1
    head = {
        "queries": table(width),
        "keys": [table(width)] * parts,
        "values": [table(dv)] * parts,
        "null_keys": [[entry] * width] * parts,
    }
    layer = {"weights": weights, "bits": bits, "combine": "sum", "order": order}
    layer |= {
        "monomials": monomials or [list(range(order))],
        "heads": [{**head, "null_values": [[entry] * dv] * parts}] * heads,
    }
    return {"alphabet": alphabet, "layers": [layer], "read_outs": []}


def computes(question, found, unit_class="SATURATED", value=10**6, **more):
    sizes = {"heads": 256, "order": 8, "layers": 16, "dv": 10**6, "read_out": "any", **more}
    at = {"at": "0"} if sizes["read_out"] == "threshold" else {}
    return bundle(question, claim(unit_class, "upper", value, {"kind": "unit", "unit": found, **at}, **sizes))


def match(M, N, order=3, **more):
    return {"task": "computation", "of": "match", "order": order, "M": M, "N": N, **more}


def matrix(rows):
    return {"task": "communication", "of": "matrix", "rows": rows}


def patterns():
    """Questions whose patterns are written out, and tuples."""
    wide = {"task": "qsa", "N": 21, "q": 9}
    yield "pattern counted", bundle(wide, claim("GRID(1, twos, gap 1)", "lower", 1, {"kind": "counting"}))
    for whole in ({"task": "qsa", "N": 4 * 10**6, "q": 4 * 10**6}, {"task": "qsa", "N": 2000, "q": 1999}):
        yield f"one long row, {whole}", bundle(whole, claim("SIGN", "upper", 10**6, {"kind": "identity"}))
    for most in (10**6, 10**7, 5 * 10**7):
        whole = {"N": most, "q": most}
        heads = {"kind": "averaging", "heads": [], "divisor": 1}
        yield (
            f"one subset of {most}",
            bundle({"task": "averaging", **whole}, claim("SATURATED", "upper", 1, heads, error="0")),
        )
        shared = {"task": "shared", **whole, "heads": 1, "combine": "sum"}
        cases = {"kind": "grid-cases", "trees": [[[0]]]}
        yield f"one shared subset of {most}", bundle(shared, claim("GRID(1, twos, gap 1)", "lower", 1, cases))
        tables = {"kind": "shared-tables", "heads": [{}]}
        yield f"tables of one subset of {most}", bundle(shared, claim("GRID(1, twos, gap 1)", "upper", 1, tables))
    yield "pattern by identity", bundle(wide, claim("SIGN", "upper", 20, {"kind": "identity"}))
    curve = {"kind": "polynomial", "dimension": 19, "order": list(range(21)), "negated": []}
    yield "pattern on a curve", bundle(wide, claim("SIGN", "upper", 18, curve))
    one = {
        **claim("SIGN", "lower", 0, {"kind": "trivial"}),
        "question": {"task": "pattern", "null": False, "rows": ["0"]},
    }
    part = {"kind": "restriction", "of": one, "rows": [0], "columns": [0]}
    many = [{**claim("SIGN", "lower", 0, part), "question": {"task": "qsa", "N": 1990 - k, "q": 1}} for k in range(50)]
    yield "many large patterns", bundle(wide, *many)
    many = [
        {**claim("SIGN", "lower", 0, part), "question": {"task": "qsa", "N": 22 - k % 3, "q": 7 + k % 2}}
        for k in range(50)
    ]
    yield "many patterns of many rows", bundle(wide, *many)
    independent = {"kind": "independence", "vectors": "rows", "set": [], "axioms": [], "lemmas": []}
    yield "a pattern turned", bundle({"task": "match", "order": 2, "M": 2000}, claim("SIGN", "lower", 0, independent))
    matched = {"task": "match", "order": 8, "M": 30}
    tuples = {"kind": "tables", "dimension": 0, "queries": [[]] * 30, "keys": [[[]] * 30] * 7, "null_keys": [[]] * 7}
    yield "tuples of order 8", bundle(matched, claim("SIGN", "upper", 0, tuples, order=8))
    small = {"kind": "tables", "dimension": 1, "queries": [[1]] * 4, "keys": [[[1]] * 4] * 7, "null_keys": [[0]] * 7}
    yield "tuples of order 8, M = 4", bundle({**matched, "M": 4}, claim("SIGN", "upper", 1, small, order=8))
    far = {"kind": "restriction", "part": 0, "rows": [0], "columns": [[-1] * 7], "of": one}
    yield "restriction of far tuples", bundle({**matched, "M": LONG}, claim("SIGN", "lower", 0, far, order=8))
    yield (
        "symmetric, far",
        bundle(
            {"task": "qsa", "N": LONG, "q": LONG // 2}, claim("SIGN", "lower", 0, {"kind": "symmetric", "size": LONG})
        ),
    )
    yield (
        "counted, far",
        bundle(
            {"task": "qsa", "N": LONG, "q": LONG // 2},
            claim("GRID(p, twos, gap 1)", "lower", HUGE, {"kind": "counting"}, "p", m=HUGE),
        ),
    )
    shared = {"task": "shared", "N": LONG, "q": LONG // 2, "heads": 256, "combine": "sum"}
    yield "shared counted", bundle(shared, claim("GRID(999999999, twos, gap 1)", "lower", 1, {"kind": "counting"}))
    for name, q in (("shared", 5), ("shared with many parts", 10)):
        shared = {"task": "shared", "N": 20, "q": q, "heads": q, "combine": "sum"}
        yield (
            f"{name} by cases",
            bundle(shared, claim("GRID(1, twos, gap 1)", "lower", 1, {"kind": "grid-cases", "trees": [[[0]]]})),
        )
    head = {"queries": [[]], "keys": [[]]}
    yield (
        "shared tables",
        bundle(shared, claim("GRID(1, twos, gap 1)", "upper", 1, {"kind": "shared-tables", "heads": [head] * 10})),
    )


def grids():
    """Entries held against enormous grids, keys by cases."""
    pattern = {"task": "pattern", "null": True, "rows": ["*" * 20] * 200}
    for p in (10**6, 10**8, 999_999_999):
        tables = {
            "kind": "tables",
            "dimension": 20,
            "queries": [[1] * 20] * 200,
            "keys": [[1] * 20] * 20,
            "null_key": [1] * 20,
        }
        yield f"grid of p = {p}", bundle(pattern, claim(f"GRID({p}, midrise, gap 1)", "upper", 20, tables))
    for p, m in ((12, 1), (1, 12), (3, 4), (6, 2)):
        for task in (
            {"task": "qsa", "N": 12, "q": 2},
            {"task": "qsa", "N": 500, "q": 1},
            {"task": "match", "order": 2, "M": 40},
        ):
            columns = task.get("N", task.get("M"))
            for tree in (
                [[c] for c in range(columns)],
                [[c, *range(0, 10 * columns, 7)] for c in range(min(columns, 40))],
            ):
                kept = 3 if len(tree[0]) > 300 else 20 if len(tree[0]) > 1 else 500
                evidence = {"kind": "grid-cases", "trees": [(tree * 4)[:kept]]}
                yield (
                    f"keys by cases, p = {p}, m = {m}, {task}, {len(tree[0])}",
                    bundle(task, claim(f"GRID({p}, midrise, gap 1)", "lower", m + 1, evidence)),
                )


def units():
    """Explicit units, averages, fixed-point units by cases, class THRESH."""
    yield "many inputs", computes(match(2, 22), unit())
    yield "many symbols", computes(match(10**6, 1, 2), unit(2))
    yield "a long sequence", computes(match(1, 10**6), unit(1))
    yield "a long sequence of order 3", computes(match(1, 4000), unit(1, order=3))
    yield "order 8", computes(match(1, 9, 8), unit(1, order=8))
    yield (
        "order 8, many monomials",
        computes(match(1, 5, 8), unit(1, order=8, width=3, monomials=[list(range(8))] * 256)),
    )
    yield "wide values", computes(match(2, 12), unit(2, dv=2000))
    yield "wide keys", computes(match(2, 14, 2), unit(2, width=1000))
    yield "many heads", computes(match(2, 12), unit(2, heads=40))
    for p in (100, 3000, 30_000, 10**6, 10**8, 999_999_999):
        yield f"p = {p}", computes(match(2, 8), unit(2, weights="fixed", bits=p), f"FIXED({p}, twos)")
        yield (
            f"p = {p}, small weights",
            computes(
                match(2, 4),
                unit(2, weights="fixed", bits=p, by="both", rows=8, entry=3),
                f"FIXED({p}, twos)",
                read_out="threshold",
            ),
        )
    long = 10**1500
    yield "long numbers", computes(match(2, 10), unit(2, entry=long))
    yield "long numbers of order 8", computes(match(2, 3, 8), unit(2, entry=10**60, order=8))
    two = {
        **unit(2),
        "layers": unit(2)["layers"] * 2,
        "read_outs": [{"alphabet": 2, "symbols": [[k, ["1"], k] for k in (0, 1)]}],
    }
    yield "two layers", computes(match(2, 14), two)
    answers = [[[k // 2**j % 2 for j in range(9)], [k % 2] * 9] for k in range(200)]
    listed = {"task": "computation", "of": "table", "alphabet": 2, "length": 9, "answers": answers}
    yield "a list of inputs", computes(listed, unit(2, by="both", rows=18))
    head = {"queries": [[]] * 12, "keys": [[]] * 12, "share": 1}
    for p in (1, 4000, 10**6, 10**8):
        averages = {"kind": "averaging", "heads": [head] * 60, "divisor": 1}
        more = {"heads": 60, "error": "10000"}
        yield (
            f"averages, p = {p}",
            bundle({"task": "averaging", "N": 12, "q": 1}, claim(f"FIXED({p}, midrise)", "upper", 0, averages, **more)),
        )
    far = {"queries": [[1]], "keys": [[k] for k in range(1, 400, 2)], "share": 1}
    for p in (1000, 5000):
        failing = {"claim": "unit-fails", "unit_class": f"FIXED({p}, midrise)", "evidence": {
            "kind": "subset", "subset": [0, 1], "heads": [far] * 8, "divisor": 1, "error": "0"}}  # fmt: skip
        yield f"averages fail, p = {p}", bundle({"task": "averaging", "N": 200, "q": 2}, failing)
    yield (
        "averages of far subsets",
        bundle(
            {"task": "averaging", "N": 30, "q": 15},
            claim("SATURATED", "upper", 0, {"kind": "averaging", "heads": [head], "divisor": 1}, error="2"),
        ),
    )
    cost = {"kind": "protocol-cost", "argument": "counting"}
    yield (
        "counting messages",
        bundle(
            {"task": "averaging", "N": 10**5, "q": 5 * 10**4}, claim("FIXED(1, twos)", "lower", HUGE, cost, error="0")
        ),
    )
    yield (
        "counting messages, p",
        bundle(
            {"task": "averaging", "N": 10**5, "q": 5 * 10**4},
            claim("FIXED(p, twos)", "lower", 10**8, cost, "p", m=HUGE, error="0"),
        ),
    )
    scope = {"null": True, "tables": "both", "combine": "concat"}
    fools = {"kind": "protocol-cost", "argument": "disjointness", "n": 99_999}
    yield (
        "counting transcripts",
        bundle(match(10**6, 10**6), claim("FIXED(999999999, twos)", "lower", 9, fools, scope=scope, read_out="any")),
    )
    for p, m, tree in (
        (16, 0, [-1, 0] * 2500),
        (1, 0, [-2, 0] * 2500),
        (1, 1, [-1, 0, -1, 1, -1, 2, -1, 3, -1, 4] * 480),
    ):
        for read_out in ("any", "threshold"):
            cases = {"kind": "fixed-cases", "refuted": [{"size": m, "tree": tree}]}
            yield (
                f"units by cases, p = {p}, m = {m}, {read_out}",
                bundle(
                    match(10**6, 10**6, 2),
                    claim(f"FIXED({p}, midrise)", "lower", m + 1, cases, scope=scope, read_out=read_out),
                ),
            )
    moved = {"positions": list(range(18)), "tokens": [[1, 0]] * 18}
    cases = {"kind": "fixed-cases", "refuted": [{"size": 0, "symmetries": [moved] * 60, "tree": [-1, 0] * 40}]}
    yield (
        "many symmetries",
        bundle(match(2, 18, 2), claim("FIXED(1, midrise)", "lower", 1, cases, scope=scope, read_out="any")),
    )
    parity = match(2, 16, 2, position=0)
    for degree in (2, 8):
        weights = [[[k // 2**j % 2 for j in range(16)], HUGE if k == 0 else k + 1] for k in range(0, 240, 2)]
        yield (
            f"degree {degree}",
            bundle(
                parity,
                claim("THRESH", "lower", 1, {"kind": "threshold-degree", "degree": degree, "weights": weights}, "H"),
            ),
        )
    heads = [{"weights": [[k + 1] * 32] * 2, "values": [k] * 32} for k in range(45)]
    yield (
        "softmax weights",
        bundle(parity, claim("THRESH", "upper", 60, {"kind": "softmax-weights", "at": "1/3", "heads": heads}, "H")),
    )
    heads = [{"weights": [[HUGE // (k + 7)] * 2] * 2, "values": [k] * 2} for k in range(1)]
    yield (
        "softmax weights, long",
        bundle(
            match(2, 1, 2, position=0),
            claim("THRESH", "upper", 3, {"kind": "softmax-weights", "at": "1/3", "heads": heads}, "H"),
        ),
    )


def measures():
    """Large named matrices, each kind of evidence that takes few words."""
    flat = {
        "rank_q": ("lower", "upper"), "rank_sign": ("lower", "upper"), "rank_gf2": ("lower", "upper"),
        "rank_gf3": ("lower", "upper"), "rank_q_complement": ("lower", "upper"),
    }  # fmt: skip
    for of, n in (("ip", 10), ("gt", 10), ("disj", 8), ("ip", 7), ("index", 12)):
        question = {"task": "communication", "of": of, "n": n}
        for name, sides in flat.items():
            for side in sides:
                value = "0" if side == "lower" else "1024"
                for kind in ("elimination", "distinct"):
                    yield (
                        f"{name} {side} {kind} of {of} {n}",
                        bundle(question, *[measure(name, side, value, {"kind": kind})] * 40),
                    )
        for name, kind in UPPER_KINDS:
            yield f"{name} {kind} of {of} {n}", bundle(question, *[measure(name, "upper", "1024", {"kind": kind})] * 40)
        norm = {"kind": "gram-of-rows", "norm": "1025"}
        yield f"spectral norm of {of} {n}", bundle(question, measure("spectral_norm", "upper", "1025", norm))
        for name in ("cover1", "partition1"):
            lines = {"kind": "lines", "of": "rows"}
            yield f"{name} by lines of {of} {n}", bundle(question, *[measure(name, "upper", "1024", lines)] * 40)
            clauses = {"kind": f"{name[:-1]}-refutation", "slots": 100, "order": [], "axioms": [], "lemmas": []}
            yield f"{name} by clauses of {of} {n}", bundle(question, *[measure(name, "lower", "1", clauses)] * 20)
        fooling = {"kind": "fooling-refutation", "size": 200, "rectangles": [], "axioms": [], "lemmas": []}
        yield f"fooling sets of {of} {n}", bundle(question, *[measure("fooling1", "upper", "200", fooling)] * 20)
        refuted = {"kind": "message-refutation", "bits": 9, "clique": [], "axioms": [], "lemmas": []}
        yield f"messages of {of} {n}", bundle(question, *[measure("one_way_ab", "lower", "0", refuted)] * 20)
        whole = [list(range(min(2**n, 1024))), list(range(n if of == "index" else min(2**n, 1024)))]
        yield (
            f"parts of {of} {n}",
            bundle(question, measure("D", "lower", "1", {"kind": "parts", "parts": [[5, *whole]]})),
        )
        tree = {"kind": "tree", "root": 0}
        yield f"a tree of {of} {n}", bundle(question, *[measure("D", "upper", "1", tree)] * 100)
    named = [
        {**measure("D", "lower", "0", {"kind": "trivial"}), "question": {"task": "communication", "of": "eq", "n": 10}}
    ] * 135
    yield "many large matrices", bundle({"task": "communication", "of": "eq", "n": 10}, *named)
    narrow = {
        "kind": "weights",
        "block": [[2**255] * 12] * 12,
        "row_weights": [2**255] * 12,
        "column_weights": [2**255] * 12,
    }
    yield (
        "a long semidefinite matrix",
        bundle(
            matrix([format(37 * 101**k % 2**12, "012b") for k in range(12)]), measure("gamma2", "lower", "1", narrow)
        ),
    )


def forms():
    """Nested premises, many claims about one heavy question, long numbers, many numbers."""
    root = {"task": "pattern", "null": True, "rows": ["+" * 60] * 60}
    found = claim("SIGN", "lower", 0, {"kind": "trivial"})
    for _ in range(130):
        found = claim("SIGN", "lower", 0, {"kind": "restriction", "of": found})
    yield "deep premises", bundle(root, found)
    answers = [[[k // 2**j % 2 for j in range(12)], [0] * 12] for k in range(95)]
    listed = {"task": "computation", "of": "table", "alphabet": 2, "length": 12, "answers": answers}
    many = [claim("SATURATED", "lower", 0, {"kind": "trivial"}, read_out="any", heads=k + 1) for k in range(90)]
    yield "many claims about one question", bundle(listed, *many)
    yield (
        "long numbers everywhere",
        bundle({"task": "qsa", "N": HUGE, "q": HUGE}, claim("SIGN", "lower", HUGE, {"kind": "trivial"})),
    )
    text = f"{'7' * 3990}"
    root = matrix(["01", "10"])
    chain = [measure("gamma2", "upper", text, {"kind": "short-side"})]
    chain += [
        measure("gamma2_01", "upper", text, {"kind": "theorem", "name": "gamma2_01 <= (gamma2 + 1) / 2", "from": [0]})
    ] * 3
    yield "long fractions", bundle(root, *chain)
    yield (
        "many fractions",
        bundle(root, *[measure("disc", "lower", f"{k}/7919", {"kind": "trivial"}) for k in range(1, 200)]),
    )
    symbols = [[0, [f"{k}/7919"], 0] for k in range(1, 830)]
    two = {**unit(2), "layers": unit(2)["layers"] * 2, "read_outs": [{"alphabet": 2, "symbols": symbols}]}
    yield "many remembered fractions", computes(match(2, 14), two)
    source = {"task": "communication", "of": "ip", "n": 500}
    target = {"task": "computation", "of": "match", "order": 8, "M": 10**6, "N": 4}
    reduction = {"task": "reduction", "source": source, "target": target, "owners": "AABB", "position": 0, "public": [],
                 "alice": {"0": [1, 1]}, "bob": {"0": [1, 1]}, "read_out": [[0, 0], [1, 1]]}  # fmt: skip
    pair = {"claim": "incorrect", "evidence": {"kind": "pair", "row": 0, "column": 0}}
    yield "a pair of long inputs", bundle(reduction, pair)
    yield "all pairs of long inputs", bundle(reduction, {"claim": "correct", "evidence": {"kind": "all-pairs"}})
    yield "many pairs", bundle(reduction, *[pair] * 60)


def worst_files():
    """Name -> certificate."""
    return {name: found for part in (patterns, grids, units, measures, forms) for name, found in part()}


def main(limit):
    checker = importlib.import_module("headcount.certificates.check")
    meters = []

    class Recorded(checker.Meter):
        __slots__ = ()

        def __init__(self, *arguments):
            super().__init__(*arguments)
            meters.append(self)

    checker.Meter = Recorded
    for name, found in worst_files().items():
        text = json.dumps(found).encode()
        started = time.process_time()
        verdict = checker.check(text, limit)
        seconds = time.process_time() - started
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        line = {
            "name": name,
            "length": len(text),
            "verdict": type(verdict).__name__,
            "steps": meters[-1].spent,
            "peak": peak,
        }
        print(json.dumps({**line, "seconds": round(seconds, 3), "said": str(verdict)[:120]}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
