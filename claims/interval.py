"""What bounds say of a number: intervals of Fractions, of which a bound may not be known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

NO_VALUE = Fraction(2**62)
"""The lower bound of a size that no value reaches: beyond all that is compared with it."""


@dataclass(frozen=True)
class Interval:
    """``lower <= x <= upper``; None where a bound is not known.

    Examples
    --------
    >>> Interval(Fraction(2), None) + Interval(Fraction(1), Fraction(1))
    Interval(lower=Fraction(3, 1), upper=None)
    """

    lower: Fraction | None = None
    upper: Fraction | None = None

    def __add__(self, other: Interval) -> Interval:
        def both(a: Fraction | None, b: Fraction | None) -> Fraction | None:
            return None if a is None or b is None else a + b

        return Interval(both(self.lower, other.lower), both(self.upper, other.upper))

    def times(self, factor: Fraction) -> Interval:
        """The multiples; the bounds change places if the factor is negative."""
        ends = tuple(None if end is None else factor * end for end in (self.lower, self.upper))
        return Interval(*(ends if factor >= 0 else reversed(ends)))

    def within(self, other: Interval) -> Interval:
        """The better bounds of both."""
        lowers = [end for end in (self.lower, other.lower) if end is not None]
        uppers = [end for end in (self.upper, other.upper) if end is not None]
        return Interval(max(lowers, default=None), min(uppers, default=None))

    def words(self, name: str) -> str:
        """The bracket in words, such as ``4 <= m <= 5``; a bound that is not known is left out."""
        if self.lower == NO_VALUE:
            return f"no {name} will do"
        if self.lower is not None and self.lower == self.upper:
            return f"{name} = {self.lower}"
        lower = "" if self.lower is None else f"{self.lower} <= "
        upper = "" if self.upper is None else f" <= {self.upper}"
        return f"{lower}{name}{upper}" if lower or upper else f"nothing is known of {name}"


Known = Mapping[str, Interval]
"""What is known of each quantity, by its ``place``."""
