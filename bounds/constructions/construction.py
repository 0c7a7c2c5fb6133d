"""The noun Construction: an upper bound that is a unit you can hold, with its sizes and a way to check it.

A construction states what it computes (a ``Task``), how large it is (``Size``), what theorem it makes concrete, and
verifies itself: on every input where that can be enumerated, on seeded random and near-miss inputs elsewhere. All
arithmetic is exact: tables are integers, margins are differences of integer scores, errors are rationals.

Tables that are too large to be written out are refused before they are begun.

What N and q of a q-SA construction have to satisfy, refused in one sentence.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ...display.answer import Saved
from ...display.input_error import InputError
from ...tasks import Task

if TYPE_CHECKING:
    from ...questions import Unit


class ConstructionError(InputError):
    """A construction cannot be made from what was given; the message names argument, requirement, value and remedy."""


@dataclass(frozen=True)
class Size:
    """How large a unit is.

    ``m`` width of queries and keys, ``dv`` width of values, ``H`` heads, ``order`` s, ``layers``; ``p`` bits of the
    smallest grid (``grid``: midrise or twos) that holds every stored integer, and the same for queries, keys and
    values alone. ``parameters`` counts the numbers stored, ``None`` if the tables are given by a rule only; then the
    bits of queries may be known by a bound on their entries alone, ``p_is`` ``"<="``, or by the queries that were
    tried, ``">="``.

    >>> size = Size(m=64, p=13, p_is="<=")
    >>> size.p_words, size.bits_words
    ('p <= 13', 'm p H <= 832 bits')
    """

    m: int
    p: int
    H: int = 1
    order: int = 2
    layers: int = 1
    dv: int = 1
    grid: str = "twos"
    query_bits: int = 0
    key_bits: int = 0
    value_bits: int = 0
    parameters: int | None = None
    p_is: str = "="

    @property
    def p_words(self) -> str:
        """p, and whether it is the least, an upper bound of it or a lower one."""
        return f"p {self.p_is} {self.p}"

    @property
    def bits_words(self) -> str:
        """m p H in the same way."""
        return f"m p H {self.p_is} {self.bits} bits"

    @property
    def bits(self) -> int:
        """m p H: the bits of a position's queries, the quantity that lower bounds speak of."""
        return self.m * self.p * self.H


@dataclass(frozen=True)
class Theorem:
    """What the literature promises: a sentence with its source, and the value of its formula at these parameters.

    ``formula`` maps a resource to (expression, value); the value is None where the source hides a constant.
    """

    words: str
    source: str
    formula: Mapping[str, tuple[str, float | None]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Verification:
    """What was checked and what came out.

    ``scope`` says which inputs in words; ``exhaustive`` whether these are all inputs of the task at this size;
    ``counterexample`` is the first input on which the unit was wrong (None: none found). ``margin`` is the least
    difference between a score that must win and one that must not, over all inputs and positions seen; ``error`` the
    largest error of an output where outputs are numbers (0: exact). ``undecided`` says why the unit could not be run on
    the counterexample: a search for a part of it ended without one, which says nothing about whether there is one.
    """

    scope: str
    inputs: int
    positions: int
    exhaustive: bool
    counterexample: Any | None = None
    margin: int | None = None
    error: Fraction | None = None
    seconds: float = field(default=0.0, compare=False)
    undecided: str = ""

    @property
    def passed(self) -> bool:
        """Whether the unit was right on all inputs that were run."""
        return self.counterexample is None

    def __bool__(self) -> bool:
        return self.passed


class Construction(Saved, ABC):
    """An explicit unit for a task.

    Attributes
    ----------
    name : str
        As on the command line.
    parameters : mapping of str to int
    task : Task
    theorem : Theorem
    """

    name: str
    parameters: Mapping[str, int]
    task: Task
    theorem: Theorem

    @property
    @abstractmethod
    def size(self) -> Size:
        """How large the unit is."""

    @property
    @abstractmethod
    def unit(self) -> Unit:
        """The explicit tables.

        Raises
        ------
        ConstructionError
            If they are too large to be written out; the construction can still be verified.
        """

    @abstractmethod
    def verify(
        self, *, samples: int = 200, seed: int = 0, work: int | None = None, seconds: float = float("inf")
    ) -> Verification:
        """Run the unit against the task's definition.

        Every input if that takes at most ``work`` steps (each kind of construction counts its own, and has a default),
        else at least ``samples`` seeded random and near-miss inputs. Steps are counted before anything is run, so that
        a machine with other work verifies the same. Only ``seconds`` end a run early; ``inputs`` says how many were
        done.
        """

    @abstractmethod
    def certificate(self) -> dict[str, Any] | None:
        """A bundle that ``check`` accepts and that proves the sizes; None where the checker cannot replay this size."""


MOST_NUMBERS = 2 * 10**7
"""Integers of Python in a table: some twenty seconds, and a gigabyte if they are short."""
MOST_BYTES = 2 * 2**30
"""Twice as much is needed at times while a table is made."""


def require_room(rows: int, columns: int, bits: float, remedy: str, *, packed: bool = False) -> None:
    """Refuse a table of so many rows and columns of numbers that have so many bits on average.

    Parameters
    ----------
    rows, columns : int
    bits : float
        Of a number, on average.
    remedy : str
        What to try: ``"N=1000"``.
    packed : bool
        Numbers take the bytes that their bits need; otherwise they are integers of Python, with 36 bytes more each.

    Raises
    ------
    ConstructionError
        How large the table would be, what is allowed, what to try.

    Examples
    --------
    >>> require_room(1000, 20, 100, "N=100")
    >>> require_room(10**6, 800, 3800, "N=1000")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    headcount....ConstructionError: the tables would hold 1,000,000 x 800 numbers of some 3,800 bits, about 381 GiB; ...
    """
    size = rows * columns * (bits / 8 + (0 if packed else 36))
    if size > MOST_BYTES or (not packed and rows * columns > MOST_NUMBERS):
        most = f"{MOST_BYTES >> 30} GiB" if packed else f"{MOST_BYTES >> 30} GiB and {MOST_NUMBERS:,} numbers"
        raise ConstructionError(
            f"the tables would hold {rows:,} x {columns:,} numbers of some {bits:,.0f} bits, about "
            f"{size / 2**30:,.3g} GiB; at most {most} are written out; try {remedy}"
        )


def require_averaging(N: object, q: object) -> None:
    """Refuse N and q unless they are integers with 1 <= q <= N.

    Raises
    ------
    ConstructionError
        Which argument, what was required, what was given, what to try.

    Examples
    --------
    >>> require_averaging(3, 4)
    Traceback (most recent call last):
    headcount.bounds.constructions.construction.ConstructionError: q must be at most N = 3, got 4; try q=3 or a larger N
    """
    require_count("N", "the number of positions", N, "N=8")
    require_count("q", "the number of positions averaged", q, "q=2")
    if q > N:  # type: ignore[operator]
        raise ConstructionError(f"q must be at most N = {N}, got {q}; try q={N} or a larger N")


def require_count(name: str, meaning: str, value: object, remedy: str, least: int = 1) -> None:
    """Refuse a value that is no integer or below ``least``."""
    if type(value) is not int or value < least:
        raise ConstructionError(f"{name}, {meaning}, must be an integer >= {least}, got {value!r:.40}; try {remedy}")


def halved(works: Callable[[int], object], low: int, high: int) -> int:
    """A number that works while the one below it does not, by bisection: ``high`` works, and ``low`` does not.

    >>> halved(lambda n: n * n >= 50, 0, 100)
    8
    """
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if works(middle) else (middle, high)
    return high


def least_from(works: Callable[[int], bool], low: int) -> int:
    """The least number above ``low`` that works, as all larger ones do.

    >>> least_from(lambda n: n * n >= 50, 0)
    8
    """
    high = low + 1
    while not works(high):
        low, high = high, 2 * high
    return halved(works, low, high)
