"""ceil(log2 ..) of an expression, as it stands between numbers of bits and dimensions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from .interval import Interval, Known
from .statement import Expression, Quantity, expression


def ceil_log2(value: object) -> Expression:
    """ceil(log2 x), for x >= 1 (a smaller x counts as 1).

    Examples
    --------
    >>> ceil_log2(9).interval({})
    Interval(lower=Fraction(4, 1), upper=Fraction(4, 1))
    """
    return CeilLog2(expression(value))


@dataclass(frozen=True, eq=False, repr=False)
class CeilLog2(Expression):
    """ceil(log2 of an expression), which is monotone, so it may be taken of each end."""

    base: Expression

    @property
    def words(self) -> str:
        return f"ceil(log2({self.base.words}))"

    def quantities(self) -> Iterator[Quantity]:
        yield from self.base.quantities()

    def interval(self, known: Known) -> Interval:
        def end(x: Fraction | None) -> Fraction | None:
            if x is None:
                return None
            ceiling = max(1, -(-x.numerator // x.denominator))
            return Fraction((ceiling - 1).bit_length())

        inner = self.base.interval(known)
        return Interval(end(inner.lower), end(inner.upper))
