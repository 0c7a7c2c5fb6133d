"""Numbering of the k-subsets of {0, .., n-1} and the index arrays of determinant identities.

Subsets are numbered in lexicographic order of their increasing tuples, as ``itertools.combinations`` lists them.
"""

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np


@lru_cache(maxsize=32)
def subsets(n: int, k: int) -> np.ndarray:
    """All k-subsets of range(n), one per row, in lexicographic order: an int16 array of shape (C(n, k), k).

    >>> subsets(3, 2).tolist()
    [[0, 1], [0, 2], [1, 2]]
    """
    if k == 0:
        return np.zeros((1, 0), dtype=np.int16)
    flat = np.fromiter((x for subset in combinations(range(n), k) for x in subset), np.int16, comb(n, k) * k)
    table = flat.reshape(-1, k)
    table.setflags(write=False)
    return table


@lru_cache(maxsize=32)
def _offsets(n: int, k: int) -> np.ndarray:
    # offsets[i, x]: how many k-subsets have their i-th element below x, counted within their prefix's block.
    table = np.zeros((k, n + 1), dtype=np.int64)
    for i in range(k):
        for x in range(n):
            table[i, x + 1] = table[i, x] + comb(n - 1 - x, k - 1 - i)
    return table


def rank(table: np.ndarray, n: int) -> np.ndarray:
    """Numbers of the subsets in the rows of ``table`` (each increasing), shape (..., k) -> (...).

    >>> rank(subsets(6, 3), 6).tolist() == list(range(20))
    True
    """
    k = table.shape[-1]
    offsets = _offsets(n, k)
    result = np.zeros(table.shape[:-1], dtype=np.int64)
    before = np.zeros(table.shape[:-1], dtype=np.int64)  # first value allowed at this place
    for i in range(k):
        x = table[..., i].astype(np.int64)
        result += offsets[i, x] - offsets[i, before]
        before = x + 1
    return result


def faces(large: np.ndarray, n: int) -> np.ndarray:
    """For (d+1)-subsets in rows, the numbers of the d-subsets that leave out each element: shape (.., d+1).

    >>> faces(subsets(3, 3), 3).tolist()
    [[2, 1, 0]]
    """
    width = large.shape[-1]
    columns = [rank(np.delete(large, i, axis=-1), n) for i in range(width)]
    return np.stack(columns, axis=-1)


@lru_cache(maxsize=8)
def three_term(n: int, d: int) -> tuple[np.ndarray, np.ndarray]:
    """The three-term Grassmann-Pluecker relations of d-subsets of range(n).

    Returns
    -------
    pairs : int32 array (relations, 3, 2)
        The determinant numbers of the products (Abc)(Aef), (Abe)(Acf), (Abf)(Ace) for |A| = d-2, b < c < e < f.
    signs : int8 array (relations, 3)
        Coefficients of the products once every determinant is written on its increasing subset: their sum is 0.

    >>> pairs, signs = three_term(4, 2)
    >>> pairs.tolist(), signs.tolist()
    ([[[0, 5], [1, 4], [2, 3]]], [[1, -1, 1]])
    """
    contexts, fours = subsets(n, d - 2), subsets(n, 4)
    mask_a = _masks(contexts)
    mask_q = _masks(fours)
    a, q = np.nonzero((mask_a[:, None] & mask_q[None, :]) == 0)
    context, four = contexts[a], fours[q]
    # position of an element within A: the sign of sorting it into place after the elements of A that exceed it
    above = (context[:, None, :] > four[:, :, None]).sum(axis=2)
    pairs = np.empty((len(a), 3, 2), dtype=np.int32)
    signs = np.empty((len(a), 3), dtype=np.int8)
    splits = (((0, 1), (2, 3), 1), ((0, 2), (1, 3), -1), ((0, 3), (1, 2), 1))
    total = above.sum(axis=1)
    for k, (first, second, sign) in enumerate(splits):
        for side, chosen in enumerate((first, second)):
            joined = np.sort(np.concatenate([context, four[:, chosen]], axis=1), axis=1)
            pairs[:, k, side] = rank(joined, n)
        signs[:, k] = sign * (1 - 2 * (total % 2))
    pairs.setflags(write=False)
    signs.setflags(write=False)
    return pairs, signs


def _masks(table: np.ndarray) -> np.ndarray:
    return (np.int64(1) << table.astype(np.int64)).sum(axis=1) if table.shape[1] else np.zeros(1, dtype=np.int64)
