"""Fixed numbers of rectangles, by SAT: the checker's own clauses for k slots, decided.

A model is read off as rectangles; a refutation is replayed before it is returned. The order in which entries are given
to slots 0, 1, .. removes symmetry: a fooling set first, then entries that collide with many of those before.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ...questions import CommunicationMatrix
from ..clause_decision import Model, Replayed, SolverWord, TimeOut, decide_clauses
from ..refutation_steps import Clause
from .maximal_rectangles import Sides

Cell = tuple[int, int]


@dataclass(frozen=True)
class Slots:
    """Rectangles that hold every entry of the value, at most as many as was asked."""

    rectangles: tuple[Sides, ...]


def decide_slots(
    matrix: CommunicationMatrix, value: int, slots: int, order: list[Cell], disjoint: bool, deadline: float
) -> Slots | Replayed | SolverWord | TimeOut:
    """Whether ``slots`` rectangles (disjoint ones) hold every entry of the value.

    Parameters
    ----------
    matrix : CommunicationMatrix
    value, slots : int
        At least one slot.
    order : list of cells
        Entry number i is given to one of the slots 0 .. i, at most one entry for each slot.

    Examples
    --------
    >>> import time
    >>> equality = CommunicationMatrix(("10", "01"))
    >>> decide_slots(equality, 1, 2, [(0, 0), (1, 1)], True, time.monotonic() + 10)
    Slots(rectangles=(((0,), (0,)), ((1,), (1,))))
    >>> type(decide_slots(equality, 1, 1, [(0, 0)], False, time.monotonic() + 10)).__name__
    'Replayed'
    """
    numbers = {cell: number for number, cell in enumerate(matrix.cells(value))}
    sided = matrix if value else matrix.complement
    clauses = slot_clauses(sided, slots, [numbers[cell] for cell in order], disjoint)
    answer = decide_clauses(list(clauses), deadline)
    return Slots(_read(answer, matrix.shape, len(numbers), slots)) if isinstance(answer, Model) else answer


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


def clause_count(matrix: CommunicationMatrix, value: int, slots: int, disjoint: bool) -> int:
    """How many clauses ``decide_slots`` has to build, up to a few."""
    cells, other = len(matrix.cells(value)), len(matrix.cells(1 - value))
    return slots * (other + (2 + disjoint) * cells) + disjoint * cells * slots * (slots - 1) // 2 + cells + slots


def colliding_order(cells: list[Cell], together: np.ndarray, first: list[Cell], length: int) -> list[Cell]:
    """``first``, then up to ``length`` cells in all, each colliding with as many of those before as possible."""
    place = {cell: k for k, cell in enumerate(cells)}
    order = [place[cell] for cell in first][:length]
    apart = (~together).sum(0) / (1 + len(cells))  # decides among equals
    score = (~together)[order].sum(0) + apart
    while len(order) < min(length, len(cells)):
        score[order] = -1
        order.append(int(np.argmax(score)))
        score += ~together[order[-1]]
    return [cells[k] for k in order]


def _read(model: Model, shape: tuple[int, int], cells: int, slots: int) -> tuple[Sides, ...]:
    rows, columns = shape
    found = []
    for s in range(slots):
        first = s * (rows + columns + cells) + 1
        row_set = tuple(r for r in range(rows) if first + r in model.true)
        column_set = tuple(c for c in range(columns) if first + rows + c in model.true)
        if row_set and column_set:
            found.append((row_set, column_set))
    return tuple(found)
