"""How many bits the numbers of a unit need: both tables rounded to p-bit integers times a power of two."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from .fixed_attention import FixedAttention, Floats
from .ratios import streamed_ratios

MOST_BITS = 48
"""Beyond it nothing is rounded: doubles have 53 bits."""


def rounded_tables(unit: FixedAttention, p: int) -> FixedAttention:
    """The unit with entries n 2^e, n an integer with |n| < 2^(p-1), one e for the queries and one for the keys.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> unit = FixedAttention(permutations(2), np.array([[0.3], [-1.0]]), np.array([[1.0], [-1.0]]), "by hand")
    >>> rounded_tables(unit, 3).queries.ravel().tolist()
    [0.5, -1.0]
    """
    return replace(unit, queries=_rounded(unit.queries, p), keys=_rounded(unit.keys, p))


def least_bits(unit: FixedAttention, delta: float, eps2: float, look: Callable[[], None] = lambda: None) -> int | None:
    """The least p for which the rounded unit meets the tolerances and with p - 1 bits does not; None if none is found.

    Found by bisection, so that fewer bits still may do by luck. What is returned was checked on all entries.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> from .least_squares_keys import least_squares
    >>> least_bits(least_squares(permutations(16), 40, 0.01), 0.1, 0.01)
    5
    """

    def works(p: int) -> bool:
        return streamed_ratios(rounded_tables(unit, p), (delta, eps2), look).within(delta, eps2)

    if not works(MOST_BITS):
        return None
    low, high = 1, MOST_BITS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if works(middle) else (middle, high)
    return high


def _rounded(table: Floats, p: int) -> Floats:
    largest = float(np.abs(table).max(initial=0))
    if not largest:
        return table
    step = 2.0 ** math.ceil(math.log2(largest / (2 ** (p - 1) - 1 + 0.5)))
    return np.clip(np.rint(table / step), 1 - 2 ** (p - 1), 2 ** (p - 1) - 1) * step
