"""Points and queries that realise a sign pattern by cosine or Euclidean distance, or with shared query vectors.

Floats propose: keys y are unit vectors of R^D (points of R^d for inner products), and the hinge loss of
``weighted_hinge.py`` is minimised over

    score of row r and key c  =  <a_g, y_c> + t_r u_c ,      g the query of row r

with u = 1 for inner products and cosines (D = d). For Euclidean distance D = d + 1, u = 1 - y_D, and the point
(0, .., 0, 1), the *pole*, scores below 0 in every row: stereographic projection from the pole takes y to
x = y' / (1 - y_D) with (|x|^2 + 1) (1 - y_D) = 2, so that a row is a ball of R^d, and rows of one query are concentric.

Integers dispose: coordinates are rounded to more and more bits, those of points on the sphere after stereographic
projection, x = v / s -> (2 s v, |v|^2 - s^2) / (|v|^2 + s^2), so that they stay on it; every score is computed again.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np

from ...certificates.evaluate.vectors import signs_hold
from ...certificates.meter import UNLIMITED, Meter
from ..arrays import Floats, Signs
from .descent import OutOfTime
from .weighted_hinge import LENGTH, WeightedHinge, spectral_start, unit_rows

IntegerTable = tuple[tuple[int, ...], ...]
BITS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 48)
SYMBOLS = np.array(["", "+", "*", "-"])
"""The letters of 1, 2 and -1."""

EXTRA_BITS = 4
"""More bits for queries than for points: they come last."""


@dataclass(frozen=True)
class ScoredPoints:
    """Integer tables as ``certificates`` reads them; empty if nothing was found.

    ``keys`` are (v, w), points v / w of R^d with w > 0. ``queries`` are (q, t), a row each, with the score
    <q, v> + t w; for Euclidean distance (q, -s, t), s > 0, with the score w <q, v> - s |v|^2 + t w^2.
    """

    queries: IntegerTable
    keys: IntegerTable

    @property
    def found(self) -> bool:
        """Whether there is a key."""
        return bool(self.keys)


def realise_scored(
    pattern: Signs,
    d: int,
    score: str,
    *,
    shared: Sequence[int] = (),
    seed: int = 0,
    restarts: int | None = 20,
    seconds: float = float("inf"),
) -> ScoredPoints:
    """Points of R^d, on the unit sphere for cosines, and queries, whose scores have the signs of the pattern.

    Parameters
    ----------
    pattern : (R, C) array over {-1, 1, 2}; 2 means no condition
    d : dimension >= 1
    score : ``"inner"``, ``"cosine"`` or ``"euclidean"``; thresholds are free
    shared : the query of each row, 0, 1, ..; each row its own if empty
    seed, restarts, seconds : as for ``realise``

    Returns
    -------
    ScoredPoints
        Every score verified in integers; empty if this search saw none, which says nothing.

    Examples
    --------
    >>> one_each = (2 * np.eye(4) - 1).astype(np.int8)
    >>> realise_scored(one_each, 1, "euclidean").found, realise_scored(one_each, 1, "cosine", restarts=2).found
    (True, False)
    """
    deadline = time.monotonic() + seconds
    objective = _ScoredHinge(pattern, d, score, tuple(shared) or tuple(range(len(pattern))), deadline)
    rng = np.random.default_rng(seed)
    for _ in count() if restarts is None else range(restarts):
        try:
            for found in objective.reweighted(objective.start(rng)):
                if not objective.wrong(found).any():
                    points = _integers(objective, found, pattern, deadline)
                    if points.found:
                        return points
                    break
        except OutOfTime:
            break
    return ScoredPoints((), ())


class _ScoredHinge(WeightedHinge):
    """The loss in a, t and the keys before they are normalised."""

    def __init__(self, pattern: Signs, d: int, score: str, query_of: tuple[int, ...], deadline: float) -> None:
        self.score, self.d = score, d
        self.balls = score == "euclidean"
        self.width = d + self.balls
        self.query_of = np.array(query_of)
        self.queries = int(self.query_of.max()) + 1
        self.keys = pattern.shape[1]
        pole = np.full((len(pattern), int(self.balls)), -1, dtype=np.int8)
        super().__init__(np.hstack([pattern, pole]), deadline)

    def split(self, x: Floats) -> tuple[Floats, Floats, Floats]:
        """a (queries, D), t (rows,), keys (columns, D)."""
        first = self.queries * self.width
        second = first + len(self.query_of)
        return x[:first].reshape(-1, self.width), x[first:second], x[second:].reshape(-1, self.width)

    def points(self, keys: Floats) -> Floats:
        """The keys as they score, with the pole."""
        if self.score == "inner":
            return keys
        on_sphere = keys / np.maximum(np.linalg.norm(keys, axis=1, keepdims=True), 1e-12)
        return np.vstack([on_sphere, np.eye(self.width)[-1:]]) if self.balls else on_sphere

    def scores(self, x: Floats) -> Floats:
        a, t, keys = self.split(x)
        y = self.points(keys)
        u = 1 - y[:, -1] if self.balls else np.ones(len(y))
        self.seen = y, u
        return np.asarray((a @ y.T)[self.query_of] + np.outer(t, u))

    def gradient(self, x: Floats, pull: Floats) -> Floats:
        (a, t, keys), (y, u) = self.split(x), self.seen
        of_query = np.zeros((self.queries, pull.shape[1]))
        np.add.at(of_query, self.query_of, pull)
        by_key = (of_query.T @ a)[: self.keys]
        if self.balls:
            by_key[:, -1] -= (pull.T @ t)[: self.keys]
        if self.score != "inner":
            on_sphere = y[: self.keys]
            along = (by_key * on_sphere).sum(axis=1, keepdims=True) * on_sphere
            by_key = (by_key - along) / np.maximum(np.linalg.norm(keys, axis=1, keepdims=True), 1e-12)
        return np.concatenate([(of_query @ y).ravel(), pull @ u, by_key.ravel()])

    def start(self, rng: np.random.Generator) -> Floats:
        rows, columns = spectral_start(self.pattern, self.width, rng)
        a = np.zeros((self.queries, self.width))
        np.add.at(a, self.query_of, rows)
        return np.concatenate([a.ravel(), 0.1 * rng.standard_normal(len(rows)), columns[: self.keys].ravel()])

    def rescaled(self, x: Floats) -> Floats:
        """The same signs, queries of one length."""
        a, t, keys = self.split(x)
        squares = np.zeros(self.queries)
        np.maximum.at(squares, self.query_of, t * t)
        factor = LENGTH / np.maximum(np.sqrt((a * a).sum(axis=1) + squares), 1e-12)
        size = 1.0
        if self.score == "inner":
            size = max(float(np.sqrt((keys * keys).sum(axis=1).mean())), 1e-12)
        keys = keys / size if self.score == "inner" else unit_rows(keys)
        return np.concatenate([(a * factor[:, None] * size).ravel(), t * factor[self.query_of], keys.ravel()])


def _integers(objective: _ScoredHinge, x: Floats, pattern: Signs, deadline: float) -> ScoredPoints:
    """Tables of as few bits as keep the signs."""
    a, t, keys = objective.split(objective.rescaled(x))
    y = objective.points(keys)[: objective.keys]
    query_of = objective.query_of.tolist()
    if objective.balls:
        flat = y[:, :-1] / np.maximum(1 - y[:, -1:], 1e-12)
        lines = np.hstack([a[:, :-1], a[:, -1:] / 2])[query_of]
        last = t - a[query_of, -1] / 2
    else:
        flat, lines, last = y, a[query_of], t
    sphere = objective.score == "cosine" and objective.d > 1
    if objective.score == "cosine" and not sphere:
        flat = np.sign(y)  # the sphere of R^1 is two points
    axis, sign = _far_axis(y) if sphere else (0, 1.0)
    if sphere:
        flat = np.delete(y, axis, axis=1) / (1 - sign * y[:, [axis]])
    for bits in BITS:
        if time.monotonic() > deadline:
            break
        scale, finer = 1 << bits, 1 << (bits + EXTRA_BITS)
        rounded = [[round(entry) for entry in point] for point in (flat * scale).tolist()]
        if sphere:
            table = tuple(_on_sphere(point, scale, axis, int(sign)) for point in rounded)
        else:
            table = tuple((*point, scale) for point in rounded)
        shared = [[round(entry) for entry in line] for line in (lines * finer).tolist()]
        free = [round(entry) for entry in (last * finer).tolist()]
        queries = tuple((*line, entry) for line, entry in zip(shared, free, strict=True))
        if scores_have_signs(pattern, queries, table, balls=objective.balls):
            return ScoredPoints(queries, table)
    return ScoredPoints((), ())


def _far_axis(y: Floats) -> tuple[int, float]:
    """The axis and direction whose end is farthest from all points."""
    nearest = np.concatenate([y.max(axis=0), (-y).max(axis=0)])
    place = int(nearest.argmin())
    return place % y.shape[1], 1.0 if place < y.shape[1] else -1.0


def _on_sphere(point: list[int], scale: int, axis: int, sign: int) -> tuple[int, ...]:
    """(v, w) with |v|^2 = w^2 from the stereographic coordinates of a point, seen from ``sign`` times an axis."""
    square = sum(x * x for x in point)
    flat = [2 * scale * x for x in point]
    flat.insert(axis, sign * (square - scale * scale))
    vector = (*flat, square + scale * scale)
    divisor = int(np.gcd.reduce(np.array(vector, dtype=object)))
    return tuple(x // divisor for x in vector)


def scores_have_signs(pattern: Signs, queries: IntegerTable, keys: IntegerTable, *, balls: bool) -> bool:
    """Whether integer tables have the signs of the pattern off the 2s; see ``ScoredPoints``."""
    if balls:
        if any(query[-2] >= 0 for query in queries):
            return False
        keys = tuple((*(key[-1] * x for x in key[:-1]), sum(x * x for x in key[:-1]), key[-1] ** 2) for key in keys)
    rows = ("".join(line) for line in SYMBOLS[pattern].tolist())
    return signs_hold(Meter(UNLIMITED), rows, queries, keys)
