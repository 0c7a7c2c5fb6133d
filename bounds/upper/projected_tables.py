"""Upper bounds by the best margin: vectors of the semidefinite program, projected at random and made exact.

The program's queries and keys have the best margin at a width as large as there are vectors. A random projection to m
dimensions keeps all signs with a probability that ``bounds/margin.py`` bounds; ties it does not keep, so with zeros
(and where a sign is lost) the projection is where local search starts. In a p-bit grid keys are rounded to it, and for
each row all queries of the grid are tried.
"""

from __future__ import annotations

import time

import numpy as np

from ...questions import LeastSize
from ...questions.grid import GRIDS
from ...solvers.sign_rank.margin_program import MarginSolution
from ...solvers.sign_rank.rationalise import rationalise
from ...solvers.sign_rank.realisation import realise
from ...solvers.units.grid_annealing import MAX_POINTS, with_queries
from ..bound import Bound, certified_bound
from ..margin import Margin, gram_vectors, homogeneous
from ..pattern_array import pattern_array
from ..unit_classes.grid_thresholds import problems_of, tables_bound


def projected_upper(
    found: Margin, width: int, rng: np.random.Generator, deadline: float = float("inf")
) -> Bound | None:
    """m <= width, if one random projection can be made exact, as it is or after a local search from it.

    Examples
    --------
    >>> from ...questions import match2_question
    >>> from ..margin import margin
    >>> projected_upper(margin(match2_question(3)), 3, np.random.default_rng(0)).value
    3
    """
    question = found.question
    pattern, count = pattern_array(question), len(question.pattern.rows)
    vectors = gram_vectors(found.solution)
    projected = vectors @ rng.normal(size=(vectors.shape[1], width))
    queries, keys = homogeneous(question, projected[:count], projected[count:])
    method = "a random projection of the vectors of best margin"
    exact = () if (pattern == 0).any() else rationalise(pattern, queries, keys, deadline=deadline)
    if not exact:
        dimension, seconds = width + question.offset, max(0.0, deadline - time.monotonic())
        search = realise(pattern, dimension, restarts=1, seconds=seconds, warm_start=(queries, keys))
        if not search.found:
            return None
        exact, method = (search.rows, search.columns), f"local search from {method}"
    tables = [[list(map(int, vector)) for vector in table] for table in exact]
    evidence = {"kind": "tables", "dimension": width + question.offset, "queries": tables[0], "keys": tables[1]}
    return certified_bound(question, "upper", width, method, evidence)


def rounded_upper(
    asked: LeastSize, value: int, solution: MarginSolution, rng: np.random.Generator, deadline: float
) -> Bound | None:
    """That so much of m or p is enough in class GRID, if rounded projections of the keys have queries.

    Parameters
    ----------
    asked : a pattern in class GRID
    solution : of the rows of ``problems_of`` the question, thresholds free
    """
    unit_class, width = asked.unit_class_at(value), asked.sizes_at(value)[0]
    if 2 ** (unit_class.bits * width) > MAX_POINTS or not width:
        return None
    (rows,) = problems_of(asked.question)
    grid = GRIDS[unit_class.grid](unit_class.bits)
    numbers, vectors = np.array(grid), gram_vectors(solution)[len(rows) :]
    while time.monotonic() < deadline:
        keys = vectors @ rng.normal(size=(vectors.shape[1], width))
        keys *= rng.uniform(0.6, 1.6) * max(map(abs, grid)) / np.abs(keys).max()
        nearest = numbers[np.abs(keys[:, :, None] - numbers).argmin(axis=2)].tolist()
        try:
            found = with_queries(rows, [[tuple(key) for key in nearest]], grid, unit_class.gap)
        except ValueError:
            continue
        return tables_bound(asked, value, found, "keys of best margin, projected at random and rounded to the grid")
    return None
