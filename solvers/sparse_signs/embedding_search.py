"""Numerical search for vectors whose scores have the signs of a large pattern: Gauss-Newton on the entries missed.

Wanted are queries q_r and keys k_c with y (q_r . k_c) > 0 at every entry of sign y. The loss is the sum of
max(0, 1 - y (q_r . k_c))^2. Most entries are far on the right side and say nothing; a step looks at the others, the
active ones, only: on these it minimises the loss with scores replaced by their linear part, by conjugate gradients on a
sparse system (Chapelle, Training a support vector machine in the primal, 2007, for a bilinear model). All scores are
computed in blocks of rows, to find the active entries and to accept a step. After a good step all vectors grow: that
is to ask for a smaller margin, and directs the search to what is still on the wrong side. A float proposes, and proves
nothing.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sparse
from scipy.sparse.linalg import aslinearoperator, svds

from ..arrays import Ints
from .sparse_signs import SparseSigns

Floats = npt.NDArray[Any]

MOST_VALUES = 16
"""Singular values that are looked at."""
BLOCK_CELLS = 4_000_000
"""Scores held at once."""

MAX_ACTIVE = 2_000_000
"""Most active entries that a step looks at: the worst of each row."""

FLOPS = 3e7
"""Products, about, for which a step's conjugate gradients may go on: few rounds while much is active, many at last."""

MAX_GATHERED = 10_000_000
"""Numbers that may be held for the active entries, of queries and of keys."""

GROWTH = 1.25
"""How much all vectors grow after a step of full length."""

PATIENCE = 10
"""Steps after which a search usually gives up, unless there was progress."""

PROGRESS = 0.6
"""To miss at most this share of what was missed before."""


@dataclass(frozen=True, eq=False)
class Vectors:
    """Queries (R x d) and keys (C x d); with free thresholds the first coordinate of every key is 1."""

    queries: Floats
    keys: Floats
    missed: int
    """Entries on the wrong side."""


@dataclass(frozen=True, eq=False)
class _Active:
    """The entries with a loss, row by row: rows, columns, and how far and whereto the score should move."""

    loss: float
    missed: int
    rows: Ints
    columns: Ints
    wanted: Floats


def search_vectors(
    signs: SparseSigns,
    width: int,
    *,
    free: bool,
    deadline: float,
    start: Vectors | None = None,
    patience: int = PATIENCE,
    report: Callable[[str], None] = lambda text: None,
) -> Vectors:
    """Vectors of a width, without missed entries if the search succeeds.

    Parameters
    ----------
    signs : SparseSigns, R x C
    width : int >= 1
        Of queries and keys; the coordinate of the free thresholds is one of them.
    free : bool
        Whether each row has a threshold of its own: then the first coordinate of every key is 1.
    deadline : time.monotonic() at which to stop
    start : Vectors, optional
        Where to begin, of any width: cut down to this one. Singular vectors of the signs if left out.
    patience : int
        Steps after which the number of missed entries must have shrunk to ``PROGRESS``, or the search gives up.
    report : callable
        Told how many entries are missed, from time to time.

    Examples
    --------
    >>> from .sparse_signs import signs_of_lists
    >>> cycle = signs_of_lists(8, tuple(((k, (k + 1) % 8) if k < 7 else (0, 7)) for k in range(8)), ((),) * 8)
    >>> search_vectors(cycle, 3, free=True, deadline=float("inf")).missed
    0
    """
    fixed = int(free)
    queries, keys = begun(signs, width, free) if start is None else narrowed(start, width, fixed)
    active = _active(signs, queries, keys)
    damping, weight = 0.1, 1e-2
    seen: list[int] = []
    while active.missed and time.monotonic() < deadline:
        report(f"{active.missed} of {signs.shape[0] * signs.shape[1]} entries on the wrong side")
        dq, dk = _step(active, queries, keys, fixed, weight, damping)
        before = active.loss + weight * _norm(queries, keys)
        length, accepted = 1.0, False
        while length > 0.02 and not accepted:
            grown = (GROWTH if length == 1.0 else 1.0) ** 0.5
            tried = _scaled(queries + length * dq, keys + length * dk, grown, fixed)
            found = _active(signs, *tried)
            # Growing asks for more; so a step counts as good if fewer are missed, too.
            accepted = found.loss + weight * _norm(*tried) < before or found.missed < active.missed
            if not accepted:
                length *= 0.4
                if time.monotonic() > deadline:
                    break
        damping = damping / 2 if accepted and length == 1.0 else damping * 3
        if accepted:
            (queries, keys), better = _balanced(*tried, fixed), active.loss - found.loss
            active = found
            if better < 0.05 * before:
                weight *= 0.3
        seen.append(active.missed)
        if len(seen) > PATIENCE and seen[-1] > 0.8 * min(seen[:-PATIENCE]):
            break
    return Vectors(queries, keys, active.missed)


def spectral_rank(signs: SparseSigns, *, free: bool) -> int:
    """After how many singular values of the signs (less the means of rows with thresholds) the widest gap is.

    For half-spaces of random vectors in R^d that is d. 0 if no value is half as large again as the next.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> scores = rng.standard_normal((200, 4)) @ rng.standard_normal((4, 200))
    >>> half_spaces = SparseSigns(sparse.csr_array(scores > 0), sparse.csr_array(scores.shape, dtype=bool))
    >>> spectral_rank(half_spaces, free=False)
    4
    """
    count = min(MOST_VALUES, min(signs.shape) - 2)
    if count < 2:
        return 0
    _, values, _ = _singular(signs, count, _means(signs, free))
    values = np.sort(values)[::-1]
    ratios = values[:-1] / np.maximum(values[1:], 1e-9 * values[0] + 1e-300)
    return int(np.argmax(ratios)) + 1 if ratios.max() > 1.5 else 0


def _means(signs: SparseSigns, free: bool) -> Floats:
    """The mean of the signs of each row where it has a threshold of its own, else 0."""
    counted = signs.shape[1] - np.diff(signs.free.indptr)
    return np.asarray((2 * np.diff(signs.plus.indptr) - counted) / np.maximum(counted, 1) * free)


def _singular(signs: SparseSigns, rank: int, mean: Floats) -> tuple[Floats, Floats, Floats]:
    """The largest singular values of the signs less the means, and their vectors."""
    rows, columns = signs.shape
    # sign = 2 plus + free - 1, which is 0 where free
    stored = sparse.csr_array(2 * signs.plus.astype(np.float64) + signs.free.astype(np.float64))
    less, size = (1 + mean)[:, None], min(rows, columns)
    if size < 20 or rank >= size:
        u, s, vt = np.linalg.svd(stored.toarray() - less, full_matrices=False)
        return u[:, :rank], s[:rank], vt[:rank]
    operator = aslinearoperator(stored) - aslinearoperator(less) @ aslinearoperator(np.ones((1, columns)))
    start = np.random.default_rng(0).standard_normal(size)
    found: tuple[Floats, Floats, Floats] = svds(operator, k=rank, v0=start, tol=1e-3)
    return found


def begun(signs: SparseSigns, width: int, free: bool) -> tuple[Floats, Floats]:
    """From the singular vectors of the signs, less the means of the rows where these have thresholds."""
    rows, columns = signs.shape
    mean, rank = _means(signs, free), width - free
    queries, keys = np.zeros((rows, width)), np.zeros((columns, width))
    queries[:, :free] = mean[:, None]
    keys[:, :free] = 1
    if rank:
        u, s, vt = _singular(signs, rank, mean)
        queries[:, free : free + len(s)] = u * s / columns**0.5
        keys[:, free : free + len(s)] = vt.T * columns**0.5
    return _scaled(queries, keys, 2**0.5, int(free))


def narrowed(start: Vectors, width: int, fixed: int) -> tuple[Floats, Floats]:
    """The nearest vectors of a smaller width: singular vectors of the scores, thresholds apart."""
    queries, keys = start.queries.astype(np.float64), start.keys.astype(np.float64)
    rank = width - fixed
    if queries.shape[1] <= width:
        rng = np.random.default_rng(width)
        more = width - queries.shape[1]
        first, second = (0.1 * t[:, fixed:].std() * rng.standard_normal((len(t), more)) for t in (queries, keys))
        return np.hstack([queries, first]), np.hstack([keys, second])
    a, ra = np.linalg.qr(queries[:, fixed:])
    b, rb = np.linalg.qr(keys[:, fixed:])
    u, s, vt = np.linalg.svd(ra @ rb.T)
    root = np.sqrt(s[:rank])
    return (
        np.hstack([queries[:, :fixed], a @ u[:, :rank] * root]),
        np.hstack([keys[:, :fixed], b @ vt[:rank].T * root]),
    )


def _active(signs: SparseSigns, queries: Floats, keys: Floats) -> _Active:
    rows, columns = signs.shape
    block = max(1, BLOCK_CELLS // columns)
    most = max(8, MAX_ACTIVE // rows)
    q, k = queries.astype(np.float32), np.ascontiguousarray(keys.T.astype(np.float32))
    loss, missed, found = 0.0, 0, []
    for start in range(0, rows, block):
        end = min(start + block, rows)
        short = q[start:end] @ k
        short += 1  # what a - falls short of: 1 + score
        plus, free = signs.plus[start:end].tocoo(), signs.free[start:end].tocoo()
        short[plus.row, plus.col] = 2 - short[plus.row, plus.col]
        short[free.row, free.col] = 0
        selected = np.zeros(short.shape, dtype=bool)
        selected[plus.row, plus.col] = True
        place = np.flatnonzero(short > 0)
        value = short.ravel()[place]
        loss += float(value.astype(np.float64) @ value)
        missed += int((value >= 1).sum())
        row, column = np.divmod(place, columns)
        if len(row) > most * (end - start):
            kept = _worst(row, value, most, end - start)
            row, column, value, place = row[kept], column[kept], value[kept], place[kept]
        found.append((row + start, column, np.where(selected.ravel()[place], value, -value)))
    parts = [np.concatenate(part) for part in zip(*found, strict=True)]
    return _Active(loss, missed, *parts)


def _worst(row: Ints, value: Floats, most: int, rows: int) -> Ints:
    """The entries with the greatest loss, at most so many in a row."""
    order = np.lexsort((-value, row))
    starts = np.searchsorted(row[order], np.arange(rows))
    rank = np.arange(len(order)) - starts[row[order]]
    return np.sort(order[rank < most])


def _step(
    active: _Active, queries: Floats, keys: Floats, fixed: int, weight: float, damping: float
) -> tuple[Floats, Floats]:
    """Changes of queries and keys that minimise the linearised loss of the active entries, by conjugate gradients."""
    shape = cut, _ = len(queries), len(keys)
    rows, columns = active.rows, active.columns
    indptr = np.searchsorted(rows, np.arange(cut + 1))
    vectors = np.vstack([queries, keys])
    free = np.ones_like(vectors)
    free[cut:, :fixed] = 0

    def turned(values: Floats) -> Floats:
        entries = sparse.csr_array((values, columns, indptr), shape=shape)
        return np.asarray(np.vstack([entries @ keys, entries.T @ queries]) * free)

    together = len(rows) * queries.shape[1] <= MAX_GATHERED
    of_rows, of_columns = (queries[rows], keys[columns]) if together else (queries, keys)

    def forward(step: Floats) -> Floats:
        dq, dk = step[:cut], step[cut:]
        if not together:
            return _scores_at(dq, keys, rows, columns) + _scores_at(queries, dk, rows, columns)
        return np.asarray(np.einsum("ij,ij->i", dq[rows], of_columns) + np.einsum("ij,ij->i", of_rows, dk[columns]))

    left = turned(active.wanted.astype(np.float64)) - weight * vectors * free
    scale = weight + damping
    ones = sparse.csr_array((np.ones(len(rows)), columns, indptr), shape=shape)
    curvature = np.vstack([ones @ keys**2, ones.T @ queries**2]) + scale
    found, step = np.zeros_like(vectors), left / curvature
    power = first = float((left * step).sum())
    for _ in range(int(np.clip(FLOPS / (1 + len(rows) * queries.shape[1]), 6, 150))):
        along = turned(forward(step)) + scale * step
        length = power / max(float((step * along).sum()), 1e-300)
        found, left = found + length * step, left - length * along
        following = float((left * (left / curvature)).sum())
        if following < 1e-4 * first:
            break
        step = left / curvature + following / power * step
        power = following
    return found[:cut], found[cut:]


def _scores_at(queries: Floats, keys: Floats, rows: Ints, columns: Ints) -> Floats:
    scores = np.empty(len(rows))
    for start in range(0, len(rows), 200_000):
        part = slice(start, start + 200_000)
        scores[part] = np.einsum("ij,ij->i", queries[rows[part]], keys[columns[part]])
    return scores


def _norm(queries: Floats, keys: Floats) -> float:
    return float((queries**2).sum() + (keys**2).sum())


def _scaled(queries: Floats, keys: Floats, factor: float, fixed: int) -> tuple[Floats, Floats]:
    """All scores times the factor, squared; a first coordinate of the keys stays 1."""
    queries, keys = queries * factor, keys.copy()
    queries[:, :fixed] *= factor
    keys[:, fixed:] *= factor
    return queries, keys


def _balanced(queries: Floats, keys: Floats, fixed: int) -> tuple[Floats, Floats]:
    """The same scores, queries and keys of one length in the mean."""
    lengths = [np.sqrt((table[:, fixed:] ** 2).sum() / len(table)) for table in (queries, keys)]
    if min(lengths) > 0:
        ratio = np.sqrt(lengths[0] / lengths[1])
        queries, keys = queries.copy(), keys.copy()
        queries[:, fixed:] /= ratio
        keys[:, fixed:] *= ratio
    return queries, keys
