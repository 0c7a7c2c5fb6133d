"""Where a sweep runs, and all its answers as they come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from ..search.cores import cores
from ..tasks import TaskError
from .job import Answer, Job, Key, Runs
from .local_runs import LocalRuns

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

PATIENCE = 0.2
"""Seconds between two looks at what may be said about the progress."""


def processes_can_share() -> bool:
    """Whether a process can start others that know what it knows (fork), so that any function runs in them."""
    return sys.platform.startswith("linux")


def runs_of(
    job: Job[Key, Answer], *, jobs: int | None = None, scheduler: str | None = None
) -> AbstractContextManager[Runs[Key, Answer]]:
    """A place for the keys of a job: this machine, or the workers of a Dask scheduler.

    Parameters
    ----------
    job : Job
    jobs : int >= 1, optional
        Keys at work at a time; one a core unless given, or one a thread of the cluster's workers.
    scheduler : str, optional
        The address of a scheduler, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    TaskError
        If ``jobs`` is not positive, or the cluster cannot be used (``ClusterError``): Dask is not installed, nothing
        answers at the address, or workers have another version of headcount or Python.
    """
    if jobs is not None and (type(jobs) is not int or jobs < 1):
        raise TaskError(f"jobs must be at least 1, got {jobs}; leave it out for one a core")
    if scheduler is None:
        return LocalRuns(job, cores() if jobs is None else jobs)
    from .cluster_runs import ClusterRuns

    return ClusterRuns(job, scheduler, jobs)


def sweep(
    job: Job[Key, Answer],
    keys: Iterable[Key],
    *,
    jobs: int | None = None,
    scheduler: str | None = None,
    watch: Callable[[tuple[Key, ...], str], None] | None = None,
) -> Iterator[tuple[Key, Answer]]:
    """The answer for every key, as they come.

    Parameters
    ----------
    job : Job
    keys : iterable of hashable keys, without repetition
        They are started in this order.
    jobs, scheduler : see ``runs_of``
    watch : callable, optional
        Told the keys at work and what holds the sweep up (mostly nothing) several times a second.

    Guarantee
    ---------
    One answer for each key. A worker that is lost takes along the work on one key for each of its threads; others begin
    it again.

    Raises
    ------
    TaskError
        See ``runs_of``; ``SchedulerLostError`` if the scheduler is lost in the middle. What was yielded is valid.

    Examples
    --------
    >>> def square(key, budget):
    ...     return key * key
    >>> job = Job(square, failed=lambda reason, seconds, complete: None, budget=60)
    >>> sorted(sweep(job, range(4), jobs=2))
    [(0, 0), (1, 1), (2, 4), (3, 9)]
    """
    left = iter(keys)
    more = True
    with runs_of(job, jobs=jobs, scheduler=scheduler) as runs:
        while True:
            while more and len(runs.keys) < runs.capacity:
                try:
                    runs.start(next(left))
                except StopIteration:
                    more = False
            if watch is not None:
                watch(runs.keys, runs.note)
            if not runs.keys:
                return
            yield from runs.finished(PATIENCE)
