"""Float tables with a wide gap: what to round to a coarse grid.

Wanted: queries W (R x d) and items U (C x d) with entries in [-1, 1] such that in every row the lowest score at ``+``
exceeds the highest score at ``-`` by as much as possible. Replace least and greatest by soft ones at a temperature T,

    h_r = -T ln sum_+ exp(-s_rc / T) - T ln sum_- exp(s_rc / T)  <=  gap of row r,

and ascend a mean of the h_r in which rows with a small h_r weigh most, while T falls (Adam, Kingma and Ba 2015, on
steps that are clipped back to the box). Rounding moves each score by about a unit of the grid, so a wide gap survives.
With ``balls`` the scores are 2 <q, k> - |k|^2, that is -|q - k|^2 but for a constant of the row. With a null key its
score is the threshold of each row, which has to lie between: twice the least distance to it takes the place of the gap.
Nothing is proved here.
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arrays import Bools, Signs

Floats = NDArray[np.floating]
FAR = np.float32(1e30)
HOT, COLD = 0.5, 0.01
"""First and last temperature."""

STEP = 0.02
"""First length of a step; the last ones are a fiftieth of it."""

INSIDE = 0.9
"""How large entries are at first where a null key may lie in a corner: an item that is equal to it would stay there."""


@dataclass(frozen=True, eq=False)
class WideTables:
    """Tables with entries in [-1, 1], and their least gap over all rows (inf if no row has both signs)."""

    queries: Floats
    items: Floats
    gap: float


def row_gaps(scores: NDArray[np.floating], signs: Signs, *, zero: bool = False) -> NDArray[np.floating]:
    """Lowest score at 1 less highest score at -1, row by row; very large where a row lacks one of them.

    With ``zero`` twice the least distance of these scores to 0, negative where one is on the wrong side.

    >>> signs = np.array([[1, -1, 0]], dtype=np.int8)
    >>> row_gaps(np.array([[3.0, 1.0, 9.0]]), signs), row_gaps(np.array([[3.0, -1.0, 9.0]]), signs, zero=True)
    (array([2.]), array([2.]))
    """
    if zero:
        return np.asarray(2 * np.where(signs == 0, FAR, signs * scores).min(axis=1, initial=FAR))
    low = np.where(signs == 1, scores, FAR).min(axis=1)
    high = np.where(signs == -1, scores, -FAR).max(axis=1)
    return np.asarray(low - high)


def scores_of(queries: Floats, items: Floats, *, balls: bool = False) -> Floats:
    """Inner products; or with ``balls`` 2 <q, k> - |k|^2, which is larger the nearer the item is.

    >>> scores_of(np.array([[1.0, 2.0]]), np.array([[1.0, 2.0], [0.0, 0.0]]), balls=True).tolist()
    [[5.0, 0.0]]
    """
    products = queries @ items.T
    return 2 * products - (items * items).sum(axis=1) if balls else np.asarray(products)


def wide_tables(
    signs: Signs, d: int, rng: np.random.Generator, *, steps: int = 1000, balls: bool = False,
    null: Floats | None = None, deadline: float = float("inf"),
) -> WideTables:  # fmt: skip
    """Tables of width d with a wide gap, from random items.

    Parameters
    ----------
    signs : int8 array (R, C)
        1 where a score has to be high, -1 where low, 0 where either will do.
    d : int >= 1
    steps : how many; at the deadline (of ``time.monotonic()``) the best tables so far are returned
    balls : whether distances are compared, and not inner products
    null : array (d,), the null key, whose score is each row's threshold; without, thresholds are free

    Examples
    --------
    >>> pairs = np.array([[1, 1, -1, -1], [-1, 1, 1, -1], [-1, -1, 1, 1], [1, -1, -1, 1]], dtype=np.int8)
    >>> wide_tables(pairs, 2, np.random.default_rng(0)).gap > 1
    True
    """
    high, low = signs == 1, signs == -1
    items = rng.standard_normal((signs.shape[1], d)).astype(np.float32)
    box: list[Any] = [-1, 1]
    if null is not None:  # items less the null key, in a box that is moved with them: thresholds are 0
        items = np.float32(INSIDE) * _boxed(items) - null.astype(np.float32)
        box = [end - null.astype(np.float32) for end in box]
    queries = high.astype(np.float32) @ items - (0.01 if null is None else 1) * low.astype(np.float32) @ items
    if null is not None:  # not 0, which they may be by symmetry, and where they would stay
        queries += 0.1 * rng.standard_normal(queries.shape).astype(np.float32)
    tables, zero = [_boxed(queries), _boxed(items) if null is None else items], null is not None
    best = WideTables(tables[0].copy(), tables[1].copy(), -float("inf"))
    moments = [(np.zeros_like(table), np.zeros_like(table)) for table in tables]
    for step in range(1, steps + 1):
        temperature = np.float32(HOT * (COLD / HOT) ** (step / steps))
        scores = scores_of(*tables, balls=balls)
        gaps = row_gaps(scores, signs, zero=zero)
        if gaps.min() > best.gap:
            best = WideTables(tables[0].copy(), tables[1].copy(), float(gaps.min()))
        if step % 16 == 0 and time.monotonic() > deadline:
            break
        pull = _pull(scores, high, low, temperature, zero=zero)
        length = STEP * (0.02 + 0.98 * (1 - step / steps))
        gradients = pull @ tables[1], pull.T @ tables[0]
        if balls:
            gradients[1][:] -= pull.sum(axis=0)[:, None] * tables[1]
        for table, gradient, (mean, square), (least, most) in zip(
            tables, gradients, moments, ([-1, 1], box), strict=True
        ):
            gradient /= np.abs(gradient).max() + np.float32(1e-30)
            mean += np.float32(0.1) * (gradient - mean)
            square += np.float32(0.01) * (gradient * gradient - square)
            table += length * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-4)
            np.clip(table, least, most, out=table)
    return best if null is None else WideTables(best.queries, best.items + null, best.gap)


def _pull(scores: Floats, high: Bools, low: Bools, temperature: np.float32, *, zero: bool) -> Floats:
    """The gradient of the mean of the h_r with respect to the scores."""
    least = np.where(high, scores, FAR).min(axis=1, keepdims=True)
    most = np.where(low, scores, -FAR).max(axis=1, keepdims=True)
    up = np.where(high, np.exp(np.minimum(0, (least - scores) / temperature)), 0)
    down = np.where(low, np.exp(np.minimum(0, (scores - most) / temperature)), 0)
    sums = [np.maximum(side.sum(axis=1, keepdims=True), np.float32(1e-30)) for side in (up, down)]
    sides = np.stack([least - temperature * np.log(sums[0]), -most - temperature * np.log(sums[1])])[:, :, 0]
    both = np.stack([high.any(axis=1), low.any(axis=1)])
    soft = 2 * sides if zero else sides.sum(axis=0, keepdims=True)
    asked = both if zero else both.all(axis=0, keepdims=True)
    worst = np.exp(-(soft - soft.min()) / temperature)
    wrong = 1 / (1 + np.exp(np.clip(soft / temperature, -50, 50)))
    weights = np.where(asked, 0.5 * worst / worst.sum() + 0.5 * wrong / wrong.size, 0)
    return np.asarray(up / sums[0] * weights[0][:, None] - down / sums[1] * weights[-1][:, None], dtype=np.float32)


def _boxed(table: Floats) -> Floats:
    largest = np.abs(table).max(axis=1, keepdims=True)
    return np.asarray(table / np.where(largest > 0, largest, 1), dtype=np.float32)
