"""Matrices of a low rank: against all matrices of small shapes, and each as what it is said to be."""

from itertools import product

import numpy as np
import pytest

from headcount.solvers.low_rank_matrices import MOST_RANK, survey
from headcount.solvers.zero_one_classes import classes

pytestmark = pytest.mark.xdist_group("compiled")  # four seconds in a new checkout, in one worker


@pytest.mark.parametrize(("rank", "side"), [(1, 2), (2, 3), (3, 5), (4, 8)])
def test_the_greatest_square(rank, side):
    assert any(min(shape) >= side for shape in survey(rank, side).shapes)
    assert not survey(rank, side + 1).shapes


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_ranks_of_all_classes_agree(n):
    """The least rank of an n x n matrix with distinct lines, from the catalogue's enumeration."""
    bits = classes(n)[:, :, None] >> np.arange(n) & 1
    least = int(np.linalg.matrix_rank(bits).min())
    assert survey(least, n).shapes
    assert all(not survey(rank, n).shapes for rank in range(1, least))


def all_shapes(rank, most):
    """The shapes with at most so many rows and columns of matrices of this rank with distinct lines, by brute force."""
    found = set()
    for rows, columns in product(range(1, most + 1), repeat=2):
        for entries in product((0, 1), repeat=rows * columns):
            matrix = np.array(entries).reshape(rows, columns)
            distinct = len({*map(tuple, matrix)}) == rows and len({*map(tuple, matrix.T)}) == columns
            if distinct and np.linalg.matrix_rank(matrix) == rank:
                found.add((rows, columns))
    return found


@pytest.mark.parametrize("rank", [1, 2])
def test_shapes_by_brute_force(rank):
    """A shape occurs iff a maximal matrix has as many rows and columns at least, and its core fits in."""
    maximal = survey(rank, 1).shapes
    told = {
        (r, c) for r, c in product(range(rank, 4), repeat=2) if any(r <= rows and c <= cols for rows, cols in maximal)
    }
    assert all_shapes(rank, 3) == told


def test_forms_that_split():
    """All matrices of rank 5 with nine rows and columns leave at most eight lines; none at all are left by few."""
    found = survey(4, 8)
    assert found.cores == 61 and found.unsplit == 0
    assert survey(4, 8, split=0).unsplit == sum(found.shapes.values())


@pytest.mark.slow
def test_rank_5():
    assert max(map(min, survey(5, 11).shapes)) == 12
    assert survey(5, 9).unsplit == 0


@pytest.mark.parametrize("rank", [0, MOST_RANK + 1])
def test_ranks_that_are_none(rank):
    with pytest.raises(ValueError, match=f"1 to {MOST_RANK}, got {rank}"):
        survey(rank, 1)
