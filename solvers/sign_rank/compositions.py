"""Lines with ties, put together with others, so that the ties get signs: they show more, and need no more dimensions.

If w, w' are the vectors of two lines, w + t w' has, for small t > 0, the signs of the first and, where these are 0, of
the second. So the pattern with that line added has the same sign-rank (``certificates/maps.py``, ``composed``). In
terms of oriented matroids: covectors are closed under composition.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..arrays import Signs

Parts = tuple[int, ...]
"""Lines: k, or ~k for its negative."""

STAR = 2


class Composed(NamedTuple):
    """Lines without ties, as far as there are any, and what each is put together from."""

    lines: Signs
    parts: tuple[Parts, ...]


def compositions(
    lines: Signs, rng: np.random.Generator, most: int = 4_000, stop: Callable[[], bool] = lambda: False
) -> Composed:
    """Each line with all others and their negatives, again and again until it has no tie; at most so many in all.

    Parameters
    ----------
    lines : (R, n) of -1, 0, 1, and 2 for a star, which stays one
    most : int
        If there are more, some are drawn.
    stop : callable
        Asked before each line but the first whether to leave out the rest.

    Examples
    --------
    >>> found = compositions(np.array([[0, 1], [1, 1]], np.int8), np.random.default_rng(0))
    >>> found.lines.tolist(), found.parts
    ([[1, 1], [-1, 1]], ((0, 1), (0, -2)))
    """
    each = max(2, most // max(1, len(lines)))
    signed = np.concatenate([lines, negative(lines)])
    names = [*range(len(lines)), *(~k for k in range(len(lines)))]
    somewhere = (lines != 0).any(0)  # elsewhere ties stay
    found: dict[bytes, Parts] = {}
    for i, line in enumerate(lines):
        if i and stop():
            break
        words: Signs = line[None, :]
        parts: list[Parts] = [(i,)]
        while (tied := ((words == 0) & somewhere).any(1)).any():
            longer = {word.tobytes(): part for word, part, t in zip(words, parts, tied, strict=True) if not t}
            for w in np.flatnonzero(tied):
                made = np.where(words[w] == 0, signed, words[w])
                for k in np.flatnonzero((made != words[w]).any(1)):
                    longer.setdefault(made[k].tobytes(), (*parts[w], names[k]))
            listed = list(longer.items())
            if len(listed) > each:
                listed = [listed[k] for k in sorted(rng.choice(len(listed), each, replace=False))]
            words, parts = _table([word for word, _ in listed], lines), [part for _, part in listed]
        for word, part in zip(words, parts, strict=True):
            if negative(word).tobytes() not in found:
                found.setdefault(word.tobytes(), part)
    return Composed(_table(list(found), lines), tuple(found.values()))


def negative(lines: Signs) -> Signs:
    """The opposite signs; stars stay."""
    return np.where(lines == STAR, STAR, -lines).astype(np.int8)


def _table(words: list[bytes], like: Signs) -> Signs:
    return np.frombuffer(b"".join(words), np.int8).reshape(len(words), like.shape[1])
