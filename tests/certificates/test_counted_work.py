"""No loop is free: instructions of the interpreter against steps charged, on files that walk much and say little.

Each file was, or might have been, one whose check took far longer than its steps.
"""

import json

import pytest

import corpora
from counted_steps import A_STEP, AT_FIRST, work_of
from headcount.core.check import check

LIMIT = 400_000
"""Steps: what is charged at all is charged here, at a thousandth of the usual limit."""


LIMITS = {"whole orbits": 2_500_000}
"""Where reading the file takes more than that."""


def bundle(question, *claims):
    return {"format": "headcount-certificate", "version": 2, "question": question, "claims": list(claims)}


def measure(name, side, value, **evidence):
    return {"measure": name, "side": side, "value": value, "evidence": evidence}


def size(side, value, evidence, unit_class="SIGN", **more):
    return {"resource": "m", "unit_class": unit_class, "side": side, "value": value, "evidence": evidence, **more}


def whole_orbits(few=8, many=56, blocks=5):
    """After each of 2^8 ways to decide eight light rows, a heavy one is left out, and with it all that are alike."""
    columns = [(block, j) for block in range(blocks) for j in range(many)]
    rows = ["".join(str(i + 1 >> block & 1) for block, _ in columns) for i in range(few)]
    rows += ["".join("01"[j == i] for _, j in columns) for i in range(many)]
    weights = [[1] * len(columns)] * few + [[100] * len(columns)] * many

    def steps(row):
        return chr(ord("0") + row) + ("" if row == few else 2 * steps(row + 1))

    turned = [*range(few), *range(few + 1, few + many), few]
    cases = [{"symmetries": [turned], "steps": steps(0)}, {"steps": ""}]
    question = {"task": "communication", "of": "matrix", "rows": rows}
    most = 100 * (blocks * many // 4)
    return bundle(question, measure("disc", "upper", "1", kind="distribution", weights=weights, most=most, cases=cases))


def units(length, **shape):
    table = {"by": "token", "rows": [[0] * shape.get("m", 1)] * 2}
    values = {"by": "token", "rows": [[0] * shape.get("dv", 1)] * 2}
    head = {"queries": table, "keys": [table], "values": [values], "null_keys": [], "null_values": []}
    layer = {"weights": "saturated", "bits": 0, "combine": shape.get("combine", "concat"), "order": 2}
    layer |= {"monomials": [[0, 1]], "heads": [head] * shape.get("heads", 1)}
    question = {"task": "computation", "of": "table", "alphabet": 2, "length": length}
    question["answers"] = [[[k >> j & 1 for j in range(length)], [0] * length] for k in range(40)]
    evidence = {"kind": "unit", "unit": {"alphabet": 2, "layers": [layer], "read_outs": []}}
    more = {"heads": shape.get("heads", 1), "dv": shape.get("dv", 1), "read_out": "any"}
    return bundle(question, size("upper", shape.get("m", 1), evidence, "SATURATED", **more))


def named(of, n):
    return {"task": "communication", "of": of, "n": n}


def refuted(name, of, n, slots, times, order=()):
    evidence = {"kind": f"{name[:-1]}-refutation", "slots": slots, "order": list(order), "axioms": [0], "lemmas": []}
    return bundle(named(of, n), *[measure(name, "lower", str(slots + 1), **evidence)] * times)


EMPTY = {"axioms": [], "lemmas": []}
FILES = {
    "whole orbits": whole_orbits(),
    "empty clauses of 38 claims": refuted("cover1", "ip", 5, 0, 38),
    "clauses of a cover": refuted("cover1", "ip", 5, 4, 1),
    "clauses of a partition": refuted("partition1", "disj", 5, 3, 1),
    "clauses of messages": bundle(
        named("ip", 4),
        *[measure("one_way_ab", "lower", "9", kind="message-refutation", bits=4, clique=[], **EMPTY)] * 9,
    ),
    "clauses of fooling sets": bundle(
        named("ip", 4),
        *[measure("fooling1", "upper", "0", kind="fooling-refutation", size=9, rectangles=[], **EMPTY)] * 9,
    ),
    "many views": bundle(
        named("gt", 5),
        *[measure(name, "upper", "32", kind="lines", of="columns") for name in ("cover0", "cover1", "partition0")] * 9,
    ),
    "many matrices": {
        **bundle(named("eq", 5)),
        "claims": [{"question": named("ip", 5), **measure("D", "lower", "0", kind="trivial")} for _ in range(38)],
    },
    "match written out": bundle({"task": "match", "order": 2, "M": 300}, size("lower", 0, {"kind": "trivial"})),
    "match in a grid": bundle(
        {"task": "match", "order": 2, "M": 100}, size("lower", 1, {"kind": "counting"}, "GRID(1, twos, gap 1)")
    ),
    "thresholds written out": bundle(
        {"task": "separation", "N": 12, "least": 1, "most": 12}, size("lower", 0, {"kind": "trivial"})
    ),
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
def test_no_loop_of_the_corpora_is_free(part):
    paths = [
        p for of in (corpora.HERE, corpora.OF_MEASURES) for f in ("accept", "reject") for p in corpora.files(f, of)
    ]
    for path in paths[part::16]:
        _, instructions, steps = imported_work_of(path.read_bytes(), LIMIT)
        assert instructions <= A_STEP * steps + AT_FIRST, (path.name, instructions, steps)
