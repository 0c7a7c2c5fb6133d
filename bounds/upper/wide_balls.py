"""Vectors for Euclidean distance with wide margins, searched for in the number type in which they are to be stored.

Proofs of upper bounds put items on a circle, or queries far away, as centres of balls that are nearly half-spaces:
exact, but by hair's breadths that small integers do not hold. Here queries and items share a box from the beginning,
the least gap of 2 <q, k> - |k|^2 is widened by descent (``solvers/units/wide_margin.py``), and integers of 8 or 16 bits
are then repaired coordinate by coordinate (``solvers/units/grid_descent.py``). What is returned is compared exactly as
stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...solvers.units.grid_descent import separate
from ...solvers.units.wide_margin import row_gaps, scores_of, wide_tables
from .embeddings import EmbeddingError, Embeddings
from .score_margin import verified_score_margin
from .scored_vectors import Floats, ScoredVectors

STARTS = 4
STEPS = 1500
MOST_WORK = 250_000_000
"""Most entries of a pattern times steps, over all starts: some seconds."""

REPAIRED = ("int8", "int16")
"""Integers so short that the descent computes its scores without rounding."""


@dataclass(frozen=True, eq=False)
class WideBalls:
    """The widest vectors found; and how many of the rows asked were missed at best, in how many starts."""

    found: Embeddings | None
    missed: int
    asked: int
    starts: int


def wide_balls(
    vectors: ScoredVectors, rows: Sequence[str], type: str, *, query_type: str = "", starts: int = STARTS, seed: int = 0
) -> WideBalls:
    """Vectors in a number type such that every row's ``+`` are nearer to its query than its ``-``.

    Parameters
    ----------
    vectors : ScoredVectors
        Vectors before rounding: they say how wide, and integers are repaired from them as well.
    rows : sequence of str
        The pattern over ``+ - *``.
    type : str
        A type of ``embeddings.TYPES``.
    query_type : str, optional
        Of the queries, where it is another one. If one of the two is an integer type, both hold such integers.

    Returns
    -------
    WideBalls
        ``found`` is verified as it is stored; None says that nothing was found, not that there is nothing. Large
        patterns get fewer starts, very large ones none.

    Examples
    --------
    >>> square = ("++--", "-++-", "--++", "+--+")
    >>> vectors = ScoredVectors(np.zeros((4, 2)), np.zeros((4, 2)))
    >>> wide_balls(vectors, square, "int8").found.margin > 0.3
    True
    """
    letters = np.array([list(row.encode()) for row in rows])
    signs = ((letters == ord("+")).astype(np.int8) - (letters == ord("-"))).astype(np.int8)
    kept = np.unique(signs[(signs == 1).any(axis=1) & (signs == -1).any(axis=1)], axis=0)
    width = vectors.items.shape[1]
    query_type = query_type or type
    integers = [each for each in (type, query_type) if np.issubdtype(each, np.integer)]
    common = min(integers or [type, query_type], key=lambda each: np.dtype(each).itemsize)
    starts = min(starts, MOST_WORK // (STEPS * max(1, kept.size)))
    best: Embeddings | None = None
    missed, tried = len(kept), 0
    if not len(kept) or not width:
        return WideBalls(None, missed, len(kept), 0)
    place = {row.tobytes(): number for number, row in enumerate(kept)}
    of_row = [place.get(row.tobytes(), -1) for row in signs]
    rng = np.random.default_rng(seed)
    for turn in range(-1, starts):
        if turn < 0:
            if common not in REPAIRED or not starts:
                continue
            first = [of_row.index(number) for number in range(len(kept))]
            queries, items = _together(vectors.queries[first], vectors.items)
        else:
            wide = wide_tables(kept, width, rng, steps=STEPS, balls=True)
            queries, items = wide.queries.astype(np.float64), wide.items.astype(np.float64)
        tried += 1
        queries, items = _stored(kept, queries, items, common, rng)
        left = int((row_gaps(scores_of(queries, items, balls=True), kept) <= 0).sum())
        missed = min(missed, left)
        if left:
            continue
        whole = np.vstack([queries, np.zeros((1, width))])[of_row].astype(query_type)
        try:
            margin = verified_score_margin(whole, items.astype(type), rows, "euclidean")
        except EmbeddingError:  # floats counted the rows, which is not exact for wide types
            continue
        if best is None or margin > best.margin:
            best = Embeddings(whole, items.astype(type), margin)
    return WideBalls(best, missed, len(kept), tried)


def _together(queries: Floats, items: Floats) -> tuple[Floats, Floats]:
    """Scaled by one factor into the box, after the middle of the items has been put at 0."""
    middle = (items.max(axis=0) + items.min(axis=0)) / 2
    queries, items = queries - middle, items - middle
    extent = max(float(np.abs(queries).max(initial=0.0)), float(np.abs(items).max(initial=0.0))) or 1.0
    return queries / extent, items / extent


def _stored(
    kept: np.ndarray, queries: Floats, items: Floats, type: str, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Rounded to the type, and repaired where that can be done; as float64."""
    if not np.issubdtype(type, np.integer):
        return queries.astype(type).astype(np.float64), items.astype(type).astype(np.float64)
    largest = int(np.iinfo(type).max)
    queries, items = (np.rint(table * largest) for table in (queries, items))
    if type in REPAIRED:
        found = separate(kept, range(-largest, largest + 1), queries, items, rng, balls=True)
        queries, items = found.queries.astype(np.float64), found.items.astype(np.float64)
    return queries, items
