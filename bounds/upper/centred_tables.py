"""Queries and documents {u, -u} in the plane for late interaction, in integers.

*Centred documents* (d = 2, S = 2). Documents {u_j, -u_j}, all in strictly convex position, in the order of their
directions mod pi. A row with rho runs in that cyclic order takes rho queries, and no fewer, with one threshold for all
rows. Upper: the row ``runs`` of ``certificates/theorems/late_interaction.py`` has the proof; here the lines through
midpoints of edges are rounded to integers, which leaves |<g, u>| on its side of a threshold T, and the segments of the
polygon of all +-g are the queries. Lower: h(w) = sum_s |<q_s, w>| is linear on the cones between the lines
<q_s, w> = 0. Let a, c be relevant and b between them not; b = l a + m c with l, m > 0 and l + m > 1, as the hull is
strictly convex. If no line lies strictly between a and c, then h(b) = l h(a) + m h(c) > min(h(a), h(c)): b scores above
the lower of the two. So a line passes through each of the rho gaps, and there are rho queries at least. (The hypothesis
is needed: of documents inside the hull of others a gap may need no line.)

*Integers*: u = (x, B - x^2), x = -h .. h with h = floor(n/2) and B = h^2 + 1; the last x is left out for even n. Or the
polygon whose edges are the shortest primitive vectors: for n up to 48 its largest coordinate is the lower bound below
(but for n = 21 and 23, where it is one more, and as many bits), and it is rounder, so that margins are larger.
``least_coordinate`` is a lower bound for the largest coordinate of any n centred documents whose singletons are rows:
then +-u_j are the vertices of a strictly convex lattice polygon with 2n edges, of different directions and of l1-length
8 M together at most, if no coordinate exceeds M (each coordinate goes there and back once, 4 M); the 2n shortest
primitive vectors (4 phi(r) of l1-norm r) are no longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from ...solvers.cyclic_orders import Order

Vector = tuple[int, ...]
Tables = tuple[list[list[Vector]], list[list[Vector]]]
"""Queries for each row, vectors for each document."""

MOST_LEAST = 48
"""Most documents for which those of least coordinates are looked for (a second)."""


def centred_documents(n: int) -> list[Vector]:
    """n documents u in the plane, in the order of their directions, with +-u in strictly convex position.

    >>> centred_documents(3), centred_documents(4)
    ([(1, 1), (0, 2), (-1, 1)], [(1, 4), (0, 5), (-1, 4), (-2, 1)])
    """
    h = n // 2
    return [(x, h * h + 1 - x * x) for x in range(h - 1 + n % 2, -h - 1, -1)]


def least_coordinate(n: int) -> int:
    """A lower bound for the largest coordinate of n centred integer documents whose singletons are rows.

    >>> [least_coordinate(n) for n in range(2, 9)]
    [1, 1, 2, 3, 3, 4, 5]
    """
    left, total, r = 2 * n, 0, 1
    while left > 0:
        primitive = 4 * sum(gcd(a, r) == 1 for a in range(1, r + 1))
        taken = min(left, primitive)
        left, total, r = left - taken, total + taken * r, r + 1
    return -(-total // 8)


def least_documents(n: int) -> list[Vector]:
    """n documents u with a small largest coordinate, +-u in strictly convex position, in the order of directions.

    The 2n shortest primitive vectors, each with its negative, are the edges of a polygon with a centre, if the sums of
    half of them are even; else the next vectors are tried in place of the longest. Falls back to the parabola.

    >>> [max(abs(x) for u in least_documents(n) for x in u) for n in range(2, 9)]
    [1, 1, 2, 3, 3, 4, 5]
    """
    half = _primitive_half(n + 12)
    best = centred_documents(n)
    for edges in _choices(half, n):
        vertices = _from_edges(edges)
        if vertices is not None and _largest(vertices) < _largest(best):
            best = vertices
            if _largest(best) == least_coordinate(n):
                break
    return best


def _largest(vectors: Sequence[Vector]) -> int:
    return max(abs(x) for u in vectors for x in u)


def _primitive_half(count: int) -> list[Vector]:
    """The shortest primitive vectors by l1-norm, one of each and its negative."""
    found: list[Vector] = []
    r = 1
    while len(found) < count:
        found += [
            (a, b) for a in range(-r, r + 1) for b in {r - abs(a), abs(a) - r} if gcd(a, b) == 1 and (b, a) > (0, 0)
        ]
        r += 1
    return found


def _choices(half: list[Vector], n: int) -> list[list[Vector]]:
    """The n first vectors, and those that come of them when one or two make place for later ones."""
    chosen, others = half[:n], half[n:]
    found = [chosen]
    found += [[e for e in chosen if e != out] + [new] for out in reversed(chosen) for new in others]
    found += [
        [e for e in chosen if e not in (out, other)] + [new, more]
        for i, out in enumerate(reversed(chosen))
        for other in list(reversed(chosen))[i + 1 : i + 8]
        for j, new in enumerate(others)
        for more in others[j + 1 :]
    ]
    return found[:4000]


def _from_edges(edges: list[Vector]) -> list[Vector] | None:
    """The polygon with these edges and their negatives, its centre at 0; None if its vertices are not integers."""
    if any(sum(e[i] for e in edges) % 2 for i in (0, 1)):
        return None
    from functools import cmp_to_key

    turned = sorted(edges, key=cmp_to_key(_clockwise))
    x, y = (-sum(e[i] for e in turned) // 2 for i in (0, 1))
    vertices: list[Vector] = []
    for a, b in turned:
        vertices.append((x, y))
        x, y = x + a, y + b
    return vertices


def _clockwise(a: Vector, b: Vector) -> int:
    return a[1] * b[0] - a[0] * b[1]


def runs_tables(rows: Sequence[str], order: Order, documents: Sequence[Vector] = ()) -> Tables:
    """Queries and documents {u, -u} for rows of ``+ - *``, a query vector for each run in the cyclic order.

    ``documents`` are the u in the order of their directions; those of ``least_documents``, or of ``centred_documents``
    where there are many, if left out.
    """
    n = len(order)
    u = list(documents) or (least_documents(n) if 1 < n <= MOST_LEAST else centred_documents(n))
    vertices = [*u, *((-x, -y) for x, y in u)]
    if n > 1 and _cross(vertices[0], vertices[1]) < 0:  # anticlockwise from here on
        raise ValueError("documents must be in anticlockwise order")
    parts = [_runs_in(row, order) for row in rows]
    lines = _lines({run for part in parts for run in part}, vertices)
    keys: list[list[Vector]] = [[] for _ in range(n)]
    for place, column in enumerate(order):
        keys[column] = [vertices[place], vertices[place + n]]
    return [_segments([lines[run] for run in part]) for part in parts], keys


def _runs_in(row: str, order: Order) -> list[tuple[int, int]]:
    """Place and length of each run; stars take the symbol before them."""
    n = len(order)
    word = [row[c] for c in order]
    if "+" not in word or "-" not in word:
        return []
    first = next(i for i in range(n) if word[i] == "-")
    runs: list[list[int]] = []
    last = "-"
    for i in range(first, first + n):
        symbol = last if word[i % n] == "*" else word[i % n]
        if symbol == "+" and last == "-":
            runs.append([i % n, 0])
        if symbol == "+":
            runs[-1][1] += 1
        last = symbol
    return [(place, length) for place, length in runs]


def _lines(runs: set[tuple[int, int]], vertices: list[Vector]) -> dict[tuple[int, int], Vector]:
    """For each run an integer g with |<g, u>| > T at its documents, < T at others, at one of the first T that do."""
    n = len(vertices) // 2
    exact = {run: _through_midpoints(vertices, *run) for run in runs}
    T = 1
    while True:
        found: dict[tuple[int, int], Vector] = {
            run: (_nearest(T * a, D), _nearest(T * b, D)) for run, (a, b, D) in exact.items()
        }
        if all(_cuts(g, T, vertices, run, n) for run, g in found.items()):
            return found
        T += 1 + T // 8


def _through_midpoints(vertices: list[Vector], place: int, length: int) -> tuple[int, int, int]:
    """The line <(a, b), w> = D through the midpoints of the two edges at which a run begins and ends."""
    count = len(vertices)

    def middle(i: int) -> Vector:
        (x, y), (p, q) = vertices[(i - 1) % count], vertices[i % count]
        return x + p, y + q

    (x, y), (p, q) = middle(place), middle(place + length)
    return 2 * (q - y), 2 * (x - p), x * q - y * p


def _cuts(g: Vector, T: int, vertices: list[Vector], run: tuple[int, int], n: int) -> bool:
    place, length = run
    inside = {(place + i) % n for i in range(length)}
    return all((abs(_dot(g, vertices[i])) > T) if i in inside else (abs(_dot(g, vertices[i])) < T) for i in range(n))


def _segments(lines: list[Vector]) -> list[Vector]:
    """Queries q_s with sum |<q_s, w>| = 2 max |<g_i, w>|: half of the edges of the hull of all +-g_i.

    >>> _segments([(1, 0), (0, 1)]), _segments([(3, 1)]), _segments([])
    ([(1, -1), (1, 1)], [(6, 2)], [(0, 0)])
    """
    if not lines:
        return [(0, 0)]
    hull = _hull([*lines, *((-a, -b) for a, b in lines)])
    edges: list[Vector] = [(p - a, q - b) for (a, b), (p, q) in zip(hull, [*hull[1:], hull[0]], strict=True)]
    return edges if len(hull) == 1 else [e for e in edges if (e[0], e[1]) > (0, 0)]


def _hull(points: list[Vector]) -> list[Vector]:
    """The vertices of the convex hull, anticlockwise (Andrew); of points on a line the two ends."""
    ordered = sorted(set(points))

    def chain(run: Sequence[Vector]) -> list[Vector]:
        found: list[Vector] = []
        for point in run:
            while len(found) > 1 and _turn(found[-2], found[-1], point) <= 0:
                found.pop()
            found.append(point)
        return found[:-1]

    return [*chain(ordered), *chain(ordered[::-1])]


def _turn(a: Vector, b: Vector, c: Vector) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(a: Vector, b: Vector) -> int:
    return a[0] * b[1] - a[1] * b[0]


def _dot(a: Vector, b: Vector) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _nearest(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)
