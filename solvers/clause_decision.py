"""A set of clauses, decided: a model, or a refutation that the checker's replay has gone through."""

from collections.abc import Sequence
from dataclasses import dataclass

from pysat.solvers import Solver

from .limited_solve import solve_until
from .refutation import refutation
from .refutation_steps import Clause, ProofError, Refutation, replay


@dataclass(frozen=True)
class Model:
    """The clauses are satisfied by making true exactly the variables in ``true``."""

    true: frozenset[int]


@dataclass(frozen=True)
class Replayed:
    """The clauses are contradictory; ``refutation`` was replayed step by step by the checker's own code."""

    refutation: Refutation


@dataclass(frozen=True)
class SolverWord:
    """The solver says that the clauses are contradictory, and its log could not be replayed (in the time left)."""


@dataclass(frozen=True)
class TimeOut:
    """No answer before the deadline."""


def decide_clauses(clauses: Sequence[Clause], deadline: float) -> Model | Replayed | SolverWord | TimeOut:
    """Decide a set of clauses.

    Parameters
    ----------
    clauses : sequence of tuples of nonzero integers
    deadline : float
        Value of ``time.monotonic()`` after which to give up.

    Returns
    -------
    Model, Replayed, SolverWord or TimeOut
        A model is checked against every clause, a refutation replayed; only ``SolverWord`` rests on trust.

    Examples
    --------
    >>> import time
    >>> decide_clauses([(1, 2), (-1,)], time.monotonic() + 10)
    Model(true=frozenset({2}))
    >>> type(decide_clauses([(1, 2), (-1,), (-2,)], time.monotonic() + 10)).__name__
    'Replayed'
    """
    with Solver(name="cadical195", bootstrap_with=clauses) as solver:
        answer = solve_until(solver, deadline)
        model = solver.get_model() if answer else None
    if answer is None:
        return TimeOut()
    if model is not None:
        true = frozenset(literal for literal in model if literal > 0)
        for clause in clauses:
            if not any((literal > 0) == (abs(literal) in true) for literal in clause):
                raise RuntimeError(f"the SAT solver's model violates the clause {clause}; do not use this solver build")
        return Model(true)
    try:
        found = refutation(clauses, deadline=deadline)
    except ProofError:
        return SolverWord()
    replay([clauses[i] for i in found.axioms], found.lemmas)
    return Replayed(found)
