"""Keys of a grid drawn by chance, and which sets of them queries of the grid tie at the maximum.

A family of sets that some drawn keys tie needs no search. What is drawn depends on the sizes alone.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

import numpy as np

from ..questions.grid import GRIDS
from .closed_families import families
from .point_sets import Codes

Vector = tuple[int, ...]

DRAWN, TOGETHER = 60_000, 2_000
"""Tables of keys that are drawn, and how many are looked at together."""


def keys_that_tie(keys: int, width: int, bits: int, family: int) -> tuple[Vector, ...] | None:
    """So many keys of the midrise grid that tie each set of a family, given as a code of ``families``; None if unknown.

    >>> len(keys_that_tie(3, 2, 2, 0b111))
    3
    """
    codes, drawn = _drawn(keys, width, bits)
    fits = np.flatnonzero(codes & family == family)
    if not len(fits):
        return None
    table, order = divmod(int(fits[0]), len(codes) // len(drawn))
    # The renaming makes set y of the drawn keys a set of the family: key j of it is key renaming[j] of the family.
    renaming = list(permutations(range(keys)))[order]
    return tuple(tuple(drawn[table, renaming.index(j)].tolist()) for j in range(keys))


@cache
def _drawn(keys: int, width: int, bits: int) -> tuple[Codes, Codes]:
    """The codes of the families that tables of keys tie, under every renaming, table by table; and the tables.

    Kept are tables whose family is in no larger one that was drawn.
    """
    rng, grid = np.random.default_rng(0), np.array(GRIDS["midrise"](bits), dtype=np.int64)
    sets = families(keys)
    place = np.full(1 << keys, len(sets.points), dtype=np.int64)  # a set that is no point sets a digit beyond
    place[list(sets.points)] = range(len(sets.points))
    queries, best = np.array(list(product(grid.tolist(), repeat=width)), dtype=np.int64), {}
    for _ in range(0, DRAWN, TOGETHER):
        tables = rng.choice(grid, (TOGETHER, keys, width))
        scores = tables @ queries.T
        tied = (scores == scores.max(axis=1, keepdims=True)) << np.arange(keys)[:, None]
        codes = np.bitwise_or.reduce(1 << place[tied.sum(axis=1)], axis=1) & (1 << len(sets.points)) - 1
        for code, first in zip(*np.unique(codes, return_index=True), strict=True):
            best.setdefault(int(code), tables[first])
    images = np.stack(list(sets.images(np.array(list(best)))), axis=1)
    classes = {least: row for row, least in enumerate(images.min(axis=1).tolist())}
    kept: list[int] = []
    for row in sorted(classes.values(), key=lambda row: (-int(images[row, 0]).bit_count(), int(images[row, 0]))):
        if not (images[kept, :1] & images[row] == images[row]).any():
            kept.append(row)
    return images[kept].ravel(), np.array(list(best.values()))[kept]
