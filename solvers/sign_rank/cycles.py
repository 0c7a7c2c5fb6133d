"""Cycles of signed column sets: lower bounds for sign-rank by one elimination over GF(2), and small ones.

A member of a cycle is a row with j + 1 of its columns, of which none is 0 there. It stands for these columns with these
signs, up to changing all. In a cycle every signed set of j columns lies in an even number of members, and an odd number
of members alternate. Then the sign-rank is at least j + 1 (the proof: ``certificates/theorems/cycle.py``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Signs = npt.NDArray[np.int8]
Member = tuple[int, ...]
"""A row and rising columns."""

MOST_FACES = 2**28
"""Most faces of which the owner is kept: a gigabyte."""
MOST_ENTRIES = 2**27
"""Most numbers that reduced members hold: a gigabyte."""
AT_ONCE = 20_000
"""Members between two looks at the clock."""
SYMBOLS = {"+": 1, "-": -1}


class Cycle(NamedTuple):
    """A cycle: the members have one size, which is the lower bound."""

    size: int
    members: tuple[Member, ...]

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns in it."""
        return tuple(sorted({c for _, *columns in self.members for c in columns}))


class Elimination(NamedTuple):
    """What an elimination has come to: a cycle; none there is (``complete``); or ended before."""

    cycle: Cycle | None
    complete: bool
    members: int


def signs_of(rows: Sequence[str]) -> Signs:
    """The signs of a pattern; ``0`` and ``*`` are 0.

    >>> signs_of(["+-*"]).tolist()
    [[1, -1, 0]]
    """
    codes = np.zeros(256, np.int8)
    codes[ord("+")], codes[ord("-")] = 1, -1
    return codes[np.frombuffer("".join(rows).encode("ascii"), np.uint8)].reshape(len(rows), -1)


def up_to_sign(signs: Signs) -> list[int]:
    """The first of the rows that are equal up to changing all signs, and not 0."""
    first: dict[bytes, int] = {}
    for i, row in enumerate(signs):
        some = row[row != 0]
        if len(some):
            first.setdefault((row * some[0]).astype(np.int8).tobytes(), i)
    return list(first.values())


def eliminated(signs: Signs, j: int, stop: Callable[[], bool] = lambda: False) -> Elimination:
    """Whether there is a cycle of members of j + 1 columns, the first that is found in colexicographic order.

    Parameters
    ----------
    signs : (R, n) of -1, 0, 1
    j : int
        1 <= j < n; the bound that a cycle proves is j + 1.
    stop : callable
        Asked after each ``AT_ONCE`` members or so.

    Examples
    --------
    >>> eliminated(signs_of(["-+++", "+-++", "++-+", "+++-"]), 2).cycle.size
    3
    >>> eliminated(signs_of(["-+++", "+-++", "++-+", "+++-"]), 3).cycle is None
    True
    """
    from .cycle_kernel import binomials, columns_of, members_of, reduce_range, start

    R, n = signs.shape
    choose = binomials(n, j + 1)
    faces, sets = int(choose[n, j]) << (j - 1), int(choose[n, j + 1])
    if faces > MOST_FACES:
        return Elimination(None, False, 0)
    owner, seen = np.full(faces, -1, np.int32), np.full(2**j, -1, np.int64)
    signs, state, count = np.ascontiguousarray(signs), start(), 0
    each = max(1, AT_ONCE // R)
    for first in range(0, sets, each):
        last = min(first + each, sets)
        outcome, count, state = reduce_range(signs, first, last, choose, owner, seen, state, count, MOST_ENTRIES)
        if outcome == 1:
            found = (divmod(name, R) for name in members_of(count, state))
            members = sorted((r, *columns_of(number, j + 1, choose).tolist()) for number, r in found)
            return Elimination(Cycle(j + 1, tuple(members)), True, count)
        if outcome == 2 or (last < sets and stop()):
            return Elimination(None, False, count)
    return Elimination(None, True, count)
