"""A matrix without repeated rows and columns, with its symmetries, and the way back to the whole matrix.

Rectangles go back to all copies of their rows and columns, weights of entries to the first copy. The symmetries keep
the numbers of copies, so they are symmetries of the whole matrix: the k-th copy goes to the k-th copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.rectangles.matrix_symmetries import MatrixSymmetry, cell_orbits, matrix_symmetries

MAX_CELLS = 2**12
"""Symmetries of larger matrices are not looked for: their programs are out of reach anyway."""


@dataclass(frozen=True)
class ReducedMatrix:
    """Different rows and columns of ``whole``: ``rows[a]`` are the copies of row a of ``matrix``.

    Examples
    --------
    >>> reduced = ReducedMatrix.of(CommunicationMatrix(("011", "100", "100")), seed=0)
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
    generators: tuple[MatrixSymmetry, ...]

    @classmethod
    def of(cls, matrix: CommunicationMatrix, seed: int) -> ReducedMatrix:
        """The reduced matrix, with some symmetries that a random search has found."""
        rows = _copies(matrix.rows)
        columns = _copies(zip(*matrix.rows, strict=True))
        part = matrix.part([copies[0] for copies in rows], [copies[0] for copies in columns])
        entries = np.array([["01*".index(x) for x in row] for row in part.rows])
        found = []
        if entries.size <= MAX_CELLS:
            rng = np.random.default_rng(seed)
            found = matrix_symmetries(entries, map(len, rows), map(len, columns), rng=rng)
        return cls(matrix, part, rows, columns, tuple(found))

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
        return ReducedMatrix(
            self.whole,
            self.matrix.part(rows, columns),
            tuple(self.rows[a] for a in rows),
            tuple(self.columns[b] for b in columns),
            (),
        )

    def value_of(self, orbit: int) -> str:
        """The entry that all of an orbit have."""
        i, j = map(int, np.argwhere(self.orbits == orbit)[0])
        return self.matrix.rows[i][j]

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


def _copies(vectors: Iterable[Any]) -> tuple[tuple[int, ...], ...]:
    places: dict[Any, list[int]] = {}
    for i, vector in enumerate(vectors):
        places.setdefault(vector, []).append(i)
    return tuple(map(tuple, places.values()))
