"""The r from which on a width is enough for a matrix of uniform rows: bracketed.

r = ratio / -zero says how far scores of one row may be spread on its support, in units of the distance to the zeros;
the least m depends on nothing else, and falls from that of the tie pattern (r = 0) to that of the threshold pattern.
Below the first number Radon partitions with weights exclude the width, at the second tables have been found; the
checker has accepted both.

J - I with L positions is a worked example. If the positions are cut into groups of g, take for each group the corners
of a simplex about 0 in g - 1 dimensions of its own; the query of a corner u is -u, which scores -1 at u, 1/(g - 1) at
the other corners of the group and 0 at all others. So m = L (g - 1) / g is enough from r = 1/(g - 1) on. And any s
keys are affinely independent for r < 1/(floor(s/2) - 1): of a dependency one side has h <= s/2 keys, whose rows each
have their zero in it, and these cover it once, a share 1/h. Both meet for m = L - 2, L even (g = L/2), and for g = 2,
L = 6, m = 3. In the plane regular polygons are best (``plane_spread``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from headcount.bounds.attention_matrices.radon import MAX_KEYS, radon_limit, radon_lower
from headcount.bounds.attention_matrices.score_tables import score_tables_upper
from headcount.bounds.bound import Bound
from headcount.questions import AttentionRatios

NEAR = Fraction(1, 1000)
"""How near to a limit it is certified that more dimensions are needed."""

FINE = 128
"""Tables are looked for at multiples of 1 over this: exponents of tolerances have short denominators."""

Entries = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True)
class SpreadBracket:
    """Width ``m`` is not enough for r < ``low`` and is enough for r >= ``high`` (None: no tables were found)."""

    m: int
    low: Fraction
    high: Fraction | None
    tables: Bound | None

    def __str__(self) -> str:
        above = "?" if self.high is None else f"{float(self.high):.4g}"
        return f"m = {self.m} from r in [{float(self.low):.4g}, {above}]"


def spread_bracket(
    supports: Sequence[Sequence[int]],
    columns: int,
    m: int,
    *,
    most: Fraction = Fraction(64),
    steps: int = 12,
    starts: int = 12,
    seed: int = 0,
) -> SpreadBracket:
    """Between which r the width m begins to be enough for uniform rows with these supports.

    Parameters
    ----------
    supports : the columns of the nonzeros, for each row
    columns : L
    m : int >= 1
    most : the largest r that is tried
    steps, starts : of the bisection, and of the search for tables in each

    Examples
    --------
    >>> all_but_one = [[j for j in range(4) if j != i] for i in range(4)]
    >>> found = spread_bracket(all_but_one, 4, 2)
    >>> found.low, found.high <= Fraction(11, 10)
    (Fraction(1, 1), True)
    """
    entries = tuple(tuple((column, 1) for column in support) for support in supports)
    low = _excluded_below(entries, columns, m)
    found: Bound | None = None
    high: Fraction | None = None
    below, leap = low, Fraction(1, 32)
    for _ in range(steps):
        if high is None:
            r, leap = _multiple(max(below, Fraction(1, 8)) * (1 + leap)), min(8 * leap, Fraction(1))
        else:
            r = _multiple((below + high) / 2)
        if r > most or r == high or r <= below:
            break
        question = AttentionRatios(columns, entries, r, Fraction(-1))
        bound = score_tables_upper(question, m, seed=seed, starts=starts, margins=(0.004,))
        if bound is None:
            below = r
        else:
            found, high = bound, r
    return SpreadBracket(m, low, high, found)


def _excluded_below(entries: Entries, columns: int, m: int) -> Fraction:
    """The largest r below which some m + 2 keys, or more, are affinely independent; certified."""
    low = Fraction(0)
    for size in range(m + 2, min(columns, MAX_KEYS) + 1):
        limit = radon_limit(entries, columns, size)
        if limit.spread is not None and limit.spread > low:
            low = limit.spread
            below = Fraction(round(low * (1 - NEAR) * 4096), 4096)
            question = AttentionRatios(columns, entries, below, Fraction(-1))
            bound = radon_lower(question, size)
            assert bound is not None and bound.value > m, (size, low)
    return low


def _multiple(r: Fraction) -> Fraction:
    return Fraction(-(-(r * FINE) // 1), FINE)
