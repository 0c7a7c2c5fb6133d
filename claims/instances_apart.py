"""Instances of claims decided side by side, each in a process of its own, on this machine or on a cluster.

The store is read and written here, whoever decides: with an instance goes what is kept of its statement, and what is to
be kept comes back with the outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ..sweep import Job, modules_of, processes_can_share, sweep
from .errors import ClaimError
from .report import Outcome
from .statement import Statement
from .store import ClaimStore, Record

Parameters = Mapping[str, Any]


class Decidable(Protocol):
    """What is needed of a ``Claim``."""

    @property
    def function(self) -> Callable[..., Any]:
        """What makes the statements."""

    @property
    def budget(self) -> float:
        """Seconds for an instance."""

    @property
    def seed(self) -> int:
        """Of every search."""

    def __call__(self, **parameters: Any) -> Statement:
        """The statement of an instance."""

    def decide(
        self,
        parameters: Parameters,
        *,
        budget: float | None = None,
        store: ClaimStore | None = None,
        retry: bool = False,
    ) -> Outcome:
        """The outcome of an instance."""


Then = Callable[[Any, Parameters, Outcome], Outcome]
"""(claim, parameters, outcome) -> outcome."""


class CarriedStore(ClaimStore):
    """What is known of one statement, as a store: it remembers what it is told to keep."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.kept: tuple[Statement, Record, str, int] | None = None

    def find(self, statement: Statement, seed: int = 0) -> Record:
        return self.record

    def keep(self, statement: Statement, record: Record, verdict: str, seed: int = 0) -> None:
        self.kept = (statement, record, verdict, seed)


@dataclass(frozen=True, eq=False)
class _Instance:
    """An instance with all that is needed to decide it; as a key it is equal to itself only."""

    number: int
    claim: Decidable
    parameters: Parameters
    record: Record
    budget: float | None
    retry: bool
    then: Then | None


@dataclass(frozen=True)
class _Decided:
    """An outcome, and the record to be kept (without its statement, which need not be sent back)."""

    outcome: Outcome
    kept: tuple[Record, str, int] | None


@dataclass(frozen=True)
class _Lost:
    """No outcome, and why."""

    reason: str


def decided_apart(
    asked: Sequence[tuple[Decidable, Parameters]],
    *,
    budget: float | None = None,
    store: ClaimStore | None = None,
    retry: bool = False,
    jobs: int | None = None,
    scheduler: str | None = None,
    then: Then | None = None,
    watch: Callable[[tuple[int, ...], str], None] | None = None,
) -> Iterator[tuple[int, Outcome]]:
    """The outcome of every instance with its place in the list, as they come.

    Parameters
    ----------
    asked : sequence of (claim, parameters)
    budget, store, retry : see ``Claim.run``
    jobs, scheduler : see ``sweep``
    then : callable (claim, parameters, outcome) -> outcome, optional
        What is made of an outcome in the same process; of cost, such as a replay of its certificates.
    watch : callable, optional
        Told the places of the instances at work, and what holds the sweep up.

    Guarantee
    ---------
    An outcome is what ``Claim.decide`` returns. An instance whose process is lost (memory, an error that is a bug) is
    OPEN with the reason in its notes, and not kept.

    Raises
    ------
    ClaimError
        See ``Claim.decide``; if several jobs are asked for where processes cannot be forked.
    TaskError
        If the cluster cannot be used, see ``sweep``.
    """
    if scheduler is None and not processes_can_share():
        raise ClaimError("instances are decided side by side on Linux only; leave jobs out, or name a scheduler")

    def instances() -> Iterator[_Instance]:
        for number, (claim, parameters) in enumerate(asked):
            record = Record() if store is None else store.find(claim(**parameters), claim.seed)
            yield _Instance(number, claim, parameters, record, budget, retry, then)

    def told(at_work: tuple[_Instance, ...], note: str) -> None:
        if watch is not None:
            watch(tuple(instance.number for instance in at_work), note)

    # A claim's search keeps to its budget by itself, here as there.
    seconds = max((claim.budget if budget is None else budget for claim, _ in asked), default=0.0)
    job: Job[_Instance, _Decided | _Lost | ClaimError] = Job(
        _decide,
        lambda reason, spent, complete: _Lost(reason),
        seconds,
        modules=modules_of(claim.function for claim, _ in asked),
    )
    for instance, answer in sweep(job, instances(), jobs=jobs, scheduler=scheduler, watch=told):
        if isinstance(answer, ClaimError):
            raise answer
        if isinstance(answer, _Lost):
            open_ = instance.claim.decide(instance.parameters, budget=0)
            yield instance.number, replace(open_, decision=replace(open_.decision, notes=(answer.reason,)))
            continue
        if store is not None and answer.kept is not None:
            store.keep(instance.claim(**instance.parameters), *answer.kept)
        yield instance.number, answer.outcome


def _decide(instance: _Instance, budget: float) -> _Decided | ClaimError:
    carried = CarriedStore(instance.record)
    try:
        outcome = instance.claim.decide(
            instance.parameters, budget=instance.budget, store=carried, retry=instance.retry
        )
    except ClaimError as error:  # a mistake in the claim, which is for whoever runs it
        return error
    if instance.then is not None:
        outcome = instance.then(instance.claim, instance.parameters, outcome)
    return _Decided(outcome, None if carried.kept is None else carried.kept[1:])
