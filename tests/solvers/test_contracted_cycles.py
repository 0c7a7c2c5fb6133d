"""Cycles that hold some columns with both signs: by the definition, and none is lost where one column is held."""

import random

import numpy as np
import pytest

from cycle_oracle import is_cycle, random_signs
from headcount.bounds.lower.contracted_cycle import (
    balanced_lines,
    contracted_cycle_lower,
    core_lines,
    quick_cycle_lower,
)
from headcount.bounds.patterns import sparse_pattern
from headcount.questions import SignPattern, pattern_question
from headcount.solvers.sign_rank.contracted_cycles import contracted_cycle, growing_parts
from headcount.solvers.sign_rank.cycles import eliminated


def test_with_one_column_held_no_cycle_is_lost():
    """Random patterns without zeros: there is a cycle of a size iff one holds the column."""
    rng, yes, no = random.Random(1), 0, 0
    for _ in range(60):
        signs = random_signs(rng, rng.randint(4, 14), rng.randint(4, 7))
        columns = rng.sample(range(signs.shape[1]), signs.shape[1])
        for size in range(3, signs.shape[1] + 1):
            found = contracted_cycle(signs, size, 1, columns)
            assert (found is None) == (eliminated(signs, size - 1).cycle is None)
            if found is not None:
                assert found.size == size and is_cycle(signs, found)
                assert all(columns[0] in chosen for _, *chosen in found.members)
            yes, no = yes + (found is not None), no + (found is None)
    assert yes > 40 and no > 40


@pytest.mark.parametrize("zeros", [0.0, 0.1])
@pytest.mark.parametrize("held", [0, 2, 3])
def test_with_more_columns_held(held, zeros):
    """What is found is a cycle, ties or not; columns in any order."""
    rng, found = random.Random(held), 0
    for _ in range(25):
        signs = random_signs(rng, 60 << held, held + 5, zeros)
        columns = rng.sample(range(held + 5), held + 4)
        cycle = contracted_cycle(signs, held + 3, held, columns)
        if cycle is not None:
            assert is_cycle(signs, cycle)
            assert {c for _, *chosen in cycle.members for c in chosen} <= set(columns)
        found += cycle is not None
    assert found > 5


def test_columns_of_one_sign_hold_nothing():
    signs = np.array([[1, 1, 1], [1, -1, 1], [1, 1, -1], [1, -1, -1]], dtype=np.int8)
    assert contracted_cycle(signs, 3, 1, [1, 0, 2]).size == 3
    assert contracted_cycle(signs, 3, 0, [0, 1]) is None
    assert contracted_cycle(np.zeros((2, 3), dtype=np.int8), 3, 1, [0, 1, 2]) is None


def test_parts_grow_as_far_as_is_affordable():
    assert list(growing_parts(10, 5, 1, 8)) == [6, 7, 8]
    assert max(growing_parts(1000, 9, 1, 40)) < 25
    assert list(growing_parts(10**9, 9, 0, 40)) == []


@pytest.mark.parametrize("vectors", ["columns", "rows"])
@pytest.mark.parametrize("held", [1, 2])
def test_bounds_of_shattered_columns_in_a_larger_pattern(vectors, held):
    """Five columns that show all words: sign-rank 5, so d >= 4; in whatever rows, and transposed."""
    words = ["".join("+-"[k >> i & 1] for i in range(5)) for k in range(32)]
    rows = [f"--{word}-" for word in words] + ["+-------", "-------+"]
    if vectors == "rows":
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    question = pattern_question(SignPattern(tuple(rows), null=False))
    signs = sparse_pattern(question)
    order = balanced_lines(signs, vectors, 6)
    assert {2, 3, 4, 5, 6} <= set(order)
    bound = contracted_cycle_lower(question, signs, vectors, order, 5, held)
    assert (bound.value, bound.question) == (4, question)
    assert contracted_cycle_lower(question, signs, vectors, order, 5, held, stop=lambda: True) is None


def test_a_first_bound_without_compiling():
    """Small cycles on the columns in which both signs are frequent: all pairs of six in a pattern of 40 columns."""
    rows = ["".join("+" if c in (i + 7, j + 7) else "-" for c in range(40)) for i in range(6) for j in range(i)]
    question = pattern_question(SignPattern(tuple(rows), null=False))
    signs = sparse_pattern(question)
    assert quick_cycle_lower(question, signs).value == 4
    assert quick_cycle_lower(question, signs, stop=lambda: True) is None
    assert set(core_lines(signs, "columns", 6)) == set(range(7, 13))
    constant = pattern_question(SignPattern(("++", "--"), null=False))
    assert quick_cycle_lower(constant, sparse_pattern(constant)) is None
