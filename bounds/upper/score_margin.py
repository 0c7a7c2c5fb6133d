"""The margin of vectors by cosine or Euclidean distance, as they are stored: all comparisons exact.

Rounded vectors of length 1 are not quite of length 1, so cosines are compared as <q, k> / |k| and not as <q, k>:
whoever scores with the stored vectors divides by their lengths, and gets the ranking that was verified. Floating point
decides where its error bound does, fractions where not: d products and their sum are off by at most g sum |q_i k_i|,
g = d u / (1 - d u), a sum of squares of differences by at most (d + 3) u of itself, u = 2^-53 (Higham, Accuracy and
Stability of Numerical Algorithms, section 3.1); some more is allowed for here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from .embeddings import BLOCK, UNIT, EmbeddingError, remedy

Floats = npt.NDArray[np.float64]
Stored = npt.NDArray[np.generic]


def verified_score_margin(
    queries: Stored, items: Stored, rows: Sequence[str], score: str, *, ids: Sequence[str] = ()
) -> float:
    """The margin of vectors as they are stored, all comparisons exact.

    Returns
    -------
    float
        Cosine: the least, over the queries, of half of (lowest cosine of a selected item - highest of another).
        Euclidean distance: of (distance of the nearest other item - distance of the farthest selected one), divided by
        their sum.
        Rounded down; inf if no query has both.

    Raises
    ------
    EmbeddingError
        If a selected item is not nearer than another one, with both named.
    """
    q, k = queries.astype(np.float64), items.astype(np.float64)
    margin = float("inf")
    for start in range(0, len(q), BLOCK):
        low, high = (_cosines if score == "cosine" else _distances)(q[start : start + BLOCK], k)
        for row in range(start, min(start + BLOCK, len(q))):
            line = np.frombuffer(rows[row].encode(), dtype=np.uint8)
            inside, outside = np.flatnonzero(line == ord("+")), np.flatnonzero(line == ord("-"))
            if len(inside) and len(outside):
                near, far = low[row - start], high[row - start]
                margin = min(margin, _margin(queries[row], items, near, far, inside, outside, score, ids))
    return margin


def _cosines(q: Floats, k: Floats) -> tuple[Floats, Floats]:
    """Bounds from below and above of the scores <q, k> / (|q| |k|); 0 for a zero vector."""
    d = q.shape[1]
    g = 2 * (d + 4) * UNIT
    lengths = np.outer(np.sqrt((q * q).sum(axis=1)), np.sqrt((k * k).sum(axis=1)))
    lengths = np.where(lengths > 0, lengths, 1.0)
    scores = (q @ k.T) / lengths
    slack = g * ((np.abs(q) @ np.abs(k.T)) / lengths + np.abs(scores)) + 1e-300
    return scores - slack, scores + slack


def _distances(q: Floats, k: Floats) -> tuple[Floats, Floats]:
    """Bounds of -|q - k|^2, so that nearer is more."""
    squares = np.zeros((len(q), len(k)))
    for axis in range(q.shape[1]):
        squares += (q[:, axis, None] - k[None, :, axis]) ** 2
    slack = 2 * (q.shape[1] + 4) * UNIT * squares + 1e-300
    return -squares - slack, -squares + slack


def _margin(
    query: Stored,
    items: Stored,
    low: Floats,
    high: Floats,
    inside: npt.NDArray[np.int64],
    outside: npt.NDArray[np.int64],
    score: str,
    ids: Sequence[str],
) -> float:
    """How far apart a query keeps its items; what is within the rounding error is computed exactly."""
    last, next_best = low[inside].min(), high[outside].max()
    if last <= next_best:
        near, far = inside[low[inside] <= next_best], outside[high[outside] >= last]
        exact = {int(item): _exact(query, items[item], score) for item in (*near, *far)}
        first, second = min(near, key=lambda i: exact[int(i)]), max(far, key=lambda i: exact[int(i)])
        if exact[int(first)] <= exact[int(second)]:
            names = [str(ids[int(item)])[:60] if ids else str(item) for item in (first, second)]
            raise EmbeddingError(
                f"after rounding to {items.dtype} item {names[0]} is no nearer than item {names[1]}, which is not "
                f"selected{remedy(items.dtype)}"
            )
        return 0.0
    if score == "cosine":
        return float(last - next_best) / 2 * (1 - 1e-12)
    nearest, farthest = np.sqrt(-min(next_best, 0.0)), np.sqrt(-last)
    return float((nearest - farthest) / (nearest + farthest)) * (1 - 1e-12)


def _exact(query: Stored, item: Stored, score: str) -> Fraction:
    """Larger for nearer: the cosine's square with its sign (times |q|^2), or minus the square of the distance."""
    pairs = [(Fraction(a), Fraction(b)) for a, b in zip(query.tolist(), item.tolist(), strict=True)]
    if score == "euclidean":
        return -sum(((a - b) ** 2 for a, b in pairs), Fraction(0))
    product = sum((a * b for a, b in pairs), Fraction(0))
    square = sum((b * b for _, b in pairs), Fraction(0))
    return product * abs(product) / square if square else Fraction(0)
