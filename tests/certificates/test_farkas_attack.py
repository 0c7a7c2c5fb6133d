"""Rows are true of random states and units; no false claim about a tiny output layer or table is accepted."""

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from asking import proves
from farkas_attack import FAMILIES, OBJECTS, attack
from made_clauses import Found


@pytest.mark.parametrize("make", OBJECTS, ids=lambda make: make.__name__)
def test_rows_are_true_of_random_objects(make: Callable[[Random, Found], None]) -> None:
    found: Found = Counter()
    for seed in range(150):
        make(Random(seed), found)
    assert found["made"] > 100 and found["refused"] > 30, found
    assert not found["FALSE"], found


@pytest.mark.parametrize("name", FAMILIES)
def test_no_false_claim_is_accepted(name: str) -> None:
    found: Counter[str] = Counter()
    attack(name, Random(5), 25, 15, found)
    assert not found["FALSE"], found
    assert found["untrue"] > 10 and found["power"] > 3, found


def test_no_degree_above_the_number_of_positions() -> None:
    answers = [[[0, x], [x, None]] for x in (0, 1)]
    question = {"task": "computation", "of": "table", "alphabet": 2, "length": 2, "position": 0, "answers": answers}
    claim = {"resource": "H", "unit_class": "THRESH", "side": "lower"}
    for d, rows in (
        (3, [[[0, 0], 1]]),
        (3, [[[0, 1], 1]]),
        (9, [[[0, 1], 1]]),
        (1, [[[0, 1], 1]]),
        (2, [[[0, 0], 1], [[0, 1], 1]]),
    ):
        proof = {"rule": "farkas", "system": "degree", "degree": d, "rows": rows}
        assert not proves({**claim, "value": d, "proof": proof}, question)
    both = {"rule": "farkas", "system": "degree", "degree": 1, "rows": [[[0, 0], 1], [[0, 1], 1]]}
    assert proves({**claim, "value": 1, "proof": both}, question)
    assert not proves({**claim, "side": "upper", "value": 1, "proof": both}, question)
    fixed = {"resource": "H", "unit_class": "FIXED(2, twos)", "m": 1, "dv": 1, "read_out": "any"}
    for changed in (fixed, {**fixed, "unit_class": "SATURATED"}, {**fixed, "resource": "m", "m": None, "heads": 1}):
        other = {name: x for name, x in {**claim, **changed, "value": 1, "proof": both}.items() if x is not None}
        assert not proves(other, question)


def test_tokens_at_the_position_agree() -> None:
    answers = [[[x], [x]] for x in (0, 1)]
    question = {"task": "computation", "of": "table", "alphabet": 2, "length": 1, "position": 0, "answers": answers}
    proof = {"rule": "farkas", "system": "degree", "degree": 1, "rows": [[[0], 1], [[1], 1]]}
    claim = {"resource": "H", "unit_class": "THRESH", "side": "lower", "value": 1, "proof": proof}
    assert not proves(claim, question)


def test_only_sets_that_are_said_to_be_unreachable() -> None:
    question = {"task": "classifier", "weights": [[1], [-1]], "threshold": "zero"}
    rows = [[[0, "1"], [1, "1"]]]
    proof = {"rule": "farkas", "system": "states", "rows": rows}
    assert proves({"claim": "unreachable", "sets": [[0, 1]], "proof": proof}, question)
    assert proves({"claim": "unreachable", "sets": [[]], "proof": proof}, question)
    for claim in (
        {"claim": "reachable", "sets": [[0, 1]]},
        {"claim": "unreachable", "sets": [[0]]},
        {"claim": "unreachable", "sets": [[0, 1], [0]]},
        {"claim": "unreachable", "sets": [[0], [0, 1]]},
    ):
        assert not proves({**claim, "proof": proof}, question)
    for text in ("0", "-1", "01", "1.", "x", "", "+1", 1):
        changed = {**proof, "rows": [[[0, text], [1, "1"]]]}
        assert not proves({"claim": "unreachable", "sets": [[0, 1]], "proof": changed}, question)
