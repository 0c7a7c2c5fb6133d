"""Many clauses at once: made as arrays, given to the solver as plain lists, with their origins told when asked for.

A clause that is made by itself, literal by literal, takes longer than the solver takes to read it. Rows of an array
become lists all at once, and what implies a clause is kept for a block of clauses, not for each.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from pysat.solvers import Solver

Integers = npt.NDArray[np.integer]


def without_zeros(literals: Integers) -> list[list[int]]:
    """The rows of an array as lists, without the zeros in them.

    >>> without_zeros(np.array([[1, 0, -2], [0, 0, 3]]))
    [[1, -2], [3]]
    """
    present = literals != 0
    if present.all():
        rows: list[list[int]] = literals.tolist()
        return rows
    flat = literals[present].tolist()
    ends = np.cumsum(present.sum(axis=1)).tolist()
    return [flat[start:end] for start, end in zip([0, *ends], ends, strict=False)]


class ClauseStore:
    """Clauses in the order in which they were added to a solver, each with an origin.

    Examples
    --------
    >>> with Solver(name="cadical195") as solver:
    ...     store = ClauseStore(solver)
    ...     store.add([[1], [2]], ("sign",))
    ...     store.add([[1, -2], [-1, 2]], ("cramer", 5), np.array([7, 9]))
    ...     store.clauses[3], store.origin(1), store.origin(3)
    ([-1, 2], ('sign',), ('cramer', 5, 9))
    """

    def __init__(self, solver: Solver) -> None:
        self.clauses: list[Sequence[int]] = []
        self._add_clause = solver.solver.add_clause  # python-sat's own loop over a formula looks at each clause's type
        self._starts: list[int] = []
        self._blocks: list[tuple[tuple[object, ...], Integers | None]] = []

    def add(
        self, clauses: Sequence[Sequence[int]], origin: tuple[object, ...], numbers: Integers | None = None
    ) -> None:
        """Add clauses that have one origin, or one each: ``origin`` and then its row of ``numbers``."""
        self._starts.append(len(self.clauses))
        self._blocks.append((origin, numbers))
        self.clauses += clauses
        deque(map(self._add_clause, clauses), maxlen=0)

    def origin(self, position: int) -> tuple[object, ...]:
        """What implies the clause at this position."""
        block = bisect_right(self._starts, position) - 1
        origin, numbers = self._blocks[block]
        if numbers is None:
            return origin
        return (*origin, *np.atleast_1d(numbers[position - self._starts[block]]).tolist())
