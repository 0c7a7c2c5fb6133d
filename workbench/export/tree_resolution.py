"""Trees of cases as resolution: a lemma for each case that splits, whose literals are what was assumed and needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...solvers.clause_replay import Clause
from .refutation import Lemma

Numbered = tuple[int, Clause]
"""A clause and its number, from 0, axioms first."""


@dataclass
class Resolution:
    """Lemmas, as they are derived from axioms whose number is known.

    Examples
    --------
    >>> proof = Resolution(axioms=3)
    >>> proof.derived((0, (1, 2)), [(1, (1, (-1, 3))), (2, (2, (-2, 3)))])
    (3, (3,))
    >>> proof.lemmas
    [((3,), [1, 2, 0])]
    """

    axioms: int
    lemmas: list[Lemma] = field(default_factory=list)

    def derived(self, last: Numbered, closed: Sequence[tuple[int, Numbered]]) -> Numbered:
        """What is left of a clause when some of its literals have been excluded.

        Parameters
        ----------
        last : the clause
        closed : for each of these literals, in turn, a clause that is false if the literal is true and those before it
            are not

        Returns
        -------
        Numbered
            The resolvent, which has become a lemma; or one of the clauses, if no other is needed.
        """
        kept, used = dict.fromkeys(last[1]), [last[0]]
        for literal, (number, clause) in reversed(closed):
            if literal not in kept:
                continue
            if -literal not in clause:  # it is false in the case of the literal, and without it
                kept, used = dict.fromkeys(clause), [number]
                continue
            kept.pop(literal)
            kept |= dict.fromkeys(other for other in clause if other != -literal)
            used.append(number)
        lemma = tuple(kept)
        if len(used) == 1:
            return used[0], lemma
        self.lemmas.append((lemma, used[::-1]))
        return self.axioms + len(self.lemmas) - 1, lemma
