"""Integer tables whose trilinear scores have the signs of a 3-tensor, relative to one fixed cell of each slice.

A 3-tensor P (entries -1, +1, and 0 for "no condition") asks for Q (R x m), K (C x m), L (D x m) with

    sign( sum_a Q[x,a] K[y,a] L[z,a]  -  sum_a Q[x,a] K[y0,a] L[z0,a] ) = P[x,y,z]    where P is not 0,

(y0, z0) being the null pair. Minimised is the squared hinge loss, many starts side by side (Adam steps, arrays with
one axis for the starts), and entries that stay wrong get more weight, as in ``worst_margin``. Tables with the right
signs are scaled, rounded and compared again in integers; only what passes that is returned.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, cycle
from math import prod
from typing import Any

import numpy as np

from ..arrays import Floats, Ints, Signs

IntTable = tuple[tuple[int, ...], ...]
Triple = tuple[Floats, Floats, Floats]

_STARTS = 64  # starts side by side: arrays of some hundred thousand numbers stay in the cache
_STEPS = 1500  # steps before fresh starts
_RATES = (0.05, 0.02, 0.1)
_EVERY = 50  # steps between changes of the weights


@dataclass(frozen=True)
class TensorTables:
    """Integer tables with the right signs: rows of Q, K, L."""

    queries: IntTable
    first_keys: IntTable
    second_keys: IntTable


@dataclass(frozen=True)
class NoTablesFound:
    """The search ended; ``fewest_wrong`` signs were wrong at the best of ``starts``. Nothing is proved."""

    starts: int
    fewest_wrong: int


def tensor_tables(
    pattern: Signs,
    null: tuple[int, int],
    m: int,
    *,
    seed: int,
    starts: float = float("inf"),
    deadline: float = float("inf"),
) -> TensorTables | NoTablesFound:
    """Integer tables of width m for a 3-tensor of signs, if the search finds some.

    Parameters
    ----------
    pattern : (R, C, D) int8 array over {-1, 0 (no condition), 1}; 0 at the null pair
    null : (y0, z0)
    m : width, >= 1
    seed : of the starts
    starts : how many to make, in rounds of 64; what comes out is then a function of the arguments
    deadline : value of ``time.monotonic()``

    Guarantee
    ---------
    Tables that are returned have exactly the signs, compared in Python integers. Finding none proves nothing.

    Examples
    --------
    >>> pattern = np.array([[[1, -1], [-1, 0]]], dtype=np.int8)
    >>> found = tensor_tables(pattern, (1, 1), 1, seed=0, starts=640)
    >>> has_tensor_signs(pattern, (1, 1), found.queries, found.first_keys, found.second_keys)
    True
    """
    fewest, rng = int(pattern.size), np.random.default_rng(seed)
    for made, rate in zip(count(_STARTS, _STARTS), cycle(_RATES), strict=False):
        for solved, wrong in _descend(pattern, null, m, rng, rate, deadline):
            fewest = min(fewest, wrong)
            for tables in solved:
                if integer := _rounded(pattern, null, tables):
                    return integer
        if made >= starts or time.monotonic() > deadline:
            return NoTablesFound(made, fewest)
    raise AssertionError("the rates are cycled without end")


def gridded_tables(
    pattern: Signs,
    null: tuple[int, int],
    m: int,
    grid: range,
    *,
    gap: int = 1,
    seed: int,
    starts: float = float("inf"),
    deadline: float = float("inf"),
) -> TensorTables | NoTablesFound:
    """The same with all entries in a grid and all scores apart from the null pair's by at least ``gap``.

    Float solutions are scaled at random, coordinate by coordinate and row by row, and moved to the nearest grid points;
    then single entries are changed as long as that lowers the sum of what the gaps lack.

    Parameters
    ----------
    grid : the integers allowed, as ``certificates.GRIDS`` gives them

    Examples
    --------
    >>> pattern = np.array([[[1, -1], [-1, 0]]], dtype=np.int8)
    >>> found = gridded_tables(pattern, (1, 1), 1, range(-2, 2), seed=0, starts=640)
    >>> has_tensor_signs(pattern, (1, 1), found.queries, found.first_keys, found.second_keys)
    True
    """
    rng = np.random.default_rng(seed)
    points = np.array(grid)
    made, fewest = 0, int(pattern.size)
    while made < starts and time.monotonic() < deadline:
        made += _STARTS
        for solved, _ in _descend(pattern, null, m, rng, float(rng.choice(_RATES)), deadline):
            for tables in solved:
                for _ in range(30):
                    integer = _onto_grid(tables, points, rng)
                    wrong = _improve(pattern, null, integer, points, gap, rng)
                    fewest = min(fewest, wrong)
                    if not wrong and (found := _with_signs(pattern, null, integer)):
                        return found
                    if time.monotonic() > deadline:
                        return NoTablesFound(made, fewest)
            if solved:
                break
    return NoTablesFound(made, fewest)


def _onto_grid(tables: Triple, points: Ints, rng: np.random.Generator) -> list[Ints]:
    first, second = (rng.uniform(0.7, 1.6, size=table.shape[1]) for table in tables[1:])
    scaled = _of_one_size(tables, first, second, rng.uniform(0.7, 1.3, size=(len(tables[0]), 1)))
    return [points[np.abs(table[..., None] * points.max() - points).argmin(axis=-1)] for table in scaled]


def _of_one_size(tables: Triple, first: Any = 1.0, second: Any = 1.0, third: Any = 1.0) -> Triple:
    """The same signs: coordinates of K and L, and rows of Q, of the sizes 1 over the factors given.

    Scaling a coordinate of Q by 1/(s t), of K by s and of L by t changes no score; each row of Q may be scaled by a
    positive number.
    """
    q, k, l = (table.copy() for table in tables)
    for table, factor in ((k, first), (l, second)):
        size = np.abs(table).max(axis=0)
        size = np.where(size == 0, 1.0, size) * factor
        table /= size
        q *= size
    q /= np.maximum(np.abs(q).max(axis=1, keepdims=True), 1e-300) * third
    return q, k, l


def _improve(
    pattern: Signs, null: tuple[int, int], tables: list[Ints], points: Ints, gap: int, rng: np.random.Generator
) -> int:
    """Change single entries in place; returns the number of cells that still miss the gap."""

    def lack() -> tuple[int, int]:
        score = np.einsum("xa,ya,za->xyz", *tables)
        short = np.maximum(0, gap - pattern * (score - score[:, null[0], null[1]][:, None, None]))
        short[pattern == 0] = 0
        return int(short.sum()), int((short > 0).sum())

    best = lack()
    places = [(table, r, a) for table in tables for r in range(table.shape[0]) for a in range(table.shape[1])]
    better = True
    while better and best[0]:
        better = False
        for number in rng.permutation(len(places)):
            table, r, a = places[number]
            before = table[r, a]
            where = int(np.searchsorted(points, before))
            for other in points[max(0, where - 2) : where + 3]:
                table[r, a] = other
                now = lack()
                if now < best:
                    best, before, better = now, other, True
            table[r, a] = before
            if not best[0]:
                break
    return best[1]


def has_tensor_signs(
    pattern: Signs, null: tuple[int, int], queries: IntTable, first: IntTable, second: IntTable
) -> bool:
    """Whether all scores have the signs, in Python integers."""
    largest = prod(max((abs(x) for row in table for x in row), default=0) for table in (queries, first, second))
    kind = np.int64 if 2 * largest * len(first[0]) < 2**62 else object
    q, k, l = (np.array(table, dtype=kind) for table in (queries, first, second))
    scores = (q[:, None, None] * k[:, None] * l).sum(axis=-1)
    moved = scores - scores[:, null[0], null[1], None, None]
    return bool((moved * pattern > 0)[pattern != 0].all())


def _with_signs(pattern: Signs, null: tuple[int, int], tables: Iterable[Any]) -> TensorTables | None:
    """Tables of integers, if they have the signs."""
    rows = TensorTables(*(tuple(tuple(int(x) for x in row) for row in table) for table in tables))
    fine = has_tensor_signs(pattern, null, rows.queries, rows.first_keys, rows.second_keys)
    return rows if fine else None


def _rounded(pattern: Signs, null: tuple[int, int], tables: Triple) -> TensorTables | None:
    """The tables scaled and rounded as coarsely as their signs bear, if entries of 24 bits do."""
    scaled = _of_one_size(tables)
    for scale in [*range(1, 129), *(2**b for b in range(8, 25))]:
        if found := _with_signs(pattern, null, [np.rint(table * scale) for table in scaled]):
            return found
    return None


def _descend(
    pattern: Signs, null: tuple[int, int], m: int, rng: np.random.Generator, rate: float, deadline: float
) -> Iterator[tuple[list[Triple], int]]:
    """Adam steps on the reweighted hinge loss; yields tables with the right signs, and the fewest wrong signs."""
    signs, (y0, z0) = pattern.astype(np.float64), null
    tables = [rng.normal(size=(_STARTS, size, m)) for size in pattern.shape]
    first = [np.zeros_like(table) for table in tables]
    second = [np.zeros_like(table) for table in tables]
    weights = np.ones((_STARTS, *pattern.shape))
    for step in range(1, _STEPS + 1):
        q, k, l = tables
        score = np.matmul(q[:, :, None, None, :] * k[:, None, :, None, :], l[:, None, None].transpose(0, 1, 2, 4, 3))
        score = score[:, :, :, 0, :]
        margin = signs * (score - score[:, :, y0 : y0 + 1, z0 : z0 + 1])
        wrong = (margin <= 1e-3) & (signs != 0)
        count = wrong.sum(axis=(1, 2, 3))
        if step % _EVERY == 0 or not count.all():
            solved = [(q[b].copy(), k[b].copy(), l[b].copy()) for b in np.flatnonzero(count == 0)[:4]]
            yield solved, int(count.min())
            if time.monotonic() > deadline:
                return
        if step % _EVERY == 0:
            weights = np.where(wrong, np.minimum(weights * 1.5, 1e4), np.maximum(1.0, weights * 0.9))
        gradient = -2 * weights * np.maximum(0.0, 1 - margin) * signs
        gradient[:, :, y0, z0] -= gradient.sum(axis=(2, 3))
        of_q = np.einsum("bxyz,bya,bza->bxa", gradient, k, l, optimize=True)
        of_k = np.einsum("bxyz,bxa,bza->bya", gradient, q, l, optimize=True)
        of_l = np.einsum("bxyz,bxa,bya->bza", gradient, q, k, optimize=True)
        for table, mean, square, change in zip(tables, first, second, (of_q, of_k, of_l), strict=True):
            mean += 0.1 * (change - mean)
            square += 0.01 * (change**2 - square)
            table -= rate * mean / (np.sqrt(square) + 1e-9)
