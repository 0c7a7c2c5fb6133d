"""Refutations of fixed-point units as evidence: what they prove, and what is refused when they are tampered with."""

import importlib.util
from itertools import product
from pathlib import Path

import pytest

from headcount.certificates import Head, Layer, Table, Unit
from headcount.certificates.reading.claims import read_scope
from headcount.certificates.reading.node import Node
from headcount.certificates.statement.outputs import at_position
from headcount.certificates.statement.scope import Scope
from headcount.certificates.verdict import MalformedError, RejectionError


def _load(path):
    specification = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


fixed = _load(Path(__file__).parent / "fixed_claims.py")


def test_refutation_proves_one_more():
    question = fixed.equality(3)
    value, how = fixed.prove(fixed.evidence(question, [0]), question, fixed.setting())
    assert value == 1 and "no unit with m = 0" in how
    value, _ = fixed.prove(fixed.evidence(question, [1], m=0, resource="H"), question, fixed.setting(m=0, resource="H"))
    assert value == 2  # one head of width 0 tells two symbols from each other


def test_null_token_is_covered_if_it_is_said_to_be():
    question = fixed.equality(3)
    assert fixed.prove(fixed.evidence(question, [0], null=True), question, fixed.setting(null=True))[0] == 1
    with pytest.raises(MalformedError, match="type that occurs"):
        fixed.prove(fixed.evidence(question, [0], null=True), question, fixed.setting())


def test_unit_that_exists_is_not_refuted():
    question = fixed.equality(3)
    with pytest.raises(RejectionError, match="not refuted"):
        fixed.prove(fixed.evidence(question, [1]), question, fixed.setting())


def test_bits_are_refuted_one_by_one():
    """EQ on 3 symbols, m = 0: p = 1 fails, p = 2 does. A search for p = 2 alone would prove nothing about p = 1."""
    question = fixed.equality(3)
    value, _ = fixed.prove(fixed.evidence(question, [1], m=0, resource="p"), question, fixed.setting(m=0, resource="p"))
    assert value == 2
    with pytest.raises(MalformedError, match="one for every p from 1 on"):
        fixed.prove(fixed.evidence(question, [2], m=0, resource="p"), question, fixed.setting(m=0, resource="p"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"searches": []}, "one search"),
        ({"read_out": {"kind": "any", "at": "0"}}, "unknown field"),
        ({"null": True}, "unknown field"),
    ],
)
def test_malformed_evidence(change, words):
    question = fixed.equality(3)
    with pytest.raises(MalformedError, match=words):
        fixed.prove(fixed.evidence(question, [0]) | change, question, fixed.setting())


@pytest.mark.parametrize(
    "order",
    [[["key", 2, 0]], [["key", 0, 0], ["key", 0, 0]], [["null"]], [["query", 1, 0]], [["value", 0, 0]], [[]]],
)
def test_order_names_types_that_occur_once(order):
    question = fixed.equality(3)
    stated = fixed.evidence(question, [0])
    stated["searches"][0]["order"] = order
    with pytest.raises(MalformedError):
        fixed.prove(stated, question, fixed.setting())


@pytest.mark.parametrize("change", [{"combine": "both"}, {"tables": "position"}, {"null": 1}, {"order": 2}])
def test_malformed_scopes(change):
    assert read_scope(Node(Scope().to_json(), "scope")) == Scope()
    with pytest.raises(MalformedError):
        read_scope(Node(Scope().to_json() | change, "scope"))


def test_false_automorphism_is_rejected():
    question = fixed.listed(2, 2, [((x, y), (x & (1 - y), None)) for x, y in product((0, 1), repeat=2)])
    stated = fixed.evidence(question, [0])
    stated["searches"][0]["automorphisms"] = [[[0, 1], [[1, 0], [1, 0]]]]
    with pytest.raises(RejectionError, match="other answers"):
        fixed.prove(stated, question, fixed.setting())
    stated["searches"][0]["automorphisms"] = [[[0, 0], [[0, 1], [0, 1]]]]
    with pytest.raises(MalformedError, match="permutation"):
        fixed.prove(stated, question, fixed.setting())


def test_part_of_an_order_refutes_the_whole():
    """EQ on 4 symbols: three of the symbols of the second token already need more than two signs."""
    question = fixed.equality(4)
    stated = fixed.evidence(question, [0])
    stated["searches"][0]["order"] = [
        ["key", 0, 0],
        ["key", 0, 1],
        ["key", 1, 0],
        ["key", 1, 1],
        ["key", 1, 2],
        ["key", 0, 2],
    ]
    assert fixed.prove(stated, question, fixed.setting())[0] == 1
    stated["searches"][0]["order"] = [["key", 0, 0], ["key", 1, 0]]
    with pytest.raises(RejectionError, match="not refuted"):
        fixed.prove(stated, question, fixed.setting())


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
    assert fixed.prove(fixed.evidence(question, [0]), at_position(question, 0), fixed.setting())[0] == 1
    with pytest.raises(RejectionError, match="not refuted"):
        fixed.prove(fixed.evidence(question, [0]), at_position(question, 1), fixed.setting())
