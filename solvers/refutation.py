"""Unsatisfiable clause sets turned into short refutations that name, lemma by lemma, the clauses they use.

CaDiCaL writes, lemma by lemma, the clauses from which it follows (LRAT). The log is read from its end and only as far
as the empty clause needs it, so that the work is linear in what is kept. Nothing rests on trust in the solver: each
lemma that is kept is derived again along its hints, and hints without which it follows are left out. Solving once more
what was needed shortens the refutation further.

Source: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, *Efficient certified RAT verification*, CADE 2017; Pollitt,
Fleury, Biere, *Faster LRAT checking than solving with CaDiCaL*, SAT 2023.
"""

import mmap
import os
import tempfile
import time
from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence

import pysolvers
from pysat.solvers import Cadical195

from .limited_solve import solve_until
from .refutation_steps import Clause, ProofError, Refutation

LOOK_AT_THE_CLOCK = 2000
"""Lemmas between two looks at the clock."""

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
    best = _from_log(clauses, deadline)
    for _ in range(1, ROUNDS):
        if time.monotonic() > deadline:
            break
        try:
            step = _from_log([clauses[i] for i in best.axioms], deadline)
        except ProofError:
            break
        found = Refutation(tuple(best.axioms[i] for i in step.axioms), step.lemmas)
        enough = found.size > 0.9 * best.size
        best = min(best, found, key=lambda r: r.size) if enough else found
        if enough:
            break
    return best


def _from_log(clauses: Sequence[Sequence[int]], deadline: float) -> Refutation:
    """A refutation from CaDiCaL's log with hints; errors as of ``refutation``."""
    solver = _logging_solver()
    try:
        solver.append_formula(clauses)
        answer = solve_until(solver, deadline)
        if answer is None:
            raise ProofError("the solver did not finish in time")
        if answer:
            raise ValueError("the clauses are satisfiable; there is nothing to refute")
        pysolvers.flushpr(solver.prfp)
        return _Log(clauses, solver.prfile.fileno()).refutation(deadline)
    finally:
        solver.delete()


def _logging_solver() -> Cadical195:
    """CaDiCaL with a log of kind LRAT, as text; python-sat has options set only after the log's kind is fixed."""
    solver = Cadical195()
    solver.configure({"lrat": 1, "binary": 0})
    solver.prfile = tempfile.TemporaryFile()  # noqa: SIM115 - closed by the solver's delete
    solver.prfp = pysolvers.cadical195_tracepr(solver.cadical, solver.prfile)
    return solver


class _Log:
    """The log: lines ``number literals 0 hints 0``, and ``number d numbers 0`` for what is deleted.

    Given and derived clauses share one count, in the order in which the solver got or derived them, and all derived
    ones are in the log: so the given ones have the other numbers, in their order.
    """

    def __init__(self, clauses: Sequence[Sequence[int]], file: int) -> None:
        self.given = clauses
        self.numbers = array("q")
        self.places = array("q")
        self.text = b"" if not os.fstat(file).st_size else mmap.mmap(file, 0, access=mmap.ACCESS_READ)
        self.found: dict[int, tuple[Clause, tuple[int, ...]]] = {}
        place = 0
        while place < len(self.text):
            end = self.text.find(b"\n", place)
            blank = self.text.find(b" ", place)
            if self.text[blank + 1 : blank + 2] != b"d":
                self.numbers.append(int(self.text[place:blank]))
                self.places.append(blank + 1)
                if self.text[blank + 1 : blank + 3] == b"0 ":
                    break  # the empty clause: the rest is not needed
            place = end + 1

    def refutation(self, deadline: float) -> Refutation:
        """What the empty clause needs, from the end."""
        if () in self.given:
            return Refutation((self.given.index(()),), (((), (0,)),))
        if not self.numbers or self._clause(self.numbers[-1])[0]:
            raise ProofError("the solver's log does not end in the empty clause")
        needed = {self.numbers[-1]}
        steps: list[tuple[int, Clause, tuple[int, ...]]] = []
        for number in reversed(self.numbers):
            if number not in needed:
                continue
            if len(steps) % LOOK_AT_THE_CLOCK == 0 and time.monotonic() > deadline:
                raise ProofError("replaying the proof took longer than allowed")
            hints = self._needed(number)
            needed.update(hints)
            steps.append((number, self._clause(number)[0], hints))
        positions = sorted((p, number) for number in needed if (p := self._position(number)) is not None)
        steps.reverse()
        place = {number: k for k, number in enumerate([*(n for _, n in positions), *(n for n, _, _ in steps)])}
        lemmas = tuple((literals, tuple(place[h] for h in hints)) for _, literals, hints in steps)
        return Refutation(tuple(p for p, _ in positions), lemmas)

    def _position(self, number: int) -> int | None:
        """Which of the given clauses has this number; None if it is a derived one."""
        before = bisect_left(self.numbers, number)
        if before < len(self.numbers) and self.numbers[before] == number:
            return None
        return number - 1 - before

    def _clause(self, number: int) -> tuple[Clause, tuple[int, ...]]:
        """A clause and its hints; a given one has none."""
        known = self.found.get(number)
        if known is None:
            position = self._position(number)
            if position is not None:
                if not 0 <= position < len(self.given):
                    raise ProofError(f"the solver's log names a clause {number} that it was not given")
                known = tuple(self.given[position]), ()
            else:
                place = self.places[bisect_left(self.numbers, number)]
                line = [int(word) for word in self.text[place : self.text.find(b"\n", place)].split()]
                zero = line.index(0)
                known = tuple(line[:zero]), tuple(line[zero + 1 : -1])
            self.found[number] = known
        return known

    def _needed(self, number: int) -> tuple[int, ...]:
        """Those of a lemma's hints that refute its negation, each unit when its turn comes, the last one false."""
        lemma, hints = self._clause(number)
        reasons: dict[int, int | None] = {-literal: None for literal in lemma}  # true literal -> clause
        if any(-literal in reasons for literal in reasons):
            return ()
        trail: list[int] = []
        for hint in hints:
            if not 0 < hint < number:
                break  # a negative one: the lemma does not follow, it only keeps satisfiability
            clause, _ = self._clause(hint)
            unfalsified = {literal for literal in clause if -literal not in reasons}
            if not unfalsified:
                return self._cone(hint, reasons, trail)
            if len(unfalsified) > 1:
                break
            (literal,) = unfalsified
            if literal not in reasons:
                reasons[literal] = hint
                trail.append(hint)
        raise ProofError("a step of the solver's log does not follow from its hints")

    def _cone(self, last: int, reasons: Mapping[int, int | None], trail: Sequence[int]) -> tuple[int, ...]:
        """The clauses that make a false clause false, in the order of the trail; the false one is the last."""
        needed, stack = {last}, [last]
        while stack:
            for literal in self._clause(stack.pop())[0]:
                reason = reasons.get(-literal)
                if reason is not None and reason not in needed:
                    needed.add(reason)
                    stack.append(reason)
        return (*(number for number in trail if number in needed), last)
