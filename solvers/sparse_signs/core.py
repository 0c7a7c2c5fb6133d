"""Columns of a sparse pattern in the midst of things: where many rows select several of few columns.

Columns that few of the remaining rows select are left out one after the other, and rows that select fewer than two of
those left (peeling, as for the k-core of a graph). A lower bound is looked for on what remains.
"""

import heapq

import numpy as np

from .sparse_signs import SparseSigns


def core_columns(signs: SparseSigns, size: int) -> tuple[int, ...]:
    """So many columns (or all), increasing; the time is that of sorting the entries.

    >>> from .sparse_signs import signs_of_lists
    >>> lists = ((0, 1), (1, 2), (0, 2), (0, 1, 2), (2, 3), (3, 4), (4,))
    >>> core_columns(signs_of_lists(5, lists, ((),) * 7), 3)
    (0, 1, 2)
    """
    by_row, by_column = signs.plus, signs.plus.T.tocsr()
    columns = by_row.shape[1]
    left = np.diff(by_row.indptr).tolist()
    weight = np.diff(by_column.indptr).tolist()
    for row in np.flatnonzero(np.diff(by_row.indptr) < 2).tolist():
        for column in by_row.indices[by_row.indptr[row] : by_row.indptr[row + 1]].tolist():
            weight[column] -= 1
    queue = [(count, column) for column, count in enumerate(weight)]
    heapq.heapify(queue)
    gone = [False] * columns
    remaining = columns
    while remaining > size:
        count, column = heapq.heappop(queue)
        if gone[column] or count != weight[column]:
            continue
        gone[column] = True
        remaining -= 1
        for row in by_column.indices[by_column.indptr[column] : by_column.indptr[column + 1]].tolist():
            left[row] -= 1
            if left[row] == 1:
                for other in by_row.indices[by_row.indptr[row] : by_row.indptr[row + 1]].tolist():
                    if not gone[other]:
                        weight[other] -= 1
                        heapq.heappush(queue, (weight[other], other))
    return tuple(column for column in range(columns) if not gone[column])
