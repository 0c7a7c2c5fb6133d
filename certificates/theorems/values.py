"""Theorems about matrices of values, from bounds of 0/1 matrices that are made of them. Trusted.

*Sums.* A constant rectangle holds entries of one value, besides those outside the promise; two entries of different
values lie in none. So a cover, a partition or a fractional cover by constant rectangles consists of one of the entries
of each value, by rectangles without another value, and a fooling set of one for each value: the measure is the sum,
over the values, of that of the 0/1 matrix that is 1 where the value is.

*Support.* If M = sum of k nonnegative matrices of rank 1, their supports are rectangles that hold every positive entry
and no 0: k is at least the cover number of the support of M, so at least its fractional cover and its fooling sets.
"""

from fractions import Fraction

from ..meaning.matrices import entries, indicator, values_of
from ..refuse import need
from ..schema import ANYTHING, many
from .case import TRUE, Case, Row, Value

OF_ONES = {
    "fooling": ("fooling1",), "fractional_cover": ("fractional_cover1",), "cover": ("cover1",),
    "partition": ("partition1",), "nonnegative_rank": ("cover1", "fractional_cover1", "fooling1"),
}  # fmt: skip
"""Measure -> those of a 0/1 matrix that it is made of."""


def sums(x: Case) -> Value:
    """A premise for each value, in increasing order."""
    found = values_of(x.s, x.meter)
    need(len(found) == len(x.found), "there must be a premise for each value")
    return sum((_of_ones(x, k, frozenset({value})) for k, value in enumerate(found)), Fraction(0))


def support(x: Case) -> Value:
    """A premise about the support."""
    need(len(x.found) == 1, "there must be one premise")
    return _of_ones(x, 0, frozenset(values_of(x.s, x.meter)) - {0})


def _of_ones(x: Case, k: int, wanted: frozenset[int]) -> Value:
    one = x.found[k]
    need(one.statement.kind == "communication" and one.side == x.claim.side, "a premise is about something else")
    need(one.quantity.kind == "measure" and one.quantity.name in OF_ONES[x.z.name], "a premise is of another measure")
    made = indicator(x.s, wanted.__contains__, x.meter)
    need(entries(one.statement, x.meter) == made, "a premise is about another matrix")
    return Fraction(one.value or 0)


MANY = {"from": many(ANYTHING, 1, 2**12)}
SUMMED = "fooling fractional_cover cover partition"
OF_VALUES = (
    Row("values", "lower", "values", SUMMED, TRUE, sums, "text: Sums", MANY),
    Row("values", "upper", "values", SUMMED, TRUE, sums, "text: Sums", MANY),
    Row("support", "lower", "values", "nonnegative_rank", TRUE, support, "text: Support", MANY),
)
"""Theorems about matrices of values."""
