"""Realised sign patterns: every answer is verified here anew, entry by entry, by other code."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount.solvers.sign_rank.rationalise import has_signs, rationalise
from headcount.solvers.sign_rank.realisation import Realisation, realise


def verify(pattern: np.ndarray, answer: Realisation, d: int) -> None:
    """Exact products through NumPy's Python-object arithmetic, not through `has_signs`."""
    assert answer.found
    rows = np.array(answer.rows, dtype=object).reshape(len(pattern), d)
    columns = np.array(answer.columns, dtype=object).reshape(len(pattern[0]), d)
    assert all(type(x) is int for x in [*rows.flat, *columns.flat])
    products = rows.dot(columns.T)
    for sign, product in zip(np.asarray(pattern).flat, products.flat, strict=True):
        if sign != 2:
            assert (product > 0) - (product < 0) == sign


def q_sa(n: int, q: int) -> np.ndarray:
    rows = [[0 if j in subset else -1 for j in range(n)] for subset in itertools.combinations(range(n), q)]
    return np.array([*rows, [1] * n], dtype=np.int8)


def hadamard(k: int) -> np.ndarray:
    return np.array([[(-1) ** (a & b).bit_count() for b in range(2**k)] for a in range(2**k)], dtype=np.int8)


TEXTBOOK = {
    "identity 8": (2 * np.eye(8, dtype=np.int8) - 1, 3),
    "match2 M=12": (np.array([[1 if (x + y) % 12 == 0 else -1 for y in range(12)] for x in range(12)]), 3),
    "q-SA 6 2": (q_sa(6, 2), 5),
    "q-SA 7 2": (q_sa(7, 2), 5),
    "q-SA 8 3": (q_sa(8, 3), 7),
    "DISJ 3": (np.array([[-1 if a & b else 1 for b in range(8)] for a in range(8)]), 4),
    "GT 8": (np.array([[1 if a > b else -1 for b in range(8)] for a in range(8)]), 2),
    "IP 3": (hadamard(3), 5),
    "IP 4": (hadamard(4), 8),
    "full dimension": (np.random.default_rng(0).choice([-1, 0, 1, 2], (5, 7)), 5),
    "one row": (np.array([[1, 0, -1, 2]]), 1),
    "one column": (np.array([[1], [0], [-1], [2]]), 1),
    "more dimensions than columns": (np.array([[1, 0], [0, 1], [-1, 1]]), 4),
    "nothing asked": (np.array([[0, 2], [2, 2]]), 1),
    "zero row": (np.array([[0, 0, 2], [1, -1, 1], [1, 0, -1]]), 2),
    "duplicates": (np.array([[1, -1, 0], [1, -1, 0], [-1, 1, 0], [0, 2, 1]]), 2),
}


@pytest.mark.parametrize("name", TEXTBOOK)
def test_textbook_patterns_are_realised(name: str) -> None:
    pattern, d = TEXTBOOK[name]
    verify(pattern, realise(pattern, d), d)


@pytest.mark.parametrize(("n", "d"), [(8, 4), (10, 4), (12, 5), (16, 6), (24, 8)])
def test_random_sign_matrices_are_realised_at_the_usual_dimension(n: int, d: int) -> None:
    for seed in range(3):
        pattern = np.random.default_rng(100 * n + seed).choice([-1, 1], (n, n))
        verify(pattern, realise(pattern, d), d)


@settings(max_examples=60, deadline=None)
@given(
    n_rows=st.integers(1, 9),
    n_columns=st.integers(1, 9),
    d=st.integers(1, 4),
    height=st.integers(1, 3),
    stars=st.sampled_from([0.0, 0.2]),
    seed=st.integers(0, 10**6),
)
def test_planted_patterns_are_realised(
    n_rows: int, n_columns: int, d: int, height: int, stars: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    w = rng.integers(-height, height + 1, (n_rows, d))
    u = rng.integers(-height, height + 1, (n_columns, d))
    pattern = np.where(rng.random((n_rows, n_columns)) < stars, 2, np.sign(w @ u.T))
    verify(pattern, realise(pattern, d), d)


@pytest.mark.parametrize(
    ("pattern", "d"),
    [
        ([[1, 1], [1, -1]], 1),
        ([[1, 0], [0, 1]], 1),
        (q_sa(5, 1).tolist(), 2),  # m* = min(2q, N-1) = 2, so d = 3 is the least
        (hadamard(2).tolist(), 2),  # sign-rank 3: Forster gives only sqrt(16) / 2 = 2
    ],
)
def test_impossible_questions_are_not_found(pattern: list[list[int]], d: int) -> None:
    answer = realise(pattern, d, restarts=8)
    assert (answer.found, answer.rows, answer.columns, answer.starts) == (False, (), (), 8)
    verify(np.array(pattern), realise(pattern, d + 1), d + 1)


def test_time_limit_is_kept(counted_clock: Callable[[float], Any]) -> None:
    for size, d in [(12, 2), (40, 5)]:
        pattern = np.random.default_rng(size).choice([-1, 0, 1], (size, size))
        clock = counted_clock(0.001)  # a look at each value of the loss
        assert not realise(pattern, d, restarts=None, seconds=0.3).found
        assert 0 < clock.late(0.3) <= 5


def test_seed_determines_the_answer() -> None:
    pattern = np.random.default_rng(5).choice([-1, 0, 1], (8, 8), p=[0.4, 0.2, 0.4])
    first, second, other = (realise(pattern, 5, seed=seed) for seed in (1, 1, 2))
    assert (first.rows, first.columns) == (second.rows, second.columns)
    assert (first.rows, first.columns) != (other.rows, other.columns)


def test_warm_start_is_used() -> None:
    rng = np.random.default_rng(3)
    w, u = rng.standard_normal((14, 3)), rng.standard_normal((14, 3))
    pattern = np.sign(w @ u.T).astype(int)
    answer = realise(pattern, 3, restarts=1, warm_start=(w, u))
    verify(pattern, answer, 3)
    directions = np.array(answer.rows, dtype=float)
    cosines = (directions * w).sum(1) / np.linalg.norm(directions, axis=1) / np.linalg.norm(w, axis=1)
    assert cosines.min() > 0.7


def test_zeros_that_do_not_peel() -> None:
    """The Fano-like incidences of the 13 points and lines over {-1, 0, 1}^3: every vertex has more than d-1 zeros."""
    points = [p for p in itertools.product((-1, 0, 1), repeat=3) if p > (0, 0, 0)]
    pattern = np.sign(np.array(points) @ np.array(points).T)
    exact = rationalise(pattern.astype(np.int8), np.array(points, float), np.array(points, float))
    assert exact
    assert np.array_equal(np.sign(np.array(exact[0]) @ np.array(exact[1]).T), pattern)
    verify(pattern, realise(pattern, 3), 3)


def test_has_signs_refuses_each_kind_of_error() -> None:
    pattern = np.array([[1, 0, -1, 2]], dtype=np.int8)
    assert has_signs(pattern, [[1]], [[2], [0], [-1], [0]])
    for position, wrong in [(0, 0), (0, -1), (1, 1), (1, -1), (2, 0), (2, 1)]:
        columns = [[2], [0], [-1], [0]]
        columns[position] = [wrong]
        assert not has_signs(pattern, [[1]], columns)


@pytest.mark.parametrize(
    ("pattern", "d", "word"), [([[3]], 1, "pattern"), ([], 1, "pattern"), ([1, -1], 1, "pattern"), ([[1]], 0, "d:")]
)
def test_misuse_names_the_argument(pattern: list[object], d: int, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        realise(pattern, d)
