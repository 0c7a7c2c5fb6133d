"""Numerical search for vectors that realise as many rows of a pattern as are found: the worst rows are left out.

The search for vectors of all rows (``embedding_search.py``) ends with some entries on the wrong side. A part of the
rows that have such entries, those with the most, is left out, and the search goes on from its vectors with the others,
until no entry is missed. Then each row that was left out gets the best query for the keys that were found; it is taken
back if it is realised. What stays out fails. A float proposes, and proves nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import linprog

from ..arrays import Ints
from .embedding_search import Vectors, search_vectors
from .sparse_signs import SparseSigns

Floats = npt.NDArray[Any]

SHARE = 0.3
"""The part of the rows with missed entries that is left out at a time."""
FEW = 6
"""Rows with missed entries from which on they are left out one by one."""
MOST_PROGRAMS = 400
"""Rows that were left out and are looked at again, at most."""
TAKEN_BACK = 0.5
"""The part of the failing rows that is tried again in a further round."""


@dataclass(frozen=True, eq=False)
class Trimmed:
    """Vectors for the rows ``kept``, in their order, and the rows that fail."""

    vectors: Vectors
    kept: Ints
    failing: Ints


def rows_of(signs: SparseSigns, rows: Ints) -> SparseSigns:
    """Some rows."""
    return SparseSigns(signs.plus[rows], signs.free[rows])


def trimmed_vectors(
    signs: SparseSigns,
    counts: Ints,
    width: int,
    *,
    free: bool,
    deadline: float,
    start: Vectors | None = None,
    enough: int = 0,
    rounds: int = 4,
    seed: int = 0,
    report: Callable[[str], None] = lambda text: None,
) -> Trimmed | None:
    """Vectors of a width for all rows but some, whose counts are as small as is found; None if no row is realised.

    Parameters
    ----------
    signs : SparseSigns, R x C
    counts : R integers
        What it counts that a row fails.
    width : int >= 1
        With free thresholds the coordinate of the threshold is one of them.
    start : Vectors of all rows, optional
        Where to begin.
    enough : a count of failing rows at which to stop
    rounds : how often half of the failing rows are taken back and the search goes on

    Examples
    --------
    >>> from .sparse_signs import signs_of_lists
    >>> disjoint = signs_of_lists(6, ((0, 1), (2, 3), (4, 5)), ((),) * 3)
    >>> found = trimmed_vectors(disjoint, np.ones(3, dtype=int), 2, free=True, deadline=float("inf"))
    >>> len(found.failing), found.vectors.missed
    (1, 0)
    """
    rng = np.random.default_rng([seed, width])
    best, kept, vectors = None, np.arange(signs.shape[0]), start
    for turn in range(rounds):
        found = _down(signs, counts, kept, width, vectors, free, deadline, report)
        if found is None:
            break
        found = _with_more(signs, found, counts, free, deadline)
        if best is None or counts[found.failing].sum() < counts[best.failing].sum():
            best = found
        if counts[best.failing].sum() <= enough or time.monotonic() > deadline or turn == rounds - 1:
            break
        again = rng.choice(best.failing, max(1, int(TAKEN_BACK * len(best.failing))), replace=False)
        kept = np.sort(np.concatenate([best.kept, again]))
        queries = np.zeros((signs.shape[0], width))
        queries[best.kept] = best.vectors.queries
        vectors = Vectors(queries, best.vectors.keys, 0)
    return best


def _down(
    signs: SparseSigns,
    counts: Ints,
    kept: Ints,
    width: int,
    start: Vectors | None,
    free: bool,
    deadline: float,
    report: Callable[[str], None],
) -> Trimmed | None:
    """Fewer rows in turn, until no entry is missed; the vectors with the least counts of rows that miss some."""
    rows, total = kept, signs.shape[0]
    vectors = None if start is None else Vectors(start.queries[kept], start.keys, 0)
    best: Trimmed | None = None
    while len(rows) and (best is None or time.monotonic() < deadline):
        part = rows_of(signs, rows)
        if len(rows) == 1:
            vectors = _one(part, width, free)
        else:
            begun = None if min(part.shape) <= width else vectors
            vectors = search_vectors(part, width, free=free, deadline=deadline, start=begun)
        missed = _missed(part, vectors)
        wrong = np.flatnonzero(missed)
        right = np.flatnonzero(missed == 0)
        failing = np.setdiff1d(np.arange(total), rows[right])
        if len(right) and (best is None or counts[failing].sum() < counts[best.failing].sum()):
            best = Trimmed(Vectors(vectors.queries[right], vectors.keys, 0), rows[right], failing)
        if not len(wrong):
            break
        report(f"{total - len(rows)} rows left out, {vectors.missed} entries on the wrong side")
        most = 1 if len(wrong) <= FEW else max(1, int(SHARE * len(wrong)))
        gone = wrong[np.argsort(-missed[wrong], kind="stable")[:most]]
        stay = np.setdiff1d(np.arange(len(rows)), gone)
        rows, vectors = rows[stay], Vectors(vectors.queries[stay], vectors.keys, 0)
    return best


def _one(part: SparseSigns, width: int, free: bool) -> Vectors:
    """One row: the keys on a line, at the signs of the row."""
    signs, fixed = part.block(0, 1)[0].astype(float), int(free)
    keys = np.zeros((len(signs), width))
    keys[:, :fixed] = 1
    queries = np.zeros((1, width))
    if width > fixed:
        keys[:, fixed] = np.where(signs == 0, 1, signs)
        queries[0, fixed] = 1
        return Vectors(queries, keys, 0)
    queries[0, :fixed] = 1 if (signs >= 0).all() else -1
    return Vectors(queries, keys, int(len(set(signs[signs != 0])) > 1))


def _missed(part: SparseSigns, vectors: Vectors) -> Floats:
    """How many entries of each row are on the wrong side."""
    found = np.zeros(part.shape[0])
    block = max(1, 4_000_000 // part.shape[1])
    for start in range(0, part.shape[0], block):
        signs = part.block(start, start + block)
        wrong = signs * (vectors.queries[start : start + block] @ vectors.keys.T) <= 0
        found[start : start + block] = (wrong & (signs != 0)).sum(axis=1)
    return found


def _with_more(signs: SparseSigns, found: Trimmed, counts: Ints, free: bool, deadline: float) -> Trimmed:
    """Failing rows are taken back for which the keys have a query, those of large counts first."""
    order = found.failing[np.argsort(-counts[found.failing], kind="stable")][:MOST_PROGRAMS]
    back, queries = [], []
    for row in order.tolist():
        if time.monotonic() > deadline:
            break
        query = separating(signs.block(row, row + 1)[0], found.vectors.keys, free=free)
        if query is not None:
            back.append(row)
            queries.append(query)
    if not back:
        return found
    rows = np.concatenate([found.kept, np.array(back)])
    order = np.argsort(rows)
    vectors = Vectors(np.vstack([found.vectors.queries, queries])[order], found.vectors.keys, 0)
    return Trimmed(vectors, rows[order], np.setdiff1d(found.failing, back))


def separating(signs: npt.NDArray[np.int8], keys: Floats, *, free: bool) -> Floats | None:
    """A query with sign (q . k) = the sign of each key where it is not 0, with the best margin; None if none is found.

    >>> separating(np.array([1, -1, 0]), np.array([[1.0, 2], [1, -1], [1, 0]]), free=True) is not None
    True
    """
    asked = signs != 0
    rows = (signs[asked, None] * keys[asked]).astype(np.float64)
    scale = np.abs(rows).max(initial=0) or 1.0
    width = keys.shape[1]
    table = np.hstack([-rows / scale, np.ones((len(rows), 1))])
    found = linprog([0.0] * width + [-1.0], A_ub=table, b_ub=np.zeros(len(rows)), bounds=[(-1, 1)] * (width + 1),
                    method="highs")  # fmt: skip
    if found.x is None or found.x[-1] <= 1e-7:
        return None
    query: Floats = found.x[:width]
    return query
