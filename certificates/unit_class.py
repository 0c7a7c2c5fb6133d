"""The classes of units that a bound may speak of. Bounds of different classes are never merged into one bracket."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from .meter import Meter
from .schema import Type, refuse, shown
from .statements import OUTPUTS, SELECTION, WEIGHTS


class UnitClass(NamedTuple):
    """A class of units: ``bits`` is 0 without a grid, or where p is asked for; ``gap`` is 0, 1/2 or an integer > 0."""

    name: str
    bits: int = 0
    grid: str = ""
    gap: Fraction = Fraction(0)

    def __str__(self) -> str:
        gap = f", gap {self.gap}" if self.gap else ""
        return f"{self.name}({self.bits or 'p'}, {self.grid}{gap})" if self.grid else self.name


class Family(NamedTuple):
    """A row of the table of classes.

    ``tasks`` it can be asked for; ``monotone``: the resources in which a unit gives one of every larger size, so that
    to refute v - 1 proves >= v. One more coordinate or head may hold a constant; midrise(p) lies in midrise(p + 1). The
    weights of FIXED are cut p bits below the highest score, so it is not monotone in p. ROUNDED is asked for with any
    read-out, which may do without a head: neither the sum of heads, rounded, nor a threshold may. ``ties``: who gets
    the weight where the highest score is not alone, if all weight is on highest scores. ``tables``: units in a grid,
    whose tables can be gone through. ``rounds``: sums are rounded.
    """

    tasks: tuple[str, ...]
    monotone: str
    grid: bool = False
    gap: bool = False
    ties: str = ""
    tables: bool = False
    rounds: bool = False


FAMILIES: Mapping[str, Family] = {
    "SIGN": Family(tuple(task for task in SELECTION if task != "shared"), "m"),
    "GRID": Family(
        tuple(task for task in SELECTION if task not in ("retrieval", "scored", "tolerant", "maxsim")), "mp", True, True
    ),
    "KEYS": Family(("qsa", "separation"), "mp", True),
    "FIXED": Family(OUTPUTS, "mH", True, tables=True),
    "ROUNDED": Family(("computation",), "mH", True, tables=True, rounds=True),
    "HARDMAX": Family(("computation",), "mpH", True, ties="average", tables=True),
    "LEFTMOST": Family(("computation",), "mpH", True, ties="leftmost", tables=True),
    "RIGHTMOST": Family(("computation",), "mpH", True, ties="rightmost", tables=True),
    "SATURATED": Family(OUTPUTS, "mH", ties="average"),
    "SOFTMAX": Family(("averaging", *WEIGHTS), "mH"),
    "THRESH": Family(("computation",), "H"),
}
TABULATED = tuple(name for name, family in FAMILIES.items() if family.tables)
"""The classes of units whose tables can be gone through: a claim may say which of their units are meant (``scope``)."""
WRITTEN = re.compile(r"([A-Z]+)(?:\((p|[1-9][0-9]{0,8}), (midrise|twos)(?:, gap ([1-9][0-9]{0,8}|1/2))?\))?")


def _read_class(value: Any, path: str, meter: Meter) -> UnitClass:
    form = WRITTEN.fullmatch(value) if isinstance(value, str) and len(value) <= 100 else None
    if form:
        name, bits, grid, gap = form.groups()
        family = FAMILIES.get(name)
        if family and family.grid == bool(grid) and family.gap == bool(gap):
            return UnitClass(name, int(bits) if bits not in (None, "p") else 0, grid or "", Fraction(gap or 0))
    refuse(path, f"must be a class of units such as SIGN or GRID(2, midrise, gap 1), got {shown(value)}")


UNIT_CLASS = Type(_read_class)
