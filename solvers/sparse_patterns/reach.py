"""All S^t_k at once, as rows of bits: the exact number of hops of patterns that are written out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Bits
from .rows import WrittenRows


@dataclass(frozen=True)
class Filled:
    """After ``layers`` layers every position sees all; one layer earlier ``position`` does not see ``token``."""

    layers: int
    position: int
    token: int


@dataclass(frozen=True)
class NotFilled:
    """After ``layers`` layers ``position`` does not see ``token``, and then it was stopped."""

    layers: int
    position: int
    token: int


def first_full(cycle: Sequence[WrittenRows], stop: Callable[[int], bool]) -> Filled | NotFilled:
    """The least t with S^t_k = [n] for all k; ``stop(t)`` is asked after each layer t that does not do.

    Positions need not attend to themselves. Time: connections times n / 64, a layer.

    Examples
    --------
    >>> from ...questions.layer_patterns import Blocks, Summaries
    >>> from .rows import rows_of
    >>> first_full([rows_of(Blocks(12, 4)), rows_of(Summaries(12, 4))], lambda t: False)
    Filled(layers=2, position=0, token=4)
    """
    n = cycle[0].n
    steps = [Step(rows) for rows in cycle]
    reach, full = identity_bits(n), full_row(n)
    layers, missing = 0, (0, 0)
    while True:
        reach = steps[layers % len(steps)](reach)
        layers += 1
        lacking = np.flatnonzero((reach != full).any(axis=1))
        if not len(lacking):
            return Filled(layers, *missing)
        missing = first_missing(reach, int(lacking[0]), full)
        if stop(layers):
            return NotFilled(layers, *missing)


class Step:
    """From all S^(t-1)_k to all S^t_k.

    Rows are sorted by length, so that the d-th entries of all rows that have one are a leading part: one gather for
    each d, each of all these rows.
    """

    def __init__(self, rows: WrittenRows) -> None:
        degrees = np.diff(rows.starts)
        self._order = np.argsort(-degrees, kind="stable")
        self._starts = rows.starts[:-1][self._order]
        ordered = degrees[self._order]
        longest = int(ordered[0]) if len(ordered) else 0
        self._counts = np.searchsorted(-ordered, -np.arange(longest), side="left").tolist()
        self._indices = rows.indices

    def __call__(self, reach: Bits) -> Bits:
        """The next rows of bits."""
        found = np.zeros_like(reach)
        for d, count in enumerate(self._counts):
            found[:count] |= reach[self._indices[self._starts[:count] + d]]
        out = np.empty_like(found)
        out[self._order] = found
        return out


def identity_bits(n: int) -> Bits:
    """S^0: each position sees itself."""
    words = np.zeros((n, -(-n // 64)), dtype=np.uint64)
    positions = np.arange(n)
    words[positions, positions // 64] = np.uint64(1) << (positions % 64).astype(np.uint64)
    return words


def full_row(n: int) -> Bits:
    """The row that sees all n tokens."""
    row = np.full(-(-n // 64), ~np.uint64(0))
    if n % 64:
        row[-1] = np.uint64((1 << n % 64) - 1)
    return row


def first_missing(reach: Bits, position: int, wanted: Bits) -> tuple[int, int]:
    """The position with the first token of ``wanted`` that it does not see."""
    lacking = wanted & ~reach[position]
    word = int(np.flatnonzero(lacking)[0])
    bit = int(lacking[word])
    return position, 64 * word + (bit & -bit).bit_length() - 1
