"""Columns that show many words: what is kept, how many there are, against all choices at small sizes."""

from itertools import combinations

import numpy as np
import pytest

from headcount.solvers.sign_rank.rich_parts import rich_columns


def words(pattern, columns):
    """Different words on the columns, a word and its negative counted once; a star is no sign."""
    part = np.where(np.abs(pattern[:, columns]) > 1, 0, pattern[:, columns])
    return len({max(tuple(row), tuple(-x for x in row)) for row in part.tolist()})


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_nearly_the_best_of_all_choices(size):
    for seed in range(10):
        rng = np.random.default_rng(seed)
        pattern = rng.choice(np.array([-1, 1, 1, 2], dtype=np.int8), (12, 8))
        found = max(words(pattern, rich_columns(pattern, size, np.random.default_rng(s))) for s in range(4))
        assert found >= 0.9 * max(words(pattern, list(columns)) for columns in combinations(range(8), size))


@pytest.mark.parametrize("keep", [(), (7,), (2, 7)])
def test_size_order_and_what_is_kept(keep):
    pattern = np.random.default_rng(1).choice(np.array([-1, 1], dtype=np.int8), (20, 8))
    for size in range(max(1, len(keep)), 9):
        found = rich_columns(pattern, size, np.random.default_rng(size), keep)
        assert len(found) == size == len(set(found))
        assert list(found) == sorted(found)
        assert set(keep) <= set(found) <= set(range(8))


def test_large_patterns_are_looked_at_in_parts():
    pattern = np.random.default_rng(2).choice(np.array([-1, 1], dtype=np.int8), (3000, 1000))
    assert len(rich_columns(pattern, 6, np.random.default_rng(0))) == 6
