"""``unit_outputs`` against the evaluator: random units of every kind, exactly equal."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import random_units
from headcount.attention import AttentionError, summary, unit_outputs
from headcount.questions import Head, Layer, ReadOut, Table, Unit, base_two, tensor


def rows_of(outputs, b):
    return tuple(tuple(row) for row in outputs.fractions()[b])


def agree(rng, count, size):
    seen = set()
    for k in range(count):
        unit, length = random_units.random_unit(rng, size, random_units.POLYNOMIALS[k % len(random_units.POLYNOMIALS)])
        layer = unit.layers[0]
        tokens = [rng.randrange(unit.alphabet) for _ in range(length)]
        assert rows_of(unit_outputs(unit, [tokens]), 0) == unit.outputs(tokens), unit
        seen.add((layer.polynomial.order, layer.weights, layer.mask is None, bool(layer.heads[0].null_keys)))
    return seen


@pytest.mark.slow
def test_many_random_units():
    rng = random.Random(3)
    # Entries in {-1, 0, 1} give many ties; 20 gives few, and scores further apart than p.
    seen = agree(rng, 1500, 1) | agree(rng, 500, 3) | agree(rng, 500, 20)
    assert seen == set(product((2, 3, 4), ("saturated", "fixed", "base_two"), (True, False), (True, False)))


def test_some_random_units():
    agree(random.Random(4), 600, 1)


def test_other_random_units(rotating_seed):
    agree(random.Random(rotating_seed), 300, rotating_seed % 20 + 1)


@pytest.mark.parametrize("size", [2**24, 2**30, 2**60, 2**600, 2**2500])
def test_entries_beyond_float64(size):
    agree(random.Random(size.bit_length()), 60, size)


def test_a_batch_is_its_inputs_one_by_one():
    rng = random.Random(5)
    for _ in range(20):
        unit, length = random_units.random_unit(rng, 2)
        inputs = list(product(range(unit.alphabet), repeat=length))
        found = unit_outputs(unit, inputs)
        assert [rows_of(found, b) for b in range(len(inputs))] == [unit.outputs(tokens) for tokens in inputs]


def test_equal_rows_are_equal_integers():
    table = Table("token", ((2,), (4,)))
    zero = Table("token", ((0,), (0,)))
    unit = Unit(2, (Layer((Head(zero, (zero,), (table,)),)),))
    found = unit_outputs(unit, [[0, 0, 1, 1], [0, 1, 0, 1]])
    assert found.numerators[..., 0].tolist() == [[3] * 4] * 2
    assert found.denominators.tolist() == [[1] * 4] * 2


def two_layers():
    """Layer 1: the mean of the tokens (in thirds); its numerator is layer 2's symbol, whose highest wins."""
    zero, value = Table("token", ((0,), (0,))), Table("token", ((0,), (1,)))
    first = Layer((Head(zero, (zero,), (value,)),))
    read_out = ReadOut(
        tuple(((token, (Fraction(k, 3),)), k + token) for token in (0, 1) for k in range(4) if k + token < 5), 5
    )
    many = Table("token", tuple((k,) for k in range(5)))
    return Unit(2, (first, Layer((Head(Table("token", ((1,),) * 5), (many,), (many,)),))), (read_out,))


def test_read_outs_between_layers():
    unit = two_layers()
    inputs = list(product((0, 1), repeat=3))
    found = unit_outputs(unit, inputs)
    assert [rows_of(found, b) for b in range(8)] == [unit.outputs(tokens) for tokens in inputs]
    assert found.numerators[:, 0, 0].tolist() == [0, 2, 2, 3, 2, 3, 3, 4]
    assert (found.denominators == 1).all()


def test_a_read_out_that_lacks_a_pair():
    with pytest.raises(AttentionError, match=r"lacks token 0, row \(1/2\)"):
        unit_outputs(two_layers(), [[0, 1]])


@pytest.mark.parametrize(
    ("change", "tokens", "words"),
    [
        ({}, [[0, 2]], "symbols 0 .. 1, got 2"),
        ({}, [[-1]], "symbols 0 .. 1, got -1"),
        ({}, [[0.5]], "integers, got 0.5"),
        ({}, np.zeros((0, 3), int), "at least one input"),
        ({}, 3, "at least one input"),
        ({"queries": Table("position", ((0,), (0,)))}, [[0, 1, 1]], r"queries by position must have 3 rows.*got 2"),
        ({"keys": (Table("both", ((0,),) * 5),)}, [[0, 1, 1]], r"keys by both must have 6 rows"),
        ({"keys": (Table("token", ((0, 1), (1, 1))),)}, [[0, 1, 1]], r"keys\[0\] must have shape"),
        ({"values": ()}, [[0, 1, 1]], "values must be 1 arrays"),
        ({"null_keys": ((1, 2),), "null_values": ((1,),)}, [[0]], r"null_keys\[0\] must have shape \(1,\)"),
    ],
)
def test_bad_inputs_and_tables(change, tokens, words):
    table = Table("token", ((0,), (1,)))
    fields = {"queries": table, "keys": (table,), "values": (table,), **change}
    with pytest.raises(AttentionError, match=words):
        unit_outputs(Unit(2, (Layer((Head(**fields),)),)), tokens)


def test_bad_layers():
    table = Table("token", ((0,), (1,)))
    head, wide = Head(table, (table,), (table,)), Head(table, (table,), (Table("token", ((0, 1), (1, 1))),))
    for layer, words in (
        (Layer((head,), weights="soft"), "weights must be"),
        (Layer((head,), mask=((0,), ())), "position 1 has no key"),
        (Layer((head,), mask=((0,),)), "length 1, got length 2"),
        (Layer((head, wide)), "values of one width"),
    ):
        with pytest.raises(AttentionError, match=words):
            unit_outputs(Unit(2, (layer,)), [[0, 1]])


def test_scores_too_far_apart_for_base_two():
    table = Table("token", ((1,), (2**40,)))
    with pytest.raises(AttentionError, match="fixed_point_attention"):
        unit_outputs(Unit(2, (Layer((Head(table, (table,), (table,)),), weights="base_two"),)), [[0, 1]])
    assert base_two([3, 5]) == [1, 4]


def test_summary():
    table, wide = Table("token", ((0,), (1,))), Table("token", ((0, -4), (1, 3)))
    unit = Unit(2, (Layer((Head(wide, (wide, wide), (table, table)),) * 3, tensor(3)),))
    found = summary(unit)
    assert found.fields == {
        "m": 2, "p": 3, "grid": "twos", "H": 3, "order": 3, "layers": 1, "dv": 1, "parameters": 48, "bits": 18,
    }  # fmt: skip
    assert "m p H = 18 bits" in str(found)
    assert summary(unit, "midrise").bits is None
    with pytest.raises(AttentionError, match="grid must be one of"):
        summary(unit, "threes")
