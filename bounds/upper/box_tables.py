"""Upper bounds in class GRID by alternating linear programs: float tables in a box, rounded, repaired, verified.

Tables without ties are rounded and repaired as those of any search. Ties are not kept by rounding: there items alone
are rounded, and for each row all queries of the lattice are tried, where it is small.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import numpy as np

from ...questions import LeastSize, UnitClass
from ...questions.grid import GRIDS
from ...solvers.units.box_programs import BoxSearch
from ...solvers.units.grid_annealing import MAX_POINTS, with_queries
from ...solvers.units.grid_descent import nearest_in
from ..bound import Bound
from ..patterns import sign_array
from ..unit_classes.grid_thresholds import problems_of, tables_bound
from .grid_tables import rounded_grid_upper

METHOD = "alternating linear programs"

STEPS = 25
"""Pairs of programs for one target."""

NOISES = (0.4, 0.6, 0.9)
"""Units of a grid, times the root of the width, that scores are to keep from thresholds for rounding: one is drawn."""

ROUNDINGS, DITHER = 5, 0.15
"""Roundings of items whose ties are looked for, and how far they are moved at random before."""


def box_upper(
    asked: LeastSize, value: int, search: BoxSearch, rng: np.random.Generator, deadline: float = float("inf")
) -> Bound | None:
    """That so much of m or p is enough in class GRID, if a start of the search leads to tables; None says nothing.

    Parameters
    ----------
    asked : a pattern of one head in class GRID, with the least m or p asked for
    value : m or p
    search : keeps its compiled programs from call to call
    deadline : value of ``time.monotonic()``

    Examples
    --------
    >>> from ...questions import least_size, qsa_question, separation_question
    >>> asked = least_size(separation_question(6, 1, 1), "m", "GRID(2, midrise, gap 1)")
    >>> box_upper(asked, 3, BoxSearch(), np.random.default_rng(0)).value
    3
    """
    unit_class, width = asked.unit_class_at(value), asked.sizes_at(value)[0]
    if not width:
        return None
    grid, programs = GRIDS[unit_class.grid](unit_class.bits), partial(search, target=_target(unit_class, width, rng))
    if not asked.question.pattern.has_zeros:
        return rounded_grid_upper(asked, value, rng, search=programs, steps=STEPS, how=METHOD, deadline=deadline)
    if 2 ** (unit_class.bits * width) > MAX_POINTS:
        return None
    (rows,) = problems_of(asked.question)
    words = sign_array([word for ((word,),) in rows])
    top = (words == 0) & ~(words == 1).any(axis=1, keepdims=True)  # the zeros of a row without + score highest
    signs = np.where((words == 1) | top, 1, np.where(words == -1, -1, 0)).astype(np.int8)
    if not (signs == -1).any():
        return None  # no width is needed, which others see
    tables = programs(signs, width, rng, steps=STEPS, deadline=deadline)
    for _ in range(ROUNDINGS):
        near = nearest_in(grid, tables.items + rng.normal(0, DITHER, tables.items.shape), by_row=False)
        keys = [tuple(key) for key in near.astype(int).tolist()]
        with suppress(ValueError):
            found = with_queries(rows, [keys], grid, unit_class.gap)
            return tables_bound(asked, value, found, f"keys by {METHOD}, rounded to the grid")
    return None


def _target(unit_class: UnitClass, width: int, rng: np.random.Generator) -> float:
    """What scores are to keep from thresholds: what the gap needs, and what rounding of so many entries may move."""
    grid = GRIDS[unit_class.grid](unit_class.bits)
    low, high = grid[0], grid[-1]
    moved: float = float(rng.choice(NOISES)) * (grid[1] - low) / (high - low) * width**0.5
    return moved + float(unit_class.gap) / max(-low, high) ** 2
