"""D of all 0/1 matrices of one small shape at once, and their classes under permutations of rows and of columns.

The table is filled by the definition: 0 for constant matrices, else 1 + the least, over all ways to split the rows or
the columns in two, of the larger D of the halves. A matrix is coded by the number with its entries, row by row, as
binary digits, so that a table over r rows of c bits is an array with r axes of length 2^c, and a split of the rows is
an outer maximum of two smaller tables; the columns are split in the table of the transposed shape.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, permutations
from math import factorial

import numpy as np

MAX_ENTRIES = 25
"""Most entries of a matrix of a table: 2^25 bytes, and about ten times as many while it is made."""


class CensusError(ValueError):
    """The shape is none, or too large; the message says which is allowed."""


@dataclass(frozen=True)
class Census:
    """``counts[d]`` matrices of the shape have the value d."""

    rows: int
    columns: int
    counts: tuple[int, ...]


@dataclass(frozen=True)
class MatrixClass:
    """All matrices that permutations of rows and columns make of one: their number, and the rows of the first."""

    rows: tuple[str, ...]
    size: int


def depth_census(rows: int, columns: int) -> Census:
    """How many 0/1 matrices of a shape have D = 0, 1, 2, ..

    Raises
    ------
    CensusError
        If the matrices have more than ``MAX_ENTRIES`` entries, or none.

    Examples
    --------
    >>> depth_census(4, 4).counts
    (2, 28, 2842, 62664)
    """
    return Census(rows, columns, tuple(int(count) for count in np.bincount(depth_table(rows, columns))))


def one_way_census(rows: int, columns: int) -> Census:
    """How many have one-way complexity 0, 1, 2, .. from the rows: ceil(log2 k) for k different rows.

    >>> one_way_census(4, 4).counts
    (16, 1680, 63840)
    """
    # onto[k]: matrices with exactly k different rows, row by row: an old one (k ways) or a new one.
    onto = [1, *([0] * rows)]
    for _ in range(rows):
        onto = [0, *(onto[k] * k + onto[k - 1] * (2**columns - k + 1) for k in range(1, rows + 1))]
    counts = [0] * (rows.bit_length() + 1)
    for k in range(1, rows + 1):
        counts[(k - 1).bit_length()] += onto[k]
    while counts[-1] == 0:
        counts.pop()
    return Census(rows, columns, tuple(counts))


def depth_table(rows: int, columns: int) -> np.ndarray:
    """D of every matrix of a shape, uint8, at the code of the matrix.

    Examples
    --------
    >>> depth_table(2, 2)[0b0110], depth_table(2, 2)[0b0011]
    (np.uint8(2), np.uint8(1))

    Guarantee
    ---------
    By the definition of D; the last bit of a shortest protocol is a split, and halves without a line gain nothing.
    """
    if rows < 1 or columns < 1 or rows * columns > MAX_ENTRIES:
        raise CensusError(f"a shape must have 1 to {MAX_ENTRIES} entries, got {rows}x{columns}")
    return _table(rows, columns)


def matrix_classes(rows: int, columns: int) -> tuple[MatrixClass, ...]:
    """The 0/1 matrices of a shape up to permutations of rows and of columns, with the sizes of the classes.

    >>> [(c.rows, c.size) for c in matrix_classes(2, 2) if c.size == 4][0], len(matrix_classes(3, 3))
    ((('00', '01'), 4), 36)
    """
    if rows < 1 or columns < 1 or rows * columns > MAX_ENTRIES or factorial(columns) > 1000:
        raise CensusError(f"a shape must have 1 to {MAX_ENTRIES} entries, at most 6 columns, got {rows}x{columns}")
    ordered = np.array(list(combinations_with_replacement(range(2**columns), rows)), dtype=np.int64)
    weights = np.array([_orders(line) for line in ordered.tolist()], dtype=np.int64)
    place = (2**columns) ** np.arange(rows - 1, -1, -1, dtype=np.int64)
    least: np.ndarray | None = None
    for order in permutations(range(columns)):
        moved = np.array([sum((v >> j & 1) << order[j] for j in range(columns)) for v in range(2**columns)])
        codes = np.sort(moved[ordered], axis=1) @ place
        least = codes if least is None else np.minimum(least, codes)
    codes, inverse = np.unique(least, return_inverse=True)
    sizes = np.zeros(len(codes), dtype=np.int64)
    np.add.at(sizes, inverse, weights)
    return tuple(
        MatrixClass(_rows_of(code, rows, columns), size)
        for code, size in zip(codes.tolist(), sizes.tolist(), strict=True)
    )


@cache
def _table(rows: int, columns: int) -> np.ndarray:
    best = _best_row_split(rows, columns).ravel()
    turned = _best_row_split(columns, rows).ravel()
    best = np.minimum(best, turned[_transposed_codes(rows, columns)])
    table = np.minimum(best, 254) + np.uint8(1)
    table[[0, -1]] = 0
    table.setflags(write=False)
    return table


def _best_row_split(rows: int, columns: int) -> np.ndarray:
    """At each matrix, the least of the larger D of two halves of its rows; 254 if there is one row only."""
    best = np.full((2**columns,) * rows, 254, dtype=np.uint8)
    for chosen in range(1, 2 ** (rows - 1)):  # the half without the last row
        halves = []
        for side in (chosen, ~chosen):
            axes = [side >> axis & 1 for axis in range(rows)]
            shape = tuple(2**columns if there else 1 for there in axes)
            halves.append(_table(sum(axes), columns).reshape(shape))
        np.minimum(best, np.maximum(*halves), out=best)
    return best


def _transposed_codes(rows: int, columns: int) -> np.ndarray:
    """The code of the transposed matrix, at the code of each matrix."""
    last = rows * columns - 1
    result = np.zeros(1, dtype=np.int32)
    for bit in range(rows * columns):  # the digit of weight 2^bit, counted from the last cell
        i, j = divmod(last - bit, columns)
        result = np.concatenate([result, result | np.int32(1 << (last - (j * rows + i)))])
    return result


def _orders(line: list[int]) -> int:
    """The number of orders of a multiset."""
    result = factorial(len(line))
    for value in set(line):
        result //= factorial(line.count(value))
    return result


def _rows_of(code: int, rows: int, columns: int) -> tuple[str, ...]:
    word = format(code, f"0{rows * columns}b")
    return tuple(word[i * columns : (i + 1) * columns] for i in range(rows))
