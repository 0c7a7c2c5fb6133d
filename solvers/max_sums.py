"""Vectors for late interaction, found numerically: sums of largest inner products on the right side of thresholds.

Floating point proposes; whoever takes what is found rounds it to integers and compares all scores.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
STEPS = 1500
"""Steps of one start; what has not come about by then seldom comes about later."""


ANNEALED, DIRECTIONS, WIDE = 6000, 360, 0.05
"""Steps of an annealing of documents in the plane, directions of queries, and a gap that is wide enough there."""


def max_sums(queries: npt.NDArray[Any], keys: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Scores (R, n) of queries (R, t, d) and documents (n, S, d): sum over t of the largest inner product.

    >>> max_sums(np.array([[[1, 0], [0, 1]]]), np.array([[[1, 0], [0, 3]], [[-1, -1], [0, 0]]])).tolist()
    [[4, 0]]
    """
    products = np.einsum("rtd,nsd->rtns", queries, keys)
    scores: npt.NDArray[Any] = products.max(axis=3).sum(axis=1)
    return scores


def found_vectors(
    signs: npt.NDArray[np.int8], d: int, S: int, t: int, deadline: float, rng: np.random.Generator
) -> tuple[Floats, Floats] | None:
    """Queries and documents whose scores separate ``+`` (1) from ``-`` (-1) in each row; 0 asks for nothing. One start.

    Gradient steps (Adam) on the squared shortfall of the score at each entry from its side of the row's threshold, with
    documents kept at length 1 or less.
    """
    R, n = signs.shape
    keys, queries = rng.standard_normal((n, S, d)), rng.standard_normal((R, t, d))
    levels = np.zeros(R)
    state = [(np.zeros_like(x), np.zeros_like(x)) for x in (keys, queries, levels)]
    for step in range(1, STEPS + 1):
        products = np.einsum("rtd,nsd->rtns", queries, keys)
        winner = products.argmax(axis=3)
        top = np.take_along_axis(products, winner[..., None], axis=3)[..., 0]
        short = np.maximum(0.0, 1.0 - signs * (top.sum(axis=1) - levels[:, None])) * (signs != 0)
        if not short.any() or (step % 50 == 0 and (short < 1.0).all()):
            return queries, keys
        if time.monotonic() > deadline:
            return None
        slope = -2.0 * short * signs  # by the score
        chosen = (np.arange(S) == winner[..., None]) * slope[:, None, :, None]  # (R, t, n, S)
        slopes = (
            np.einsum("rtns,rtd->nsd", chosen, queries) / R,
            np.einsum("rtns,nsd->rtd", chosen, keys) / n,
            -slope.sum(axis=1) / n,
        )
        rate = 0.05 if step < STEPS // 2 else 0.01
        for x, slope_x, (first, second) in zip((keys, queries, levels), slopes, state, strict=True):
            first += 0.1 * (slope_x - first)
            second += 0.01 * (slope_x**2 - second)
            corrected = np.sqrt(second / (1 - 0.99**step)) + 1e-9
            x -= rate * (first / (1 - 0.9**step)) / corrected
        keys /= np.maximum(1.0, np.linalg.norm(keys, axis=2, keepdims=True))
    return None


def plane_vectors(
    signs: npt.NDArray[np.int8], S: int, deadline: float, rng: np.random.Generator
) -> tuple[Floats, Floats] | None:
    """The same for d = 2 and one query vector (t = 1), by annealing of the documents. One start.

    A query is one of some directions round the circle; the documents' worth is the sum over the rows of the best gap
    between the two sides, cut off where it is wide enough, so that rows that are met do not grow at others' cost.
    """
    n = signs.shape[1]
    turns = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
    ways = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    keys = rng.standard_normal((n, S, 2))
    products = np.einsum("ad,nsd->ans", ways, keys)
    lowest, highest = np.where(signs > 0, 0.0, np.inf)[None], np.where(signs < 0, 0.0, -np.inf)[None]

    def gaps() -> Floats:
        scores = products.max(axis=2)[:, None, :]
        found: Floats = (scores + lowest).min(axis=2) - (scores + highest).max(axis=2)
        return found

    worth = np.minimum(gaps().max(axis=0), WIDE).sum()
    for step in range(ANNEALED):
        if time.monotonic() > deadline:
            return None
        j, s = rng.integers(n), rng.integers(S)
        key, column = keys[j, s].copy(), products[:, j, s].copy()
        keys[j, s] += rng.standard_normal(2) * 10 ** rng.uniform(-2.0, 0.3)
        products[:, j, s] = ways @ keys[j, s]
        found = gaps()
        best = found.max(axis=0)
        if (best > 0).all():
            return ways[found.argmax(axis=0)][:, None, :], keys
        now = np.minimum(best, WIDE).sum()
        if now >= worth or rng.random() < np.exp((now - worth) / (0.05 * 0.9992**step)):
            worth = now
        else:
            keys[j, s], products[:, j, s] = key, column
    return None


def as_integers(
    signs: npt.NDArray[np.int8], queries: Floats, keys: Floats, most_bits: int = 30
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]] | None:
    """The vectors rounded to as few bits as keep every row, each query scaled to the same length; None if none do."""
    queries = queries / np.abs(queries).max(axis=(1, 2), keepdims=True)
    keys = keys / np.abs(keys).max()
    for bits in range(1, most_bits + 1):
        rounded = [np.rint(x * 2**bits).astype(np.int64) for x in (queries, keys)]
        if separates(signs, max_sums(rounded[0], rounded[1])):
            return rounded[0], rounded[1]
    return None


def separates(signs: npt.NDArray[np.int8], scores: npt.NDArray[Any]) -> bool:
    """Whether in each row all scores at 1 exceed all at -1.

    >>> separates(np.array([[1, -1, 0]], dtype=np.int8), np.array([[2, 1, 9]]))
    True
    """
    infinite = np.iinfo(np.int64).max
    least = np.where(signs > 0, scores, infinite).min(axis=1)
    most = np.where(signs < 0, scores, -infinite).max(axis=1)
    return bool((least > most).all())


def sign_codes(rows: Sequence[str]) -> npt.NDArray[np.int8]:
    """Rows over ``+ - *`` as 1, -1 and 0.

    >>> sign_codes(["+-*"]).tolist()
    [[1, -1, 0]]
    """
    return np.array([[{"+": 1, "-": -1, "*": 0}[symbol] for symbol in row] for row in rows], dtype=np.int8)
