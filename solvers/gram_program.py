"""Linear programs over a Gram matrix and free numbers, solved in floats by Clarabel; nothing is proved here.

    minimise <cost, G> + <free cost, b>   such that   G is positive semidefinite and linear equations and inequalities
    hold between entries of G and the free numbers b.

Clarabel (Goulart and Chen 2024) is an interior-point method; a program over G of order n has n (n + 1) / 2 variables.
It is held to one thread: engines run in forked processes, where the threads of a pool are missing, and a solver that
waits for them never ends.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import clarabel
import numpy as np
from scipy.sparse import csc_matrix

from .arrays import Floats


class SolverFailedError(RuntimeError):
    """The semidefinite solver gave no solution."""


@dataclass(frozen=True, eq=False)
class GramSolution:
    """G, the free numbers, and the multipliers of equations and inequalities, in the order of adding."""

    gram: Floats
    free: Floats
    equations: Floats
    inequalities: Floats


class GramProgram:
    """A program over a Gram matrix of order ``size`` and ``free`` further numbers.

    Terms are triples (i, j, c) for c G_ij, or pairs (a, c) for c b_a.

    Examples
    --------
    The longest sum of two unit vectors at an angle of at least 60 degrees: G_12 <= 1/2.

    >>> program = GramProgram(2)
    >>> for i in range(2):
    ...     program.equal([(i, i, 1.0)], 1.0)
    >>> program.at_most([(0, 1, 1.0)], 0.5)
    >>> found = program.solve(-np.ones((2, 2)))
    >>> round(float(found.gram[0, 1]), 4)
    0.5
    """

    def __init__(self, size: int, free: int = 0) -> None:
        self.size, self.free = size, free
        self._equations: list[tuple[list[tuple[int, float]], float]] = []
        self._inequalities: list[tuple[list[tuple[int, float]], float]] = []

    def equal(self, terms: Iterable[tuple[int, int, float] | tuple[int, float]], value: float) -> None:
        """The sum of the terms is the value."""
        self._equations.append(([self._placed(term) for term in terms], value))

    def at_most(self, terms: Iterable[tuple[int, int, float] | tuple[int, float]], value: float) -> None:
        """The sum of the terms is at most the value."""
        self._inequalities.append(([self._placed(term) for term in terms], value))

    def _placed(self, term: tuple[int, int, float] | tuple[int, float]) -> tuple[int, float]:
        """The place of a term in Clarabel's order of a symmetric matrix, upper triangle by columns; then the free."""
        if len(term) == 2:
            return self.size * (self.size + 1) // 2 + term[0], term[1]
        i, j = sorted(term[:2])
        return j * (j + 1) // 2 + i, term[2]

    def solve(self, cost: Floats, free_cost: Sequence[float] = ()) -> GramSolution:
        """The least value of <cost, G> + <free_cost, b>; ``cost`` is symmetric, (size, size).

        Raises
        ------
        SolverFailedError
            If Clarabel does not report a solution (accurate or nearly so).
        """
        size = self.size
        columns, rows = np.tril_indices(size)
        cells = len(rows)
        width = cells + self.free
        entries = [
            (row, place, factor)
            for row, (terms, _) in enumerate([*self._equations, *self._inequalities])
            for place, factor in terms
        ]
        height = len(self._equations) + len(self._inequalities)
        # Of the cone: s = G, entries off the diagonal times sqrt(2).
        entries += [
            (height + k, k, -1.0 if i == j else -(2.0**0.5)) for k, (i, j) in enumerate(zip(rows, columns, strict=True))
        ]
        at, across, factors = zip(*entries, strict=True)
        right = np.zeros(height + cells)
        right[:height] = [value for _, value in [*self._equations, *self._inequalities]]
        goal = np.zeros(width)
        goal[:cells] = cost[rows, columns] * np.where(rows == columns, 1.0, 2.0)
        goal[cells : cells + len(free_cost)] = free_cost
        cones = [
            cone(count)
            for cone, count in (
                (clarabel.ZeroConeT, len(self._equations)),
                (clarabel.NonnegativeConeT, len(self._inequalities)),
                (clarabel.PSDTriangleConeT, size),
            )
            if count
        ]
        settings = clarabel.DefaultSettings()
        settings.verbose = False
        settings.max_threads = 1
        matrix = csc_matrix((factors, (at, across)), shape=(height + cells, width))
        found = clarabel.DefaultSolver(csc_matrix((width, width)), goal, matrix, right, cones, settings).solve()
        if found.status not in (clarabel.SolverStatus.Solved, clarabel.SolverStatus.AlmostSolved):
            raise SolverFailedError(f"Clarabel ended with status {found.status}; try a smaller program")
        x, multipliers = np.array(found.x), np.array(found.z)
        gram = np.zeros((size, size))
        gram[rows, columns] = gram[columns, rows] = x[:cells]
        equations = len(self._equations)
        return GramSolution(gram, x[cells:], multipliers[:equations], multipliers[equations:height])
