"""Clauses decided by choices in a given order: a model, or a refutation whose lemmas are few.

Some clauses are *groups*: that something has one of several values; all else follows from the values by unit
propagation. Where a structure is small, but a solver that chooses freely walks round it (sums that have too few values
for what they have to tell), values chosen group by group, in an order that completes parts early, give short proofs.
Conflicts are analysed up to the first unique implication point and jumped back from, as in any such solver (Marques
Silva, Sakallah, *GRASP*, 1996); each lemma keeps the clauses that it was derived from.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence

from .refutation_steps import Clause, Refutation


class GroupedSearch:
    """One search.

    Parameters
    ----------
    clauses : sequence of tuples of nonzero integers
    groups : positions of clauses, each of which says what is to be chosen, in the order of choice
    needed : for each group the variables of which one has to be true for the choice to matter; none: it always does

    Examples
    --------
    >>> search = GroupedSearch([(1, 2), (3, 4), (-1, -3), (-1, -4), (-2, -3), (-2, -4)], [0, 1], [(), ()])
    >>> search.run(), len(search.refutation().lemmas)
    (False, 2)
    >>> GroupedSearch([(1, 2), (3, 4), (-1, -3), (-2, -4)], [0, 1], [(), ()]).run()
    True
    """

    def __init__(self, clauses: Sequence[Clause], groups: Sequence[int], needed: Sequence[Sequence[int]]) -> None:
        self.clauses = [list(clause) for clause in clauses]
        self.axioms, self.groups, self.needed = len(clauses), groups, needed
        self.hints: list[list[int]] = []
        self.true: set[int] = set()
        self.trail: list[int] = []
        self.level: dict[int, int] = {}
        self.place: dict[int, int] = {}
        self.reason: dict[int, int] = {}
        self.marks: list[int] = []  # lengths of the trail at each choice
        self.watches: dict[int, list[int]] = defaultdict(list)
        for k, clause in enumerate(self.clauses):
            for literal in clause[:2]:
                self.watches[literal].append(k)

    def run(self, deadline: float = float("inf"), most: float = float("inf")) -> bool | None:
        """True: values are chosen (``true``) that fit; False: refuted; None: the time, or the conflicts, ran out."""
        conflict = self._start()
        while True:
            if conflict is not None:
                if not self.marks:
                    self._learn((), conflict)
                    return False
                if len(self.hints) >= most or time.monotonic() > deadline:
                    return None
                conflict = self._jump(conflict)
            elif (literal := self._choice()) is None:
                return True
            else:
                self.marks.append(len(self.trail))
                self._assign(literal, -1)
                conflict = self._propagate(len(self.trail) - 1)

    def refutation(self) -> Refutation:
        """The lemmas that the last one needs, after ``run`` has said False."""
        wanted, waiting = set[int](), [len(self.clauses) - 1]
        while waiting:
            if (k := waiting.pop()) not in wanted:
                wanted.add(k)
                waiting += self.hints[k - self.axioms] if k >= self.axioms else ()
        order = sorted(wanted)
        number = {k: n for n, k in enumerate(order)}
        axioms = tuple(k for k in order if k < self.axioms)
        lemmas = tuple(
            (tuple(self.clauses[k]), tuple(number[hint] for hint in self.hints[k - self.axioms]))
            for k in order[len(axioms) :]
        )
        return Refutation(axioms, lemmas)

    # --- propagation ------------------------------------------------------------

    def _start(self) -> int | None:
        for k in range(self.axioms):
            if not self.clauses[k]:
                return k
            if len(self.clauses[k]) == 1 and (conflict := self._unit(k)) is not None:
                return conflict
        return self._propagate(0)

    def _unit(self, k: int) -> int | None:
        (literal,) = self.clauses[k]
        if -literal in self.true:
            return k
        if literal not in self.true:
            self._assign(literal, k)
        return None

    def _assign(self, literal: int, reason: int) -> None:
        variable = abs(literal)
        self.true.add(literal)
        self.level[variable], self.reason[variable] = len(self.marks), reason
        self.place[variable] = len(self.trail)
        self.trail.append(literal)

    def _propagate(self, at: int) -> int | None:
        """A clause that is false, if there is one; else all that follows is assigned. Looked at is the trail from at."""
        true, clauses, watches = self.true, self.clauses, self.watches
        while at < len(self.trail):
            false = -self.trail[at]
            at += 1
            listed, kept = watches[false], []
            watches[false] = kept
            for n, k in enumerate(listed):
                clause = clauses[k]
                if len(clause) == 1:
                    kept.append(k)
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if clause[0] in true:
                    kept.append(k)
                    continue
                for c in range(2, len(clause)):
                    if -clause[c] not in true:
                        clause[1], clause[c] = clause[c], false
                        watches[clause[1]].append(k)
                        break
                else:
                    kept.append(k)
                    if -clause[0] in true:
                        kept += listed[n + 1 :]
                        return k
                    self._assign(clause[0], k)
        return None

    # --- choices and conflicts ---------------------------------------------------

    def _choice(self) -> int | None:
        """A value of the first group that has none."""
        for group, needed in zip(self.groups, self.needed, strict=True):
            values = self.clauses[group]
            if self.true.isdisjoint(values) and (not needed or not self.true.isdisjoint(needed)):
                return min(x for x in values if -x not in self.true)
        return None

    def _jump(self, conflict: int) -> int | None:
        """Learn from a conflict, and go back to where what was learnt says something."""
        here, seen, kept, used, count = len(self.marks), set[int](), list[int](), [conflict], 0
        place, clause = len(self.trail), self.clauses[conflict]
        while True:
            for literal in clause:
                variable = abs(literal)
                if variable in seen:
                    continue
                seen.add(variable)
                if self.level[variable] == here:
                    count += 1
                elif self.level[variable]:
                    kept.append(-variable if variable in self.true else variable)
                else:
                    used += self._known(variable, seen)
            place -= 1
            while abs(self.trail[place]) not in seen or self.level[abs(self.trail[place])] != here:
                place -= 1
            count -= 1
            if not count:
                break
            reason = self.reason[abs(self.trail[place])]
            used.append(reason)
            clause = self.clauses[reason]
        asserted = -self.trail[place]
        back = max((self.level[abs(x)] for x in kept), default=0)
        kept.sort(key=lambda x: -self.level[abs(x)])
        return self._learned([asserted, *kept], used, back)

    def _known(self, variable: int, seen: set[int]) -> list[int]:
        """The reasons of what holds without any choice."""
        found, waiting = list[int](), [variable]
        while waiting:
            reason = self.reason[waiting.pop()]
            found.append(reason)
            new = {abs(x) for x in self.clauses[reason]} - seen
            seen |= new
            waiting += new
        return found

    def _learned(self, clause: list[int], used: Sequence[int], back: int) -> int | None:
        self._note(clause, used)
        start = self.marks[back]
        for literal in self.trail[start:]:
            self.true.discard(literal)
        del self.trail[start:], self.marks[back:]
        self._assign(clause[0], len(self.clauses) - 1)
        return self._propagate(len(self.trail) - 1)

    def _learn(self, clause: Sequence[int], conflict: int) -> None:
        """The empty clause, from a conflict without any choice."""
        seen = {abs(x) for x in self.clauses[conflict]}
        used = [conflict]
        for variable in [*seen]:
            used += self._known(variable, seen)
        self._note([*clause], used)

    def _note(self, clause: list[int], used: Sequence[int]) -> None:
        """A lemma: hints are reasons in the order in which they were found, and last the conflict."""
        first, *others = dict.fromkeys(used)
        implied = {self.reason[abs(x)]: self.place[abs(x)] for x in self.trail if self.reason[abs(x)] >= 0}
        self.hints.append([*sorted(others, key=implied.__getitem__), first])
        self.clauses.append(clause)
        for literal in clause[:2]:
            self.watches[literal].append(len(self.clauses) - 1)
