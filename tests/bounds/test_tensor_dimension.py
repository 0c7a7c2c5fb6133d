"""Order-s selection: width s + 1 for every modulus, flattenings below it, and searched tables."""

import json
import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from headcount.bounds.bound import certificate
from headcount.bounds.unit_classes.tensor_dimension import (
    ScaleError,
    flattening_bounds,
    flattening_lower,
    grid_upper,
    match_tensor,
    part_pattern,
    searched_upper,
    shifted_cosines_upper,
)
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Malformed, Rejected
from headcount.questions import match_question
from headcount.solvers.sign_rank.tensor_search import NoTablesFound, has_tensor_signs, tensor_tables


@pytest.mark.parametrize("order", [2, 3, 4, 5, 6])
def test_the_identity_of_shifted_cosines(order):
    angles = np.random.default_rng(order).uniform(0, 7, size=(20, order))
    left = sum((-1) ** j * np.cos(angles + math.pi * j / order).prod(axis=1) for j in range(order))
    assert np.allclose(left, order * 2.0 ** (1 - order) * np.cos(angles.sum(axis=1)), atol=1e-12)


@pytest.mark.parametrize(("order", "M"), [(2, 6), *((3, M) for M in range(1, 13)), (4, 5), (5, 3)])
def test_width_s_plus_one(order, M):
    bound = shifted_cosines_upper(order, M)
    assert bound.value == order + 1
    bundle = certificate(match_question(order, M), bound)
    assert isinstance(check(bundle), Accepted)
    evidence = bound.evidence.content
    for table in ("queries", "null_keys") if order > 2 else ():  # d = 0 or g = 0: tuples that are partly null tie
        spoilt = json.loads(json.dumps(bundle))
        for row in spoilt["claims"][0]["proof"][table]:
            row[-1] = 0
        assert isinstance(check(spoilt), Rejected)  # at order 2 nothing is partly null, and d may be 0
    assert len(evidence["queries"][0]) == order + 1


def test_flattened_patterns_are_those_of_the_tensor():
    for M in range(1, 6):
        tensor = match_tensor(M)
        columns = {tuple(tensor[:, y, z]) for y, z in product(range(M + 1), repeat=2)} - {(0,) * M}
        symbol = {-1: "-", 0: "0", 1: "+"}
        written = {"".join(symbol[entry] for entry in column) for column in columns}
        assert written == {"".join(column) for column in zip(*part_pattern(3, M, 0).rows, strict=True)}
        columns = {tuple(tensor[x, :, z]) for x in range(M) for z in range(M + 1)}
        written = {"".join(symbol[entry] for entry in column) for column in columns}
        assert written == {"".join(column) for column in zip(*part_pattern(3, M, 1).rows, strict=True)}


def test_lower_ends():
    assert [flattening_lower(3, M).value for M in range(1, 9)] == [1, 2, 3, 3, 3, 3, 3, 3]
    assert all(flattening_lower(3, M, 1).value <= flattening_lower(3, M).value for M in range(1, 9))
    bundle = certificate(match_question(3, 5), flattening_lower(3, 5))
    assert check(bundle).lower == 3
    (claim,) = bundle["claims"]
    premise = claim["proof"]["of"]
    spoilt = {**premise, "proof": {**premise["proof"], "lemmas": []}}
    assert check(with_proof(bundle, of=spoilt)).code == "clauses"
    for wrong, verdict in ((1, Rejected), (3, Rejected), (-1, Malformed)):
        assert isinstance(check(with_proof(bundle, part=wrong)), verdict)
    assert check({**bundle, "question": {"task": "match", "order": 2, "M": 5}}).code == "map"


def with_proof(bundle, **changed):
    (claim,) = bundle["claims"]
    return {**bundle, "claims": [{**claim, "proof": {**claim["proof"], **changed}}]}


def test_independent_columns_are_said_before_cycles_are_looked_for(monkeypatch):
    """Cycles load compiled code, which the first run on a machine compiles for seconds."""
    monkeypatch.setattr("headcount.bounds.lower.cycle.cycle_lower", None)
    bounds = flattening_bounds(3, 12)
    assert next(bounds).value == 3
    with pytest.raises(TypeError):
        next(bounds)


@pytest.mark.parametrize("unit_class", ["SIGN", "GRID(2, midrise, gap 1)"])
def test_no_column_is_added_at_order_two(unit_class):
    """Pairs are a pattern themselves: Match2 over Z_2 and Z_3 has tables of width 1 and 2."""
    assert [flattening_lower(2, M, unit_class=unit_class).value for M in range(1, 7)] == [1, 1, 2, 3, 3, 3]


@pytest.mark.parametrize(("M", "m"), [(1, 1), (2, 2), (3, 3), (4, 3), (6, 3)])
def test_searched_tables_meet_the_lower_end(M, m):
    bound = searched_upper(M, m)
    assert bound.value == flattening_lower(3, M).value == m


def test_a_search_below_the_lower_end_finds_nothing():
    found = searched_upper(3, 2, starts=128)
    assert isinstance(found, NoTablesFound)
    assert found.fewest_wrong > 0


def test_width_one_against_brute_force():
    """Width 1, M = 1: q (k l - n v) > 0 and q (k v - n v), q (n l - n v) < 0 has a solution; for M = 2 none has."""
    found = tensor_tables(match_tensor(1), (1, 1), 1, seed=0, starts=640)
    assert has_tensor_signs(match_tensor(1), (1, 1), found.queries, found.first_keys, found.second_keys)
    tensor = match_tensor(2)
    column = list(product(range(-2, 3), repeat=3))
    assert not any(
        has_tensor_signs(tensor, (2, 2), ((a,), (b,)), tuple((x,) for x in k), tuple((x,) for x in l))
        for a, b in product((-1, 1), repeat=2)
        for k in column
        for l in column
    )


def test_grid_tables():
    bound = grid_upper(3, 4, 3)
    assert (bound.value, bound.unit_class) == (4, "GRID(3, midrise, gap 1)")
    assert isinstance(grid_upper(3, 3, 1, starts=128), NoTablesFound)
    # scores that differ at all
    assert grid_upper(3, 4, 3, gap=Fraction(1, 2)).unit_class == "GRID(3, midrise, gap 1/2)"


def test_too_many_tuples():
    with pytest.raises(ScaleError, match="tuples"):
        shifted_cosines_upper(8, 9)
