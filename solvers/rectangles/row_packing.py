"""Partitions of the ones of a 0/1 matrix into few rectangles, by packing row after row.

Each row is split into column sets used before, greedily, and what is left becomes a new column set. The rows that use a
column set are the other side of its rectangle. Different orders of the rows, and the transposed matrix, give different
partitions; the best of many is kept.
"""

import time
from collections.abc import Iterator, Sequence

import numpy as np

from .maximal_rectangles import Sides


def packed_partitions(
    entries: np.ndarray, rng: np.random.Generator, trials: int, *, deadline: float = float("inf")
) -> Iterator[list[Sides]]:
    """Partitions of the ones, each smaller than the ones before; ends after so many orders of the lines.

    >>> next(packed_partitions(np.array([[1, 1], [1, 0]]), np.random.default_rng(0), trials=1))
    [((0, 1), (0,)), ((0,), (1,))]
    """
    sides = []
    for table in (entries, entries.T):
        sides.append([sum(1 << j for j in np.flatnonzero(row).tolist()) for row in table])
    best = None
    for trial in range(trials):
        if time.monotonic() >= deadline:
            return
        masks = sides[trial % 2]
        noise = rng.uniform(0, 0.1 + 3 * (trial > 1), len(masks)).tolist()
        order = sorted(range(len(masks)), key=lambda i: masks[i].bit_count() + noise[i])
        patterns = _packed(masks, order, rng.random(len(masks)).tolist() if trial > 1 else None)
        if best is None or len(patterns) < best:
            best = len(patterns)
            yield [_sides(rows, columns, flipped=trial % 2 == 1) for columns, rows in patterns.items()]


def _packed(masks: Sequence[int], order: Sequence[int], bias: Sequence[float] | None) -> dict[int, int]:
    """Column set -> set of rows, both as bit sets."""
    patterns: dict[int, int] = {}
    for i in order:
        left = masks[i]
        listed = sorted(patterns, key=int.bit_count, reverse=True)
        if bias is not None and bias[i] < 0.3 and len(listed) > 1:  # a different one first
            listed.insert(0, listed[int(bias[i] / 0.3 * len(listed))])
        for columns in listed:
            if not columns & ~left:
                patterns[columns] |= 1 << i
                left &= ~columns
        if left:
            patterns[left] = 1 << i
    return patterns


def _sides(rows: int, columns: int, flipped: bool) -> Sides:
    pair = tuple(tuple(k for k in range(mask.bit_length()) if mask >> k & 1) for mask in (rows, columns))
    return (pair[1], pair[0]) if flipped else (pair[0], pair[1])
