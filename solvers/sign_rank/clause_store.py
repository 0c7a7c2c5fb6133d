"""Searches for signs whose clauses are added as candidates violate them, many at once, each with its origin.

A clause that is made by itself, literal by literal, takes longer than the solver takes to read it. Rows of an array
become lists all at once, and what implies a clause is kept for a block of clauses, not for each.
"""

import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
from pysat.solvers import Solver

from ..limited_solve import solve_until
from ..outcome import Verdict
from .chirotope_clauses import SignCode, one_sided

Integers = npt.NDArray[np.integer]


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


class ClauseSearch:
    """A search for a chirotope; a subclass adds the clauses that the signs ``chi`` of ``sets`` violate."""

    dimension: int
    uniform: bool
    sets: np.ndarray
    chi: np.ndarray
    report: Callable[[str], None]

    def begin(self) -> None:
        """Make the solver."""
        self.solver = Solver(name="cadical195")  # the CaDiCaL whose calls can be limited to some conflicts
        self.store = ClauseStore(self.solver)
        self.code = SignCode(self.uniform)

    @property
    def clauses(self) -> list[Sequence[int]]:
        """What the solver was given."""
        return self.store.clauses

    def close(self) -> None:
        """Free the solver."""
        self.solver.delete()

    def run(self, deadline: float) -> Verdict:
        """Search until refuted, until a candidate violates nothing, or until the deadline.

        FEASIBLE says that signs fit, not that the rank does: signs of determinants need not come from vectors.
        """
        while time.monotonic() < deadline:
            answer = solve_until(self.solver, deadline)
            if answer is None:
                break
            if not answer:
                return Verdict.INFEASIBLE
            self.chi = self.code.read(self.solver.get_model() or [], len(self.sets))
            if not self.add_violated(deadline):
                return Verdict.FEASIBLE if time.monotonic() < deadline else Verdict.OPEN
        return Verdict.OPEN

    def add_violated(self, deadline: float) -> int:
        """Add clauses that ``chi`` violates; how many."""
        raise NotImplementedError

    def violated_relations(self, pairs: np.ndarray, signs: np.ndarray) -> np.ndarray:
        """The numbers of the three-term relations that ``chi`` violates."""
        return np.nonzero(one_sided(self.chi[pairs[:, :, 0]] * self.chi[pairs[:, :, 1]], signs))[0]

    def add_plucker(self, pairs: np.ndarray, signs: np.ndarray) -> None:
        """Add the clauses of three-term relations."""
        named = pairs.reshape(-1, 6)[:, :3].astype(np.int64)  # Abc, Aef, Abe
        if self.uniform:
            fresh = self.code.every_plucker_clause(pairs, signs)
            self.store.add(fresh, ("plucker",), np.repeat(named, 16, axis=0))
            return
        products = (self.chi[pairs[:, :, 0]] * self.chi[pairs[:, :, 1]] * signs).tolist()
        several = zip(pairs.tolist(), signs.tolist(), products, strict=True)
        self.store.add([self.code.plucker_clause(*each, self.chi) for each in several], ("plucker",), named)
