"""A rule: from proved bounds of some measures to a bound of another one."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from ..statement.matrix import CommunicationMatrix

Premise = tuple[str, str]
Values = tuple[Fraction, ...]
Curve = Callable[[Fraction], Fraction]

NOTHING = Fraction(-(10**9))
"""A lower bound that says nothing."""
NO_END = Fraction(10**18)
"""An upper bound that says nothing: no measure of a matrix that can be read is larger."""


@dataclass(frozen=True)
class Rule:
    """From bounds of the premises (measure, side), in order, ``bound`` makes one of the conclusion.

    ``bound`` takes the values and the number of cells R C. ``total``: the proof needs a matrix without ``*``.
    ``scale``, if there is one, takes the parameter of the measures that have one to a factor of the result.
    """

    name: str
    premises: tuple[Premise, ...]
    conclusion: Premise
    bound: Callable[[Values, int], Fraction]
    proof: str
    total: bool = False
    scale: Curve | None = None

    def conclude(self, values: Values, cells: int, parameter: Fraction | None) -> Fraction:
        """The bound of the conclusion; ``parameter`` is that of the measures concerned, if any has one."""
        value = self.bound(values, cells)
        return value if self.scale is None or parameter is None else value * self.scale(parameter)

    def applies(self, matrix: CommunicationMatrix) -> bool:
        """Whether the rule holds for this matrix."""
        return matrix.total or not self.total


def same(value: Fraction) -> Fraction:
    """The value itself."""
    return value


def at_most(
    smaller: str, larger: str, proof: str, rises: Curve = same, falls: Curve = same, name: str = "", total: bool = False
) -> tuple[Rule, Rule]:
    """Both readings of ``smaller <= rises(larger)``, where x <= rises(y) implies falls(x) <= y.

    >>> down, up = at_most("rank_gf2", "rank_q", "..")
    >>> down.premises, down.conclusion, up.premises, up.conclusion
    ((('rank_gf2', 'lower'),), ('rank_q', 'lower'), (('rank_q', 'upper'),), ('rank_gf2', 'upper'))
    """
    name = name or f"{smaller} <= {larger}"
    return (
        Rule(name, ((smaller, "lower"),), (larger, "lower"), lambda v, cells: falls(v[0]), proof, total),
        Rule(name, ((larger, "upper"),), (smaller, "upper"), lambda v, cells: rises(v[0]), proof, total),
    )


def at_most_one_more(smaller: str, larger: str, proof: str) -> tuple[Rule, Rule]:
    """Both readings of ``smaller <= larger + 1``."""
    return at_most(smaller, larger, proof, lambda y: y + 1, lambda x: x - 1, f"{smaller} <= {larger} + 1")


def product_at_most(one: str, other: str, most: Fraction, proof: str) -> tuple[Rule, Rule]:
    """Both readings of ``one * other <= most`` for positive measures."""
    name = f"{one} * {other} <= {most}"

    def turned(values: Values, cells: int) -> Fraction:
        return most / values[0] if values[0] > 0 else NO_END

    return (
        Rule(name, ((one, "lower"),), (other, "upper"), turned, proof),
        Rule(name, ((other, "lower"),), (one, "upper"), turned, proof),
    )


def product_at_least(
    one: str, other: str, least: Fraction, proof: str, scale: Curve | None = None, name: str = ""
) -> tuple[Rule, Rule]:
    """Both readings of ``one * other >= least`` (times ``scale`` of the parameter) for positive measures."""
    name = name or f"{one} * {other} >= {least}"

    def turned(values: Values, cells: int) -> Fraction:
        return least / values[0] if values[0] > 0 else NOTHING

    return (
        Rule(name, ((one, "upper"),), (other, "lower"), turned, proof, scale=scale),
        Rule(name, ((other, "upper"),), (one, "lower"), turned, proof, scale=scale),
    )


def power_of_two(exponent: Fraction) -> Fraction:
    """2^exponent for an integral exponent below 64, else ``NO_END``."""
    return Fraction(2 ** int(exponent)) if exponent < 60 else NO_END


def least_exponent(value: Fraction) -> Fraction:
    """The least integer k >= 0 with 2^k >= value.

    >>> [int(least_exponent(Fraction(x))) for x in (-1, 0, 1, 2, 5)] + [int(least_exponent(Fraction(9, 2)))]
    [0, 0, 0, 1, 3, 3]
    """
    ceiling = -(-value.numerator // value.denominator)
    return Fraction(max(ceiling - 1, 0).bit_length())


def root_above(value: Fraction, steps: int = 10**12) -> Fraction:
    """A rational at least sqrt(value), by at most 1/steps more; the root itself if it is rational.

    >>> root_above(Fraction(4)), root_above(Fraction(2), 10), root_above(Fraction(1, 4), 1)
    (Fraction(2, 1), Fraction(3, 2), Fraction(1, 2))
    """
    if exact := _rational_root(value):
        return exact
    square = value * steps * steps
    ceiling = -(-square.numerator // square.denominator)
    return Fraction(isqrt(ceiling - 1) + 1 if ceiling > 0 else 0, steps)


def root_below(value: Fraction, steps: int = 10**12) -> Fraction:
    """A rational at most sqrt(value), by at most 1/steps less; the root itself if rational; of a negative value, 0.

    >>> root_below(Fraction(4)), root_below(Fraction(2), 10)
    (Fraction(2, 1), Fraction(7, 5))
    """
    if exact := _rational_root(value):
        return exact
    square = max(value, Fraction(0)) * steps * steps
    return Fraction(isqrt(square.numerator // square.denominator), steps)


def _rational_root(value: Fraction) -> Fraction:
    """sqrt(value) if it is rational and positive, else 0."""
    if value <= 0:
        return Fraction(0)
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    return root if root * root == value else Fraction(0)
