"""A matrix without repeated rows and columns, perhaps with its symmetries, and the way back to the whole matrix.

Rectangles go back to all copies of their rows and columns, cells and weights of entries to the first copy. The
symmetries keep the numbers of copies, so they are symmetries of the whole matrix: the k-th copy goes to the k-th copy.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import gcd, lcm
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..questions import CommunicationMatrix
from ..solvers.rectangles.matrix_symmetries import MatrixSymmetry, cell_orbits, matrix_symmetries
from ..solvers.rectangles.maximal_rectangles import Sides
from ..solvers.rectangles.rectangle_program import Cut

Vector = TypeVar("Vector", bound=Hashable)
Table = list[list[int]]
Lines = list[tuple[tuple[int, ...], tuple[int, ...]]]
"""Rectangles of one row, or of one column."""

MAX_CELLS = 2**12
"""Symmetries of larger matrices are not looked for: their programs are out of reach anyway."""


@dataclass(frozen=True)
class ReducedMatrix:
    """Different rows and columns of ``whole``: ``rows[a]`` are the copies of row a of ``matrix``.

    Examples
    --------
    >>> reduced = ReducedMatrix.of(CommunicationMatrix(("011", "100", "100"))).with_symmetries(0)
    >>> reduced.matrix.rows, reduced.rows, reduced.columns
    (('01', '10'), ((0,), (1, 2)), ((0,), (1, 2)))
    >>> reduced.rectangle([1], [0]), reduced.table([[1, 2], [3, 4]])
    ([[1, 2], [0]], [[1, 2, 0], [3, 4, 0], [0, 0, 0]])
    >>> reduced.orbits.tolist(), reduced.symmetries
    ([[0, 1], [1, 2]], [{'rows': [0, 1, 2], 'columns': [0, 1, 2], 'transposed': True}])
    """

    whole: CommunicationMatrix
    matrix: CommunicationMatrix
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    generators: tuple[MatrixSymmetry, ...] = ()

    @classmethod
    def of(cls, matrix: CommunicationMatrix, having: str = "") -> Self:
        """The reduced matrix, without symmetries; of lines that have this entry (if there is none, the first ones)."""
        rows, columns = (
            tuple(places for word, places in copies(lines).items() if having in word) or ((0,),)
            for lines in (matrix.rows, matrix.transposed.rows)
        )
        return cls(matrix, matrix.part([at[0] for at in rows], [at[0] for at in columns]), rows, columns)

    def with_symmetries(self, seed: int) -> Self:
        """The same, with some symmetries that a random search has found."""
        entries = np.array([["01*".index(x) for x in row] for row in self.matrix.rows])
        if entries.size > MAX_CELLS:
            return self
        rng = np.random.default_rng(seed)
        found = matrix_symmetries(entries, map(len, self.rows), map(len, self.columns), rng=rng)
        return replace(self, generators=tuple(found))

    @property
    def order(self) -> int:
        """Rows and columns together."""
        return len(self.rows) + len(self.columns)

    @property
    def values(self) -> NDArray[np.float64]:
        """The 0/1 matrix, NaN at ``*``."""
        return np.array([[{"0": 0.0, "1": 1.0, "*": np.nan}[x] for x in row] for row in self.matrix.rows])

    @property
    def counts(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How many copies rows and columns have."""
        return np.array([*map(len, self.rows)], dtype=float), np.array([*map(len, self.columns)], dtype=float)

    @property
    def within(self) -> dict[str, list[int]]:
        """The first copies, as they stand in a certificate."""
        return {"rows": [at[0] for at in self.rows], "columns": [at[0] for at in self.columns]}

    def pairs(self, cells: Iterable[tuple[int, int]]) -> list[list[int]]:
        """Cells as cells of the whole matrix."""
        return [[self.rows[i][0], self.columns[j][0]] for i, j in cells]

    @cached_property
    def orbits(self) -> np.ndarray:
        """The orbit of each entry of the reduced matrix, an int array of its shape."""
        return cell_orbits(self.matrix.shape, self.generators)

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """How many entries of the reduced matrix each orbit has."""
        return tuple(np.bincount(self.orbits.ravel()).tolist())

    def part(self, rows: Sequence[int], columns: Sequence[int]) -> ReducedMatrix:
        """Some rows and columns of the reduced matrix, without symmetries; the whole is the same."""
        listed = tuple(self.rows[a] for a in rows), tuple(self.columns[b] for b in columns)
        return ReducedMatrix(self.whole, self.matrix.part(rows, columns), *listed)

    @cached_property
    def orbit_values(self) -> list[str]:
        """The entry that all of an orbit have, for each orbit."""
        found = dict(zip(self.orbits.ravel().tolist(), "".join(self.matrix.rows), strict=True))
        return [found[orbit] for orbit in range(len(self.sizes))]

    def orbits_of(self, entries: str) -> list[int]:
        """The orbits of these entries."""
        return [orbit for orbit, x in enumerate(self.orbit_values) if x in entries]

    def by_orbits(self, weight: Mapping[int, int]) -> Table:
        """A table of the reduced matrix from a weight for each orbit, 0 where none is given."""
        return [[weight.get(orbit, 0) for orbit in row] for row in self.orbits.tolist()]

    def indicators(self, orbits: Iterable[int]) -> list[np.ndarray]:
        """For each orbit the table with 1 on its entries."""
        return [(self.orbits == orbit).astype(int) for orbit in orbits]

    def single_entry(self, cells: Sequence[tuple[int, int]]) -> Table:
        """A table with 1 at the first of these cells, if there is one."""
        rows, columns = self.matrix.shape
        return [[int((i, j) in cells[:1]) for j in range(columns)] for i in range(rows)]

    def loads(self, weights: Iterable[tuple[Cut, int]]) -> list[int]:
        """The total weight on an entry of each orbit, times the common multiple of the orbits' sizes."""
        scale, sums = lcm(*self.sizes), [0] * len(self.sizes)
        for cut, weight in weights:
            met = np.bincount(self.orbits[np.ix_(cut.rows, cut.columns)].ravel(), minlength=len(sums)).tolist()
            sums = [total + weight * count for total, count in zip(sums, met, strict=True)]
        return [total * (scale // size) for total, size in zip(sums, self.sizes, strict=True)]

    def lines_with(self, entries: str) -> tuple[Lines, Lines]:
        """For each row the columns with these entries, and for each column the rows, where there are some."""
        matrix = self.matrix
        rows = [((i,), tuple(j for j, x in enumerate(row) if x in entries)) for i, row in enumerate(matrix.rows)]
        sides = zip(*matrix.rows, strict=True)
        columns = [(tuple(i for i, x in enumerate(column) if x in entries), (j,)) for j, column in enumerate(sides)]
        return [line for line in rows if line[1]], [line for line in columns if line[0]]

    def by_rectangles(self, kind: str, listed: list[list[Any]], denominator: int = 0) -> dict[str, Any]:
        """Evidence from rectangles with weights (the last numbers), divided by what they and a denominator share."""
        divisor = gcd(denominator, *(item[-1] for item in listed))
        evidence: dict[str, Any] = {"kind": kind} | ({"denominator": denominator // divisor} if denominator else {})
        evidence["rectangles"] = [[*item[:-1], item[-1] // divisor] for item in listed]
        return {**evidence, "symmetries": self.symmetries} if self.generators else evidence

    def rectangle(self, rows: Iterable[int], columns: Iterable[int]) -> list[list[int]]:
        """All copies of the rows and columns, ``[[rows], [columns]]`` of the whole matrix."""
        return [sorted(k for a in rows for k in self.rows[a]), sorted(k for b in columns for k in self.columns[b])]

    def table(self, weights: Sequence[Sequence[int]]) -> list[list[int]]:
        """Weights on the first copies, 0 on the others: a table of the whole matrix."""
        table = [[0] * self.whole.shape[1] for _ in range(self.whole.shape[0])]
        for a, copies in enumerate(self.rows):
            for b, others in enumerate(self.columns):
                table[copies[0]][others[0]] = weights[a][b]
        return table

    @property
    def symmetries(self) -> list[dict[str, Any]]:
        """The symmetries of the whole matrix, as they stand in a certificate."""
        return [
            {
                "rows": self._lifted(g.rows, self.rows, self.columns if g.transposed else self.rows),
                "columns": self._lifted(g.columns, self.columns, self.rows if g.transposed else self.columns),
                "transposed": g.transposed,
            }
            for g in self.generators
        ]

    def _lifted(
        self, images: tuple[int, ...], copies: tuple[tuple[int, ...], ...], targets: tuple[tuple[int, ...], ...]
    ) -> list[int]:
        lifted = [0] * sum(map(len, copies))
        for a, image in enumerate(images):
            for place, other in zip(copies[a], targets[image], strict=True):
                lifted[place] = other
        return lifted


def copies(vectors: Iterable[Vector]) -> dict[Vector, tuple[int, ...]]:
    """Different vectors in the order in which they first appear, each with its places.

    >>> copies(["01", "10", "01"])
    {'01': (0, 2), '10': (1,)}
    """
    places: dict[Vector, list[int]] = {}
    for i, vector in enumerate(vectors):
        places.setdefault(vector, []).append(i)
    return {vector: tuple(at) for vector, at in places.items()}


@dataclass(frozen=True)
class ValuePart(ReducedMatrix):
    """The part of ``whole`` that consists of the first of equal rows and columns, without lines that lack the value.

    None of the three measures changes: rectangles go back to all copies, cells to the first copies, and lines without
    the value hold nothing that has to be held.

    Examples
    --------
    >>> part = ValuePart.of_value(CommunicationMatrix(("011", "100", "100", "000")), 1)
    >>> part.matrix.rows, part.rows, part.columns
    (('01', '10'), ((0,), (1, 2)), ((0,), (1, 2)))
    >>> part.rectangles([((1,), (0,))])
    [[[1, 2], [0]]]
    """

    value: int = 0

    @classmethod
    def of_value(cls, matrix: CommunicationMatrix, value: int) -> ValuePart:
        """The part; an empty value leaves one row and one column."""
        return replace(cls.of(matrix, "01"[value]), value=value)

    @cached_property
    def wanted(self) -> np.ndarray:
        """Where the value is, a bool array."""
        return self._where("01"[self.value])

    @cached_property
    def allowed(self) -> np.ndarray:
        """Where the other value is not."""
        return ~self._where("10"[self.value])

    @cached_property
    def cells(self) -> list[tuple[int, int]]:
        """The cells with the value, row by row."""
        return list(self.matrix.cells(self.value))

    def rectangles(self, sides: Sequence[Sides]) -> list[list[list[int]]]:
        """Rectangles of the part as rectangles of the whole, as they stand in a certificate."""
        return [self.rectangle(*pair) for pair in sides]

    def _where(self, entry: str) -> np.ndarray:
        return np.array([[x == entry for x in row] for row in self.matrix.rows])
