"""The clauses of version 2 that were only counted: each as a schema with numbers, in the order in which it was made.

``covers``, ``fooling``, ``messages`` and ``orders`` follow, clause by clause, the generators of version 2, and say how
their variables are numbered now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations
from typing import Any

from ..questions.matrix import CommunicationMatrix
from ..questions.measure import SEEN_AS
from ..questions.reading import read_matrix, read_pattern
from ..questions.value_matrix import ValueMatrix
from ..solvers.nonnegative.term_clauses import pairs_told_apart
from ..solvers.protocols.colouring_clauses import conflicts
from ..solvers.rectangles.fooling_clauses import first_cells, grouped
from ..solvers.rectangles.rectangle import Rectangle
from .driver import CannotElaborate

Json = Any
Named = tuple[str, list[int]]
Renamed = Callable[[int], int]


def matrix_of(question: Mapping[str, Json], measure: str) -> CommunicationMatrix:
    """The 0/1 matrix as the measure sees it."""
    matrix = read_matrix(question)
    if not isinstance(matrix, CommunicationMatrix):
        raise CannotElaborate("the evidence is about a 0/1 matrix")
    view = SEEN_AS.get(measure, (measure, ""))[1]
    return getattr(matrix, view) if view else matrix


def covers(question: Json, measure: str, slots: int, order: Json) -> tuple[Iterator[Named], Renamed]:
    """Clauses of a cover or a partition by so many rectangles, and the numbers of the variables."""
    return _covers(matrix_of(question, measure), slots, order, measure.startswith("partition"))


def terms(question: Json, slots: int, order: Json) -> tuple[Iterator[Named], Renamed]:
    """Clauses of a cover of the support, and of pairs of entries that no single term holds."""
    matrix = read_matrix(question)
    if not isinstance(matrix, ValueMatrix) or not matrix.total:
        raise CannotElaborate("the evidence is about a matrix of numbers")
    given, renamed = _covers(matrix.support, slots, order, False)
    numbers = [[x or 0 for x in row] for row in matrix.numbers]
    twice = (("twice", [s, *one, *other]) for one, other in pairs_told_apart(numbers) for s in range(slots))
    return chain(given, twice), renamed


def _covers(matrix: CommunicationMatrix, slots: int, order: Json, disjoint: bool) -> tuple[Iterator[Named], Renamed]:
    cells, zeros, (R, C) = matrix.cells(1), matrix.cells(0), matrix.shape
    size = R + C + len(cells)

    def clauses() -> Iterator[Named]:
        for s in range(slots):
            for r, c in zeros:
                yield "zero", [s, r, c]
        for s in range(slots):
            for r, c in cells:
                yield "inside", [s, r, c, 0]
                yield "inside", [s, r, c, 1]
                if disjoint:
                    yield "held", [s, r, c]
        for r, c in cells:
            yield "some", [r, c]
        for i in range(len(order)):
            yield "ordered", [i]
        if disjoint:
            for r, c in cells:
                for s, t in combinations(range(slots), 2):
                    yield "once", [r, c, s, t]

    def renamed(variable: int) -> int:
        s, rest = divmod(variable - 1, size)
        if rest >= R + C:
            r, c = cells[rest - R - C]
            rest = R + C + r * C + c
        return 1 + s * (R + C + R * C) + rest

    return clauses(), renamed


def fooling(question: Json, measure: str, size: int, rectangles: Json) -> tuple[Iterator[Named], Renamed]:
    """Clauses of a fooling set of ``size + 1`` entries, and the numbers of the variables."""
    matrix = matrix_of(question, measure)
    cells, zeros, C = first_cells(matrix), matrix.masks(0), matrix.shape[1]
    groups, _ = grouped(cells, [Rectangle(tuple(rows), tuple(columns)) for rows, columns in rectangles])

    def clauses() -> Iterator[Named]:
        for e, (r, c) in enumerate(cells):
            for i, j in cells[e + 1 :]:
                if not (zeros[r] >> j & 1 or zeros[i] >> c & 1):
                    yield "pair", [r, c, i, j]
        for g in range(1, len(groups) + 1):
            for t in range(1, min(g, size + 1) + 1):
                yield "count", [g, t]
                if t > 1:
                    yield "carry", [g, t]
        yield "top", []

    def renamed(variable: int) -> int:
        if variable <= len(cells):
            r, c = cells[variable - 1]
            return 1 + r * C + c
        return variable - len(cells) + matrix.shape[0] * C

    return clauses(), renamed


def messages(question: Json, measure: str, bits: int, pinned: Json) -> Iterator[Named]:
    """Clauses of so many messages; variables keep their numbers."""
    matrix = read_matrix(question)
    rows = (matrix.transposed if measure == "one_way_ba" else matrix).rows
    apart = conflicts(rows)
    for i in range(len(rows)):
        yield "some", [i]
    for j in range(len(rows)):
        for i in range(j):
            if apart[j] >> i & 1:
                for c in range(2**bits):
                    yield "apart", [i, j, c]
    for t in range(min(len(pinned), 2**bits)):
        yield "pin", [t]


def orders(question: Json) -> Iterator[Named]:
    """Clauses of an order of the positions; variables keep their numbers."""
    pattern = read_pattern(question)
    n = pattern.n
    for i in range(n):
        yield "place", [i]
    for i in range(n):
        for v, u in combinations(range(n), 2):
            yield "apart", [i, v, i, u]
    for v in range(n):
        yield "position", [v]
    for v in range(n):
        for i, j in combinations(range(n), 2):
            yield "apart", [i, v, j, v]
    pairs = [(v, u) for v in range(n) for u in range(n) if u != v]
    missing = [(v, u) for v, u in pairs if not any(layer.has(u, v) for layer in pattern.layers)]
    for i in range(n - 1):
        for v, u in missing:
            yield "step", [i, v, u]
