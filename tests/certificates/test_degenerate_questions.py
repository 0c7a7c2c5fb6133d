"""Questions with next to nothing in them: every lower kind against every upper kind, and against brute force.

One input, no answer asked for, one token, no coordinate, empty rows, q = N, M = 1, no edges: where a set that an
argument goes through may be empty. Built as objects, so that what a file cannot say is asked as well; proofs by cases
are random ones of the right shape. Other seeds and more of them: ``HOSTILE_SEED``, ``HOSTILE_COUNT``.
"""

import os
from itertools import product
from random import Random

import pytest

import drafted
import exact_sign_rank as exact
import fixed_claims as fixed
from headcount.certificates.refuse import Malformed, Refused
from headcount.questions.outputs import at_position
from headcount.solvers.units.fixed_units import FixedUnits

SEED, COUNT = int(os.environ.get("HOSTILE_SEED", "1")), int(os.environ.get("HOSTILE_COUNT", "150"))

# --- proofs by cases about fixed-point units --------------------------------------

NO_WIDTH = {
    "one input": fixed.listed(1, 1, [((0,), (1,))]),
    "nothing asked": fixed.listed(1, 1, [((0,), (None,))]),
    "nothing asked of two": fixed.listed(2, 1, [((0,), (None,)), ((1,), (None,))]),
    "nothing asked there": at_position(fixed.listed(2, 2, [((0, 1), (1, None))]), 1),
    "a token that does not occur": fixed.listed(2, 1, [((0,), (0,))]),
    "a token that is asked nothing": fixed.listed(2, 1, [((0,), (0,)), ((1,), (None,))]),
    "one token": fixed.listed(1, 3, [((0, 0, 0), (1, 1, 1))]),
    "one answer": fixed.listed(2, 2, [(word, (1, 1)) for word in product(range(2), repeat=2)]),
}
"""A unit of m = 0 does each of these, with either read-out: nothing but constants is asked for."""


def random_tree(random, units):
    """A tree that splits some types and closes each case by any rule: by lowering and by images most of all."""
    out, given = [], []
    kinds = [(False, t) for t in range(units.types + units.null)] + [(True, t) for t in range(units.types)]

    def grow(depth):
        free = [of for of in kinds if of not in given]
        if free and depth < 4 and random.random() < 0.6:
            of = random.choice(free)
            if units.choices(of) <= 8 and len(out) < 400:
                out.extend((-2 if of[0] else -1, of[1]))
                given.append(of)
                for _ in range(units.choices(of)):
                    grow(depth + 1)
                given.pop()
                return
        near = random.randint(0, max(depth - 1, 0))
        rules = [(-6, near, 0, 0), (-6, 0, 0, 0), (-5, near, random.randint(0, 2)), (0, random.randint(0, 3)), (-4, 0)]
        out.extend(random.choice(rules))

    grow(0)
    return out


@pytest.mark.parametrize("name", NO_WIDTH)
def test_no_tree_proves_that_a_width_is_needed(name):
    random, question = Random(f"{SEED} {name}"), NO_WIDTH[name]
    task = question.of
    symmetries = [{"values": [[1]]}, {"values": [[-1]]}, {"tokens": [list(range(task.alphabet))[::-1]] * task.length}]
    for _ in range(COUNT):
        grid, tables = random.choice(("twos", "midrise")), random.choice(("both", "token"))
        null, read_out = random.random() < 0.2, random.choice(("any", "threshold"))
        units = FixedUnits(task, 1, grid, 0, 1, 1, read_out, null=null, tables=tables)
        chosen = symmetries[: random.randint(0, 3)]
        stated = {"kind": "fixed-cases"}
        stated["refuted"] = [{"size": 0, "symmetries": chosen, "tree": random_tree(random, units)}]
        given = fixed.setting(grid=grid, read_out=read_out, null=null, tables=tables)
        with pytest.raises((Malformed, Refused)):
            fixed.prove(stated, question, given)


# --- every lower kind against every upper kind ------------------------------------


def accepted(question, side, value, evidence, **claim):
    stated = {**claim, "side": side, "value": value, "evidence": evidence}
    return drafted.accepts(question, stated, limit=3_000_000)


def ends(question, lower, upper, values, **claim):
    """The greatest lower value and the least upper value that any of the evidence is accepted for."""
    low = [v for v in values for evidence in lower if accepted(question, "lower", v, evidence, **claim)]
    high = [v for v in values for evidence in upper if accepted(question, "upper", v, evidence, **claim)]
    return max(low, default=None), min(high, default=None)


def patterns():
    for rows in (["*"], ["0"], ["+"], ["-"], ["**"], ["00"], ["+-"], ["0-"], ["+", "+"], ["+", "-"], ["*", "0"]):
        for null in (False, True):
            yield {"task": "pattern", "rows": rows, "null": null}, tuple(rows), null
    for size in (1, 2, 3):
        yield {"task": "qsa", "N": size, "q": size}, ("0" * size,), False
    yield {"task": "match", "order": 2, "M": 1}, ("+",), True
    yield {"task": "separation", "N": 1, "least": 1, "most": 1}, ("+",), False
    for null in (False, True):
        yield {"task": "relevance", "columns": 1, "selected": [[]], "null": null}, ("-",), null
        yield {"task": "relevance", "columns": 2, "selected": [[], [0]], "null": null}, ("--", "+-"), null


@pytest.mark.parametrize(("question", "rows", "null"), list(patterns()), ids=lambda value: str(value)[:60])
def test_patterns(question, rows, null):
    truth, columns = exact.dimension(rows, null), len(rows[0])
    empty = {"axioms": [], "lemmas": []}
    dependent = {"axioms": [{"rule": "nonzero", "clause": []}], "lemmas": [[[], [0]]]}
    lower = [{"kind": "trivial"}, *({"kind": "symmetric", "size": k} for k in range(3))]
    for vectors in ("columns", "rows"):
        for more in (empty, dependent):
            for chosen in ([], [0], [0, 1]):
                lower.append({"kind": "independence", "vectors": vectors, "set": chosen, **more})
            for d, uniform in product((1, 2), (False, True)):
                shape = {"vectors": vectors, "dimension": d, "uniform": uniform, "sets": []}
                lower.append({"kind": "chirotope", **shape, **more})
    order = list(range(columns))
    upper = [{"kind": "identity"}, {"kind": "squares"}]
    upper += [{"kind": "polynomial", "dimension": d, "order": order, "negated": n} for d in (1, 2) for n in ([], order)]
    height = len(rows) + (not null)
    for width in (0, 1):
        for queries, keys in ((0, 0), (-1, 1), (1, -1), (1, 1)):
            table = {"queries": [[queries] * width] * height, "keys": [[keys] * width] * columns}
            upper.append({"kind": "tables", "dimension": width, **table})
    low, high = ends(question, lower, upper, range(4), resource="m", unit_class="SIGN")
    assert low is not None and low <= truth, (low, truth)
    assert high is None or high >= truth, (high, truth)
    grid = {"resource": "m", "unit_class": "GRID(1, twos, gap 1)"}
    lower = [{"kind": "trivial"}, {"kind": "counting"}, {"kind": "margin"}, {"kind": "grid-cases", "trees": [[]]}]
    lower += [{"kind": "counting", "vectors": v, **more} for v in ("rows", "columns") for more in ({}, {"set": []})]
    lower += [{"kind": "grid-cases", "trees": [[[k, *range(n)]]]} for k in range(2) for n in range(3)]
    low, high = ends(
        question,
        lower,
        [
            {**table, **({"null_key": [0] * table["dimension"]} if null else {})}
            for table in upper
            if table["kind"] == "tables"
        ],
        range(4),
        **grid,
    )
    assert low is None or high is None or low <= high, (low, high)


MATRICES = (["0"], ["1"], ["*0"], ["1*"], ["00"], ["11"], ["01"], ["0", "1"], ["10", "01"])


def matrix_evidence(shape):
    """For each kind the least that it can be given."""
    rows, columns = shape
    empty = {"axioms": [], "lemmas": []}
    whole, none = [list(range(rows)), list(range(columns))], [[], []]
    zeros = [[0] * columns] * rows
    for more in (empty, {"axioms": [0], "lemmas": []}, {"axioms": [0], "lemmas": [[[], [0]]]}):
        for size in (0, 1):
            yield {"kind": "fooling-refutation", "size": size, "rectangles": [whole][:size], **more}
            for kind in ("cover-refutation", "partition-refutation"):
                yield {"kind": kind, "slots": size, "order": [], **more}
            yield {"kind": "message-refutation", "bits": size, "clique": [], **more}
    for kind in ("trivial", "distinct", "elimination", "short-side", "row-sums", "blocky"):
        yield {"kind": kind}
    yield {"kind": "clique", "inputs": []}
    yield {"kind": "pairs", "pairs": []}
    yield {"kind": "shattered", "set": []}
    for lines in ([], [0]):
        yield {"kind": "different", "of": "rows", "lines": lines}
        yield {"kind": "antichain", "of": "columns", "lines": lines}
    for listed in ([], [none], [whole]):
        yield {"kind": "rectangles", "rectangles": listed}
        yield {"kind": "weights", "denominator": 1, "rectangles": [[*one, 1] for one in listed]}
        yield {"kind": "weights", "denominator": 1, "rectangles": [[*one, 1, 1] for one in listed]}
        yield {"kind": "signed-rectangles", "rectangles": [[*one, 1, 1] for one in listed]}
    yield {"kind": "lines", "of": "rows"}
    yield {"kind": "messages", "messages": [0] * rows}
    for answer in (0, 1):
        yield {"kind": "tree", "root": answer}
    for part in ([0, *none], [0, *whole], [1, *none, [[], []], [[], []]], [1, *whole, [[], []], [[], []]]):
        yield {"kind": "parts", "parts": [part]}
    for cases in ([], [-1], [0]):
        yield {"kind": "rare-words", "size": 0, "cases": cases}
    steps = {"steps": ""}
    yield {"kind": "entry-weights", "denominator": 1, "weights": zeros, "cases": steps}
    yield {"kind": "dual", "denominator": 1, "weights": zeros, "cases": steps}
    yield {"kind": "dual", "denominator": 1, "mu": zeros, "phi": zeros, "cases": [steps, steps]}
    yield {"kind": "cases", "most": 0, "cases": [steps, steps]}
    yield {"kind": "rectangle", "rectangle": none}


INTEGRAL = ("D", "one_way_ab", "one_way_ba", "fooling0", "fooling1", "cover0", "cover1", "partition0", "partition1",
            "rank_q", "rank_gf2", "rank_gf3", "rank_sign", "vc_rows", "vc_columns", "fractional_cover1",
            "disc_uniform", "disc", "gamma2_01")  # fmt: skip
WITH_ERROR = ("partition_bound", "smooth_rectangle0", "smooth_rectangle1")


@pytest.mark.parametrize("rows", MATRICES, ids=" ".join)
def test_matrices(rows):
    question = {"task": "communication", "of": "matrix", "rows": rows}
    evidence = list(matrix_evidence((len(rows), len(rows[0]))))
    for name in (*INTEGRAL, *WITH_ERROR):
        more = {"epsilon": "1/3"} if name in WITH_ERROR else {}
        low, high = ends(question, evidence, evidence, ("0", "1", "2"), measure=name, **more)
        assert low is None or high is None or low <= high, (name, low, high)


def sparse():
    yield {"task": "sparse-pattern", "n": 1, "layers": [{"name": "lists", "lists": [[]]}]}, None
    yield {"task": "sparse-pattern", "n": 1, "layers": [{"name": "dense"}]}, 1
    yield {"task": "sparse-pattern", "n": 2, "layers": [{"name": "lists", "lists": [[], []]}]}, None
    yield {"task": "sparse-pattern", "n": 2, "layers": [{"name": "lists", "lists": [[0], []]}]}, None
    yield {"task": "sparse-pattern", "n": 2, "layers": [{"name": "window", "w": 0}]}, None
    yield {"task": "sparse-pattern", "n": 1, "layers": [{"name": "window", "w": 0}]}, 1


@pytest.mark.parametrize(("question", "hops"), list(sparse()), ids=lambda value: str(value)[:80])
def test_sparse_patterns(question, hops):
    n = question["n"]
    lower = [{"kind": "hops"}, {"kind": "named"}]
    lower += [{"kind": "far-pair", "position": i, "token": j} for i in range(n) for j in range(n)]
    upper = [{"kind": "hops"}, {"kind": "named"}]
    upper += [{"kind": "centre", "position": 0, "to": a, "from": b} for a in (1, 2) for b in (0, 1)]
    low, high = ends(question, lower, upper, range(1, 4), quantity="hops")
    assert (low or 1) <= (hops or 4)
    assert high is None if hops is None else high >= hops
