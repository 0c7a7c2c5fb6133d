"""Sets of positions as certificates state them: single numbers, and ranges ``[start, stop, step]``."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt


def stated_set(some: npt.NDArray[np.bool_]) -> list[int | list[int]]:
    """A set, given as booleans: runs of three and more as ranges.

    >>> stated_set(np.array([1, 1, 1, 1, 0, 0, 1, 0, 1, 1], dtype=bool))
    [[0, 4, 1], 6, 8, 9]
    """
    members = np.flatnonzero(some)
    if not len(members):
        return []
    cuts = np.flatnonzero(np.diff(members) > 1) + 1
    firsts = members[np.concatenate([[0], cuts])].tolist()
    lasts = members[np.concatenate([cuts - 1, [len(members) - 1]])].tolist()
    stated: list[int | list[int]] = []
    for first, last in zip(firsts, lasts, strict=True):
        if last - first < 2:
            stated += range(first, last + 1)
        else:
            stated.append([first, last + 1, 1])
    return stated
