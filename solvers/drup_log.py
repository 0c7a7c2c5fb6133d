"""Refutations from a log without hints: which clauses a lemma follows from is found by unit propagation.

A SAT solver logs the clauses it learned (DRUP); a backward pass keeps those that the empty clause needs (Goldberg,
Novikov, DATE 2003) and records the order in which clauses become unit. The result does not depend on trust in the
solver: a step that does not follow makes the pass fail. ``lrat_log.py`` takes a small part of the time, and is tried
first; this is the reference that it is tested against, and what remains if it fails.
"""

import time
from collections.abc import Sequence

from pysat.solvers import Solver

from .limited_solve import solve_until
from .refutation_steps import Clause, ProofError, Refutation, cone, in_order


def searched_refutation(clauses: Sequence[Sequence[int]], deadline: float, *, solver: str = "glucose4") -> Refutation:
    """A refutation from a solver's log without hints; parameters, errors and answers as of ``hinted_refutation``.

    >>> searched_refutation([(1, 2), (-1, 2), (1, -2), (-1, -2), (1, 3)], float("inf")).axioms
    (0, 1, 2, 3)
    """
    with Solver(name=solver, bootstrap_with=clauses, with_proof=True) as engine:
        answer = solve_until(engine, deadline)
        if answer is None:
            raise ProofError("the solver did not finish in time")
        if answer:
            raise ValueError("the clauses are satisfiable; there is nothing to refute")
        log = engine.get_proof() or []
    lemmas = [tuple(map(int, line.split()[:-1])) for line in log if not line.startswith("d")]
    return backward(clauses, lemmas, deadline)


def backward(axioms: Sequence[Sequence[int]], lemmas: list[Clause], deadline: float = float("inf")) -> Refutation:
    """What the empty clause needs of axioms and lemmas, each of which follows from what is before it.

    >>> backward([(1, 2), (-1, 2), (-2,)], [(2,), ()])
    Refutation(axioms=(0, 1, 2), lemmas=(((2,), (0, 1)), ((), (2, 3))))
    """
    if () in lemmas:
        lemmas = lemmas[: lemmas.index(()) + 1]
    else:
        lemmas = [*lemmas, ()]
    clauses = [*map(tuple, axioms), *lemmas]
    propagation = _Propagation(clauses)
    needed = {len(clauses) - 1}
    steps: list[tuple[int, Clause, tuple[int, ...]]] = []
    for number in range(len(clauses) - 1, len(axioms) - 1, -1):
        propagation.deactivate(number)
        if number not in needed:
            continue
        if time.monotonic() > deadline:
            raise ProofError("replaying the proof took longer than allowed")
        hints = propagation.conflict(clauses[number])
        steps.append((number, clauses[number], hints))
        needed.update(hints)
    return in_order({i: i for i in needed if i < len(axioms)}, steps)


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
                return cone(number, value, trail, self.clauses.__getitem__)
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
                        return cone(number, value, trail, self.clauses.__getitem__)
                    value[other] = number
                    trail.append(number)
                    queue.append(other)
            self.watches[falsified] = kept
        raise ProofError("a step of the solver's log does not follow by unit propagation")
