"""Rectangles: reading them, and the heaviest one of a weighted matrix by going through all row sets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from ...reading import Node
from ...statement.matrix import CommunicationMatrix

MAX_ROW_SETS = 2**18
"""Most row sets that the checker goes through; the smaller side of the matrix has at most 18 different vectors."""


@dataclass(frozen=True)
class Rectangle:
    """A set of rows times a set of columns, each increasing."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    def to_json(self) -> list[list[int]]:
        """As it stands in a certificate: ``[[rows], [columns]]``."""
        return [list(self.rows), list(self.columns)]


def read_rectangle(node: Node, matrix: CommunicationMatrix) -> Rectangle:
    """A rectangle ``[[rows], [columns]]``, both strictly increasing; either may be empty."""
    rows, columns = node.items(2)
    return Rectangle(rows.increasing(0, matrix.shape[0] - 1), columns.increasing(0, matrix.shape[1] - 1))


def heaviest_rectangle(
    weights: Sequence[Sequence[int]], allowed: Callable[[int, int], bool] | None = None
) -> tuple[int, Rectangle]:
    """The largest total weight of a rectangle (the empty one has 0), and a rectangle that has it.

    Parameters
    ----------
    weights : R x C integers
    allowed : callable, optional
        ``allowed(i, j)`` says whether a rectangle may hold the cell; all cells unless given.

    Guarantee
    ---------
    All row sets of the smaller side are gone through, in the order of a Gray code; for each the best columns are those
    of positive sum, which are allowed in each of the rows. At most 2^min(R, C) steps of max(R, C) additions.

    Raises
    ------
    ValueError
        If there are more than ``MAX_ROW_SETS`` row sets.

    Examples
    --------
    >>> heaviest_rectangle([[1, -1], [-1, 1], [1, 1]])
    (2, Rectangle(rows=(0, 2), columns=(0,)))
    """
    flipped = len(weights) > len(weights[0])
    table = [list(column) for column in zip(*weights, strict=True)] if flipped else [list(row) for row in weights]
    size, width = len(table), len(table[0])
    if 2**size > MAX_ROW_SETS:
        raise ValueError(f"the smaller side must have at most {MAX_ROW_SETS.bit_length() - 1} vectors, got {size}")
    blocked = [[0] * width for _ in range(size)]
    if allowed is not None:
        for i in range(size):
            blocked[i] = [int(not (allowed(j, i) if flipped else allowed(i, j))) for j in range(width)]
    sums, stops = [0] * width, [0] * width
    best, best_set, current = 0, 0, 0
    for step in range(1, 2**size):
        i = (step & -step).bit_length() - 1
        current ^= 1 << i
        row, stop = table[i], blocked[i]
        if current >> i & 1:
            sums = [a + b for a, b in zip(sums, row, strict=True)]
            stops = [a + b for a, b in zip(stops, stop, strict=True)] if allowed else stops
        else:
            sums = [a - b for a, b in zip(sums, row, strict=True)]
            stops = [a - b for a, b in zip(stops, stop, strict=True)] if allowed else stops
        total = sum([a for a, b in zip(sums, stops, strict=True) if a > 0 and not b])
        if total > best:
            best, best_set = total, current
    rows = tuple(i for i in range(size) if best_set >> i & 1)
    columns = tuple(
        j for j in range(width) if rows and sum(table[i][j] for i in rows) > 0 and not any(blocked[i][j] for i in rows)
    )
    return best, Rectangle(columns, rows) if flipped else Rectangle(rows, columns)


def integer_weights(weights: Sequence[Sequence[Fraction]]) -> tuple[list[list[int]], int]:
    """The weights times their common denominator, and that denominator.

    >>> integer_weights([[Fraction(1, 2), Fraction(1, 3)]])
    ([[3, 2]], 6)
    """
    common = lcm(*(w.denominator for row in weights for w in row))
    return [[int(w * common) for w in row] for row in weights], common
