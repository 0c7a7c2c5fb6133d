"""Symmetries of the rows of a matrix: the whole group on small ones, and no work for columns where there is none."""

from itertools import permutations, product

import numpy as np
import pytest

from headcount.solvers.rectangles import row_symmetries as module
from headcount.solvers.rectangles.row_symmetries import row_symmetries


def generated(size, generators):
    """All products of permutations."""
    found = {tuple(range(size))}
    new = set(found)
    while new:
        new = {tuple(one[i] for i in other) for one, other in product(new, generators)} - found
        found |= new
    return found


@pytest.mark.parametrize("seed", range(8))
def test_they_generate_all_that_brute_force_finds(seed):
    rng = np.random.default_rng(seed)
    table = rng.integers(0, 2, (4, 5)).tolist() if seed else np.eye(4, dtype=int).tolist()
    columns = sorted(zip(*table, strict=True))
    wanted = {
        one for one in permutations(range(4)) if sorted(zip(*(table[i] for i in one), strict=True)) == columns
    }  # fmt: skip
    assert generated(4, row_symmetries(table)) == wanted


def test_columns_are_counted_only_for_rows_that_have_images_of_their_kind(monkeypatch):
    """Greater-than: every row has another number of ones, so that no columns are counted, n^3 entries in all before."""
    counted = []
    plain = module.Counter
    monkeypatch.setattr(module, "Counter", lambda given: counted.append(1) or plain(given))
    assert row_symmetries([[int(a > b) for b in range(40)] for a in range(40)]) == []
    assert not counted
    assert row_symmetries([[1, 0], [0, 1]]) == [(1, 0)]
    assert counted
