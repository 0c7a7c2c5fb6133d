"""Sums and quotients rounded towards 0 to p significant bits: what class ROUNDED(p, grid) keeps in place of exact ones.

[x] is the number of largest absolute value, no larger than that of x, of the form s 2^e with integers s, e, |s| < 2^p.
Over integers of p bits and weights that are powers of 2, sums stay integers, so that only their highest p bits are kept
after each addition; a product of a weight and a value of p bits needs no rounding.
"""

from collections.abc import Sequence
from fractions import Fraction

from .attention import Output


def rounded(x: Fraction | int, p: int) -> Fraction:
    """[x]: towards 0, to p significant bits.

    >>> [str(rounded(x, 2)) for x in (5, -7, Fraction(5, 3), Fraction(1, 3), 0)]
    ['4', '-6', '3/2', '1/4', '0']
    """
    number = Fraction(x)
    if number == 0:
        return number
    top, bottom = abs(number.numerator), number.denominator
    exponent = top.bit_length() - bottom.bit_length() - p - 1  # so that the quotient has p bits or up to 2 more
    shifted = (top << -exponent) // bottom if exponent < 0 else top // (bottom << exponent)
    spare = max(0, shifted.bit_length() - p)
    kept = (shifted >> spare) * Fraction(2) ** (exponent + spare)
    return kept if number > 0 else -kept


def rounded_integer(x: int, p: int) -> int:
    """[x] of an integer, which is one.

    >>> [rounded_integer(x, 2) for x in (5, -7, 3, 0)]
    [4, -6, 3, 0]
    """
    spare = abs(x).bit_length() - p
    if spare <= 0:
        return x
    return x >> spare << spare if x > 0 else -(-x >> spare << spare)


def rounded_mean(weights: Sequence[int], values: Sequence[Sequence[int]], p: int) -> Output:
    """The row of a head: Z := [Z + w] and S_c := [S_c + w v_c], key by key; then [S_c / Z].

    Parameters
    ----------
    weights : integers >= 0, the first keys' first, not all 0
    values : the value of each key

    Examples
    --------
    Sums of 1 bit stick at 2: three times 1 and once 0 are 1 on average, not 3/4.

    >>> rounded_mean([1, 1, 1, 1], [(1,), (1,), (1,), (0,)], 1)
    (Fraction(1, 1),)
    """
    total, sums = 0, [0] * len(values[0])
    for weight, value in zip(weights, values, strict=True):
        if weight:
            total = rounded_integer(total + weight, p)
            sums = [rounded_integer(known + weight * v, p) for known, v in zip(sums, value, strict=True)]
    return tuple(rounded(Fraction(entry, total), p) for entry in sums)


def rounded_sum(rows: Sequence[Output], p: int) -> Output:
    """The sum of the rows of several heads, from the first to the last, rounded each time."""
    found = rows[0]
    for row in rows[1:]:
        found = tuple(rounded(a + b, p) for a, b in zip(found, row, strict=True))
    return found
