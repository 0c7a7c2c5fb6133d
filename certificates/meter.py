"""One meter for all the work of a file: what is not paid for is not done."""

from collections.abc import Sized
from typing import TypeVar

Held = TypeVar("Held", bound=Sized)

LIMIT = 400_000_000
"""Steps that one file may take unless the user allows more: less than a minute of CPython, less than 500 MB."""

UNLIMITED = 10**30
"""For those who run units for themselves."""

ENTRY = 300
"""Bytes, about, of an entry of a dictionary: a short key, a short value, and their places."""


class OverLimitError(Exception):
    """The work of a file exceeds what is allowed; ``check`` turns it into ``Undecided``."""


class Meter:
    """Counts steps, and stops the check before the one that exceeds the limit.

    A *step* is about one simple operation on short numbers (50 to 100 ns in CPython), or a byte that is kept. Whoever
    loops charges the length of the loop before it starts; a product of long integers is charged by their lengths
    (``product_steps``); what is kept while the file is checked is charged by the byte (``ENTRY``), and what is held for
    a moment must find ``room`` in a quarter of as many bytes as there are steps.

    Parameters
    ----------
    limit : int
        Most steps, >= 0.

    Examples
    --------
    >>> meter = Meter(100)
    >>> meter.charge(60)
    >>> meter.spent
    60
    >>> meter.charge(41)
    Traceback (most recent call last):
    ...
    headcount.certificates.meter.OverLimitError
    """

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.spent = 0

    def charge(self, steps: int) -> None:
        """Pay for work that is about to be done."""
        self.spent += steps
        if self.spent > self.limit:
            self.spent = self.limit
            raise OverLimitError

    def room(self, held: int) -> None:
        """Make sure that so many bytes may be held for a moment.

        >>> Meter(100).room(26)
        Traceback (most recent call last):
        ...
        headcount.certificates.meter.OverLimitError
        """
        if held > self.limit // 4:
            raise OverLimitError

    def charge_power(self, base: int, exponent: int, factor: int = 1) -> None:
        """Pay for ``factor * base ** exponent`` steps, whatever size that number would have.

        >>> Meter(100).charge_power(2, 10**9)
        Traceback (most recent call last):
        ...
        headcount.certificates.meter.OverLimitError
        """
        if base > 1 and exponent * (base.bit_length() - 1) > self.limit.bit_length():
            self.charge(self.limit + 1)
        self.charge(base**exponent * factor)


def words(bits: int) -> int:
    """Steps for an operation that is linear in the length of a number of so many bits.

    >>> words(64), words(6400)
    (1, 26)
    """
    return 1 + bits // 256


def product_steps(bits: int, other: int) -> int:
    """Steps for a product of two numbers of so many bits.

    >>> product_steps(64, 64), product_steps(25600, 25600)
    (1, 2626)
    """
    return 1 + (bits // 256) * (1 + other // 256) // 4 + (bits + other) // 512


def walk(meter: Meter, container: Held, cost: int = 1) -> Held:
    """The container, once a loop over it at ``cost`` steps an entry is paid for.

    >>> meter = Meter(100)
    >>> [2 * x for x in walk(meter, [1, 2, 3], 5)], meter.spent
    ([2, 4, 6], 16)
    """
    meter.charge(1 + cost * len(container))
    return container
