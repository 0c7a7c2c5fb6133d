"""The classes of units that a bound may speak of. Bounds of different classes are never merged into one bracket.

A *family* says how its units weigh scores, what their tables may hold, and which sizes are monotone; it is registered
once, in ``FAMILIES``. A *class* is a family with its parameters: p bits, the grid, the gap g. Where p is the number
asked for (resource p), the class is written with the letter p in place of the number.

Which directions are monotone, that is, where a larger unit does what a smaller one does:

m  GRID and FIXED: one more coordinate that holds one number of the grid in all keys, the null key included, adds one
   constant to all scores of a row; selections, gaps and weights stay. m -> m + 1.
p  GRID: midrise(p) and twos(p) are subsets of midrise(p + 1) and twos(p + 1), and the gap is counted in the same
   integers. p -> p + 1. FIXED: no, because weights are cut p below the highest score, so more bits are other weights.
H  FIXED: one more head with equal values adds a constant to the sum of the rows, or constant coordinates beside them;
   an arbitrary read-out ignores them, a threshold moves along. H -> H + 1. GRID: no. There exactly H heads share out
   the q-subset and each has to select a part of it that is not empty.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from .grid import GRIDS


@dataclass(frozen=True)
class UnitFamily:
    """What the units of a family have in common.

    Parameters
    ----------
    name : as it is written in files and statements
    meaning : one sentence
    asked : the kinds of questions that it can be asked for: ``"scores"``, ``"weights"``, ``"outputs"``, or of the
        latter only ``"averages"`` or ``"answers"`` (a finite task at one position, the answer read off by a threshold)
    weights : how its layers weigh scores, a key of ``attention.WEIGHTS``; empty where only the signs of scores count
    bits : whether entries are held to a p-bit grid
    gap : whether scores have to be apart by a gap
    monotone : the resources in which a unit gives one of every larger size, so that to refute v - 1 proves >= v
    masks : whether a claim may name a sparse pattern, under which positions see some keys only
    """

    name: str
    meaning: str
    asked: tuple[str, ...]
    weights: str = ""
    bits: bool = False
    gap: bool = False
    monotone: str = "mH"
    masks: bool = False


_LISTED = (
    UnitFamily(
        "SIGN",
        "a saturated head with real queries and keys that selects what a pattern asks for",
        ("scores",),
        monotone="m",
    ),
    UnitFamily(
        "GRID",
        "the same with every entry in a p-bit grid and scores apart from the threshold by at least g",
        ("scores",),
        bits=True,
        gap=True,
        monotone="mp",
    ),
    UnitFamily(
        "FIXED",
        "queries, keys and values in a p-bit grid, base-2 weights cut to p bits; in p it is not monotone",
        ("outputs",),
        weights="fixed",
        bits=True,
    ),
    UnitFamily(
        "SATURATED",
        "uniform weight on the keys of highest score, integer tables",
        ("outputs",),
        weights="saturated",
        masks=True,
    ),
    UnitFamily(
        "SOFTMAX",
        "real softmax of one layer of order 2, real tables; the sum of its heads, no read-out",
        ("averages", "weights"),
        monotone="mH",
    ),
    UnitFamily(
        "THRESH",
        "one layer of order 2, real softmax, any m and p; the sign of an affine function of the row is the answer",
        ("answers",),
        monotone="H",
    ),
)

FAMILIES: dict[str, UnitFamily] = {family.name: family for family in _LISTED}
"""Every family by its name."""

_WRITTEN = re.compile(r"([A-Z]+)(?:\((p|[1-9][0-9]{0,8}), ([a-z]+)(?:, gap ([1-9][0-9]{0,8}|1/2))?\))?")


@dataclass(frozen=True)
class UnitClass:
    """A class of units.

    Parameters
    ----------
    name : a key of ``FAMILIES``
    bits : p; 0 if the class has no grid, or if p is what is asked for
    grid : a name of ``GRIDS``; empty if the class has no grid
    gap : an integer g >= 1, or 1/2, if the family has a gap, else 0. A gap of 1/2 asks that scores differ, and no more:
        they are integers, and a threshold may lie between two of them.

    Examples
    --------
    >>> two_bits = UnitClass.parse("GRID(2, midrise, gap 4)")
    >>> two_bits, str(two_bits)
    (UnitClass(name='GRID', bits=2, grid='midrise', gap=4), 'GRID(2, midrise, gap 4)')
    >>> str(UnitClass.parse("FIXED(p, twos)").at(3))
    'FIXED(3, twos)'
    """

    name: str
    bits: int = 0
    grid: str = ""
    gap: int | Fraction = 0

    @classmethod
    def parse(cls, text: str) -> "UnitClass":
        """The class that is written so.

        Raises
        ------
        ValueError
            If the text is not the name of a class, written exactly as ``str`` writes it.
        """
        form = _WRITTEN.fullmatch(text[:100])
        if form:
            name, bits, grid, gap = form.groups()
            distance = Fraction(1, 2) if gap == "1/2" else int(gap or 0)
            found = cls(name, 0 if bits in ("p", None) else int(bits), grid or "", distance)
            if found.is_one:
                return found
        raise ValueError(
            f"must be SIGN, SATURATED, SOFTMAX, THRESH, GRID(p, grid, gap g) or FIXED(p, grid), such as "
            f"'GRID(2, midrise, gap 1)', with grid midrise or twos, p >= 1, g >= 1 or 1/2; got {text[:60]!r}"
        )

    @property
    def is_one(self) -> bool:
        """Whether the family is known and has the parameters that are given, and no others."""
        family = FAMILIES.get(self.name)
        return (
            family is not None
            and family.bits == bool(self.grid)
            and (not self.grid or self.grid in GRIDS)
            and family.gap == bool(self.gap)
        )

    def __str__(self) -> str:
        if not self.grid:
            return self.name
        gap = f", gap {self.gap}" if self.gap else ""
        return f"{self.name}({self.bits or 'p'}, {self.grid}{gap})"

    @property
    def family(self) -> UnitFamily:
        """The family."""
        return FAMILIES[self.name]

    @property
    def asks_for_bits(self) -> bool:
        """Whether p is left open."""
        return bool(self.grid) and not self.bits

    def at(self, bits: int) -> "UnitClass":
        """The class with p filled in."""
        return replace(self, bits=bits)


SIGN = UnitClass("SIGN")
SATURATED = UnitClass("SATURATED")
SOFTMAX = UnitClass("SOFTMAX")
THRESH = UnitClass("THRESH")
