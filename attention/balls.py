"""Real softmax attention in balls: proved enclosures of outputs, through the same definition as the exact units.

A ball (Arb: Johansson, arXiv 1611.02831) is a midpoint with a radius, and every operation returns a ball that holds
every value possible for its operands. So an output's ball holds the output, whatever the rounding.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

from ..questions import PAIRWISE, ScorePolynomial, attend
from .masks import AttentionError, require_integer

BallTable = Sequence[Sequence[Any]]


def ball_attention(
    queries: BallTable,
    keys: Sequence[BallTable],
    values: Sequence[BallTable],
    *,
    polynomial: ScorePolynomial = PAIRWISE,
    mask: Sequence[Sequence[int]] | None = None,
    base: str | int = "e",
    scale: Any = 1,
    precision: int = 128,
) -> tuple[tuple[arb, ...], ...]:
    """The outputs of a softmax head for every query, as balls; plain loops, for small sizes.

    Parameters
    ----------
    queries : N rows of length m; entries are int, Fraction, float (taken exactly) or arb, here and below
    keys : s-1 tables of Nk rows of length m
    values : s-1 tables of Nk rows of length dv
    polynomial : the score, of order s
    mask : the list of allowed keys for every position (None: all)
    base : "e" or 2; base b weighs a tuple by b^(scale * score)
    scale : int, Fraction, float or arb
    precision : bits of the midpoints

    Guarantee
    ---------
    The exact output lies in its ball. A ball may be wide if ``precision`` is low; ``error_upper`` shows it.

    Raises
    ------
    AttentionError
        If an entry is no finite number, tables do not fit together, or a position has no key.

    Examples
    --------
    >>> ((output,),) = ball_attention([[1]], [[[1], [0]]], [[[5], [2]]], base=2)
    >>> output.contains(4), error_upper([[output]], [[4]]) < Fraction(1, 2**100)
    (True, True)
    """
    if len(keys) != polynomial.order - 1 or len(values) != polynomial.order - 1:
        raise AttentionError(
            f"keys and values must be {polynomial.order - 1} tables each for a score of order {polynomial.order}, "
            f"got {len(keys)} and {len(values)}"
        )
    for name, tables in (("queries", [queries]), ("keys", keys), ("values", values)):
        if not all(hasattr(table, "__len__") and all(hasattr(row, "__len__") for row in table) for table in tables):
            what = "rows of numbers" if name == "queries" else f"a list of {polynomial.order - 1} tables with such rows"
            raise AttentionError(f"{name} must be {what}; for order 2 write [table]")
    if not len(queries) or not len(values[0]):
        raise AttentionError("queries and tables must have at least one row")
    count, width, value_width = len(keys[0]), len(queries[0]), len(values[0][0])
    for name, tables, columns in (("keys", keys, width), ("values", values, value_width)):
        for r, table in enumerate(tables):
            if len(table) != count or any(len(row) != columns for row in table):
                raise AttentionError(f"{name}[{r}] must have {count} rows of length {columns}")
    if any(len(row) != width for row in queries):
        raise AttentionError(f"queries must have rows of length {width}")
    if mask is not None and len(mask) != len(queries):
        raise AttentionError(f"mask must have a list for each of {len(queries)} positions, got {len(mask)}")
    with ctx.workprec(_precision(precision)):
        weigh = softmax_weighing(base, scale)
        key_balls = [[[ball_of(x) for x in row] for row in table] for table in keys]
        value_balls = [[[ball_of(x) for x in row] for row in table] for table in values]
        outputs = []
        for i, query in enumerate(queries):
            allowed = list(range(count) if mask is None else mask[i])
            if not allowed or not all(0 <= j < count for j in allowed):
                raise AttentionError(
                    f"position {i} must have at least one key, each in 0 .. {count - 1}, got {allowed}; "
                    "let the mask allow one, or add a null token"
                )
            outputs.append(attend(polynomial, weigh, [ball_of(x) for x in query], key_balls, value_balls, allowed))
    return tuple(outputs)


def softmax_weighing(base: str | int = "e", scale: Any = 1) -> Callable[[Sequence[Any]], list[arb]]:
    """A weighing for ``certificates.attend``: balls around base^(scale (score - t)), t one exact number for all scores.

    A shift t changes no output; the midpoint of a highest score keeps every weight near or below 1.

    >>> [str(weight) for weight in softmax_weighing(base=2)([3, 1])]
    ['1.00000000000000', '[0.250000000000000 +/- 8.35e-17]']
    """
    if base not in ("e", 2):
        raise AttentionError(f'base must be "e" or 2, got {base!r}; base b is base "e" with scale ln b')

    def weigh(scores: Sequence[Any]) -> list[arb]:
        factor = ball_of(scale) if base == "e" else ball_of(scale) * arb.const_log2()
        balls = [ball_of(score) for score in scores]
        top = balls[0].mid()
        for ball in balls[1:]:
            if ball.mid() > top:
                top = ball.mid()
        return [(factor * (ball - top)).exp() for ball in balls]

    return weigh


def error_upper(outputs: Sequence[Sequence[Any]], wanted: Sequence[Sequence[Any]], *, precision: int = 128) -> Fraction:
    """An upper bound, as an exact rational, of the largest ``|output - wanted|`` over all rows and coordinates.

    Proof: the difference of two balls holds the difference of what they hold; a ball's upper bound of absolute values
    is rounded outwards to a dyadic number, which the Fraction equals; the maximum of such ends is returned.

    Raises
    ------
    AttentionError
        If the rows do not fit together, or a ball is not finite (more ``precision`` for ``ball_attention`` helps).

    Examples
    --------
    >>> error_upper([[Fraction(1, 2)]], [[0]])
    Fraction(1, 2)
    """
    if [len(row) for row in outputs] != [len(row) for row in wanted]:
        raise AttentionError("wanted must have as many rows and coordinates as outputs")
    largest = Fraction(0)
    with ctx.workprec(_precision(precision)):
        for row, target in zip(outputs, wanted, strict=True):
            for output, value in zip(row, target, strict=True):
                end = (ball_of(output) - ball_of(value)).abs_upper()
                if not end.is_finite():
                    raise AttentionError(f"outputs must be finite balls, got {output}; raise the precision")
                largest = max(largest, fraction_of(end))
    return largest


def fraction_of(point: arb) -> Fraction:
    """The number that a ball without a radius is."""
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent


def ball_of(entry: Any) -> arb:
    """The number as a ball: exact, except that a Fraction is rounded within its radius."""
    if isinstance(entry, Fraction):
        return arb(fmpq(entry.numerator, entry.denominator))
    if isinstance(entry, str | bytes):
        raise AttentionError(f"an entry must be an int, Fraction, float or arb, got {entry!r}")
    try:
        ball = (
            arb(int(entry)) if hasattr(entry, "__index__") else entry if isinstance(entry, arb) else arb(float(entry))
        )
    except (TypeError, ValueError):
        raise AttentionError(f"an entry must be an int, Fraction, float or arb, got {entry!r}") from None
    if not ball.is_finite():
        raise AttentionError(f"an entry must be finite, got {entry!r}")
    return ball


def _precision(bits: Any) -> int:
    require_integer("precision", bits, 2, " bits")
    return int(bits)
