"""Small +-1 matrices, decided in compiled loops: cycles, minimal parts, orders of columns, integer tables.

For matrices of a few rows and columns nearly all time of the engines for patterns of any size is their start. Here a
matrix is an array of numbers (``matrix_classes.py``) and an answer takes microseconds to milliseconds.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ...compiling import compiled
from ..arrays import Floats, Ints, Signs
from .cycle_kernel import binomials, reduce_range, start
from .hinge_kernel import minimised_hinge
from .matrix_classes import MOST, turned
from .order_kernel import order_within

STARTS, ITERATIONS = 100, 60
"""Starts of a descent, and steps of each."""
STEPS = 5_000
"""Columns that are placed in search of an order."""
TOP = 1_000
"""Greatest entry of tables."""
ENTRIES = 2**20
"""Numbers that an elimination may keep: beyond, it says that there is no cycle."""


@compiled
def signs_of_rows(rows: Ints, n: int) -> Signs:
    """The matrix: 1 and -1."""
    signs = np.empty((len(rows), n), np.int8)
    for r in range(len(rows)):
        for c in range(n):
            signs[r, c] = 1 - 2 * (rows[r] >> (n - 1 - c) & 1)
    return signs


@compiled
def _has_cycle(rows: Ints, n: int, room: Any) -> bool:
    """Whether signed sets of as many columns as ``room`` is made for have a cycle."""
    choose, owner, seen, shown, codes, state = room
    size = choose.shape[1] - 1
    if size > n or size > len(rows):
        return False
    owner[:], seen[:] = -1, -1
    outcome, _, _ = reduce_range(
        signs_of_rows(rows, n), 0, choose[n, size], choose, owner, seen, shown, codes, 0, state, 0, ENTRIES
    )
    return bool(outcome == 1)


@compiled
def _without(lines: Ints, place: int) -> Ints:
    return np.concatenate((lines[:place], lines[place + 1 :]))


@compiled
def _minimal(rows: Ints, n: int, room: Any) -> bool:
    """Whether no part that lacks one line has a cycle."""
    columns = turned(rows, n)
    for c in range(n):
        if _has_cycle(turned(_without(columns, c), len(rows)), n - 1, room):
            return False
    found = False
    for r in range(len(rows)):
        found = found or _has_cycle(_without(rows, r), n, room)
    return not found


@compiled
def _shrunk(rows: Ints, n: int, room: Any) -> tuple[Ints, Ints]:
    """Rows and columns of a part that shows the size and of which no line can be left out: greedy, last lines first."""
    k = len(rows)
    kept, columns = np.arange(k), np.arange(n)
    part = rows.copy()
    for r in range(k - 1, -1, -1):
        less = _without(part, r)
        if _has_cycle(less, n, room):
            part, kept = less, _without(kept, r)
    width, lines = n, turned(part, n)
    for c in range(n - 1, -1, -1):
        fewer = _without(lines, c)
        if _has_cycle(fewer, len(part), room):
            lines, columns, width = fewer, _without(columns, c), width - 1
    part = turned(lines, len(part))
    for r in range(len(part) - 1, -1, -1):  # with fewer columns a row may have become superfluous
        less = _without(part, r)
        if _has_cycle(less, width, room):
            part, kept = less, _without(kept, r)
    return kept, columns


@cache
def _room(size: int) -> Any:
    """What an elimination of sets of so many columns works in."""
    choose, j = binomials(MOST, size), size - 1
    return (
        choose, np.full(int(choose[MOST, j]) << (j - 1), -1, np.int32), np.full(2**j, -1, np.int64),
        np.zeros(2**j, np.int64), np.zeros(MOST, np.int64), start(),
    )  # fmt: skip


def shows(rows: Ints, n: int, size: int) -> bool:
    """Whether signed sets of so many columns have a cycle, so that the sign-rank is at least ``size``.

    (Rows then have one as well, in all matrices that were tried.)

    Parameters
    ----------
    rows : (k,) numbers of n bits; k, n <= ``MOST``
    size : at least 2

    Examples
    --------
    >>> shows(np.array([0b000, 0b011, 0b101, 0b110]), 3, 3), shows(np.array([0b000, 0b001, 0b011]), 3, 3)
    (True, False)
    """
    return bool(_has_cycle(rows, n, _room(size)))


def largest_shown(rows: Ints, n: int) -> int:
    """The largest size of which there is a cycle, else 1 (if there is none of one size, there is none of a larger)."""
    size = 1
    while shows(rows, n, size + 1):
        size += 1
    return size


def shrunk(rows: Ints, n: int, size: int) -> tuple[list[int], list[int]]:
    """Rows and columns of a minimal part of those that show the size, which the matrix does.

    Examples
    --------
    >>> shrunk(np.array([0b0000, 0b0111, 0b1010, 0b1101, 0b0001]), 4, 3)
    ([0, 1, 2, 3], [0, 1, 2])
    """
    kept, columns = _shrunk(rows, n, _room(size))
    return kept.tolist(), columns.tolist()


def is_minimal(rows: Ints, n: int, size: int) -> bool:
    """Whether no part that lacks one row or one column shows the size.

    >>> is_minimal(np.array([0b000, 0b011, 0b101, 0b110]), 3, 3), is_minimal(np.array([0, 0b001, 0b010, 0b100]), 3, 2)
    (True, False)
    """
    return bool(_minimal(rows, n, _room(size)))


class Order(NamedTuple):
    """An order of the columns, and which of them, by number, are negated."""

    order: list[int]
    negated: list[int]


def order_of(rows: Ints, n: int, changes: int, steps: int = STEPS) -> Order | None:
    """An order along which no row changes sign more often: sign-rank at most ``changes`` + 1. None: none was found.

    Examples
    --------
    >>> order_of(np.array([0b0000, 0b0001, 0b0011]), 4, 1)
    Order(order=[0, 1, 2, 3], negated=[])
    """
    order, negated = np.zeros(n, np.int64), np.zeros(n, np.int64)
    if not order_within(turned(rows, n), len(rows), changes, order, negated, steps):
        return None
    return Order(order.tolist(), sorted(order[negated == 1].tolist()))


@compiled
def _rounded(signs: Signs, x: Floats, d: int, most: int) -> tuple[int, Ints]:
    """The smallest integers that have the signs: vectors with a greatest entry of 1, 2, ..; 0: none up to ``most``."""
    k, n = signs.shape
    unit, found = x.copy(), np.zeros(len(x), np.int64)
    for i in range(0, len(x), d):
        unit[i : i + d] /= max(np.abs(x[i : i + d]).max(), 1e-300)
    for top in range(1, most + 1):
        for i in range(len(x)):
            found[i] = int(np.rint(unit[i] * top))
        fits = True
        for r in range(k):
            for c in range(n):
                score = 0
                for i in range(d):
                    score += found[r * d + i] * found[(k + c) * d + i]
                if score * signs[r, c] <= 0:
                    fits = False
                    break
            if not fits:
                break
        if fits:
            return top, found
    return 0, found


@compiled
def _tables(signs: Signs, d: int, starts: int, iterations: int, most: int, numbers: Floats) -> tuple[int, Ints]:
    k, n = signs.shape
    weights, size = np.ones((k, n)), (k + n) * d
    for s in range(starts):
        x = numbers[s * size : (s + 1) * size].copy()
        if minimised_hinge(signs, weights, x, d, iterations)[1]:
            top, found = _rounded(signs, x, d, most)
            if top:
                return top, found
    return 0, np.zeros(0, np.int64)


def tables_of(rows: Ints, n: int, d: int, starts: int = STARTS) -> tuple[list[list[int]], list[list[int]]] | None:
    """Integer vectors of the rows and of the columns, of d coordinates, with products of these signs; None: none found.

    Examples
    --------
    >>> tables = tables_of(np.array([0b000, 0b011, 0b101, 0b110]), 3, 3)
    >>> [len(vectors) for vectors in tables]
    [4, 3]
    """
    k = len(rows)
    numbers = np.random.default_rng(0).normal(size=starts * (k + n) * d)
    top, found = _tables(signs_of_rows(rows, n), d, starts, ITERATIONS, TOP, numbers)
    if not top:
        return None
    vectors = found.reshape(k + n, d).tolist()
    return vectors[:k], vectors[k:]


def has_vectors(rows: Ints, n: int, d: int) -> bool:
    """Whether vectors of d coordinates were found: along an order of the columns, by a descent, along one of the rows.

    >>> has_vectors(np.array([0b0000, 0b0111, 0b1010, 0b1101]), 4, 3)
    True
    """
    if d >= min(len(rows), n):
        return True
    found = order_of(rows, n, d - 1) or tables_of(rows, n, d) or order_of(turned(rows, n), len(rows), d - 1)
    return found is not None
