"""Exact scores of all tuples of keys, and the margin by which the tuples win that have to."""

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....attention.selection import selection_margin
from ....questions import Unit, tensor

Vector = Sequence[int]


def tuple_scores(queries: Sequence[Vector], keys: Sequence[Sequence[Vector]]) -> NDArray[np.object_ | np.int64]:
    """sum_a q[a] k_2[a] .. k_s[a] for all queries and all tuples of keys, exact.

    Parameters
    ----------
    queries : (n, m) integers
    keys : s-1 tables, (n_2, m) .. (n_s, m) integers

    Returns
    -------
    array of shape (n, n_2, .., n_s)
        int64 where every partial sum stays below 2^62, else Python integers.

    Examples
    --------
    >>> tuple_scores([(1, 2)], [[(1, 0), (0, 1)], [(3, 4)]]).tolist()
    [[[3], [8]]]
    """
    tables = [np.array(table, dtype=object).reshape(len(table), -1) for table in (queries, *keys)]
    bound = tables[0].shape[1]
    for table in tables:
        bound *= max((abs(entry) for entry in table.flat), default=0)
    if bound < 2**62:
        tables = [table.astype(np.int64) for table in tables]
    scores: NDArray[Any] = tables[0]
    for table in tables[1:-1]:
        scores = scores[..., None, :] * table
    product: NDArray[Any] = scores @ tables[-1].T
    return product


def match_margin(unit: Unit, order: int, M: int) -> Callable[[tuple[int, ...]], int]:
    """The margin of a unit with a null token that is to select tuples with sum 0 mod M, as a function of the input.

    The least, over the positions of an input, of: where a tuple matches, the best matching tuple's score minus the
    best other score (null and partly null tuples are others); where none does, the null tuple's score minus the best
    other. It depends on the set of tokens only, and is remembered by that set.
    """
    head = unit.layers[-1].heads[0]

    @lru_cache(maxsize=100_000)
    def of_set(tokens: tuple[int, ...]) -> int:
        null, numbers = len(tokens), np.array([*tokens, 0])
        sums = {0}
        for _ in range(order - 1):
            sums = {(a + y) % M for a in sums for y in tokens}
        matched = np.array([-x % M in sums for x in tokens])

        def wanted(i: NDArray[np.int64], *chosen: NDArray[np.int64]) -> NDArray[np.bool_]:
            total = sum((numbers[j] for j in chosen), start=numbers[i])
            tokens_only = reduce(np.logical_and, [j < null for j in chosen])
            null_only = reduce(np.logical_and, [j == null for j in chosen])
            right: NDArray[np.bool_] = np.where(matched[i], tokens_only & (total % M == 0), null_only)
            return right

        tables = [
            smallest([*(table.rows[token] for token in tokens), blank])
            for table, blank in zip(head.keys, head.null_keys, strict=True)
        ]
        queries = smallest([head.queries.rows[token] for token in tokens])
        return selection_margin(queries, tables, wanted, polynomial=tensor(order))

    return lambda tokens: of_set(tuple(sorted(set(tokens))))


def smallest(table: Sequence[Vector]) -> NDArray[np.object_ | np.int64]:
    """The table as int64 if that holds every entry, else as Python integers."""
    large = any(abs(entry) >= 2**62 for row in table for entry in row)
    return np.array(table, dtype=object if large else np.int64)
