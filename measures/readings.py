"""The readings of an inequality: from bounds of some measures to a bound of another one.

x <= f(y) is read in two ways: a lower bound of x gives one of y, an upper bound of y one of x. Of a sum x + x' both
lower bounds give one of y, and both upper bounds of a sum y + y' one of x. x y <= c takes a lower bound of one factor
to an upper bound of the other, x y >= c an upper bound to a lower one.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from ..certificates.theorems.functions import CONSTANTS, FUNCTIONS
from ..certificates.theorems.inequalities import INEQUALITIES
from ..questions import MEASURES

End = tuple[str, str]
"""A measure and a side, ``lower`` or ``upper``."""


@dataclass(frozen=True)
class AtMost:
    """``smaller <= f(larger)``, each a measure or a sum of them; ``because`` is the proof, or who proved it."""

    name: str
    because: str
    smaller: str
    larger: str
    function: str


@dataclass(frozen=True)
class Product:
    """``one * other <= constant``, or ``>=``, of two positive measures."""

    name: str
    because: str
    one: str
    other: str
    relation: str
    constant: str


Inequality = AtMost | Product


def inequality(name: str) -> Inequality:
    """An inequality of the checker's, taken apart.

    >>> inequality("gamma2_01 <= (gamma2 + 1) / 2").function, inequality("partition <= partition0 + partition1").larger
    ('({} + 1) / 2', 'partition0 + partition1')
    """
    because = INEQUALITIES[name]
    if " * " in name:
        one, _, rest = name.partition(" * ")
        other, relation, constant = rest.split(" ", 2)
        return Product(name, because, one, other, relation, constant)
    smaller, _, right = name.partition(" <= ")
    for function in FUNCTIONS:
        found = re.fullmatch(re.escape(function).replace(re.escape("{}"), "(.+)"), right)
        if found and set(found[1].split(" + ")) <= set(MEASURES):
            return AtMost(name, because, smaller, found[1], function)
    raise ValueError(f"{name} is an inequality of another form")


@dataclass(frozen=True)
class Reading:
    """From bounds of the premises, in order, to one of the conclusion."""

    inequality: Inequality
    premises: tuple[End, ...]
    conclusion: End

    @property
    def words(self) -> str:
        """The inequality with its proof or source."""
        return f"{self.inequality.name}: {self.inequality.because}"

    def conclude(self, values: tuple[Fraction, ...], cells: int, parameter: Fraction | None = None) -> Fraction | None:
        """The bound of the conclusion; None where the premises say nothing.

        Parameters
        ----------
        values : one for each premise
        cells : R C
        parameter : that of the measures concerned, if any has one

        Examples
        --------
        >>> reading = find_reading("fooling1 <= rank_q^2", ("rank_q", "lower"), (("fooling1", "lower"),))
        >>> reading.conclude((Fraction(9),), 16)
        Fraction(3, 1)
        """
        rises = self.conclusion[1] == "upper"
        if isinstance(self.inequality, Product):
            below, above = CONSTANTS[self.inequality.constant](cells, parameter or Fraction(0))
            return (above if rises else below) / values[0] if values[0] > 0 else None
        rising, falling = FUNCTIONS[self.inequality.function]
        return (rising if rises else falling)(sum(values, Fraction(0)), cells)


def readings(of: Inequality) -> tuple[Reading, ...]:
    """All readings of an inequality.

    >>> [str(reading.conclusion) for reading in readings(inequality("fooling0 <= fractional_cover0"))]
    ["('fractional_cover0', 'lower')", "('fooling0', 'upper')"]
    """
    if isinstance(of, Product):
        given, wanted = ("lower", "upper") if of.relation == "<=" else ("upper", "lower")
        factors = of.one, of.other
        return tuple(Reading(of, ((x, given),), (y, wanted)) for x, y in (factors, factors[::-1]))
    sides = of.smaller.split(" + "), of.larger.split(" + ")
    return tuple(
        Reading(of, tuple((name, side) for name in given), (wanted[0], side))
        for given, wanted, side in ((*sides, "lower"), (*sides[::-1], "upper"))
        if len(wanted) == 1
    )


READINGS: tuple[Reading, ...] = tuple(reading for name in INEQUALITIES for reading in readings(inequality(name)))
"""Every reading of every inequality."""

_BY_NAME = {(reading.inequality.name, reading.conclusion, reading.premises): reading for reading in READINGS}


def find_reading(name: str, conclusion: End, premises: tuple[End, ...]) -> Reading | None:
    """The reading of the inequality of this name that concludes this from these.

    >>> find_reading("cover1 <= partition1", ("partition1", "lower"), (("cover1", "lower"),)).inequality.because
    'a partition of the b-entries covers them'
    """
    return _BY_NAME.get((name, conclusion, premises))
