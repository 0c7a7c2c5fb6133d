"""The clauses that say that so many entries are a fooling set."""

from collections.abc import Iterator

from ...questions.matrix import CommunicationMatrix
from ..refutation_steps import Clause
from .rectangle import Rectangle

Cell = tuple[int, int]


def first_cells(matrix: CommunicationMatrix) -> tuple[Cell, ...]:
    """The 1-entries in rows and columns that are the first of those equal to them, row by row.

    >>> first_cells(CommunicationMatrix(("101", "101", "010")))
    ((0, 0), (2, 1))
    """
    rows, columns = (
        set({word: number for number, word in reversed([*enumerate(words)])}.values())
        for words in (matrix.rows, matrix.transposed.rows)
    )
    return tuple((r, c) for r, c in matrix.cells(1) if r in rows and c in columns)


def grouped(cells: tuple[Cell, ...], rectangles: list[Rectangle]) -> tuple[list[list[int]], list[Cell]]:
    """For each rectangle the numbers of the cells that no earlier one holds; and the cells that none holds."""
    sides = [(set(rectangle.rows), set(rectangle.columns)) for rectangle in rectangles]
    groups: list[list[int]] = [[] for _ in rectangles]
    missing = []
    for number, (r, c) in enumerate(cells):
        for group, (rows, columns) in zip(groups, sides, strict=True):
            if r in rows and c in columns:
                group.append(number)
                break
        else:
            missing.append((r, c))
    return groups, missing


def fooling_clauses(
    matrix: CommunicationMatrix, cells: tuple[Cell, ...], groups: list[list[int]], size: int
) -> Iterator[Clause]:
    """The clauses that a fooling set of ``size + 1`` entries would satisfy; see the head of this file."""
    zeros = matrix.masks(0)
    for e, (r, c) in enumerate(cells, start=1):
        mine, bit = zeros[r], 1 << c
        for f, (i, j) in enumerate(cells[e:], start=e + 1):
            if not (mine >> j & 1 or zeros[i] & bit):
                yield -e, -f
    most = size + 1

    def at_least(g: int, t: int) -> list[int]:
        """The literal s(g, t), none if it is false; t >= 1."""
        return [len(cells) + (g - 1) * most + t] if t <= g else []

    for g, group in enumerate(groups, start=1):
        for t in range(1, min(g, most) + 1):
            start = [-at_least(g, t)[0], *at_least(g - 1, t)]
            yield (*start, *(e + 1 for e in group))
            if t > 1:
                yield (*start, *at_least(g - 1, t - 1))
    yield tuple(at_least(len(groups), most))
