"""Few coordinates for keys of which every small part lies above the others: keys are added one by one.

If a part of some keys has a query, it has one among fewer keys. So a key that leaves a part of the keys chosen without
a query is left out for good, and a start ends when there are enough keys, or no more candidates. Parts of keys with one
sum cannot both have queries, which is seen without a linear program. Nothing is proved of what is not found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations

import numpy as np

from ..arrays import Floats, Ints

CANDIDATES = 400
"""Candidates in a start, at most."""

ALL = 12
"""All keys are candidates where they have so many bits, at most."""

APART = 1e-6
"""What scores differ by, at least."""

Part = tuple[int, ...]
Finder = Callable[[Ints, Part], Floats | None]


def neighbourly_keys(
    count: int, width: int, bits: int, sizes: Iterable[int], query: Finder, rng: np.random.Generator, *, starts: int,
    deadline: float = float("inf"),
) -> Ints | None:  # fmt: skip
    """So many keys with entries of the grid midrise(bits), all parts of which have a query; None if none were found.

    Parameters
    ----------
    count, width, bits : int >= 1
    sizes : sizes of the parts
    query : of keys and a part, what puts the part above the others, or None
    starts : how many starts are made
    deadline : value of ``time.monotonic()``

    Examples
    --------
    >>> from ..tied_query import widest_tie
    >>> neighbourly_keys(6, 4, 1, [2], widest_tie, np.random.default_rng(0), starts=20).shape
    (6, 4)
    >>> neighbourly_keys(5, 3, 1, [2], widest_tie, np.random.default_rng(0), starts=20) is None
    True
    """
    wanted = tuple(size for size in sizes if 0 < size < count)
    for _ in range(starts):
        chosen = _Chosen(wanted, query)
        for key in _candidates(width, bits, rng):
            if time.monotonic() > deadline:
                return None
            if chosen.add(key) and len(chosen.keys) == count:
                return np.array(chosen.keys, dtype=np.int64)
    return None


def _candidates(width: int, bits: int, rng: np.random.Generator) -> Iterator[Sequence[int]]:
    """Keys in a random order; with few bits all of them."""
    top = 2**bits - 1
    if width * bits <= ALL:
        numbers = rng.permutation(2 ** (width * bits))
        digits = numbers[:, None] // 2 ** (bits * np.arange(width)) % 2**bits
    else:
        digits = rng.integers(0, 2**bits, (CANDIDATES, width))
    yield from (2 * digits - top).tolist()


class _Chosen:
    """Keys all parts of which have queries, which are kept."""

    def __init__(self, sizes: tuple[int, ...], query: Finder) -> None:
        self.keys: list[Sequence[int]] = []
        self._sizes, self._query = sizes, query
        self._sums: list[set[tuple[int, ...]]] = [set() for _ in sizes]
        self._queries: dict[Part, Floats | None] = {}  # None: of all keys so far

    def add(self, key: Sequence[int]) -> bool:
        """Whether the key was added."""
        keys, last = np.array([*self.keys, key], dtype=np.int64), len(self.keys)
        fresh = [[(*part, last) for part in combinations(range(last), size - 1)] for size in self._sizes]
        sums = [{tuple(keys[list(part)].sum(axis=0).tolist()) for part in parts} for parts in fresh]
        for parts, new, known in zip(fresh, sums, self._sums, strict=True):
            if len(new) < len(parts) or new & known:
                return False
        found: dict[Part, Floats | None] = {}
        old = [part for part, kept in self._queries.items() if kept is None or not _is_above(keys, part, kept)]
        for part in chain(old, *fresh):
            found[part] = again = None if len(part) > last else self._query(keys, part)
            if again is None and len(part) <= last:
                return False
        self.keys.append(key)
        self._queries |= found
        for new, known in zip(sums, self._sums, strict=True):
            known |= new
        return True


def _is_above(keys: Ints, part: Part, query: Floats) -> bool:
    """Whether the last key, which is new, scores less than the part."""
    scores = keys @ query
    return bool(scores[-1] < scores[list(part)].min() - APART)
