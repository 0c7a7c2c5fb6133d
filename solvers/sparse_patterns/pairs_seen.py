"""After how many layers given positions see given tokens: one pair each, or all tokens before a position."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Bits
from .reach import Step, first_missing, identity_bits
from .rows import WrittenRows


@dataclass(frozen=True)
class Seen:
    """After ``layers`` layers all of it is seen, and not earlier; ``layers`` is None if it never is.

    ``position`` does not see ``token`` one layer earlier, or ever.
    """

    layers: int | None
    position: int
    token: int


def layers_until_seen(cycle: Sequence[WrittenRows], wanted: Bits, stop: Callable[[], bool]) -> Seen | None:
    """The least t such that each position k sees all tokens of ``wanted[k]``, rows of bits; None if it was stopped.

    Positions have to attend to themselves: then nothing that is seen is lost, and a whole cycle without anything new
    means that nothing new ever comes.

    Examples
    --------
    >>> from ...questions.layer_patterns import Window
    >>> from ...questions.sparse_pattern import Causal
    >>> from .rows import rows_of
    >>> cycle = [rows_of(Causal(Window(9, 2)))]
    >>> layers_until_seen(cycle, tokens_up_to(9), lambda: False)
    Seen(layers=4, position=7, token=0)
    >>> layers_until_seen(cycle, pairs_wanted(9, [0], [8]), lambda: False)
    Seen(layers=None, position=0, token=8)
    """
    steps = [Step(rows) for rows in cycle]
    reach = identity_bits(cycle[0].n)
    layers, idle, missing = 0, 0, (0, 0)
    while idle < len(steps):
        if stop():
            return None
        following = steps[layers % len(steps)](reach)
        idle = idle + 1 if np.array_equal(following, reach) else 0
        reach = following
        layers += 1
        lacking = np.flatnonzero((wanted & ~reach).any(axis=1))
        if not len(lacking):
            return Seen(layers, *missing)
        missing = first_missing(reach, int(lacking[0]), wanted[lacking[0]])
    return Seen(None, *missing)


def pairs_wanted(n: int, positions: Sequence[int], tokens: Sequence[int]) -> Bits:
    """``positions[i]`` has to see ``tokens[i]``, for each i; nothing is asked of the others."""
    wanted = np.zeros((n, -(-n // 64)), dtype=np.uint64)
    for position, token in zip(positions, tokens, strict=True):
        wanted[position, token // 64] |= np.uint64(1) << np.uint64(token % 64)
    return wanted


def tokens_up_to(n: int) -> Bits:
    """Each position has to see all tokens up to itself."""
    bits = np.clip(np.arange(n)[:, None] + 1 - 64 * np.arange(-(-n // 64)), 0, 64)
    shifted = np.uint64(1) << np.minimum(bits, 63).astype(np.uint64)
    return np.where(bits == 64, ~np.uint64(0), shifted - np.uint64(1))
