"""Sets of points of a p-bit grid, as bits of a number, and what words say of them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor

from ...certificates.meter import ENTRY, Meter, words
from ...questions.grid import GRIDS
from ..bit_sets import members

Vector = tuple[int, ...]


Pairs = dict[int, int]
"""t -> the set of the queries w such that (w, t) is left."""


Seen = tuple[tuple[str, int], ...]
"""What a word says of known keys: (symbol, point)."""


MAX_POINTS = 4096
"""Most points of L: sets of them are single numbers."""


MAX_REMEMBERED = 2**25
"""Most bytes of sets that are remembered; then all are forgotten and made anew, at the meter's cost."""


class PointSets:
    """The points of a width in a grid, numbered in lexicographic order; all work is charged to the meter.

    A threshold t that is a score has the scores below and above it at t - g and t + g, rounded outwards. Any other may
    be moved: of a gap of 1/2 it is moved down, to the score below it.

    >>> points = PointSets("midrise", 1, 2, 1, Meter())
    >>> points.point(1), points.sides(1, 0, True), points.levels(1) == {-2: 4, 0: 9, 2: 2}
    ((-1, 1), (4, 9, 2), True)
    """

    def __init__(self, grid: str, bits: int, width: int, gap: int | Fraction, meter: Meter) -> None:
        self.signed, self.width, self.meter = grid == "midrise", width, meter
        self.tied, self.free = (ceil(gap), ceil(gap)), (floor(gap), ceil(gap))
        self.values = tuple(GRIDS[grid](bits))
        self.size = len(self.values) ** width
        self.cost = 1 + words(self.size)
        self.held = 0
        self._left: dict[tuple[str, Seen], Pairs] = {}
        self._sides: dict[tuple[int, int, bool], tuple[int, int, int]] = {}
        self._levels: dict[int, Pairs] = {}

    def point(self, i: int) -> Vector:
        """Point number i of L, in lexicographic order."""
        entries = []
        for _ in range(self.width):
            i, j = divmod(i, len(self.values))
            entries.append(self.values[j])
        return tuple(reversed(entries))

    def orbits(self, candidates: int, known: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The orbits of a set under the symmetries that fix the known points: the first point, and the set."""
        fixed = [self.point(i) for i in known]
        blocks: dict[Vector, list[tuple[int, int]]] = {}  # coordinates that may be exchanged, with their signs
        self.meter.charge(self.width * (8 + 4 * len(fixed)))
        for a in range(self.width):
            seen = tuple(vector[a] for vector in fixed)
            sign = -1 if self.signed and seen and seen[0] < 0 else 1
            blocks.setdefault(tuple(sign * x for x in seen), []).append((a, sign))
        either = self.signed and not fixed
        found: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        self.meter.charge(candidates.bit_count() * (20 + 8 * self.width + 2 * self.cost) + ENTRY)
        for i in members(candidates):
            point = self.point(i)
            key = tuple(
                tuple(sorted(abs(point[a]) if either else sign * point[a] for a, sign in block))
                for block in blocks.values()
            )
            found.setdefault(key, [i, 0])[1] |= 1 << i
        yield from ((first, orbit) for first, orbit in found.values())

    def left(self, kind: str, seen: Seen) -> Pairs:
        """The pairs (w, t) left by what has been seen of known keys."""
        found: Pairs | None = self._left.get((kind, seen))
        if found is None:
            if not seen:
                low, high = self._scores()
                shift, step = {"0": 0, "-": self.free[0], "+": -self.free[1]}[kind], 2 if self.signed else 1
                self.meter.charge(((high - low) // step + 1) * 4 * ENTRY)
                found = dict.fromkeys(range(low + shift, high + shift + 1, step), (1 << self.size) - 1)
            elif len(seen) == 1 and seen[0][0] == "0":
                found = self.levels(seen[0][1])
            else:
                before, (symbol, u), found = self.left(kind, seen[:-1]), seen[-1], {}
                self.meter.charge(4 + len(before) * (2 + self.cost))
                k = "-0+".index(symbol)
                for t, queries in before.items():
                    some = queries & self.sides(u, t, kind == "0")[k]
                    if some:
                        found[t] = some
            self._remember(len(found) * (ENTRY // 3 + self.size // 8) + ENTRY + 16 * len(seen))
            self._left[kind, seen] = found
        return found

    def sides(self, u: int, t: int, tied: bool) -> tuple[int, int, int]:
        """The points whose score with u is below t by the gap, equal to t, above t; ``tied``: whether t is a score."""
        found = self._sides.get((u, t, tied))
        if found is not None:
            return found
        levels = self.levels(u)
        self.meter.charge(len(levels) * (2 + self.cost))
        below = above = 0
        down, up = self.tied if tied else self.free
        for score, points in levels.items():
            if score <= t - down:
                below |= points
            elif score >= t + up:
                above |= points
        self._remember(2 * ENTRY + 3 * self.size // 8)
        self._sides[u, t, tied] = below, levels.get(t, 0), above
        return self._sides[u, t, tied]

    def levels(self, u: int) -> Pairs:
        """The points by their score with u."""
        found = self._levels.get(u)
        if found is None:
            found, count = {0: 1}, 1
            for entry in reversed(self.point(u)):  # the first coordinate runs slowest
                spread: Pairs = {}
                self.meter.charge(len(found) * len(self.values) * (3 + words(count * len(self.values))))
                for score, points in found.items():
                    for j, value in enumerate(self.values):
                        total = score + value * entry
                        spread[total] = spread.get(total, 0) | points << j * count
                found, count = spread, count * len(self.values)
            self._remember(len(found) * (ENTRY // 3 + self.size // 8))
            self._levels[u] = found
        return found

    def _scores(self) -> tuple[int, int]:
        """The least and the greatest score of two points, or numbers beyond them."""
        products = [a * b for a in (self.values[0], self.values[-1]) for b in (self.values[0], self.values[-1])]
        return self.width * min(products), self.width * max(products)

    def _remember(self, held: int) -> None:
        self.meter.charge(held // 8)
        self.held += held
        if self.held > MAX_REMEMBERED:
            self.held = held
            for remembered in (self._left, self._sides, self._levels):
                remembered.clear()
