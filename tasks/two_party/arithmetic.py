"""The few operations in which encoders and formulas are written, so that one code runs on integers and on terms.

Numbers are added, subtracted, multiplied and compared with Python's own operators. What Python cannot overload is
asked of an ``Arithmetic``: ``PLAIN`` answers for integers; ``solvers.symbolic_terms`` has the one for z3 bit-vectors.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol


class Arithmetic(Protocol):
    """Truth values and case distinctions over numbers of some kind."""

    def all(self, parts: Iterable[Any]) -> Any:
        """The conjunction."""

    def any(self, parts: Iterable[Any]) -> Any:
        """The disjunction."""

    def negation(self, part: Any) -> Any:
        """The opposite truth value."""

    def number(self, truth: Any) -> Any:
        """1 if true, 0 if false."""

    def bit(self, number: Any, place: int) -> Any:
        """Whether the binary digit of weight 2^place of a number >= 0 is 1."""


class PlainArithmetic:
    """Integers and Booleans.

    Examples
    --------
    >>> PLAIN.bit(0b100, 2), PLAIN.number(PLAIN.all([True, False])), chosen(PLAIN, 2, [7, 8, 9])
    (True, 0, 8)
    """

    def all(self, parts: Iterable[Any]) -> bool:
        """The conjunction."""
        return all(parts)

    def any(self, parts: Iterable[Any]) -> bool:
        """The disjunction."""
        return any(parts)

    def negation(self, part: Any) -> bool:
        """The opposite truth value."""
        return not part

    def number(self, truth: Any) -> int:
        """1 if true, 0 if false."""
        return int(truth)

    def bit(self, number: Any, place: int) -> bool:
        """Whether the binary digit of weight 2^place is 1."""
        return bool(number >> place & 1)


PLAIN = PlainArithmetic()


def switched(bit: Any, off: Any, on: Any) -> Any:
    """``off`` or ``on``, as a bit says: how a bit enters a token.

    >>> switched(0, 5, 9), switched(1, 5, 9)
    (5, 9)
    """
    return off + bit * (on - off)


def chosen(arithmetic: Arithmetic, number: Any, options: Sequence[Any]) -> Any:
    """The option with this number, counted from 1; 0 if there is none."""
    return sum(arithmetic.number(number == place) * option for place, option in enumerate(options, start=1))
