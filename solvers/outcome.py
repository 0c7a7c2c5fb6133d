"""How a question of yes or no may end: one word for every engine, cell of a map and claim.

A search asks whether something exists: tables, a unit, a chirotope. A claim asks whether a statement holds. What an
answer rests on, a certificate or a solver's word, is said apart from it (``bounds.bound.Status``).
"""

from dataclasses import dataclass
from enum import Enum


class Verdict(Enum):
    """Yes, no, or open; of what is looked for, feasible and infeasible. Only yes counts as true; OPEN is no answer.

    Examples
    --------
    >>> bool(Verdict.OPEN), Verdict.FEASIBLE is Verdict.PROVED, Verdict.of_existence("infeasible") is Verdict.REFUTED
    (False, True, True)
    >>> str(Verdict.REFUTED), Verdict.REFUTED.existence
    ('REFUTED', 'infeasible')
    """

    PROVED = "PROVED"
    """So it is. Of a claim: the checker accepted certificates from which the statement follows."""
    REFUTED = "REFUTED"
    """It is not. Of a claim: the checker accepted certificates from which the negation follows."""
    OPEN = "OPEN"
    """Neither was found, within the budget."""
    FEASIBLE = PROVED
    INFEASIBLE = REFUTED

    def __str__(self) -> str:
        return self.value

    def __bool__(self) -> bool:
        return self is Verdict.PROVED

    @property
    def existence(self) -> str:
        """The word where it is asked whether something exists: feasible, infeasible or open."""
        return {"PROVED": "feasible", "REFUTED": "infeasible"}.get(self.value, "open")

    @classmethod
    def of_existence(cls, word: str) -> "Verdict":
        """The verdict of such a word."""
        return next(verdict for verdict in cls if verdict.existence == word)


@dataclass(frozen=True)
class NotDecided:
    """A search gave up: nothing was found and nothing is proved.

    ``reason`` says what ran out, ``nodes`` how many cases a search by cases has looked at.
    """

    reason: str = ""
    nodes: int = 0
