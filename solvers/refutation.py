"""Unsatisfiable clause sets turned into short refutations that name, lemma by lemma, the clauses they use.

A SAT solver's log is cut down to what the empty clause needs: CaDiCaL's with its own hints (``lrat_log.py``), else
Glucose's, whose hints are searched for (``drup_log.py``). Solving once more what was needed shortens it further.
"""

import time
from collections.abc import Sequence

from .drup_log import searched_refutation
from .lrat_log import hinted_refutation
from .refutation_steps import Clause, ProofError, Refutation

__all__ = ["Clause", "ProofError", "Refutation", "refutation"]


def refutation(clauses: Sequence[Sequence[int]], *, deadline: float = float("inf"), rounds: int = 3) -> Refutation:
    """A refutation of an unsatisfiable clause set.

    Parameters
    ----------
    clauses : sequence of tuples of nonzero integers
    deadline : float
        Value of ``time.monotonic()`` after which to give up.
    rounds : int
        How often to solve again on the clauses that were needed, which usually shortens the proof.

    Raises
    ------
    ProofError
        If no solver's log could be replayed before the deadline.
    ValueError
        If the clauses are satisfiable.

    Examples
    --------
    >>> refutation([(1, 2), (-1, 2), (1, -2), (-1, -2), (1, 3)]).axioms
    (0, 1, 2, 3)
    """
    best: Refutation | None = None
    chosen = list(range(len(clauses)))
    for attempt in range(rounds):
        current = [clauses[i] for i in chosen]
        try:
            step = _from_any_solver(current, deadline)
        except ProofError:
            if best is None:
                raise
            break
        found = Refutation(tuple(chosen[i] for i in step.axioms), step.lemmas)
        if best is not None and found.size > 0.9 * best.size:
            best = min(best, found, key=lambda r: r.size)
            break
        best, chosen = found, list(found.axioms)
        if attempt + 1 < rounds and time.monotonic() > deadline:
            break
    assert best is not None
    return best


def _from_any_solver(clauses: Sequence[Sequence[int]], deadline: float) -> Refutation:
    try:
        return hinted_refutation(clauses, deadline)
    except ProofError:
        if time.monotonic() > deadline:
            raise
        return searched_refutation(clauses, deadline)
