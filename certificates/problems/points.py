"""Points of a p-bit grid, and what a word says of queries if some keys are known: sets of points as numbers. Trusted.

L = G^m are the points, in lexicographic order; keys and queries are points. A word over ``- 0 + *`` asks for a query w
and a number t with scores <w, key> = t at ``0``, <= t - gap at ``-``, >= t + gap at ``+``. Without loss of generality t
is a score if the word has a ``0``; else the highest score at ``-`` plus the gap; else the lowest score at ``+`` less
the gap. Scores are integers: a gap of 1/2 leaves t, moved down to a score, the highest at ``-``.
"""

from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any, TypeVar, cast

from ..grids import grid_of
from ..meter import ENTRY, Meter, words
from ..refuse import need
from . import MOST

MOST_KEPT = 2**25
"""Most bytes that are remembered; then all is forgotten, and made anew at the meter's cost."""

Found = TypeVar("Found")
Sets = dict[int, int]
"""Number t, or a score -> a set of points."""


class Points:
    """The points of a width; ``size`` of them, an operation on a set of which takes ``cost`` steps."""

    def __init__(self, grid: str, bits: int, width: int, gap: Fraction, meter: Meter) -> None:
        need(bits * max(width, 1) < MOST.bit_length(), "there are more points than are listed")
        self.grid, self.width, self.meter = grid_of(grid, bits), width, meter
        self.size = len(self.grid) ** width
        meter.charge(self.size * (100 + 20 * width))
        self.listed = list(product(self.grid, repeat=width))
        self.signed, self.cost = self.grid[0] == -self.grid[-1], 1 + words(self.size)
        self.tied, self.free = (ceil(gap), ceil(gap)), (floor(gap), ceil(gap))
        self.kept: dict[object, Any] = {}
        self.held = 0

    def keep(self, name: object, found: Found, held: int) -> Found:
        """Remember what has been found, at a step for eight bytes."""
        self.meter.charge(held // 8)
        self.held += held
        if self.held > MOST_KEPT:
            self.kept, self.held = {}, held
        self.kept[name] = found
        return found

    def levels(self, u: int) -> Sets:
        """The points by their score with point u."""
        if u in self.kept:
            return cast(Sets, self.kept[u])
        found, count = {0: 1}, 1
        for entry in reversed(self.listed[u]):  # the first coordinate runs slowest
            spread: Sets = {}
            self.meter.charge(len(found) * len(self.grid) * (3 + words(count * len(self.grid))))
            for score, points in found.items():
                for j, value in enumerate(self.grid):
                    spread[score + value * entry] = spread.get(score + value * entry, 0) | points << j * count
            found, count = spread, count * len(self.grid)
        return self.keep(u, found, len(found) * (ENTRY // 3 + self.size // 8))

    def sides(self, u: int, t: int, tied: bool) -> tuple[int, int, int]:
        """The points whose score with u is below t, at t, above t; ``tied``: whether t has to be a score."""
        if (u, t, tied) in self.kept:
            return cast(tuple[int, int, int], self.kept[u, t, tied])
        below, above, (down, up) = 0, 0, self.tied if tied else self.free
        levels = self.levels(u)
        self.meter.charge(len(levels) * (2 + self.cost))
        for score, points in levels.items():
            if score <= t - down:
                below |= points
            elif score >= t + up:
                above |= points
        return self.keep((u, t, tied), (below, levels.get(t, 0), above), 2 * ENTRY + 3 * self.size // 8)

    def left(self, kind: str, seen: tuple[tuple[str, int], ...]) -> Sets:
        """t -> the queries w such that (w, t) agrees with what is seen: (symbol, key); a tie comes first."""
        if (kind, seen) in self.kept:
            return cast(Sets, self.kept[kind, seen])
        if not seen:
            most = self.width * max(abs(x) for x in self.grid) ** 2
            shift = {"0": 0, "-": self.free[0], "+": -self.free[1]}[kind]
            numbers = range(shift - most, shift + most + 1, 2 if self.signed else 1)
            self.meter.charge(4 * ENTRY * len(numbers))
            found = dict.fromkeys(numbers, (1 << self.size) - 1)
        elif len(seen) == 1 and seen[0][0] == "0":
            found = self.levels(seen[0][1])
        else:
            before, (symbol, u), found = self.left(kind, seen[:-1]), seen[-1], {}
            self.meter.charge(4 + len(before) * (2 + self.cost))
            for t, queries in before.items():
                some = queries & self.sides(u, t, kind == "0")["-0+".index(symbol)]
                if some:
                    found[t] = some
        return self.keep((kind, seen), found, len(found) * (ENTRY // 3 + self.size // 8) + ENTRY + 16 * len(seen))
