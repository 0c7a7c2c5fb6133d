"""Square roots between rationals: exact where the root is rational, else rounded to the side that is asked for."""

from fractions import Fraction
from math import isqrt

STEPS = 10**12
"""Denominator of a rounded root."""


def root_above(value: Fraction, steps: int = STEPS) -> Fraction:
    """A rational at least sqrt(value), by at most 1/steps more; the root itself if it is rational.

    >>> root_above(Fraction(4)), root_above(Fraction(2), 10), root_above(Fraction(1, 4), 1)
    (Fraction(2, 1), Fraction(3, 2), Fraction(1, 2))
    """
    if value <= 0:
        return Fraction(0)
    if exact := _rational_root(value):
        return exact
    square = value * steps * steps
    return Fraction(isqrt(-(-square.numerator // square.denominator) - 1) + 1, steps)


def root_below(value: Fraction, steps: int = STEPS) -> Fraction:
    """A rational at most sqrt(value), by at most 1/steps less; the root itself if rational; of a negative value, 0.

    >>> root_below(Fraction(4)), root_below(Fraction(2), 10)
    (Fraction(2, 1), Fraction(7, 5))
    """
    if value <= 0:
        return Fraction(0)
    square = value * steps * steps
    return _rational_root(value) or Fraction(isqrt(square.numerator // square.denominator), steps)


def _rational_root(value: Fraction) -> Fraction:
    """sqrt(value) of a positive value if it is rational, else 0."""
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return root if root * root == value else Fraction(0)
