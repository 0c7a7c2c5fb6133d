"""Sets of positions carried through the layers of a cycle: who sees a token, what a position sees, where that stops.

Layers are numbered 1, 2, .. as in a network; layer t has the rows ``cycle[(t - 1) % P]``. Upwards, U_0 = {j} and U_t
are the positions whose row in layer t meets U_(t-1): those k with j in S^t_k. Downwards from layer t at position k: the
tokens of S^t_k.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..arrays import Bools
from .rows import Rows

Watch = Callable[[str], bool]
"""Told what is going on; answers whether to stop."""


@dataclass(frozen=True, eq=False)
class Sweep:
    """What came of a sweep: after ``layers`` layers all positions are in (``full``), or ``last`` stays (``stuck``).

    ``before`` is the set one layer earlier. Neither full nor stuck: it was stopped.
    """

    layers: int
    full: bool
    stuck: bool
    last: Bools = field(repr=False)
    before: Bools = field(repr=False)


def upwards(cycle: Sequence[Rows], token: int, stop: Callable[[], bool], first: int = 1) -> Sweep:
    """Who sees a token, layer by layer from layer ``first`` on, in a pattern whose positions attend to themselves.

    Examples
    --------
    >>> from ...questions.layer_patterns import Window
    >>> from .rows import rows_of
    >>> sweep = upwards([rows_of(Window(7, 2))], 0, lambda: False)
    >>> sweep.full, sweep.layers, np.flatnonzero(~sweep.before).tolist()
    (True, 3, [5, 6])
    """
    some = np.zeros(cycle[0].n, dtype=bool)
    some[token] = True
    return _swept([rows.attending_to for rows in _turned(cycle, first)], some, stop)


def downwards(cycle: Sequence[Rows], position: int, top: int, stop: Callable[[], bool]) -> Sweep:
    """What a position in layer ``top`` sees, layer by layer down, as if the layers below went on for ever.

    Positions attend to themselves; so the set after all of the ``top`` layers is S^top of the position.
    """
    some = np.zeros(cycle[0].n, dtype=bool)
    some[position] = True
    return _swept([rows.attended_from for rows in reversed(_turned(cycle, top + 1))], some, stop)


def _turned(cycle: Sequence[Rows], first: int) -> list[Rows]:
    start = (first - 1) % len(cycle)
    return [*cycle[start:], *cycle[:start]]


def _swept(steps: Sequence[Callable[[Bools], Bools]], some: Bools, stop: Callable[[], bool]) -> Sweep:
    layers, idle, before = 0, 0, some
    while idle < len(steps) and not some.all():
        if stop():
            return Sweep(layers, False, False, some, before)
        before, some = some, steps[layers % len(steps)](some)
        layers += 1
        idle = idle + 1 if np.array_equal(before, some) else 0
    return Sweep(layers, bool(some.all()), not some.all(), some, before)
