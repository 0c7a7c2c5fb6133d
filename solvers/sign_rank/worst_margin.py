"""Float tables whose products have the signs of a pattern: reweighted hinge loss.

A pattern P (entries -1, 0, +1, and 2 for "no condition") asks for W (R x d) and U (C x d) with sign(W U^T) = P off the
2s. The set of solutions is open in the signed entries, closed in the zeros, and non-convex. Minimised is the loss of
``weighted_hinge.py``, which is zero exactly on the solutions, up to scale (a soft-margin SVM in W for fixed U). Every
other start on a pattern without zeros is of another kind (`shrinking_margin.py`). A search that goes on after a few
starts continues with the first kind in compiled loops (`hinge_kernel.py`), with more iterations and rounds. Zeros are
then driven to machine precision by Gauss-Newton steps of least norm onto {<w_i, u_j> = 0}.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

import numpy as np

from ..arrays import Bools, Floats, Signs
from .descent import OutOfTime
from .shrinking_margin import tables_by_shrinking_margin
from .weighted_hinge import LENGTH, WeightedHinge, spectral_start, unit_rows

_LARGE = 2000  # entries from which the first start is one with a shrinking margin, and no loop is compiled
_COMPILED = ((50, 150), (200, 150))  # rounds and L-BFGS iterations of starts in compiled loops, in turns

COMPILED_FROM = 5
"""The first start in a compiled loop, whose import takes as long as several on small patterns."""


@dataclass(frozen=True)
class FloatTables:
    """Candidate tables in floats, rows of unit length (or zero).

    `margin`: least P_ij <w_i, u_j> over signed entries; `residual`: largest |<w_i, u_j>| over zeros; `starts` so far.
    """

    rows: Floats
    columns: Floats
    margin: float
    residual: float
    starts: int

    @property
    def solved(self) -> bool:
        """Whether every sign holds and every zero holds to rounding."""
        return self.margin > 1e-9 and self.residual < 1e-11


def candidate_tables(
    pattern: Signs,
    d: int,
    *,
    rng: np.random.Generator,
    deadline: float = float("inf"),
    starts: int | None = None,
    warm_start: tuple[Floats, Floats] | None = None,
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
    compiled = _CompiledHinge(pattern, d, deadline)
    for begun in count(1) if starts is None else range(1, starts + 1):
        quick = begun >= compiled_from and pattern.size <= _LARGE
        try:
            if not quick and not objective.any_zeros and warm_start is None and begun % 2 == (pattern.size > _LARGE):
                tables = tables_by_shrinking_margin(pattern, d, rng=rng, deadline=deadline)
                yield _judged(pattern, *tables, begun)
                continue
            start = warm_start if warm_start is not None and begun == 1 else spectral_start(pattern, d, rng)
            flat = np.concatenate([start[0].ravel(), start[1].ravel()])
            for x in compiled.descent(flat, begun) if quick else objective.reweighted(flat):
                found = _judged(pattern, *onto_zeros(pattern, *objective.split(x)), begun)
                if found.solved:
                    break
            yield found
        except OutOfTime:
            return


class _Hinge(WeightedHinge):
    """The loss in rows and columns of width d."""

    def __init__(self, pattern: Signs, d: int, deadline: float) -> None:
        super().__init__(pattern, deadline)
        self.d, self.cut = d, len(pattern) * d

    def split(self, x: Floats) -> tuple[Floats, Floats]:
        return x[: self.cut].reshape(-1, self.d), x[self.cut :].reshape(-1, self.d)

    def scores(self, x: Floats) -> Floats:
        rows, columns = self.split(x)
        return rows @ columns.T

    def gradient(self, x: Floats, pull: Floats) -> Floats:
        rows, columns = self.split(x)
        return np.concatenate([(pull @ columns).ravel(), (pull.T @ rows).ravel()])

    def rescaled(self, x: Floats) -> Floats:
        return np.concatenate([(LENGTH * unit_rows(table)).ravel() for table in self.split(x)])


class _CompiledHinge(_Hinge):
    """The same in a compiled loop: a start takes as long as before, with many times the iterations."""

    def descent(self, x: Floats, begun: int) -> Iterator[Floats]:
        rounds, self.iterations = _COMPILED[begun % 2]
        return self.reweighted(x, rounds)

    def run(self, x: Floats) -> tuple[Floats, bool]:
        from .hinge_kernel import minimised_hinge  # imports numba

        if time.monotonic() > self.deadline:
            raise OutOfTime
        _, solved = minimised_hinge(self.pattern, self.weights, x, self.d, self.iterations)
        return x, solved


def onto_zeros(pattern: Signs, rows: Floats, columns: Floats, fixed: Bools | None = None) -> tuple[Floats, Floats]:
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


def _judged(pattern: Signs, rows: Floats, columns: Floats, starts: int) -> FloatTables:
    products = rows @ columns.T
    signed = (pattern == 1) | (pattern == -1)
    margin = float((pattern * products)[signed].min()) if signed.any() else np.inf
    residual = float(np.abs(products[pattern == 0]).max()) if (pattern == 0).any() else 0.0
    return FloatTables(rows, columns, margin, residual, starts)
