"""Vectors for late interaction by construction: documents u, -u in the plane, a polygon, a line; all in integers.

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

*Polygon* (t = 1, d = 2). A vertex of a convex polygon for each row, and each document has the vertices of its rows: the
query is a normal at the vertex. So S is at most the number of rows of a document. Rows of two documents are edges of a
graph; along trails through all edges neighbours on the polygon are the rows, each vertex of the graph is met half as
often as it has edges, and the query is the normal of an edge of the polygon. All pairs of n: S = ceil((n - 1) / 2).

*Line* (d = 1). Rows of one document each: {j, j^2 - n^2} and queries 2i, -1 give 2ij - j^2 + n^2, greatest at j = i;
rows that leave out one: {j, -(n - j)^2} and 2(n - i), -1 give 2(n - i)j + (n - j)^2, least at j = i.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any

from ...certificates.meter import LIMIT
from ...elaborate.driver import PROVED
from ...questions import least_size
from ...questions.late_interaction import LateInteraction
from ...solvers.cyclic_orders import Order, most_runs
from ..bound import Bound, certified_bound, proved_premise

Vector = tuple[int, ...]
Tables = tuple[list[list[Vector]], list[list[Vector]]]
"""Queries for each row, vectors for each document."""

MOST_LEAST = 48
"""Most documents for which those of least coordinates are looked for (a second)."""

MOST_PRODUCTS = 3_000_000
"""Most pairs of vectors whose products are evaluated: larger tables are left to the theorem."""


def tables_upper(question: LateInteraction, queries: Any, keys: Any, method: str) -> Bound:
    """The bound that vectors show, once the checker has compared all scores.

    >>> from ...questions import late_interaction_question, separation_question
    >>> pairs = late_interaction_question(separation_question(4, 2, 2), 2, 2)
    >>> str(tables_upper(pairs, *runs_tables(pairs.signs, (0, 1, 2, 3)), "documents u, -u"))
    'm <= 2 [CERTIFIED] documents u, -u'
    """
    proof = {"rule": "evaluate", "exhibit": "maxsim", "queries": queries, "keys": keys}
    return certified_bound(
        least_size(question), "upper", len(keys[0][0]), method, {"kind": PROVED, "proof": proof}, limit=4 * LIMIT
    )


def one_vector_upper(question: LateInteraction, single: Bound) -> Bound:
    """What one vector for each does, more do: some queries are 0, and vectors of a document equal."""
    proof = {"rule": "map", "name": "part", "of": proved_premise(single)}
    method = f"one vector for each: {single.evidence.method}"
    return certified_bound(
        least_size(question), "upper", single.value, method, {"kind": PROVED, "proof": proof}, limit=4 * LIMIT
    )


def runs_theorem_upper(question: LateInteraction) -> Bound | None:
    """All sets of some sizes, at any number of documents; None if the theorem does not apply."""
    of = question.of
    if of.task != "separation" or question.document_vectors < 2:
        return None
    sizes = dict(of.parameters)
    N, least, most = sizes["N"], sizes["least"], sizes["most"]
    needed = max(min(k, N - k) for k in {least, most, min(max(N // 2, least), most)})
    if question.query_vectors < needed:
        return None
    proof = {"rule": "theorem", "name": "runs"}
    return certified_bound(
        least_size(question), "upper", 2, "documents u, -u in the plane, a query vector for each run",
        {"kind": PROVED, "proof": proof},
    )  # fmt: skip


def runs_upper(question: LateInteraction, order: Order) -> Bound | None:
    """By documents u, -u in this cyclic order; None if a row has more runs than there are query vectors."""
    if question.document_vectors < 2 or question.query_vectors < most_runs(question.signs, order):
        return None
    queries, keys = runs_tables(question.signs, order)
    if sum(map(len, queries)) * 2 * len(keys) > MOST_PRODUCTS:
        return runs_theorem_upper(question)
    return tables_upper(question, queries, keys, "documents u, -u in the plane, a query vector for each run")


def polygon_upper(question: LateInteraction) -> Bound | None:
    """By vertices of a polygon; None if a document has more of them than vectors."""
    rows = question.signs
    if any("*" in row for row in rows) or question.query_vectors < 1:
        return None
    queries, keys = polygon_tables(rows)
    if max(map(len, keys)) > question.document_vectors or len(queries) * sum(map(len, keys)) > MOST_PRODUCTS:
        return None
    return tables_upper(question, queries, keys, "documents on a polygon, queries normal to its edges and vertices")


def line_upper(question: LateInteraction) -> Bound | None:
    """On a line, where each row has one document, or leaves one out."""
    rows = question.signs
    n = len(rows[0])
    if min(question.document_vectors, question.query_vectors) < 2 or any("*" in row for row in rows):
        return None
    if all(row.count("+") in (0, 1, n) for row in rows):
        keys = [[(j,), (j * j - n * n,)] for j in range(n)]
        queries = [[(2 * row.find("+"),), (-1,)] if 0 < row.count("+") < n else [(0,)] for row in rows]
    elif all(row.count("-") in (0, 1, n) for row in rows):
        keys = [[(j,), (-((n - j) ** 2),)] for j in range(n)]
        queries = [[(2 * (n - row.find("-")),), (-1,)] if 0 < row.count("-") < n else [(0,)] for row in rows]
    else:
        return None
    return tables_upper(question, queries, keys, "documents on a line, one first or last at a time")


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


def polygon_tables(rows: Sequence[str]) -> Tables:
    """One query vector for each row, and for each document the vertices that its rows make it have.

    >>> queries, keys = polygon_tables(["++-", "-++", "+-+"])
    >>> [len(key) for key in keys], [len(query) for query in queries]
    ([1, 1, 1], [1, 1, 1])
    """
    n = len(rows[0])
    members = [[c for c, symbol in enumerate(row) if symbol == "+"] for row in rows]
    members = [chosen if len(chosen) < n else [] for chosen in members]  # constant rows ask for nothing
    labels: list[tuple[int, ...]]
    if all(len(chosen) <= 2 for chosen in members):
        pairs = sorted({tuple(chosen) for chosen in members if len(chosen) == 2})
        alone = {chosen[0] for chosen in members if len(chosen) == 1}.difference(*pairs)
        labels = [(c,) for c in [*_along_trails(pairs, closed=not alone), *sorted(alone)]]
    else:
        labels = sorted({tuple(chosen) for chosen in members if chosen})
    count = len(labels)
    corner = [(2 * i, 4 * i * i) for i in range(count)]
    keys: list[list[Vector]] = [[corner[i] for i in range(count) if c in labels[i]] or [(1, 3)] for c in range(n)]
    at = {label: i for i, label in reversed(list(enumerate(labels)))}
    between: dict[frozenset[int], int] = {}
    for i in range(count):
        between.setdefault(frozenset(labels[i] + labels[(i + 1) % count]), i)

    def normal(chosen: list[int]) -> Vector:
        if not chosen:
            return 0, 0
        if (place := at.get(tuple(chosen))) is not None:
            return 4 * place, -1
        place = between[frozenset(chosen)]
        return (-2 * (count - 1), 1) if place == count - 1 else (4 * place + 2, -1)

    return [[normal(chosen)] for chosen in members], keys


def _along_trails(pairs: Sequence[tuple[int, ...]], *, closed: bool = True) -> list[int]:
    """A word in which the ends of each pair are neighbours, first and last too if it may be closed: trails of edges.

    >>> _along_trails([(0, 1), (0, 2), (1, 2)]), len(_along_trails([(0, 1), (0, 2), (1, 2)], closed=False))
    ([0, 2, 1], 4)
    """
    beside: dict[int, list[tuple[int, int]]] = {}

    def add(a: int, b: int, number: int) -> None:
        beside.setdefault(a, []).append((b, number))
        beside.setdefault(b, []).append((a, number))

    for number, (a, b) in enumerate(pairs):
        add(a, b, number)
    odd = [v for v in sorted(beside) if len(beside[v]) % 2]
    for step, (a, b) in enumerate(zip(odd[::2], odd[1::2], strict=True)):
        add(a, b, len(pairs) + step)  # edges that are no rows
    used: set[int] = set()
    circuits: list[list[tuple[int, int]]] = []
    for start in sorted(beside, key=lambda v: len(beside[v])):
        circuit = _circuit(start, beside, used)
        if len(circuit) > 1:
            circuits.append(circuit)
    if len(circuits) == 1 and closed:
        return [v for v, _ in circuits[0][:-1]]
    word: list[int] = []
    for circuit in circuits:
        word += _opened(circuit, len(pairs))
    return word


def _circuit(start: int, beside: dict[int, list[tuple[int, int]]], used: set[int]) -> list[tuple[int, int]]:
    """Hierholzer: vertices of a closed trail through all edges that can be reached, each with the edge before it."""
    stack, found = [(start, -1)], list[tuple[int, int]]()
    while stack:
        v, _ = stack[-1]
        while beside[v] and beside[v][-1][1] in used:
            beside[v].pop()
        if beside[v]:
            other, number = beside[v].pop()
            used.add(number)
            stack.append((other, number))
        else:
            found.append(stack.pop())
    return found[::-1]


def _opened(circuit: list[tuple[int, int]], real: int) -> list[int]:
    """The closed trail cut open where an edge is no row; if all are rows its first vertex comes twice."""
    for i, (_, number) in enumerate(circuit):
        if number >= real:
            turned = [*circuit[i:], *circuit[1:i]]
            return [v for v, _ in turned]
    return [v for v, _ in circuit]
