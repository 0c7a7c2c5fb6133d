"""Maximal rectangles of a 0/1 matrix of allowed cells, and covers of wanted cells by few of them.

A rectangle may hold allowed cells only. The column sets of maximal ones are the intersections of rows of the matrix,
so they are listed by closing the set of rows under intersection. Least covers are an integer program over the list
(HiGHS); greedy covers need no list.
"""

import time
from dataclasses import dataclass

import numpy as np

Sides = tuple[tuple[int, ...], tuple[int, ...]]
"""Rows and columns of a rectangle, increasing."""


class TooManyRectanglesError(ValueError):
    """There are more maximal rectangles than were asked for."""


@dataclass(frozen=True)
class LeastCover:
    """The best cover found, and whether the solver says that none is smaller."""

    rectangles: tuple[Sides, ...]
    optimal: bool


def maximal_rectangles(allowed: np.ndarray, *, limit: int = 20_000) -> list[Sides]:
    """All maximal rectangles with at least one row and one column.

    Parameters
    ----------
    allowed : bool array (R, C)
    limit : int
        Most rectangles to list.

    Raises
    ------
    TooManyRectanglesError
        If there are more.

    Examples
    --------
    >>> maximal_rectangles(np.array([[1, 1, 0], [0, 1, 1]], dtype=bool))
    [((0,), (0, 1)), ((0, 1), (1,)), ((1,), (1, 2))]
    """
    masks = [sum(1 << j for j in np.flatnonzero(row).tolist()) for row in allowed]
    closed: set[int] = set()
    for mask in masks:
        closed |= {columns & mask for columns in closed} | {mask}
        if len(closed) > limit + 1:
            raise TooManyRectanglesError(f"there are more than {limit} maximal rectangles")
    found = []
    for columns in closed - {0}:
        rows = tuple(i for i, mask in enumerate(masks) if not columns & ~mask)
        found.append((rows, tuple(j for j in range(allowed.shape[1]) if columns >> j & 1)))
    return sorted(found)


def cover_program(wanted: np.ndarray, allowed: np.ndarray) -> str:
    """The linear program of a fractional cover of the wanted cells by maximal rectangles, as text (CPLEX LP format).

    Raises
    ------
    TooManyRectanglesError
        If there are more than are listed.

    Examples
    --------
    >>> print(cover_program(np.eye(1, dtype=bool), np.eye(1, dtype=bool)), end="")
    minimize
     obj: + r0_c0
    subject to
     e0_0: + r0_c0 >= 1
    end
    """
    named = {f"r{'.'.join(map(str, s))}_c{'.'.join(map(str, t))}": (s, t) for s, t in maximal_rectangles(allowed)}
    constraints = []
    for i, j in np.argwhere(wanted).tolist():
        terms = " ".join(f"+ {name}" for name, (s, t) in named.items() if i in s and j in t)
        constraints.append(f" e{i}_{j}: {terms} >= 1")
    objective = " obj: " + " ".join(f"+ {name}" for name in named)
    return "\n".join(["minimize", objective, "subject to", *constraints, "end", ""])


def least_cover(wanted: np.ndarray, rectangles: list[Sides], seconds: float) -> LeastCover:
    """The fewest of the rectangles that hold every wanted cell, by HiGHS; no rectangles if none was found in time.

    >>> wanted = np.array([[1, 1, 0], [0, 1, 1]], dtype=bool)
    >>> least_cover(wanted, maximal_rectangles(wanted), 10.0)
    LeastCover(rectangles=(((0,), (0, 1)), ((1,), (1, 2))), optimal=True)
    """
    number = np.full(wanted.shape, -1)
    number[wanted] = np.arange(wanted.sum())
    from scipy.optimize import Bounds, LinearConstraint, milp  # here, since they take long to load
    from scipy.sparse import csr_array

    cells, owners = [], []
    for k, (rows, columns) in enumerate(rectangles):
        held = number[np.ix_(rows, columns)].ravel()
        cells.append(held[held >= 0])
        owners.append(np.full(len(cells[-1]), k))
    places = (np.concatenate(cells), np.concatenate(owners))
    incidence = csr_array((np.ones(len(places[0])), places), shape=(int(wanted.sum()), len(rectangles)))
    result = milp(
        np.ones(len(rectangles)),
        integrality=np.ones(len(rectangles)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(incidence, lb=1),
        options={"time_limit": max(seconds, 0.1)},
    )
    if result.x is None:
        return LeastCover((), optimal=False)
    chosen = tuple(rectangles[k] for k in np.flatnonzero(result.x > 0.5))
    return LeastCover(chosen, optimal=result.status == 0)


def greedy_cover(
    wanted: np.ndarray, allowed: np.ndarray, rng: np.random.Generator, deadline: float = float("inf")
) -> list[Sides]:
    """A cover of the wanted cells by maximal rectangles, each grown around a cell that few others can be held with.

    Returns the empty list if the time is over before every wanted cell is held.

    >>> wanted = np.array([[1, 1, 0], [0, 1, 1]], dtype=bool)
    >>> greedy_cover(wanted, wanted, np.random.default_rng(0))
    [((0,), (0, 1)), ((1,), (1, 2))]
    """
    left = wanted.copy()
    reach = np.outer(allowed.sum(1), allowed.sum(0)) * rng.uniform(1, 1.5, allowed.shape)
    found: list[Sides] = []
    while left.any():
        if time.monotonic() > deadline:
            return []
        row, column = np.unravel_index(np.argmin(np.where(left, reach, np.inf)), left.shape)
        rows, columns = _grown(left, allowed, int(row), int(column))
        left[np.ix_(rows, columns)] = False
        found.append((tuple(rows.tolist()), tuple(columns.tolist())))
    return sorted(irredundant(wanted, found))


def irredundant(wanted: np.ndarray, cover: list[Sides]) -> list[Sides]:
    """The cover without rectangles that are not needed, small ones tried first."""
    times = np.zeros(wanted.shape, dtype=int)
    for rows, columns in cover:
        times[np.ix_(rows, columns)] += 1
    kept = []
    for rows, columns in sorted(cover, key=lambda sides: len(sides[0]) * len(sides[1])):
        place = np.ix_(rows, columns)
        if (times[place][wanted[place]] > 1).all():
            times[place] -= 1
        else:
            kept.append((rows, columns))
    return kept


def _grown(left: np.ndarray, allowed: np.ndarray, row: int, column: int) -> tuple[np.ndarray, np.ndarray]:
    """A maximal rectangle with the cell; rows are added while the wanted cells left that it holds become more."""
    columns = allowed[row].copy()
    sums = left[row].astype(np.int64)
    candidates = allowed[:, column].copy()
    candidates[row] = False
    best = int(sums[columns].sum())
    while candidates.any():
        places = np.flatnonzero(candidates)
        shared = allowed[places] & columns
        gains = shared @ sums + (shared & left[places]).sum(1)
        k = int(np.argmax(gains))
        if gains[k] < best:
            break
        best = int(gains[k])
        columns = shared[k]
        sums += left[places[k]]
        candidates[places[k]] = False
    rows = ~(columns & ~allowed).any(axis=1)
    return np.flatnonzero(rows), np.flatnonzero(allowed[rows].all(axis=0))
