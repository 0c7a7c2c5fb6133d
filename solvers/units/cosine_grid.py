"""Integer tables of a grid whose cosines separate every row, by weighted descent: what to verify.

A vector of small integers stands for its direction. Rounding looks for the multiple of a real vector that is nearest,
in angle, to a point of the grid. What is left is repaired as in ``grid_descent``: with cosines s_rc, a threshold t_r in
the middle of each row and weights that grow where an entry stays wrong, each sweep lowers

    sum_rc  weight_rc * max(0, g - P_rc (s_rc - t_r))^2

by changing one coordinate of every query, then of every item. g starts at the margin that is wanted, or at a little
more than the one at hand, and grows as long as it is met. Where the grid has few points, all are tried as queries.
Nothing is proved here.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ..arrays import Floats, Ints, Signs
from .unit_margin import unit
from .wide_margin import row_gaps

SCALES = 48
"""Multiples of a vector that are rounded."""

STEPS = (1, -1, 2, -2, 5, -5)
FEW = 4
"""Grids of so many numbers have all of them tried as values of an entry; of larger ones only steps are."""

MOST_POINTS, MOST_PRODUCTS = 2**14, 2**25
"""Grids of so many points are gone through for queries, if points times entries of the pattern are not too many."""

KICKS = 5
"""Sweeps without progress after which a few items are changed by chance."""

GROWS = 1.04
"""How much more than the margin at hand is wanted next."""


@dataclass(frozen=True, eq=False)
class CosineTables:
    """Integers, and their margin by cosine, in floats: half the least gap."""

    queries: Ints
    items: Ints
    margin: float


def nearest_directions(values: Sequence[int], table: Floats) -> Ints:
    """For each row a point of the grid, not 0, at a small angle to it.

    >>> nearest_directions(range(-2, 2), np.array([[0.9, 0.5], [-0.8, 0.4], [0.0, 0.1]])).tolist()
    [[1, 1], [-2, 1], [0, 1]]
    """
    low, high, step = values[0], values[-1], values[1] - values[0]
    largest = np.abs(table).max(axis=1, keepdims=True, initial=0.0)
    scaled = table / np.where(largest > 0, largest, 1)
    best, at = np.full(len(table), -np.inf), np.zeros(table.shape, dtype=np.int64)
    for scale in np.linspace(0.6 * step, max(abs(low), high) + 0.499 * step, min(SCALES, 8 * len(values))):
        tried = np.clip(np.rint((scaled * scale - low) / step) * step + low, low, high).astype(np.int64)
        lengths = np.linalg.norm(tried, axis=1)
        near = np.where(lengths > 0, (tried * scaled).sum(axis=1) / np.where(lengths > 0, lengths, 1), -np.inf)
        better = near > best + 1e-12
        at[better], best = tried[better], np.maximum(best, near)
    at[~at.any(axis=1), :1] = high
    return at


def cosine_tables(
    signs: Signs,
    values: Sequence[int],
    queries: Floats,
    items: Floats,
    rng: np.random.Generator,
    *,
    wanted: float = 0.0,
    patience: int = 40,
    deadline: float = float("inf"),
) -> CosineTables:
    """The tables of the grid with the widest margin that a descent from rounded real tables finds.

    Parameters
    ----------
    signs : int8 array (R, C) over 1, -1, 0 (no condition); every row has both signs
    values : the grid, ascending, at equal distances
    queries, items : real tables, (R, d) and (C, d)
    wanted : margin at which the search stops; 0: any positive one
    patience : sweeps without progress after which it is given up
    deadline : value of ``time.monotonic()``

    Examples
    --------
    >>> pairs = np.array([[1, 1, -1, -1], [-1, 1, 1, -1], [-1, -1, 1, 1], [1, -1, -1, 1]], dtype=np.int8)
    >>> square = np.array([[1.0, 0.2], [0.1, 1.0], [-1.0, 0.1], [0.1, -0.9]])
    >>> found = cosine_tables(pairs, range(-2, 2), square, square, np.random.default_rng(0), wanted=0.35)
    >>> round(found.margin, 4)
    0.7071
    """
    work = _Descent(signs, values, nearest_directions(values, queries), nearest_directions(values, items))
    best, stale = work.tables(), 0
    while best.margin <= wanted * (1 + 1e-12) and stale <= patience and time.monotonic() < deadline:
        if stale % KICKS == KICKS - 1:
            work.kick(best, rng)
        aim = max(wanted * (1 + 1e-6), best.margin * GROWS, 1e-3)
        work.sweep(aim * (1 + 0.3 * (stale % 2)), rng)
        found = work.tables()
        stale, best = (0, found) if found.margin > best.margin + 1e-12 else (stale + 1, best)
    return best


def widest_grid_queries(signs: Signs, values: Sequence[int], items: Ints) -> Ints | None:
    """For each row the point of the grid with the widest gap; None where there are too many points."""
    d = items.shape[1]
    if len(values) ** d > MOST_POINTS or len(values) ** d * signs.size > MOST_PRODUCTS:
        return None
    points = np.array(list(product(values, repeat=d)), dtype=np.int64).reshape(-1, d)
    points = points[points.any(axis=1)]
    scores = unit(points.astype(float)) @ unit(items.astype(float)).T
    chosen = [int(row_gaps(scores, np.broadcast_to(row, scores.shape)).argmax()) for row in signs]
    return np.asarray(points[chosen])


class _Descent:
    def __init__(self, signs: Signs, values: Sequence[int], queries: Ints, items: Ints) -> None:
        self.signs, self.values = signs, values
        self.float_signs = signs.astype(float)
        self.step = values[1] - values[0]
        self.queries, self.items = queries, items
        self.weights = (signs != 0).astype(float)
        self.refit()

    def refit(self) -> None:
        """The best queries, where all can be tried."""
        better = widest_grid_queries(self.signs, self.values, self.items)
        self.queries = self.queries if better is None else better

    def tables(self) -> CosineTables:
        """What is at hand."""
        gaps = row_gaps(self._scores(), self.signs)
        return CosineTables(self.queries.copy(), self.items.copy(), float(gaps.min(initial=2.0)) / 2)

    def kick(self, best: CosineTables, rng: np.random.Generator) -> None:
        """Go back to the best tables, and change an item or two by chance."""
        self.queries, self.items = best.queries.copy(), best.items.copy()
        chosen = rng.choice(len(self.items), min(len(self.items), int(rng.integers(1, 3))), replace=False)
        points = rng.choice(self.values, (len(chosen), self.items.shape[1]))
        self.items[chosen] = np.where(points.any(axis=1, keepdims=True), points, self.items[chosen])
        self.weights = (self.signs != 0).astype(float)
        self.refit()

    def sweep(self, aim: float, rng: np.random.Generator) -> None:
        """Change each coordinate of all queries and all items once."""
        thresholds, scores = self._middles(), self._scores()
        wrong = self.float_signs * (scores - thresholds) < aim * (1 - 1e-6)
        self.weights *= np.where(wrong, 1.3, 1.0)
        self.weights *= (self.signs != 0).sum() / max(1e-9, float(self.weights.sum()))
        np.clip(self.weights, 0.05, 50, out=self.weights)
        self.weights *= self.signs != 0
        self._improve(self.queries, self.items, self.float_signs, thresholds, self.weights, aim, rng)
        self.refit()
        turned = (self.float_signs.T.copy(), self._middles().T, self.weights.T.copy())
        self._improve(self.items, self.queries, *turned, aim, rng)
        self.refit()

    def _scores(self) -> Floats:
        return np.asarray(unit(self.queries.astype(float)) @ unit(self.items.astype(float)).T)

    def _middles(self) -> Floats:
        scores = self._scores()
        low = np.where(self.signs == 1, scores, 1).min(axis=1)
        high = np.where(self.signs == -1, scores, -1).max(axis=1)
        return np.asarray((low + high) / 2)[:, None]

    def _improve(
        self, table: Ints, others: Ints, signs: Floats, thresholds: Floats, weights: Floats, aim: float,
        rng: np.random.Generator,
    ) -> None:  # fmt: skip
        directions = unit(others.astype(float))
        raw, squares = table @ directions.T, (table * table).sum(axis=1)

        def loss(sums: Floats, lengths: Ints) -> Floats:
            cosines = sums / np.sqrt(np.maximum(lengths, 1))[:, None]
            short = np.maximum(aim - signs * (cosines - thresholds), 0)
            return np.asarray(np.where(lengths > 0, np.einsum("rc,rc,rc->r", weights, short, short), np.inf))

        current = loss(raw, squares)
        for j in rng.permutation(table.shape[1]).tolist():
            entries = table[:, j].copy()
            best, least = entries.copy(), current
            for candidate in self._candidates(entries):
                sums = raw + (candidate - entries)[:, None] * directions[:, j]
                found = loss(sums, squares + candidate**2 - entries**2)
                better = found < least - 1e-9
                best, least = np.where(better, candidate, best), np.where(better, found, least)
            if (best != entries).any():
                raw += (best - entries)[:, None] * directions[:, j]
                squares += best**2 - entries**2
                table[:, j], current = best, least

    def _candidates(self, entries: Ints) -> list[Ints]:
        if len(self.values) <= FEW:
            return [np.full_like(entries, value) for value in self.values]
        return [np.clip(entries + self.step * step, self.values[0], self.values[-1]) for step in STEPS]
