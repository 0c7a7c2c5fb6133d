"""No loop is free: instructions of the interpreter against steps charged, on files that walk much and say little.

Each file was, or might have been, one whose check took far longer than its steps.
"""

import json

import pytest

import corpora
from counted_steps import A_STEP, AT_FIRST, work_of
from headcount.certificates.check import check

LIMIT = 400_000
"""Steps: what is charged at all is charged here, at a thousandth of the usual limit."""


LIMITS = {
    "whole orbits": 2_500_000,
    "bits exchanged": 5_000_000,
    "a cut of many positions": 10**7,
    "claims about matrices of a thousand rows": 10**7,
}
"""Where reading the file takes more than that."""


def bundle(question, *claims):
    return {"format": "headcount-certificate", "version": 3, "question": question, "claims": list(claims)}


def measure(measured, side, value, rule, **proof):
    return {"measure": measured, "side": side, "value": value, "proof": {"rule": rule, **proof}}


def size(side, value, proof, unit_class="SIGN", **more):
    return {"resource": "m", "unit_class": unit_class, "side": side, "value": value, "proof": proof, **more}


LEAST = {"rule": "theorem", "name": "least"}


def whole_orbits(few=8, many=56, blocks=5):
    """Eight rows are decided, then one of many that are alike, and with it its whole orbit."""
    columns = [(block, j) for block in range(blocks) for j in range(many)]
    rows = ["".join(str(i + 1 >> block & 1) for block, _ in columns) for i in range(few)]
    rows += ["".join("01"[j == i] for _, j in columns) for i in range(many)]
    turned = [*range(few), *range(few + 1, few + many), few]

    def cases(row):
        return [0, row, 1, 0, 0, *(2 * cases(row + 1) if row < few else [])]

    part = {"moves": [turned], "tree": cases(0)}
    question = {"task": "communication", "of": "matrix", "rows": rows}
    proof = {"system": "rectangles", "most": len(columns), "parts": [part, part]}
    return bundle(question, measure("disc_uniform", "upper", "1", "tree", **proof))


def bits_exchanged(n=8):
    """Inner products of 2^n rows, under the moves that exchange two bits."""

    def exchanged(k):
        words = [format(x, f"0{n}b") for x in range(2**n)]
        return [int(w[:k] + w[k + 1] + w[k] + w[k + 2 :], 2) for w in words]

    tree = [number for row in range(60) for number in (0, 2**n - 1 - row, n - 1, *range(n - 1), 0)]
    part = {"moves": [exchanged(k) for k in range(n - 1)], "tree": tree}
    proof = {"system": "rectangles", "most": 32_000, "parts": [part, part]}
    return bundle(named("ip", n), measure("disc_uniform", "upper", "1", "tree", **proof))


def cut_of(positions, alice):
    """Many positions of a task, most of them Bob's."""
    premise = {"question": {"task": "pattern", "rows": ["+"], "null": True}, **size("lower", 0, LEAST)}
    proof = {"rule": "map", "name": "cut", "of": premise, "columns": [[0]], "rows": [[0]], "token": 0}
    claim = {"resource": "H", "unit_class": "THRESH", "side": "lower", "value": 2}
    question = {"task": "computation", "of": "induction-heads", "A": 2, "N": positions, "position": 0}
    return bundle(question, {**claim, "proof": {**proof, "alice": list(range(1, alice))}})


def units(length, **shape):
    table = {"by": "token", "rows": [[0] * shape.get("m", 1)] * 2}
    values = {"by": "token", "rows": [[0] * shape.get("dv", 1)] * 2}
    head = {"queries": table, "keys": [table], "values": [values], "null_keys": [], "null_values": []}
    layer = {"combine": shape.get("combine", "concat"), "order": 2}
    layer |= {"monomials": [[0, 1]], "heads": [head] * shape.get("heads", 1)}
    question = {"task": "computation", "of": "table", "alphabet": 2, "length": length}
    question["answers"] = [[[k >> j & 1 for j in range(length)], [0] * length] for k in range(40)]
    proof = {"rule": "evaluate", "exhibit": "unit", "unit": {"layers": [layer], "read_outs": []}}
    more = {"heads": shape.get("heads", 1), "dv": shape.get("dv", 1), "read_out": "any"}
    return bundle(question, size("upper", shape.get("m", 1), proof, "SATURATED", **more))


def named(of, n):
    return {"task": "communication", "of": of, "n": n}


def refuted(name, of, n, slots, times, order=()):
    proof = {"system": "rectangles", "slots": slots, "order": list(order), "given": [["some", [0, 0]]], "lemmas": []}
    return bundle(named(of, n), *[measure(name, "lower", str(slots + 1), "clauses", **proof)] * times)


MESSAGES = {"system": "colouring", "bits": 4, "given": [["some", [1]]], "lemmas": []}
FOOLING = {"system": "fooling", "size": 9, "rectangles": [], "given": [["top", []]], "lemmas": []}
VIEWED = ("cover0", "cover1", "partition0")
LINES = [measure(name, "upper", "32", "evaluate", exhibit="lines", of="columns") for name in VIEWED]
DEPTH = {"question": named("ip", 5), **measure("D", "lower", "0", "theorem", name="least")}
DISTINCT = {"question": named("ip", 10), **measure("one_way_ab", "upper", "10", "evaluate", exhibit="distinct")}
FILES = {
    "whole orbits": whole_orbits(),
    "bits exchanged": bits_exchanged(),
    "a cut of many positions": cut_of(20_000, 300),
    "empty clauses of 38 claims": refuted("cover1", "ip", 5, 0, 38),
    "clauses of a cover": refuted("cover1", "ip", 5, 4, 1),
    "clauses of a partition": refuted("partition1", "disj", 5, 3, 1),
    "clauses of messages": bundle(named("ip", 4), *[measure("one_way_ab", "lower", "9", "clauses", **MESSAGES)] * 9),
    "clauses of fooling sets": bundle(named("ip", 4), *[measure("fooling1", "upper", "0", "clauses", **FOOLING)] * 9),
    "many views": bundle(named("gt", 5), *LINES * 9),
    "many matrices": bundle(named("eq", 5), *[DEPTH] * 38),
    "claims about matrices of a thousand rows": bundle(named("eq", 5), *[DISTINCT] * 38),
    "match written out": bundle({"task": "match", "order": 2, "M": 300}, size("lower", 0, LEAST)),
    "match in a grid": bundle(
        {"task": "match", "order": 2, "M": 100},
        size("lower", 1, {"rule": "theorem", "name": "rows"}, "GRID(1, twos, gap 1)"),
    ),
    "thresholds written out": bundle({"task": "separation", "N": 12, "least": 1, "most": 12}, size("lower", 0, LEAST)),
    "a unit of one head": units(6),
    "a unit of many heads": units(6, heads=20),
    "heads that are summed": units(6, heads=20, combine="sum"),
    "wide keys": units(6, m=200),
    "wide values": units(6, dv=50),
    "long inputs": units(40),
}


def imported_work_of(content, limit):
    """The same, once all modules are imported that the check imports when it meets a claim that they are for."""
    check(content, limit)
    return work_of(content, limit)


@pytest.mark.parametrize("name", FILES)
def test_no_loop_is_free(name):
    _, instructions, steps = imported_work_of(json.dumps(FILES[name]).encode(), LIMITS.get(name, LIMIT))
    assert instructions <= A_STEP * steps + AT_FIRST, (instructions, steps)


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("part", range(16))
def test_no_loop_of_the_corpora_is_free(part, rotating_seed):
    entries = [entry for folder in ("accept", "reject") for entry in corpora.corpus(folder)]
    for entry in entries[part + 16 * (rotating_seed % 2) :: 32]:
        _, instructions, steps = imported_work_of(json.dumps(entry["certificate"]).encode(), LIMIT)
        assert instructions <= A_STEP * steps + AT_FIRST, (entry["name"], instructions, steps)
