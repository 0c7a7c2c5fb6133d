"""Hostile proofs by cases about fixed-point units: what they do not prove, and what they cost.

Every fault that was met once has a class here: no list of integers makes the checker stumble, none proves what is not
so, and none takes more steps than are charged.
"""

import json
import sys
import tracemalloc
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fixed_claims as fixed
from headcount.certificates.check import check
from headcount.certificates.meter import Meter, OverLimitError
from headcount.certificates.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.questions.outputs import at_position
from headcount.questions.reading import Node
from headcount.questions.reading.questions import read_question
from headcount.questions.refusal import MalformedError, RejectionError
from headcount.solvers.units.fixed_units import FixedUnits

ACCEPTED = sorted(path for path in (Path(__file__).parent / "accept").glob("fixed-*.json") if "token" not in path.stem)


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


@pytest.mark.in_turn(3)
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


NOTHING_ASKED = fixed.listed(1, 1, [((0,), (None,))])
ONE_TOKEN_ASKED = fixed.listed(2, 1, [((0,), (0,))])
"""Built as objects: a file that asks for no answer is refused when it is read."""


@pytest.mark.parametrize("tables", ["both", "token"])
@pytest.mark.parametrize("grid", ["midrise", "twos"])
def test_lowering_needs_an_answer_that_depends_on_it(grid, tables):
    """Every tree whose leaves are all lowerings, over all orders of the types: nothing needs m = 1 here."""
    for question, orders in (
        (NOTHING_ASKED, [[0]]),
        (at_position(fixed.listed(1, 2, [((0, 0), (0, None))]), 1), [[0], [1], [0, 1], [1, 0]]),
        (ONE_TOKEN_ASKED, [[0], [1], [0, 1], [1, 0]]),
    ):
        for order in orders:
            for depth in range(len(order)):
                tree = [-6, depth, 0, 0]
                for of in reversed(order):
                    tree = [-1, of, *tree * 2]
                stated = {"kind": "fixed-cases", "refuted": [{"size": 0, "tree": tree}]}
                with pytest.raises((MalformedError, RejectionError)):
                    fixed.prove(stated, question, fixed.setting(grid=grid, tables=tables))


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


@pytest.mark.in_turn(3)
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


@pytest.mark.in_turn(3)
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
