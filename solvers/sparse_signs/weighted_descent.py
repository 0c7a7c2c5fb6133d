"""Vectors whose scores have the signs of a large pattern, by descent on all entries at once.

Wanted are queries q_r and keys k_c with y (q_r . k_c) > 0 at every entry of sign y. The loss is the sum of
w max(0, 1 - y (q_r . k_c))^2, where w is more than 1 at +, which is rare. Its gradient is three products of matrices;
the steps are those of Adam (Kingma and Ba, 2015), and shrink with time. Where entries are in each other's way this
comes further in the same time than Gauss-Newton on the entries missed (``embedding_search``): each of a thousand cheap
steps looks at all of them again. A float proposes, and proves nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .embedding_search import BLOCK_CELLS, Floats, Vectors, begun, narrowed
from .sparse_signs import SparseSigns

WEIGHT = 5.0
"""Of + in the loss."""

LAST_RATE = 0.002
"""Length of a step at last, of vectors of norm 1 or so."""


class Pace(NamedTuple):
    """How a descent goes.

    ``rate`` is the length of a step at first; ``last_margin`` what scores are to exceed at last, 1 at first: a smaller
    margin turns what is still on the wrong side first; ``impatient`` says that it ends where half of the steps gained
    little.
    """

    rate: float
    last_margin: float
    impatient: bool


STEADY, BRISK = Pace(0.05, 0.05, True), Pace(0.5, 0.02, False)
"""With long steps very sparse patterns end up in much smaller widths, and others sooner with short ones."""

MOMENTS = 0.95, 0.95
"""How much of the mean gradient, and of its mean square, is kept."""

SURE = 0.02
"""Scores less than this away from 0 may not survive being rounded."""

MOST_SINGULAR = 32
"""Coordinates that begin as singular vectors of the signs; further ones are small and random."""

HOPELESS = 0.5
"""If so much of what was missed after a fifth of the steps is missed after half of them, the rest is spared."""


def descended_vectors(
    signs: SparseSigns,
    width: int,
    *,
    free: bool,
    steps: int,
    deadline: float = float("inf"),
    start: Vectors | None = None,
    groups: Sequence[int] = (),
    pace: Pace = STEADY,
    report: Callable[[str], None] = lambda text: None,
) -> Vectors:
    """Vectors of a width after so many steps, or fewer if nothing is missed.

    Parameters
    ----------
    signs, width, free, deadline, start, report
        As for ``embedding_search.search_vectors``.
    steps : int
        Most steps.
    pace : Pace
    groups : sequence of int, optional
        The number of each row's query vector, from 0 on, where rows share one and only thresholds are their own.

    Examples
    --------
    >>> from .sparse_signs import signs_of_lists
    >>> cycle = signs_of_lists(8, tuple(((k, (k + 1) % 8) if k < 7 else (0, 7)) for k in range(8)), ((),) * 8)
    >>> descended_vectors(cycle, 4, free=True, steps=300).missed
    0
    """
    fixed = int(free)
    if start is None:
        start = Vectors(*begun(signs, min(width, MOST_SINGULAR), free), 0)
    found = narrowed(start, width, fixed)
    queries, keys = tables = tuple(_unit(table, fixed) for table in found)
    keys[:, :fixed] = 1
    together = _Together(groups) if groups else None
    if together:
        together.add_up(queries, fixed, mean=True)
    moments = [[np.zeros_like(table) for table in tables] for _ in MOMENTS]
    entries, early, best = _Entries(signs), 0, Vectors(queries, keys, signs.shape[0] * signs.shape[1])
    for step in range(1, steps + 1):
        gradients, missed, unsure = entries.gradients(queries, keys, pace.last_margin ** (step / steps))
        if missed < best.missed:
            best = Vectors(queries.copy(), keys.copy(), missed)
        if not unsure or time.monotonic() > deadline:
            break
        if step % 10 == 1:
            report(f"{missed} of {signs.shape[0] * signs.shape[1]} entries on the wrong side")
        if step == steps // 5:
            early = missed
        if pace.impatient and step == steps // 2 and missed > HOPELESS * early:
            break
        gradients[1][:, :fixed] = 0
        if together:
            together.add_up(gradients[0], fixed)
        rate = pace.rate * (LAST_RATE / pace.rate) ** (step / steps)
        for place, (table, gradient) in enumerate(zip(tables, gradients, strict=True)):
            for kept, mean, value in zip(MOMENTS, moments, (gradient, gradient * gradient), strict=True):
                mean[place] += (1 - kept) * (value - mean[place])
            first, second = (mean[place] / (1 - kept**step) for kept, mean in zip(MOMENTS, moments, strict=True))
            table -= rate * first / (np.sqrt(second) + 1e-8)
    return Vectors(best.queries.astype(np.float64), best.keys.astype(np.float64), best.missed)


def _unit(table: Floats, fixed: int) -> npt.NDArray[np.float32]:
    """The table, its vectors of norm 1 in the mean."""
    size = float(np.sqrt((table[:, fixed:] ** 2).sum(axis=1).mean())) or 1.0
    return np.ascontiguousarray(table / size, dtype=np.float32)


class _Together:
    """Rows that share a vector."""

    def __init__(self, groups: Sequence[int]) -> None:
        self._of = np.asarray(groups)
        self._counts = np.bincount(self._of)[self._of][:, None]

    def add_up(self, table: Any, fixed: int, *, mean: bool = False) -> None:
        """Give each row the sum of its group's, but for the first ``fixed`` coordinates; or the mean."""
        total = np.zeros((int(self._of.max()) + 1, table.shape[1] - fixed), dtype=table.dtype)
        np.add.at(total, self._of, table[:, fixed:])
        table[:, fixed:] = total[self._of] / (self._counts if mean else 1)


class _Entries:
    """The entries in blocks of rows, with the places of those that are not -."""

    def __init__(self, signs: SparseSigns) -> None:
        rows, columns = signs.shape
        block = max(1, BLOCK_CELLS // columns)
        self._blocks: list[tuple[int, int, Any, Any]] = []
        for start in range(0, rows, block):
            end = min(start + block, rows)
            plus, free = (array[start:end].tocoo() for array in (signs.plus, signs.free))
            places = [array.row.astype(np.int64) * columns + array.col for array in (plus, free)]
            self._blocks.append((start, end, *places))

    def gradients(self, queries: Any, keys: Any, margin: float = 1.0) -> tuple[list[Any], int, int]:
        """Those of queries and keys, how many entries are on the wrong side, and how many nearly so."""
        of_queries, of_keys, missed, unsure = np.empty_like(queries), np.zeros_like(keys), 0, 0
        for start, end, plus, free in self._blocks:
            short = queries[start:end] @ keys.T
            flat = short.ravel()
            above = flat[plus]
            flat[plus] = flat[free] = -1
            short += margin
            np.maximum(short, 0, out=short)
            near = int(np.count_nonzero(short > (1 - SURE) * margin)) + int(np.count_nonzero(above < SURE * margin))
            if near:
                missed += int(np.count_nonzero(short >= margin)) + int(np.count_nonzero(above <= 0))
            unsure += near
            flat[plus] = -WEIGHT * np.maximum(margin - above, 0)
            of_queries[start:end] = short @ keys
            of_keys += short.T @ queries[start:end]
        return [of_queries, of_keys], missed, unsure
