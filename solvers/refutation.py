"""Unsatisfiable clause sets turned into short refutations that name, lemma by lemma, the clauses they use.

A SAT solver (CaDiCaL, then Glucose) logs the clauses it learned; a backward pass keeps those that the empty clause
needs (Goldberg, Novikov 2003) and records the order in which clauses become unit. The result does not depend on
trust in the solver: a step that does not follow makes the pass fail.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from pysat.solvers import Solver

from .limited_solve import solve_until

Clause = tuple[int, ...]


@dataclass(frozen=True)
class Refutation:
    """``axioms``: positions of the clauses used. ``lemmas``: (literals, hints); hints count axioms, then lemmas."""

    axioms: tuple[int, ...]
    lemmas: tuple[tuple[Clause, tuple[int, ...]], ...]


class ProofError(RuntimeError):
    """The solver's log is not a proof by unit propagation, or replaying it took longer than allowed."""


def refutation(clauses: Sequence[Clause], *, deadline: float = float("inf"), rounds: int = 3) -> Refutation:
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
        size = len(found.axioms) + len(found.lemmas)
        if best is not None and size > 0.9 * (len(best.axioms) + len(best.lemmas)):
            best = min(best, found, key=lambda r: len(r.axioms) + len(r.lemmas))
            break
        best, chosen = found, list(found.axioms)
        if attempt + 1 < rounds and time.monotonic() > deadline:
            break
    assert best is not None
    return best


def _from_any_solver(clauses: Sequence[Clause], deadline: float) -> Refutation:
    failure: ProofError | None = None
    for name in ("cadical195", "glucose4"):
        with Solver(name=name, bootstrap_with=clauses, with_proof=True) as solver:
            answer = solve_until(solver, deadline)
            if answer is None:
                raise ProofError("the solver did not finish in time")
            if answer:
                raise ValueError("the clauses are satisfiable; there is nothing to refute")
            log = solver.get_proof() or []
        lemmas = [tuple(map(int, line.split()[:-1])) for line in log if not line.startswith("d")]
        try:
            return _backward(clauses, lemmas, deadline)
        except ProofError as error:
            failure = error
    assert failure is not None
    raise failure


def _backward(axioms: Sequence[Clause], lemmas: list[Clause], deadline: float) -> Refutation:
    if () in lemmas:
        lemmas = lemmas[: lemmas.index(()) + 1]
    else:
        lemmas = [*lemmas, ()]
    clauses = [*map(tuple, axioms), *lemmas]
    propagation = _Propagation(clauses)
    needed = {len(clauses) - 1}
    hints: dict[int, tuple[int, ...]] = {}
    for number in range(len(clauses) - 1, len(axioms) - 1, -1):
        propagation.deactivate(number)
        if number not in needed:
            continue
        if time.monotonic() > deadline:
            raise ProofError("replaying the proof took longer than allowed")
        hints[number] = propagation.conflict(clauses[number])
        needed.update(hints[number])
    used = sorted(i for i in needed if i < len(axioms))
    kept = [*used, *sorted(hints)]
    position = {number: k for k, number in enumerate(kept)}
    steps = tuple((clauses[n], tuple(position[h] for h in hints[n])) for n in sorted(hints))
    return Refutation(tuple(used), steps)


class _Propagation:
    """Unit propagation with two watched literals over clauses that can be switched off from the end."""

    def __init__(self, clauses: list[Clause]) -> None:
        self.clauses = [list(dict.fromkeys(clause)) for clause in clauses]
        self.active = [True] * len(clauses)
        self.watches: dict[int, list[int]] = {}
        self.units: list[int] = []
        self.empty: list[int] = []
        for number, clause in enumerate(self.clauses):
            if not clause:
                self.empty.append(number)
            elif len(clause) == 1:
                self.units.append(number)
            else:
                for literal in clause[:2]:
                    self.watches.setdefault(literal, []).append(number)

    def deactivate(self, number: int) -> None:
        self.active[number] = False

    def conflict(self, lemma: Clause) -> tuple[int, ...]:
        """The clauses that refute the negated lemma, in the order in which they become unit."""
        for number in self.empty:
            if self.active[number]:
                return (number,)
        value: dict[int, int | None] = {-literal: None for literal in lemma}  # true literal -> reason
        if any(-literal in value for literal in value):
            return ()
        queue = list(value)
        trail: list[int] = []
        for number in self.units:
            if not self.active[number]:
                continue
            literal = self.clauses[number][0]
            if -literal in value:
                return self._cone(number, value, trail)
            if literal not in value:
                value[literal] = number
                trail.append(number)
                queue.append(literal)
        position = 0
        while position < len(queue):
            falsified = -queue[position]
            position += 1
            watchers = self.watches.get(falsified)
            if not watchers:
                continue
            kept: list[int] = []
            for place, number in enumerate(watchers):
                if not self.active[number]:
                    continue  # switched off for good
                clause = self.clauses[number]
                if clause[0] == falsified:
                    clause[0], clause[1] = clause[1], falsified
                other = clause[0]
                if other in value:
                    kept.append(number)
                    continue
                for k in range(2, len(clause)):
                    if -clause[k] not in value:
                        clause[1], clause[k] = clause[k], falsified
                        self.watches.setdefault(clause[1], []).append(number)
                        break
                else:
                    kept.append(number)
                    if -other in value:
                        kept.extend(watchers[place + 1 :])
                        self.watches[falsified] = kept
                        return self._cone(number, value, trail)
                    value[other] = number
                    trail.append(number)
                    queue.append(other)
            self.watches[falsified] = kept
        raise ProofError("a step of the solver's log does not follow by unit propagation")

    def _cone(self, last: int, value: dict[int, int | None], trail: list[int]) -> tuple[int, ...]:
        needed, stack = {last}, [last]
        while stack:
            for literal in self.clauses[stack.pop()]:
                reason = value.get(-literal)
                if reason is not None and reason not in needed:
                    needed.add(reason)
                    stack.append(reason)
        return (*(number for number in trail if number in needed), last)
