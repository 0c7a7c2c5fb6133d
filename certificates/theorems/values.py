"""Theorems about matrices of values, from bounds of 0/1 matrices that are made of them. Trusted.

*Sums.* A constant rectangle holds entries of one value, besides those outside the promise; two entries of different
values lie in none. So a cover, a partition or a fractional cover by constant rectangles consists of one of the entries
of each value, by rectangles without another value, and a fooling set of one for each value: the measure is the sum,
over the values, of that of the 0/1 matrix that is 1 where the value is.

*Support.* If M = sum of k nonnegative matrices of rank 1, their supports are rectangles that hold every positive entry
and no 0: k is at least the cover number of the support of M, so at least its fractional cover and its fooling sets.

*Polygon.* M has rank <= 3 and a part of n >= 3 rows and columns that is 0 on its diagonal and positive elsewhere. If M
is a sum of k <= 6 nonnegative matrices of rank 1, then n <= max(k, 2k - 4). Let M be that part: M = U V, U and V
nonnegative of width k, terms that are 0 left out. Rank U + rank V <= k + 3 <= 9 (Sylvester), so one of them is at most
4; let it be that of U (else transpose). Scale columns of U and M to sum 1: those of U have a polytope P as hull, of at
most k vertices and dimension at most 3. Those of M lie in P, and in Q, its section by the span of the columns of M, of
dimension at most 2. Coordinate i is >= 0 on Q, 0 at column i and positive at the other ones. So these are n different
points of the boundary of Q, Q is a polygon, as n >= 3 (a segment has two such points), and column i is a vertex of Q,
or lies within an edge on which coordinate i is 0, so that no other column is on it: then the next vertex around Q is
none, and comes before the next column. Hence Q has at least n vertices. If P is a polygon, it is Q: n <= k. Else Q is
a plane section of P: its vertices are c vertices of P in the plane, and points on edges between the a vertices above
and the b below, which are the edges of a planar bipartite graph: at most 2 (a + b) - 4, or a + b - 1 if a + b < 3.
With a + b + c <= k, and k >= 4, n <= 2k - 4. (Gillis and Glineur 2012 count vertices and faces so.)
"""

from fractions import Fraction

from ..meaning.matrices import entries, indicator, values_of
from ..refuse import need
from ..schema import ANYTHING, integer, many
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


def polygon(x: Case) -> int:
    """The fewest terms with so many rows and columns, or 7."""
    (rank,), rows, columns, n = x.found, x.p.rows, x.p.columns, len(x.p.rows)
    of_this = rank.statement == x.s and (rank.quantity.kind, rank.side) == ("measure", "upper")
    need(
        of_this and rank.quantity.name == "rank" and (rank.value or 0) <= 3, "the premise is not that the rank is <= 3"
    )
    fits = len(columns) == n >= 3 and max(rows) < len(x.s.rows) and max(columns) < len(x.s.rows[0])
    need(fits, "there are no such rows and columns, or not as many, or fewer than three")
    x.meter.charge(10 * n * n)
    part = [[x.s.rows[r][c] for c in columns] for r in rows]
    need(all(e == 0 if i == j else e > 0 for i, row in enumerate(part) for j, e in enumerate(row)), "a 0 is elsewhere")
    return max(k + 1 for k in range(7) if max(k, 2 * k - 4) < n)


def _of_ones(x: Case, k: int, wanted: frozenset[int]) -> Value:
    one = x.found[k]
    need(one.statement.kind == "communication" and one.side == x.claim.side, "a premise is about something else")
    need(one.quantity.kind == "measure" and one.quantity.name in OF_ONES[x.z.name], "a premise is of another measure")
    made = indicator(x.s, wanted.__contains__, x.meter)
    need(entries(one.statement, x.meter) == made, "a premise is about another matrix")
    return Fraction(one.value or 0)


MANY = {"from": many(ANYTHING, 1, 2**12)}
PART = {"from": many(ANYTHING, 1, 1), "rows": many(integer(0)), "columns": many(integer(0))}
SUMMED = "fooling fractional_cover cover partition"
OF_VALUES = (
    Row("values", "lower", "values", SUMMED, TRUE, sums, "text: Sums", MANY),
    Row("values", "upper", "values", SUMMED, TRUE, sums, "text: Sums", MANY),
    Row("support", "lower", "values", "nonnegative_rank", TRUE, support, "text: Support", MANY),
    Row("polygon", "lower", "values", "nonnegative_rank", TRUE, polygon, "text: Polygon", PART),
)
"""Theorems about matrices of values."""
