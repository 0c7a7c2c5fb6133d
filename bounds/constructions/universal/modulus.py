"""A modulus of continuity as an expression in t, evaluated to rational bounds.

omega is a modulus of f in the maximum norm if |f(X) - f(Y)| <= omega(|X - Y|) for all X, Y. It may be written with
numbers, t, + - * / **, sqrt, min, max and parentheses: ``3/2*t``, ``2*sqrt(t)``, ``min(1, 3*t**0.5)``. Every operation
keeps an interval of rationals that holds the value; roots are rounded outwards to multiples of 10^-15.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, starmap

from ..construction import ConstructionError

Range = tuple[Fraction, Fraction]

LONGEST = 200
"""Characters of an expression."""
MOST_EXPONENT = 100
"""Numerator and denominator of an exponent."""
SCALE = 10**15
TRIED = 64
"""Equal parts of [0, 1] at whose ends it is tried that omega does not decrease."""

REMEDY = "write an expression in t such as ‹modulus=3/2*t› or ‹modulus=2*sqrt(t)›"


def root_up(value: Fraction, k: int) -> Fraction:
    """A rational at least the k-th root of a number >= 0, and within 10^-15 of it; exact where that is rational.

    >>> root_up(Fraction(1, 9), 2), float(root_up(Fraction(2), 2))
    (Fraction(1, 3), 1.414213562373096)
    """
    return _roots(value, k)[1]


class Modulus:
    """omega as a function: called with t it gives a rational number that is at least omega(t).

    Parameters
    ----------
    text : str
        An expression in t.

    Raises
    ------
    ConstructionError
        If it is no such expression, does not use t, or is seen to be negative or to decrease on [0, 1].

    Examples
    --------
    >>> Modulus("3/2*t")(Fraction(1, 4)), Modulus("min(1, 2*sqrt(t))")(Fraction(1, 9))
    (Fraction(3, 8), Fraction(2, 3))
    >>> Modulus("1 - t")
    Traceback (most recent call last):
    headcount....ConstructionError: modulus must not decrease, but it falls from 1 at t = 0 to 63/64 at t = 1/64; ...
    """

    def __init__(self, text: str) -> None:
        self.text = str(text).strip()
        try:
            self._tree = ast.parse(self.text[: LONGEST + 1], mode="eval").body
        except (SyntaxError, ValueError, RecursionError):
            raise self._error("must be an expression in t") from None
        if len(self.text) > LONGEST:
            raise self._error(f"must have at most {LONGEST} characters")
        if not any(isinstance(node, ast.Name) and node.id == "t" for node in ast.walk(self._tree)):
            raise self._error("must use t, the distance of two inputs")
        places = [Fraction(k, TRIED) for k in range(TRIED + 1)]
        values = list(map(self.range, places))
        for place, (_, high) in zip(places, values, strict=True):
            if high < 0:
                raise ConstructionError(f"‹modulus› must be at least 0, but it is {high} at t = {place}; {REMEDY}")
        for (before, one), (after, other) in pairwise(zip(places, values, strict=True)):
            if other[1] < one[0]:
                raise ConstructionError(
                    f"‹modulus› must not decrease, but it falls from {one[0]} at t = {before} to {other[1]} at "
                    f"t = {after}; {REMEDY}"
                )

    def __call__(self, t: Fraction) -> Fraction:
        return self.range(t)[1]

    def require_no_less_below(self, t: Fraction) -> None:
        """Refuse a modulus that is greater somewhere below t, at the places that are tried.

        Raises
        ------
        ConstructionError
            If it decreases.
        """
        most, (_, high) = Fraction(10**6 - 1, 10**6), self.range(t)
        for part in (*(Fraction(k, TRIED) for k in range(TRIED)), most):
            if self.range(part * t)[0] > high:
                raise ConstructionError(
                    f"‹modulus› must not decrease, but it falls from {float(self.range(part * t)[0]):.4g} at "
                    f"t = {float(part * t):.8g} to {float(high):.4g} at t = {t}; {REMEDY}"
                )

    def range(self, t: Fraction) -> Range:
        """Rational numbers between which omega(t) lies."""
        try:
            return self._value(self._tree, t)
        except ZeroDivisionError:
            raise self._error(f"must be defined on [0, 1], but at t = {t} it divides by 0") from None

    def _value(self, node: ast.expr, t: Fraction) -> Range:
        match node:
            case ast.Name(id="t"):
                return t, t
            case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
                number = Fraction(ast.get_source_segment(self.text, node) or "")
                return number, number
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                low, high = self._value(operand, t)
                return -high, -low
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                base, (low, high) = self._value(left, t), self._value(right, t)
                if low != high:
                    raise self._error("must have exponents that are rational numbers")
                return self._power(base, low)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
                return OPERATIONS[type(op)](self._value(left, t), self._value(right, t))
            case ast.Call(func=ast.Name(id="sqrt"), args=[argument], keywords=[]):
                return self._power(self._value(argument, t), Fraction(1, 2))
            case ast.Call(func=ast.Name(id="min" | "max" as name), args=[_, *_] as args, keywords=[]):
                lows, highs = zip(*(self._value(one, t) for one in args), strict=True)
                choose = min if name == "min" else max
                return choose(lows), choose(highs)
        raise self._error("may have numbers, t, + - * / **, sqrt, min, max and parentheses only")

    def _power(self, base: Range, exponent: Fraction) -> Range:
        if not 0 <= exponent <= MOST_EXPONENT or exponent.denominator > MOST_EXPONENT:
            raise self._error(f"must have exponents between 0 and {MOST_EXPONENT} of denominators up to as much")
        if base[0] < 0:
            raise self._error("must have powers and roots of numbers >= 0 only")
        low, high = (one**exponent.numerator for one in base)
        return _roots(low, exponent.denominator)[0], _roots(high, exponent.denominator)[1]

    def _error(self, requirement: str) -> ConstructionError:
        return ConstructionError(requirement, argument="modulus", value=self.text, remedy=REMEDY)

    def __repr__(self) -> str:
        return f"Modulus({self.text!r})"


def _corners(operation: Callable[[Fraction, Fraction], Fraction]) -> Callable[[Range, Range], Range]:
    def applied(one: Range, other: Range) -> Range:
        found = list(starmap(operation, ((a, b) for a in one for b in other)))
        return min(found), max(found)

    return applied


def _divided(one: Range, other: Range) -> Range:
    if other[0] <= 0 <= other[1]:
        raise ZeroDivisionError
    return _corners(operator.truediv)(one, other)


OPERATIONS: dict[type[ast.operator], Callable[[Range, Range], Range]] = {
    ast.Add: _corners(operator.add),
    ast.Sub: _corners(operator.sub),
    ast.Mult: _corners(operator.mul),
    ast.Div: _divided,
}


def _roots(value: Fraction, k: int) -> Range:
    """Rational numbers between which the k-th root lies, equal if it is rational."""
    parts = _root(value.numerator, k), _root(value.denominator, k)
    if parts[0] ** k == value.numerator and parts[1] ** k == value.denominator:
        return Fraction(*parts), Fraction(*parts)
    down = _root(value.numerator * SCALE**k // value.denominator, k)
    return Fraction(down, SCALE), Fraction(down + 1, SCALE)


def _root(value: int, k: int) -> int:
    """The greatest integer whose k-th power is at most ``value`` >= 0."""
    low, high = 0, 1 << (value.bit_length() // k + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**k <= value else (low, middle)
    return low
