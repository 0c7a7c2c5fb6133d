"""Discrepancy under the uniform distribution, by all row sets; that under the worst one is a linear program."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.rectangles.light_rectangles import light_cases
from ..solvers.rectangles.rectangle_program import MAX_SUMS
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, by_solver, certified

STARTS = 60
"""Random starts of the alternating search for a heavy rectangle."""
BLOCK = 2**13


def uniform_discrepancy_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of ``disc_uniform``.

    Examples
    --------
    >>> matrix = CommunicationMatrix.named("ip", 2)
    >>> [str(bound.value) for bound in uniform_discrepancy_bounds(matrix, Known(matrix), Effort(1e9))]
    ['5/16', '5/16']
    """
    signs = np.array(matrix.signs, dtype=np.int64)
    merged, rows = _merged(signs)
    merged, columns = _merged(merged.T)
    merged = merged.T
    best = Fraction(-1)

    def certificate(chosen: tuple[np.ndarray, np.ndarray], method: str) -> Iterator[MeasureBound]:
        nonlocal best
        sides = [np.flatnonzero(side[place]).tolist() for side, place in zip(chosen, (rows, columns), strict=True)]
        value = Fraction(abs(int(signs[np.ix_(*sides)].sum())), signs.size)
        if value > best:
            best = value
            evidence = {"kind": "rectangle", "rectangle": sides}
            yield certified(matrix, "disc_uniform", "lower", value, method, evidence)

    yield from certificate(_alternated(merged, np.random.default_rng(effort.seed), effort), "alternating maximisation")
    small, large = sorted(merged.shape)
    if 2**small * large > MAX_SUMS:
        raise Declined(
            f"disc_uniform: the {small}x{large} matrix without repeated vectors has 2^{small} row sets times {large};"
            f" at most {MAX_SUMS} sums are gone through; give a part, or see forster for an upper bound"
        )
    yield from certificate(_exhausted(merged), "all row sets")
    most = int(best * signs.size)
    trees = [light_cases((sign * signs).tolist(), most, effort.deadline) for sign in (1, -1)]
    told = [tree for tree in trees if tree is not None]
    if len(told) < len(trees):
        yield by_solver("disc_uniform", "upper", best, "all row sets, no time for the cases")
        return
    evidence = {"kind": "cases", "most": most, "cases": told}
    yield certified(matrix, "disc_uniform", "upper", best, f"{sum(map(len, told))} cases", evidence)


def _merged(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Equal rows up to a positive factor added up, and for each row the number of its sum."""
    directions = table // np.maximum(np.gcd.reduce(table, axis=1, keepdims=True), 1)
    _, place = np.unique(directions, axis=0, return_inverse=True)
    place = place.reshape(-1)
    sums = np.zeros((place.max() + 1, table.shape[1]), dtype=table.dtype)
    np.add.at(sums, place, table)
    return sums, place


def _alternated(table: np.ndarray, rng: np.random.Generator, effort: Effort) -> tuple[np.ndarray, np.ndarray]:
    """A heavy rectangle of the table or its negative, by best columns for rows and best rows for columns in turn."""
    best, chosen = -1, (np.zeros(table.shape[0], dtype=bool), np.zeros(table.shape[1], dtype=bool))
    for start in range(2 * STARTS):
        if start and effort.over:
            break
        signed = table if start % 2 else -table
        rows = np.ones(table.shape[0], dtype=bool) if start < 2 else rng.random(table.shape[0]) < 0.5
        total = -1
        while True:
            columns = signed[rows].sum(axis=0) > 0
            sums = signed[:, columns].sum(axis=1)
            rows = sums > 0
            if int(sums[rows].sum()) <= total:
                break
            total = int(sums[rows].sum())
        if total > best:
            best, chosen = total, (rows, columns)
    return chosen


def _exhausted(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A heaviest rectangle of the table or its negative, by all row sets of the smaller side."""
    if table.shape[0] > table.shape[1]:
        columns, rows = _exhausted(table.T)
        return rows, columns
    size, best, found = table.shape[0], -1, (0, 1)
    for start in range(0, 2**size, BLOCK):
        sets = np.arange(start, min(start + BLOCK, 2**size))[:, None] >> np.arange(size) & 1
        sums = sets @ table
        for sign in (1, -1):
            totals = np.maximum(sign * sums, 0).sum(axis=1)
            place = int(np.argmax(totals))
            if totals[place] > best:
                best, found = int(totals[place]), (start + place, sign)
    rows = (found[0] >> np.arange(size) & 1).astype(bool)
    return rows, found[1] * table[rows].sum(axis=0) > 0
