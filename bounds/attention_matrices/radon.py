"""Lower bounds for attention matrices by Radon partitions with weights, and the tolerances up to which they hold.

For a matrix of uniform rows all depends on r = ratio / -zero: scores on the support within r of each other, those off
it at least 1 below all of them. Any d + 2 keys in d dimensions are affinely dependent; ``radon_limit`` is the r below
which no dependency of d + 2 keys is possible, so that more than d dimensions are needed.

The ways in which the columns of a dependency have signs.

The r from which on two dimensions are enough for J - I: that of the regular polygon, exactly.

J - I asks for keys u_1 .. u_L and for each i an affine function f_i (a query and a shift) with f_i(u_i) <= -1 and 0
<= f_i(u_j) <= r for all j != i. Write s_a = sin(pi a / L). **Theorem.** For L >= 4 there are such keys in the plane
if and only if

    r >= s_a s_b / s_1^2,    a = floor(L/2) - 1,  b = ceil(L/2) - 1;    for even L that is cot(pi/L)^2.

**Enough.** Keys at the corners of the regular L-gon, f_i(u) = -<u_i, u> up to scale and shift: with t = 2 pi / L it
is -1 at u_i, -cos t at its neighbours, least of all others, and 1 or cos(pi/L) at those opposite (L even or odd); so
r = (1 + cos t) / (1 - cos t), or (cos(pi/L) + cos t) / (1 - cos t), which is the above.

**Necessary.** Each u_i is cut off from the others by f_i, so the keys are the corners of a convex polygon, in the
order u_1 .. u_L say, indices mod L. [xyz] is the area of a triangle of corners.

1. For j not next to i, the four corners i-1, i, i+1, j are convex with diagonals i j: [i-1,i+1,j] u_i + [i-1,i,i+1]
   u_j is a positive combination of u_(i-1) and u_(i+1), of the same sum. Apply f_i, which is >= 0 at these two, <= -1
   at u_i and <= r at u_j: **r [i-1,i,i+1] >= [i-1,i+1,j]**.
2. Let G(a,b,c), a + b + c = L, be the geometric mean over i of [i, i+a, i+a+b], and g = sqrt(G(a,b,c) G(a,c,b)),
   which does not depend on the order of a, b, c. Let e = g(1,1,L-2). By 1, over all i and the j opposite, r >=
   g(2,a,b) / e for the a, b of the theorem (a + b = L - 2). It remains that g(2,a,b) / e is least at the regular
   polygon, where [i,i+a,i+a+b] is proportional to s_a s_b s_c. Let R(a,b,c) = s_a s_b s_c / (s_1 s_1 s_2) and w = g /
   (e R): **w >= 1 is to be shown.**
3. For corners x, x+p, x+q, x+s, x+t in this order [x,p,s] [x,q,t] = [x,p,q] [x,s,t] + [x,p,t] [x,q,s]
   (Grassmann-Pluecker, all areas positive). Geometric means are superadditive, and sqrt((B + C)(B' + C')) >=
   sqrt(BB') + sqrt(CC'): so the same holds of g with >=, and of R with =.
4. *Part 1.* F_k = g(1,k,L-1-k). Then F_k^2 >= F_(k-1) F_(k+1) + e F_k for 2 <= k <= L-3, by (p,q,s,t) =
   (1,k,k+1,L-1). Let w be least at k, of all k. If k = 1 or L-2 then F_k = e, w = 1. Else w^2 R_k^2 >= w^2 R_(k-1)
   R_(k+1) + w R_k, that is w^2 R_k >= w R_k, and w >= 1.
5. *Parts 2, 2,* L >= 6. With (1,2,3,4) and e = 1: F_2 g(2,2,L-4) >= F_3 + F_2 F_3. By 4 at k = 3 and F_4 >= R_4,
   1/F_2 >= R_4 / (F_3^2 - F_3). So g(2,2,L-4) >= h(F_3), h(F) = F + R_4 / (F - 1), which is convex, with h(R_3) =
   R(2,2,L-4) and h'(R_3) >= 0: (R_3 - 1)^2 = (R_2 R_4 / R_3)^2 >= R_4 since R_2^2 R_4 = (R_3 + R_2) R_4 >= R_3 + R_2
   R_4 = R_3^2, as R_4 >= 1. And F_3 >= R_3. So w >= 1.
6. *A part 2.* Let w be least at (2,b,c), of all b + c = L - 2. If b or c is 1 or 2, see 4 and 5. Else (p,q,s,t) =
   (2,b,b+2,b+c): g(2,b,c)^2 >= g(2,b-2,c+2) g(2,b+2,c-2) + g(2,2,L-4) g(2,b,c), so w^2 (R^2 - R' R'') >= w R''' R,
   and w >= 1. Of (2,a,b) at L = 4, 5 a part is 1. QED.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice, product

from ...questions import AttentionRatios, least_size
from ...solvers.weighted_radon import Cover, best_cover
from ..bound import Bound, certified_bound

SPREAD_STEPS = 1024
"""Exponents of the weights' spread are multiples of 1 over this."""

MOST_SETS = 300
"""Sets of keys that are tried, in lexicographic order."""


@dataclass(frozen=True)
class RadonLimit:
    """Below ``spread`` (None: at any) the keys ``columns`` are affinely independent; ``covers`` are the rows why."""

    columns: tuple[int, ...]
    spread: Fraction | None
    covers: tuple[Cover, ...]


def radon_limit(entries: Sequence[Sequence[tuple[int, int]]], columns: int, size: int) -> RadonLimit:
    """The largest spread of scores below which some ``size`` keys are affinely independent.

    Parameters
    ----------
    entries : for each row the (column, weight) that are not 0
    columns : L
    size : 2 <= size <= min(L, ``MAX_KEYS``)

    Examples
    --------
    >>> all_but_one = [[(j, 1) for j in range(6) if j != i] for i in range(6)]
    >>> [str(radon_limit(all_but_one, 6, size).spread) for size in (3, 4, 5, 6)]
    ['None', '1', '1', '1/2']
    """
    support = [frozenset(column for column, _ in row) for row in entries]
    best: RadonLimit | None = None
    for chosen in islice(combinations(range(columns), size), MOST_SETS):
        found = _limit(support, chosen, best)
        if found is not None:
            best = found
        if best is not None and best.spread is None:
            break
    return best or RadonLimit(tuple(range(size)), Fraction(0), ())


def weight_spread(entries: Sequence[Sequence[tuple[int, int]]]) -> Fraction:
    """An exponent such that no two weights of a row are further apart than 2^exponent; the least up to 1/1024.

    >>> [str(weight_spread([[(0, 1), (1, w)]])) for w in (1, 8, 3)]
    ['0', '3', '203/128']
    """
    worst = max(Fraction(max(w for _, w in row), min(w for _, w in row)) for row in entries)
    steps = max(0, math.ceil(SPREAD_STEPS * math.log2(worst)) - 1)
    while worst**SPREAD_STEPS > 2**steps:
        steps += 1
    return Fraction(steps, SPREAD_STEPS)


def radon_lower(question: AttentionRatios, size: int) -> Bound | None:
    """``m >= size - 1`` if some such number of keys is affinely independent at the question's tolerances, else None.

    Examples
    --------
    >>> rows = tuple(tuple((j, 1) for j in range(6) if j != i) for i in range(6))
    >>> radon_lower(AttentionRatios(6, rows, Fraction(3, 4), Fraction(-1)), 5).value
    4
    """
    if not 2 <= size <= min(question.L, MAX_KEYS):
        return None
    spread = weight_spread(question.entries)
    r = (question.ratio + spread) / -question.zero
    limit = radon_limit(question.entries, question.L, size)
    if not limit.covers or (limit.spread is not None and r >= limit.spread):
        return None
    rows = [list(cover.rows) for cover in limit.covers]
    evidence = {"kind": "radon", "columns": list(limit.columns), "spread": str(spread), "rows": rows}
    below = "any spread" if limit.spread is None else f"a spread of scores below {limit.spread}"
    method = f"{size} keys affinely independent at {below} (Radon partitions with weights), r = {r}"
    return certified_bound(least_size(question, "m", "SOFTMAX"), "lower", size - 1, method, evidence)


def _limit(support: list[frozenset[int]], chosen: tuple[int, ...], best: RadonLimit | None) -> RadonLimit | None:
    """The limit of these keys, if it is larger than the best one."""
    zeros = [frozenset(t for t, column in enumerate(chosen) if column not in row) for row in support]
    covers = []
    least: Fraction | None = None
    for one, other in partitions(len(chosen)):
        cover = best_cover(zeros, one, other)
        covers.append(cover)
        if cover.spread is not None and (least is None or cover.spread < least):
            least = cover.spread
        known = Fraction(0) if best is None or best.spread is None else best.spread
        if least is not None and least <= known:
            return None
    return RadonLimit(chosen, least, tuple(covers))


MAX_KEYS = 10
"""Most columns that are argued about: all ways to divide them are gone through."""


def partitions(size: int) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """All pairs of disjoint sets of the numbers below size, neither empty; of a pair and its mirror image one.

    >>> [(sorted(one), sorted(other)) for one, other in partitions(2)]
    [([0], [1])]
    """
    for signs in product((0, 1, -1), repeat=size):
        one = frozenset(j for j, sign in enumerate(signs) if sign > 0)
        other = frozenset(j for j, sign in enumerate(signs) if sign < 0)
        if one and other and min(one) < min(other):
            yield one, other


def plane_spread(L: int) -> float:
    """The least r at which two dimensions are enough for attention to all others, rounded.

    Parameters
    ----------
    L : int >= 4
        Positions; three are enough for any r >= 0 in the plane, by ties.

    Guarantee
    ---------
    The theorem above; no certificate.

    Raises
    ------
    ValueError
        If L is below 4.

    Examples
    --------
    >>> [round(plane_spread(L), 3) for L in (4, 5, 6, 7, 8)]
    [1.0, 1.618, 3.0, 4.049, 5.828]
    """
    if type(L) is not int or L < 4:
        raise ValueError(f"L must be an integer >= 4, got {L!r}; three keys in the plane tie")
    a, b = L // 2 - 1, (L + 1) // 2 - 1
    return math.sin(math.pi * a / L) * math.sin(math.pi * b / L) / math.sin(math.pi / L) ** 2
