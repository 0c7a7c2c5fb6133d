"""The upper bound means what it says: tables of width m, run as a saturated attention unit, compute the task.

The unit is evaluated from the definition (argmax over exact scores, uniform weight on the ties), not through a sign
pattern.
"""

from fractions import Fraction

import pytest

from headcount import Match2, PairDetection, SparseAveraging, probe
from headcount.bounds import unit_tables


def hardmax_positions(query, keys, null):
    """Positions in the argmax set; the null token (score 0) is position None."""
    scores = {j: sum(a * b for a, b in zip(query, key, strict=True)) for j, key in enumerate(keys)}
    if null:
        scores[None] = 0
    best = max(scores.values())
    return [j for j, score in scores.items() if score == best]


def run_unit(task, bracket, tokens):
    unit = unit_tables(bracket.upper)
    queries, keys, null = unit.queries, unit.keys, bracket.question.pattern.null
    assert all(len(row) == bracket.upper.value == unit.m for row in (*queries, *keys))
    placed = [keys[task.key_type(tokens, j)] for j in range(task.length(tokens))]
    outputs = []
    for i in range(task.length(tokens)):
        chosen = hardmax_positions(queries[task.query_type(tokens, i)], placed, null)
        if null:  # value 1 on tokens, 0 on the null token
            outputs.append(Fraction(sum(j is not None for j in chosen), len(chosen)))
        else:
            outputs.append(Fraction(sum(tokens[0][j] for j in chosen), len(chosen)))
    return tuple(outputs)


@pytest.mark.parametrize(("positions", "q"), [(2, 1), (4, 1), (5, 1), (5, 2), (6, 2), (5, 4), (7, 3)])
def test_sparse_averaging_by_its_unit(positions, q):
    task = SparseAveraging(positions, q)
    bracket = probe(task, budget=1000)
    assert bracket.upper.value == min(2 * q, positions - 1)
    for count, tokens in enumerate(task.instances()):
        if count % 7 == 0:
            assert run_unit(task, bracket, tokens) == task.evaluate(tokens)


@pytest.mark.parametrize("modulus", [1, 2, 3, 4, 7])
def test_match2_by_its_unit(modulus):
    task = Match2(modulus)
    bracket = probe(task, budget=1000)
    for tokens in task.instances():
        assert run_unit(task, bracket, tokens) == task.evaluate(tokens)


def test_someone_smaller_by_its_unit():
    task = PairDetection(5, lambda x, y: y < x, name="someone-smaller")
    bracket = probe(task, budget=1000)
    assert bracket.closed
    for tokens in task.instances():
        assert run_unit(task, bracket, tokens) == task.evaluate(tokens)


def test_a_wrong_unit_is_noticed():
    task = SparseAveraging(5, 2)
    bracket = probe(task, budget=1000)
    tokens = next(iter(task.instances()))
    shifted = ((*tokens[0][1:], -tokens[0][0]), tokens[1])
    assert run_unit(task, bracket, shifted) == task.evaluate(shifted)
    assert any(
        run_unit(task, bracket, (z, ((0, 1),) * 5)) != task.evaluate((z, ((0, 2),) * 5)) for z in [(1, 1, -1, 1, 1)]
    )
