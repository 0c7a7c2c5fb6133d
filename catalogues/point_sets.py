"""Sets of points up to renaming: codes, the least code of each class, and the number of classes by Burnside's lemma.

What is catalogued is a set of points on n labels: edges of a graph, say, or subsets of keys. A set is coded by the
number whose binary digit k says whether point k is in it, and its canonical form is the least code that a renaming of
the labels makes of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial, prod
from typing import Any

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int64]
Renaming = tuple[int, ...]
"""Label i becomes label renaming[i]."""

CHUNK = 11
"""Binary digits of a code that are moved at once, by a table."""

BLOCK = 1 << 20
"""Codes that are brought into canonical form together."""


@dataclass(frozen=True)
class PointSets:
    """All sets of points on ``labels`` labels; ``renamed(renaming, point)`` is the point that a renaming makes of one.

    Examples
    --------
    >>> arrows = ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
    >>> digraphs = PointSets(3, arrows, lambda to, arrow: (to[arrow[0]], to[arrow[1]]))
    >>> len(digraphs.classes()), digraphs.count()
    (16, 16)
    """

    labels: int
    points: Sequence[Any]
    renamed: Callable[[Renaming, Any], Any]

    def moves(self, renaming: Renaming) -> list[int]:
        """The number of the point that each point becomes."""
        number = {point: k for k, point in enumerate(self.points)}
        return [number[self.renamed(renaming, point)] for point in self.points]

    def members(self, code: int) -> list[Any]:
        """The points of a set."""
        return [point for k, point in enumerate(self.points) if code >> k & 1]

    def code(self, members: Sequence[Any]) -> int:
        """The code of a set."""
        return sum(1 << k for k, point in enumerate(self.points) if point in members)

    def images(self, codes: Codes) -> Iterator[Codes]:
        """What each renaming, in the order of ``permutations``, makes of the codes."""
        chunks = [range(start, min(start + CHUNK, len(self.points))) for start in range(0, len(self.points), CHUNK)]
        digits = [codes >> chunk.start & (1 << len(chunk)) - 1 for chunk in chunks]
        for renaming in permutations(range(self.labels)):
            moves, image = self.moves(renaming), np.zeros_like(codes)
            for chunk, digit in zip(chunks, digits, strict=True):
                image |= _moved([moves[k] for k in chunk])[digit]
            yield image

    def canonical(self, codes: Codes) -> Codes:
        """The least code in the class of each code."""
        least = codes.copy()
        for image in self.images(codes):
            np.minimum(least, image, out=least)
        return least

    def classes(self) -> Codes:
        """The canonical codes of all sets, rising; at most 22 points."""
        return self.classes_of(np.zeros(1, dtype=np.int64), 0)

    def classes_of(self, smaller: Codes, points: int) -> Codes:
        """The canonical codes of the sets that agree with one of ``smaller`` on the first so many points, rising."""
        more = np.arange(1 << len(self.points) - points, dtype=np.int64) << points
        step, found = max(1, BLOCK // len(more)), [smaller[:0]]
        for start in range(0, len(smaller), step):
            codes = (smaller[start : start + step, None] | more).ravel()
            found.append(np.unique(self.canonical(codes)))
        return np.unique(np.concatenate(found))

    def count(self) -> int:
        """The number of classes, by Burnside's lemma: a renaming fixes 2^c sets, c its cycles on the points."""
        total = sum(size << len(self.cycles(renaming)) for renaming, size in conjugacy_classes(self.labels))
        return total // factorial(self.labels)

    def cycles(self, renaming: Renaming) -> list[list[int]]:
        """The cycles of a renaming on the points, as numbers of points."""
        moves, seen, found = self.moves(renaming), set[int](), []
        for first in range(len(moves)):
            cycle, k = [], first
            while k not in seen:
                seen.add(k)
                cycle.append(k)
                k = moves[k]
            if cycle:
                found.append(cycle)
        return found


def classes_on(sets_on: Callable[[int], PointSets], labels: int) -> Codes:
    """The canonical codes on so many labels, rising, where the points on fewer labels are the first of those on more.

    What is left of a set when its last label is taken away is of one of the classes on fewer labels.
    """
    found, points = np.zeros(1, dtype=np.int64), 0
    for n in range(1, labels + 1):
        sets = sets_on(n)
        found, points = sets.classes_of(found, points), len(sets.points)
    return found


def _moved(moves: Sequence[int]) -> Codes:
    """For each set of the points of a chunk, what it becomes."""
    table = np.zeros(1, dtype=np.int64)
    for move in moves:
        table = np.concatenate([table, table | 1 << move])
    return table


def conjugacy_classes(n: int) -> Iterator[tuple[Renaming, int]]:
    """A renaming of n labels with each type of cycles, and the number of renamings of that type.

    >>> list(conjugacy_classes(3))
    [((0, 1, 2), 1), ((0, 2, 1), 3), ((1, 2, 0), 2)]
    """
    for lengths in _partitions(n, n):
        renaming: list[int] = []
        for length in reversed(lengths):
            start = len(renaming)
            renaming += [start + (k + 1) % length for k in range(length)]
        repeated = Counter(lengths)
        yield tuple(renaming), factorial(n) // prod(k**m * factorial(m) for k, m in repeated.items())


def _partitions(n: int, most: int) -> Iterator[tuple[int, ...]]:
    if n == 0:
        yield ()
    for first in range(1, min(n, most) + 1):
        for rest in _partitions(n - first, first):
            yield (first, *rest)
