"""Scores within given boxes whose queries and keys span few dimensions: a convex program, solved again and again.

Scores S (R x C) with low_ij <= S_ij - b_i <= high_ij for some levels b_i are the off-diagonal block of a positive
semidefinite matrix G, the Gram matrix of R queries and C keys, and rank G dimensions hold them. The rank is not convex.
The trace is its convex envelope on matrices of bounded norm, and minimising tr(W G) with W = (G + e I)^-1 of the last G
lowers log det(G + e I), which comes nearer to the rank (Fazel, Hindi and Boyd 2003, "Log-det heuristic for matrix rank
minimization"). The first W is the identity, disturbed at random: of symmetric data the identity's G is symmetric as
well, and stays so. Nothing is concluded from a rank that is not reached.
"""

from collections.abc import Callable

import numpy as np

from .arrays import Floats
from .gram_program import GramProgram, SolverFailedError

ROUNDS = 4
"""Programs solved one after the other; measured, the rank has all but settled by then."""

FIRST, LAST = 1e-1, 1e-3
"""e, as a part of the largest eigenvalue: of the first rounds, and where it ends."""


def low_rank_scores(
    low: Floats, high: Floats, *, seed: int = 0, rounds: int = ROUNDS, look: Callable[[], None] = lambda: None
) -> tuple[Floats, Floats] | None:
    """Queries (R x (R + C)) and keys (C x (R + C)), the coordinates by falling importance; None if the solver failed.

    The first d coordinates are those of the d largest eigenvalues of G: what is left of the scores there need not be
    within the boxes.

    Parameters
    ----------
    low, high : arrays (R, C), low <= high; -inf and inf where there is no bound
    seed : int, of the disturbance
    rounds : int >= 1
    look : callable, optional
        Called before each program; what it raises ends the search.

    Examples
    --------
    Two keys, each above the other for one query, by 1: one dimension.

    >>> low = np.array([[0, -np.inf], [-np.inf, 0]])
    >>> high = np.array([[0, -1], [-1, 0]], dtype=float)
    >>> queries, keys = low_rank_scores(low, high)
    >>> scores = queries[:, :1] @ keys[:, :1].T
    >>> bool(scores[0, 0] - scores[0, 1] > 0.99), bool(scores[1, 1] - scores[1, 0] > 0.99)
    (True, True)
    """
    rows, columns = low.shape
    size = rows + columns
    program = GramProgram(size, rows)
    for i, j in np.ndindex(rows, columns):
        score, level = (i, rows + j), (i, -1.0)
        if low[i, j] == high[i, j]:
            program.equal([(*score, 1.0), level], float(low[i, j]))
            continue
        if high[i, j] < np.inf:
            program.at_most([(*score, 1.0), level], float(high[i, j]))
        if low[i, j] > -np.inf:
            program.at_most([(*score, -1.0), (i, 1.0)], -float(low[i, j]))
    noise = np.random.default_rng(seed).normal(size=(size, size))
    weight = np.eye(size) + noise @ noise.T / size
    gram = None
    for step in range(rounds):
        look()
        try:
            gram = program.solve(weight).gram
        except SolverFailedError:
            break
        values = np.linalg.eigvalsh(gram)
        if values[-1] <= 0:
            break
        rest = values[-1] * max(LAST, FIRST * 10.0**-step)
        weight = np.linalg.inv(gram + (rest + max(0.0, -values[0])) * np.eye(size))
        weight /= np.abs(weight).max()
    if gram is None:
        return None
    values, vectors = np.linalg.eigh(gram)
    found = vectors[:, ::-1] * np.sqrt(np.maximum(values[::-1], 0))
    return found[:rows], found[rows:]
