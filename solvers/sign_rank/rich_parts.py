"""Columns of a sign pattern that show many different words: where a refutation is looked for first.

Hyperplanes through 0 of R^d split n points in at most 2 (C(n-1, 0) + .. + C(n-1, d-1)) ways (Cover 1965), so n
columns on which the rows show more words refute dimension d by themselves, and columns with nearly as many leave an
oriented matroid little room. A local search exchanges one column after the other for the one that makes most words
different. It proves nothing: it chooses what an engine works on.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import Ints, Signs

MAX_SWEEPS = 12
"""Most times that every column is exchanged."""

MAX_ENTRIES = 400_000
"""Entries looked at for one exchange, about; in a larger pattern some columns are not tried."""


def rich_columns(pattern: Signs, size: int, rng: np.random.Generator, keep: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Columns on which the rows show many different words, a word and its negative counted once.

    Parameters
    ----------
    pattern : int8 array (R, C) of -1, 0, 1 and 2 (star)
    size : int
        How many columns, at most C.
    rng : numpy Generator
        The first column, and which columns of a large pattern are tried.
    keep : tuple of int
        Columns that are among them, at most ``size``.

    Returns
    -------
    tuple of int
        The columns, increasing.

    Examples
    --------
    >>> import itertools
    >>> words = np.array(list(itertools.product([1, -1], repeat=3)), dtype=np.int8)
    >>> dull = np.zeros((8, 5), dtype=np.int8)
    >>> rich_columns(np.hstack([dull, words]), 3, np.random.default_rng(0))
    (5, 6, 7)
    """
    signs = np.where(np.abs(pattern) > 1, 0, pattern).astype(np.int64)
    # A sum of random weights, up to its sign, stands for a word up to its sign; 2^40 makes accidents rare.
    weighted = signs * rng.integers(1, 2**40, signs.shape[1])
    rare = (signs == np.where(signs.sum(axis=1) < 0, 1, -1)[:, None]).astype(np.float32)
    free = np.setdiff1d(np.arange(signs.shape[1]), keep)
    chosen, best = list(keep), 0
    for _ in range(1 + MAX_SWEEPS):
        before = best
        for place in range(len(keep), size):
            others = [column for number, column in enumerate(chosen) if number != place]
            candidates = _candidates(np.setdiff1d(free, others), others, rare, rng)
            counts = _words(weighted[:, others].sum(axis=1)[:, None] + weighted[:, candidates])
            most = int(np.argmax(counts))
            if place == len(chosen):  # the first sweep adds columns, a random one first
                most = most if chosen else int(rng.integers(len(candidates)))
                chosen.append(int(candidates[most]))
                best = int(counts[most])
            elif int(counts[most]) > best:
                best = int(counts[most])
                chosen[place] = int(candidates[most])
        if best == before:
            break
    return tuple(sorted(chosen))


def _candidates(columns: Ints, others: list[int], rare: npt.NDArray[np.float32], rng: np.random.Generator) -> Ints:
    """All columns, or those of a large pattern that share most rare signs with the others, and as many at random."""
    affordable = max(2, MAX_ENTRIES // len(rare))
    if len(columns) <= affordable:
        return columns
    beside = rare[:, others].any(axis=1).astype(np.float32) @ rare[:, columns]
    nearest = columns[np.argpartition(beside, -affordable // 2)[-affordable // 2 :]]
    return np.union1d(nearest, rng.choice(columns, affordable // 2, replace=False))


def _words(sums: Ints) -> Ints:
    """How many different absolute values each column has."""
    ordered = np.sort(np.abs(sums), axis=0)
    return np.asarray(1 + (ordered[1:] != ordered[:-1]).sum(axis=0))
