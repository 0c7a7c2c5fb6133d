"""Permutations of the rows of an integer matrix that only change the order of its columns.

Generators are found as for a chain of stabilisers (Sims 1970): for each row b, from the last to the first,
permutations that fix all rows before b and take b to a later row, one for each row that the orbit of b does not reach
yet. The images of rows are chosen one after the other; whenever the columns cut off after these rows are not the same
as those of the images, another image is tried.
"""

import time
from collections import Counter
from collections.abc import Sequence

from ...solvers.rectangles.weighted_table import Permutation, orbit_of

MAX_TRIALS = 20_000
"""Most images that are tried in all; what is found until then generates some group of symmetries."""


def row_symmetries(table: Sequence[Sequence[int]], deadline: float = float("inf")) -> list[Permutation]:
    """Generators of a group of symmetries, mostly all of them; none if there is no symmetry.

    Examples
    --------
    >>> row_symmetries([[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    [(0, 2, 1), (1, 0, 2)]
    """
    search = _Search(table, deadline)
    found: list[Permutation] = []
    for base in range(search.size - 2, -1, -1):
        for image in range(base + 1, search.size):
            if image in orbit_of(base, found):  # all that are found so far fix the rows before
                continue
            permutation = search.extended((*range(base), image))
            if permutation is not None:
                found.append(permutation)
            if search.over:
                return found
    return found


class _Search:
    def __init__(self, table: Sequence[Sequence[int]], deadline: float) -> None:
        self.rows = [tuple(row) for row in table]
        self.size, self.deadline, self.trials = len(self.rows), deadline, 0
        self.kinds = [sorted(row) for row in self.rows]
        self.cuts: dict[int, Counter[tuple[int, ...]]] = {}

    @property
    def over(self) -> bool:
        return self.trials > MAX_TRIALS or time.monotonic() > self.deadline

    def cut(self, k: int) -> Counter[tuple[int, ...]]:
        """The columns cut off after row k: made when rows 0 .. k have images of their kinds, n^3 steps for all k."""
        if k not in self.cuts:
            self.cuts[k] = Counter(zip(*self.rows[: k + 1], strict=True))
        return self.cuts[k]

    def extended(self, images: tuple[int, ...]) -> Permutation | None:
        """A symmetry that begins with these images, if one is found."""
        waiting = [images]
        while waiting:
            images = waiting.pop()
            self.trials += 1
            if self.over:
                return None
            k = len(images) - 1
            if self.kinds[images[k]] != self.kinds[k]:
                continue
            if Counter(zip(*(self.rows[i] for i in images), strict=True)) != self.cut(k):
                continue
            if len(images) == self.size:
                return images
            wanted = k + 1  # the row itself is tried first, or the end of the cycle that it closes
            while wanted in images:
                wanted = images.index(wanted)
            others = [i for i in range(self.size) if i not in images and i != wanted]
            waiting += [(*images, i) for i in (*reversed(others), wanted)]
        return None
