"""The error of real softmax heads for one subset: proposed in floating point, proved in balls.

With scores s^h and one temperature tau, e_j = (1/D) sum_h c_h softmax(tau s^h)_j - [j in y]/q, and the worst error over
all values in the unit ball is sum_j |e_j| (``averaging_construction.py``).
"""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

import numpy as np
from flint import arb, ctx, fmpq

from .averaging_head import Subset

PRECISION = 128
"""Bits of the balls."""

FAR = 100
"""A key whose exponent is so far below the highest weighs at most e^-100."""


def softmax_error(
    subset: Subset, scored: Sequence[tuple[int, np.ndarray]], divisor: int, temperature: Fraction
) -> Fraction:
    """An upper bound on the error of softmax(temperature * scores): a ball's right end, as a rational.

    Parameters
    ----------
    subset : increasing positions
    scored : for each head its share c_h and its N integer scores
    divisor : D

    Examples
    --------
    >>> round(float(softmax_error((0,), [(1, np.array([1, 0]))], 1, Fraction(1))), 6)
    0.537883
    """
    with ctx.workprec(PRECISION):
        exact = fmpq(temperature.numerator, temperature.denominator)
        below = arb(0).union(arb(-FAR).exp())
        total = [arb(0)] * len(scored[0][1])
        for share, scores in scored:
            top = int(max(scores))
            near = -int(FAR / temperature) - 1  # a key as far below as this has an exponent of -FAR or less
            drops = [int(s) - top for s in scores]
            weights = [arb(exact * drop).exp() if drop > near else below for drop in drops]
            mass = sum(weights, arb(0))
            for j, weight in enumerate(weights):
                total[j] += share * weight / mass / divisor
        error = arb(0)
        for j in subset:
            total[j] -= arb(fmpq(1, len(subset)))
        for difference in total:
            error += abs(difference)
        top_end = error.upper()
        if not top_end < 4:
            return Fraction(4)
        return Fraction(ceil(float(top_end) * 2**40 * (1 + 2**-40)) + 1, 2**40)  # float() is off by 2^-52 of it at most


def proposed_error(subset: Subset, exponents: np.ndarray, q: int) -> float:
    """The error of one head with these exponents, in floating point."""
    weights = np.exp(exponents)
    weights /= weights.sum()
    weights[list(subset)] -= 1 / q
    return float(np.abs(weights).sum())
