"""Which number formats a margin survives.

Rounding moves each unit vector by at most eta. Then |<w', u'> - <w, u>| <= |w' - w| |u| + |w'| |u' - u| <= eta +
(1 + eta) eta, so **all orders stay if margin > 2 eta + eta^2**. *Integers of b bits*, each vector scaled so that its
largest entry s is 2^(b-1) - 1: an entry moves by at most half a unit of the last place, s / (2^(b-1) - 1), so eta <= s
sqrt(d) / (2 (2^(b-1) - 1)); as s sqrt(d) >= 1 for a unit vector, no vectors do better than eta = 1 / (2 (2^(b-1) - 1))
by this argument. *Floats of p bits*: an entry moves by at most 2^-p of itself, so eta <= 2^-p (none is subnormal:
entries below the normal range, scaled to at most 1, add less than sqrt(d) times half the smallest number, which is
counted).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

INTEGERS = {"int4": 4, "int8": 8, "int16": 16}
FLOATS = {"fp8": (4, 2.0**-10), "bfloat16": (8, 2.0**-134), "float16": (11, 2.0**-25), "float32": (24, 2.0**-150)}
"""Name -> bits of the significand, half of the smallest positive number."""


@dataclass(frozen=True)
class Rounding:
    """What rounding to a format does to the vectors at hand.

    ``eta``: most that a vector moves; ``needed``: the margin above which all orders stay; ``least``: what ``needed``
    would be for the flattest vectors (the same for floats); ``place``: a unit of the last place of the largest entry.
    """

    format: str
    eta: float
    needed: float
    least: float
    place: float


def rounding(format: str, vectors: list[np.ndarray]) -> Rounding:
    """The effect on tables of unit vectors; numbers are rounded up.

    >>> flat = rounding("int8", [np.full((1, 4), 0.5)])
    >>> round(flat.needed, 5), round(flat.needed / flat.least, 6)
    (0.00789, 1.0)
    """
    d = vectors[0].shape[1]
    largest = max(float(np.abs(table).max(initial=0.0)) for table in vectors) * (1 + 1e-9)
    if format in INTEGERS:
        top = 2 ** (INTEGERS[format] - 1) - 1
        place, flat = largest / top, 0.5 / top
        eta = place * math.sqrt(d) / 2
    else:
        bits, smallest = FLOATS[format]
        place = 2.0 ** (math.floor(math.log2(largest)) + 1 - bits) if largest > 0 else 0.0
        flat = 2.0**-bits
        eta = flat + math.sqrt(d) * smallest
    grown = 1 + 1e-9
    return Rounding(format, eta * grown, (2 * eta + eta * eta) * grown, 2 * flat + flat * flat, place)
