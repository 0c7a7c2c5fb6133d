"""From floating-point matrices near an optimum to integer evidence that the checker accepts.

Rounded matrices are a little indefinite; adding a multiple of I to the diagonal repairs that and weakens the bound by
as much. Where the optimum is rational with a small denominator the exact matrices are tried first.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..solvers.positive_semidefinite import shown_positive_semidefinite, squares_and_remainder

Array = NDArray[np.float64]
Rows = list[list[int]]

SCALE = 2**52
"""Denominator of rounded entries: all digits of a number below 1, and n units of repair cost n 2^-52."""
MOST_REPAIRS = 24
"""How often the repair is doubled before the matrices are given up as wrong."""
DENOMINATORS_AT_ONCE = 128
LARGEST_DENOMINATOR = 1024
_CLOSE = 1e-6  # a central path ends about sqrt(1e-14) from the optimum


def gram_evidence(block: Rows, rows: Array, columns: Array) -> dict[str, Any]:
    """A positive semidefinite [[P, block], [block^T, Q]] / SCALE with P, Q near ``rows``, ``columns``; empty if none.

    Parameters
    ----------
    block : R x C integers, the off-diagonal block times the scale
    rows, columns : (R, R) and (C, C) arrays, not scaled
    """
    for repair in _repairs(len(rows) + len(columns), 2):
        top, bottom = (_triangle(gram, SCALE, repair) for gram in (rows, columns))
        if squares_and_remainder(_gram(top, block, bottom)):
            return {"kind": "gram", "scale": SCALE, "rows": top, "columns": bottom}
    return {}


def weights_evidence(block: Rows, rows: Array, columns: Array, scale: int = SCALE) -> dict[str, Any]:
    """Positive diagonal weights near ``rows`` and ``columns`` (times the scale) above the block; empty if none."""
    largest = max(float(rows.max(initial=0)), float(columns.max(initial=0)))
    for repair in _repairs(len(rows) + len(columns), largest * (scale / SCALE)):
        top, bottom = ([round(float(x) * scale) + repair for x in side] for side in (rows, columns))
        if squares_and_remainder(_weighted(top, block, bottom)):
            return {"kind": "weights", "block": block, "row_weights": top, "column_weights": bottom}
    return {}


def exact_gram(block: Array, rows: Array, columns: Array) -> Iterator[dict[str, Any]]:
    """The Gram matrix itself, if its entries are multiples of 1/q for a small q and it is positive semidefinite."""
    for scale in _denominators((block, rows, columns)):
        top, bottom, middle = _triangle(rows, scale, 0), _triangle(columns, scale, 0), integers(block, scale)
        if shown_positive_semidefinite(_gram(top, middle, bottom)):
            yield {"kind": "gram", "scale": scale, "rows": top, "columns": bottom, "block": middle}
            return


def exact_weights(block: Array, rows: Array, columns: Array) -> Iterator[dict[str, Any]]:
    """The weights themselves, if they are multiples of 1/q of the largest one for a small q."""
    unit = max(float(rows.max()), float(columns.max()))
    for scale in _denominators((block / unit, rows / unit, columns / unit)):
        middle = integers(block / unit, scale)
        top, bottom = ([round(float(x / unit) * scale) for x in side] for side in (rows, columns))
        if shown_positive_semidefinite(_weighted(top, middle, bottom)):
            yield {"kind": "weights", "block": middle, "row_weights": top, "column_weights": bottom}
            return


def integers(values: Array, scale: int) -> Rows:
    """Values times the scale, rounded.

    >>> integers(np.array([[0.5, -0.26]]), 4)
    [[2, -1]]
    """
    return [[round(float(x) * scale) for x in row] for row in values]


def nearby_fraction(value: float) -> Fraction:
    """The value as a fraction of small denominator if there is one so near, else 0.

    >>> nearby_fraction(2.5000000000001), nearby_fraction(2**0.5)
    (Fraction(5, 2), Fraction(0, 1))
    """
    guess = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    return guess if abs(float(guess) - value) <= 1e-10 * max(1.0, abs(value)) else Fraction(0)


def _repairs(order: int, largest: float) -> Iterator[int]:
    """Units to add to the diagonal: rounding moves an eigenvalue by less than the order, and floating point by more."""
    for doubling in range(MOST_REPAIRS):
        yield max(2, int(order * min(1.0, largest))) << doubling


def _gram(top: Rows, block: Rows, bottom: Rows) -> Rows:
    """The lower triangle of [[top, block], [block^T, bottom]]."""
    return [*top, *([*side, *row] for side, row in zip(zip(*block, strict=True), bottom, strict=True))]


def _weighted(top: list[int], block: Rows, bottom: list[int]) -> Rows:
    """The lower triangle of [[diag(top), -block], [-block^T, diag(bottom)]]."""
    diagonals = ([[0] * i + [x] for i, x in enumerate(side)] for side in (top, bottom))
    return _gram(next(diagonals), [[-x for x in row] for row in block], next(diagonals))


def _triangle(gram: Array, scale: int, repair: int) -> Rows:
    return [
        [round(float(x) * scale) for x in row[:i]] + [round(float(row[i]) * scale) + repair]
        for i, row in enumerate(gram)
    ]


def _denominators(arrays: tuple[Array, ...]) -> Iterator[int]:
    """The least denominator of all entries, if there is a small one."""
    values = np.unique(np.round(np.concatenate([array.ravel() for array in arrays]), 9))
    if len(values) > 256:
        return
    for first in range(1, LARGEST_DENOMINATOR + 1, DENOMINATORS_AT_ONCE):
        scales = np.arange(first, min(first + DENOMINATORS_AT_ONCE, LARGEST_DENOMINATOR + 1))
        scaled = np.multiply.outer(scales, values)
        near = np.abs(scaled - np.round(scaled)).max(axis=1) <= _CLOSE * np.sqrt(scales)
        if near.any():
            yield int(scales[near.argmax()])
            return
