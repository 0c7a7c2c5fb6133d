"""``measure_matrices``: communication measures of many matrices, side by side, here or on a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from ...display.html import framed, table
from ...questions import CommunicationMatrix
from ...search.ask import ask
from ...search.measure import wanted_measures, wanted_parameters
from ...search.measures_asked import MeasuresAsked
from .. import Job, SchedulerLostError, sweep
from .answer import MatrixAnswer, answer_of
from .store import MatrixStore


@dataclass(frozen=True)
class MatrixAnswers:
    """The answers of a sweep, in the order of the matrices; those that were not measured any more are missing.

    ``note`` says why some are missing.
    """

    answers: tuple[MatrixAnswer, ...] = field(repr=False)
    budget: float
    note: str = ""

    def __iter__(self) -> Any:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def __getitem__(self, place: int) -> MatrixAnswer:
        return self.answers[place]

    @property
    def complete(self) -> bool:
        """Whether every measure of every matrix is known."""
        return not self.note and all(answer.complete for answer in self.answers)

    def to_json(self) -> dict[str, Any]:
        """The object that ``headcount measure --matrices --json`` prints."""
        listed = [answer.to_json() for answer in self.answers]
        note = {"note": self.note} if self.note else {}
        return {"budget": self.budget, "complete": self.complete, **note, "matrices": listed}

    def __str__(self) -> str:
        return "\n".join(map(str, self.answers))

    def _repr_html_(self) -> str:
        rows = [(a.name, "x".join(map(str, a.matrix.shape)), ", ".join(map(a.bracket, a.measures))) for a in self]
        return framed(f"{len(self)} matrices", table(rows, ("matrix", "size", "measures")))


def measure_matrices(
    matrices: Iterable[CommunicationMatrix],
    *,
    only: Collection[str] = (),
    budget: float = 10.0,
    seed: int = 0,
    parameters: Mapping[str, Fraction] | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    store: Path | None = None,
    told: Callable[[MatrixAnswer], None] | None = None,
    watch: Callable[[int, int, str, str], None] | None = None,
) -> MatrixAnswers:
    """Communication measures of many matrices: certified brackets for each.

    Parameters
    ----------
    matrices : iterable of CommunicationMatrix
        Those with the same entries are measured once.
    only, budget, seed, parameters : see ``measure``
    jobs : int >= 1, optional
        Matrices at work at a time; the number of cores unless given, or of the threads of the cluster's workers.
    scheduler : str, optional
        The address of a Dask scheduler, such as ``tcp://10.0.0.1:8786``, whose workers measure.
    store : Path, optional
        An SQLite file in which answers are kept as they come and from which a run continues. What was left open is
        tried again if the budget has grown.
    told : callable, optional
        Told every answer as it comes.
    watch : callable, optional
        Told several times a second how many matrices are done, how many there are, the names of those at work, and what
        holds the sweep up (mostly nothing).

    Guarantee
    ---------
    See ``measure``. A worker that is lost takes along its work on one matrix for each of its threads; others begin it
    again. A matrix whose measuring breaks down (memory, say) has no measures and a note, and is not kept.

    Raises
    ------
    ValueError
        If a measure is unknown or not defined for a matrix, or a parameter or the budget is out of range.
    TaskError
        If the store is for something else, or the cluster cannot be used.

    Examples
    --------
    >>> given = [CommunicationMatrix(("110", "011", "101"), "C3"), CommunicationMatrix.named("eq", 1)]
    >>> for answer in measure_matrices(given, only=("D", "cover1"), jobs=1):
    ...     print(answer)
    C3  3x3  D 3  cover1 3
    EQ(n=1)  2x2  D 2  cover1 2
    """
    if not 0 < budget < float("inf"):
        raise ValueError(f"budget must be a positive number of seconds, got {budget}; try budget=10")
    listed = list(matrices)
    given = wanted_parameters(parameters or {})
    for matrix in listed:
        wanted_measures(matrix, only)
    answers: dict[tuple[str, ...], MatrixAnswer] = {}
    note = ""

    def take(answer: MatrixAnswer) -> None:
        answers[answer.matrix.rows] = answer
        if told is not None:
            told(answer)

    def show(at_work: tuple[CommunicationMatrix, ...], held_up: str) -> None:
        if watch is not None:
            watch(len(answers), len(first), "; ".join(matrix.name or matrix.words for matrix in at_work), held_up)

    first: dict[tuple[str, ...], CommunicationMatrix] = {}
    for matrix in listed:
        first.setdefault(matrix.rows, matrix)
    job: Job[CommunicationMatrix, MatrixAnswer | _Lost] = Job(
        partial(_measured, only=tuple(only), seed=seed, parameters=given),
        lambda reason, seconds, complete: _Lost(reason, seconds),
        budget,
    )
    with MatrixStore(store, only, given, seed) as kept:
        known = {rows: kept.find(matrix, budget) for rows, matrix in first.items()}
        for answer in known.values():
            if answer is not None:
                take(answer)
        left = [first[rows] for rows, answer in known.items() if answer is None]
        try:
            for matrix, result in sweep(job, left, jobs=jobs, scheduler=scheduler, watch=show) if left else ():
                if isinstance(result, _Lost):
                    take(MatrixAnswer(matrix, {}, seconds=result.seconds, note=result.reason))
                    continue
                kept.keep(result, budget)
                take(result)
        except KeyboardInterrupt:
            note = "interrupted"
        except SchedulerLostError as error:
            note = str(error)
    found = []
    for matrix in listed:
        if matrix.rows in answers:
            answer = answers[matrix.rows]
            same = "" if first[matrix.rows] is matrix else answer.name
            found.append(replace(answer, matrix=matrix, same_as=same))
    return MatrixAnswers(tuple(found), budget, note)


@dataclass(frozen=True)
class _Lost:
    reason: str
    seconds: float


def _measured(
    matrix: CommunicationMatrix, budget: float, *, only: tuple[str, ...], seed: int, parameters: Mapping[str, Fraction]
) -> MatrixAnswer:
    start = time.monotonic()
    found = ask(MeasuresAsked(matrix, only, parameters), budget, seed)
    return answer_of(found, time.monotonic() - start)
