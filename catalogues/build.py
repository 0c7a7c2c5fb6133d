"""``build``: all entries of a catalogue, here or on a cluster, into a folder; a build that was stopped goes on."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from pathlib import Path

from ..sweep import Job, SchedulerLostError, modules_of, sweep
from .catalogue import Catalogue, CatalogueError, Entry, counted
from .parts import Parts
from .registry import require_size

BATCH = 100
"""Most classes that a worker is given at a time: a lost one takes no more along."""

GRACE = 60.0
"""Seconds after the budget until a batch is stopped that does not look at the clock."""

Watch = Callable[[int, int, str], None]
"""Told how many classes are settled, how many there are, and what holds the build up."""


@dataclass(frozen=True)
class Built:
    """What became of a build: the folder, the number of classes, how it is known, how many are settled, why not all."""

    folder: Path
    count: int
    counted: str
    settled: int
    note: str = ""

    @property
    def complete(self) -> bool:
        """Whether all classes are settled."""
        return self.settled == self.count


@dataclass(frozen=True)
class _Batch:
    """Classes that are settled together, from a place on, within so many seconds."""

    place: int
    keys: tuple[str, ...] = field(compare=False)
    seconds: float = field(compare=False)


@dataclass(frozen=True)
class _Lost:
    reason: str


def build(
    catalogue: Catalogue,
    n: int,
    into: Path | str = ".",
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    budget: float | None = None,
    watch: Watch | None = None,
) -> Built:
    """Settle all classes of a catalogue, and write the folder ``into/NAME-N``.

    Parameters
    ----------
    catalogue : Catalogue
    n : int
        One of its sizes.
    into : Path or str
        Where the folder is made; what it holds of an earlier build, and is undamaged, is kept.
    jobs, scheduler : see ``sweep``
    budget : float > 0, optional
        Seconds; then what is settled is written, and another build goes on from there.
    watch : callable, optional

    Guarantee
    ---------
    The folder has the same bytes whenever all classes are settled, however often the build was stopped. Each part is
    written atomically. The count of the enumeration is the one of the orbit-counting lemma.

    Raises
    ------
    CatalogueError
        If the size is none, a file of the folder is damaged, the counts differ, or a batch breaks down twice.
    TaskError
        If the cluster cannot be used.
    """
    require_size(catalogue, n)
    deadline = math.inf if budget is None else time.monotonic() + budget
    keys = enumerated(catalogue, n)
    parts = Parts(catalogue, n, Path(into) / f"{catalogue.name}-{n}", keys)
    job: Job[_Batch, list[Entry] | _Lost] = Job(
        partial(_settled, catalogue, n), _lost, budget or math.inf, GRACE, modules_of(type(catalogue).__mro__)
    )
    note = ""

    def show(at_work: tuple[_Batch, ...], held_up: str) -> None:
        if watch is not None:
            watch(parts.settled, len(keys), held_up)

    try:
        for attempt in (1, 2):  # a batch whose worker was lost is tried again
            lost = ""
            left = _batches(keys, parts, deadline)
            for batch, found in sweep(job, left, jobs=jobs, scheduler=scheduler, watch=show):
                if isinstance(found, _Lost):
                    lost = lost or f"classes from {batch.keys[0][:60]} on: {found.reason}"
                else:
                    parts.take(batch.place, found)
            if not lost or time.monotonic() > deadline:
                break
            if attempt == 2:
                raise CatalogueError(f"{catalogue.name} with n={n} could not be settled: {lost}; run the command again")
    except KeyboardInterrupt:
        note = "interrupted"
    except SchedulerLostError as error:
        note = str(error)
    finally:
        parts.write_all()
    if not note and parts.settled < len(keys):
        note = "the budget ran out"
    return Built(parts.folder, len(keys), counted(catalogue), parts.settled, note)


def enumerated(catalogue: Catalogue, n: int) -> list[str]:
    """All classes, as many as are counted by the orbit-counting lemma, if it counts them.

    Raises
    ------
    CatalogueError
        If they are not: a bug of the first order.
    """
    keys, count = catalogue.keys(n), catalogue.count(n)
    if len(keys) != len(set(keys)) or count not in (None, len(keys)):
        raise CatalogueError(
            f"{catalogue.name} with n={n}: {len(set(keys))} different classes of {len(keys)} are enumerated, and "
            f"{count} are counted; there should be {counted(catalogue)}; this is a bug of the first order, please "
            "report it"
        )
    return keys


def _lost(reason: str, seconds: float, complete: bool) -> _Lost:
    return _Lost(reason)


def _settled(catalogue: Catalogue, n: int, batch: _Batch, budget: float) -> list[Entry]:
    until = None if batch.seconds == math.inf else time.monotonic() + batch.seconds
    return catalogue.settle(n, batch.keys, until)


def _batches(keys: list[str], parts: Parts, deadline: float) -> Iterator[_Batch]:
    """The classes that are not settled, some at a time, none of two parts."""
    size = max(1, min(BATCH, len(keys) // 8))
    missing = [place for place, key in enumerate(keys) if not parts.has(place)]
    for _, group in groupby(enumerate(missing), key=lambda item: (parts.number(item[1]), item[1] - item[0])):
        places = [place for _, place in group]
        for first in range(0, len(places), size):
            if (seconds := deadline - time.monotonic()) <= 0:
                return
            some = places[first : first + size]
            yield _Batch(some[0], tuple(keys[place] for place in some), seconds)
