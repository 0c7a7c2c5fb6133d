"""Unit vectors with a wide margin, in floats: what to round and verify.

Wanted: unit queries w_r and unit items u_c in R^d such that the least gap, over the rows, between the scores at ``+``
and those at ``-`` is as large as possible. For given items the best query of a row lies along the shortest vector
between conv(u_+) and conv(u_-) (``widest_unit_queries``). Items come from ascent on a soft least gap (that of
``wide_margin``, on spheres in place of boxes), then, for few rows, from linear programs: all scores are linearised
round the vectors at hand, the least gap is maximised in a box, and all vectors are scaled back to length 1.
Nothing is proved here.
"""

from __future__ import annotations

import time

import numpy as np
from scipy.optimize import linprog, nnls
from scipy.sparse import coo_array

from ..arrays import Floats, Signs
from .wide_margin import WideTables, row_gaps, soft_pull

HOT, COLD = 0.3, 0.001
STEP = 0.05
TIED = 1e4
"""Weight of the equations of the hull distance: its error is about the inverse square."""

POLISHED = 6000
"""Most entries of a pattern that linear programs go on from."""


def unit(table: np.ndarray) -> Floats:
    """Rows at length 1; those of length 0 become a first unit vector.

    >>> unit(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [[0.6, 0.8], [1.0, 0.0]]
    """
    lengths = np.linalg.norm(table, axis=1, keepdims=True)
    found = table / np.where(lengths > 0, lengths, 1)
    found[lengths[:, 0] == 0, :1] = 1
    return found


def hull_weights(row: Signs, items: Floats) -> Floats:
    """Weights of the shortest vector between the hulls: sum 1 on ``+``, -1 on ``-``, about; 0 elsewhere.

    >>> hull_weights(np.array([1, -1, -1]), np.array([[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0]])).round(3).tolist()
    [1.0, -0.5, -0.5]
    """
    places = np.flatnonzero(row)
    signs = row[places].astype(float)
    weights = np.zeros(len(row))
    if signs.size and signs.min() < 0 < signs.max():
        ones = [np.where(signs == sign, TIED, 0.0) for sign in (1, -1)]
        system = np.vstack([(items[places] * signs[:, None]).T, *ones])
        target = np.concatenate([np.zeros(items.shape[1]), [TIED, TIED]])
        weights[places] = signs * nnls(system, target, maxiter=50 * len(places))[0]
    return weights


def widest_unit_queries(signs: Signs, items: Floats) -> Floats:
    """For each row the unit query with the widest gap."""
    return unit(np.array([hull_weights(row, items) @ items for row in signs]).reshape(len(signs), items.shape[1]))


def least_gap(signs: Signs, queries: Floats, items: Floats) -> float:
    """The least gap over all rows; infinite without a row that has both signs."""
    gaps = row_gaps(queries @ items.T, signs)
    told = (signs == 1).any(axis=1) & (signs == -1).any(axis=1)
    return float(gaps[told].min(initial=np.inf))


def unit_tables_by_ascent(
    signs: Signs, d: int, rng: np.random.Generator, *, items: Floats | None = None, steps: int = 1500,
    deadline: float = float("inf"), fitted: bool = True,
) -> WideTables:  # fmt: skip
    """Queries and items of length 1 with a wide gap, from random items, or from these.

    ``fitted``: whether the best queries are worked out at the end, and at the beginning for given items.

    >>> signs = 2 * np.eye(4, dtype=np.int8) - 1
    >>> unit_tables_by_ascent(signs, 3, np.random.default_rng(0)).gap > 1.2
    True
    """
    high, low = signs == 1, signs == -1
    hot, cold, pace = HOT, COLD, STEP
    given = items is not None
    items = unit(rng.standard_normal((signs.shape[1], d)) if items is None else items)
    if given and fitted:
        tables = [widest_unit_queries(signs, items), items]
    else:
        means = [side / np.maximum(side.sum(axis=1, keepdims=True), 1) for side in (high, low)]
        tables = [unit((means[0] - means[1]) @ items), items.copy()]
    best = WideTables(tables[0].copy(), tables[1].copy(), least_gap(signs, *tables))
    if best.gap > 0:  # near a good start: as cold as its gap
        hot, cold, pace = best.gap, best.gap / 50, min(STEP, best.gap)
    moments = [(np.zeros_like(table), np.zeros_like(table)) for table in tables]
    for step in range(1, steps + 1):
        temperature = np.float32(hot * (cold / hot) ** (step / steps))
        scores = tables[0] @ tables[1].T
        if (step % 8 == 0 or step == steps) and (gap := least_gap(signs, *tables)) > best.gap:
            best = WideTables(tables[0].copy(), tables[1].copy(), gap)
        if step % 16 == 0 and time.monotonic() > deadline:
            break
        pull = soft_pull(scores, high, low, temperature).astype(float)
        length = pace * (0.005 + 0.995 * (1 - step / steps) ** 2)
        gradients = pull @ tables[1], pull.T @ tables[0]
        for k, (gradient, (mean, square)) in enumerate(zip(gradients, moments, strict=True)):
            flat = gradient - (gradient * tables[k]).sum(axis=1, keepdims=True) * tables[k]
            flat /= np.abs(flat).max() + 1e-30
            mean += 0.1 * (flat - mean)
            square += 0.01 * (float((flat * flat).mean()) - square)
            move = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
            tables[k] = unit(tables[k] + length * np.clip(move, -3, 3))
    if not fitted:
        return best
    items = np.asarray(best.items, dtype=float)
    queries = widest_unit_queries(signs, items)
    gap = least_gap(signs, queries, items)
    return WideTables(queries, items, gap) if gap > best.gap else best


def polished(signs: Signs, start: WideTables, *, rounds: int = 25, deadline: float = float("inf")) -> WideTables:
    """Wider tables near these, by a linear program for each round; the same where it finds none.

    >>> signs = 2 * np.eye(4, dtype=np.int8) - 1
    >>> start = unit_tables_by_ascent(signs, 3, np.random.default_rng(0), steps=300)
    >>> abs(polished(signs, start).gap - 4 / 3) < 1e-6
    True
    """
    best, box = start, 0.1
    if signs.size * start.items.shape[1] > 60 * POLISHED or signs.size > POLISHED:
        return best
    for _ in range(rounds):
        if time.monotonic() > deadline or box < 1e-9:
            break
        moved = _linear_step(signs, best, box)
        if moved is None:
            break
        queries, items = moved
        gap = least_gap(signs, queries, items)
        if gap > best.gap:
            gained = gap - best.gap
            best = WideTables(queries, items, gap)
            if gained < 1e-12:
                break
            box = min(2 * box, 0.2)
        else:
            box /= 4
    return best


def _linear_step(signs: Signs, at: WideTables, box: float) -> tuple[Floats, Floats] | None:
    """Unit vectors within a box of these whose least gap is largest to first order; None without a solution."""
    (count, d), columns = at.queries.shape, at.items.shape[0]
    scores = at.queries @ at.items.T
    reach = at.gap / 2 + 4 * box * np.sqrt(d)  # of scores that may come to matter
    tops = np.where(signs == 1, scores, np.inf).min(axis=1), np.where(signs == -1, scores, -np.inf).max(axis=1)
    near = ((signs == 1) & (scores <= tops[0][:, None] + reach)) | (
        (signs == -1) & (scores >= tops[1][:, None] - reach)
    )
    rows, cols = np.nonzero(near)
    sign = signs[rows, cols].astype(float)
    number, size = np.arange(len(rows)), count * d + columns * d
    along = np.arange(d)
    # -sign (score + q.du + u.dq - t_r) + g <= 0
    each, sides = np.repeat(number, d), -sign[:, None]
    entries = [
        (each, (rows[:, None] * d + along).ravel(), (sides * at.items[cols]).ravel()),
        (each, (count * d + cols[:, None] * d + along).ravel(), (sides * at.queries[rows]).ravel()),
        (number, size + rows, sign),
        (number, np.full(len(rows), size + count), np.ones(len(rows))),
    ]  # fmt: skip
    left = coo_array(
        (np.concatenate([e[2] for e in entries]), (np.concatenate([e[0] for e in entries]),
                                                   np.concatenate([e[1] for e in entries]))),
        shape=(len(rows), size + count + 1),
    ).tocsr()  # fmt: skip
    flat = np.concatenate([at.queries.ravel(), at.items.ravel()])
    vectors = count + columns
    tangent = coo_array(
        (flat, (np.repeat(np.arange(vectors), d), np.arange(size))), shape=(vectors, size + count + 1)
    ).tocsr()
    bounds = [(-box, box)] * size + [(-2, 2)] * count + [(None, None)]
    cost = np.zeros(size + count + 1)
    cost[-1] = -1
    found = linprog(
        cost, A_ub=left, b_ub=sign * scores[rows, cols], A_eq=tangent, b_eq=np.zeros(vectors), bounds=bounds,
        method="highs",
    )  # fmt: skip
    if found.x is None:
        return None
    moved = (flat + found.x[:size]).reshape(vectors, d)
    items = unit(moved[count:])
    queries = unit(moved[:count])
    better = widest_unit_queries(signs, items) if signs.size <= POLISHED else queries
    gaps = [row_gaps(table @ items.T, signs) for table in (queries, better)]
    return np.where((gaps[1] > gaps[0])[:, None], better, queries), items
