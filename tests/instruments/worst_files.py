"""Small files that ask for as much work and memory as one can make them ask for, a few for each kind of proof.

They are drafts, of which proofs are made; by ``PROOFS`` where what makes them would do the work itself.

Run as a program (``python worst_files.py LIMIT``) it checks them one after the other and prints a line of JSON for
each: the name, the length, the verdict, steps, peak memory in MB, and CPU seconds, which are for reading only.
"""

import importlib
import json
import resource
import sys
import time
from pathlib import Path

from headcount.elaborate.driver import CannotElaborate, elaborated
from worst_unit_files import HUGE, LONG, claim, computes, grids, match, patterns, unit, units

LONGEST = 20_500
"""Bytes of a file; it loses claims until it is no longer."""

TOO_SLOW = ("fifty layers that see all",)
"""Where making the proof is what takes long."""

UPPER_KINDS = (
    ("spectral_norm", "row-sums"),
    ("gamma2", "short-side"),
    ("gamma2_01", "blocky"),
    ("one_way_ab", "distinct"),
    ("one_way_ba", "distinct"),
    ("vc_rows", "counting"),
    ("vc_columns", "counting"),
)


def measure(name, side, value, evidence, **more):
    return {"measure": name, "side": side, "value": value, "evidence": evidence, **more}


def matrix(rows):
    return {"task": "communication", "of": "matrix", "rows": rows}


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
                        question,
                        *[measure(name, side, value, {"kind": kind})] * 40,
                    )
        for name, kind in UPPER_KINDS:
            yield f"{name} {kind} of {of} {n}", question, *[measure(name, "upper", "1024", {"kind": kind})] * 40
        norm = {"kind": "gram-of-rows", "norm": "1025"}
        yield f"spectral norm of {of} {n}", question, measure("spectral_norm", "upper", "1025", norm)
        for name in ("cover1", "partition1"):
            lines = {"kind": "lines", "of": "rows"}
            yield f"{name} by lines of {of} {n}", question, *[measure(name, "upper", "1024", lines)] * 40
            clauses = {"kind": f"{name[:-1]}-refutation", "slots": 100, "order": [], "axioms": [], "lemmas": []}
            yield f"{name} by clauses of {of} {n}", question, *[measure(name, "lower", "1", clauses)] * 20
        fooling = {"kind": "fooling-refutation", "size": 200, "rectangles": [], "axioms": [], "lemmas": []}
        yield f"fooling sets of {of} {n}", question, *[measure("fooling1", "upper", "200", fooling)] * 20
        refuted = {"kind": "message-refutation", "bits": 9, "clique": [], "axioms": [], "lemmas": []}
        yield f"messages of {of} {n}", question, *[measure("one_way_ab", "lower", "0", refuted)] * 20
        whole = [list(range(min(2**n, 1024))), list(range(n if of == "index" else min(2**n, 1024)))]
        yield f"parts of {of} {n}", question, measure("D", "lower", "1", {"kind": "parts", "parts": [[5, *whole]]})
        tree = {"kind": "tree", "root": 0}
        yield f"a tree of {of} {n}", question, *[measure("D", "upper", "1", tree)] * 100
    named = [
        {**measure("D", "lower", "0", {"kind": "trivial"}), "question": {"task": "communication", "of": "eq", "n": 10}}
    ] * 135
    yield "many large matrices", {"task": "communication", "of": "eq", "n": 10}, *named
    narrow = {
        "kind": "weights",
        "block": [[2**255] * 12] * 12,
        "row_weights": [2**255] * 12,
        "column_weights": [2**255] * 12,
    }
    yield (
        "a long semidefinite matrix",
        matrix([format(37 * 101**k % 2**12, "012b") for k in range(12)]),
        measure("gamma2", "lower", "1", narrow),
    )


def forms():
    """Nested premises, many claims about one heavy question, long numbers, many numbers."""
    root = {"task": "pattern", "null": True, "rows": ["+" * 60] * 60}
    found = claim("SIGN", "lower", 0, {"kind": "trivial"})
    for _ in range(130):
        found = claim("SIGN", "lower", 0, {"kind": "restriction", "of": found})
    yield "deep premises", root, found
    answers = [[[k // 2**j % 2 for j in range(12)], [0] * 12] for k in range(95)]
    listed = {"task": "computation", "of": "table", "alphabet": 2, "length": 12, "answers": answers}
    many = [claim("SATURATED", "lower", 0, {"kind": "trivial"}, read_out="any", heads=k + 1) for k in range(90)]
    yield "many claims about one question", listed, *many
    yield (
        "long numbers everywhere",
        {"task": "qsa", "N": HUGE, "q": HUGE},
        claim("SIGN", "lower", HUGE, {"kind": "trivial"}),
    )
    text = f"{'7' * 3990}"
    root = matrix(["01", "10"])
    chain = [measure("gamma2", "upper", text, {"kind": "short-side"})]
    chain += [
        measure("gamma2_01", "upper", text, {"kind": "theorem", "name": "gamma2_01 <= (gamma2 + 1) / 2", "from": [0]})
    ] * 3
    yield "long fractions", root, *chain
    yield "many fractions", root, *[measure("disc", "lower", f"{k}/7919", {"kind": "trivial"}) for k in range(1, 200)]
    symbols = [[0, [f"{k}/7919"], 0] for k in range(1, 800)]
    two = {**unit(2), "layers": unit(2)["layers"] * 2, "read_outs": [{"alphabet": 2, "symbols": symbols}]}
    yield "many remembered fractions", *computes(match(2, 14), two)
    source = {"task": "communication", "of": "ip", "n": 500}
    target = {"task": "computation", "of": "match", "order": 8, "M": 10**6, "N": 4}
    reduction = {"task": "reduction", "source": source, "target": target, "owners": "AABB", "position": 0, "public": [],
                 "alice": {"0": [1, 1]}, "bob": {"0": [1, 1]}, "read_out": [[0, 0], [1, 1]]}  # fmt: skip
    pair = {"claim": "incorrect", "evidence": {"kind": "pair", "row": 0, "column": 0}}
    yield "a pair of long inputs", reduction, pair
    yield "all pairs of long inputs", reduction, {"claim": "correct", "evidence": {"kind": "all-pairs"}}
    yield "many pairs", reduction, *[pair] * 60


def attention_matrices():
    """Long weights and fine tolerances, all ways to divide keys, columns that are not there."""

    def about(side, evidence, weight=1, ratio="1", rows=10, times=20):
        listed = [[[j, 1 if j else weight + i] for j in range(10) if j != i + 1] for i in range(rows)]
        question = {"task": "attention-matrix", "L": 10, "rows": listed, "ratio": ratio, "zero": "-1/4096"}
        return question, *[claim("SOFTMAX", side, 0 if side == "lower" else 10**6, evidence)] * times

    keys = [[-(j == 1)] for j in range(10)]
    long = {"kind": "score-tables", "dimension": 1, "denominator": 1, "precision": 4096, "queries": [[1]], "keys": keys}
    yield "logarithms of long weights", *about("upper", long, 2**1099, "1000000", 1)
    premise = {**claim("SIGN", "upper", 9, {"kind": "identity"}), "question": {"task": "qsa", "N": 10, "q": 9}}
    yield "powers of long weights", *about("upper", {"kind": "tie", "of": premise}, 2**1099, "4095999/4096")
    divided = {"kind": "radon", "columns": list(range(7)), "spread": "4095999/4096", "rows": [[1] * 3] * 966}
    yield "all ways to divide seven keys", *about("lower", divided, times=1)
    wide = {"task": "attention-matrix", "L": 10**9, "rows": [[[0, 1]]] * 1000, "ratio": "0", "zero": "-1"}
    for kind in ("interpolation", "identity"):
        yield f"{kind} of columns that are not there", wide, claim("SOFTMAX", "upper", 10**9, {"kind": kind})


def under_patterns():
    """Tasks under sparse patterns: many positions, many layers, masks that are everything, long look-ups."""

    def depth(question, layers, side, value, evidence, times=1):
        pattern = {"task": "sparse-pattern", "n": question["N"], "layers": layers}
        one = {"quantity": "depth", "pattern": pattern, "side": side, "value": value, "evidence": evidence}
        return question, *[one] * times

    window, dense = {"name": "window", "w": 1}, {"name": "dense"}
    for n in (14, 1500):
        for name, layers in (("a window", [window]), ("all", [dense]), ("a hundred layers", [window, dense] * 50)):
            yield (
                f"uniform heads, {n}, {name}",
                *depth(match(2, n, 2), layers, "upper", LONG, {"kind": "uniform-heads"}),
            )
            inputs = {"kind": "two-inputs", "position": 0, "inputs": [[1] * n, [1] * (n - 1) + [2]]}
            yield f"two inputs, {n}, {name}", *depth(match(3, n, 2), layers, "lower", LONG, inputs)
    n = 2000
    one = unit(2, entry=0)["layers"][0]
    through = [{"alphabet": 2, "symbols": [[0, ["0"], 0]]}] * 49
    masked = {"alphabet": 2, "layers": [one] * 50, "read_outs": through}
    pattern = {"task": "sparse-pattern", "n": n, "layers": [dense]}
    yield "fifty layers that see all", *computes(match(2, n, 2), masked, pattern=pattern, layers=50)
    listed = [[k, x, [f"{'7' * 500}/2"], k] for k in range(14) for x in range(2)]
    question, asked = computes(match(2, 14, 2), unit(2), pattern={**pattern, "n": 14})
    asked["evidence"]["look_up"] = listed
    yield "a long look-up", question, asked


def sparse_patterns():
    """Positions without number, wide rows, many layers, unions in unions, long lists; each kind of evidence."""
    star, dense = {"name": "star"}, {"name": "dense"}
    deep = {"name": "window", "w": 3}
    for _ in range(2):
        deep = {"name": "causal", "of": {"name": "union", "of": [deep] * 8}}
    cycles = {
        "dense": [dense],
        "a cycle of a hundred": [{"name": "window", "w": 1}] * 100,
        "sixteen wide windows": [{"name": "union", "of": [{"name": "window", "w": 10**5 + k} for k in range(16)]}],
        "strides": [{"name": "stride", "w": w} for w in range(1, 30)],
        "unions in unions": [deep],
        "a star and summaries": [star, {"name": "summaries", "w": 2, "last": True}],
    }
    ends = {
        "far-pair": ("lower", {"kind": "far-pair", "position": 3, "token": 7}),
        "hops from below": ("lower", {"kind": "hops"}),
        "hops": ("upper", {"kind": "hops"}),
        "centre": ("upper", {"kind": "centre", "position": 2, "to": 10**9, "from": 10**9}),
        "late centre": ("upper", {"kind": "centre", "position": 2, "to": 1, "from": 10**9}),
        "closed form": ("upper", {"kind": "named"}),
        "closed form from below": ("lower", {"kind": "named"}),
    }
    for n in (300, 9000, 12_000_000, 10**9):
        facts = {
            "self-attending": {"kind": "trivial"},
            "path": {"kind": "in-order"},
            "components": {"kind": "components", "removed": [0]},
            "refutation": {"kind": "refutation", "axioms": list(range(1200)), "lemmas": []},
            "attended": {"kind": "two-ends", "side": "attended", "ends": [0, [[1, n - 1, 3]] * 200]},
            "attending": {"kind": "two-ends", "side": "attending", "ends": [[[1, n - 1, 3]] * 200, 0]},
        }
        for name, layers in cycles.items():
            question = {"task": "sparse-pattern", "n": n, "layers": layers}
            for kind, evidence in facts.items():
                word = kind if kind in ("self-attending", "path") else "no-path"
                yield f"{kind} of {name} at {n}", question, *[{"claim": word, "evidence": evidence}] * 2
            sets = [[[0, n - 1, 1], [0, n, 7], 1, 5] * (1 + 100 // len(layers))] * len(layers)
            closed = {"claim": "hops-infinite", "evidence": {"kind": "closed-sets", "sets": sets}}
            yield f"closed sets of {name} at {n}", question, closed
            for kind, (side, evidence) in ends.items():
                claim = {"quantity": "hops", "side": side, "value": 10**9, "evidence": evidence}
                yield f"{kind} of {name} at {n}", question, *[claim] * 2
    lists = {"name": "lists", "lists": [list(range(50))] * 50}
    question = {"task": "sparse-pattern", "n": 50, "layers": [lists]}
    many = [{"claim": "self-attending", "evidence": {"kind": "trivial"}}] * 150
    yield "many claims about one graph", question, *many


def by_cases(system, parts=1, **more):
    """A tree that splits variable after variable, and then goes on by steps."""
    tree = [number for k in range(300) for number in (0, k, 0, 0)] + [2, 1] * 300
    return {"rule": "tree", "system": system, **more, "parts": [{"tree": tree}] * parts}


def by_clauses(system, given, **more):
    return {"rule": "clauses", "system": system, **more, "given": given, "lemmas": []}


NOTHING = [["some", [0, 0]]]
PROOFS = {
    "grid-cases": lambda evidence: by_cases("keys"),
    "fixed-cases": lambda evidence: by_cases("units"),
    "counting": lambda evidence: by_cases("shattered", size=3),
    "cover-refutation": lambda evidence: by_clauses("rectangles", NOTHING, slots=evidence["slots"]),
    "partition-refutation": lambda evidence: by_clauses("rectangles", NOTHING, slots=evidence["slots"]),
    "fooling-refutation": lambda evidence: by_clauses("fooling", [["top", []]], size=evidence["size"], rectangles=[]),
    "message-refutation": lambda evidence: by_clauses("colouring", [["some", [0]]], bits=evidence["bits"]),
    "refutation": lambda evidence: by_clauses("order", [["place", *[[k] for k in range(300)]], ["step", [0, 1, 2]]]),
    "polynomial": lambda evidence: {"rule": "evaluate", "exhibit": "order", "order": evidence["order"]},
}
"""Kind of evidence -> a proof of the same shape."""


def certificate_of(question, *drafts):
    """The certificate that a draft makes; None if it makes none."""
    claims = []
    for one in drafts:
        made = PROOFS.get(one["evidence"]["kind"])
        rest = {name: item for name, item in one.items() if name != "evidence"}
        claims.append({**rest, "proof": made(one["evidence"])} if made else one)
    try:
        found = elaborated({"format": "headcount-certificate", "version": 2, "question": question, "claims": claims})
    except CannotElaborate:
        return None
    while len(json.dumps(found)) > LONGEST and len(found["claims"]) > 1:
        del found["claims"][len(found["claims"]) // 2 :]
    return found


def worst_files():
    """Name -> certificate."""
    parts = (patterns, grids, units, measures, forms, attention_matrices, sparse_patterns, under_patterns)
    drafts = {name: found for part in parts for name, *found in part() if name not in TOO_SLOW}
    made = {name: certificate_of(*draft) for name, draft in drafts.items()}
    return {name: found for name, found in made.items() if found is not None}


def peak_megabytes():
    """Most memory that this program has held. What ``getrusage`` says includes that of the process that started it."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) // 1024


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
        line = {"name": name, "length": len(text), "verdict": type(verdict).__name__}
        line |= {"steps": meters[-1].spent, "peak": peak_megabytes()}
        print(json.dumps({**line, "seconds": round(seconds, 3), "said": str(verdict)[:120]}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
