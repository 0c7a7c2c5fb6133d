"""Documents whose vectors are vertices of a polygon, one query vector for a row: late interaction with t = 1, d = 2.

A vertex of a convex polygon for each row, and each document has the vertices of its rows: the
query is a normal at the vertex. So S is at most the number of rows of a document. Rows of two documents are edges of a
graph; along trails through all edges neighbours on the polygon are the rows, each vertex of the graph is met half as
often as it has edges, and the query is the normal of an edge of the polygon. All pairs of n: S = ceil((n - 1) / 2).
"""

from __future__ import annotations

from collections.abc import Sequence

from .centred_tables import Tables, Vector


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
