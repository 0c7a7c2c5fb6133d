"""Families of sets of keys that are closed under intersection: canonical codes, and their number.

The sets are those of some keys, not none and not all; two that meet have their intersection in the family. With the
empty set and the set of all keys such a family is a closure system in which the empty set is closed. A set is a number
whose binary digit j says whether key j is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial

import numpy as np

from ..compiling import compiled
from .point_sets import Codes, PointSets, Renaming, conjugacy_classes


def renamed_set(renaming: Renaming, members: int) -> int:
    """What a renaming makes of a set of keys.

    >>> bin(renamed_set((1, 2, 0), 0b011))
    '0b110'
    """
    return sum(1 << to for k, to in enumerate(renaming) if members >> k & 1)


def families(keys: int) -> PointSets:
    """All families of sets of so many keys, not none and not all of them; by their sizes, then as numbers."""
    sets = sorted(range(1, (1 << keys) - 1), key=lambda members: (members.bit_count(), members))
    return PointSets(keys, sets, renamed_set)


def closed_families(keys: int) -> Codes:
    """The canonical codes of the closed families that are not empty, as codes of ``families``, rising.

    A closed family less one of its sets that is no intersection of others is closed. So all of one size come from those
    with one set fewer.

    >>> [len(closed_families(keys)) for keys in (2, 3, 4)]
    [2, 13, 164]
    """
    all_families = families(keys)
    found, last = [], np.zeros(1, dtype=np.int64)
    while len(last):
        larger = [_with_one_more(all_families.points, last, k) for k in range(len(all_families.points))]
        last = np.unique(all_families.canonical(np.concatenate([*larger, last[:0]])))
        found.append(last)
    return np.sort(np.concatenate(found))


def _with_one_more(sets: Sequence[int], codes: Codes, k: int) -> Codes:
    """The families with set k added, where it was not in them and they stay closed."""
    number = {members: place for place, members in enumerate(sets)}
    fits = codes >> k & 1 == 0
    for place, members in enumerate(sets):
        common = members & sets[k]
        if common not in (0, members, sets[k]):
            fits &= (codes >> place & 1 == 0) | (codes >> number[common] & 1 == 1)
    larger: Codes = codes[fits] | 1 << k
    return larger


def count_closed_families(keys: int) -> int:
    """The number of classes, by Burnside's lemma, without those of ``closed_families``; the empty family is left out.

    >>> [count_closed_families(keys) for keys in (2, 3, 4)]
    [2, 13, 164]
    """
    all_families, total = families(keys), 0
    for renaming, size in conjugacy_classes(keys):
        cycles = all_families.cycles(renaming)
        orbits = np.zeros((len(cycles), max(map(len, cycles))), dtype=np.int64)
        for row, cycle in zip(orbits, cycles, strict=True):
            row[: len(cycle)] = [all_families.points[k] for k in cycle]
        total += size * int(_count_unions(orbits, 1 << keys))
    return total // factorial(keys) - 1


@compiled
def _count_unions(orbits: Codes, sets: int) -> int:
    """How many unions of orbits (rows; 0: no set) are closed.

    The sizes of the sets rise from row to row, so that an intersection with a new set is decided before it, or is one
    of the two.
    """
    rows, width = orbits.shape
    chosen = np.zeros(sets, dtype=np.int64)  # 1 + the row by which a set was taken, 0 if it is not in the family
    taken = np.zeros(rows, dtype=np.int64)  # 0 to be decided, 1 left out, 2 taken
    count, row = 0, 0
    while row >= 0:
        if row == rows:
            count += 1
            row -= 1
            continue
        if taken[row] == 2:
            for j in range(width):
                chosen[orbits[row, j]] = 0
            taken[row] = 0
            row -= 1
            continue
        taken[row] += 1
        if taken[row] == 1:
            row += 1
            continue
        for j in range(width):
            chosen[orbits[row, j]] = row + 1
        chosen[0] = 0
        closed = True
        for j in range(width):
            new = orbits[row, j]
            for other in range(1, sets):
                common = other & new
                if new and chosen[other] and common and not chosen[common]:
                    closed = False
        if closed:
            row += 1
    return count
