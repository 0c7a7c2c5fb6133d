"""The functions f of inequalities x <= f(y): increasing, each with its inverse reading.

``falls`` reads the inequality backwards: x <= f(y) exactly if falls(x) <= y, for y >= 0 (numbers below 0 say nothing of
a measure). Irrational roots are rounded to the safe side, by at most 10^-12. Some depend on the number of cells R C.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from .rational_root import root_above, root_below

Curve = Callable[[Fraction, int], Fraction]
LARGEST_EXPONENT = 64
"""2^y is not formed beyond: no measure of a matrix that can be read is as large."""


@dataclass(frozen=True)
class MonotoneFunction:
    """``rises`` is f, ``falls`` its inverse reading, of a value and the number of cells; ``words`` show f of ``{}``."""

    words: str
    rises: Curve
    falls: Curve


def power_of_two(exponent: Fraction) -> Fraction:
    """2^floor(exponent), for an exponent >= 0.

    >>> power_of_two(Fraction(7, 2))
    Fraction(8, 1)
    """
    return Fraction(2 ** min(int(exponent), LARGEST_EXPONENT))


def least_exponent(value: Fraction) -> Fraction:
    """The least integer k >= 0 with 2^k >= value.

    >>> [int(least_exponent(Fraction(x))) for x in (-1, 0, 1, 2, 5)] + [int(least_exponent(Fraction(9, 2)))]
    [0, 0, 0, 1, 3, 3]
    """
    ceiling = -(-value.numerator // value.denominator)
    return Fraction(max(ceiling - 1, 0).bit_length())


def _square(value: Fraction) -> Fraction:
    return max(value, Fraction(0)) ** 2


def _affine(words: str, factor: Fraction | int, summand: Fraction | int) -> MonotoneFunction:
    """Factor > 0 times y, plus the summand."""
    return MonotoneFunction(words, lambda y, cells: factor * y + summand, lambda x, cells: (x - summand) / factor)


FUNCTIONS: dict[str, MonotoneFunction] = {
    "same": _affine("{}", 1, 0),
    "plus one": _affine("{} + 1", 1, 1),
    "double plus one": _affine("2 {} + 1", 2, 1),
    "mean with one": _affine("({} + 1) / 2", Fraction(1, 2), Fraction(1, 2)),
    "square": MonotoneFunction("{}^2", lambda y, cells: _square(y), lambda x, cells: root_below(x)),
    "root": MonotoneFunction("sqrt({})", lambda y, cells: root_above(y), lambda x, cells: _square(x)),
    "power of two": MonotoneFunction("2^{}", lambda y, cells: power_of_two(y), lambda x, cells: least_exponent(x)),
    "power of two less one": MonotoneFunction(
        "2^{} - 1", lambda y, cells: power_of_two(y) - 1, lambda x, cells: least_exponent(x + 1)
    ),
    "next power of two less one": MonotoneFunction(
        "2^({} + 1) - 1", lambda y, cells: power_of_two(y + 1) - 1, lambda x, cells: least_exponent(x + 1) - 1
    ),
    "times root of cells": MonotoneFunction(
        "sqrt(R C) {}",
        lambda y, cells: y * root_above(Fraction(cells)),
        lambda x, cells: x / root_above(Fraction(cells)),
    ),
    "root of cells times": MonotoneFunction(
        "sqrt(R C {})", lambda y, cells: root_above(y * cells), lambda x, cells: _square(x) / cells
    ),
}
"""Name -> function: all that the statements of ``inequalities.py`` may use."""
