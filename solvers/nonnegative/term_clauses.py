"""Whether a matrix of nonnegative integers may be a sum of k nonnegative matrices of rank 1: clauses about supports.

The supports of the terms are a cover of the positive entries by rectangles without 0; and of two entries with M_rc
M_ij > M_rj M_ic no single term holds both (``certificates/systems/rectangles.py``). That the clauses can be satisfied
says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...questions import CommunicationMatrix
from ..clause_decision import Model, Replayed, SolverWord, TimeOut, decide_clauses
from ..rectangles.rectangle_search import slot_clauses
from ..refutation_steps import Clause

Rows = Sequence[Sequence[int]]
Cell = tuple[int, int]


def pairs_told_apart(rows: Rows) -> Iterator[tuple[Cell, Cell]]:
    """Pairs of positive entries with M_rc M_ij > M_rj M_ic, each once, row by row.

    >>> list(pairs_told_apart([[2, 1], [1, 2]])), list(pairs_told_apart([[1, 2], [2, 4]]))
    ([((0, 0), (1, 1))], [])
    """
    cells = [(i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x]
    for k, (r, c) in enumerate(cells):
        for i, j in cells[k + 1 :]:
            if rows[r][c] * rows[i][j] > rows[r][j] * rows[i][c]:
                yield (r, c), (i, j)


def term_clauses(rows: Rows, support: CommunicationMatrix, slots: int, order: Sequence[Cell]) -> Iterator[Clause]:
    """The clauses of a cover of the support (``slot_clauses``), then for each pair and each slot that another is there.

    >>> list(term_clauses([[2, 1], [1, 2]], CommunicationMatrix(("11", "11")), 1, []))[-1]
    ()
    """
    cells = support.cells(1)
    numbers = {cell: k for k, cell in enumerate(cells)}
    yield from slot_clauses(support, slots, [numbers[cell] for cell in order], False)
    size, start = sum(support.shape) + len(cells), sum(support.shape) + 1
    for one, other in pairs_told_apart(rows):
        for s in range(slots):
            yield tuple(start + t * size + numbers[at] for t in range(slots) if t != s for at in (one, other))


def decide_terms(
    rows: Rows, support: CommunicationMatrix, slots: int, order: Sequence[Cell], deadline: float
) -> Model | Replayed | SolverWord | TimeOut:
    """Whether the clauses can be satisfied.

    >>> hexagon = [[(0, 0, 1, 2, 2, 1)[(j - i) % 6] for j in range(6)] for i in range(6)]
    >>> support = CommunicationMatrix(tuple("".join("01"[x > 0] for x in row) for row in hexagon))
    >>> type(decide_terms(hexagon, support, 4, [], float("inf"))).__name__
    'Replayed'
    """
    return decide_clauses(list(term_clauses(rows, support, slots, order)), deadline)
