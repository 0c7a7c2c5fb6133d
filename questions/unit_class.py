"""The classes of units that a bound may speak of. Bounds of different classes are never merged into one bracket.

A *family* says how its units weigh scores, what their tables may hold, and which sizes are monotone:

SIGN       a saturated head with real queries and keys that selects what a pattern asks for
GRID       the same with every entry in a p-bit grid and scores apart from the threshold by at least g
KEYS       a saturated head with keys in a p-bit grid and real queries; q-SA, and sets above all other keys
FIXED      queries, keys and values in a p-bit grid, base-2 weights cut to p bits; in p it is not monotone
ROUNDED    the same, but every sum and quotient is rounded to p significant bits (``rounded``); any read-out
HARDMAX    queries, keys and values in a p-bit grid, uniform weight on the keys of highest score
LEFTMOST   the same, and of keys of highest score the first has all weight; the null token is before all others
RIGHTMOST  the same with the last
SATURATED  uniform weight on the keys of highest score, integer tables
SOFTMAX    real softmax of one layer of order 2, real tables; the sum of its heads, no read-out
THRESH     one layer of order 2, real softmax, any m and p; the sign of an affine function of the row is the answer

A *class* is a family with its parameters: p bits, the grid, the gap g. Where p is the number asked for (resource p),
the class is written with the letter p in place of the number.

Of FIXED and SATURATED a sparse pattern may say what positions see.

Which directions are monotone, that is, where a larger unit does what a smaller one does:

m  GRID, KEYS and FIXED: one more coordinate that holds one number of the grid in all keys, the null key included, adds
   one constant to all scores of a row; selections, gaps and weights stay. m -> m + 1.
p  GRID, KEYS: midrise(p) and twos(p) are subsets of midrise(p + 1) and twos(p + 1), and the gap is counted in the same
   integers. p -> p + 1. FIXED: no, because weights are cut p below the highest score, so more bits are other weights.
   Hard weights are those of the scores, whatever p is: a unit in midrise(p) or twos(p) is one in the next grid. So
   HARDMAX, LEFTMOST and RIGHTMOST are monotone in p, and in m and H like FIXED. Where no score occurs twice for one
   query the three are one; else none contains another: what ties say depends on who is counted.
H  FIXED: one more head with equal values adds a constant to the sum of the rows, or constant coordinates beside them;
   an arbitrary read-out ignores them, a threshold moves along. H -> H + 1. ROUNDED: one more head beside the others,
   which the read-out ignores; summed heads may stand side by side, the read-out adds them up. GRID: no. There exactly
   H heads share out the q-subset and each has to select a part of it that is not empty.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from ..certificates import unit_class
from ..certificates.meter import Meter
from ..certificates.refuse import Malformed


@dataclass(frozen=True)
class UnitClass:
    """A class of units.

    Parameters
    ----------
    name : the name of the family
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
        try:
            return cls.read(unit_class.UNIT_CLASS.read(text, "unit_class", Meter()))
        except Malformed:
            raise ValueError(
                "must be SIGN, SATURATED, SOFTMAX, THRESH, GRID(p, grid, gap g), KEYS(p, grid), FIXED(p, grid) or "
                "ROUNDED(p, grid), HARDMAX(p, grid), LEFTMOST or RIGHTMOST, "
                "such as 'GRID(2, midrise, gap 1)', with grid midrise or twos, p >= 1, g >= 1 or 1/2; got "
                f"{text[:60]!r}"
            ) from None

    @classmethod
    def read(cls, given: unit_class.UnitClass) -> "UnitClass":
        """The class that the checker has read."""
        name, bits, grid, gap = given
        return cls(name, bits, grid, gap if gap.denominator > 1 else int(gap))

    def __str__(self) -> str:
        if not self.grid:
            return self.name
        gap = f", gap {self.gap}" if self.gap else ""
        return f"{self.name}({self.bits or 'p'}, {self.grid}{gap})"

    @property
    def family(self) -> unit_class.Family:
        """What the units of the class have in common: a row of the checker's table."""
        return unit_class.FAMILIES[self.name]

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
HARD = tuple(name for name in unit_class.TABULATED if unit_class.FAMILIES[name].ties)
"""The classes of units in a grid with hard weights."""

FIXED_POINT = tuple(name for name in unit_class.TABULATED if not unit_class.FAMILIES[name].ties)
"""The families of whole units of p-bit numbers that compute a finite task: sums are exact, or rounded to p bits."""
