"""The classes that ``probe`` and ``frontier`` can be asked about: a record for each; a further one is one entry here.

What the units of a class are is a row of ``FAMILIES`` in ``certificates/unit_class.py``. Options, messages and the
choice of a plan follow from both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class AskedClass:
    """What can be asked about a class.

    Parameters
    ----------
    about : what its units are, in words that go on after "which"
    least : letters of the resources whose least value may be asked for
    selects : whether heads that select are meant; a null token and a mask change the question
    grid : whether entries are in a p-bit grid, so that sizes are held fixed
    units : whether whole units in a grid are meant, which compute answers
    summed : of units: whether heads may be summed, and a threshold may follow
    averages : whether it may be asked for averages with an error
    mapped : whether ``frontier`` maps it
    keyed : whether keys have p bits and queries are real
    """

    about: str
    least: str
    selects: bool = False
    grid: bool = False
    units: bool = False
    summed: bool = False
    averages: bool = False
    mapped: bool = False
    keyed: bool = False


ASKED: Mapping[str, AskedClass] = {
    "SIGN": AskedClass("is about one head with real entries that selects", "m", selects=True, averages=True),
    "GRID": AskedClass(
        "is about integer entries and the signs of scores", "mpH", selects=True, grid=True, averages=True, mapped=True
    ),
    "KEYS": AskedClass(
        "is about one head that selects, with keys of p bits and real queries", "m", selects=True, keyed=True
    ),
    "FIXED": AskedClass(
        "is about whole fixed-point units", "mpH", grid=True, units=True, summed=True, averages=True, mapped=True
    ),
    "ROUNDED": AskedClass(
        "is about whole fixed-point units with rounded sums, heads side by side, and any read-out",
        "mpH", grid=True, units=True, mapped=True,
    ),
    "HARDMAX": AskedClass(
        "is about whole units that attend to keys of highest score alone", "mpH", grid=True, units=True, summed=True
    ),
    "SOFTMAX": AskedClass("is about averages by one head of real softmax with real tables", "m", averages=True),
    "THRESH": AskedClass("is about real softmax at any m and p", "H"),
}  # fmt: skip
"""By the word of ``--class`` in capitals, in the order in which they are listed. Ties that go to the first or the last
key (LEFTMOST, RIGHTMOST) are asked for as HARDMAX with ``ties``."""

SELECTING = tuple(name for name, of in ASKED.items() if of.selects)
KEYED = tuple(name for name, of in ASKED.items() if of.keyed)
GRIDDED = tuple(name for name, of in ASKED.items() if of.grid)
UNITS = tuple(name for name, of in ASKED.items() if of.units)
SUMMED = tuple(name for name, of in ASKED.items() if of.summed)
AVERAGING = tuple(name for name, of in ASKED.items() if of.averages)
MAPPED = tuple(name for name, of in ASKED.items() if of.mapped)


def spoken(names: tuple[str, ...]) -> str:
    """The words for classes: ``grid, fixed or rounded``.

    >>> spoken(MAPPED)
    'grid, fixed or rounded'
    """
    *first, last = map(str.lower, names)
    return f"{', '.join(first)} or {last}"
