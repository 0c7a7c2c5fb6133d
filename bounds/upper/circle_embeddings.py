"""Vectors for large sparse patterns: the items on a circle, a query by the blocks of its relevant items.

Item number t of C in the order stands at the angle a = 2 pi t / C, at (cos a, sin a, .., cos ka, sin ka), with 1 in
front where the threshold is 0. Let a query's relevant items form the blocks B_1 .. B_b on the circle, b <= k, B_j
between the angles mu_j - delta_j and mu_j + delta_j, half a step beyond its first and last item. Then

    f(a) = - prod_j (cos delta_j - cos(a - mu_j))

is positive on the blocks and negative off them, since a factor is negative inside its block and positive outside. It is
a trigonometric polynomial of degree b, so a linear form of the item, and its constant is the threshold. Next to a block
f is about C^-2, next to two of them that are close less: floats propose, ``verified_margin`` compares what is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ...solvers.sparse_signs.sparse_signs import SparseSigns

Floats = npt.NDArray[np.float64]


def circle_vectors(signs: SparseSigns, order: Sequence[int], degree: int) -> tuple[Floats, Floats] | None:
    """Queries and items, the constant in front; None if a query has more blocks than the degree.

    Parameters
    ----------
    signs : SparseSigns, R x C
    order : the columns along the circle
    degree : int >= 1

    Returns
    -------
    (R, 2 degree + 1) and (C, 2 degree + 1) arrays of floats, the largest entry of a query 1

    Examples
    --------
    >>> from ...solvers.sparse_signs.sparse_signs import signs_of_lists
    >>> queries, items = circle_vectors(signs_of_lists(6, ((0, 1, 3), (5, 0)), ((), ())), range(6), 2)
    >>> (queries @ items.T > 0).astype(int).tolist()
    [[1, 1, 0, 1, 0, 0], [1, 0, 0, 0, 0, 1]]
    """
    rows, columns = signs.shape
    place = np.empty(columns, dtype=np.int64)
    place[np.asarray(order)] = np.arange(columns)
    found = [
        _blocks(place[_of(signs.plus, row)].tolist(), place[_of(signs.free, row)].tolist(), columns)
        for row in range(rows)
    ]
    if max(map(len, found), default=0) > degree:
        return None
    product = np.zeros((rows, 2 * degree + 1), dtype=complex)  # of e^(i j a), j = - degree .. degree
    product[:, degree] = -1
    for number in range(degree):
        here = np.array([row for row, blocks in enumerate(found) if len(blocks) > number], dtype=np.int64)
        ends = np.array([found[row][number] for row in here], dtype=np.float64).reshape(-1, 2)
        middle, half = np.pi * ends.sum(axis=1) / columns, np.pi * (ends[:, 1] - ends[:, 0] + 1) / columns
        before = product[here]
        after = before * np.cos(half)[:, None]
        after[:, 1:] -= before[:, :-1] * (np.exp(-1j * middle) / 2)[:, None]
        after[:, :-1] -= before[:, 1:] * (np.exp(1j * middle) / 2)[:, None]
        product[here] = after
    queries = np.empty((rows, 2 * degree + 1))
    queries[:, 0] = product[:, degree].real
    queries[:, 1::2] = 2 * product[:, degree + 1 :].real
    queries[:, 2::2] = -2 * product[:, degree + 1 :].imag
    queries /= np.maximum(np.abs(queries).max(axis=1, keepdims=True), 1e-300)
    angles = 2 * np.pi * place[:, None] * np.arange(1, degree + 1) / columns
    items = np.ones((columns, 2 * degree + 1))
    items[:, 1::2], items[:, 2::2] = np.cos(angles), np.sin(angles)
    return queries, items


def _of(array: object, row: int) -> npt.NDArray[np.int64]:
    start, end = array.indptr[row : row + 2]  # type: ignore[attr-defined]
    return array.indices[start:end]  # type: ignore[attr-defined, no-any-return]


def _blocks(plus: Iterable[int], free: Iterable[int], columns: int) -> list[tuple[int, int]]:
    """First and last place of each block on the circle; free places between relevant ones belong to the block.

    >>> _blocks([0, 2, 5], [1], 6)
    [(-1, 2)]
    """
    blocks: list[tuple[int, int]] = []
    reach = -2
    for at, relevant in sorted([*((at, True) for at in plus), *((at, False) for at in free)]):
        joined = at == reach + 1
        if relevant:
            blocks = [*blocks[:-1], (blocks[-1][0], at)] if joined and blocks else [*blocks, (at, at)]
        if relevant or joined:
            reach = at
    if len(blocks) > 1 and blocks[0][0] == 0 and blocks[-1][1] == columns - 1:
        blocks = [(blocks[-1][0] - columns, blocks[0][1]), *blocks[1:-1]]
    return blocks
