"""Classes of small 0/1 matrices with distinct rows and distinct columns, up to permutations of rows and of columns.

A row is a number, column j its bit j; permutations of the columns act on numbers. The canonical form of a set of rows
is the least of its images, as increasing sequences. Sets of k rows are made of canonical sets of k - 1 rows: some row
can be left out of any set, and the canonical form of the rest, with some row, has the same class.

>>> [len(classes(n)) for n in (1, 2, 3, 4)]
[2, 3, 12, 94]
"""

from functools import cache
from itertools import permutations

import numpy as np

from ..compiling import compiled
from .arrays import Ints

MOST = 6
"""Largest number of columns: a set of rows has to fit into 63 bits."""


@cache
def classes(n: int) -> Ints:
    """The canonical forms of all n x n matrices with distinct rows and columns, an increasing row of numbers each.

    Parameters
    ----------
    n : int
        1 to ``MOST``; 6 takes some seconds.

    Returns
    -------
    array of shape (classes, n)
        In increasing order. Column j of a matrix is bit j of its rows.
    """
    if not 1 <= n <= MOST:
        raise ValueError(f"n must be 1 to {MOST}, got {n}")
    images, through = _images(n)
    keys = np.zeros(1, np.int64)
    for k in range(n):
        keys = np.unique(_extended(keys, k, n, images, through))
    rows: Ints = keys[:, None] >> n * np.arange(n - 1, -1, -1) & (1 << n) - 1
    kept: Ints = rows[_distinct_columns(rows, n)]
    return kept


def canonical(rows: Ints, n: int) -> Ints:
    """The canonical form of a set of rows with n columns.

    >>> canonical(np.array([0b101, 0b110]), 3).tolist()
    [3, 5]
    """
    images, through = _images(n)
    key = _canonical(np.asarray(rows, np.int64), n, images, through)
    return np.array([key >> n * k & (1 << n) - 1 for k in range(len(rows) - 1, -1, -1)], np.int64)


def _images(n: int) -> tuple[Ints, Ints]:
    """The image of each row under each order of columns; the orders that send a row of weight w to 2^w - 1, then -1."""
    orders = np.array(list(permutations(range(n))), np.int64)
    bits = np.arange(1 << n)[:, None] >> np.arange(n) & 1
    images = (bits @ (np.int64(1) << orders).T).T.copy()
    through = np.full((1 << n, len(orders) + 1), -1, np.int64)
    for row in range(1 << n):
        there = np.flatnonzero(images[:, row] == (1 << int(row).bit_count()) - 1)
        through[row, : len(there)] = there
    return images, through


@compiled
def _canonical(rows: Ints, n: int, images: Ints, through: Ints) -> int:
    """The least increasing sequence of images, as one number.

    Its first row that is not 0 is 2^w - 1 for the least weight w > 0 of a row, so that only some orders are tried.
    """
    best, least = np.int64(-1), n + 1
    weights, image = np.zeros(len(rows), np.int64), np.zeros(len(rows), np.int64)
    for i in range(len(rows)):
        for j in range(n):
            weights[i] += rows[i] >> j & 1
        if 0 < weights[i] < least:
            least = weights[i]
    for first in range(len(rows)):
        if weights[first] != least and not (least > n and first == 0):  # the only row is 0: all orders are alike
            continue
        for order in through[rows[first]]:
            if order < 0:
                break
            for i in range(len(rows)):
                moved, j = images[order, rows[i]], i
                while j > 0 and image[j - 1] > moved:
                    image[j] = image[j - 1]
                    j -= 1
                image[j] = moved
            key = np.int64(0)
            for i in range(len(rows)):
                key = key << n | image[i]
            if best < 0 or key < best:
                best = key
    return int(best)


@compiled
def _extended(keys: Ints, k: int, n: int, images: Ints, through: Ints) -> Ints:
    """The canonical forms of all sets of k rows with one row more."""
    found = np.zeros(len(keys) << n, np.int64)
    rows, count = np.zeros(k + 1, np.int64), 0
    for key in keys:
        for i in range(k):
            rows[i] = key >> n * i & (1 << n) - 1
        for row in range(1 << n):
            fresh = True
            for i in range(k):
                fresh = fresh and rows[i] != row
            if fresh:
                rows[k] = row
                found[count] = _canonical(rows, n, images, through)
                count += 1
    return found[:count]


def _distinct_columns(rows: Ints, n: int) -> np.ndarray:
    """Which of the matrices have no two equal columns."""
    columns = (rows[:, :, None] >> np.arange(n) & 1) * (1 << np.arange(n))[:, None]
    ordered = np.sort(columns.sum(axis=1), axis=1)
    return np.asarray((ordered[:, 1:] != ordered[:, :-1]).all(axis=1))
