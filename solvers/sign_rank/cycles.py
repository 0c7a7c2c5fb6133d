"""Cycles of signed column sets: lower bounds for sign-rank by one elimination over GF(2), and small ones.

A member of a cycle is a row with j + 1 of its columns, of which none is 0 there. It stands for these columns with these
signs, up to changing all. In a cycle every signed set of j columns lies in an even number of members, and an odd number
of members alternate. Then the sign-rank is at least j + 1 (the proof: ``certificates/theorems/cycle.py``).
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count, pairwise
from math import comb
from typing import NamedTuple

import numpy as np

from ..arrays import Ints, Signs
from .rich_parts import rich_columns

Member = tuple[int, ...]
"""A row and rising columns."""

MOST_FACES = 2**28
"""Most faces of which the owner is kept: a gigabyte."""
MOST_ENTRIES = 2**27
"""Most numbers that reduced members hold: a gigabyte."""
AT_ONCE = 20_000
"""Members between two looks at the clock."""
MOST_MEMBERS = 10_000_000
"""Most members of one elimination: of j + 1 columns at most 2^j are different."""
MOST_SEEN = 200_000_000
"""Most rows on sets of columns that one elimination looks at."""
FEW = 4_000
"""Members up to which nothing is compiled."""
WIDE = 20
"""Columns up to which all of them are taken at once."""
LOOKS_LEFT = 100
"""Looks at the clock, beside as many as finding a cycle took, after which it is no longer made smaller."""
PARTS = 3
"""Parts of a size that are tried."""


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


def eliminated(
    signs: Signs, j: int, stop: Callable[[], bool] = lambda: False, *, codes: Ints | None = None, contracted: int = 0
) -> Elimination:
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
    R, n = signs.shape
    if R * comb(n, j + 1) <= FEW and not contracted:
        return _by_bit_sets(signs, j)
    from .cycle_kernel import binomials, columns_of, members_of, reduce_range, start

    choose = binomials(n, j + 1)
    faces, sets = int(choose[n, j]) << (j - 1), int(choose[n, j + 1])
    if faces > MOST_FACES:
        return Elimination(None, False, 0)
    owner, seen, shown = np.full(faces, -1, np.int32), np.full(2**j, -1, np.int64), np.zeros(2**j, np.int64)
    codes = np.zeros(R, np.int64) if codes is None else codes
    signs, state, count = np.ascontiguousarray(signs), start(), 0
    each = max(1, AT_ONCE // R)
    for first in range(0, sets, each):
        last = min(first + each, sets)
        outcome, count, state = reduce_range(
            signs, first, last, choose, owner, seen, shown, codes, contracted, state, count, MOST_ENTRIES
        )
        if outcome == 1:
            found = (divmod(name, R) for name in members_of(count, state))
            members = sorted((r, *columns_of(number, j + 1, choose).tolist()) for number, r in found)
            return Elimination(Cycle(j + 1, tuple(members)), True, count)
        if outcome == 2 or (last < sets and stop()):
            return Elimination(None, False, count)
    return Elimination(None, True, count)


def _by_bit_sets(signs: Signs, j: int) -> Elimination:
    """The same where members are few, with nothing to be compiled; bit 0 says whether a sum alternates."""
    numbers: dict[tuple[int, ...], int] = {}
    reduced: dict[int, tuple[int, int]] = {}
    members: dict[tuple[int, ...], Member] = {}  # by columns and signs; those without their last column come first
    for columns in combinations(range(signs.shape[1]), j + 1):
        for r, word in enumerate(signs[:, columns].tolist()):
            if 0 not in word:
                members.setdefault(_signed(columns, word), (r, *columns))
    for k, word in enumerate(members):
        total, sums = int(all((a < 0) != (b < 0) for a, b in pairwise(word))), 1 << k
        for i in range(j + 1):
            face = word[:i] + word[i + 1 :]
            face = face if face[0] >= 0 else tuple(~c for c in face)
            total ^= 2 << numbers.setdefault(face, len(numbers))
        while total > 1 and total.bit_length() in reduced:
            other, added = reduced[total.bit_length()]
            total, sums = total ^ other, sums ^ added
        if total == 1:
            listed = list(members.values())
            found = (listed[i] for i in range(k + 1) if sums >> i & 1)
            return Elimination(Cycle(j + 1, tuple(sorted(found))), True, k)
        reduced[total.bit_length()] = total, sums
    return Elimination(None, True, len(members))


def _signed(columns: Sequence[int], word: Sequence[int]) -> tuple[int, ...]:
    """Columns, their complements where the sign is not that of the first."""
    return tuple(c if sign == word[0] else ~c for c, sign in zip(columns, word, strict=True))


def best_cycle(
    signs: Signs,
    rng: random.Random,
    *,
    stop: Callable[[], bool] = lambda: False,
    above: int = 0,
    enough: Callable[[], float] = lambda: math.inf,
    report: Callable[[str], None] = lambda text: None,
) -> Cycle | None:
    """A cycle of the largest members that are found, made smaller; None if there is none of more than ``above``.

    Sizes are tried one after the other: where there is no cycle of one size, there is none of a larger one (if w^j = 0,
    so is w^(j+1)). If all columns are too many, parts that show many words are tried, of growing size.

    Parameters
    ----------
    signs : (R, n) of -1, 0, 1
    stop : asked every now and then whether time is over
    above : a size that is known to be needed
    enough : the size at which to stop, asked as often as ``stop`` (others may find a smaller upper bound meanwhile)
    report : told what is looked for

    Examples
    --------
    >>> best_cycle(signs_of(["-+++", "+-++", "++-+", "+++-"]), random.Random(0)).members
    ((0, 0, 1, 2), (1, 0, 1, 2), (2, 0, 1, 2), (3, 0, 1, 2))
    """
    looks = count()

    def stopped() -> bool:
        next(looks)
        return stop()

    different = up_to_sign(np.ascontiguousarray(signs.T))  # an equal or opposite column adds nothing
    kept = up_to_sign(signs[:, different])
    part, best = signs[np.ix_(kept, different)], None
    for size in range(max(2, above + 1), len(different) + 1):
        if size > enough():
            break
        report(f"cycles of sets of {size}")

        def useless(size: int = size) -> bool:
            return stopped() or size > enough()

        found = next((one for one in _tries(part, size, rng, useless) if one is not None), None)
        if found is None:
            break
        best = found
    if best is None:
        return None
    most = 2 * next(looks) + LOOKS_LEFT  # about as much work again
    small = smaller(part, best, rng, lambda: stop() or next(looks) > most)
    return Cycle(small.size, tuple(sorted((kept[r], *(different[c] for c in cs)) for r, *cs in small.members)))


def _tries(signs: Signs, size: int, rng: random.Random, stop: Callable[[], bool]) -> Iterator[Cycle | None]:
    """What is found on parts that show many words, of growing size, and on all columns where they are not too many."""
    rows, n = signs.shape
    generator, whole = np.random.default_rng(rng.getrandbits(32)), _affordable(rows, n, size)
    for width in range(size + 2, n, max(2, size // 2)):
        if stop() or not _affordable(rows, width, size):
            return
        if n > WIDE or not whole:
            for _ in range(PARTS):
                yield _on(signs, rich_columns(signs, width, generator), size, stop)
    if whole:
        yield _on(signs, range(n), size, stop)


def _affordable(rows: int, columns: int, size: int) -> bool:
    sets = comb(columns, size)
    return rows * sets <= MOST_SEEN and min(rows, 2 ** (size - 1)) * sets <= MOST_MEMBERS


def smaller(
    signs: Signs, cycle: Cycle, rng: random.Random, stop: Callable[[], bool] = lambda: False, tries: int = 6
) -> Cycle:
    """A cycle of the same size with fewer columns, then with fewer members: greedy, along random orders of the columns.

    Cycles are looked for in the first columns first, so other orders lead to others. Whether an odd number of members
    alternate does not depend on the order. At last each column is left out, if a cycle stays without it.
    """

    def tried(columns: Sequence[int]) -> None:
        nonlocal cycle
        found = None if stop() else _on(signs, columns, cycle.size, stop)
        if found is not None and _length(found) < _length(cycle):
            cycle = found

    for _ in range(tries):
        tried(rng.sample(range(signs.shape[1]), signs.shape[1]))
    for column in rng.sample(cycle.columns, len(cycle.columns)):
        tried([c for c in cycle.columns if c != column])
    for _ in range(tries):
        tried(rng.sample(cycle.columns, len(cycle.columns)))
    return cycle


def _length(cycle: Cycle) -> tuple[int, int]:
    return len(cycle.columns), len(cycle.members)


def _on(signs: Signs, columns: Sequence[int], size: int, stop: Callable[[], bool]) -> Cycle | None:
    """The first cycle of members of these columns alone, in the order in which they are given."""
    if len(columns) < size:
        return None
    part = signs[:, columns]
    kept = up_to_sign(part)
    found = eliminated(part[kept], size - 1, stop).cycle
    if found is None:
        return None
    members = ((kept[r], *sorted(columns[c] for c in chosen)) for r, *chosen in found.members)
    return Cycle(size, tuple(sorted(members)))
