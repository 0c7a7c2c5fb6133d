"""The form of a theorem that is evaluated: what it may look at, and what it says of which quantities. Trusted."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from ..claims import Claim
from ..meter import Meter
from ..schema import ANYTHING, Record, Type, integer, many


class Case(NamedTuple):
    """A claim, what its proof gives, and the premises, which are proved."""

    claim: Claim
    p: Record
    found: tuple[Claim, ...]
    meter: Meter

    @property
    def s(self) -> Record:
        """The statement."""
        return self.claim.statement

    @property
    def z(self) -> Record:
        """The quantity."""
        return self.claim.quantity

    @property
    def k(self) -> int:
        """The number that the proof gives."""
        return int(self.p.k)


class Row(NamedTuple):
    """What holds of a task (any if empty): a bound of this side, or a fact, of quantities ``of``, if ``holds``.

    ``of`` lists classes of units (the bound is one of m, of a head of order 2 in one layer), measures, or other
    quantities. With a ``cost``, a key of ``COSTS``, it says that there is no unit whose cost is less than ``value``.
    ``proof`` says where the proof is: ``text: X`` is the paragraph *X* of the file that the row stands in; what else it
    names is cited. ``given`` is what a proof has to give. The task of a computation is ``computation of``.
    """

    name: str
    side: str
    task: str
    of: str
    holds: Callable[[Case], bool]
    value: Callable[[Case], Any]
    proof: str
    given: Mapping[str, Type] = {}
    cost: str = ""


K = {"k": integer(0)}
LINES = {"lines": many(integer(0), rule="increasing")}
PREMISES = {"from": many(ANYTHING, 1, 10)}
OPTIONAL = {"lines": (), "reversed": False, "columns": None}
"""Fields that may be left out: all lines, in order."""
PATTERNS = ("qsa", "separation", "match", "pattern", "relevance")
Value = Fraction | int


def TRUE(x: Case) -> bool:
    """No hypothesis beyond the task and the quantity."""
    return True
