"""The table of D over all rectangles, against the recursion written naively."""

from itertools import product

import numpy as np
import pytest

from headcount.solvers.protocols.depth_table import MOST_LINES, DepthTable
from headcount.solvers.protocols.protocol_tree import Split, depth
from matrix_depth import naive_depth


def masks(rows):
    return [sum(1 << c for c, x in enumerate(row) if x) for row in rows]


def answers(tree, row, column):
    while isinstance(tree, Split):
        tree = tree.left if tree.zero >> (row if tree.alice else column) & 1 else tree.right
    return tree


@pytest.mark.parametrize("shape", list(product((1, 2, 3), repeat=2)))
def test_all_tiny_matrices(shape):
    table = DepthTable(*shape)
    for entries in product((0, 1), repeat=shape[0] * shape[1]):
        rows = tuple(entries[i * shape[1] : (i + 1) * shape[1]] for i in range(shape[0]))
        assert table.depth(masks(rows)) == naive_depth(rows)
        check_tree(table, rows)


@pytest.mark.parametrize("shape", [(4, 4), (5, 4), (3, 6), (5, 5)])
def test_random_matrices(shape):
    rng, table = np.random.default_rng(sum(shape)), DepthTable(*shape)
    for density in (0.1, 0.1, 0.3, 0.5, 0.5):
        rows = tuple(map(tuple, (rng.random(shape) < density).astype(int).tolist()))
        assert table.depth(masks(rows)) == naive_depth(rows)
        check_tree(table, rows)
        inside = sorted(rng.permutation(shape[0])[:2].tolist()), sorted(rng.permutation(shape[1])[:3].tolist())
        assert table.of(*inside) == naive_depth(tuple(tuple(rows[r][c] for c in inside[1]) for r in inside[0]))


def check_tree(table, rows):
    """The tree has depth D and answers every input."""
    tree = table.tree()
    assert depth(tree) == table.depth(masks(rows))
    assert all(answers(tree, r, c) == x for r, row in enumerate(rows) for c, x in enumerate(row))


@pytest.mark.parametrize("shape", [(0, 1), (1, 0), (MOST_LINES, 1)])
def test_shapes_that_are_none(shape):
    with pytest.raises(ValueError, match="1 to 20 rows and columns together"):
        DepthTable(*shape)


@pytest.mark.parametrize("rows", [[1], [1, 4], [1, -1], [1, 2, 3]])
def test_matrices_of_other_shapes(rows):
    with pytest.raises(ValueError, match="2 rows of 2 bits"):
        DepthTable(2, 2).depth(rows)
