"""Proofs by cases that were accepted once and are false, or that cost more than they paid for."""

import time

import pytest

from headcount.core.book import Book
from headcount.core.meter import Meter, OverLimitError
from headcount.core.refuse import Malformed, Refused
from headcount.core.tree import no_rectangle_above, tree

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
    book = Book(Meter(limit), {"tree": tree})
    book.question = question
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
