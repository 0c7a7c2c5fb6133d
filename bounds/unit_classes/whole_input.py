"""Units whose rows tell the whole input: equal weights, and a coordinate for each binary digit of a token.

If all keys are equal, all weights are, so that a row is the mean of the values seen. A digit of the token at position j
has a place in some coordinate: there the values of the tokens at j differ by its weight, and those at other positions
say nothing of it. Where sums are exact, p digits share a coordinate, with the weights 1, 2, .., 2^(p-1) as numbers of
the grid: the sum tells them all. So H dv p >= sum_j ceil(log2 A_j) is enough for any task, A_j the number of tokens at
position j, with heads side by side, values alone and no scores (of heads that are summed: dv p). Where sums are rounded
a coordinate has one digit: its values are the two numbers in the middle of the grid, and the other positions have these
two in turn (twos: 0), so that no partial sum, in units of the weight, is beyond 2, and none is rounded.

Under a mask a row tells what the position sees, which may be enough. The checker runs the unit on every input.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from ...certificates.unit_class import FAMILIES, TABULATED
from ...questions import LeastSize, unit_to_json
from ...questions.finite_task import FiniteTask
from ...questions.grid import GRIDS
from ...solvers.units.fixed_tables import Found
from ...solvers.units.fixed_units import FixedUnits, units_of
from ..bound import Bound, CheckerRefusedError, certified_bound
from .fixed_unit_bounds import unit_of

CLASSES = tuple(name for name in TABULATED if FAMILIES[name].ties in ("", "average"))
"""Classes of units that give equal weights to keys of one score."""

MOST_NUMBERS = 20_000
"""Most numbers in the tables of such a unit."""

Digit = tuple[int, int]
"""A position, and the weight of a binary digit of its token."""


def whole_input_upper(asked: LeastSize) -> Bound | None:
    """The least m, p or H at which a row can tell the whole input, certified; None if that takes another kind of unit.

    Parameters
    ----------
    asked : LeastSize
        About a computation in a class of tables. Of hard weights on one key nothing is said, nor of read-outs by a
        threshold, or of tables by token, by offset, or that are sums.

    Examples
    --------
    >>> from ...questions import computation_question, least_size
    >>> triangles = computation_question("cycle3", N=2)
    >>> print(whole_input_upper(least_size(triangles, "m", "FIXED(1, midrise)", dv=None, read_out="any")))
    m <= 4 [CERTIFIED] equal weights, and values that tell the whole input: 4 digits
    """
    scope, finite = asked.scope, asked.question.finite
    plain = scope is None or scope.tables == "both"
    if finite is None or asked.unit_class.name not in CLASSES or asked.read_out != "any" or not plain:
        return None
    digits = _digits(finite)
    sizes = range(asked.least, asked.least + len(digits) + 1)
    value = next((size for size in sizes if _places(units_of(asked, size)) >= len(digits)), None)
    if value is None:
        return None
    units = units_of(asked, value)
    if units.types * (2 * units.m + units.dv) * units.heads > MOST_NUMBERS:
        return None
    keys, queries = {}, {}
    for j, token in [(j, token) for j in range(finite.length) for token in range(finite.alphabet)]:
        keys[j, token] = tuple(_key(units) + row for row in _values(units, digits, j, token))
        queries[j, token] = (_key(units),) * units.heads
    unit = unit_of(units, Found(tuple(keys.items()), tuple(queries.items()), Fraction(0)))
    how = f"equal weights, and values that tell the whole input: {len(digits)} digits"
    try:
        return certified_bound(asked, "upper", value, how, {"kind": "unit", "unit": unit_to_json(unit)})
    except CheckerRefusedError:  # a mask hides what is asked for
        return None


@lru_cache(16)
def _digits(finite: FiniteTask) -> tuple[Digit, ...]:
    """The binary digits of all tokens, position by position, of the largest token that occurs there."""
    largest = [0] * finite.length
    for tokens, _ in finite.pairs():
        largest = list(map(max, largest, tokens))
    return tuple((j, 1 << k) for j, most in enumerate(largest) for k in range(most.bit_length()))


def _places(units: FixedUnits) -> int:
    """How many digits the rows can tell."""
    heads = units.heads if units.combine == "concat" else 1
    return heads * units.dv * (1 if units.rounds else units.bits)


def _key(units: FixedUnits) -> tuple[int, ...]:
    return (GRIDS[units.grid](units.bits)[0],) * units.m


def _values(units: FixedUnits, digits: tuple[Digit, ...], position: int, token: int) -> list[tuple[int, ...]]:
    """The value of a token at a position, for each head."""
    numbers, each = GRIDS[units.grid](units.bits), 1 if units.rounds else units.bits
    middle, found = len(numbers) // 2, []
    for coordinate in range(units.heads * units.dv):
        here = [
            (slot, bool(token & weight))
            for slot, (j, weight) in enumerate(digits[coordinate * each : (coordinate + 1) * each])
            if j == position
        ]
        if not units.rounds:
            found.append(numbers[sum(1 << slot for slot, digit in here if digit)])
        elif here:
            found.append(numbers[middle - here[0][1]])
        else:
            found.append(numbers[middle - (position % 2 if units.grid == "midrise" else 0)])
    return [tuple(found[h * units.dv : (h + 1) * units.dv]) for h in range(units.heads)]
