"""Sets of columns that are linearly independent in every realisation of a sign pattern.

If columns T of U (sign(W U^T) = P) are dependent, sum_j lambda_j u_j = 0 with lambda != 0, and every row r gives
sum_j lambda_j (w_r . u_j) = 0 with known signs of w_r . u_j. A SAT solver decides whether some sign vector of lambda is
compatible with all rows. If not, the sign-rank is at least |T|. Independence passes to subsets, so T grows greedily.
"""

import time
from dataclasses import dataclass

import numpy as np
from pysat.solvers import Solver

from .refutation import Refutation, refutation

STAR = 2


@dataclass(frozen=True)
class IndependentColumns:
    """``columns`` increasing; ``axioms``: (rule, row or -1, clause), the clauses that ``proof`` refutes."""

    columns: tuple[int, ...]
    axioms: tuple[tuple[str, int, tuple[int, ...]], ...]
    proof: Refutation


def independent_columns(
    pattern: np.ndarray, *, seed: int = 0, restarts: int = 4, deadline: float = float("inf"), enough: int | None = None
) -> IndependentColumns | None:
    """A large set of columns that are independent in every realisation, with a refutation of any dependency.

    Greedy over random orders of the columns: the set is maximal, not always of maximum size.

    Parameters
    ----------
    pattern : int8 array (R, C) of -1, 0, 1, 2 (star)
    enough : stop at a set of this size (say, the best upper bound known)

    Returns
    -------
    IndependentColumns, or None if no column is forced to be nonzero (every entry is 0 or a star).

    Examples
    --------
    All eight sign vectors shatter three columns.

    >>> cube = np.array([[1 - 2 * (x >> j & 1) for j in range(3)] for x in range(8)], dtype=np.int8)
    >>> independent_columns(cube).columns
    (0, 1, 2)
    """
    rng = np.random.default_rng(seed)
    limit = min(pattern.shape) if enough is None else min(enough, *pattern.shape)
    best: tuple[int, ...] = ()
    for attempt in range(restarts):
        order = np.arange(pattern.shape[1]) if attempt == 0 else rng.permutation(pattern.shape[1])
        chosen = _grow(pattern, order.tolist(), limit, deadline)
        if len(chosen) > len(best):
            best = chosen
        if len(best) >= limit or time.monotonic() > deadline:
            break
    if not best:
        return None
    axioms = _axioms(pattern, best)
    proof = refutation([clause for _, _, clause in axioms])
    return IndependentColumns(best, tuple(axioms[i] for i in proof.axioms), proof)


def _grow(pattern: np.ndarray, order: list[int], limit: int, deadline: float) -> tuple[int, ...]:
    chosen: tuple[int, ...] = ()
    for column in order:
        if len(chosen) >= limit or time.monotonic() > deadline:
            break
        candidate = tuple(sorted((*chosen, column)))
        if _independent(pattern, candidate):
            chosen = candidate
    return chosen


def _independent(pattern: np.ndarray, columns: tuple[int, ...]) -> bool:
    # A star-free row excludes at most two sign vectors without zeros; so many are needed (the dual VC bound).
    part = pattern[:, columns]
    full = part[(part != 0).all(axis=1)]
    sparse = len(full) < len(part)
    if not sparse and len(np.unique(full, axis=0)) < 2 ** (len(columns) - 1):
        return False
    clauses = [clause for _, _, clause in _axioms(pattern, columns)]
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        return not solver.solve()


def _axioms(pattern: np.ndarray, columns: tuple[int, ...]) -> list[tuple[str, int, tuple[int, ...]]]:
    """Clauses over 2|T| variables: 2k+1 says lambda_k > 0, 2k+2 says lambda_k < 0."""
    size = len(columns)
    axioms: list[tuple[str, int, tuple[int, ...]]] = [("nonzero", -1, tuple(2 * k + 1 for k in range(size)))]
    axioms += [("exclusive", -1, (-(2 * k + 1), -(2 * k + 2))) for k in range(size)]
    part = pattern[:, columns]
    rows = np.unique(part, axis=0, return_index=True)[1]
    for row in sorted(rows.tolist()):
        entries = part[row].tolist()
        for side in (1, -1):
            # a term of sign `side` needs one of the other sign, or a star with a nonzero coefficient
            opposite = []
            for k, entry in enumerate(entries):
                if entry == STAR:
                    opposite.append((k, (2 * k + 1, 2 * k + 2)))
                elif entry:
                    opposite.append((k, (2 * k + 1 if -side * entry > 0 else 2 * k + 2,)))
            for k, entry in enumerate(entries):
                if entry in (0, STAR):
                    continue
                witness = -(2 * k + 1 if side * entry > 0 else 2 * k + 2)
                others = tuple(literal for j, literals in opposite if j != k for literal in literals)
                axioms.append(("row", row, (witness, *others)))
    return axioms
