"""Vectors of p-bit integers for relevance data, each number of bits by itself: here side by side, or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ..bounds.bound import Bound
from ..questions import least_size
from ..search.answer import INTERRUPTED, Answer
from ..search.coordinate_per_key import own_coordinates_upper
from ..search.dimension.asked import Width
from ..search.dimension.bits import BitsAnswer, BitsApartAsked, joined
from ..search.least import least_answer
from ..search.rounded_search import FOR_REALS
from ..search.start import Start, bounds_to_start_from
from .errors import SchedulerLostError
from .job import Job
from .sweep import sweep

Watch = Callable[[int, int, str, str], None]
"""Told how many numbers of bits are done, how many there are, those at work, and what holds the sweep up."""


def bits_apart_answer(
    asked: BitsApartAsked,
    *,
    budget: float = 60.0,
    seed: int = 0,
    start: Start | None = None,
    watch: Watch | None = None,
) -> BitsAnswer:
    """An answer for each number of bits, each with the whole budget; real vectors come first, in this process.

    Parameters
    ----------
    asked : BitsApartAsked
        ``jobs`` or ``scheduler`` say where; see ``sweep``.
    budget : float > 0
        Seconds of wall-clock time for each number of bits.
    seed, start : see ``ask``
    watch : callable, optional
        See ``Watch``; told several times a second.

    Guarantee
    ---------
    All bounds hold: the checker has accepted each, where it was found. A number of bits whose worker was lost is begun
    again by another one; one that was not answered at all has the bounds that need no search, and a note.

    Raises
    ------
    TaskError
        If ``jobs`` is not positive, the cluster cannot be used, or the earlier answer does not fit.

    Examples
    --------
    >>> from headcount import dimension
    >>> answer = dimension("subsets n=6 k=1", bits="1,2", jobs=2)
    >>> [(p, one.lower.value, one.upper.value) for p, one in answer.answers.items()]
    [('1', 3, 3), ('2', 2, 2)]
    """
    began = time.monotonic()
    of_reals = Width(least_size(asked.question))
    of_bits = {p: asked.asked(p) for p in sorted(asked.bits, reverse=True)}
    known = bounds_to_start_from(start, of_reals.stated, *(one.stated for one in of_bits.values()))
    beside: dict[str, Answer] = {}
    answer = partial(_answer, of_bits=of_bits, seed=seed, known=known, beside=beside)
    job: Job[int, Answer | _Lost] = Job(answer, lambda reason, seconds, complete: _Lost(reason), budget)
    found: dict[int, Answer] = {}
    lost: dict[int, str] = {}

    def keys() -> Iterator[int]:
        """First real vectors, which all others rest on: asked once it is known that the cluster answers."""
        beside["real"] = least_answer(of_reals, budget=FOR_REALS * budget, seed=seed, start=known)
        if not beside["real"].interrupted:
            yield from of_bits

    def show(at_work: tuple[int, ...], held_up: str) -> None:
        if watch is not None:
            watch(len(found), len(of_bits), ", ".join(f"p = {p}" for p in at_work), held_up)

    left_by = INTERRUPTED
    try:
        for p, result in sweep(job, keys(), jobs=asked.jobs, scheduler=asked.scheduler, watch=show):
            if isinstance(result, _Lost):
                lost[p] = str(result)
            else:
                found[p] = result
    except KeyboardInterrupt:
        pass  # what was not answered says so
    except SchedulerLostError as error:
        left_by = str(error)
    real = beside.get("real") or least_answer(of_reals, budget=0.0, seed=seed, start=known)
    beside["real"] = real
    for p in of_bits.keys() - found.keys():
        lost.setdefault(p, left_by)
        found[p] = replace(answer(p, 0.0), notes=(lost[p],))
    given_up = {p: why for p, why in lost.items() if why != INTERRUPTED}  # that is said of the whole
    return joined(asked, real, found, time.monotonic() - began, given_up)


class _Lost(str):
    """Why there is no answer."""


def _answer(
    p: int, budget: float, *, of_bits: dict[int, Width], seed: int, known: tuple[Bound, ...], beside: dict[str, Answer]
) -> Answer:
    """The answer for one number of bits."""
    found = least_answer(of_bits[p], budget=budget, seed=seed, start=known, beside=beside)
    if found.upper is None and (upper := own_coordinates_upper(of_bits[p])) is not None:
        return replace(found, upper=upper)
    return found
