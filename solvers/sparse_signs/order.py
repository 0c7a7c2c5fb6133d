"""Orders of the columns along which the rows of a sparse pattern change sign seldom.

A row whose selected columns form b blocks in the order changes sign 2b times, less one for a block at an end. Orders
that are tried: the one given, and by "relevant together" chains of neighbours, reverse Cuthill-McKee and the Fiedler
vector. How good one is, is counted from the lists.
"""

import time
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sparse
from scipy.sparse.csgraph import reverse_cuthill_mckee

from ..arrays import Ints
from .sparse_signs import SparseSigns

MAX_TOGETHER = 20_000_000
"""Most entries of "relevant together"; beyond, rows with many selected columns are left out of it."""

DENSE = 0.2
"""Share of selected entries beyond which "relevant together" says little, if they are many."""

MANY = 100_000


@dataclass(frozen=True, eq=False)
class SparseOrder:
    """An order of the columns and the most sign changes of a row along it."""

    order: Ints
    changes: int


def changes_along(signs: SparseSigns, order: Ints) -> Ints:
    """Sign changes of each row along the order; free entries take the sign that needs none.

    >>> from .sparse_signs import signs_of_lists
    >>> few = signs_of_lists(4, ((0, 2), (1,), ()), ((), (2, 3), ()))
    >>> changes_along(few, np.arange(4)).tolist(), changes_along(few, np.array([0, 2, 1, 3])).tolist()
    ([3, 1, 0], [1, 1, 0])
    """
    rows, columns = signs.shape
    place = np.empty(columns, dtype=np.int64)
    place[order] = np.arange(columns)
    plus, free = signs.plus.tocoo(), signs.free.tocoo()
    row = np.concatenate([plus.row, free.row])
    at = place[np.concatenate([plus.col, free.col])]
    ordered = np.argsort(row * np.int64(columns) + at)
    row, at = row[ordered], at[ordered]
    symbol = np.concatenate([np.ones(plus.nnz, dtype=np.int8), np.zeros(free.nnz, dtype=np.int8)])[ordered]
    first = np.ones(len(row), dtype=bool)
    first[1:] = row[1:] != row[:-1]
    gap = np.empty(len(row), dtype=bool)  # whether a - stands before the entry
    gap[1:] = at[1:] > at[:-1] + 1
    gap[first] = at[first] > 0
    last = np.ones(len(row), dtype=bool)
    last[:-1] = first[1:]
    # What is seen along a row, free entries left out: a - for a gap, the entry, and a - behind the last one.
    seen = np.stack([np.where(gap, -1, 0), symbol, np.where(last & (at < columns - 1), -1, 0)], axis=1).ravel()
    of = np.repeat(row, 3)[seen != 0]
    seen = seen[seen != 0]
    change = (seen[1:] != seen[:-1]) & (of[1:] == of[:-1])
    return np.bincount(of[1:][change], minlength=rows)


def good_sparse_order(
    signs: SparseSigns, *, last: int | None = None, deadline: float = float("inf"), enough: int = 0
) -> SparseOrder:
    """An order with few changes in the worst row.

    Parameters
    ----------
    signs : SparseSigns
    last : int, optional
        A column that is to stay at the end: the added row of a pattern turned, which is ``+`` everywhere.
    deadline : time.monotonic() at which to stop
    enough : stop once the worst row changes at most so often

    Examples
    --------
    >>> from .sparse_signs import signs_of_lists
    >>> path = signs_of_lists(6, ((0, 3), (3, 1), (1, 5), (5, 2), (2, 4)), ((),) * 5)
    >>> good_sparse_order(path).changes
    2
    """
    columns = signs.shape[1]
    best = _scored(signs, np.arange(columns))
    if signs.plus.nnz > max(MANY, DENSE * signs.shape[0] * columns):
        return best
    together = None
    for candidate in (_by_chain, _by_bandwidth, _by_fiedler):
        if best.changes <= enough or time.monotonic() > deadline:
            return best
        if together is None:
            together = _together(signs)
        order = candidate(together)
        if last is not None:
            order = np.concatenate([order[order != last], [last]])
        best = min(best, _scored(signs, order), key=lambda found: found.changes)
    return best


def _scored(signs: SparseSigns, order: Ints) -> SparseOrder:
    return SparseOrder(order, int(changes_along(signs, order).max(initial=0)))


def _together(signs: SparseSigns) -> sparse.csr_array:
    """How often two columns are selected together; rows count less the more they select."""
    counts = np.diff(signs.plus.indptr)
    order = np.argsort(counts, kind="stable")
    affordable = order[np.cumsum(counts[order].astype(float) ** 2) <= MAX_TOGETHER]
    part = signs.plus[np.sort(affordable)].astype(float)
    weight = sparse.diags_array(1.0 / np.maximum(np.diff(part.indptr), 1))
    return sparse.csr_array(part.T @ weight @ part)


def _by_chain(together: sparse.csr_array) -> Ints:
    """From column to column, to the one not yet visited that is selected most often together with the last."""
    indptr, indices, data = together.indptr.tolist(), together.indices, together.data
    left = np.ones(together.shape[0], dtype=bool)
    ends = iter(np.argsort(np.diff(together.indptr), kind="stable").tolist())
    chain: list[int] = []
    while len(chain) < len(left):
        here = next(column for column in ends if left[column])
        while here >= 0:
            left[here] = False
            chain.append(here)
            near = slice(indptr[here], indptr[here + 1])
            weight = data[near] * left[indices[near]]
            here = int(indices[near][np.argmax(weight)]) if weight.any() else -1
    return np.array(chain)


def _by_bandwidth(together: sparse.csr_array) -> Ints:
    return np.asarray(reverse_cuthill_mckee(together, symmetric_mode=True).astype(np.int64))


def _by_fiedler(together: sparse.csr_array) -> Ints:
    """By the second eigenvector of the normalised adjacency, by power iteration: a little is enough for an order."""
    degree = np.maximum(np.asarray(together.sum(axis=1)).ravel(), 1e-9)
    scale = sparse.diags_array(1 / np.sqrt(degree))
    walk = scale @ together @ scale
    top = np.sqrt(degree) / np.linalg.norm(np.sqrt(degree))
    vector = np.random.default_rng(0).standard_normal(len(degree))
    for _ in range(200):
        vector = walk @ vector + vector
        vector -= top * (top @ vector)
        vector /= max(np.linalg.norm(vector), 1e-300)
    return np.argsort(vector / np.sqrt(degree), kind="stable")
