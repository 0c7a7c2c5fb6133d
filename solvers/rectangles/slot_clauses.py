"""The clauses that say that some rectangles, in numbered slots, cover or partition the entries 1."""

from collections.abc import Iterator
from itertools import combinations

from ...questions.matrix import CommunicationMatrix
from ..refutation_steps import Clause


def slot_clauses(matrix: CommunicationMatrix, slots: int, order: list[int], disjoint: bool) -> Iterator[Clause]:
    """The clauses of a cover or a partition; ``order`` has numbers of 1-entries.

    >>> list(slot_clauses(CommunicationMatrix(("10", "01")), 1, [0], disjoint=False))[:2]
    [(-1, -4), (-2, -3)]
    """
    cells, other = matrix.cells(1), matrix.cells(0)
    rows, columns = matrix.shape
    size = rows + columns + len(cells)
    firsts = [s * size + 1 for s in range(slots)]
    for first in firsts:
        for r, c in other:
            yield -(first + r), -(first + rows + c)
    for first in firsts:
        for e, (r, c) in enumerate(cells, start=first + rows + columns):
            yield -e, first + r
            yield -e, first + rows + c
            if disjoint:
                yield e, -(first + r), -(first + rows + c)
    start = rows + columns
    for e in range(len(cells)):
        yield tuple(first + start + e for first in firsts)
    for i, e in enumerate(order):
        yield tuple(first + start + e for first in firsts[: i + 1])
    if disjoint:
        for e in range(len(cells)):
            for one, two in combinations(firsts, 2):
                yield -(one + start + e), -(two + start + e)
