"""The heaviest rectangle of a weighted matrix, and trees of cases that show that none is heavier than a number.

The trees are those of ``certificates/problems/small.py``, where the bound that closes a case is
proved. They are grown level by level: each open case decides the row for which the worse of its two halves is best.
"""

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...solvers.rectangles.weighted_table import FIRST, Permutation, decided_lines, orbit_of
from .row_symmetries import row_symmetries

MOST_SETS = 2**20
"""Most row sets that are gone through."""
BLOCK = 2**13
"""Row sets that are summed up at once."""
MAX_NUMBERS = 2**22
"""Most numbers of the tables by which a level of the tree is decided at once."""
NEAR = 1e-9
"""Sums of floats that differ by less, relative to all weights, are compared exactly."""


class TooManyRowSetsError(ValueError):
    """The smaller side has too many row sets to go through."""


def heaviest_weight(weights: Sequence[Sequence[int]]) -> int:
    """The largest total of a rectangle, 0 for the empty one: all row sets, with the best columns for each.

    Raises
    ------
    TooManyRowSetsError
        If there are more than ``MOST_SETS`` when proportional lines are added up.

    Examples
    --------
    >>> heaviest_weight([[3, -1], [0, 2]]), heaviest_weight([[-1]])
    (4, 0)
    """
    table = decided_lines(weights)
    size = len(table)
    if 2**size > MOST_SETS:
        raise TooManyRowSetsError(f"has 2^{size} row sets; at most {MOST_SETS} are gone through")
    floats = np.array(table, dtype=float)
    near = NEAR * float(np.abs(floats).sum())
    best, found = 0.0, [0]
    for start in range(0, 2**size, BLOCK):
        sets = np.arange(start, min(start + BLOCK, 2**size))[:, None] >> np.arange(size) & 1
        totals = np.maximum(sets @ floats, 0).sum(axis=1)
        best = max(best, float(totals.max()))
        found += (start + np.flatnonzero(totals >= best - near)).tolist()
    return max(sum(x for x in _columns(table, chosen) if x > 0) for chosen in found)


def light_cases(weights: Sequence[Sequence[int]], most: int, deadline: float = float("inf")) -> dict[str, Any] | None:
    """The evidence which shows that every rectangle weighs at most ``most``; None if the time is over.

    Raises
    ------
    ValueError
        If a rectangle weighs more.

    Examples
    --------
    >>> light_cases([[3, -1], [0, 2]], 4), light_cases([[1, 0], [0, 1]], 2)
    ({'steps': '0'}, {'steps': ''})
    """
    table = decided_lines(weights)
    total = sum(abs(x) for row in table for x in row)
    exact = np.array(table, dtype=np.int64 if total < 2**62 else object)
    tree = _Tree(exact, most, deadline)
    if _positive(tree.start) <= most:
        return {"steps": ""}
    symmetries = row_symmetries(table, deadline)
    try:
        steps = tree.symmetric(symmetries) if symmetries else tree.levels(tree.start, frozenset())
    except _TimeOver:
        return None
    evidence: dict[str, Any] = {"symmetries": [list(p) for p in symmetries]} if symmetries else {}
    return {**evidence, "steps": "".join(chr(FIRST + row) for row in steps)}


class _TimeOver(Exception):
    pass


class _Tree:
    """The rows of a table, and what putting one in or leaving it out takes from the sums of the columns."""

    def __init__(self, table: np.ndarray, most: int, deadline: float) -> None:
        self.most, self.deadline = most, deadline
        gains, losses = np.maximum(table, 0), np.maximum(-table, 0)
        self.taken = np.stack([losses, gains])  # (2, rows, columns)
        self.start = gains.sum(axis=0)
        self.scale = float(max(int(np.abs(table).sum()), 1))
        self.shares = (self.taken / self.scale).astype(float)

    def levels(self, sums: np.ndarray, decided: frozenset[int]) -> list[int]:
        """The steps below an open case, grown level by level, without symmetries."""
        undecided = np.array([[i not in decided for i in range(self.taken.shape[1])]])
        sums = sums[None]
        levels: list[tuple[np.ndarray, np.ndarray]] = []
        while len(sums):
            if time.monotonic() > self.deadline:
                raise _TimeOver
            if not undecided.any(axis=1).all():
                raise ValueError(f"some rectangle weighs more than {self.most}; ask for a larger number")
            rows = self._decided(sums, undecided)
            children = sums[:, None] - self.taken[:, rows].transpose(1, 0, 2)  # (cases, 2, columns)
            is_open = _positive(children) > self.most
            levels.append((rows, is_open))
            undecided = undecided.copy()
            undecided[np.arange(len(rows)), rows] = False
            sums = children[is_open]
            undecided = np.repeat(undecided, is_open.sum(axis=1), axis=0)
        return _preorder(levels)

    def symmetric(self, symmetries: list[Permutation]) -> list[int]:
        """The steps of the whole tree; cases that no symmetry keeps are left to ``levels``."""
        steps: list[int] = []
        nothing: frozenset[int] = frozenset()
        waiting = [(self.start, nothing, nothing, symmetries)]
        while waiting:
            sums, inside, outside, given = waiting.pop()
            fixing = [p for p in given if all(p[i] in inside for i in inside) and all(p[i] in outside for i in outside)]
            if not fixing:
                steps += self.levels(sums, inside | outside)
                continue
            if time.monotonic() > self.deadline:
                raise _TimeOver
            row, orbit = self._orbit_to_decide(sums, inside | outside, fixing)
            steps.append(row)
            without = sums - self.taken[1, sorted(orbit)].sum(axis=0)
            cases = ((sums - self.taken[0, row], inside | {row}, outside), (without, inside, outside | orbit))
            for below, rows_in, rows_out in reversed(cases):
                if _positive(below) > self.most:
                    if len(rows_in) + len(rows_out) == self.taken.shape[1]:
                        raise ValueError(f"some rectangle weighs more than {self.most}; ask for a larger number")
                    waiting.append((below, rows_in, rows_out, fixing))
        return steps

    def _orbit_to_decide(
        self, sums: np.ndarray, decided: frozenset[int], fixing: list[Permutation]
    ) -> tuple[int, frozenset[int]]:
        """The orbit whose worse half has the smallest bound, and its first row."""
        best: tuple[float, int, frozenset[int]] | None = None
        seen: set[int] = set(decided)
        floats = (sums / self.scale).astype(float)
        for row in range(self.taken.shape[1]):
            if row in seen:
                continue
            orbit = orbit_of(row, fixing)
            seen |= orbit
            bounds = [
                float(_positive(floats - self.shares[0, row])),
                float(_positive(floats - self.shares[1, sorted(orbit)].sum(axis=0))),
            ]
            score = max(bounds) + 1e-6 * sum(bounds)
            if best is None or score < best[0]:
                best = score, row, orbit
        assert best is not None
        return best[1], best[2]

    def _decided(self, sums: np.ndarray, undecided: np.ndarray) -> np.ndarray:
        """For each case the row whose worse half has the smallest bound, and of those the one with the smallest sum."""
        chosen = []
        block = max(1, MAX_NUMBERS // (2 * self.shares[0].size))
        for start in range(0, len(sums), block):
            part = (sums[start : start + block] / self.scale).astype(float)
            bounds = np.maximum(part[:, None, None] - self.shares, 0).sum(axis=3)  # (cases, 2, rows)
            score = bounds.max(axis=1) + 1e-6 * bounds.sum(axis=1)
            score[~undecided[start : start + block]] = np.inf
            chosen.append(score.argmin(axis=1))
        return np.concatenate(chosen)


def _preorder(levels: list[tuple[np.ndarray, np.ndarray]]) -> list[int]:
    """The rows that are decided, each case before its two halves; the halves of a level follow in order."""
    below = [np.cumsum(is_open.ravel()) - 1 for _, is_open in levels]
    steps: list[int] = []
    waiting = [(0, 0)] if levels else []
    while waiting:
        level, place = waiting.pop()
        rows, is_open = levels[level]
        steps.append(int(rows[place]))
        for half in (1, 0):
            if is_open[place, half]:
                waiting.append((level + 1, int(below[level][2 * place + half])))
    return steps


def _positive(sums: np.ndarray) -> np.ndarray:
    return np.asarray(np.maximum(sums, 0).sum(axis=-1))


def _columns(table: list[list[int]], chosen: int) -> list[int]:
    rows = [row for i, row in enumerate(table) if chosen >> i & 1]
    return [sum(column) for column in zip(*rows, strict=True)] if rows else [0] * len(table[0])
