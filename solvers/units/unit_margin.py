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

from ..arrays import Bools, Floats, Signs
from .wide_margin import WideTables, row_gaps

HOT, COLD = 0.3, 0.001
STEP = 0.05
TIED = 1e4
"""Weight of the equations of the hull distance: its error is about the inverse square."""

AT_ONCE, MOST_AT_ONCE = 16_000, 16
"""Most entries of a pattern times random starts that are gone on from together, and most of these."""
ROUNDS = 25
"""Most linear programs for one pair of tables."""
POLISHED = 6000
"""Most entries of a pattern that linear programs go on from."""


def unit(table: np.ndarray) -> Floats:
    """Rows at length 1; those of length 0 become a first unit vector.

    >>> unit(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [[0.6, 0.8], [1.0, 0.0]]
    """
    lengths = np.linalg.norm(table, axis=-1, keepdims=True)
    found = table / np.where(lengths > 0, lengths, 1)
    found[lengths[..., 0] == 0, :1] = 1
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
    """Queries and items of length 1 with a wide gap, from random items (of small patterns several at once), or these.

    ``fitted``: whether the best queries are worked out at the end, and at the beginning for given items.

    >>> signs = 2 * np.eye(4, dtype=np.int8) - 1
    >>> unit_tables_by_ascent(signs, 3, np.random.default_rng(0)).gap > 1.2
    True
    """
    high, low = signs == 1, signs == -1
    hot, cold, pace = HOT, COLD, STEP
    starts = 1 if items is not None else max(1, min(MOST_AT_ONCE, AT_ONCE // signs.size))
    given = items is not None
    several = unit(rng.standard_normal((starts, signs.shape[1], d)) if items is None else items[None])
    means = [side / np.maximum(side.sum(axis=1, keepdims=True), 1) for side in (high, low)]
    queries = unit((means[0] - means[1]) @ several)
    if given and fitted:
        queries = widest_unit_queries(signs, several[0])[None]
    tables = [queries, several.copy()]
    gaps = _least_gaps(tables[0] @ tables[1].swapaxes(1, 2), high, low)
    best = [gaps, tables[0].copy(), tables[1].copy()]
    if gaps.max() > 0 and given:  # near a good start: as cold as its gap
        hot, cold, pace = float(gaps.max()), float(gaps.max()) / 50, min(STEP, float(gaps.max()))
    moments = [(np.zeros_like(table), np.zeros((starts, 1, 1))) for table in tables]
    for step in range(1, steps + 1):
        temperature = hot * (cold / hot) ** (step / steps)
        scores = tables[0] @ tables[1].swapaxes(1, 2)
        if step % 8 == 0 or step == steps:
            gaps = _least_gaps(scores, high, low)
            for place in np.flatnonzero(gaps > best[0]):
                for kept, now in zip(best, (gaps, *tables), strict=True):
                    kept[place] = now[place]
        if step % 16 == 0 and time.monotonic() > deadline:
            break
        pull = _pull(scores, high, low, temperature)
        length = pace * (0.005 + 0.995 * (1 - step / steps) ** 2)
        gradients = pull @ tables[1], pull.swapaxes(1, 2) @ tables[0]
        for k, (gradient, (mean, square)) in enumerate(zip(gradients, moments, strict=True)):
            flat = gradient - (gradient * tables[k]).sum(axis=-1, keepdims=True) * tables[k]
            flat /= np.abs(flat).max(axis=(1, 2), keepdims=True) + 1e-30
            mean += 0.1 * (flat - mean)
            square += 0.01 * ((flat * flat).mean(axis=(1, 2), keepdims=True) - square)
            move = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
            tables[k] = unit(tables[k] + length * np.clip(move, -3, 3))
    chosen = int(np.argmax(best[0]))
    queries, items, gap = best[1][chosen], best[2][chosen], float(best[0][chosen])
    if not fitted:
        return WideTables(queries, items, gap)
    better = widest_unit_queries(signs, items)
    more = least_gap(signs, better, items)
    return WideTables(better, items, more) if more > gap else WideTables(queries, items, gap)


def _least_gaps(scores: np.ndarray, high: Bools, low: Bools) -> Floats:
    """For each start the least gap over the rows."""
    gaps = np.where(high, scores, np.inf).min(axis=-1) - np.where(low, scores, -np.inf).max(axis=-1)
    return np.asarray(gaps.min(axis=-1, initial=np.inf))


def _pull(scores: np.ndarray, high: Bools, low: Bools, temperature: float) -> Floats:
    """The gradient, by the scores, of the soft least gap over the rows, and of the share of rows that rank wrongly."""
    least = np.where(high, scores, np.inf).min(axis=-1, keepdims=True)
    most = np.where(low, scores, -np.inf).max(axis=-1, keepdims=True)
    told = np.isfinite(least) & np.isfinite(most)
    least, most = np.where(told, least, 0), np.where(told, most, 0)
    up = np.where(high, np.exp(np.minimum(0, (least - scores) / temperature)), 0)
    down = np.where(low, np.exp(np.minimum(0, (scores - most) / temperature)), 0)
    sums = [np.maximum(side.sum(axis=-1, keepdims=True), 1e-30) for side in (up, down)]
    soft = np.where(told, (least - most) - temperature * (np.log(sums[0]) + np.log(sums[1])), np.inf)
    worst = np.exp((soft.min(axis=-2, keepdims=True) - soft) / temperature)
    wrong = told / (1 + np.exp(np.clip(soft / temperature, -50, 50)))
    weights = 0.5 * worst / worst.sum(axis=-2, keepdims=True) + 0.5 * wrong / scores.shape[-2]
    return np.asarray((up / sums[0] - down / sums[1]) * weights)


def polished(signs: Signs, start: WideTables, *, deadline: float = float("inf")) -> WideTables:
    """Wider tables near these, by a linear program for each round; the same where it finds none.

    >>> signs = 2 * np.eye(4, dtype=np.int8) - 1
    >>> start = unit_tables_by_ascent(signs, 3, np.random.default_rng(0), steps=300)
    >>> abs(polished(signs, start).gap - 4 / 3) < 1e-6
    True
    """
    best, box = start, 0.1
    if signs.size * start.items.shape[1] > 60 * POLISHED or signs.size > POLISHED:
        return best
    for _ in range(ROUNDS):
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
