"""Orders of the columns along which as many rows as are found change sign at most so often; the others fail.

A row with s selected columns, of which a pairs are neighbours in the order, has s - a blocks, and changes sign twice
for each, but for blocks at an end. So neighbours are chosen for rows: pairs of columns relevant together make paths,
rows with the fewest choices first, until a row has as few blocks as are allowed; then columns that many failing rows
have are moved to an end. Rows come in random orders, and the best of some is kept.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations, permutations, repeat

import numpy as np

from ..arrays import Ints
from .order import changes_along
from .sparse_signs import SparseSigns

MOST_SELECTED = 40
"""Rows with more selected columns choose no neighbours."""
ENDS = 4
"""Columns that are tried at each end."""
FEW_COLUMNS = 7
"""So many are put into every order."""


def order_for_most(
    signs: SparseSigns,
    counts: Ints,
    changes: int,
    *,
    rng: random.Random,
    stop: Callable[[], bool] = lambda: False,
    tries: int = 20,
) -> tuple[Ints, Ints]:
    """An order of the columns, and the rows that change sign more often along it, with few counts.

    Of up to ``FEW_COLUMNS`` columns all orders are gone through.

    Examples
    --------
    >>> from .sparse_signs import signs_of_lists
    >>> pairs = signs_of_lists(4, ((0, 2), (0, 1), (1, 3), (2, 3), (0, 3)), ((),) * 5)
    >>> order, failing = order_for_most(pairs, np.ones(5, dtype=int), 2, rng=random.Random(0))
    >>> sorted(order.tolist()), len(failing)
    ([0, 1, 2, 3], 1)
    """
    lists = [signs.plus.indices[a:b].tolist() for a, b in zip(signs.plus.indptr, signs.plus.indptr[1:], strict=False)]
    best = np.arange(signs.shape[1])
    failing = np.flatnonzero(changes_along(signs, best) > changes)
    few = signs.shape[1] <= FEW_COLUMNS
    for given in map(np.array, permutations(best)) if few else repeat(None, tries):
        if stop() or not len(failing):
            break
        if given is None:
            order, wrong = _with_ends(signs, counts, changes, _paths(lists, signs.shape[1], counts, changes // 2, rng))
        else:
            order, wrong = given, np.flatnonzero(changes_along(signs, given) > changes)
        if counts[wrong].sum() < counts[failing].sum():
            best, failing = order, wrong
    return best, failing


def _paths(lists: list[list[int]], columns: int, counts: Ints, blocks: int, rng: random.Random) -> Ints:
    """Neighbours for as many rows as go, as paths, one after the other."""
    beside: list[list[int]] = [[] for _ in range(columns)]
    root = list(range(columns))
    wanted = np.bincount([c for row in lists if len(row) <= MOST_SELECTED for c in row], minlength=columns)

    def top(c: int) -> int:
        while root[c] != c:
            root[c] = root[root[c]]
            c = root[c]
        return c

    rows = [r for r, row in enumerate(lists) if max(1, blocks) < len(row) <= MOST_SELECTED]
    rows.sort(key=lambda r: (len(lists[r]) - blocks - counts[r], rng.random()))
    for r in rows:
        row = lists[r]
        needed = len(row) - max(1, blocks) - sum(b in beside[a] for a, b in combinations(row, 2))
        pairs = [pair for pair in combinations(row, 2) if pair[1] not in beside[pair[0]]]
        pairs.sort(key=lambda pair: (wanted[pair[0]] + wanted[pair[1]], rng.random()))
        for a, b in pairs:
            if needed <= 0:
                break
            if len(beside[a]) < 2 and len(beside[b]) < 2 and top(a) != top(b):
                beside[a].append(b)
                beside[b].append(a)
                root[top(a)] = top(b)
                needed -= 1
        for c in row:
            wanted[c] -= 1
    return _joined(beside)


def _joined(beside: list[list[int]]) -> Ints:
    """The columns path by path."""
    order: list[int] = []
    seen = [False] * len(beside)
    for start in sorted(range(len(beside)), key=lambda c: len(beside[c])):
        column: int | None = start
        while column is not None and not seen[column]:
            seen[column] = True
            order.append(column)
            column = next((c for c in beside[column] if not seen[c]), None)
    return np.array(order)


def _with_ends(signs: SparseSigns, counts: Ints, changes: int, order: Ints) -> tuple[Ints, Ints]:
    """Columns that failing rows have are moved to the ends, if that helps."""
    failing = np.flatnonzero(changes_along(signs, order) > changes)
    for front in (True, False):
        often = np.bincount(signs.plus[failing].indices, minlength=signs.shape[1])
        for column in np.argsort(-often, kind="stable")[:ENDS].tolist():
            rest = order[order != column]
            tried = np.concatenate([[column], rest] if front else [rest, [column]])
            wrong = np.flatnonzero(changes_along(signs, tried) > changes)
            if counts[wrong].sum() < counts[failing].sum():
                order, failing = tried, wrong
    return order, failing
