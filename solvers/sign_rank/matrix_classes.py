"""Classes of small +-1 matrices up to permutations and negations of rows and of columns, compiled.

A matrix of k rows and n columns is an array of k numbers: bit n - 1 - c of a row is 1 where column c is ``-``.

*Canonical form.* Each entry can be the pivot: negations make its row and its column ``+``, uniquely. Of the rest,
rows and columns are ordered: columns are chosen one by one, the rows are kept in cells of equal beginnings, and a
column is written as how many ``-`` it has in each cell. The least such word over all pivots and orders is the form (it
determines the matrix, with the rows in the order of the cells). Only pivots whose matrix has the least numbers of ``-``
by row and by column are tried, and at each place only columns with the least next letter; of equal columns only one.

>>> [len(classes(k, 4)) for k in (1, 2, 3, 4)]
[0, 0, 1, 3]
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from ...compiling import compiled
from ..arrays import Ints

MOST = 12
"""Most rows and columns: counts of ``-`` have four bits each, the cells of a word no more than 60."""

Numbers = npt.NDArray[np.int64]


@compiled
def turned(rows: Ints, n: int) -> Ints:
    """The transposed matrix."""
    k = len(rows)
    columns = np.zeros(n, np.int64)
    for r in range(k):
        for c in range(n):
            columns[c] |= (rows[r] >> (n - 1 - c) & 1) << (k - 1 - r)
    return columns


@compiled
def ones(number: int) -> int:
    """How many of the lowest 16 bits are 1."""
    number -= number >> 1 & 0x5555
    number = (number & 0x3333) + (number >> 2 & 0x3333)
    number = number + (number >> 4) & 0x0F0F
    return number + (number >> 8) & 0x1F


@compiled
def _normalised(rows: Ints, n: int, row: int, column: int, found: Ints) -> int:
    """The matrix with ``+`` in this row and this column, by negations; the numbers of ``-`` of its rows, counted.

    Bits 4 i .. 4 i + 3 of the result: how many rows have i.
    """
    at, full, counts = n - 1 - column, (1 << n) - 1, 0
    for r in range(len(rows)):
        line = rows[r] ^ rows[row]
        if line >> at & 1:
            line ^= full
        found[r] = line
        counts += 1 << 4 * ones(line)
    return counts


@compiled
def _least_word(columns: Ints, k: int, best: Ints, order: Ints, lines: Ints, fresh: bool) -> bool:
    """Whether orders of these columns give a word below ``best`` (any, if ``fresh``).

    The least one, the columns' order and the rows' order are then written into ``best``, ``order`` and ``lines``.
    """
    n, changed = len(columns), False
    cells, count = np.zeros((n + 1, k), np.int64), np.zeros(n + 1, np.int64)
    chosen, left, word = np.full(n, -1, np.int64), np.zeros(n + 1, np.int64), np.zeros(n, np.int64)
    codes, tried = np.zeros((n, n), np.int64), np.zeros(n, np.int64)
    below = np.zeros(n + 1, np.bool_)  # the word so far is below the best one's beginning
    cells[0, 0], count[0], left[0], below[0] = (1 << k) - 1, 1, (1 << n) - 1, fresh
    place, entered = 0, True
    while place >= 0:
        if place == n:
            best[:], order[:] = word, chosen
            r = 0
            for i in range(count[n]):
                for x in range(k):
                    if cells[n, i] >> (k - 1 - x) & 1:
                        lines[r] = x
                        r += 1
            changed = True
            below[:] = False  # every other beginning on the way is now one of the best word
            place -= 1
            entered = False
            continue
        if entered:
            least = -1
            for c in range(n):
                if left[place] >> c & 1:
                    code = 0
                    for i in range(count[place]):
                        code = code << 4 | ones(cells[place, i] & columns[c])
                    codes[place, c] = code
                    if least < 0 or code < least:
                        least = code
            word[place], tried[place] = least, 0
            if not below[place] and least > best[place]:
                place -= 1
                entered = False
                continue
        elif not below[place] and word[place] > best[place]:  # the best word has changed meanwhile
            place -= 1
            continue
        c = tried[place]
        found = -1
        while c < n and found < 0:
            if left[place] >> c & 1 and codes[place, c] == word[place]:
                found = c
                for d in range(c):  # an equal column was tried
                    if left[place] >> d & 1 and columns[d] == columns[c]:
                        found = -1
                        break
            c += 1
        tried[place] = c
        if found < 0:
            place -= 1
            entered = False
            continue
        chosen[place], left[place + 1] = found, left[place] & ~(1 << found)
        below[place + 1] = below[place] or word[place] < best[place]
        size = 0
        for i in range(count[place]):
            for part in (cells[place, i] & ~columns[found], cells[place, i] & columns[found]):
                if part:
                    cells[place + 1, size] = part
                    size += 1
        count[place + 1] = size
        place += 1
        entered = True
    return changed


@compiled
def canonical_into(rows: Ints, n: int, both: bool, form: Ints, lines: Ints, order: Ints) -> bool:
    """The canonical form of a matrix, or (``both``, k = n) of it and of its transposed one together.

    Rows of the form go into ``form``. Its row r and column c are row ``lines[r]`` and column ``order[c]``, up to signs;
    of the transposed matrix, if that is what is returned.
    """
    k, sides = len(rows), 2 if both else 1
    columns = turned(rows, n)
    matrix, lines_of = np.empty(k, np.int64), np.empty(n, np.int64)
    counts = np.empty((2, k, n, 2), np.int64)
    least = (-1, -1)
    for r in range(k):
        for c in range(n):
            first = _normalised(rows, n, r, c, matrix)
            second = _normalised(columns, k, c, r, lines_of)
            counts[0, r, c, 0], counts[0, r, c, 1] = first, second
            if both:
                counts[1, c, r, 0], counts[1, c, r, 1] = second, first
                first, second = min(first, second), max(first, second)
            if least[0] < 0 or (first, second) < least:
                least = (first, second)
    best, fresh, flipped = np.zeros(n, np.int64), True, False
    for side in range(sides):
        for r in range(k):
            for c in range(n):
                if counts[side, r, c, 0] != least[0] or counts[side, r, c, 1] != least[1]:
                    continue
                _normalised(columns if side else rows, n, r, c, matrix)
                _normalised(rows if side else columns, k, c, r, lines_of)
                if _least_word(lines_of, k, best, order, lines, fresh):
                    fresh, flipped = False, side == 1
                    for i in range(k):
                        form[i] = 0
                        for x in range(n):
                            form[i] = form[i] << 1 | (matrix[lines[i]] >> (n - 1 - order[x]) & 1)
    return flipped


@compiled
def distinct(lines: Ints, width: int) -> bool:
    """Whether no two lines are equal up to sign."""
    full = (1 << width) - 1
    for i in range(len(lines)):
        for j in range(i):
            if lines[i] == lines[j] or lines[i] ^ lines[j] == full:
                return False
    return True


@compiled
def _grown(matrices: Ints, n: int, both: bool, strict: bool) -> Ints:
    """The canonical forms of each matrix with one row more, which no row equals up to sign; with repetitions."""
    count, k = matrices.shape
    new = 1 << (n - 1)
    found = np.zeros((count * new, k + 1), np.int64)
    form, lines, order = np.zeros(k + 1, np.int64), np.zeros(k + 1, np.int64), np.zeros(n, np.int64)
    size, rows = 0, np.zeros(k + 1, np.int64)
    for m in range(count):
        rows[:k] = matrices[m]
        for row in range(new):
            rows[k] = row
            if not distinct(rows, n) or (strict and not distinct(turned(rows, n), k + 1)):
                continue
            canonical_into(rows, n, both, form, lines, order)
            found[size] = form
            size += 1
    return found[:size]


def _different(matrices: Ints) -> Ints:
    return np.unique(matrices, axis=0)


AT_ONCE = 2_000
"""Matrices that are grown at once."""


@cache
def row_sets(k: int, n: int) -> Ints:
    """Classes of k x n matrices whose rows, but perhaps not columns, are distinct up to sign; a form in each row."""
    if k == 1:
        return np.zeros((1, 1), np.int64)
    return _next(row_sets(k - 1, n), n, both=False, strict=False)


def _next(matrices: Ints, n: int, *, both: bool, strict: bool) -> Ints:
    parts = [_different(_grown(matrices[i : i + AT_ONCE], n, both, strict)) for i in range(0, len(matrices), AT_ONCE)]
    return _different(np.concatenate(parts)) if parts else np.zeros((0, matrices.shape[1] + 1), np.int64)


@cache
def classes(k: int, n: int) -> Ints:
    """Classes of k x n matrices with rows and columns distinct up to sign: the canonical forms, in rising order.

    Square ones are taken up to transposition as well.
    """
    if k == 1:
        return np.zeros((int(n == 1), 1), np.int64)
    return _next(row_sets(k - 1, n), n, both=k == n, strict=True)


def canonical(rows: Sequence[int], n: int) -> tuple[list[int], list[int], list[int], bool]:
    """The canonical form of a matrix; of a square one that of it and the transposed one together.

    Parameters
    ----------
    rows : numbers of n bits, 1 for ``-``, the first column first
    n : how many columns there are, up to ``MOST``

    Returns
    -------
    form, lines, order : lists
        Row i and column j of the form are row ``lines[i]`` and column ``order[j]`` of the matrix, up to signs; or, if
        there are more rows than columns or the form is nearer to the transposed matrix, of that one.
    turned : bool
        Whether it is the transposed matrix.

    Examples
    --------
    >>> canonical([0b110, 0b101, 0b011], 3)
    ([0, 1, 2], [2, 0, 1], [0, 2, 1], True)
    """
    k, matrix = len(rows), np.array(rows, np.int64)
    tall = k > n
    if tall:
        matrix, k, n = turned(matrix, n), n, k
    form, lines, order = np.zeros(k, np.int64), np.zeros(k, np.int64), np.zeros(n, np.int64)
    flipped = canonical_into(matrix, n, k == n, form, lines, order)
    return form.tolist(), lines.tolist(), order.tolist(), bool(flipped) or tall
