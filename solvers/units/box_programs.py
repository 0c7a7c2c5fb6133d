"""Float tables with a wide gap, by alternating linear programs in a box, modelled in cvxpy.

Wanted are queries w_r and items u_c with entries in [-1, 1], and thresholds t_r, such that

    A_rc (<w_r, u_c> - t_r)  >=  T        where A_rc is 1 or -1

for a target T. What is missing from T, summed with a weight for each entry, is convex in the queries and thresholds
while the items are fixed, and in the items while queries and thresholds are: a linear program each. They are solved in
turn; the weights of entries that are still short grow ("breakout", Morris, AAAI 1993), which leads out of local minima.
(To maximise the least margin of each row instead stops soon: a row that cannot be met gets the query 0.) With a null
key its score is the threshold.

What is fixed, and the weights, are parameters, so a program is compiled once for each shape (cvxpy's disciplined
parametrized programs: Agrawal et al. 2019, "Differentiable convex optimization layers"). A program has at most
``MOST_ENTRIES`` entries of the pattern; larger patterns are cut into blocks of rows, and into blocks of items, which do
not depend on one another. Nothing is proved here.
"""

from __future__ import annotations

import time
import warnings
from importlib import import_module
from typing import Any

import numpy as np

from ..arrays import Floats, Signs
from .wide_margin import WideTables, row_gaps

MOST_ENTRIES = 10_000
"""Entries of the pattern in one program."""

ROUNDS = 25
"""Pairs of programs for one target."""

GROWTH, LEAST, MOST = 1.25, 0.05, 50.0
"""How weights grow, and the least and the greatest, as multiples of their mean."""


class BoxSearch:
    """What looks for tables with a wide gap, with the arguments of ``wide_tables``; keeps its compiled programs.

    Examples
    --------
    >>> pairs = np.array([[1, 1, -1, -1], [-1, 1, 1, -1], [-1, -1, 1, 1], [1, -1, -1, 1]], dtype=np.int8)
    >>> BoxSearch()(pairs, 2, np.random.default_rng(0), target=0.5).gap > 0.99  # twice the target, or nearly
    True
    """

    def __init__(self) -> None:
        import_module("cvxpy")  # takes a second, for those alone who solve a program, and no search's time
        self._compiled: dict[tuple[bytes, int], BoxPrograms] = {}

    def __call__(
        self, signs: Signs, d: int, rng: np.random.Generator, *, steps: int = ROUNDS, null: Floats | None = None,
        target: float = 0.5, deadline: float = float("inf"),
    ) -> WideTables:  # fmt: skip
        """The tables of the widest gap that ``steps`` rounds for one target come to, from random items."""
        start = rng.uniform(-1, 1, (signs.shape[1], d))
        return self._of(signs, d, null).search(start, target, rounds=steps, deadline=deadline)

    def _of(self, signs: Signs, d: int, null: Floats | None) -> BoxPrograms:
        known = signs.tobytes(), d
        if known not in self._compiled:
            self._compiled[known] = BoxPrograms(signs, d, null)
        return self._compiled[known]


class BoxPrograms:
    """The programs of one shape.

    Parameters
    ----------
    signs : int8 array (R, C)
        1 where a score has to be above the threshold, -1 where below, 0 where either will do.
    d : int >= 1
    null : array (d,), the null key, whose score is each row's threshold; without, thresholds are free
    """

    def __init__(self, signs: Signs, d: int, null: Floats | None = None) -> None:
        self.signs, self.d, self.free = signs.astype(float), d, null is None
        self.null = np.zeros(d) if null is None else null.astype(float)
        rows, columns = signs.shape
        self._queries = [
            _Block(self.signs[part], d, free=self.free, low=-np.ones(d), high=np.ones(d))
            for part in _parts(rows, columns)
        ]
        self._items = [
            _Block(self.signs.T[part], d, free=False, low=-1 - self.null, high=1 - self.null)
            for part in _parts(columns, rows)
        ]

    def search(
        self, items: Floats, target: float, *, rounds: int = ROUNDS, deadline: float = float("inf")
    ) -> WideTables:
        """The tables of the widest gap that so many rounds come to, which end where the target is reached.

        A program that is not solved before the deadline, or at all, ends the search.
        """
        rows, columns = self.signs.shape
        items = items - self.null
        weights = np.abs(self.signs)
        best = WideTables(np.zeros((rows, self.d)), items + self.null, -float("inf"))
        for _ in range(rounds):
            queries = self._solved(self._queries, items, np.zeros(columns), weights, target, deadline)
            if queries is None:
                break
            thresholds = queries[1]
            found = self._solved(self._items, queries[0], thresholds, weights.T, target, deadline)
            if found is None:
                break
            items = found[0]
            scores = queries[0] @ items.T
            gap = float(row_gaps(scores, self.signs.astype(np.int8), zero=not self.free).min(initial=float("inf")))
            if gap > best.gap:
                best = WideTables(queries[0], items + self.null, gap)
            short = self.signs * (scores - thresholds[:, None]) < target * (1 - 1e-4)
            if not (short & (self.signs != 0)).any():
                break
            weights = np.where(short, GROWTH, 1) * weights
            weights = np.clip(weights / weights[self.signs != 0].mean(), LEAST, MOST) * np.abs(self.signs)
        return best

    def _solved(
        self, blocks: list[_Block], others: Floats, thresholds: Floats, weights: Floats, target: float, deadline: float
    ) -> tuple[Floats, Floats] | None:
        """The vectors of all blocks, and their thresholds (0 unless they are free)."""
        tables, levels, at = [], [], 0
        for block in blocks:
            part = slice(at, at + len(block.signs))
            at += len(block.signs)
            found = block.solve(others, thresholds, weights[part], target, deadline)
            if found is None:
                return None
            tables.append(found[0])
            levels.append(found[1])
        return np.vstack(tables), np.concatenate(levels)


def _parts(vectors: int, others: int) -> list[slice]:
    size = max(1, MOST_ENTRIES // max(1, others))
    return [slice(start, start + size) for start in range(0, vectors, size)]


class _Block:
    """Vectors v_i in a box against vectors x_j that are fixed: the least weighted sum of what margins lack.

    margin_ij = A_ij (<v_i, x_j> - b_i - c_j), where b_i is a free threshold, or 0, and c_j a fixed one.
    """

    def __init__(self, signs: Floats, d: int, *, free: bool, low: Floats, high: Floats) -> None:
        self.signs, self._least = signs, np.zeros((len(signs), d)) + low
        self._problem: Any = None
        vectors, others = signs.shape
        self._i, self._j = (place.ravel() for place in np.nonzero(signs))
        count = len(self._i)
        if not count:
            return
        cp: Any = import_module("cvxpy")
        self._x = cp.Parameter((others, d))
        self._right, self._weights = cp.Parameter(count), cp.Parameter(count, nonneg=True)
        self._v, lacking = cp.Variable((vectors, d)), cp.Variable(count, nonneg=True)
        self._b = cp.Variable(vectors) if free else None
        scores = (self._v @ self._x.T)[self._i, self._j]
        margins = cp.multiply(signs[self._i, self._j], scores if self._b is None else scores - self._b[self._i])
        self._problem = cp.Problem(
            cp.Minimize(self._weights @ lacking),
            [lacking >= self._right - margins, self._v >= low[None, :], self._v <= high[None, :]],
        )

    def solve(
        self, x: Floats, thresholds: Floats, weights: Floats, target: float, deadline: float
    ) -> tuple[Floats, Floats] | None:
        """The vectors and their thresholds; None if the solver has none before the deadline."""
        if self._problem is None:
            return self._least, np.zeros(len(self._least))
        left = deadline - time.monotonic()
        if left <= 0:
            return None
        self._x.value = x
        self._right.value = target + (self.signs * thresholds[None, :])[self._i, self._j]
        self._weights.value = weights[self._i, self._j]
        limit: dict[str, Any] = {"time_limit": left} if left < 1e9 else {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a solution is inaccurate: it is compared anyway
            try:
                self._problem.solve(solver="CLARABEL", **limit)
            except Exception:  # cvxpy.SolverError, and what solvers raise beside it
                return None
        if self._v.value is None or not np.isfinite(self._v.value).all():
            return None
        levels = np.zeros(len(self._v.value)) if self._b is None else np.asarray(self._b.value)
        return np.asarray(self._v.value), levels
