"""Exhibits of vectors that show nothing, each because of one condition: what random attacks meet too rarely."""

import pytest

from asking import scored, shown, size, trusted


def shared(N, q, heads=2, combine="concat"):
    return {"task": "shared", "N": N, "q": q, "heads": heads, "combine": combine}


def ratios(rows, ratio="0", L=2):
    return {"task": "attention-matrix", "L": L, "rows": rows, "ratio": ratio, "zero": "-3"}


def points(queries, keys):
    return {"exhibit": "points", "queries": queries, "keys": keys}


def table(queries, keys, null=None):
    return {"queries": queries, "keys": keys, **({} if null is None else {"null_key": null})}


def tables(*heads):
    return {"exhibit": "tables", "heads": list(heads)}


def softmax(queries, keys, denominator=1, precision=1):
    return {"exhibit": "ratios", "denominator": denominator, "precision": precision, "queries": queries, "keys": keys}


def order(numbers, **more):
    return {"exhibit": "order", "order": numbers, **more}


GRID = "GRID(2, twos, gap 1)"
BITS = "GRID(p, twos, gap 1)"
LINE = [[0, 1], [1, 1], [2, 1]]
MATCH = {"task": "match", "order": 3, "M": 1}
TUPLE = {"exhibit": "tuples", "queries": [[1]], "keys": [[[-2]], [[-2]]], "null_keys": [[1], [1]]}
HALVES = [[[1], [0]], [[0], [1]]]
SIZES = [
    table([[0, -2], [1, -2], [1, -2], [-2, 0]], [[1, -2], [-2, -2], [-2, 0], [-1, -1]]),
    table([[-2, -2], [1, 0], [0, -2], [1, -2]], [[-2, -1], [0, -1], [-2, -2], [0, -2]]),
]
CASES = {
    "a key on the other side": (scored("inner", ("+-+",), [0]), 1, points([[1, -1]], [[2, 1], [0, 1], [-2, -1]])),
    "a key at infinity": (scored("inner", ("+-+",), [0]), 1, points([[1, -1]], [[2, 1], [0, 1], [1, 0]])),
    "two queries for one": (scored("inner", ("+--", "--+"), [0, 0]), 1, points([[-2, 1], [2, -3]], LINE)),
    "two balls for one": (scored("euclidean", ("+--", "--+"), [0, 0]), 1, points([[0, -4, 1], [8, -2, -7]], LINE)),
    "keys of two norms": (scored("cosine", ("+--", "++-")), 1, points([[-2, 1], [-2, 3]], LINE)),
    "a ball inside out": (scored("euclidean", ("+-+",)), 1, points([[-8, 4, 1]], LINE)),
    "a half-space for a ball": (scored("euclidean", ("+--", "--+")), 0, points([[-1, 0, 0], [1, 0, 0]], LINE)),
    "a wrong sign": (shown(("+-", "-+"), True), 1, points([[1], [-1]], [[1], [0]])),
    "no threshold": (shown(("+-", "-+")), 1, points([[1, 0], [-1, 0]], [[1, 0], [-1, 0]])),
    "not all rows": (shown(("+-", "-+")), 1, points([[1, 0], [0, 1]], [[1, 1], [-1, 1]])),
    "a row more": (shown(("+-",), True), 1, points([[1], [1]], [[1], [-1]])),
    "a key less": (shown(("+-+",), True), 1, points([[1]], [[1], [-1]])),
    "queries too short": (shown(("+-",), True), 1, points([[1]], [[1, 0], [-1, 0]])),
    "wider than m": (shown(("+-",)), 3, tables(table([[1, 0]], [[1, 0], [-1, 0]])), BITS, {"resource": "p", "m": 1}),
    "more bits": (shown(("+-",)), 1, tables(table([[2]], [[1], [-1]])), GRID),
    "more bits below": (shown(("+-",)), 1, tables(table([[-3]], [[-1], [1]])), GRID),
    "bits that are asked for": (shown(("+-",)), 2, tables(table([[2]], [[1], [-1]])), BITS, {"resource": "p", "m": 1}),
    "an even entry": (shown(("+-",)), 1, tables(table([[2]], [[1], [-1]])), "GRID(2, midrise, gap 1)"),
    "a key that is even": (shown(("+-",)), 1, tables(table([[1]], [[2], [-1]])), "GRID(2, midrise, gap 1)"),
    "a null key outside": (shown(("+-",), True), 1, tables(table([[1]], [[1], [-1]], [0])), "GRID(2, midrise, gap 1)"),
    "two heads for one": (shown(("+-",)), 1, tables(*[table([[1]], [[1], [-1]])] * 2), GRID),
    "one head for two": (shared(2, 2), 1, tables(table([[1]], [[1], [1]])), GRID),
    "a null key for none": (shown(("++", "--")), 1, tables(table([[1], [1]], [[1], [-1]], [0])), GRID),
    "no null key": (shown(("++",), True), 1, tables(table([[1]], [[1], [1]])), GRID),
    "a null key that is longer": (shown(("+-",), True), 1, tables(table([[1]], [[1], [-1]], [0, 1])), GRID),
    "a gap missed": (shown(("+-",)), 1, tables(table([[1]], [[1], [0]])), GRID),
    "a gap to the null key missed": (
        shown(("+-",), True),
        1,
        tables(table([[1]], [[1], [-1]], [0])),
        "GRID(2, twos, gap 2)",
    ),
    "scores not tied": (shown(("00",)), 1, tables(table([[1]], [[1], [0]])), GRID),
    "tied off the null key": (shown(("00",), True), 1, tables(table([[1]], [[1], [1]], [0])), GRID),
    "parts overlap": (shared(2, 2), 1, tables(*[table([[1]], [[1], [1]])] * 2), GRID),
    "a part missed": (shared(3, 2), 1, tables(*[table([[1], [1], [1]], [[1], [0], [0]])] * 2), GRID),
    "too near the greatest": (
        shared(2, 2),
        1,
        tables(table([[1]], HALVES[0]), table([[1]], HALVES[1])),
        "GRID(2, twos, gap 2)",
    ),
    "parts of other sizes": (shared(4, 3, 2, "sum"), 2, tables(*SIZES), GRID),
    "a tuple too low": (MATCH, 1, {**TUPLE, "keys": [[[-2]], [[2]]]}),
    "a tuple with a null key too high": (MATCH, 1, {**TUPLE, "keys": [[[2]], [[2]]]}),
    "tuples of another sum": (
        {**MATCH, "M": 2},
        1,
        {"exhibit": "tuples", "queries": [[1]] * 2, "keys": [[[-2]] * 2] * 2, "null_keys": [[1], [1]]},
    ),
    "a pattern for tuples": (MATCH, 1, points([[1]], [[1]])),
    "a key too near the null key": (shown(("+",), True), 1, tables(table([[1]], [[1]], [0])), "GRID(2, twos, gap 2)"),
    "keys for one part": (MATCH, 1, {**TUPLE, "keys": [[[-2]]]}),
    "keys for three parts": (MATCH, 1, {**TUPLE, "keys": [[[-2]]] * 3, "null_keys": [[1]] * 3}),
    "a null key too many": (MATCH, 1, {**TUPLE, "null_keys": [[1]] * 3}),
    "tuples outside the grid": (MATCH, 1, {**TUPLE, "keys": [[[-3]], [[-3]]]}, GRID),
    "a zero too high": (ratios([[[0, 1]]]), 1, softmax([[1]], [[2], [0]]), "SOFTMAX"),
    "a ratio missed": (ratios([[[0, 1], [1, 2]]]), 1, softmax([[1]], [[0], [0]]), "SOFTMAX"),
    "a ratio the other way": (ratios([[[0, 1], [1, 2]]]), 1, softmax([[1]], [[1], [0]]), "SOFTMAX"),
    "a logarithm too coarse": (ratios([[[0, 1], [1, 3]]], "1/2"), 1, softmax([[1]], [[0], [1]]), "SOFTMAX"),
    "scores over a denominator": (ratios([[[0, 1], [1, 2]]]), 1, softmax([[1]], [[0], [1]], 2), "SOFTMAX"),
    "an order of some": (shown(("+-+",)), 2, order([0, 1])),
    "an order of more": (shown(("+-+",)), 2, order([0, 1, 2, 3])),
    "an order with a gap": (shown(("+-+",)), 2, order([0, 1, 3])),
    "negated beyond the last": (shown(("+-+",)), 2, order([0, 1, 2], negated=[3])),
    "negated keys of a sphere": (scored("cosine", ("+-+",)), 1, order([0, 1, 2], negated=[1])),
    "rows round a circle": (scored("cosine", ("+-+",)), 1, order([0], vectors="rows")),
    "one query round a circle": (scored("cosine", ("+--", "--+"), [0, 0]), 2, order([0, 1, 2])),
    "no pole": (scored("euclidean", ("+-+",)), 2, order([0, 1, 2])),
    "a circle turns an even number": (scored("cosine", ("+--",)), 1, order([0, 1, 2])),
    "rows without + .. +": (shown(("+-", "-+")), 1, order([0, 1], vectors="rows")),
    "negated weights": (ratios([[[1, 1]]], L=3), 1, order([0, 1, 2], negated=[1]), "SOFTMAX"),
    "a run of one between": (ratios([[[1, 1]]], L=3), 1, order([0, 1, 2]), "SOFTMAX"),
    "all have a weight": (ratios([[[0, 1], [1, 2], [2, 1]]], L=3), 1, order([0, 1, 2]), "SOFTMAX"),
    "for another class": (shown(("+-",)), 1, points([[1, 0], [0, 1]], [[1, 1], [-1, 1]]), GRID),
    "balls without coordinates": (scored("euclidean", ("+-",)), 1, points([[1]], [[], []])),
    "for the other side": (shown(("+-",)), 1, points([[1, 0], [0, 1]], [[1, 1], [-1, 1]]), "SIGN", {"side": "lower"}),
}
"""Statement, value claimed, exhibit, class, other fields of the claim."""

RIGHT = {
    "points": (scored("inner", ("+--", "++-"), [0, 0]), 1, points([[-2, 1], [-2, 3]], LINE)),
    "keys of one norm": (scored("cosine", ("+-",)), 1, points([[1, 0]], [[1, 1], [-1, 1]])),
    "a ball": (scored("euclidean", ("-+-",)), 1, points([[8, -4, -3]], LINE)),
    "tables": (shown(("+-",)), 1, tables(table([[1]], [[1], [-1]])), GRID),
    "bits": (shown(("+-",)), 3, tables(table([[2]], [[1], [-1]])), BITS, {"resource": "p", "m": 1}),
    "any parts": (shared(4, 3), 2, tables(*SIZES), GRID),
    "parts": (shared(2, 2), 1, tables(table([[1]], HALVES[0]), table([[1]], HALVES[1])), GRID),
    "a tuple": (MATCH, 1, TUPLE),
    "a ratio": (ratios([[[0, 1], [1, 2]]]), 1, softmax([[1]], [[0], [1]]), "SOFTMAX"),
    "an order": (shown(("+-+",)), 2, order([0, 1, 2])),
    "a pole": (scored("euclidean", ("-+-",)), 1, order([0, 1, 2, 3])),
}


def reached(statement, value, exhibit, cls="SIGN", more=None):
    """Whether the exhibit shows what is claimed."""
    held = {"side": "upper", **(more or {})}
    claim = size(statement, held.pop("side"), value, cls, **held)
    found = trusted({"rule": "evaluate", **exhibit}, claim)
    return found is not None and (found <= value if claim["side"] == "upper" else found >= value)


@pytest.mark.parametrize("name", CASES)
def test_a_condition_fails(name):
    assert not reached(*CASES[name])


@pytest.mark.parametrize("name", RIGHT)
def test_the_same_without_the_mistake(name):
    assert reached(*RIGHT[name])
