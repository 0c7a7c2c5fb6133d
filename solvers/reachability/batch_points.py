"""Points for many sets at once: Gilbert's algorithm on all of them, each step one product of two matrices.

A point z reaches S if <u, z> > 0 for all u of a finite set U_S: the differences of a row of S and a row off S (free
threshold), or the rows of S and the negated others (threshold 0), and the unit vector of the scale if there is a bias.
Gilbert 1966: the point of the hull of U_S nearest to 0 is such a z; go from z towards the u of least <u, z>, to the
point of that segment nearest to 0, again and again. One starts at the mean of S less the mean of the others. Nearly all
classes of real layers are reached in the first step or in a few; the others are left for ``nearest_point.py``.

What is returned is proved: points are rounded to ``SHORT`` bits, their scores with the leading bits of all rows are
exact (sums of integers below 2^53), and what the other bits can add, less than ``sum |z|`` for each row, is allowed
for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..arrays import Bools, Floats, Ints
from .score_table import HIGH, SHORT, ScoreTable

CELLS = 16_000_000
"""Scores that are held at once: 128 MB."""

LARGEST = 2**12 - 1


@dataclass(frozen=True, eq=False)
class Sets:
    """Sets of classes, one after the other: ``members[starts[k] : starts[k + 1]]``; none is empty or everything."""

    members: Ints
    starts: Ints

    @classmethod
    def of(cls, sets: Sequence[Sequence[int]]) -> Sets:
        """From lists of classes."""
        starts = np.concatenate([[0], np.cumsum([len(one) for one in sets])]).astype(np.int64)
        return cls(np.array([j for one in sets for j in one], dtype=np.int64), starts)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def some(self, chosen: Ints) -> Sets:
        """Some of the sets."""
        return Sets.of([self.members[self.starts[k] : self.starts[k + 1]].tolist() for k in chosen.tolist()])

    @property
    def owners(self) -> Ints:
        """For each member the number of its set."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))


@dataclass(frozen=True, eq=False)
class Reached:
    """Points for some of the sets: ``points[k]`` for set number ``which[k]``; proved.

    ``middles[k]`` is the least score inside and the greatest one outside, added, of ``table.high``.
    """

    which: Ints
    points: npt.NDArray[np.int16]
    middles: Ints

    def point(self, table: ScoreTable, k: int) -> tuple[int, ...]:
        """The k-th point as ``verified_point`` writes it, with a threshold times ``2^table.bits`` if that is free."""
        entries = map(int, self.points[k].tolist())
        if not table.free:
            return tuple(entries)
        # High scores are times 2^26, and in doubled points a threshold in the middle is an integer.
        up, back = max(0, table.bits - HIGH), max(0, HIGH - table.bits)
        return (*(entry << 1 + back for entry in entries), int(self.middles[k]) << up)

    @classmethod
    def joined(cls, table: ScoreTable, parts: Sequence[Reached]) -> Reached:
        """Several of them."""
        none = cls(np.zeros(0, np.int64), np.zeros((0, table.width), np.int16), np.zeros(0, np.int64))
        parts = [none, *parts]
        which, points, middles = ([getattr(part, name) for part in parts] for name in ("which", "points", "middles"))
        return cls(np.concatenate(which), np.concatenate(points), np.concatenate(middles))


def batch_points(table: ScoreTable, sets: Sets, *, rounds: int, stop: Callable[[], bool] = lambda: False) -> Reached:
    """Points for as many of the sets as are reached within some rounds.

    Parameters
    ----------
    table : ScoreTable
    sets : Sets
    rounds : int >= 1
        Most products of matrices for each set.
    stop : asked before each product

    Returns
    -------
    Reached

    Guarantee
    ---------
    The points are integers below 2^12, and each reaches its set.

    Examples
    --------
    >>> from .score_table import score_table
    >>> square = np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1], [0.25, 0]])
    >>> batch_points(score_table(square, None, free=True), Sets.of([[j] for j in range(5)]), rounds=4).which.tolist()
    [0, 1, 2, 3]
    """
    size = max(1, CELLS // table.classes)
    found = []
    mean = table.rows.mean(axis=0)
    for first in range(0, len(sets), size):
        if stop():
            break
        here = np.arange(first, min(first + size, len(sets)))
        block = _Block(table, sets.some(here), mean)
        for _ in range(rounds):
            if stop() or not len(here):
                break
            done, points, middles = block.step()
            found.append(Reached(here[done], points.astype(np.int16), middles.astype(np.int64)))
            here = here[~done]
    return Reached.joined(table, found)


class _Block:
    """Sets that are not reached yet, each with its point."""

    def __init__(self, table: ScoreTable, sets: Sets, mean: Floats) -> None:
        self.table, self.sets = table, sets
        counts = np.diff(sets.starts)[:, None]
        inside = np.add.reduceat(table.rows[sets.members], sets.starts[:-1], axis=0)
        whole = mean * table.classes
        if table.free:
            self.points = inside / counts - (whole - inside) / (table.classes - counts)
        else:
            self.points = (2 * inside - whole) / table.classes
        if table.bias:  # a large state makes the bias small
            self.points[:, -1] = np.abs(self.points).max(axis=1, initial=1e-300) / LARGEST
        self._centre(self.points)

    def _centre(self, points: Floats) -> None:
        if self.table.centred:
            points -= points.mean(axis=1, keepdims=True)

    def step(self) -> tuple[Bools, Floats, Floats]:
        """Which sets are reached now (these are dropped), with their points and middles; the others move on."""
        table, sets = self.table, self.sets
        tried = _rounded(table, self.points)
        scores = tried @ table.high.T
        inside = scores[sets.owners, sets.members]
        lowest = np.minimum.reduceat(inside, sets.starts[:-1])
        scores[sets.owners, sets.members] = -np.inf
        highest = scores.max(axis=1)
        slack = table.off * np.abs(tried).sum(axis=1)
        if table.free:
            done = (lowest > highest) & (lowest - highest >= 2 * slack)
        else:
            done = (lowest > 0) & (lowest >= slack) & (highest < 0) & (-highest >= slack)
        if table.bias:
            done &= tried[:, -1] >= 1
        rivals = scores.argmax(axis=1)
        at = inside == np.repeat(lowest, np.diff(sets.starts))
        first = np.full(len(sets), -1)
        places = np.flatnonzero(at)[::-1]
        first[sets.owners[places]] = places
        weakest = sets.members[first]
        self._move(weakest, rivals, lowest, highest)
        kept = np.flatnonzero(~done)
        reached = tried[done]
        self.points, self.sets = self.points[kept], sets.some(kept)
        return done, reached, (lowest + highest)[done]

    def _move(self, weakest: Ints, rivals: Ints, lowest: Floats, highest: Floats) -> None:
        rows = self.table.rows
        if self.table.free:
            towards = rows[weakest] - rows[rivals]
        else:
            above = (-highest < lowest)[:, None]
            towards = np.where(above, -rows[rivals], rows[weakest])
        if self.table.bias:
            flat = self.points[:, -1] <= 0
            towards[flat] = 0
            towards[flat, -1] = 1
        self._centre(towards)
        step = towards - self.points
        length = np.maximum((step**2).sum(axis=1), 1e-300)
        share = np.clip(-(self.points * step).sum(axis=1) / length, 0, 1)
        self.points += share[:, None] * step


def _rounded(table: ScoreTable, points: Floats) -> Floats:
    """The points as integers of ``SHORT`` bits, in float64; centred again, and with a scale of at least 1."""
    largest = np.maximum(np.abs(points).max(axis=1, keepdims=True), 1e-300)
    short = LARGEST // 2 if table.centred else LARGEST
    tried: Floats = np.rint(points / largest * short)
    if table.bias:
        positive = points[:, -1] > 0
        tried[positive, -1] = np.maximum(tried[positive, -1], 1)
    if table.centred:
        surplus = tried.sum(axis=1).astype(np.int64)
        width = table.width
        each = np.floor_divide(surplus, width)
        tried -= each[:, None]
        left = surplus - each * width
        tried -= np.arange(width)[None, :] < left[:, None]
    assert np.abs(tried).max(initial=0) < 2**SHORT
    return tried
