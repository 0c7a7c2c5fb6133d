"""Fractions around square roots and sines, by integer roots, for claims about irrational values.

``|quantity - x| <= 10^-6`` is stated as two inequalities with fractions, each of which implies it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from ..claims import Quantity, Statement

SLACK = Fraction(1, 10**6)
SCALE = 10**12


@dataclass(frozen=True)
class Enclosure:
    """``below <= x <= above`` for a number x >= 0 that is no fraction, or is."""

    below: Fraction
    above: Fraction


def near(quantity: Quantity, x: Enclosure) -> Statement:
    """The quantity is within 10^-6 of x."""
    return (quantity >= x.above - SLACK) & (quantity <= x.below + SLACK)


def root(square: Fraction | Enclosure) -> Enclosure:
    """The square root, to 10^-12 if the square is exact.

    Examples
    --------
    >>> r = root(Fraction(2))
    >>> r.below**2 <= 2 <= r.above**2, r.above - r.below == Fraction(1, 10**12)
    (True, True)
    >>> root(Fraction(9, 4))
    Enclosure(below=Fraction(3, 2), above=Fraction(3, 2))
    """
    if isinstance(square, Enclosure):
        return Enclosure(root(square.below).below, root(square.above).above)
    below = Fraction(isqrt(square.numerator * SCALE**2 // square.denominator), SCALE)
    return Enclosure(below, below if below**2 == square else below + Fraction(1, SCALE))


def sine(k: int, n: int) -> Enclosure:
    """sin(k pi / 2^n) for 0 <= k <= 2^n, from sin(t)^2 = (1 - cos 2t)/2 and cos(t)^2 = (1 + cos 2t)/2.

    Examples
    --------
    >>> sine(1, 1), sine(1, 2) == root(Fraction(1, 2))
    (Enclosure(below=Fraction(1, 1), above=Fraction(1, 1)), True)
    """
    if 2 * k > 2**n:
        k = 2**n - k
    double = cosine(k, n - 1) if n else Enclosure(Fraction(1), Fraction(1))
    return root(Enclosure((1 - double.above) / 2, (1 - double.below) / 2))


def cosine(k: int, n: int) -> Enclosure:
    """cos(k pi / 2^n) for 0 <= k <= 2^n."""
    if k == 0:
        return Enclosure(Fraction(1), Fraction(1))
    if 2 * k > 2**n:
        mirrored = cosine(2**n - k, n)
        return Enclosure(-mirrored.above, -mirrored.below)
    double = cosine(k, n - 1)
    return root(Enclosure(max((1 + double.below) / 2, Fraction(0)), max((1 + double.above) / 2, Fraction(0))))


def mean_cosecant(N: int) -> Enclosure:
    """(1/N) sum over j = 1..N of 1/sin((2j - 1) pi/(2N)), N a power of 2 and at least 2.

    Examples
    --------
    >>> round(float(mean_cosecant(4).below), 6)
    1.847759
    """
    sines = [sine(2 * j - 1, N.bit_length()) for j in range(1, N + 1)]
    return Enclosure(sum(1 / s.above for s in sines) / Fraction(N), sum(1 / s.below for s in sines) / Fraction(N))
