"""Expressions over quantities: sums, multiples and ceil(log2 ..) of what has a certified bracket.

A comparison of two expressions is a ``Statement``. Expressions are evaluated in intervals of Fractions, so that
whatever is concluded about them follows from the brackets alone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral, Rational
from typing import TYPE_CHECKING, Any

from .errors import ClaimError

if TYPE_CHECKING:
    from .quantity import Quantity
    from .statement import Comparison


@dataclass(frozen=True)
class Interval:
    """``lower <= x <= upper``; None where an end is not known.

    Examples
    --------
    >>> Interval(Fraction(2), None) + Interval(Fraction(1), Fraction(1))
    Interval(lower=Fraction(3, 1), upper=None)
    """

    lower: Fraction | None = None
    upper: Fraction | None = None

    def __add__(self, other: Interval) -> Interval:
        def both(a: Fraction | None, b: Fraction | None) -> Fraction | None:
            return None if a is None or b is None else a + b

        return Interval(both(self.lower, other.lower), both(self.upper, other.upper))

    def times(self, factor: Fraction) -> Interval:
        """The multiples; the ends change places if the factor is negative."""
        ends = tuple(None if end is None else factor * end for end in (self.lower, self.upper))
        return Interval(*(ends if factor >= 0 else reversed(ends)))

    def within(self, other: Interval) -> Interval:
        """The better of the ends of both."""
        lowers = [end for end in (self.lower, other.lower) if end is not None]
        uppers = [end for end in (self.upper, other.upper) if end is not None]
        return Interval(max(lowers, default=None), min(uppers, default=None))

    def words(self, name: str) -> str:
        """The bracket in words, such as ``4 <= m <= 5``; an end that is not known is left out."""
        if self.lower is not None and self.lower == self.upper:
            return f"{name} = {self.lower}"
        lower = "" if self.lower is None else f"{self.lower} <= "
        upper = "" if self.upper is None else f" <= {self.upper}"
        return f"{lower}{name}{upper}" if lower or upper else f"nothing is known of {name}"


Known = Mapping[str, Interval]
"""What is known of each quantity, by its ``place``."""


class Expression(ABC):
    """Something with a value that brackets say something about; comparisons make statements.

    ``==`` makes a statement too, so expressions are told apart by ``is`` (and quantities by ``key``).
    """

    __hash__ = object.__hash__

    @property
    @abstractmethod
    def words(self) -> str:
        """The expression in words."""

    @abstractmethod
    def quantities(self) -> Iterator[Quantity]:
        """The quantities in it."""

    @abstractmethod
    def interval(self, known: Known) -> Interval:
        """What the brackets say about it."""

    def __str__(self) -> str:
        return self.words

    __repr__ = __str__

    def __add__(self, other: object) -> Expression:
        return Total(self, expression(other))

    def __radd__(self, other: object) -> Expression:
        return Total(expression(other), self)

    def __sub__(self, other: object) -> Expression:
        taken = expression(other)
        return Total(self, Constant(-taken.value) if isinstance(taken, Constant) else Multiple(taken, Fraction(-1)))

    def __rsub__(self, other: object) -> Expression:
        return Total(expression(other), Multiple(self, Fraction(-1)))

    def __mul__(self, factor: object) -> Expression:
        return Multiple(self, number(factor, "a factor"))

    __rmul__ = __mul__

    def __ge__(self, other: object) -> Comparison:
        return self._compared(">=", other)

    def __le__(self, other: object) -> Comparison:
        return self._compared("<=", other)

    def __gt__(self, other: object) -> Comparison:
        return self._compared(">", other)

    def __lt__(self, other: object) -> Comparison:
        return self._compared("<", other)

    def __eq__(self, other: object) -> Comparison:  # type: ignore[override]
        return self._compared("==", other)

    def __ne__(self, other: object) -> Comparison:  # type: ignore[override]
        return self._compared("!=", other)

    def _compared(self, relation: str, other: object) -> Comparison:
        from .statement import Comparison

        return Comparison(self, relation, expression(other))


def number(value: object, what: str = "the other side") -> Fraction:
    """An integer or Fraction as a Fraction.

    Raises
    ------
    ClaimError
        If it is anything else; floats are refused because verdicts are exact.
    """
    if isinstance(value, bool) or not isinstance(value, Integral | Rational):
        remedy = "; write Fraction('0.5') for 0.5, since verdicts are exact" if isinstance(value, float) else ""
        raise ClaimError(
            f"{what} must be a quantity, an integer or a Fraction, got {value!r:.80} ({type(value).__name__}){remedy}"
        )
    return (
        Fraction(int(value)) if isinstance(value, Integral) else Fraction(int(value.numerator), int(value.denominator))
    )


def expression(value: object) -> Expression:
    """The value itself if it is an expression, else the constant."""
    return value if isinstance(value, Expression) else Constant(number(value))


def ceil_log2(value: object) -> Expression:
    """ceil(log2 x), for x >= 1 (a smaller x counts as 1).

    Examples
    --------
    >>> ceil_log2(9).interval({})
    Interval(lower=Fraction(4, 1), upper=Fraction(4, 1))
    """
    return CeilLog2(expression(value))


@dataclass(frozen=True, eq=False, repr=False)
class Constant(Expression):
    """A number."""

    value: Fraction

    @property
    def words(self) -> str:
        return str(self.value)

    def quantities(self) -> Iterator[Quantity]:
        yield from ()

    def interval(self, known: Known) -> Interval:
        return Interval(self.value, self.value)


@dataclass(frozen=True, eq=False, repr=False)
class Total(Expression):
    """The sum of two expressions."""

    left: Expression
    right: Expression

    @property
    def words(self) -> str:
        right = self.right
        if isinstance(right, Multiple) and right.factor < 0:
            taken = Multiple(right.base, -right.factor)
            return f"{self.left.words} - {right.base.words if right.factor == -1 else taken.words}"
        if isinstance(right, Constant) and right.value < 0:
            return f"{self.left.words} - {-right.value}"
        return f"{self.left.words} + {right.words}"

    def quantities(self) -> Iterator[Quantity]:
        yield from self.left.quantities()
        yield from self.right.quantities()

    def interval(self, known: Known) -> Interval:
        return self.left.interval(known) + self.right.interval(known)


@dataclass(frozen=True, eq=False, repr=False)
class Multiple(Expression):
    """An expression times a number."""

    base: Expression
    factor: Fraction

    @property
    def words(self) -> str:
        inner = f"({self.base.words})" if isinstance(self.base, Total) else self.base.words
        return f"{self.factor} {inner}"

    def quantities(self) -> Iterator[Quantity]:
        yield from self.base.quantities()

    def interval(self, known: Known) -> Interval:
        return self.base.interval(known).times(self.factor)


@dataclass(frozen=True, eq=False, repr=False)
class CeilLog2(Expression):
    """ceil(log2 of an expression), which is monotone, so it may be taken of each end."""

    base: Expression

    @property
    def words(self) -> str:
        return f"ceil(log2({self.base.words}))"

    def quantities(self) -> Iterator[Quantity]:
        yield from self.base.quantities()

    def interval(self, known: Known) -> Interval:
        def end(x: Fraction | None) -> Any:
            if x is None:
                return None
            ceiling = max(1, -(-x.numerator // x.denominator))
            return Fraction((ceiling - 1).bit_length())

        inner = self.base.interval(known)
        return Interval(end(inner.lower), end(inner.upper))
