"""The functions f of inequalities x <= f(y): increasing, each with the least y that an x asks for. Trusted.

``falls`` reads the inequality backwards: x <= f(y) exactly if falls(x) <= y, for y >= 0. Irrational roots are rounded
to the safe side, by at most 10^-12. Some functions depend on the number of cells R C of the matrix.
"""

from collections.abc import Callable
from fractions import Fraction
from math import isqrt

STEPS = 10**12
"""Denominator of a rounded root."""
LARGEST_EXPONENT = 64
"""2^y is not formed beyond: no measure of a matrix that can be read is as large."""


def root_above(value: Fraction | int) -> Fraction:
    """A rational at least sqrt(value), by at most 1 / STEPS more; the root itself if it is rational.

    >>> root_above(Fraction(4)), root_above(Fraction(2)) ** 2 > 2, root_above(Fraction(-1))
    (Fraction(2, 1), True, Fraction(0, 1))
    """
    low = root_below(value)
    return low if low * low >= value else low + Fraction(1, STEPS)


def root_below(value: Fraction | int) -> Fraction:
    """A rational at most sqrt(value), by at most 1 / STEPS less; the root itself if rational; of a negative value, 0.

    >>> root_below(Fraction(9, 4)), 2 - root_below(Fraction(2)) ** 2 < Fraction(1, 10**11)
    (Fraction(3, 2), True)
    """
    value = max(value, Fraction(0))
    exact = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return exact if exact * exact == value else Fraction(isqrt(int(value * STEPS * STEPS)), STEPS)


def power(exponent: Fraction) -> Fraction:
    """2^floor(exponent), for an exponent >= 0.

    >>> power(Fraction(7, 2))
    Fraction(8, 1)
    """
    return Fraction(2 ** min(int(exponent), LARGEST_EXPONENT))


def exponent(value: Fraction) -> Fraction:
    """The least integer k >= 0 with 2^k >= value.

    >>> [int(exponent(Fraction(x, 2))) for x in (-2, 0, 2, 4, 9, 10)]
    [0, 0, 0, 1, 3, 3]
    """
    return Fraction(max(-(-value.numerator // value.denominator) - 1, 0).bit_length())


def square(value: Fraction) -> Fraction:
    """The square of a value, of a negative one 0."""
    return max(value, Fraction(0)) ** 2


Bound = Callable[[Fraction, int], Fraction]
"""Of a value and the number of cells."""


def affine(factor: Fraction | int, summand: Fraction | int) -> tuple[Bound, Bound]:
    """Factor > 0 times y, plus the summand."""
    return lambda y, cells: factor * y + summand, lambda x, cells: (x - summand) / factor


def triangular(value: Fraction) -> Fraction:
    """k (k + 1) / 2 for k = floor(value) >= 0.

    >>> triangular(Fraction(7, 2)), triangular(Fraction(-1))
    (Fraction(6, 1), Fraction(0, 1))
    """
    k = Fraction(max(int(value), 0))
    return k * (k + 1) / 2


def triangular_root(value: Fraction) -> Fraction:
    """The least integer k >= 0 with k (k + 1) / 2 >= value.

    >>> [int(triangular_root(Fraction(x))) for x in (-1, 0, 1, 2, 3, 4, 6, 7)]
    [0, 0, 1, 2, 2, 3, 3, 4]
    """
    least = max(-(-value.numerator // value.denominator), 0)
    k = (isqrt(8 * least + 1) - 1) // 2
    return Fraction(k if triangular(Fraction(k)) >= least else k + 1)


HALF = Fraction(1, 2)
FUNCTIONS: dict[str, tuple[Bound, Bound]] = {
    "{}": affine(1, 0),
    "{} + 1": affine(1, 1),
    "2 {} + 1": affine(2, 1),
    "({} + 1) / 2": affine(HALF, HALF),
    "{}^2": (lambda y, cells: square(y), lambda x, cells: root_below(x)),
    "sqrt({})": (lambda y, cells: root_above(y), lambda x, cells: square(x)),
    "{} + .. + 1": (lambda y, cells: triangular(y), lambda x, cells: triangular_root(x)),
    "2^{}": (lambda y, cells: power(y), lambda x, cells: exponent(x)),
    "2^{} - 1": (lambda y, cells: power(y) - 1, lambda x, cells: exponent(x + 1)),
    "2^({} + 1) - 1": (lambda y, cells: power(y + 1) - 1, lambda x, cells: exponent(x + 1) - 1),
    "sqrt(R C) {}": (lambda y, cells: y * root_above(cells), lambda x, cells: x / root_above(cells)),
    "sqrt(R C {})": (lambda y, cells: root_above(y * cells), lambda x, cells: square(x) / cells),
}
"""f in words -> f, which ``rises``, and its inverse reading ``falls``: all that inequalities may use."""
CONSTANTS: dict[str, Callable[[int, Fraction], tuple[Fraction, Fraction]]] = {
    "1": lambda cells, epsilon: (Fraction(1), Fraction(1)),
    "2500/17823": lambda cells, epsilon: (Fraction(2500, 17823), Fraction(2500, 17823)),
    "1 - 2 epsilon": lambda cells, epsilon: (1 - 2 * epsilon, 1 - 2 * epsilon),
    "R C": lambda cells, epsilon: (Fraction(cells), Fraction(cells)),
    "sqrt(R C)": lambda cells, epsilon: (root_below(cells), root_above(cells)),
}
"""The constant of a product in words -> rounded down and up, from the number of cells and the measures' parameter."""
