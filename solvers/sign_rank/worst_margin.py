"""Float tables whose products have the signs of a pattern: reweighted hinge loss.

A pattern P (entries -1, 0, +1, and 2 for "no condition") asks for W (R x d) and U (C x d) with sign(W U^T) = P off the
2s. The set of solutions is open in the signed entries, closed in the zeros, and non-convex; what is minimised is

    sum_ij  weight_ij * max(0, 1 - P_ij <w_i, u_j>)^2   +   sum_{P_ij = 0} weight_ij * <w_i, u_j>^2 .

The loss is zero exactly on the solutions, up to scale. Its local minima are escaped by *reweighting*: after a short
L-BFGS run the entries that are still wrong get twice the weight, rows are rescaled to one length, and the run goes on.
(Near the least feasible d this succeeds ten times as often as fresh starts or random perturbations of the same cost.)
Every other start on a pattern without zeros is of another kind (`shrinking_margin.py`). A search that goes on after a
few starts continues with the first kind in compiled loops (`hinge_kernel.py`), with more iterations and rounds.
Zeros are then driven to machine precision by Gauss-Newton steps of least norm onto {<w_i, u_j> = 0}.

Source: the loss is a soft-margin SVM in W for fixed U; the weights are those of "breakout" search (Morris, AAAI 1993).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from .descent import OutOfTime, minimised
from .shrinking_margin import tables_by_shrinking_margin

FloatArray = NDArray[np.float64]
STAR = 2
_ROUNDS = 25  # reweighting rounds before a fresh start
_LARGE = 2000  # entries from which the first start is one with a shrinking margin, and no loop is compiled
_COMPILED = ((50, 150), (200, 150))  # rounds and L-BFGS iterations of starts in compiled loops, in turns
_LENGTH = 1.5  # row length after each round: <w, u> can reach the hinge's 1 with room to spare

COMPILED_FROM = 5
"""The first start in a compiled loop, whose import takes as long as several on small patterns."""


@dataclass(frozen=True)
class FloatTables:
    """Candidate tables in floats, rows of unit length (or zero).

    `margin`: least P_ij <w_i, u_j> over signed entries; `residual`: largest |<w_i, u_j>| over zeros; `starts` so far.
    """

    rows: FloatArray
    columns: FloatArray
    margin: float
    residual: float
    starts: int

    @property
    def solved(self) -> bool:
        """Whether every sign holds and every zero holds to rounding."""
        return self.margin > 1e-9 and self.residual < 1e-11


class Solved(Exception):
    """Raised inside the objective to leave L-BFGS as soon as every sign holds."""


def candidate_tables(
    pattern: NDArray[np.int8],
    d: int,
    *,
    rng: np.random.Generator,
    deadline: float = float("inf"),
    starts: int | None = None,
    warm_start: tuple[FloatArray, FloatArray] | None = None,
    compiled_from: int = COMPILED_FROM,
) -> Iterator[FloatTables]:
    """Yield the outcome of one start after another; those with `solved` have all signs, and zeros to rounding.

    Parameters
    ----------
    pattern : (R, C) int8 array over {-1, 0, 1, 2}
    d : dimension, >= 1
    rng : source of the starts
    deadline : value of `time.monotonic()` after which nothing more is yielded
    starts : number of fresh starts, None for no limit
    warm_start : tables (R, d) and (C, d) to begin with
    compiled_from : number of the first start in a compiled loop

    Examples
    --------
    >>> identity = (2 * np.eye(5) - 1).astype(np.int8)
    >>> rng = np.random.default_rng(0)
    >>> found = next(candidate_tables(identity, 3, rng=rng))
    >>> bool(np.all(np.sign(found.rows @ found.columns.T) == identity))
    True
    """
    objective = _Hinge(pattern, d, deadline)
    for begun in count(1) if starts is None else range(1, starts + 1):
        quick = begun >= compiled_from and pattern.size <= _LARGE
        try:
            if not quick and not objective.any_zeros and warm_start is None and begun % 2 == (pattern.size > _LARGE):
                tables = tables_by_shrinking_margin(pattern, d, rng=rng, deadline=deadline)
                yield _judged(pattern, *tables, begun)
                continue
            start = warm_start if warm_start is not None and begun == 1 else spectral_start(pattern, d, rng)
            descent = _compiled_descent(objective, start, begun) if quick else _descend(objective, start)
            for rows, columns in descent:
                found = _judged(pattern, *onto_zeros(pattern, rows, columns), begun)
                if found.solved:
                    break
            yield found
        except OutOfTime:
            return


def spectral_start(pattern: NDArray[np.int8], d: int, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """Truncated singular vectors of the pattern plus Gaussian noise (noise alone where there is no condition)."""
    n_rows, n_columns = pattern.shape
    noisy = np.where(pattern == STAR, 0, pattern) + rng.standard_normal(pattern.shape)
    left, values, right = np.linalg.svd(noisy, full_matrices=False)
    k = min(d, len(values))
    rows = 0.1 * rng.standard_normal((n_rows, d))
    columns = 0.1 * rng.standard_normal((n_columns, d))
    rows[:, :k] += left[:, :k] * np.sqrt(values[:k])
    columns[:, :k] += right[:k].T * np.sqrt(values[:k])
    return rows, columns


class _Hinge:
    """The weighted loss and its gradient in one flat vector."""

    def __init__(self, pattern: NDArray[np.int8], d: int, deadline: float) -> None:
        self.shape, self.d, self.deadline = pattern.shape, d, deadline
        self.pattern = np.ascontiguousarray(pattern, dtype=np.int8)
        self.signed = (pattern == 1) | (pattern == -1)
        self.zeros = pattern == 0
        self.signs = np.where(self.signed, pattern, 0).astype(np.float64)
        self.any_zeros = bool(self.zeros.any())
        self.weights = np.ones(self.shape)

    def split(self, x: FloatArray) -> tuple[FloatArray, FloatArray]:
        cut = self.shape[0] * self.d
        return x[:cut].reshape(-1, self.d), x[cut:].reshape(-1, self.d)

    def wrong(self, x: FloatArray) -> NDArray[np.bool_]:
        rows, columns = self.split(x)
        products = rows @ columns.T
        wrong = np.where(self.zeros, np.abs(products) > 0.05, self.signed & (self.signs * products <= 1e-3))
        return np.asarray(wrong, dtype=np.bool_)

    def __call__(self, x: FloatArray) -> tuple[float, FloatArray]:
        if time.monotonic() > self.deadline:
            raise OutOfTime
        rows, columns = self.split(x)
        products = rows @ columns.T
        slack = np.where(self.signed, np.maximum(1.0 - self.signs * products, 0.0), 0.0)
        if not self.any_zeros and slack.max() < 0.999:
            raise Solved(x.copy())
        gradient = -self.signs * slack
        if self.any_zeros:
            gradient += self.zeros * products
        weighted = self.weights * gradient
        value = 0.5 * float(np.vdot(weighted, gradient))
        return value, np.concatenate([(weighted @ columns).ravel(), (weighted.T @ rows).ravel()])


def _descend(objective: _Hinge, start: tuple[FloatArray, FloatArray]) -> Iterator[tuple[FloatArray, FloatArray]]:
    """One start: L-BFGS runs with reweighting; yields the points worth a closer look."""

    def run(x: FloatArray) -> tuple[FloatArray, bool]:
        try:
            return minimised(objective, x), False
        except Solved as solved:
            return solved.args[0], True

    yield from _reweighted(objective, start, _ROUNDS, run)


def _compiled_descent(
    objective: _Hinge, start: tuple[FloatArray, FloatArray], begun: int
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The same in a compiled loop: a start takes as long as before, with many times the iterations."""
    from .hinge_kernel import minimised_hinge  # imports numba

    rounds, iterations = _COMPILED[begun % 2]

    def run(x: FloatArray) -> tuple[FloatArray, bool]:
        if time.monotonic() > objective.deadline:
            raise OutOfTime
        _, solved = minimised_hinge(objective.pattern, objective.weights, x, objective.d, iterations)
        return x, solved

    yield from _reweighted(objective, start, rounds, run)


def _reweighted(
    objective: _Hinge,
    start: tuple[FloatArray, FloatArray],
    rounds: int,
    run: Callable[[FloatArray], tuple[FloatArray, bool]],
) -> Iterator[tuple[FloatArray, FloatArray]]:
    x = np.concatenate([start[0].ravel(), start[1].ravel()])
    objective.weights = np.ones(objective.shape)
    for last in [False] * (rounds - 1) + [True]:
        x, solved = run(x)
        if solved:
            yield objective.split(x)
            return
        wrong = objective.wrong(x)
        if not wrong.any() or last:
            yield objective.split(x)
        objective.weights = objective.weights * np.where(wrong, 2.0, 1.0)
        objective.weights /= objective.weights.mean()
        rows, columns = objective.split(x)
        x = np.concatenate([(_LENGTH * unit_rows(rows)).ravel(), (_LENGTH * unit_rows(columns)).ravel()])


def unit_rows(table: FloatArray) -> FloatArray:
    """Rows scaled to length one; zero rows stay zero."""
    lengths = np.linalg.norm(table, axis=1, keepdims=True)
    return table / np.where(lengths > 1e-12, lengths, 1.0)


def onto_zeros(
    pattern: NDArray[np.int8],
    rows: FloatArray,
    columns: FloatArray,
    fixed: NDArray[np.bool_] | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Gauss-Newton of least norm onto {<w_i, u_j> = 0 at the zeros}; `fixed` (R + C) marks vectors to keep."""
    rows, columns = unit_rows(rows), unit_rows(columns)
    i, j = np.nonzero(pattern == 0)
    if not len(i):
        return rows, columns
    free = np.ones(len(rows) + len(columns)) if fixed is None else (~fixed).astype(np.float64)
    free_rows, free_columns = free[: len(rows), None], free[len(rows) :, None]
    same_row, same_column = (i[:, None] == i) * free_rows[i], (j[:, None] == j) * free_columns[j]
    for _ in range(12):
        residual = np.einsum("kd,kd->k", rows[i], columns[j])
        if np.abs(residual).max() < 1e-15:
            break
        gram = same_row * (columns[j] @ columns[j].T) + same_column * (rows[i] @ rows[i].T)
        gram[np.diag_indices(len(i))] += 1e-13  # dependent zeros (equal columns, say) make it singular
        multipliers = np.linalg.solve(gram, residual)[:, None]
        step_rows, step_columns = np.zeros_like(rows), np.zeros_like(columns)
        np.add.at(step_rows, i, multipliers * columns[j])
        np.add.at(step_columns, j, multipliers * rows[i])
        rows = unit_rows(rows - free_rows * step_rows)
        columns = unit_rows(columns - free_columns * step_columns)
    return rows, columns


def _judged(pattern: NDArray[np.int8], rows: FloatArray, columns: FloatArray, starts: int) -> FloatTables:
    products = rows @ columns.T
    signed = (pattern == 1) | (pattern == -1)
    margin = float((pattern * products)[signed].min()) if signed.any() else np.inf
    residual = float(np.abs(products[pattern == 0]).max()) if (pattern == 0).any() else 0.0
    return FloatTables(rows, columns, margin, residual, starts)
