"""Unsatisfiable clause sets turned into short refutations that name, lemma by lemma, the clauses they use.

CaDiCaL's log is cut down to what the empty clause needs (``lrat_log.py``). Solving once more what was needed shortens
it further.
"""

import time
from collections.abc import Sequence

from .lrat_log import hinted_refutation
from .refutation_steps import Clause, ProofError, Refutation

__all__ = ["Clause", "ProofError", "Refutation", "refutation"]

ROUNDS = 3
"""How often the clauses that were needed are solved again at most."""


def refutation(clauses: Sequence[Sequence[int]], *, deadline: float = float("inf")) -> Refutation:
    """A refutation of an unsatisfiable clause set.

    Parameters
    ----------
    clauses : sequence of tuples of nonzero integers
    deadline : float
        Value of ``time.monotonic()`` after which to give up.

    Raises
    ------
    ProofError
        If the solver's log could not be replayed before the deadline.
    ValueError
        If the clauses are satisfiable.

    Examples
    --------
    >>> refutation([(1, 2), (-1, 2), (1, -2), (-1, -2), (1, 3)]).axioms
    (0, 1, 2, 3)
    """
    best = hinted_refutation(clauses, deadline)
    for _ in range(1, ROUNDS):
        if time.monotonic() > deadline:
            break
        try:
            step = hinted_refutation([clauses[i] for i in best.axioms], deadline)
        except ProofError:
            break
        found = Refutation(tuple(best.axioms[i] for i in step.axioms), step.lemmas)
        enough = found.size > 0.9 * best.size
        best = min(best, found, key=lambda r: r.size) if enough else found
        if enough:
            break
    return best
