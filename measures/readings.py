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
class Reading:
    """From bounds of the premises, in order, to one of the conclusion, by the checker's inequality of this name.

    ``form`` is f of x <= f(y), one of the checker's ``FUNCTIONS``, or c of a product, one of its ``CONSTANTS``.
    """

    name: str
    premises: tuple[End, ...]
    conclusion: End
    form: str

    def conclude(self, values: tuple[Fraction, ...], cells: int, parameter: Fraction | None = None) -> Fraction | None:
        """The bound of the conclusion; None where the premises say nothing.

        Parameters
        ----------
        values : one for each premise
        cells : R C
        parameter : that of the measures concerned, if any has one

        Examples
        --------
        >>> reading = readings("fooling1 <= rank_q^2")[0]
        >>> reading.conclusion, reading.conclude((Fraction(9),), 16)
        (('rank_q', 'lower'), Fraction(3, 1))
        """
        rises = self.conclusion[1] == "upper"
        if self.form in CONSTANTS:
            below, above = CONSTANTS[self.form](cells, parameter or Fraction(0))
            return (above if rises else below) / values[0] if values[0] > 0 else None
        rising, falling = FUNCTIONS[self.form]
        return (rising if rises else falling)(sum(values, Fraction(0)), cells)


def readings(name: str) -> tuple[Reading, ...]:
    """All readings of an inequality of the checker's.

    >>> [str(reading.conclusion) for reading in readings("fooling0 <= fractional_cover0")]
    ["('fractional_cover0', 'lower')", "('fooling0', 'upper')"]
    >>> [reading.form for reading in readings("gamma2_01 <= (gamma2 + 1) / 2")]
    ['({} + 1) / 2', '({} + 1) / 2']
    """
    if " * " in name:
        one, _, rest = name.partition(" * ")
        other, relation, constant = rest.split(" ", 2)
        given, wanted = ("lower", "upper") if relation == "<=" else ("upper", "lower")
        factors = one, other
        return tuple(Reading(name, ((x, given),), (y, wanted), constant) for x, y in (factors, factors[::-1]))
    smaller, _, right = name.partition(" <= ")
    for function in FUNCTIONS:
        found = re.fullmatch(re.escape(function).replace(re.escape("{}"), "(.+)"), right)
        if found and set(found[1].split(" + ")) <= set(MEASURES):
            sides = smaller.split(" + "), found[1].split(" + ")
            return tuple(
                Reading(name, tuple((premise, side) for premise in premises), (conclusion[0], side), function)
                for premises, conclusion, side in ((*sides, "lower"), (*sides[::-1], "upper"))
                if len(conclusion) == 1
            )
    raise ValueError(f"{name} is an inequality of another form")


READINGS: tuple[Reading, ...] = tuple(reading for name in INEQUALITIES for reading in readings(name))
"""Every reading of every inequality."""
