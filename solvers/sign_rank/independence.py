"""Sets of columns that are linearly independent in every realisation of a sign pattern.

If columns T of U (sign(W U^T) = P) are dependent, sum_j lambda_j u_j = 0 with lambda != 0, and every row r gives
sum_j lambda_j (w_r . u_j) = 0 with known signs of w_r . u_j. A SAT solver decides whether some sign vector of lambda is
compatible with all rows. If not, the sign-rank is at least |T|. Independence passes to subsets, so T grows greedily.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from pysat.solvers import Solver

from ..limited_solve import solve_until
from ..refutation import refutation
from ..refutation_steps import ProofError, Refutation
from .chirotope_clauses import STAR, SignCode, one_sided

CODE = SignCode(uniform=False)
"""Variables: 2k+1 says that lambda_k > 0, 2k+2 that lambda_k < 0."""

RowClause = tuple[str, int, tuple[int, ...]]

ROWS_AT_FIRST = 32
"""Violated rows whose clauses are added after the first candidate; twice as many after each further one."""


@dataclass(frozen=True)
class IndependentColumns:
    """``columns`` increasing; ``axioms``: (rule, row or -1, clause), the clauses that ``proof`` refutes."""

    columns: tuple[int, ...]
    axioms: tuple[RowClause, ...]
    proof: Refutation


def independent_columns(
    pattern: np.ndarray,
    *,
    seed: int = 0,
    restarts: int = 4,
    deadline: float = float("inf"),
    proof_deadline: float = float("inf"),
    enough: int | None = None,
) -> IndependentColumns | None:
    """A large set of columns that are independent in every realisation, with a refutation of any dependency.

    Greedy over random orders of the columns: the set is maximal, not always of maximum size.

    Parameters
    ----------
    pattern : int8 array (R, C) of -1, 0, 1, 2 (star)
    deadline, proof_deadline : when to stop looking for larger sets, and when to give up writing the proof down
    enough : stop at a set of this size (say, the best upper bound known)

    Returns
    -------
    IndependentColumns, or None if no set was found and proved in time (as when every entry is 0 or a star).

    Examples
    --------
    All eight sign vectors shatter three columns.

    >>> cube = np.array([[1 - 2 * (x >> j & 1) for j in range(3)] for x in range(8)], dtype=np.int8)
    >>> independent_columns(cube).columns
    (0, 1, 2)
    """
    limit = min(pattern.shape) if enough is None else min(enough, *pattern.shape)
    best: tuple[int, ...] = ()
    axioms: list[RowClause] = []
    for order in islice(_orders(pattern.shape[1], seed), restarts):
        chosen, clauses = _grow(pattern, order.tolist(), limit, deadline)
        if len(chosen) > len(best):
            best, axioms = chosen, clauses
        if len(best) >= limit or time.monotonic() > deadline:
            break
    if not best:
        return None
    try:
        proof = refutation([clause for _, _, clause in axioms], deadline=proof_deadline)
    except ProofError:
        return None
    return IndependentColumns(best, tuple(axioms[i] for i in proof.axioms), proof)


def _orders(columns: int, seed: int) -> Iterator[np.ndarray]:
    """The columns as they stand, then at random; NumPy loads what draws orders when the first one is drawn."""
    yield np.arange(columns)
    rng = np.random.default_rng(seed)
    while True:
        yield rng.permutation(columns)


def _grow(
    pattern: np.ndarray, order: list[int], limit: int, deadline: float
) -> tuple[tuple[int, ...], list[RowClause]]:
    chosen: tuple[int, ...] = ()
    clauses: list[RowClause] = []
    for column in order:
        if len(chosen) >= limit or time.monotonic() > deadline:
            break
        candidate = tuple(sorted((*chosen, column)))
        refuted = _refuted(pattern, candidate, deadline)
        if refuted is not None:
            chosen, clauses = candidate, refuted
    return chosen, clauses


def _refuted(pattern: np.ndarray, columns: tuple[int, ...], deadline: float) -> list[RowClause] | None:
    """Clauses that no dependency of the columns satisfies, or None if there is none (or no time is left).

    Rows are added as the candidate dependencies violate them.
    """
    rows = np.unique(pattern[:, columns], axis=0, return_index=True)[1]
    part = pattern[rows][:, columns]
    # A row without zeros and stars excludes two sign vectors without zeros, itself and its negative.
    if ((part == 1) | (part == -1)).all() and len(part) < 2 ** (len(columns) - 1):
        return None
    size = len(columns)
    clauses: list[RowClause] = [("nonzero", -1, tuple(CODE.literal(k, 1) for k in range(size)))]
    clauses += [("exclusive", -1, (-CODE.literal(k, 1), -CODE.literal(k, -1))) for k in range(size)]
    with Solver(name="cadical195", bootstrap_with=[clause for _, _, clause in clauses]) as solver:
        batch = ROWS_AT_FIRST
        while True:
            answer = solve_until(solver, deadline)
            if answer is None:
                return None
            if not answer:
                return clauses
            signs = CODE.read(solver.get_model() or [], size)
            violated = np.nonzero(one_sided(part, signs))[0]
            if not len(violated):
                return None
            for k in violated[:batch].tolist():
                fresh = _row_clauses(part[k].tolist())
                clauses += [("row", int(rows[k]), clause) for clause in fresh]
                solver.append_formula(fresh)
            batch *= 2


def _row_clauses(entries: list[int]) -> list[tuple[int, ...]]:
    """A term of one sign needs one of the other sign, or a star with a nonzero coefficient.

    These are ``SignCode.cramer_clauses`` but for the signs of the terms; for a few short rows at a time they are made
    faster one by one.
    """
    clauses = []
    for side in (1, -1):
        opposite = [
            (2 * k + 1, 2 * k + 2) if entry == STAR else (2 * k + 1 + (side * entry > 0),) if entry else ()
            for k, entry in enumerate(entries)
        ]
        for k, entry in enumerate(entries):
            if entry not in (0, STAR):
                others = (literal for j, literals in enumerate(opposite) if j != k for literal in literals)
                clauses.append((-(2 * k + 1 + (side * entry < 0)), *others))
    return clauses
