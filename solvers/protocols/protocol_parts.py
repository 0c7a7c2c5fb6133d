"""Whether a matrix has a protocol of depth k: a tree, or parts of the matrix that exclude one.

The recursion over rectangles and splits, run by counterexamples. A rectangle is bad at depth j if it has no tree of
depth j; to show it, look for a colouring of its rows with two colours (a first bit of Alice's) in which no known part
that is bad at depth j - 1 has one colour only. If there is none, Alice does not speak first. If there is one, decide
both halves: either both have trees, or one of them is bad, and a small bad part of it is one more constraint. Then the
columns. A part is made small before it is kept: its constraints hit other splits and other rectangles as well. The
proof that the parts exclude a tree stands in ``certificates/systems/splits.py``.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from flint import nmod_mat
from pysat.solvers import Solver

from ..bit_sets import bit_set, members, union
from ..limited_solve import solve_until
from ..outcome import NotDecided
from .protocol_tree import Split, Tree, announced, complete, transposed

PRIME = 2**31 - 1
"""Ranks are taken modulo this prime: a minor that is not 0 modulo it is not 0."""


@dataclass(frozen=True)
class BadPart:
    """Rows times columns (bit sets) without a tree of this depth; ``splits`` number earlier parts, empty for ranks."""

    depth: int
    rows: int
    columns: int
    splits: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class NoTree:
    """Parts that exclude a tree, in an order in which each rests on earlier ones; the last one is the question's."""

    parts: tuple[BadPart, ...]


class _TimeOver(Exception):
    pass


class PartSearch:
    """Decides depths of protocols for rectangles of one matrix; what it has learned serves the next question.

    Parameters
    ----------
    values : sequence of sequences of int
        For each value, and each row, the columns where the row has this value, as a bit set; a column in none of them
        is outside the promise.
    columns : int
        Their number.

    Examples
    --------
    >>> search = PartSearch([[0b10, 0b01], [0b01, 0b10]], 2)
    >>> len(search.decide(1, time.monotonic() + 5).parts), search.decide(2, time.monotonic() + 5).alice
    (3, True)
    """

    def __init__(self, values: Sequence[Sequence[int]], columns: int) -> None:
        self.values = tuple(map(tuple, values)), tuple(transposed(masks, columns) for masks in values)
        self.all = (1 << len(values[0])) - 1, (1 << columns) - 1
        self.tables = np.array([[[mask >> c & 1 for c in range(columns)] for mask in masks] for masks in values])
        self.stars = 1 - self.tables.sum(axis=0)
        self.total = not self.stars.any()
        self.parts: list[BadPart] = []
        self.bad: dict[int, list[tuple[int, int, int]]] = {}
        self.good: dict[int, list[tuple[int, int, Tree]]] = {}
        self.deadline = 0.0

    def decide(self, depth: int, deadline: float) -> Tree | NoTree | NotDecided:
        """A tree of at most this depth for the whole matrix, or parts that exclude it."""
        self.deadline = deadline
        try:
            found = self._decide(*self.all, depth)
        except _TimeOver:
            return NotDecided("the deadline came first")
        if isinstance(found, _Bad):
            return NoTree(self._resting_on(found.number))
        lines = [list(zip(*masks, strict=True)) for masks in self.values]
        return complete(found, lines[0], lines[1])

    def _decide(self, rows: int, columns: int, depth: int, alice: bool = True) -> Tree | _Bad:
        rows, columns = self._different(0, rows, columns), self._different(1, columns, rows)
        answer = self._constant(rows, columns)
        if answer is not None:
            return answer
        for r, c, number in self.bad.get(depth, ()):
            if not (r & ~rows or c & ~columns):
                return _Bad(number)
        if depth == 0:
            return self._keep(BadPart(0, *self._two_values(rows, columns)))
        for r, c, tree in self.good.get(depth, ()):
            if not (rows & ~r or columns & ~c):
                return tree
        announcing = self._announcing(rows, columns, depth)
        if announcing is not None:
            return announcing
        if time.monotonic() > self.deadline:
            raise _TimeOver
        shown = self._shown(rows, columns)
        if depth == 1 and len(shown) == 2:
            return self._not_one_bit(rows, columns, shown)
        inside = self._without_stars(rows, columns)
        if self._too_high(*inside, depth):
            return self._keep(self._least_by_rank(*inside, depth, alice))
        return self._split(rows, columns, depth)

    def _split(self, rows: int, columns: int, depth: int) -> Tree | _Bad:
        numbers: list[tuple[int, ...]] = []
        for alice in (True, False):
            found = self._first_bit(rows, columns, depth, alice)
            if isinstance(found, Split):
                self.good.setdefault(depth, []).append((rows, columns, found))
                return found
            numbers.append(tuple(found))
        used = [self.parts[number] for side in numbers for number in side]
        return self._keep(BadPart(depth, union(p.rows for p in used), union(p.columns for p in used), tuple(numbers)))

    def _first_bit(self, rows: int, columns: int, depth: int, alice: bool) -> Split | list[int]:
        """A first bit of one party with which depth - 1 more are enough, or parts that exclude all of them."""
        mine = rows if alice else columns
        lines = list(members(mine))
        variable = {line: k for k, line in enumerate(lines, 1)}
        named: list[int] = []
        with Solver(name="minisat22") as solver:

            def constrain(number: int) -> None:
                part = self.parts[number]
                edge = [variable[m] for m in members(part.rows if alice else part.columns)]
                named.append(number)
                selector = len(lines) + len(named)
                solver.add_clause([-selector, *edge])
                solver.add_clause([-selector, *(-x for x in edge)])

            for r, c, number in self.bad.get(depth - 1, ()):
                if not (r & ~rows or c & ~columns):
                    constrain(number)
            solver.add_clause([1])
            while True:
                selectors = list(range(len(lines) + 1, len(lines) + len(named) + 1))
                if not _holds(solver, selectors, self.deadline):
                    return sorted(named[s - len(lines) - 1] for s in _least_core(solver, self.deadline))
                model = set(solver.get_model() or ())
                one = bit_set(m for m in lines if variable[m] in model)
                halves = (mine & ~one, one)
                trees = []
                for half in sorted(halves, key=int.bit_count, reverse=True):
                    found = self._decide(*((half, columns) if alice else (rows, half)), depth - 1, alice)
                    if isinstance(found, _Bad):
                        constrain(found.number)
                        break
                    trees.append((half, found))
                else:
                    (zero, left), (other, right) = trees
                    return Split(alice, zero, other, left, right)

    def _keep(self, part: BadPart) -> _Bad:
        number = len(self.parts)
        self.parts.append(part)
        for depth in range(part.depth + 1):
            self.bad.setdefault(depth, []).append((part.rows, part.columns, number))
        return _Bad(number)

    def _not_one_bit(self, rows: int, columns: int, shown: list[int]) -> Tree | _Bad:
        """Depth 1: all rows constant, or all columns constant, or a part with a row and a column that are not.

        Two values are ``shown``.
        """
        spoilt = []
        for alice, mine, others in ((True, rows, columns), (False, columns, rows)):
            zeros, ones = (self.values[0 if alice else 1][value] for value in shown)
            mixed = [m for m in members(mine) if zeros[m] & others and ones[m] & others]
            if not mixed:
                one = bit_set(m for m in members(mine) if ones[m] & others)
                return Split(alice, mine & ~one, one, *shown)
            spoilt.append(mixed)
        r, c = min(product(*spoilt), key=lambda pair: sum(map(int.bit_count, self._crossing(rows, columns, *pair))))
        across, down = self._mixed_pair(0, r, columns, c), self._mixed_pair(1, c, rows, r)
        first = self._keep(BadPart(0, 1 << r, across)).number
        second = self._keep(BadPart(0, down, 1 << c)).number
        return self._keep(BadPart(1, *self._crossing(rows, columns, r, c), ((first,), (second,))))

    def _crossing(self, rows: int, columns: int, r: int, c: int) -> tuple[int, int]:
        """Row r and two rows with both values in column c; column c and two columns with both values in row r."""
        return self._mixed_pair(1, c, rows, r) | 1 << r, self._mixed_pair(0, r, columns, c) | 1 << c

    def _mixed_pair(self, side: int, line: int, others: int, wanted: int) -> int:
        """Two places of a line with two values, among them the wanted one if it has a value."""
        there = [mask[line] & others for mask in self.values[side] if mask[line] & others]
        there.sort(key=lambda places: not places >> wanted & 1)
        first = there[0] & 1 << wanted or there[0] & -there[0]
        return first | there[1] & -there[1]

    def _shown(self, rows: int, columns: int) -> list[int]:
        """The values that occur there."""
        lines = list(members(rows))
        return [value for value, masks in enumerate(self.values[0]) if any(masks[r] & columns for r in lines)]

    def _constant(self, rows: int, columns: int) -> int | None:
        """The only value that occurs there, the first one if none does."""
        shown = self._shown(rows, columns)
        return None if len(shown) > 1 else (*shown, 0)[0]

    def _two_values(self, rows: int, columns: int) -> tuple[int, int]:
        """A row or a column with two values, else two cells."""
        for side, mine, others in ((0, rows, columns), (1, columns, rows)):
            for m in members(mine):
                there = [mask[m] & others for mask in self.values[side] if mask[m] & others]
                if len(there) > 1:
                    pair = there[0] & -there[0] | there[1] & -there[1]
                    return (pair, 1 << m) if side else (1 << m, pair)
        (a, zero), (b, one) = (
            next((r, mask[r] & columns) for r in members(rows) if mask[r] & columns)
            for mask in (self.values[0][value] for value in self._shown(rows, columns)[:2])
        )
        return 1 << a | 1 << b, zero & -zero | one & -one

    def _announcing(self, rows: int, columns: int, depth: int) -> Tree | None:
        """The tree in which one party says everything and the other announces the value, if it is shallow enough."""
        for alice, mine, others in ((True, rows, columns), (False, columns, rows)):
            most = max(len(self._shown(*((1 << m, others) if alice else (others, 1 << m)))) for m in members(mine))
            last = (most - 1).bit_length()
            if last <= depth and mine.bit_count() <= 2 ** (depth - last):
                return self._saying_all(list(members(mine)), others, alice)
        return None

    def _saying_all(self, mine: list[int], others: int, alice: bool) -> Tree:
        if len(mine) == 1:
            places = {value: masks[mine[0]] & others for value, masks in enumerate(self.values[0 if alice else 1])}
            return announced(not alice, {value: there for value, there in places.items() if there}, others)
        half = len(mine) // 2
        return Split(
            alice,
            bit_set(mine[:half]),
            bit_set(mine[half:]),
            self._saying_all(mine[:half], others, alice),
            self._saying_all(mine[half:], others, alice),
        )

    def _too_high(self, rows: list[int], columns: list[int], depth: int) -> bool:
        """Whether the ranks of the values' places add up to more than 2^depth, which excludes a tree.

        Of two values they differ by at most 1.
        """
        tables = [table[np.ix_(rows, columns)] for table in self.tables]
        if len(tables) * min(tables[0].shape) <= 2**depth:
            return False
        total = 0
        for table in tables:
            rank = nmod_mat(table.tolist(), PRIME).rank()
            if len(tables) == 2 and (2 * rank + 1 <= 2**depth or 2 * rank - 1 > 2**depth):
                return bool(2 * rank > 2**depth)
            total += rank
        return bool(total > 2**depth)

    def _without_stars(self, rows: int, columns: int) -> tuple[list[int], list[int]]:
        """A part without *: the line with the largest share of them is left out, until none is left."""
        kept = [list(members(rows)), list(members(columns))]
        while not self.total:
            stars = self.stars[np.ix_(*kept)]
            if not stars.any():
                break
            shares = stars.mean(axis=1), stars.mean(axis=0)
            side = 0 if shares[0].max() >= shares[1].max() else 1
            del kept[side][int(shares[side].argmax())]
        return kept[0], kept[1]

    def _least_by_rank(self, rows: list[int], columns: list[int], depth: int, alice: bool) -> BadPart:
        """Lines are left out as long as the ranks still exclude the depth, first those of the party that splits."""
        kept = [rows, columns]
        for side in (0, 1) if alice else (1, 0):
            for line in list(kept[side]):
                fewer = list(kept)
                fewer[side] = [other for other in kept[side] if other != line]
                if self._too_high(fewer[0], fewer[1], depth):
                    kept = fewer
        return BadPart(depth, bit_set(kept[0]), bit_set(kept[1]))

    def _different(self, side: int, mine: int, others: int) -> int:
        """One of each class of equal lines; equal rows stay equal on fewer columns."""
        masks = self.values[side]
        return bit_set({tuple(mask[m] & others for mask in masks): m for m in members(mine)}.values())

    def _resting_on(self, last: int) -> tuple[BadPart, ...]:
        needed = {last}
        for number in range(last, -1, -1):
            if number in needed:
                needed.update(n for side in self.parts[number].splits for n in side)
        place = {number: k for k, number in enumerate(sorted(needed))}
        return tuple(
            BadPart(p.depth, p.rows, p.columns, tuple(tuple(place[n] for n in side) for side in p.splits))
            for p in (self.parts[number] for number in place)
        )


@dataclass(frozen=True)
class _Bad:
    number: int


def _holds(solver: Solver, assumptions: list[int], deadline: float) -> bool:
    """Whether the clauses can be satisfied under the assumptions."""
    answer = solve_until(solver, deadline, assumptions)
    if answer is None:
        raise _TimeOver
    return answer


def _least_core(solver: Solver, deadline: float) -> list[int]:
    """Assumptions that cannot hold together; one after the other is left out if it can be, as long as there is time."""
    core = list(solver.get_core() or ())
    for literal in list(core):
        if time.monotonic() > deadline:
            break
        if literal in core and not _holds(solver, [other for other in core if other != literal], deadline):
            core = list(solver.get_core() or ())
    return core
