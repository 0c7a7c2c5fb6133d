"""The form of a theorem that is evaluated: what it may look at, and what it says of which statements. Trusted."""

from collections.abc import Callable
from typing import NamedTuple

from ..claims import Claim
from ..meter import Meter
from ..schema import Record


class Case(NamedTuple):
    """The statement, the quantity, and what a proof may give: one number, lines of a table, bounds that are proved."""

    s: Record
    z: Record
    meter: Meter
    k: int = 0
    lines: tuple[int, ...] = ()
    found: tuple[Claim, ...] = ()


class Row(NamedTuple):
    """``m >= value`` (``lower``) or ``m <= value`` (``upper``) for a task (any if empty) in a class, if ``holds``.

    With a ``cost``, a key of ``COSTS``, it says that there is no unit whose cost is less than ``value``. ``proof`` says
    where the proof is: ``text: X`` is the paragraph *X* of the file that the row stands in. ``given`` is what a proof
    has to give: nothing, ``k``, ``lines`` (all of them if left out) or ``from`` (premises). The task of a computation
    is ``computation of``.
    """

    name: str
    side: str
    task: str
    unit_class: str
    holds: Callable[[Case], bool]
    value: Callable[[Case], int]
    proof: str
    cost: str = ""
    given: str = ""


def TRUE(x: Case) -> bool:
    """No hypothesis beyond the task and the class."""
    return True
