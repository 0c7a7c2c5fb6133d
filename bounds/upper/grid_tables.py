"""Upper bound in class GRID: float tables with a wide gap, rounded to the grid, repaired, and verified exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...questions import LeastSize
from ...questions.grid import GRIDS
from ...solvers.units.grid_descent import float_type, nearest_in, separate
from ...solvers.units.wide_margin import WideTables, wide_tables
from ..bound import Bound
from ..patterns import STAR, by_tables, sign_array

HOPELESS = 0.35
"""Gaps of less than so many units of the grid times sqrt(d) are not rounded: from 0.5 to 0.7 on repairs succeed."""

HASTY = 0.55
"""The same where little effort is asked for."""

FEW_STEPS = 250

Tables = tuple[NDArray[np.floating], NDArray[np.floating]]
"""Queries and items."""


def rounded_grid_upper(
    asked: LeastSize,
    value: int,
    rng: np.random.Generator,
    *,
    start: Tables | None = None,
    search: Callable[..., WideTables] = wide_tables,
    how: str = "tables with a wide gap",
    steps: int = 1000,
    patience: int = 60,
    deadline: float = float("inf"),
) -> Bound | None:
    """That so much of m or p is enough, if rounded tables can be repaired; None says nothing.

    Parameters
    ----------
    asked : LeastSize
        A pattern over ``+-*`` in class GRID, with the least m or p asked for.
    value : m >= 1, or p >= 1 where m is held fixed
    start : tables of that width to be rounded (only without a null token), in place of tables with a wide gap
    search, how, steps : what looks for these, with the arguments of ``wide_tables``, its name, and its effort
    patience : sweeps of the repair without progress after which it is given up
    deadline : value of ``time.monotonic()``

    Raises
    ------
    ValueError
        If the pattern has zeros, which rounding does not keep.

    Examples
    --------
    >>> from headcount.questions import least_size, separation_question
    >>> asked = least_size(separation_question(6, 1, 1), "m", "GRID(8, twos, gap 1/2)")
    >>> rounded_grid_upper(asked, 2, np.random.default_rng(0)).value
    2
    """
    question, unit_class, width = asked.question, asked.unit_class_at(value), asked.sizes_at(value)[0]
    if question.pattern.has_zeros:
        raise ValueError(f"the pattern must be without zeros, got {question.words}")
    signs = sign_array(question.pattern.rows)
    signs[signs == STAR] = 0
    above, below = (signs == 1).any(axis=1), (signs == -1).any(axis=1)
    # What asks for nothing, or has one sign only and a free threshold, is met by any query; so are repetitions.
    asks = np.flatnonzero(above | below if question.null else above & below)
    kept, of_kept = np.unique(signs[asks], axis=0, return_inverse=True)
    values = list(GRIDS[unit_class.grid](unit_class.bits))
    null = null_key(values, width) if question.null else None
    queries = np.full((len(signs), width), values[0], dtype=np.int64)
    items = np.full((signs.shape[1], width), values[0], dtype=np.int64)
    if len(kept):
        if start is None:
            relative = None if null is None else null / max(-values[0], values[-1])
            wide = search(kept, width, rng, steps=steps, null=relative, deadline=deadline)
            least = (HASTY if steps <= FEW_STEPS else HOPELESS) * (values[1] - values[0]) / (values[-1] - values[0])
            if wide.gap < least * 2 * width**0.5:
                return None
            real = wide.queries, wide.items
        else:
            first = np.zeros(len(kept), dtype=np.int64)
            first[of_kept.ravel()] = asks
            real = start[0][first], start[1]
        kind = float_type(values, width if null is None else 2 * width)
        near = nearest_in(values, np.asarray(real[0], dtype=kind), by_row=True)
        keys = nearest_in(values, np.asarray(real[1], dtype=kind), by_row=False)
        gap = unit_class.gap
        found = separate(kept, values, near, keys, rng, patience=patience, gap=gap, null=null, deadline=deadline)
        if found.missed:
            return None
        queries[asks], items = found.queries[of_kept.ravel()], found.items
    method = "real tables, rounded" if start is not None else f"{how}, rounded to the grid and repaired"
    more: dict[str, Any] = {} if null is None else {"null_key": null.tolist()}
    return by_tables(asked, value, method, queries.tolist(), items.tolist(), width, **more)


def null_key(values: Sequence[int], width: int) -> NDArray[np.int64]:
    """A null key whose differences from the numbers of a grid lie on both sides of 0, as far as the grid has such.

    >>> null_key(range(-2, 2), 3).tolist(), null_key((-1, 0), 3).tolist()
    ([0, 0, 0], [0, -1, 0])
    """
    inner = [value for value in values if values[0] < value < values[-1]] or values
    ends = sorted(inner, key=abs)[:2]
    return np.array([ends[j % 2] if len(values) == 2 else ends[0] for j in range(width)], dtype=np.int64)


def real_upper(bound: Bound) -> Bound:
    """An upper bound of m by tables of class GRID as one of class SIGN: integers are real numbers.

    Parameters
    ----------
    bound : Bound
        About a pattern over ``+-*`` without a null token. The thresholds become a coordinate that all keys share.

    Examples
    --------
    >>> from headcount.questions import least_size, separation_question
    >>> asked = least_size(separation_question(6, 1, 1), "m", "GRID(8, twos, gap 1/2)")
    >>> str(real_upper(rounded_grid_upper(asked, 2, np.random.default_rng(0))))
    'm <= 2 [CERTIFIED] vectors of 8 bits'
    """
    question, tables = bound.question, bound.found
    queries = np.array(tables["queries"], dtype=object).reshape(-1, bound.value)
    keys = np.array(tables["keys"], dtype=object).reshape(-1, bound.value)
    thresholds = []
    for scores, row in zip(queries @ keys.T, question.pattern.rows, strict=True):
        above = [score for score, sign in zip(scores, row, strict=True) if sign == "+"]
        below = [score for score, sign in zip(scores, row, strict=True) if sign == "-"]
        low, high = min(above, default=max(below, default=0) + 1), max(below, default=min(above, default=0) - 1)
        thresholds.append(low + high)  # twice the middle
    lifted = [[-twice, *(2 * query)] for twice, query in zip(thresholds, queries, strict=True)]
    lifted.append([1, *([0] * bound.value)])
    method = f"vectors of {bound.quantity.unit_class.bits} bits"
    return by_tables(question, bound.value, method, lifted, [[1, *key] for key in keys], bound.value + 1)
