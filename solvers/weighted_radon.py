"""Radon partitions with weights: how far scores may be spread before keys can be dependent.

Rows are sets of zeros. Of keys T divided into P and N, rows whose zeros in P u N lie in one side, P say, are to cover
P: weights y >= 0 of sum 1 with sum of y_i over the rows with j among their zeros >= v for all j in P, the *value* v the
largest possible. By ``certificates/problems/points.py`` no dependency of T has these sides if scores on the
support lie within r < v / (1 - v) of each other, in units of the distance to the zeros.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm

import numpy as np
from scipy.optimize import linprog

MAX_MULTIPLICITY = 100
"""Largest denominator of a weight that floating point proposes; the values of small games have smaller ones."""


@dataclass(frozen=True)
class Cover:
    """Rows, as often as they are wanted, and the least share of them that covers a member of the side."""

    rows: tuple[int, ...]
    share: Fraction

    @property
    def spread(self) -> Fraction | None:
        """v / (1 - v): for every r below it the sides are excluded; None if for every r."""
        return None if self.share == 1 else self.share / (1 - self.share)


def best_cover(zeros: Sequence[frozenset[int]], one: frozenset[int], other: frozenset[int]) -> Cover:
    """The rows that cover one of the two sides best; no rows and share 0 if none can.

    Parameters
    ----------
    zeros : for each row, the keys off its support
    one, other : disjoint sets of keys, not empty

    Examples
    --------
    >>> all_but_one = [frozenset({i}) for i in range(4)]
    >>> best_cover(all_but_one, frozenset({0}), frozenset({1, 2}))
    Cover(rows=(0,), share=Fraction(1, 1))
    >>> best_cover(all_but_one, frozenset({0, 2}), frozenset({1, 3})).spread
    Fraction(1, 1)
    """
    return max((_cover(zeros, *sides) for sides in ((one, other), (other, one))), key=lambda cover: cover.share)


def _cover(zeros: Sequence[frozenset[int]], side: frozenset[int], away: frozenset[int]) -> Cover:
    usable: dict[frozenset[int], int] = {}
    for i, row in enumerate(zeros):
        if not row & away and row & side:
            usable.setdefault(row & side, i)
    if side in usable:
        return Cover((usable[side],), Fraction(1))
    if not usable or frozenset().union(*usable) != side:
        return Cover((), Fraction(0))
    rows = tuple(usable[members] for members, n in _weights(frozenset(usable), side) for _ in range(n))
    if not rows:
        return Cover((), Fraction(0))
    return Cover(rows, min(Fraction(sum(j in zeros[i] for i in rows), len(rows)) for j in side))


@lru_cache(maxsize=100_000)
def _weights(sets: frozenset[frozenset[int]], side: frozenset[int]) -> tuple[tuple[frozenset[int], int], ...]:
    """How often each set is to be taken, so that the least covered member of the side has the largest share."""
    listed = sorted(sets, key=sorted)
    held = np.array([[float(j in members) for members in listed] for j in sorted(side)])
    # Variables: the weights, and the value, which is to be largest.
    program = linprog(
        np.append(np.zeros(len(listed)), -1.0),
        A_ub=np.hstack([-held, np.ones((len(held), 1))]),
        b_ub=np.zeros(len(held)),
        A_eq=np.append(np.ones(len(listed)), 0.0)[None],
        b_eq=[1.0],
        method="highs-ds",
    )
    if program.x is None:
        return ()
    weights = [Fraction(float(x)).limit_denominator(MAX_MULTIPLICITY) for x in program.x[:-1]]
    scale = lcm(*(weight.denominator for weight in weights))
    return tuple((members, max(0, int(weight * scale))) for members, weight in zip(listed, weights, strict=True))
