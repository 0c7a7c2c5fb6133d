"""Statements: comparisons of expressions, and what ``&``, ``|`` and ``~`` make of them.

A statement has no truth value until certificates say so; then it is true, false, or open.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from .errors import ClaimError
from .expression import Expression, Interval, Known

if TYPE_CHECKING:
    from .quantity import Quantity

OPPOSITE = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "==": "!=", "!=": "=="}


class Statement(ABC):
    """What a claim says of one choice of parameters.

    Examples
    --------
    >>> from headcount.workbench.claims import least
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
        "a quantity of headcount.workbench.claims, so that a certificate can decide"
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
