"""Fixed-point units whose sums and outputs are rounded to p bits: class ROUNDED(p, grid), by definition.

As in class FIXED(p, grid), the tables hold numbers of the p-bit grid, scores are exact, and the weight of a key whose
score lies d below the highest is 2^(p-d) for d <= p and 0 beyond. But a head keeps no exact sums. It goes through the
keys in the order of their positions, the null token last, and keeps Z, the sum of weights, and for each coordinate S_c,
the sum of weight times value, as floating-point numbers with p significant bits, rounded towards 0 after each addition:

    Z := [Z + w],   S_c := [S_c + w v_c],   row_c = [S_c / Z],

[x] the number of largest absolute value, no larger than that of x, of the form s 2^e with integers s, e and |s| < 2^p
(``questions.rounded``; the product w v_c needs no rounding: w is a power of 2). Summed heads are added from the first
to the last, rounded each time; heads of order s go through their tuples of keys in lexicographic order. So no stored
number has more than p bits besides its exponent, as in Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), who compute
with p-bit numbers throughout; the exponent is bounded by what N keys can sum up to.

Why it matters: an exact sum of n weights is one of n 2^p + 1 numbers, p + log2 n bits; a rounded one is one of 2^(p-1)
(floor(log2 n) + 3), p + log2 log2 n bits or so (``rounded_count``). At p = 1 a sum of ones sticks at 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..questions import Unit
from ..questions.attention import BITS_NEEDED, Output
from ..questions.rounded import rounded
from .masks import AttentionError


def rounded_index(x: int, p: int) -> int:
    """The number of x among 0 and the positive integers of p significant bits, in order.

    >>> [rounded_index(x, 2) for x in (0, 1, 2, 3, 4, 6, 8, 12)]
    [0, 1, 2, 3, 4, 5, 6, 7]
    """
    if x < 1 << p:
        return x
    exponent = x.bit_length() - p
    return (1 << p) + (exponent - 1 << p - 1) + (x >> exponent) - (1 << p - 1)


def rounded_at(index: int, p: int) -> int:
    """The integer with this number.

    >>> [rounded_at(k, 1) for k in range(6)]
    [0, 1, 2, 4, 8, 16]
    """
    if index < 1 << p:
        return index
    exponent, rest = divmod(index - (1 << p), 1 << p - 1)
    return (1 << p - 1) + rest << exponent + 1


def rounded_count(limit: int, p: int) -> int:
    """How many of 0 .. limit have p significant bits; 2^(p-1) (floor(log2 n) + 3) at limit n 2^p - 1 for n = 2^k.

    >>> rounded_count(4 * 2**3, 3), rounded_count(100, 1), rounded_count(7, 3)
    (17, 8, 8)
    """
    return rounded_index(int(rounded(limit, p)), p) + 1


def rounded_outputs(unit: Unit, tokens: Sequence[int]) -> tuple[Output, ...]:
    """The rows at all positions of a unit with weights "fixed", read as one of class ROUNDED(p, grid).

    Raises
    ------
    AttentionError
        If the unit has other weights.

    Examples
    --------
    Uniform attention with values 1, 1, 1, 0 at p = 1: the sums stick at 2, and 2 / 2 is 1; exactly it is 3/4.

    >>> from headcount.questions import Head, Layer, Table, Unit
    >>> none = Table("token", ((), ()))
    >>> head = Head(none, (none,), (Table("token", ((0,), (1,))),))
    >>> unit = Unit(2, (Layer((head,), weights="fixed", bits=1),))
    >>> rounded_outputs(unit, (1, 1, 1, 0))[0], unit.outputs((1, 1, 1, 0))[0]
    ((Fraction(1, 1),), (Fraction(3, 4),))
    """
    if any(layer.weights not in BITS_NEEDED for layer in unit.layers):
        got = ", ".join(repr(layer.weights) for layer in unit.layers)
        raise AttentionError(f"unit must have weights 'fixed' to be run with rounded sums, got {got}")
    layers = tuple(replace(layer, weights="rounded") for layer in unit.layers)
    return replace(unit, layers=layers).outputs(tokens)
