"""Sets of points of a p-bit grid, as the checker has them, and their orbits under symmetries."""

from collections.abc import Sequence
from fractions import Fraction

from ...certificates.meter import UNLIMITED, Meter
from ...certificates.problems import MOST as MAX_POINTS
from ...certificates.problems import members
from ...certificates.problems.points import Points, Sets

__all__ = ["MAX_POINTS", "PointSets", "Seen", "Vector"]

Vector = tuple[int, ...]


Seen = tuple[tuple[str, int], ...]
"""What a word says of known keys: (symbol, point)."""


class PointSets(Points):
    """The points of a width in a grid, at most ``MAX_POINTS``.

    >>> points = PointSets("midrise", 1, 2, 1)
    >>> points.listed[1], points.sides(1, 0, True), points.levels(1) == {-2: 4, 0: 9, 2: 2}
    ((-1, 1), (4, 9, 2), True)
    """

    def __init__(self, grid: str, bits: int, width: int, gap: int | Fraction) -> None:
        super().__init__(grid, bits, width, Fraction(gap), Meter(UNLIMITED))
        extremes = [a * b for a in (self.grid[0], self.grid[-1]) for b in (self.grid[0], self.grid[-1])]
        self.scores = range(width * min(extremes), width * max(extremes) + 1, 2 if self.signed else 1)

    def left(self, kind: str, seen: Seen) -> Sets:
        """t -> the queries w such that (w, t) agrees with what is seen; with nothing seen, for scores only."""
        if seen:
            return super().left(kind, seen)
        shift = {"0": 0, "-": self.free[0], "+": -self.free[1]}[kind]
        return {score + shift: (1 << self.size) - 1 for score in self.scores}

    def orbits(self, candidates: int, known: Sequence[int]) -> list[tuple[int, int]]:
        """The orbits of a set under the symmetries that fix the known points: the first point, and the set."""
        fixed = [self.listed[i] for i in known]
        blocks: dict[Vector, list[tuple[int, int]]] = {}  # coordinates that may be exchanged, with their signs
        for a in range(self.width):
            seen = tuple(vector[a] for vector in fixed)
            sign = -1 if self.signed and seen and seen[0] < 0 else 1
            blocks.setdefault(tuple(sign * x for x in seen), []).append((a, sign))
        either = self.signed and not fixed
        found: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        for i in members(candidates):
            point = self.listed[i]
            key = tuple(
                tuple(sorted(abs(point[a]) if either else sign * point[a] for a, sign in block))
                for block in blocks.values()
            )
            found.setdefault(key, [i, 0])[1] |= 1 << i
        return [(first, orbit) for first, orbit in found.values()]
