"""Expressions over quantities, and the statements that comparisons of them make: one language, in one file.

A *quantity* is a number with a definition, about which certificates prove lower and upper bounds. An *expression* is a
sum or a multiple of quantities; it is evaluated in intervals of Fractions, so that what is concluded follows from the
brackets alone. A *statement* compares two expressions, or joins statements by ``&``, ``|`` and ``~``: it has no truth
value until certificates say so; then it is true, false, or open.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Integral, Rational
from typing import Any, NoReturn

from .effort import Certificate, Effort, Search
from .errors import ClaimError
from .interval import Interval, Known

OPPOSITE = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "==": "!=", "!=": "=="}


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


class Quantity(Expression):
    """A number with a definition, about which certificates prove lower and upper bounds."""

    name: str
    """A short name for brackets, such as m."""

    searched_once = True
    """Whether equal keys mean equal searches, so that a search which ended without an answer need not be repeated."""

    @property
    @abstractmethod
    def identity(self) -> Mapping[str, Any]:
        """Everything that the number depends on, as JSON; equal for equal definitions only."""

    @cached_property  # one for an object, even if a user's function behind it gives other answers each time
    def key(self) -> str:
        """The identity as text."""
        return json.dumps(self.identity, sort_keys=True, separators=(",", ":"))

    @property
    def place(self) -> str:
        """Where what is known of it stands while a statement is decided: one place for equal quantities only."""
        return self.key

    @abstractmethod
    def search(self, effort: Effort, enough: Callable[[Interval], bool]) -> Search:
        """Look for certificates until the bounds meet, ``enough`` is known, or the time is up."""

    @abstractmethod
    def proved(self, certificates: Sequence[Certificate]) -> Interval:
        """What certificates prove about this number, each replayed by the checker now; those about others are left."""

    @abstractmethod
    def only(self, certificates: Sequence[Certificate], sides: frozenset[str]) -> tuple[Certificate, ...]:
        """The certificates about this number, cut down to what proves the bounds of these sides."""

    def described(self, interval: Interval, name: str, certificates: Sequence[Certificate]) -> str:
        """What is proved of it, in words; a lower bound that needs no certificate is left out beside an upper one."""
        trivial = interval.upper is not None and self.proved(()).lower == interval.lower != interval.upper
        return (Interval(None, interval.upper) if trivial else interval).words(name)

    def quantities(self) -> Iterator[Quantity]:
        yield self

    def interval(self, known: Known) -> Interval:
        return known.get(self.place, Interval())


class Statement(ABC):
    """What a claim says of one choice of parameters.

    Examples
    --------
    >>> from headcount.claims import least
    >>> print(least("m", "qsa N=6 q=2") >= 4)
    least m of q-SA(N=6, q=2) without a null token, class SIGN >= 4
    """

    @property
    @abstractmethod
    def words(self) -> str:
        """The statement in words."""

    @abstractmethod
    def quantities(self) -> Iterator[Quantity]:
        """The quantities that it is about."""

    @abstractmethod
    def truth(self, known: Known) -> bool | None:
        """Whether it follows from what is known, or its negation does; None if neither."""

    def __and__(self, other: object) -> Statement:
        return Joined("and", self, statement(other))

    def __or__(self, other: object) -> Statement:
        return Joined("or", self, statement(other))

    def __invert__(self) -> Statement:
        return Negated(self)

    def __bool__(self) -> NoReturn:
        raise ClaimError(
            f"the statement '{self.words}' has no truth value before it is decided; join statements with &, | and ~ "
            "instead of and, or, not, and write a <= x <= b as (a <= x) & (x <= b)"
        )

    def __str__(self) -> str:
        return self.words

    __repr__ = __str__


def statement(value: object) -> Statement:
    """The value itself, if it is a statement.

    Raises
    ------
    ClaimError
        If it is none.
    """
    if isinstance(value, Statement):
        return value
    raise ClaimError(
        f"a statement was required, such as least('m', task) >= 4, got {value!r:.80} ({type(value).__name__}); compare "
        "a quantity of headcount.claims, so that a certificate can decide"
    )


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Statement):
    """``left relation right``; the relation is one of >=, <=, >, <, ==, !=."""

    left: Expression
    relation: str
    right: Expression

    @property
    def words(self) -> str:
        return f"{self.left.words} {self.relation} {self.right.words}"

    def quantities(self) -> Iterator[Quantity]:
        yield from self.left.quantities()
        yield from self.right.quantities()

    def truth(self, known: Known) -> bool | None:
        difference = self.left.interval(known) + self.right.interval(known).times(Fraction(-1))
        found = _sign_says(difference, self.relation)
        if found is None:
            against = _sign_says(difference, OPPOSITE[self.relation])
            found = None if against is None else not against
        return found


def _sign_says(difference: Interval, relation: str) -> bool | None:
    """True if every number of the interval stands in the relation to 0, else None."""
    low, high = difference.lower, difference.upper
    holds = {
        ">=": low is not None and low >= 0,
        ">": low is not None and low > 0,
        "<=": high is not None and high <= 0,
        "<": high is not None and high < 0,
        "==": low == 0 and high == 0,
        "!=": (low is not None and low > 0) or (high is not None and high < 0),
    }[relation]
    return True if holds else None


@dataclass(frozen=True, eq=False, repr=False)
class Joined(Statement):
    """Both statements (``and``), or at least one of them (``or``)."""

    joint: str
    left: Statement
    right: Statement

    @property
    def words(self) -> str:
        return f"({self.left.words}) {self.joint} ({self.right.words})"

    def quantities(self) -> Iterator[Quantity]:
        yield from self.left.quantities()
        yield from self.right.quantities()

    def truth(self, known: Known) -> bool | None:
        truths = (self.left.truth(known), self.right.truth(known))
        decisive = self.joint == "or"  # one true part decides an "or", one false part an "and"
        if decisive in truths:
            return decisive
        return None if None in truths else not decisive


@dataclass(frozen=True, eq=False, repr=False)
class Negated(Statement):
    """That a statement is false."""

    part: Statement

    @property
    def words(self) -> str:
        return f"not ({self.part.words})"

    def quantities(self) -> Iterator[Quantity]:
        yield from self.part.quantities()

    def truth(self, known: Known) -> bool | None:
        truth = self.part.truth(known)
        return None if truth is None else not truth
