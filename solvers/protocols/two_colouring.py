"""Trees of cases which show that no colouring with two colours gives each of some sets both of them.

What a step means stands in ``certificates/systems/splits.py``. Each case is split by the set
that lacks a colour and has fewest elements without one.
"""

import time
from collections.abc import Sequence


class ColouringError(ValueError):
    """There is a colouring; the message gives the elements of one colour."""


def no_two_colouring(edges: Sequence[int], deadline: float = float("inf")) -> list[int] | None:
    """The steps that refute all colourings; None if the time is over.

    Parameters
    ----------
    edges : bit sets

    Raises
    ------
    ColouringError
        If there is a colouring.

    Examples
    --------
    >>> no_two_colouring([0b011, 0b110, 0b101])
    [0, 1, 2, 5, 3, 4]
    """
    steps: list[int] = []
    waiting = [(0, 0)]
    while waiting:
        if time.monotonic() > deadline:
            return None
        colours = waiting.pop()
        lacking = [
            ((edge & ~colours[1 - c]).bit_count(), 2 * number + c)
            for number, edge in enumerate(edges)
            for c in (0, 1)
            if not edge & colours[c]
        ]
        if not lacking:
            raise ColouringError(f"the colouring with {colours[0]:b} on one side gives all sets both colours")
        step = min(lacking)[1]
        steps.append(step)
        waiting.extend(reversed(_cases(colours, edges[step >> 1], step & 1)))
    return steps


def _cases(colours: tuple[int, int], edge: int, lacking: int) -> list[tuple[int, int]]:
    """The first open element of the edge gets the colour that it lacks, or the second and the first the other, .."""
    cases, before, free = [], 0, edge & ~colours[1 - lacking]
    while free:
        first = free & -free
        case = [colours[0], colours[1]]
        case[lacking] |= first
        case[1 - lacking] |= before
        cases.append((case[0], case[1]))
        before |= first
        free ^= first
    return cases
