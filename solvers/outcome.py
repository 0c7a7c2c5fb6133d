"""How a search may end: one word for every engine, one record for those that answer with what they have found.

A search asks whether something exists: tables, a unit, a chirotope. FEASIBLE and INFEASIBLE are answers, of which the
search that gives them says what they rest on; OPEN is none, and never to be read as one of the two.
"""

from dataclasses import dataclass
from enum import Enum


class Feasibility(Enum):
    """Whether what was looked for exists.

    Examples
    --------
    >>> str(Feasibility.OPEN), Feasibility("infeasible") is Feasibility.INFEASIBLE
    ('open', True)
    """

    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    OPEN = "open"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class NotDecided:
    """A search gave up: nothing was found and nothing is proved.

    ``reason`` says what ran out, ``nodes`` how many cases a search by cases has looked at.
    """

    reason: str = ""
    nodes: int = 0
