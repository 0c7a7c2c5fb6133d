"""Integer tables for cos(2 pi (x_1 + .. + x_s) / M) as one product of s tables, with a null token between.

The identity. cos(a_1 + .. + a_s) is the real part of the product of cos a_i + i sin a_i: the sum, over the subsets A
of {1 .. s} of even size, of (-1)^(|A|/2) prod_(i in A) sin a_i prod_(i not in A) cos a_i. That is one product per
coordinate and part, and 2^(s-1) coordinates. For s = 3 this is Theorem 6's companion in Sanford, Hsu, Telgarsky 2023
(arXiv 2306.02896): (cos, -cos, -sin, -sin) . (cos, sin, cos, sin) . (cos, sin, sin, cos).

Rounding. Every entry is S times a sine or cosine, rounded: wrong by at most 1/2 (see ``_cosines``). A product with k
rounded factors replaced by their errors is at most 2^-k times the product of the other |sin| or |cos|, times S^(s-k).
Fix which k >= 1 parts are replaced. Among the even subsets, each choice on the other s-k parts occurs 2^(k-1) times,
and the choices sum to the product of their (|sin| + |cos|) <= sqrt 2. So the score of a tuple differs from
S^s cos(2 pi sum / M) by at most

    E = sum_(k >= 1) C(s,k) (S sqrt 2)^(s-k) 2^(k-1) 2^-k = ((S sqrt 2 + 1)^s - (S sqrt 2)^s) / 2.

Threshold. One more coordinate: 0 in all keys of tokens, so that a tuple that is null in some parts only scores 0 (its
other coordinates are 0 in the null keys), while the null tuple scores T, the product of the query's entry and of the
null keys' entries. Wanted, with gap g: matching tuples >= T + g; others, and 0, <= T - g. As sums that are not 0 mod M
have cos <= cos(2 pi/M) <= 1 - 8/M^2 (for M >= 2), every T from max(S^s (1 - 8/M^2) + E, 0) + g to S^s - E - g will
do, and there is a multiple of S^(s-1) among them, T = S^(s-1) d with 1 <= d <= S, if their range is as long as that:

    **8 S^s / M^2 >= 2E + 2g + S^(s-1)**   (M >= 4),
    S^s >= 2E + 2g + S^(s-1)               (M <= 3: there cos <= -1/2 for the others, so that 0 is the larger end).

``proved_scale`` is the least S with this inequality, checked in rational arithmetic. Since
2E <= s 2^((s-1)/2) (S + 0.708)^(s-1), it is (1 + o(1)) (s 2^((s-1)/2) + 1) M^2/8 for fixed s: O(M^2), namely 0.48 M^2
for s = 2 and 0.875 M^2 for s = 3; and p = 2 log2(M) + O(1).

Exact scores of all tuples of keys, and the margin by which the tuples win that have to.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import combinations_with_replacement, product
from math import ceil, floor, prod
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq
from numpy.typing import NDArray

from ....attention.selection import selection_margin
from ....questions import Unit, tensor
from ..construction import halved, least_from

Vector = tuple[int, ...]
PRECISION = 200
"""Bits of the cosines that are rounded; S may have up to 60 bits."""
SQRT2 = Fraction(99, 70)
"""Above sqrt 2: 99^2 = 2 * 70^2 + 1."""
SEARCHED_TUPLES = 20_000
"""Up to so many tuples of tokens, all scales are tried from 1 upwards, so that the least is found."""
CHECKED_TUPLES = 2_200_000
"""Up to so many, a smaller scale than the proved one is looked for by bisection; beyond, the proved one is taken."""

TRIED_FACTORS = 16
"""How far below the limit the factors of the threshold are looked for."""


@dataclass(frozen=True)
class TrigonometricTables:
    """Queries, s-1 tables of keys and s-1 null keys, all of one width, and the scale S."""

    queries: tuple[Vector, ...]
    keys: tuple[tuple[Vector, ...], ...]
    null_keys: tuple[Vector, ...]
    scale: int


class NoThresholdError(ValueError):
    """At this scale no threshold separates matching tuples from the others."""


def trigonometric_tables(order: int, M: int, gap: int = 1, scale: int = 0) -> TrigonometricTables:
    """The tables at a scale. At scale 0: the least that works, one found by bisection, or the proved one.

    Which of them depends on the number M^s of tuples: all scales are tried up to ``SEARCHED_TUPLES``; bisection, up to
    ``CHECKED_TUPLES``, may miss smaller ones, because a scale may fail where a smaller one works. In both cases the
    scores of all tuples were compared; beyond, the inequality above proves the separation.

    Raises
    ------
    NoThresholdError
        If the given scale does not work.

    Examples
    --------
    >>> tables = trigonometric_tables(3, 5)
    >>> tables.scale, tables.queries[1], tables.null_keys
    (3, (1, -1, -3, -3, 3), ((0, 0, 0, 0, 3), (0, 0, 0, 0, 2)))
    >>> proved_scale(3, 5)
    23
    """
    exact, proved = M**order <= CHECKED_TUPLES, proved_scale(order, M, gap)

    @cache
    def at(S: int) -> TrigonometricTables | None:
        try:
            return _at_scale(order, M, gap, S, exact=exact)
        except NoThresholdError:
            return None

    if not scale and M**order <= SEARCHED_TUPLES:
        scale = next(S for S in range(1, proved + 1) if at(S) is not None)
    elif not scale:
        scale = halved(at, 0, proved) if exact else proved
    return at(scale) or _at_scale(order, M, gap, scale, exact=exact)


def proved_scale(order: int, M: int, gap: int = 1) -> int:
    """The least S for which the inequality above holds (for all larger ones it does as well).

    >>> [proved_scale(3, M) for M in (4, 16, 64)]
    [15, 225, 3585]
    """
    share = Fraction(8, M * M) if M >= 4 else Fraction(1)

    def enough(S: int) -> bool:
        twice_error = (S * SQRT2 + 1) ** order - (S * SQRT2) ** order
        return bool(share * S**order >= twice_error + 2 * gap + S ** (order - 1))

    return least_from(enough, 0)  # dividing by S^s, the left side is constant and the right side falls


def _at_scale(order: int, M: int, gap: int, S: int, *, exact: bool) -> TrigonometricTables:
    cosines, sines = _rounded(M, S)
    even = [subset for subset in product((0, 1), repeat=order) if sum(subset) % 2 == 0]

    def table(part: int) -> list[Vector]:
        return [tuple(sines[x] if subset[part] else cosines[x] for subset in even) for x in range(M)]

    signs = [(-1) ** (sum(subset) // 2) for subset in even]
    queries = [tuple(sign * entry for sign, entry in zip(signs, row, strict=True)) for row in table(0)]
    keys = [table(part) for part in range(1, order)]
    low, high = _range(order, M, queries, keys) if exact else _proved_range(order, M, S)
    limit = 2 ** max(map(abs, (*cosines, *sines))).bit_length() - 1  # no more bits than the other entries
    factors = _factors(max(low, 0) + gap, high - gap, order, limit)
    zeros = (0,) * len(even)
    longer = tuple(tuple((*row, 0) for row in rows) for rows in keys)
    nulls = tuple((*zeros, factor) for factor in factors[1:])
    return TrigonometricTables(tuple((*row, factors[0]) for row in queries), longer, nulls, S)


def _range(order: int, M: int, queries: list[Vector], keys: list[list[Vector]]) -> tuple[int, int]:
    """The greatest score of a tuple that does not match, and the least of one that does, over all tuples of tokens."""
    scores = tuple_scores(queries, keys)
    matching = np.zeros(1, dtype=np.int64)
    for _ in range(order):
        matching = (matching[..., None] + np.arange(M)) % M
    matching = matching.reshape(scores.shape) == 0
    others = scores[~matching]
    return int(others.max()) if others.size else 0, int(scores[matching].min())


def _proved_range(order: int, M: int, S: int) -> tuple[int, int]:
    """Bounds on the same two numbers, from the error E and cos(2 pi/M) <= 1 - 8/M^2."""
    error = ((S * SQRT2 + 1) ** order - (S * SQRT2) ** order) / 2
    return ceil(S**order * (1 - Fraction(8, M * M)) + error), floor(S**order - error)


def _factors(low: int, high: int, parts: int, limit: int) -> tuple[int, ...]:
    """``parts`` integers 1 .. limit whose product lies between low and high; the first ones close to the limit."""
    if low <= high:
        for chosen in combinations_with_replacement(range(limit, max(limit - TRIED_FACTORS, 0), -1), parts - 1):
            last = min(high // prod(chosen), limit)
            if last >= 1 and prod(chosen) * last >= low:
                return (*chosen, last)
    raise NoThresholdError(f"no product of {parts} integers up to {limit} lies in {low} .. {high}")


def _rounded(M: int, S: int) -> tuple[list[int], list[int]]:
    """S cos(2 pi x/M) and S sin(2 pi x/M), rounded to nearest."""
    half = Fraction(1, 2)
    pairs = _trigonometric(M)
    return [floor(S * c + half) for c, _ in pairs], [floor(S * s + half) for _, s in pairs]


@lru_cache(maxsize=8)
def _trigonometric(M: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """cos and sin of 2 pi x/M to within 2^-190.

    The error of rounding grows by S 2^-190 < 2^-130, far below the slack that SQRT2 leaves (99/70 exceeds sqrt 2 by
    7e-5), so that E bounds the error all the same.
    """
    with ctx.workprec(PRECISION):
        angles = [fmpq(2 * x, M) for x in range(M)]
        return tuple((_exact(arb.cos_pi_fmpq(angle)), _exact(arb.sin_pi_fmpq(angle))) for angle in angles)


def _exact(ball: arb) -> Fraction:
    if not ball.rad() < arb(2) ** (10 - PRECISION):
        raise ArithmeticError(f"a cosine came out as {ball}, wider than 2^{10 - PRECISION}; raise PRECISION")
    mantissa, exponent = ball.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


Entries = Sequence[int]


def tuple_scores(queries: Sequence[Entries], keys: Sequence[Sequence[Entries]]) -> NDArray[np.object_ | np.int64]:
    """sum_a q[a] k_2[a] .. k_s[a] for all queries and all tuples of keys, exact.

    Parameters
    ----------
    queries : (n, m) integers
    keys : s-1 tables, (n_2, m) .. (n_s, m) integers

    Returns
    -------
    array of shape (n, n_2, .., n_s)
        int64 where every partial sum stays below 2^62, else Python integers.

    Examples
    --------
    >>> tuple_scores([(1, 2)], [[(1, 0), (0, 1)], [(3, 4)]]).tolist()
    [[[3], [8]]]
    """
    tables = [np.array(table, dtype=object).reshape(len(table), -1) for table in (queries, *keys)]
    bound = tables[0].shape[1]
    for table in tables:
        bound *= max((abs(entry) for entry in table.flat), default=0)
    if bound < 2**62:
        tables = [table.astype(np.int64) for table in tables]
    scores: NDArray[Any] = tables[0]
    for table in tables[1:-1]:
        scores = scores[..., None, :] * table
    product: NDArray[Any] = scores @ tables[-1].T
    return product


def match_margin(unit: Unit, order: int, M: int) -> Callable[[tuple[int, ...]], int]:
    """The margin of a unit with a null token that is to select tuples with sum 0 mod M, as a function of the input.

    The least, over the positions of an input, of: where a tuple matches, the best matching tuple's score minus the
    best other score (null and partly null tuples are others); where none does, the null tuple's score minus the best
    other. It depends on the set of tokens only, and is remembered by that set.
    """
    head = unit.layers[-1].heads[0]

    @lru_cache(maxsize=100_000)
    def of_set(tokens: tuple[int, ...]) -> int:
        null, numbers = len(tokens), np.array([*tokens, 0])
        sums = {0}
        for _ in range(order - 1):
            sums = {(a + y) % M for a in sums for y in tokens}
        matched = np.array([-x % M in sums for x in tokens])

        def wanted(i: NDArray[np.int64], *chosen: NDArray[np.int64]) -> NDArray[np.bool_]:
            total = sum((numbers[j] for j in chosen), start=numbers[i])
            tokens_only = reduce(np.logical_and, [j < null for j in chosen])
            null_only = reduce(np.logical_and, [j == null for j in chosen])
            right: NDArray[np.bool_] = np.where(matched[i], tokens_only & (total % M == 0), null_only)
            return right

        tables = [
            smallest([*(table.rows[token] for token in tokens), blank])
            for table, blank in zip(head.keys, head.null_keys, strict=True)
        ]
        queries = smallest([head.queries.rows[token] for token in tokens])
        return selection_margin(queries, tables, wanted, polynomial=tensor(order))

    return lambda tokens: of_set(tuple(sorted(set(tokens))))


def smallest(table: Sequence[Entries]) -> NDArray[np.object_ | np.int64]:
    """The table as int64 if that holds every entry, else as Python integers."""
    large = any(abs(entry) >= 2**62 for row in table for entry in row)
    return np.array(table, dtype=object if large else np.int64)
