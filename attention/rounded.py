"""Fixed-point units whose sums and outputs are rounded to p bits: class ROUNDED(p, grid), by definition.

As in class FIXED(p, grid), the tables hold numbers of the p-bit grid, scores are exact, and the weight of a key whose
score lies d below the highest is 2^(p-d) for d <= p and 0 beyond. But a head keeps no exact sums. It goes through the
keys in the order of their positions, the null token last, and keeps Z, the sum of weights, and for each coordinate S_c,
the sum of weight times value, as floating-point numbers with p significant bits, rounded towards 0 after each addition:

    Z := [Z + w],   S_c := [S_c + w v_c],   row_c = [S_c / Z],

[x] the number of largest absolute value, no larger than that of x, of the form s 2^e with integers s, e and |s| < 2^p.
(The product w v_c needs no rounding: w is a power of 2.) Summed heads are added from the first to the last, rounded
each time. So no stored number has more than p bits besides its exponent, as in Sanford, Hsu, Telgarsky 2023 (arXiv
2306.02896), who compute with p-bit numbers throughout; the exponent is bounded by what N keys can sum up to.

Why it matters: an exact sum of n weights is one of n 2^p + 1 numbers, p + log2 n bits; a rounded one is one of 2^(p-1)
(floor(log2 n) + 3), p + log2 log2 n bits or so (``rounded_count``). At p = 1 a sum of ones sticks at 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ..questions import PAIRWISE, Head, Unit
from ..questions.attention import NO_KEY, Output, fixed_point
from .masks import AttentionError


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


def rounded_head_row(head: Head, p: int, scores: Sequence[int], values: Sequence[Sequence[int]]) -> Output:
    """The row of a head from scores and values of the keys, in their order."""
    if not scores:
        raise AttentionError(NO_KEY)
    total, sums = Fraction(0), [Fraction(0)] * head.value_width
    for weight, value in zip(fixed_point(p)(scores), values, strict=True):
        total = rounded(total + weight, p)
        sums = [rounded(entry + weight * v, p) for entry, v in zip(sums, value, strict=True)]
    return tuple(rounded(entry / total, p) for entry in sums)


def rounded_combined(rows: Sequence[Output], combine: str, p: int) -> Output:
    """The layer's row from its heads' rows."""
    if combine == "concat":
        return tuple(entry for row in rows for entry in row)
    found = rows[0]
    for row in rows[1:]:
        found = tuple(rounded(a + b, p) for a, b in zip(found, row, strict=True))
    return found


def rounded_outputs(unit: Unit, tokens: Sequence[int]) -> tuple[Output, ...]:
    """The rows at all positions of a unit of one layer, order 2, read as one of class ROUNDED(p, grid).

    Raises
    ------
    AttentionError
        If the unit has several layers, another order or other weights.

    Examples
    --------
    Uniform attention with values 1, 1, 1, 0 at p = 1: the sums stick at 2, and 2 / 2 is 1; exactly it is 3/4.

    >>> from headcount.questions import Layer, Table
    >>> none = Table("token", ((), ()))
    >>> head = Head(none, (none,), (Table("token", ((0,), (1,))),))
    >>> unit = Unit(2, (Layer((head,), weights="fixed", bits=1),))
    >>> rounded_outputs(unit, (1, 1, 1, 0))[0], unit.outputs((1, 1, 1, 0))[0]
    ((Fraction(1, 1),), (Fraction(3, 4),))
    """
    layer = unit.layers[0]
    if len(unit.layers) != 1 or layer.polynomial != PAIRWISE or layer.weights != "fixed":
        raise AttentionError(
            "unit must have one layer with pairwise scores and weights 'fixed' to be run with rounded sums, got "
            f"{len(unit.layers)} layers, weights {layer.weights!r}"
        )
    rows = []
    for i, own in enumerate(tokens):
        allowed = range(len(tokens)) if layer.mask is None else layer.mask[i]
        found = []
        for head in layer.heads:
            query = head.queries.vector(i, own, unit.alphabet)
            keys = [head.keys[0].vector(j, tokens[j], unit.alphabet) for j in allowed]
            values = [head.values[0].vector(j, tokens[j], unit.alphabet) for j in allowed]
            if head.null_keys:
                keys, values = [*keys, head.null_keys[0]], [*values, head.null_values[0]]
            scores = [PAIRWISE.score((query, key)) for key in keys]
            found.append(rounded_head_row(head, layer.bits, scores, values))
        rows.append(rounded_combined(found, layer.combine, layer.bits))
    return tuple(rows)
