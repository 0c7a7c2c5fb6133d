"""Which families of sets of keys some table of a grid ties at the maximum: all tables, or some drawn by chance.

A family that a table ties needs no search; of one that no table ties, a small part is enough for the refutation. What
is looked at depends on the sizes alone. Nothing here is evidence: the checker gets tables, or a refutation of the part.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

import numpy as np

from ..questions.grid import GRIDS
from ..solvers.units.grid_annealing import GridTables
from .closed_families import families
from .point_sets import Codes

MOST_TABLES = 1 << 20
"""Most tables of which all are looked at."""

DRAWN, TOGETHER = 60_000, 2_000
"""Tables that are drawn where there are more, and how many are looked at together."""


class _Tied(NamedTuple):
    """The families that tables tie, under every renaming, table by table; and the tables.

    Kept are tables whose family is in no larger one. ``complete`` says whether all tables were looked at.
    """

    codes: Codes
    tables: Codes
    complete: bool


def tables_that_tie(keys: int, width: int, bits: int, parts: Sequence[int]) -> GridTables | None:
    """Keys of the midrise grid, and for each set a query of it that ties the set; None if none are known.

    >>> found = tables_that_tie(3, 2, 2, (0b001, 0b010, 0b100))
    >>> len(found.keys[0]), len(found.queries[0])
    (3, 3)
    """
    known, family = _tied(keys, width, bits), families(keys).code(parts)
    fits = np.flatnonzero(known.codes & family == family)
    if not len(fits):
        return None
    table, order = divmod(int(fits[0]), len(known.codes) // len(known.tables))
    # The renaming makes set y of the table's keys a set of the family: key j of it becomes key renaming[j].
    renaming = list(permutations(range(keys)))[order]
    chosen = known.tables[table][[renaming.index(j) for j in range(keys)]]
    queries = _queries(width, bits)
    shown = _shown(chosen @ queries.T).tolist()
    told = [tuple(queries[shown.index(part)].tolist()) for part in parts]
    return GridTables((tuple(map(tuple, chosen.tolist())),), (tuple(told),))


def smallest_untied(keys: int, width: int, bits: int, parts: Sequence[int]) -> tuple[int, ...]:
    """Some of the sets, which no table ties, and each of which is needed; none if that is not known.

    >>> smallest_untied(3, 1, 1, (0b001, 0b010, 0b100, 0b011))
    (2, 3)
    """
    known, sets = _tied(keys, width, bits), families(keys)

    def untied(some: Sequence[int]) -> bool:
        family = sets.code(some)
        return not (known.codes & family == family).any()

    if not (known.complete and untied(parts)):
        return ()
    left = list(parts)
    for part in parts:
        fewer = [other for other in left if other != part]
        if fewer and untied(fewer):
            left = fewer
    return tuple(left)


@cache
def _queries(width: int, bits: int) -> Codes:
    return np.array(list(product(GRIDS["midrise"](bits), repeat=width)), dtype=np.int64)


def _shown(scores: Codes) -> Codes:
    """The set of keys (next to last axis) at the maximum, as a number, for each query (last axis)."""
    tied = scores == scores.max(axis=-2, keepdims=True)
    sets: Codes = (tied << np.arange(scores.shape[-2])[:, None]).sum(axis=-2)
    return sets


@cache
def _tied(keys: int, width: int, bits: int) -> _Tied:
    queries, sets = _queries(width, bits), families(keys)
    place = np.full(1 << keys, len(sets.points), dtype=np.int64)  # a set that is no point sets a digit beyond
    place[list(sets.points)] = range(len(sets.points))
    complete = len(queries) ** keys <= MOST_TABLES
    rng, count = np.random.default_rng(0), len(queries) ** keys if complete else DRAWN
    best: dict[int, Codes] = {}
    for start in range(0, count, TOGETHER):
        numbers = np.arange(start, min(start + TOGETHER, count))[:, None] // len(queries) ** np.arange(keys)
        chosen = numbers % len(queries) if complete else rng.integers(len(queries), size=(TOGETHER, keys))
        tables = queries[chosen]
        codes = np.bitwise_or.reduce(1 << place[_shown(tables @ queries.T)], axis=1) & (1 << len(sets.points)) - 1
        for code, first in zip(*np.unique(codes, return_index=True), strict=True):
            best.setdefault(int(code), tables[first])
    images = np.stack(list(sets.images(np.array(list(best)))), axis=1)
    classes = {least: row for row, least in enumerate(images.min(axis=1).tolist())}
    kept: list[int] = []
    for row in sorted(classes.values(), key=lambda row: (-int(images[row, 0]).bit_count(), int(images[row, 0]))):
        if not (images[kept, :1] & images[row] == images[row]).any():
            kept.append(row)
    return _Tied(images[kept].ravel(), np.array(list(best.values()))[kept], complete)
