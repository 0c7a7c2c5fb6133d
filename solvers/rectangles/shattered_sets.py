"""Shattered sets of columns of a given size, or a tree of cases which shows that there is none.

A set of j columns splits the different rows into classes by the words they show. A class is to be split into
2^(size - j) by the rest of a shattered set, so if it has fewer rows the set is not part of one: that closes a case
(``certificates/problems/small.py``).
"""

from collections.abc import Sequence
from dataclasses import dataclass

MAX_SPLITS = 2_000_000
"""Most times that a class of rows is split by a column, some seconds."""
LOOKED_AT = 100_000
"""The same, where a large set is looked for, and none proved to be the largest."""


@dataclass(frozen=True)
class Shattered:
    """Columns, increasing, on which the rows show all words."""

    columns: tuple[int, ...]


@dataclass(frozen=True)
class NoneShattered:
    """The steps of the tree: -1 splits a case, a word closes it."""

    cases: tuple[int, ...]


class TooManySplitsError(ValueError):
    """The search does not end within the splits allowed."""


def shattered_set(words: Sequence[str], size: int) -> Shattered | NoneShattered:
    """The first ``size`` >= 1 columns that are shattered by the rows, or a proof that no set of this size is.

    Raises
    ------
    TooManySplitsError
        If that takes more than ``MAX_SPLITS`` splits of a class by a column.

    Examples
    --------
    >>> shattered_set(("001", "010", "100", "111"), 2)
    Shattered(columns=(0, 1))
    >>> shattered_set(("001", "010", "100", "111"), 3)
    NoneShattered(cases=(0,))
    >>> shattered_set(("00", "10", "11"), 2)
    NoneShattered(cases=(0,))
    """
    rows = sorted(set(words))
    columns: dict[int, int] = {}  # equal columns are never in one shattered set
    for j, column in enumerate(zip(*rows, strict=True)):
        columns.setdefault(sum(1 << i for i, entry in enumerate(column) if entry == "1"), j)
    sets, places = list(columns), list(columns.values())
    steps: list[int] = []
    splits = 0
    waiting: list[tuple[tuple[int, ...], list[int]]] = [((), [2 ** len(rows) - 1])]
    while waiting:
        chosen, classes = waiting.pop()
        missing = size - len(chosen)
        rare = next((word for word, shown in enumerate(classes) if shown.bit_count() < 2**missing), None)
        if rare is not None:
            steps.append(rare)
            continue
        if not missing:
            return Shattered(tuple(places[k] for k in chosen))
        steps.append(-1)
        start = chosen[-1] + 1 if chosen else 0
        for k in range(len(sets) - missing, start - 1, -1):
            splits += len(classes)
            waiting.append(((*chosen, k), [part for shown in classes for part in (shown & ~sets[k], shown & sets[k])]))
        if splits > MAX_SPLITS:
            raise TooManySplitsError(f"to look for {size} shattered columns takes more than {MAX_SPLITS} splits")
    return NoneShattered(tuple(steps))


def large_shattered_set(inside: Sequence[int], outside: Sequence[int], rows: int) -> tuple[int, ...]:
    """The largest set of columns that the rows shatter, among those looked at; the first of its size.

    Each column of a set of k is ``inside`` for 2^(k-1) rows at least, which leaves few columns to look at where ones
    are rare.

    Parameters
    ----------
    inside, outside : sequences of int
        For each column the rows that show 1 there, and those that show 0, as sets of bits.
    rows : int
        The number of rows.

    Examples
    --------
    >>> large_shattered_set((0b0110, 0b1010, 0b0110), (0b1001, 0b0101, 0b1001), 4)
    (0, 1)
    """
    best, splits = tuple[int, ...](), LOOKED_AT
    columns = sorted(range(len(inside)), key=lambda c: -min(inside[c].bit_count(), outside[c].bit_count()))
    waiting: list[tuple[tuple[int, ...], list[int]]] = [((), [(1 << rows) - 1])]
    while waiting and splits > 0:
        chosen, classes = waiting.pop()
        if len(chosen) > len(best):
            best = chosen
        start = columns.index(chosen[-1]) + 1 if chosen else 0
        further = []
        for place in range(start, len(columns)):
            c, needed = columns[place], 1 << len(best)  # to be of use, a set has to become larger than the best
            if min(inside[c].bit_count(), outside[c].bit_count()) < needed or splits <= 0:
                break
            splits -= len(classes)
            parts = [part for shown in classes for part in (shown & outside[c], shown & inside[c])]
            if all(parts):
                further.append(((*chosen, c), parts))
        waiting.extend(reversed(further))
    return tuple(sorted(best))
