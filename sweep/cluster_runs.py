"""Keys at work on the workers of a Dask scheduler.

Dask keeps the list of what is at work and gives what a lost worker had to another one. The client submits only as many
keys as there are threads, so that the next one can be chosen by the answers so far.
"""

from __future__ import annotations

import logging
import pickle
import queue
import sys
import time
import uuid
import warnings
from contextlib import suppress
from typing import Any, Generic

from ..search.race import EngineFailedWarning
from .errors import ClusterError, SchedulerLostError
from .job import Answer, Job, Key
from .on_worker import headcount_version, python_version, run_apart

ANSWERS_WITHIN = 10.0
"""Seconds in which a scheduler has to answer."""

START_ONE = "dask scheduler"
"""The command that starts a scheduler."""


class ClusterRuns(Generic[Key, Answer]):
    """See ``Runs``.

    Parameters
    ----------
    job : Job
    address : str
        Of the scheduler, such as ``tcp://10.0.0.1:8786``.
    jobs : int >= 1, optional
        How many keys may be at work at a time; as many as the workers have threads unless given.

    Raises
    ------
    ClusterError
        If Dask is not installed, nothing answers, or a worker has another version of headcount or Python.
    """

    def __init__(self, job: Job[Key, Answer], address: str, jobs: int | None = None) -> None:
        self._job, self._address, self._jobs = job, address, jobs
        self._client = _client(address)
        self._futures: dict[Key, Any] = {}
        self._done: queue.SimpleQueue[tuple[Key, Any]] = queue.SimpleQueue()
        self._looked, self._seen = float("-inf"), 0
        try:
            _require_same_versions(self._client, address)
        except BaseException:
            _close(self._client)
            raise

    @property
    def keys(self) -> tuple[Key, ...]:
        """The keys at work."""
        return tuple(self._futures)

    @property
    def capacity(self) -> int:
        """The threads of all workers, and at least one, which waits for a worker to come."""
        return max(1, self._threads) if self._jobs is None else self._jobs

    @property
    def note(self) -> str:
        """That there are no workers, or nothing."""
        if self._threads:
            return ""
        return f"no workers at {self._address} yet; start some with: dask worker {self._address} --nthreads 1"

    def start(self, key: Key) -> None:
        """Submit a key."""
        payload = _pickled((self._job.decide, key, self._job.budget), self._job)
        future = self._client.submit(
            run_apart,
            payload,
            self._job.budget + self._job.grace,
            (headcount_version(), python_version()),
            key=f"headcount-{uuid.uuid4().hex}",
            pure=False,
        )
        self._futures[key] = future
        future.add_done_callback(lambda done: self._done.put((key, done)))  # in a thread of the client's

    def finished(self, patience: float) -> list[tuple[Key, Answer]]:
        """The answers that come within so many seconds."""
        found: list[tuple[Key, Answer]] = []
        try:
            while True:
                key, future = self._done.get(timeout=0 if found else patience)
                if self._futures.get(key) is future:  # else it was stopped meanwhile
                    found.append((key, self._answer(future)))
                    del self._futures[key]
        except queue.Empty:
            return found

    def stop(self, key: Key) -> None:
        """Stop to work on a key: the worker ends its process within a moment."""
        future = self._futures.pop(key)
        with suppress(Exception):  # where the scheduler is lost there is nobody to tell
            future.cancel(reason="not needed any more")

    def __enter__(self) -> ClusterRuns[Key, Answer]:
        return self

    def __exit__(self, *error: object) -> None:
        for key in self.keys:
            self.stop(key)
        _close(self._client)

    @property
    def _threads(self) -> int:
        now = time.monotonic()
        if now > self._looked + 1:  # a question to the scheduler, so not for every key
            self._looked = now
            with suppress(OSError):
                seen = sum(self._client.nthreads().values())
                if self._client.status == "running":  # else the scheduler was lost meanwhile, and knows of none
                    self._seen = seen
        return self._seen

    def _answer(self, future: Any) -> Answer:
        from distributed import KilledWorker

        if future.cancelled():
            raise SchedulerLostError(
                f"the connection to the scheduler {self._address} broke; start it again and repeat the command: what "
                "was saved is not asked for again"
            )
        try:
            kind, content, seconds = future.result()
        except KilledWorker as error:
            lost = f"the decider took its worker along {error.allowed_failures + 1} times"
            return self._job.failed(f"{lost}: too little memory?", 0.0, False)
        except Exception as error:
            trace = f"{type(error).__name__}: {error}"
            warnings.warn(trace, EngineFailedWarning, stacklevel=2)
            return self._job.broken(trace, 0.0)
        if kind == "answer":
            return pickle.loads(content)  # type: ignore[no-any-return]
        if kind == "late":
            return self._job.out_of_time(seconds)
        if kind == "failed":
            warnings.warn(content.decode(), EngineFailedWarning, stacklevel=2)
            return self._job.broken(content.decode(), seconds)
        return self._job.failed(content.decode(), seconds, False)


def _client(address: str) -> Any:
    try:
        import distributed
    except ImportError:
        raise ClusterError(
            "‹scheduler› needs Dask, which is not installed; try: pip install 'headcount[cluster]'"
        ) from None
    # What it logs about connections is said here in a sentence.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            # It compares its own packages; what matters is compared below.
            warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
            return distributed.Client(address, timeout=ANSWERS_WITHIN, set_as_default=False, name="headcount")
    except (
        OSError,
        ValueError,
        TypeError,
        AssertionError,
    ) as error:  # it asserts that its thread starts in ten seconds
        what = str(error).split(" after ")[0] or type(error).__name__
        raise ClusterError(
            f"scheduler must be the address of a running Dask scheduler, got {address!r} ({what[:200]}); start one "
            f"with {START_ONE!r}, which prints its address, such as tcp://127.0.0.1:8786"
        ) from None


def _close(client: Any) -> None:
    with suppress(Exception):  # a scheduler that is gone cannot be told
        client.close(timeout=2)


def _require_same_versions(client: Any, address: str) -> None:
    """Refuse workers that would not understand what is sent to them."""
    told = client.get_versions(check=False, packages=["headcount"])["workers"]
    ours = headcount_version(), python_version()
    for worker, versions in told.items():
        python = ".".join(versions["host"]["python"].split(".")[:2])
        theirs = versions["packages"].get("headcount"), python
        if theirs != ours:
            has = f"headcount {theirs[0]}" if theirs[0] else "no headcount"
            raise ClusterError(
                f"the workers at {address} must have headcount {ours[0]} and Python {ours[1]} as this machine has, "
                f"{worker} has {has} and Python {python}; install the same version there and start the worker again"
            )


def _pickled(content: Any, job: Job[Any, Any]) -> bytes:
    import cloudpickle

    added = [module for module in job.modules if sys.modules.get(module.__name__) is module]
    for module in added:
        cloudpickle.register_pickle_by_value(module)
    try:
        return bytes(cloudpickle.dumps(content))
    finally:
        for module in added:
            cloudpickle.unregister_pickle_by_value(module)
