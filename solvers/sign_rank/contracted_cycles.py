"""Cycles of signed sets (``cycles``) that all hold some columns with both signs: far fewer members to eliminate.

Let K be k columns. A signed set f of j + 1 other columns, up to its sign, is *fully shown* if rows show it together
with each of the 2^k ways to give the columns of K signs. Let Z be fully shown sets, each signed set of j columns in an
even number of them, an odd number of them alternating. **Then the 2^k members over each f of Z are a cycle, of sets of
j + 1 + k columns.** A face that lacks a column of f lies over a face g of Z, once for each f that has g: evenly often.
One that lacks a column of K lies in the two members that differ there. With K put first, one of the 2^k members over f
alternates if f does, and none otherwise; which order is taken for alternation does not matter.

For k = 1 and a pattern without zeros nothing is lost. Let c be the column, s a member without c; the row that shows s
has a sign at c. Adding the faces of that set of one column more changes a cycle into another, with as many alternating
members modulo 2 (it is a boundary), and replaces s by members that hold c. In a cycle whose members all hold c, a face
without c lies in at most two of them, so in both or none: they are those over a Z. So the elimination for j + 2 columns
becomes one for j + 1, with half the words. For k >= 2 something may be lost, and much time is saved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import comb

import numpy as np

from ..arrays import Signs
from .cycles import MOST_MEMBERS, MOST_SEEN, Cycle, Member, eliminated, up_to_sign

MOST_CONTRACTED = 3
"""Most columns K."""

WIDER = 16
"""Most columns beyond those of a member."""


def contracted_cycle(
    signs: Signs, size: int, contracted: int, columns: Sequence[int], stop: Callable[[], bool] = lambda: False
) -> Cycle | None:
    """A cycle of sets of ``size`` of these columns that all hold the first ``contracted`` ones; None if none is found.

    Parameters
    ----------
    signs : (R, n) of -1, 0, 1
    size : int
        At least ``contracted`` + 2: the bound that the cycle proves.
    contracted : int
        0 .. 5; how many of the columns are contracted.
    stop : asked every now and then whether time is over

    Examples
    --------
    >>> from .cycles import signs_of
    >>> contracted_cycle(signs_of(["-+++", "+-++", "++-+", "+++-"]), 3, 1, [3, 0, 1, 2]).size
    3
    """
    part = np.ascontiguousarray(signs[:, list(columns)])
    part = part[(part[:, :contracted] != 0).all(axis=1)]
    kept = np.flatnonzero((signs[:, list(columns[:contracted])] != 0).all(axis=1))
    different = up_to_sign(part)
    part, kept = np.ascontiguousarray(part[different]), kept[different]
    rest = part[:, contracted:]
    if rest.shape[1] < size - contracted or not len(rest):
        return None
    codes = ((part[:, :contracted] < 0) @ (1 << np.arange(contracted))).astype(np.int64)
    free = np.ascontiguousarray(rest)
    found = eliminated(free, size - contracted - 1, stop, codes=codes, contracted=contracted).cycle
    if found is None:
        return None
    members = (one for member in found.members for one in _over(member, free, codes, contracted))
    back = ((int(kept[r]), *sorted(columns[c] for c in chosen)) for r, *chosen in members)
    return Cycle(size, tuple(sorted(back)))


def _over(member: Member, rest: Signs, codes: np.ndarray, contracted: int) -> Iterator[Member]:
    """The members over a fully shown set: a row for each way to give the contracted columns signs."""
    row, *chosen = member
    words = rest[:, chosen]
    turned = words[:, 0] * words[row, 0]  # by which sign a row shows the set, if it does
    shown = np.flatnonzero((words * turned[:, None] == words[row]).all(axis=1) & (turned != 0))
    last = (1 << contracted) - 1
    relative = np.where(turned[shown] > 0, codes[shown], codes[shown] ^ last)
    for code in range(last + 1):
        found = int(shown[np.flatnonzero(relative == code)[0]])
        yield (found, *range(contracted), *(contracted + c for c in chosen))


def growing_parts(rows: int, size: int, contracted: int, most: int) -> Iterator[int]:
    """How many of the first columns to take, one after the other, as long as that is not too much."""
    for width in count(size + 1):
        free, members = width - contracted, size - contracted
        sets = comb(free, members)
        if width > min(most, size + WIDER) or rows * sets > MOST_SEEN or sets * min(rows, 2**members) > MOST_MEMBERS:
            return
        yield width
