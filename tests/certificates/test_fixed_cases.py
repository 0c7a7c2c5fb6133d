"""Proofs by cases about fixed-point units: rows, entries, symmetries by definition; what is proved, and what it costs.

Every fault that was met once has a class here: no list of integers makes the checker stumble, none proves what is not
so, and none takes more steps than are charged.
"""

import importlib.util
import json
import sys
import tracemalloc
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount.certificates import Accepted, Head, Layer, Malformed, Rejected, Table, Undecided, Unit, check
from headcount.certificates.evidence.outputs.fixed_units import FixedUnits, Symmetry
from headcount.certificates.meter import Meter, OverLimitError
from headcount.certificates.reading import Node
from headcount.certificates.reading.claims import read_scope
from headcount.certificates.reading.questions import read_question
from headcount.certificates.statement.finite_task import FiniteTask
from headcount.certificates.statement.grid import GRIDS
from headcount.certificates.statement.outputs import at_position
from headcount.certificates.statement.scope import Scope
from headcount.certificates.verdict import MalformedError, RejectionError


def _load(path):
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


fixed = _load(Path(__file__).parent / "fixed_claims.py")
ACCEPTED = sorted(path for path in (Path(__file__).parent / "accept").glob("fixed-*.json") if "token" not in path.stem)


# --- definitions ----------------------------------------------------------------

SIZES = list(product((1, 2), ("midrise", "twos"), (0, 1, 2), (1, 2), (1, 2), ("sum", "concat"), (False, True)))
"""p, grid, m, H, dv, combine, null."""


def units_of(p, grid, m, heads, dv, combine, null, tables="both", read_out="any"):
    task = FiniteTask("match", (("order", 2), ("M", 2), ("N", 2)))
    return FixedUnits(task, p, grid, m, heads, dv, read_out, combine, null, tables)


def random_tables(units, random):
    """An entry for every key and query type, and the unit that has them."""
    types = [(is_query, t) for t in range(units.types) for is_query in (False, True)]
    types += [(False, units.types)] * units.null
    return {of: units.entry(of, random.randrange(units.choices(of))) for of in types}


def unit_with(units, tables):
    m, by, heads = units.m, units.tables, []
    for h in range(units.heads):
        rows = [tables[False, t][h] for t in range(units.types)]
        null = tables[False, units.types][h] if units.null else ()
        heads.append(
            Head(
                Table(by, tuple(tables[True, t][h] for t in range(units.types))),
                (Table(by, tuple(row[:m] for row in rows)),),
                (Table(by, tuple(row[m:] for row in rows)),),
                (null[:m],) if null else (),
                (null[m:],) if null else (),
            )
        )
    return Unit(units.task.alphabet, (Layer(tuple(heads), weights="fixed", bits=units.bits, combine=units.combine),))


def checkers_row(units, tables, word, position):
    query, *keys = (tables[of] for of in units.row_types(word, position))
    return units.row(query, keys)


def as_fractions(units, row):
    """Every head's numerators over its denominator (of a sum there is one)."""
    parts = [row[k : k + units.dv + 1] for k in range(0, len(row), units.dv + 1)]
    return tuple(Fraction(number, part[-1]) for part in parts for number in part[:-1])


@pytest.mark.parametrize("tables", ["both", "token"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "-".join(map(str, size)))
def test_rows_are_those_of_the_evaluator(size, tables):
    units, random = units_of(*size, tables), Random(str(size))
    for _ in range(6):
        entries = random_tables(units, random)
        unit = unit_with(units, entries)
        for word in product(range(2), repeat=2):
            outputs = unit.outputs(word)
            for i in range(2):
                row = checkers_row(units, entries, word, i)
                flat = as_fractions(units, row)
                # a row of heads side by side is in lowest terms head by head, so equal rows are equal outputs
                assert tuple(flat) == outputs[i]
                query, *keys = (entries[of] for of in units.row_types(word, i))
                assert units.first_coordinate(query, keys) == outputs[i][0]


@pytest.mark.parametrize("size", [s for s in SIZES if s[0] * (s[2] + s[4]) * s[3] <= 6])
def test_entries_are_all_and_in_order(size):
    units = units_of(*size)
    grid = list(GRIDS[units.grid](units.bits))
    for of in ((True, 1), (False, 1), (False, units.types)):
        width = units.m if of[0] else units.m + units.dv
        absent = [()] if of[1] == units.types else []
        parts = absent + list(product(grid, repeat=width))
        assert [units.entry(of, k) for k in range(units.choices(of))] == list(product(parts, repeat=units.heads))
        assert list(product(parts, repeat=units.heads)) == sorted(product(parts, repeat=units.heads))
        assert units.choices(of) >= 2 ** units.exponent(of)


def random_symmetry(units, random):
    """One that ``fixed_symmetries.py`` lets pass, but for the task."""

    def signed(width):
        order = random.sample(range(1, width + 1), width)
        return tuple(c * (random.choice((1, -1)) if units.grid == "midrise" else 1) for c in order)

    values = tuple(signed(units.dv) for _ in range(units.heads))
    if units.read_out == "threshold":
        values = (tuple(range(1, units.dv + 1)),) * units.heads
    elif units.combine == "sum":
        values = values[:1] * units.heads
    tokens = [tuple(random.sample(range(2), 2)) for _ in range(2)]
    return Symmetry(
        tuple(random.sample(range(2), 2)),
        (tokens[0], tokens[0] if units.tables == "token" else tokens[1]),
        tuple(random.sample(range(units.heads), units.heads)),
        tuple(signed(units.m) for _ in range(units.heads)),
        values,
    )


@pytest.mark.parametrize("tables", ["both", "token"])
@pytest.mark.parametrize("read_out", ["any", "threshold"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "-".join(map(str, size)))
def test_symmetries_take_units_to_units(size, read_out, tables):
    """What is read off on an input is what was read off on the input that it looks at."""
    if read_out == "threshold" and size[5] == "concat":
        size = (*size[:5], "sum", size[6])
    units, random = units_of(*size, tables, read_out), Random(str(size))
    for _ in range(3):
        entries, symmetry = random_tables(units, random), random_symmetry(units, random)
        moved = {of: symmetry.entry(entries[symmetry.of(units, of)]) for of in entries}
        for of, entry in moved.items():
            assert {x for part in entry for x in part} <= set(GRIDS[units.grid](units.bits))
            assert of[1] == units.types or all(entry) or units.m == 0
        unit, image = unit_with(units, entries), unit_with(units, moved)
        pairs = {}
        for word in product(range(2), repeat=2):
            before, after = unit.outputs(symmetry.word(word)), image.outputs(word)
            for i in range(2):
                there = before[symmetry.positions[i]]
                if read_out == "threshold":
                    assert after[i][0] == there[0]
                pairs.setdefault(there, set()).add(after[i])
        assert all(len(rows) == 1 for rows in pairs.values())
        assert len({row for rows in pairs.values() for row in rows}) == len(pairs)


# --- what is proved -------------------------------------------------------------


def test_refutation_proves_one_more():
    question = fixed.equality(3)
    value, how = fixed.prove(fixed.evidence(question, [0]), question, fixed.setting())
    assert value == 1 and "no unit with m = 0" in how
    value, _ = fixed.prove(fixed.evidence(question, [1], m=0, resource="H"), question, fixed.setting(m=0, resource="H"))
    assert value == 2  # one head of width 0 tells two symbols from each other


def test_null_token_is_covered_if_it_is_said_to_be():
    question = fixed.equality(3)
    assert fixed.prove(fixed.evidence(question, [0], null=True), question, fixed.setting(null=True))[0] == 1
    with pytest.raises(MalformedError, match="type of the tables"):
        fixed.prove(fixed.evidence(question, [0], null=True), question, fixed.setting())
    with pytest.raises(RejectionError):
        fixed.prove(fixed.evidence(question, [0]), question, fixed.setting(null=True))


def test_bits_are_refuted_one_by_one():
    """EQ on 3 symbols, m = 0: p = 1 fails, p = 2 does. A proof for p = 2 alone would prove nothing about p = 1."""
    question = fixed.equality(3)
    stated = fixed.evidence(question, [1], m=0, resource="p")
    assert fixed.prove(stated, question, fixed.setting(m=0, resource="p"))[0] == 2
    stated["refuted"][0]["size"] = 2
    with pytest.raises(MalformedError, match="every p from 1 on"):
        fixed.prove(stated, question, fixed.setting(m=0, resource="p"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"refuted": []}, "one size"),
        ({"null": True}, "unknown field"),
    ],
)
def test_malformed_evidence(change, words):
    question = fixed.equality(3)
    with pytest.raises(MalformedError, match=words):
        fixed.prove(fixed.evidence(question, [0]) | change, question, fixed.setting())


@pytest.mark.parametrize("change", [{"combine": "both"}, {"tables": "position"}, {"null": 1}, {"order": 2}])
def test_malformed_scopes(change):
    assert read_scope(Node(Scope().to_json(), "scope")) == Scope()
    with pytest.raises(MalformedError):
        read_scope(Node(Scope().to_json() | change, "scope"))


def test_scope_of_a_unit():
    table = Table("token", ((1,), (1,)))
    plain = Unit(2, (Layer((Head(table, (table,), (table,)),) * 2, weights="fixed", bits=1),))
    null = Unit(2, (Layer((Head(table, (table,), (table,), ((1,),), ((1,),)),), weights="fixed", bits=1),))
    assert Scope(null=False, tables="token", combine="sum").holds(plain)
    assert not Scope(null=False).holds(null) and Scope(null=True).holds(null)
    placed = Table("position", ((1,), (1,)))
    by_position = Unit(2, (Layer((Head(placed, (table,), (table,)),), weights="fixed", bits=1),))
    assert Scope().holds(by_position) and not Scope(tables="token").holds(by_position)


def test_masked_answers_refute_less():
    """EQ on three symbols, asked at the second position only, is as hard; asked at none of the two, it is nothing."""
    words = list(product(range(3), repeat=2))
    question = fixed.listed(3, 2, [((x, y), (int(x == y), 0)) for x, y in words])
    stated = fixed.evidence(at_position(question, 0), [0])
    assert fixed.prove(stated, at_position(question, 0), fixed.setting())[0] == 1
    with pytest.raises(MalformedError, match="asked for"):
        fixed.prove(stated, at_position(question, 1), fixed.setting())


# --- what is not ----------------------------------------------------------------

RULES = st.integers(-7, 20)
FEASIBLE = {
    "any": (fixed.equality(2), {"p": 1}, 0),
    "threshold": (fixed.listed(2, 2, [(w, (w[0] | w[1], None)) for w in product((0, 1), repeat=2)]), {"p": 1}, 0),
}
"""Tasks with units of m = 0."""


@settings(max_examples=400, deadline=None)
@given(st.lists(RULES, max_size=60), st.sampled_from(["any", "threshold"]), st.integers(0, 1), st.booleans())
def test_no_list_proves_what_is_false(tree, read_out, m, null):
    question, options, _ = FEASIBLE[read_out]
    symmetries = [{"heads": [0]}, {"values": [[-1]]} if read_out == "any" else {}]
    stated = {"kind": "fixed-cases"}
    stated["refuted"] = [{"size": m, "symmetries": symmetries, "tree": tree}]
    with pytest.raises((MalformedError, RejectionError)):
        fixed.prove(stated, question, fixed.setting(read_out=read_out, null=null, **options))


def repaired(tree, units, random):
    """A tree of the right shape: the numbers of a list where they fit, and leaves where it ends."""
    numbers, out, given = list(tree), [], []

    def grow(depth):
        rule = numbers.pop(0) if numbers else 0
        free = [
            of
            for of in [(False, t) for t in range(units.types)] + [(True, t) for t in range(units.types)]
            if of not in given
        ]
        if rule % 3 and free and depth < 6:
            of = free[rule % len(free)]
            out.extend((-2 if of[0] else -1, of[1]))
            given.append(of)
            for _ in range(units.choices(of)):
                grow(depth + 1)
            given.pop()
        else:
            out.extend(random.choice([(0, 2), (2, 4), (6, 2), (-5, rule % 3, 0), (-5, 0, 1), (-6, rule % 3, 0, 0)]))

    grow(0)
    return out


@settings(max_examples=300, deadline=None)
@given(st.lists(st.integers(0, 50), max_size=40), st.randoms(use_true_random=False))
def test_no_tree_of_the_right_shape_proves_what_is_false(tree, random):
    question = fixed.equality(2)
    units = FixedUnits(question.of, 1, m=0)
    stated = {"kind": "fixed-cases"}
    symmetries = [{"values": [[-1]]}, {"tokens": [[1, 0], [1, 0]]}]
    stated["refuted"] = [{"size": 0, "symmetries": symmetries, "tree": repaired(tree, units, random)}]
    with pytest.raises((MalformedError, RejectionError)):
        fixed.prove(stated, question, fixed.setting())


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_edits_get_a_verdict_and_prove_nothing_new(path):
    """Trees with a few numbers changed, dropped or put in: whatever is accepted is about the same sizes."""
    random, seen = Random(path.stem), set()
    certificate = json.loads(path.read_text())
    certificate["claims"] = [claim for claim in certificate["claims"] if claim["side"] == "lower"]
    tree = certificate["claims"][0]["evidence"]["refuted"][0]["tree"]
    whole = list(tree)
    for _ in range(300):
        tree[:] = whole
        for _ in range(random.randint(1, 3)):
            k = random.randrange(len(tree))
            edit = random.choice(("change", "drop", "add", "copy"))
            if edit == "change":
                tree[k] = random.choice((tree[k] + 1, tree[k] - 1, random.choice(whole), 10**9, -(10**9)))
            elif edit == "drop":
                del tree[k : k + random.randint(1, 3)]
            elif edit == "add":
                tree[k:k] = [random.choice(whole)]
            else:
                tree[k:k] = whole[k : k + 5]
        verdict = check(certificate)
        seen.add(type(verdict))
        assert isinstance(verdict, Accepted | Rejected | Malformed | Undecided)
        assert len(str(verdict)) < 1000
    assert {Rejected, Malformed} <= seen


# --- what it costs --------------------------------------------------------------

BIG = 10**9


def statement(of, tree, *, bits=1, m=0, heads=1, dv=1, read_out="any", tables="both", null=False, symmetries=()):
    claim = {
        "resource": "m", "unit_class": f"FIXED({bits}, midrise)", "heads": heads, "dv": dv, "side": "lower",
        "value": m + 1, "read_out": read_out, "scope": {"null": null, "tables": tables, "combine": "concat"},
        "evidence": {
            "kind": "fixed-cases",
            "refuted": [{"size": m, "symmetries": list(symmetries), "tree": tree}],
        },
    }  # fmt: skip
    return {
        "format": "headcount-certificate", "version": 2,
        "question": {"task": "computation", **of}, "claims": [claim],
    }  # fmt: skip


TASKS = {
    "small": {"of": "match", "order": 2, "M": 2, "N": 2},
    "many symbols": {"of": "match", "order": 2, "M": 10**6, "N": 1},
    "many inputs": {"of": "match", "order": 2, "M": 100, "N": 3},
    "long": {"of": "match", "order": 2, "M": 1, "N": 10**6},
    "high order": {"of": "match", "order": 8, "M": 1000, "N": 2},
    "graph": {"of": "cycle3", "N": 20},
}
SHAPES = [
    {}, {"bits": 16}, {"dv": BIG}, {"bits": 4096, "m": BIG, "heads": BIG}, {"heads": 10**4, "null": True},
    {"m": 10, "tables": "token"}, {"bits": 5, "m": 2, "tables": "token", "null": True},
]  # fmt: skip
LONG_SHAPES = [{"bits": 16}, {"bits": 4, "m": 3}]

SYMMETRIES = [
    [{}] * 100,
    [{"tokens": [[1, 0]] * 2}, {"positions": [1, 0]}],
    [{"values": [[-1]]}, {"heads": [0]}],
]

TREES = {
    "nothing": [],
    "a key": [-1, 0],
    "a query": [-2, 0, 0, 0],
    "queries": [x for t in range(1000) for x in (-2, t)],
    "keys": [x for t in range(1000) for x in (-1, t)],
    "deep": [x for t in range(1000) for x in (-2, 999 - t)] + [-1, 0, 0, 0],
    "a pair": [-1, 0, *range(2**17)],
    "pairs": [-2, 0, -1, 0, 0, 0] + [0, 0] * 300,
    "images": [-1, 0, *[-5, 0, 0] * 70_000],
    "lowered": [-2, 0, -1, 0, *[-6, 1, 0, 0] * 300],
    "splits": [-3, 10**3999, 7] * 50,
    "far input": [-2, 0, -1, 0, 10**3999, 0],
}
"""From a few bytes to half a megabyte; with read-outs, sizes and tasks they make some thousand files."""


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("tree", TREES)
def test_hostile_files_get_a_verdict_within_the_limit(task, tree):
    """With a small part of the limit, which is the same test in as small a part of the time."""
    long = len(TREES[tree]) > 10**5
    for shape, read_out in product(LONG_SHAPES if long else SHAPES, ("any",) if long else ("any", "threshold")):
        for symmetries in ([],) if long else SYMMETRIES:
            content = statement(TASKS[task], TREES[tree], read_out=read_out, symmetries=symmetries, **shape)
            verdict = check(json.dumps(content).encode(), 1_000_000)
            assert isinstance(verdict, Rejected | Malformed | Undecided)


@pytest.mark.slow
@pytest.mark.parametrize("tree", TREES)
def test_hostile_files_take_little_memory(tree):
    """A file of half a megabyte takes some of its own, but nothing that grows faster than the file."""
    tracemalloc.start()
    try:
        for task, shape in product(TASKS, ({}, {"bits": 16})):
            content = statement(TASKS[task], TREES[tree], symmetries=SYMMETRIES[0], **shape)
            assert isinstance(check(json.dumps(content).encode(), 20_000_000), Rejected | Malformed | Undecided)
        assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
    finally:
        tracemalloc.stop()


def lines_run(function):
    """How many lines of Python a call runs, each turn of a loop counted."""
    count = 0

    def trace(frame, event, argument):
        nonlocal count
        count += event in ("line", "call")
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function()
    except (MalformedError, RejectionError, OverLimitError):
        pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("task", ["small", "many inputs", "graph"])
def test_all_loops_are_charged(task, tree):
    """No more lines are run than steps are charged, but for a constant; so no loop is free."""
    question = read_question(Node({"task": "computation", **TASKS[task]}, "question"))
    for shape in ({}, {"p": 16}, {"heads": 1000}, {"dv": 1000}):
        for symmetries in ([], [{"positions": list(range(question.of.length))}]):
            stated = {"kind": "fixed-cases"}
            stated["refuted"] = [{"size": 0, "symmetries": symmetries, "tree": TREES[tree]}]
            meter, given_setting = Meter(200_000), fixed.setting(**shape)
            lines = lines_run(partial(fixed.prove, stated, question, given_setting, 1, meter))
            assert lines <= 1000 + 2 * min(meter.spent, meter.limit)
