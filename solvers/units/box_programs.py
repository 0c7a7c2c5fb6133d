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
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from ..arrays import Floats, Ints, Signs
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
        self._compiled: dict[tuple[bytes, int], AlternatingPrograms] = {}

    def __call__(
        self, signs: Signs, d: int, rng: np.random.Generator, *, steps: int = ROUNDS, null: Floats | None = None,
        target: float = 0.5, deadline: float = float("inf"),
    ) -> WideTables:  # fmt: skip
        """The tables of the widest gap that ``steps`` rounds for one target come to, from random items."""
        rows, columns = np.nonzero(signs)
        shift = np.zeros(d) if null is None else null
        known = signs.tobytes(), d
        if known not in self._compiled:  # items less the null key: then thresholds are 0
            conditions = Conditions(rows, columns, signs[rows, columns].astype(float))
            self._compiled[known] = AlternatingPrograms(
                signs.shape, conditions, d, free=null is None, items=(-1 - shift, 1 - shift), queries=(-1, 1)
            )
        start = rng.uniform(-1, 1, (signs.shape[1], d)) - shift
        wanted = np.full(len(rows), target)
        best = WideTables(np.zeros((len(signs), d)), start + shift, -float("inf"))
        for queries, items, _ in self._compiled[known].rounds(start, wanted, steps, deadline=deadline):
            gap = float(row_gaps(queries @ items.T, signs, zero=null is not None).min(initial=float("inf")))
            if gap > best.gap:
                best = WideTables(queries, items + shift, gap)
        return best


class Conditions(NamedTuple):
    """What scores have to meet: sign (<w_row, u_column> - t_row) is at least a number that is given later."""

    rows: Ints
    columns: Ints
    signs: Floats


Range = tuple[Floats | float, Floats | float]
"""The least and the greatest entries of a vector."""


class AlternatingPrograms:
    """The programs for the queries and for the items of one shape.

    Parameters
    ----------
    shape : (R, C)
    conditions : Conditions
    d : int >= 1
    free : whether each row has a threshold of its own; without it is 0
    queries, items : the boxes of the vectors
    """

    def __init__(
        self, shape: tuple[int, ...], conditions: Conditions, d: int, *, free: bool, queries: Range, items: Range
    ) -> None:
        self.shape, self.conditions, self.d = shape, conditions, d
        rows, columns, signs = conditions
        self._queries = [
            (part, _Block(rows[part], columns[part], signs[part], shape, d, free=free, box=queries))
            for part in _parts(rows)
        ]
        self._items = [
            (part, _Block(columns[part], rows[part], signs[part], shape[::-1], d, free=False, box=items))
            for part in _parts(columns)
        ]

    def rounds(
        self,
        items: Floats,
        wanted: Floats,
        rounds: int,
        *,
        deadline: float = float("inf"),
        look: Callable[[], None] = lambda: None,
    ) -> Iterator[tuple[Floats, Floats, Floats]]:
        """Queries, items and thresholds after each round, until all conditions hold, ``rounds`` or the deadline.

        A program that is not solved before the deadline, or at all, ends them; so does what ``look`` raises, which is
        called before each.
        """
        rows, columns, signs = self.conditions
        weights = np.ones(len(rows))
        for _ in range(rounds):
            queries = self._solved(self._queries, self.shape[0], items, wanted, weights, deadline, look)
            if queries is None:
                return
            thresholds = queries[1]
            lifted = wanted + signs * thresholds[rows]
            found = self._solved(self._items, self.shape[1], queries[0], lifted, weights, deadline, look)
            if found is None:
                return
            items = found[0]
            yield queries[0], items, thresholds
            scores = np.einsum("nd,nd->n", queries[0][rows], items[columns]) - thresholds[rows]
            short = signs * scores < wanted - 1e-4 * (1 + np.abs(wanted))
            if not short.any():
                return
            weights *= np.where(short, GROWTH, 1)
            weights = np.clip(weights / weights.mean(), LEAST, MOST)

    def _solved(
        self, blocks: list[tuple[Ints, _Block]], count: int, others: Floats, wanted: Floats, weights: Floats,
        deadline: float, look: Callable[[], None],
    ) -> tuple[Floats, Floats] | None:  # fmt: skip
        """The vectors of all blocks, 0 where nothing is asked of one, and their thresholds (0 unless they are free)."""
        table, levels = np.zeros((count, self.d)), np.zeros(count)
        for part, block in blocks:
            look()
            found = block.solve(others, wanted[part], weights[part], deadline)
            if found is None:
                return None
            table[block.vectors], levels[block.vectors] = found
        return table, levels


def _parts(vectors: Ints) -> list[Ints]:
    """The conditions by their vectors, cut into parts of about ``MOST_ENTRIES``."""
    order = np.argsort(vectors, kind="stable")
    parts: list[Ints] = []
    start = 0
    while start < len(order):
        end = min(start + MOST_ENTRIES, len(order))
        while start < end < len(order) and vectors[order[end - 1]] == vectors[order[end]]:
            end += 1
        parts.append(order[start:end])
        start = end
    return parts


class _Block:
    """Vectors v_i in a box against vectors x_j that are fixed: the least weighted sum of what conditions lack.

    sign (<v_i, x_j> - b_i) + lacking >= wanted, where b_i is a free threshold, or 0.
    """

    def __init__(
        self, of: Ints, others: Ints, signs: Floats, shape: tuple[int, ...], d: int, *, free: bool, box: Range
    ) -> None:
        cp: Any = import_module("cvxpy")
        self.vectors, i = np.unique(of, return_inverse=True)
        self._x = cp.Parameter((shape[1], d))
        self._wanted, self._weights = cp.Parameter(len(of)), cp.Parameter(len(of), nonneg=True)
        self._v, lacking = cp.Variable((len(self.vectors), d)), cp.Variable(len(of), nonneg=True)
        self._b = cp.Variable(len(self.vectors)) if free else None
        scores = (self._v @ self._x.T)[i, others]
        met = cp.multiply(signs, scores if self._b is None else scores - self._b[i])
        low, high = (np.broadcast_to(end, (len(self.vectors), d)) for end in box)
        within = [self._v >= low, self._v <= high] if np.isfinite(high).all() else []
        self._problem: Any = cp.Problem(cp.Minimize(self._weights @ lacking), [lacking >= self._wanted - met, *within])

    def solve(self, x: Floats, wanted: Floats, weights: Floats, deadline: float) -> tuple[Floats, Floats] | None:
        """The vectors and their thresholds; None if the solver has none before the deadline."""
        left = deadline - time.monotonic()
        if left <= 0:
            return None
        self._x.value, self._wanted.value, self._weights.value = x, wanted, weights
        limit: dict[str, Any] = {"max_threads": 1} | ({"time_limit": left} if left < 1e9 else {})  # see GramProgram
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
