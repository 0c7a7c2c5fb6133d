"""Proofs by cases that were accepted once and are false, or that cost more than they paid for."""

import time

import pytest

from asking import book_of
from headcount.certificates.meter import Meter, OverLimitError
from headcount.certificates.refuse import Malformed, Refused
from headcount.certificates.tree import no_rectangle_above

SCOPE = {"null": False, "tables": "both", "combine": "concat"}
CLAIM = {
    "resource": "m",
    "unit_class": "FIXED(1, twos)",
    "side": "lower",
    "value": 1,
    "read_out": "any",
    "scope": SCOPE,
}
TABLE = {"task": "computation", "of": "table", "alphabet": 1, "length": 1}


def outcome(question, claim, proof, limit=10**7):
    book = book_of(question, limit)
    value = {**claim, "proof": {"rule": "tree", **proof}}
    return book.prove(value, book.stated(value, "claim"), "claim")


def test_nothing_is_claimed_of_a_table_that_asks_for_nothing():
    numbers = [0, 0, 0, 0, 3, 0, 0, 3, 0, 0]
    proof = {"system": "units", "parts": [{"moves": [{"lower": [0, 0, 0]}], "tree": numbers}]}
    with pytest.raises(Malformed, match="must ask for some answer"):
        outcome({**TABLE, "answers": [[[0], [None]]]}, CLAIM, proof)


def test_lowering_of_what_is_lowest_is_no_image():
    numbers = [0, 0, 0, 0, 3, 0, 0, 3, 0, 0]
    proof = {"system": "units", "parts": [{"moves": [{"lower": [0, 0, 0]}], "tree": numbers}]}
    with pytest.raises(Refused, match="has not been closed before"):
        outcome({**TABLE, "answers": [[[0], [1]]]}, CLAIM, proof)


def test_each_p_needs_its_tree():
    asked = {**TABLE, "answers": [[[0], [1]]]}
    claim = {**CLAIM, "resource": "p", "unit_class": "FIXED(p, twos)", "m": 0, "value": 3}
    with pytest.raises(Refused, match="a tree for each problem"):
        outcome(asked, claim, {"system": "units", "parts": [{"tree": []}]})


def test_an_image_that_moves_nothing_closes_nothing():
    with pytest.raises(Refused, match="has not been closed before"):
        no_rectangle_above([[1, -1], [-1, 1]], 0, {"moves": [[0, 1]], "tree": [0, 0, 0, 0, 3, 0, 0]}, Meter(10**6))


def test_no_number_makes_a_long_one():
    with pytest.raises(Refused, match="there is no such value"):
        no_rectangle_above([[1, -1], [-1, 1]], 0, {"tree": [1, 0, 2**59]}, Meter(10**6))


def test_orbits_are_paid_for():
    """All rows in one orbit, struck off again and again."""
    size = 300
    table = [[1 if (i & j).bit_count() % 2 else -1 for j in range(size)] for i in range(size)]
    turn = [*range(size)]
    proof = {"moves": [turn], "tree": [number for row in range(size) for number in (0, row, 200, *[0] * 200, 0)]}
    meter, start = Meter(3_000_000), time.process_time()
    with pytest.raises(OverLimitError):
        no_rectangle_above(table, 1, proof, meter)
    assert time.process_time() - start < 3


def test_empty_rectangles_weigh_nothing():
    with pytest.raises(Refused):
        no_rectangle_above([[-1]], -1, {"tree": [0, 0, 0, 0]}, Meter(10**6))
    assert no_rectangle_above([[0]], 0, {"tree": []}, Meter(10**6)) == 0


PAIRS = {
    "task": "computation",
    "of": "table",
    "alphabet": 2,
    "length": 2,
    "answers": [[[0, 0], [0, 0]], [[1, 1], [1, 1]]],
}
NO_MOVES = {
    "values that are summed": ({"values": [[-1], [1]]}, {"heads": 2, "scope": {**SCOPE, "combine": "sum"}}),
    "compared with a threshold": ({"values": [[-1]]}, {"read_out": "threshold"}),
    "all positions rename": ({"tokens": [[1, 0], [0, 1]]}, {"scope": {**SCOPE, "tables": "token"}}),
    "positions rename tokens": ({"tokens": [[1, 0], [0, 1]]}, {"scope": {**SCOPE, "tables": "additive"}}),
    "rename tokens alike": ({"tokens": [[1, 0], [0, 1]]}, {"scope": {**SCOPE, "tables": "relative"}}),
    "have an order": ({"positions": [1, 0]}, {"unit_class": "LEFTMOST(1, midrise)"}),
    "positions have": ({"positions": [1, 0]}, {"scope": {**SCOPE, "tables": "relative"}}),
    "of another kind": ({"lower": [0, 0, 0]}, {"scope": {**SCOPE, "tables": "additive"}}),
    "would be of another kind": ({"lower": [0, 0, 0]}, {"scope": {**SCOPE, "tables": "relative"}}),
    "no automorphism": ({"tokens": [[1, 0], [1, 0]]}, {}),
    "if m = 0": ({"lower": [0, 0, 0]}, {"value": 2}),
    "no opposite numbers": ({"values": [[-1]]}, {"unit_class": "FIXED(1, twos)"}),
    "an order": ({"positions": [1, 0]}, {"unit_class": "ROUNDED(1, midrise)"}),
    "sums are exact": ({"lower": [0, 0, 0]}, {"unit_class": "ROUNDED(1, midrise)"}),
    "no such position": ({"lower": [1, 0, 0]}, {"scope": {**SCOPE, "tables": "token"}}),
    "of one kind": ({"lower": [0, 0, 0], "heads": [0]}, {}),
    "no permutation": ({"positions": [0, 0]}, {}),
    "no signed permutation": ({"values": [[2]]}, {}),
}


@pytest.mark.parametrize("reason", NO_MOVES)
def test_what_is_no_symmetry_is_no_move(reason):
    move, changed = NO_MOVES[reason]
    claim = {**CLAIM, "unit_class": "FIXED(1, midrise)", **changed}
    with pytest.raises(Refused, match=reason):
        outcome(PAIRS, claim, {"system": "units", "parts": [{"moves": [move], "tree": []}]})


FORMS = {
    "units": {"parts": [{"tree": []}]},
    "keys": {"parts": [{"tree": []}]},
    "rectangles": {"most": 0, "parts": [{"tree": []}] * 2},
    "shattered": {"size": 0, "parts": [{"tree": []}]},
    "radon": {"columns": [0, 1], "spread": "0", "parts": [{"sums": [], "tree": []}]},
}
MATRIX = {"task": "communication", "of": "matrix", "rows": ["01", "10"]}
WINDOW = {"task": "sparse-pattern", "n": 2, "layers": [{"name": "dense"}]}
OTHERS = [
    (MATRIX, {"measure": "cover1", "side": "lower", "value": "2"}),
    (MATRIX, {"measure": "gamma2", "side": "upper", "value": "1"}),
    (WINDOW, {"quantity": "hops", "side": "lower", "value": 2}),
    (PAIRS, {"quantity": "depth", "pattern": WINDOW, "side": "lower", "value": 1}),
    (PAIRS, {**CLAIM, "side": "upper"}),
    (PAIRS, {**CLAIM, "unit_class": "SATURATED", "scope": None}),
    (
        {"task": "averaging", "N": 2, "q": 1},
        {"resource": "p", "m": 1, "unit_class": "FIXED(p, twos)", "side": "lower", "value": 4, "error": "0"},
    ),
    ({"task": "qsa", "N": 2, "q": 1}, {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 1}),
    ({**PAIRS, "position": 0}, {"resource": "H", "unit_class": "THRESH", "side": "lower", "value": 2}),
    (WINDOW, {"claim": "path"}),
]


@pytest.mark.parametrize("system", FORMS)
@pytest.mark.parametrize("number", range(len(OTHERS)))
def test_claims_of_other_kinds_are_refused(system, number):
    question, claim = OTHERS[number]
    claim = {name: value for name, value in claim.items() if value is not None}
    with pytest.raises(Refused):
        outcome(question, claim, {"system": system, **FORMS[system]})
