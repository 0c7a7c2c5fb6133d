"""The convex hull of a set of keys in at most three dimensions: vertices, edges and polygons, exact.

A query of a saturated head without a null token attends to the keys on one face of this polytope: those at which a
linear functional is greatest. Everything here is decided by signs of integer determinants, so keys that lie in one
plane, on one line or in one point make no trouble.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise
from math import lcm
from operator import mul

from flint import fmpz_mat

Point = tuple[int, ...]

MAX_KEYS = 80
"""Most different keys: every triple of them is tried for a facet."""


@dataclass(frozen=True)
class KeyPolytope:
    """A convex hull: its ``dimension`` (0 .. 3) and its faces, as numbers of the points given.

    ``polygons`` are the two-dimensional faces, each in cyclic order (of a polygon: itself). A point that lies on a
    face without being a vertex of it is not listed; of equal points the first one stands for all.
    """

    dimension: int
    vertices: tuple[int, ...]
    edges: tuple[tuple[int, int], ...]
    polygons: tuple[tuple[int, ...], ...]


def key_polytope(points: Sequence[Sequence[Fraction | int]]) -> KeyPolytope:
    """The convex hull of points of width at most 3.

    Parameters
    ----------
    points : rows of equal width 0 .. 3, at least one, of which at most ``MAX_KEYS`` differ

    Raises
    ------
    ValueError
        If there is no point, the width is larger, or too many points differ.

    Examples
    --------
    The unit square with its centre, and a pyramid over it.

    >>> square = [(0, 0), (1, 0), (1, 1), (0, 1), (Fraction(1, 2), Fraction(1, 2))]
    >>> key_polytope(square).vertices, len(key_polytope(square).edges)
    ((0, 1, 2, 3), 4)
    >>> pyramid = key_polytope([(*point, 0) for point in square] + [(0, 0, 1)])
    >>> pyramid.dimension, len(pyramid.vertices), len(pyramid.edges), len(pyramid.polygons)
    (3, 5, 8, 5)
    """
    if not points or len(points[0]) > 3:
        width = len(points[0]) if points else "none"
        raise ValueError(f"points must be at least one of width at most 3, got width {width}; try m <= 3")
    whole = _integers(points)
    first: dict[Point, int] = {}
    for number, point in enumerate(whole):
        first.setdefault(point, number)
    if len(first) > MAX_KEYS:
        raise ValueError(f"at most {MAX_KEYS} different keys make a polytope here, got {len(first)}; try fewer")
    numbers = tuple(first.values())
    axes = _pivots([[x - y for x, y in zip(whole[i], whole[numbers[0]], strict=True)] for i in numbers])
    if len(axes) == 3:
        polygons = _facets(whole, numbers)
    else:  # projecting along the other coordinates is injective on the plane of the points
        polygons = (_cycle(whole, numbers, axes),) if len(axes) == 2 else ()
    if len(axes) == 1:
        ends = sorted(numbers, key=lambda i: whole[i])
        edges = {(min(ends[0], ends[-1]), max(ends[0], ends[-1]))}
    else:
        edges = {(min(side), max(side)) for cycle in polygons for side in pairwise((*cycle, cycle[0]))}
    vertices = {i for edge in edges for i in edge} or {numbers[0]}
    return KeyPolytope(len(axes), tuple(sorted(vertices)), tuple(sorted(edges)), polygons)


def _integers(points: Sequence[Sequence[Fraction | int]]) -> list[Point]:
    """Each coordinate times its common denominator: an affine map, which keeps all faces."""
    columns = [[Fraction(entry) for entry in column] for column in zip(*points, strict=True)]
    factors = [lcm(*(entry.denominator for entry in column)) for column in columns]
    return [tuple(int(Fraction(x) * f) for x, f in zip(point, factors, strict=True)) for point in points]


def _pivots(rows: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The pivot columns of a matrix: as many as its rank, and rows differ if they differ there."""
    width = len(rows[0])
    reduced, _, rank = fmpz_mat(len(rows), width, [x for row in rows for x in row]).rref()
    return tuple(next(c for c in range(width) if reduced[r, c]) for r in range(rank))


def _facets(points: Sequence[Point], numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The planes through three points that have all points on one side, each with the polygon on it."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for i, j, k in combinations(numbers, 3):
        normal = _normal(points[i], points[j], points[k])
        if not any(normal):
            continue
        height = sum(map(mul, normal, points[i]))
        on, side = [], 0
        for l in numbers:
            over = sum(map(mul, normal, points[l])) - height
            if over == 0:
                on.append(l)
            elif side * over < 0:
                break
            else:
                side = 1 if over > 0 else -1
        else:
            dropped = next(a for a in range(3) if normal[a])
            if frozenset(on) not in found:
                found[frozenset(on)] = _cycle(points, on, tuple(a for a in range(3) if a != dropped))
    return tuple(found.values())


def _cycle(points: Sequence[Point], numbers: Iterable[int], axes: tuple[int, ...]) -> tuple[int, ...]:
    """The vertices of a convex hull in the plane of two coordinates, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(numbers, key=lambda i: [points[i][a] for a in axes])
    chain: list[int] = []
    for way in (ordered, ordered[::-1]):
        half: list[int] = []
        for i in way:
            while len(half) > 1 and _turn(points, half[-2], half[-1], i, axes) <= 0:
                half.pop()
            half.append(i)
        chain += half[:-1]
    return tuple(chain)


def _turn(points: Sequence[Point], i: int, j: int, k: int, axes: tuple[int, ...]) -> int:
    """Twice the signed area of a triangle: > 0 counter-clockwise."""
    (x, y), (u, v), (s, t) = ([points[n][a] for a in axes] for n in (i, j, k))
    return (u - x) * (t - y) - (v - y) * (s - x)


def _normal(corner: Point, one: Point, other: Point) -> Point:
    """A vector orthogonal to the triangle of three points."""
    (x, y, z), (u, v, w) = ([a - b for a, b in zip(end, corner, strict=True)] for end in (one, other))
    return (y * w - z * v, z * u - x * w, x * v - y * u)
