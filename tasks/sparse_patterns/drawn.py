"""Patterns that are drawn by chance, from a seed; certificates state them as lists."""

from __future__ import annotations

import numpy as np

from ...questions.layer_patterns import LayerPattern, Longformer
from ...questions.sparse_pattern import Union
from .array_lists import ArrayLists, array_lists


def random_rows(n: int, degree: int, seed: int) -> ArrayLists:
    """Position i attends to itself and to ``degree`` different positions drawn from all n, i among them.

    So i is drawn itself with probability degree/n, and then has ``degree`` connections, else ``degree + 1``.

    Parameters
    ----------
    n : int
    degree : int
        1 .. n.
    seed : int

    Examples
    --------
    >>> rows = random_rows(12, 3, seed=0)
    >>> all(rows.has(i, i) and 3 <= rows.degree(i) <= 4 for i in range(12))
    True
    """
    rng = np.random.default_rng(seed)
    drawn = _distinct(rng, n, degree)
    positions = np.arange(n)
    rows = np.concatenate([positions, np.repeat(positions, degree)])
    columns = np.concatenate([positions, drawn.ravel()])
    return array_lists(n, rows, columns, f"random({degree}, seed {seed})")


def _distinct(rng: np.random.Generator, n: int, degree: int) -> np.ndarray:
    """``n`` rows of ``degree`` different numbers below n: rows with a number twice are drawn again (all of the row)."""
    if 4 * degree * degree > n:  # many rows would repeat a number; n is small or the rows are long
        return np.stack([rng.choice(n, degree, replace=False) for _ in range(n)])
    drawn = rng.integers(0, n, (n, degree))
    while True:
        ordered = np.sort(drawn, axis=1)
        again = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
        if not len(again):
            return drawn
        drawn[again] = rng.integers(0, n, (len(again), degree))


def bigbird(n: int, w: int, g: int, r: int, seed: int) -> LayerPattern:
    """|i - j| <= w, the first g positions attend to all and are attended to by all, and r positions drawn per row.

    After Zaheer et al. 2020 (BigBird), with single positions in place of blocks.

    Examples
    --------
    >>> layer = bigbird(64, w=1, g=1, r=2, seed=0)
    >>> layer.words, layer.degree(0), 4 <= layer.degree(9) <= 6
    ('longformer(1, 1) with random(2, seed 0)', 64, True)
    """
    return Union(n, (Longformer(n, w, g), random_rows(n, r, seed)))
