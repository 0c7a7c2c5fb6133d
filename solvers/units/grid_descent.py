"""Integer tables of a grid that separate every row, by weighted descent from rounded tables.

Every row r wants a threshold t_r with scores <w_r, u_c> above it at ``+`` and below it at ``-``. What is minimised is

    sum_rc  weight_rc * max(0, g - P_rc (<w_r, u_c> - t_r))^2                                   (g half a unit)

over entries of the grid and thresholds. With a null key its score is the threshold: items less that key are compared
with 0. For fixed items the rows are independent of one another, for fixed queries and
thresholds the items are: so each sweep goes through the coordinates of all queries at once, then of all items at once,
and takes for each vector the value of the grid (or the step) that lowers its own sum most. Local minima are left by
raising the weights of the entries that are still wrong ("breakout", Morris, AAAI 1993).

With ``balls`` the scores are 2 <q, k> - |k|^2, larger where the distance is less; a coordinate of an item then moves
them by a square, too.

Where a lattice is small enough all of its points are tried as queries of the rows that are still wrong.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from ..arrays import Ints, Signs
from .wide_margin import FAR, Floats, row_gaps, scores_of

SWEEPS = 10_000
"""Most sweeps of a descent."""
FEW = 8
"""Grids of so many numbers have all of them tried as values of an entry; of larger ones only steps are."""

STEPS = (1, -1, 3, -3, 9, -9)
MOST_POINTS = 2**18
"""Lattices of so many points are gone through for queries."""

MOST_MISSED = 64
"""Most rows for which that is done."""


@dataclass(frozen=True, eq=False)
class Separated:
    """Tables of integers, and how many rows they do not separate."""

    queries: Ints
    items: Ints
    missed: int
    sweeps: int


def nearest_in(values: Sequence[int], table: Floats, *, by_row: bool) -> Floats:
    """A table scaled to the range of the values, as a whole or row by row, and rounded to them.

    A query may be scaled by itself, since its threshold is; items with one another only.

    >>> nearest_in(range(-2, 2), np.array([[1.0, -0.2, -0.5]]), by_row=True).tolist()
    [[1.0, 0.0, -1.0]]
    """
    low, high = values[0], values[-1]
    step = values[1] - values[0]
    largest = np.abs(table).max(axis=1 if by_row else None, keepdims=True)
    scaled = table / np.where(largest > 0, largest, 1) * (high + 0.499 * step)
    kind = float_type(values, table.shape[1])
    return np.asarray(np.clip(np.rint((scaled - low) / step) * step + low, low, high), dtype=kind)


def float_type(values: Sequence[int], d: int) -> type[np.floating]:
    """A type of floats in which scores of so many products, and sums of two of them, are exact integers.

    >>> float_type(range(-128, 128), 6).__name__, float_type(range(-(2**15), 2**15), 6).__name__
    ('float32', 'float64')
    """
    largest = max(abs(values[0]), abs(values[-1]))
    return np.float32 if 4 * d * largest**2 < 2**24 else np.float64


def separate(
    signs: Signs,
    values: Sequence[int],
    queries: Floats,
    items: Floats,
    rng: np.random.Generator,
    *,
    patience: int = 60,
    balls: bool = False,
    gap: Fraction | int = 0,
    null: Ints | None = None,
    deadline: float = float("inf"),
) -> Separated:
    """Descend from tables of the grid until every row is separated, or nothing has helped for a while.

    Parameters
    ----------
    signs : int8 array (R, C) over 1, -1, 0 (no condition)
    values : the grid, ascending, at equal distances
    queries, items : tables of it, (R, d) and (C, d)
    patience : sweeps without progress after which the descent is given up
    balls : whether distances are compared, and not inner products; entries are then such that 6 d times the square of
        the largest is an exact float
    gap : what scores keep from the threshold of their row, at least; 0 for no more than that they differ from it
    null : array (d,) of the grid, the null key, whose score is each row's threshold; without, thresholds are free
    deadline : value of ``time.monotonic()`` after which the best tables so far are returned

    Guarantee
    ---------
    Entries are of the grid, and ``missed`` counts the rows whose scores, exact integers, are not separated.

    Examples
    --------
    >>> pairs = np.array([[1, 1, -1, -1], [-1, 1, 1, -1], [-1, -1, 1, 1], [1, -1, -1, 1]], dtype=np.int8)
    >>> start = np.ones((4, 3), dtype=np.float32), np.eye(4, 3, dtype=np.float32)
    >>> separate(pairs, range(-2, 2), *start, np.random.default_rng(0)).missed
    0
    """
    work = _Descent(signs, values, queries.copy(), items.copy(), balls, float(gap), null)
    best, stale = work.state(0), 0
    for sweep in range(1, SWEEPS + 1):
        if not best.missed or stale > patience or time.monotonic() > deadline:
            break
        work.sweep(rng)
        found = work.state(sweep)
        stale = 0 if found.missed < best.missed else stale + 1
        best = found if found.missed < best.missed else best
    if not balls and 0 < best.missed <= MOST_MISSED and len(values) ** queries.shape[1] <= MOST_POINTS:
        best = work.all_queries_tried(best, deadline)
    return best


class _Descent:
    def __init__(
        self, signs: Signs, values: Sequence[int], queries: Floats, items: Floats, balls: bool, gap: float,
        null: Ints | None,
    ) -> None:  # fmt: skip
        self.signs, self.values, self.balls, self.zero = signs, values, balls, null is not None
        self.null = np.zeros(items.shape[1], dtype=np.int64) if null is None else null
        items = np.asarray(items - self.null, dtype=items.dtype)
        kind = queries.dtype
        self.float_signs = signs.astype(kind)
        self.queries, self.items = queries, items
        self.step = values[1] - values[0]
        # In the midrise grid scores of one width are all odd or all even, in the other they are any integers.
        self.unit = kind.type(1 if balls else self.step)
        self.margin = max(self.unit / 2, kind.type(gap))
        self.weights = (signs != 0).astype(kind)
        self.scores = scores_of(queries, items, balls=balls)
        self.thresholds = self._middles()

    def state(self, sweep: int) -> Separated:
        missed = int(
            (row_gaps(self.scores, self.signs, zero=self.zero) < 2 * self.margin).sum()
        )  # exact: ``float_type``
        return Separated(self.queries.astype(np.int64), self.items.astype(np.int64) + self.null, missed, sweep)

    def sweep(self, rng: np.random.Generator) -> None:
        self._move_thresholds()
        wrong = self.float_signs * (self.scores - self.thresholds) < self.margin - 1e-3
        self.weights *= np.where(wrong, 1.3, 1).astype(self.weights.dtype)
        self.weights *= (self.signs != 0).sum() / max(1e-9, float(self.weights.sum()))
        np.clip(self.weights, 0.05, 50, out=self.weights)
        self.weights *= self.signs != 0
        margins = self.float_signs * (self.scores - self.thresholds)
        at_rest = np.zeros_like(self.null)
        self._improve(self.queries, self.items, margins, self.float_signs, self.weights, rng, at_rest)
        margins = self.float_signs * (scores_of(self.queries, self.items, balls=self.balls) - self.thresholds)
        turned = (margins.T.copy(), self.float_signs.T.copy(), self.weights.T.copy())
        self._improve(self.items, self.queries, *turned, rng, self.null, bulge=self.balls)
        self.scores = scores_of(self.queries, self.items, balls=self.balls)

    def _loss(self, margins: Floats, weights: Floats) -> Floats:
        short = np.maximum(self.margin - margins, 0)
        return np.asarray(np.einsum("rc,rc,rc->r", weights, short, short))

    def _middles(self) -> Floats:
        if self.zero:
            return np.zeros((len(self.scores), 1), dtype=self.scores.dtype)
        low = np.where(self.signs == 1, self.scores, FAR).min(axis=1)
        high = np.where(self.signs == -1, self.scores, -FAR).max(axis=1)
        return np.asarray(((np.minimum(low, FAR) + np.maximum(high, -FAR)) / 2)[:, None])

    def _move_thresholds(self) -> None:
        if self.zero:
            return
        tried = [self.thresholds, self.thresholds - self.unit, self.thresholds + self.unit, self._middles()]
        losses = [self._loss(self.float_signs * (self.scores - t), self.weights) for t in tried]
        self.thresholds = np.choose(np.argmin(losses, axis=0)[:, None], tried)

    def _improve(
        self, table: Floats, others: Floats, margins: Floats, signs: Floats, weights: Floats, rng: np.random.Generator,
        less: Ints, *, bulge: bool = False,
    ) -> None:  # fmt: skip
        """A pass over the coordinates of ``table``, all vectors at once; entries are of the grid, minus ``less``."""
        factor = 1 + self.balls
        current = self._loss(margins, weights)
        for j in rng.permutation(table.shape[1]).tolist():
            entries = table[:, j].copy()
            moving = factor * signs * others[:, j]
            best, least = entries.copy(), current
            for candidate in self._candidates(entries, int(less[j])):
                change = (candidate - entries)[:, None] * moving
                if bulge:
                    change -= signs * (candidate**2 - entries**2)[:, None]
                loss = self._loss(margins + change, weights)
                better = loss < least - 1e-5
                best, least = np.where(better, candidate, best), np.where(better, loss, least)
            if (best != entries).any():
                margins += (best - entries)[:, None] * moving
                if bulge:
                    margins -= signs * (best**2 - entries**2)[:, None]
                table[:, j], current = best, least

    def _candidates(self, entries: Floats, less: int) -> list[Floats]:
        if len(self.values) <= FEW:
            return [np.full_like(entries, value - less) for value in self.values]
        low, high = self.values[0] - less, self.values[-1] - less
        return [np.clip(entries + self.step * step, low, high) for step in STEPS]

    def all_queries_tried(self, found: Separated, deadline: float) -> Separated:
        """Queries for the rows that are missed, out of all points of the lattice, where there are any."""
        d = found.items.shape[1]
        half = d // 2
        first, second = (
            np.array(list(product(self.values, repeat=width)), dtype=np.float64).reshape(
                len(self.values) ** width, width
            )
            for width in (half, d - half)
        )
        items = (found.items - self.null).astype(np.float64)
        queries = found.queries.copy()
        gaps = row_gaps(queries @ items.T, self.signs, zero=self.zero)
        starts, ends = first @ items[:, :half].T, second @ items[:, half:].T
        for row in np.flatnonzero(gaps < 2 * self.margin).tolist():
            for i, start in enumerate(starts):
                if time.monotonic() > deadline:
                    return found
                scores = ends + start
                gaps = row_gaps(scores, np.broadcast_to(self.signs[row], scores.shape), zero=self.zero)
                k = int(gaps.argmax())
                if gaps[k] >= 2 * self.margin:
                    queries[row] = np.concatenate([first[i], second[k]])
                    break
            else:
                return found  # one row without a query is enough
        return Separated(queries, found.items, 0, found.sweeps)
