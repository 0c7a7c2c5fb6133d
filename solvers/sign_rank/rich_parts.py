"""Columns of a sign pattern that show many different words: where a refutation is looked for first.

Hyperplanes through 0 of R^d split n points in at most 2 (C(n-1, 0) + .. + C(n-1, d-1)) ways (Cover 1965), so n
columns on which the rows show more words refute dimension d by themselves, and columns with nearly as many leave an
oriented matroid little room. A local search exchanges one column after the other for the one that makes most words
different. It proves nothing: it chooses what an engine works on.
"""

import numpy as np
import numpy.typing as npt

MAX_SWEEPS = 12
"""Most times that every column is exchanged."""

MAX_ENTRIES = 400_000
"""Most entries looked at for one exchange; of more rows or columns a random part is taken."""


def rich_columns(
    pattern: npt.NDArray[np.int8], size: int, rng: np.random.Generator, keep: tuple[int, ...] = ()
) -> tuple[int, ...]:
    """Columns on which the rows show many different words, a word and its negative counted once.

    Parameters
    ----------
    pattern : int8 array (R, C) of -1, 0, 1 and 2 (star)
    size : int
        How many columns, at most C.
    rng : numpy Generator
        The start, and which part of a large pattern is looked at.
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
    >>> dull = np.ones((8, 5), dtype=np.int8)
    >>> rich_columns(np.hstack([dull, words]), 3, np.random.default_rng(0))
    (5, 6, 7)
    """
    signs = np.where(np.abs(pattern) > 1, 0, pattern).astype(np.int64)
    if len(signs) * signs.shape[1] > MAX_ENTRIES:
        signs = signs[rng.permutation(len(signs))[: max(1, MAX_ENTRIES // signs.shape[1])]]
    # A sum of random weights, up to its sign, stands for a word up to its sign; 2^40 makes accidents rare.
    weighted = signs * rng.integers(1, 2**40, signs.shape[1])
    free = np.setdiff1d(np.arange(signs.shape[1]), keep)
    chosen = [*keep, *rng.choice(free, size - len(keep), replace=False).tolist()]
    best = _words(weighted[:, chosen].sum(axis=1)[:, None])[0]
    for _ in range(MAX_SWEEPS):
        before = best
        for place in rng.permutation(np.arange(len(keep), size)).tolist():
            others = [column for number, column in enumerate(chosen) if number != place]
            candidates = np.setdiff1d(free, others)
            if len(signs) * len(candidates) > MAX_ENTRIES:
                candidates = rng.choice(candidates, max(1, MAX_ENTRIES // len(signs)), replace=False)
            counts = _words(weighted[:, others].sum(axis=1)[:, None] + weighted[:, candidates])
            if (most := int(counts.max())) > best:
                best = most
                chosen[place] = int(candidates[int(np.argmax(counts))])
        if best == before:
            break
    return tuple(sorted(chosen))


def _words(sums: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """How many different absolute values each column has."""
    ordered = np.sort(np.abs(sums), axis=0)
    return 1 + (ordered[1:] != ordered[:-1]).sum(axis=0)
