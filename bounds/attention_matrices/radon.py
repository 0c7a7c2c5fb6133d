"""Lower bounds for attention matrices by Radon partitions with weights, and the tolerances up to which they hold.

For a matrix of uniform rows all depends on r = ratio / -zero: scores on the support within r of each other, those off
it at least 1 below all of them. Any d + 2 keys in d dimensions are affinely dependent; ``radon_limit`` is the r below
which no dependency of d + 2 keys is possible, so that more than d dimensions are needed.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice

from ...bounds.attention_matrices.partitions import MAX_KEYS, partitions
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

    def holds_at(self, r: Fraction) -> bool:
        """Whether scores within r of each other are excluded."""
        return self.spread is None or r < self.spread


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
    if not limit.holds_at(r) or not limit.covers:
        return None
    evidence = {
        "kind": "radon",
        "columns": list(limit.columns),
        "spread": str(spread),
        "rows": [list(cover.rows) for cover in limit.covers],
    }
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
