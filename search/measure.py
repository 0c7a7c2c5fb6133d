"""A lower and an upper bound for each communication measure of a matrix, every engine within its budget."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from multiprocessing.connection import wait
from typing import Any

from ..blas_threads import one_blas_thread
from ..bounds.bound import Status, premise
from ..measures.defined import undefined
from ..measures.engines import Declined, Effort, Engine, Enough, only_closed
from ..measures.known import Known
from ..measures.measured import MeasureBound, Measured, certified
from ..measures.measurement import Measurement, is_open
from ..measures.outside import with_others
from ..measures.registry import ENGINES, FIRST, SOLVED_ALONE, VALUE_ENGINES, VALUE_FIRST
from ..questions import MEASURES, CommunicationMatrix, SignPattern, least_size, pattern_question
from ..questions.value_matrix import Matrix
from ..tasks import TaskError
from .asked import Asked
from .engine_apart import EngineApart
from .least import least_answer
from .measures_asked import MeasuresAsked
from .race import EngineFailedWarning

SIGNS = str.maketrans("01", "-+")


def sign_rank_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Both bounds of the sign pattern of A; the engines have processes of their own."""

    def enough(lower: int, upper: int | None) -> bool:
        return effort.enough("sign_rank", Fraction(lower), None if upper is None else Fraction(upper))

    signs = SignPattern(tuple(row.translate(SIGNS) for row in matrix.rows), null=True)
    asked = Asked(least_size(pattern_question(signs)))
    answer = least_answer(asked, budget=max(effort.left, 0.01), seed=effort.seed, enough=enough)
    for bound in answer.bounds:
        evidence = {"kind": "pattern", "of": premise(bound)}
        yield certified(matrix, "sign_rank", bound.side, bound.value, bound.how, evidence)
    if answer.interrupted:  # Ctrl-C is meant for all measures
        raise KeyboardInterrupt


RUN: dict[str, Engine] = {**ENGINES, "sign_rank": sign_rank_bounds}
"""All engines for 0/1 matrices, in the order in which they run."""

SIDE_BY_SIDE = {
    (f"{name}0", f"{name}1")
    for name in ("fractional_cover", "fractional_partition", "fooling", "cover", "partition", "smooth_rectangle")
}
"""Engines that run at the same time, on two cores: what one of them says does not help the other."""

LEAST_BUDGET = 0.05
"""Seconds that an engine gets though the time for all is over: its first bounds cost next to nothing."""

Watch = Callable[[str, int, int, "Known"], None]


def measures_answer(
    asked: MeasuresAsked,
    *,
    budget: float = 10.0,
    seed: int = 0,
    start: None = None,
    watch: Watch | None = None,
    processes: bool = True,
    enough: Enough = only_closed,
    total: float | None = None,
) -> Measurement:
    """Communication measures of a matrix: a lower and an upper bound of each; see ``ask``.

    Parameters
    ----------
    asked : MeasuresAsked
        The matrix and the measures.
    budget : float > 0
        Seconds of wall-clock time for each measure.
    seed : int >= 0
    watch : callable, optional
        Told the measure at work, its number, how many there are, and what is known, whenever something changes.
    processes : bool
        Whether engines run in processes of their own, which can be stopped; without, an engine may overrun its budget.
    enough : callable (measure, lower, upper) -> bool, optional
        Whether these certified bounds of a measure say enough, so that its search may stop before they meet.
    total : float > 0
        Seconds of wall-clock time for all measures together; those that come last get what is left.

    Returns
    -------
    Measurement
        A bracket with evidence for each measure asked for.

    Guarantee
    ---------
    All inequalities (``certificates.theorems``) hold among the bounds, or
    ``CrossedBoundsError`` is raised. Only what the checker has replayed is CERTIFIED.

    Raises
    ------
    TaskError
        If a measure is unknown, or a parameter is out of range. One that is not defined for the matrix is said so in
        its entry.

    Examples
    --------
    >>> result = measures_answer(MeasuresAsked(CommunicationMatrix.named("disj", 2), ("D", "cover0")))
    >>> [(entry.measure, int(entry.lower.value), int(entry.upper.value)) for entry in result]
    [('D', 3, 3), ('cover0', 2, 2)]
    """
    matrix = asked.matrix
    if start is not None:
        raise TaskError("‹start› does not apply to measures; leave it out")
    if not set("".join(matrix.rows)) - {"*"}:
        raise TaskError(f"{matrix} promises nothing; some entry must be 0 or 1")
    wanted = wanted_measures(matrix, asked.only)
    known = Known(matrix, wanted_parameters(asked.parameters))
    asked_for = [name for name in MEASURES if name in wanted]
    wanted = tuple(name for name in asked_for if not undefined(matrix, name))
    first = FIRST if isinstance(matrix, CommunicationMatrix) else VALUE_FIRST
    alone = {name for name, most in SOLVED_ALONE.items() if sum(matrix.shape) <= most}
    helping = {name for one in wanted if one not in alone for name in first.get(one, ())}
    helping = {name for name in helping if not undefined(matrix, name)}
    if not matrix.total:  # ranks are the least of completions, and bound no partition of the matrix itself
        helping -= {name for name in helping if name.startswith("rank")}
    if not matrix.total and "D" in wanted:
        helping |= {name for name in ("cover0", "cover1", "cover") if not undefined(matrix, name)}
    engines = RUN if isinstance(matrix, CommunicationMatrix) else VALUE_ENGINES
    needed = [name for name in engines if name in wanted or name in helping]
    runs = _Runs(matrix, engines, known, seed, watch or (lambda *what: None), processes, len(needed), enough)
    end = time.monotonic() + (float("inf") if total is None else total)
    try:
        for number, names in _stages(needed):
            chosen = []
            for name in names:
                helped = [one for one in wanted if name in first.get(one, ())]
                idle = name not in wanted and all(known.closed(one) or runs.enough_of(one) for one in helped)
                if not idle and not runs.enough_of(name) and (not known.closed(name) or _lacks_witness(known, name)):
                    chosen.append(name)
            left = max(end - time.monotonic(), LEAST_BUDGET)
            runs.run(chosen, number, min(budget, left), cut=left < budget)
    except KeyboardInterrupt:
        runs.notes.setdefault("", []).append("interrupted")
    entries = [_entry(known, name, runs) for name in asked_for]
    return Measurement(matrix, tuple(entries))


def _stages(needed: list[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The engines in their order, with the number of the first: those of both values of an entry side by side."""
    place = 0
    while place < len(needed):
        pair = tuple(needed[place : place + 2])
        names = pair if pair in SIDE_BY_SIDE else pair[:1]
        yield place, names
        place += len(names)


def _entry(known: Known, name: str, runs: _Runs) -> Measured:
    if why := undefined(known.matrix, name):
        return Measured(name, None, None, None, undefined=why)
    ends = {side: known.bound(name, side) for side in ("lower", "upper")}
    behind = [known.certified(name, side) for side, end in ends.items() if end and end.status is not Status.CERTIFIED]
    seconds = runs.seconds.get(name, 0.0)
    entry = Measured(
        name, known.parameter(name), ends["lower"], ends["upper"], seconds, (), tuple(filter(None, behind))
    )
    return replace(entry, notes=(*runs.notes.get(name, ()), *runs.notes.get("", ()))) if is_open(entry) else entry


def _lacks_witness(known: Known, name: str) -> bool:
    """Whether D <= k is known only because a message of k - 1 bits would do, and not by a tree to be looked at."""
    upper = known.bound(name, "upper")
    return name == "D" and upper is not None and bool(upper.premises)


def wanted_measures(matrix: Matrix, only: Collection[str]) -> tuple[str, ...]:
    """The measures asked for, in the order of ``MEASURES``; if none is named, all that are defined for the matrix.

    Raises
    ------
    TaskError
        If one is unknown.
    """
    for name in only:
        if name not in MEASURES:
            close = get_close_matches(name, MEASURES, n=3, cutoff=0.3)
            hint = f"did you mean {' or '.join(close)}? " if close else ""
            raise TaskError(f"there is no measure {name[:40]!r}; {hint}headcount list names all of them")
    return tuple(name for name in MEASURES if (name in only if only else not undefined(matrix, name)))


def wanted_parameters(given: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The parameters, each within its range.

    Raises
    ------
    TaskError
        If one is not, or the measure has none.
    """
    for name, value in given.items():
        measure = MEASURES.get(name)
        if measure is None or not measure.parameter:
            raise TaskError(f"{name[:40]!r} is no measure with a parameter")
        low, high = measure.parameter_range
        if not low <= value <= high:
            usual = f"try {measure.usual}"
            raise TaskError(f"{measure.parameter} must be from {low} to {high} for {name}, got {value}; {usual}")
    return dict(given)


class _Runs:
    """Runs engines one after the other, each within its budget, and keeps seconds and notes by measure."""

    def __init__(
        self,
        matrix: Matrix,
        engines: Mapping[str, Engine],
        known: Known,
        seed: int,
        watch: Watch,
        processes: bool,
        total: int,
        enough: Enough,
    ) -> None:
        self.seconds: dict[str, float] = {}
        self.notes: dict[str, list[str]] = {}
        self._matrix, self._known, self._seed, self._watch = matrix, known, seed, watch
        self._engines = engines
        self._processes, self._total, self._enough = processes, total, enough

    def enough_of(self, name: str) -> bool:
        """Whether what is certified of a measure is enough."""
        ends = (self._known.certified(name, side) for side in ("lower", "upper"))
        return self._enough(name, *(None if end is None else end.value for end in ends))

    def run(self, names: Sequence[str], number: int, budget: float, *, cut: bool = False) -> None:
        """Run engines side by side; what they say is taken in as if each had waited for the one before.

        ``cut``: the budget is what is left of the time for all measures.
        """
        start = time.monotonic()
        effort = Effort(start + budget, self._seed, self._enough)
        # The sign-rank's engine has processes of its own, which a process that may be killed cannot have.
        if self._processes and "sign_rank" not in names:
            self._apart(names, number, effort)
        else:
            for name in names:
                self._watch(name, number, self._total, self._known)
                began = time.monotonic()
                try:
                    self._here(
                        name, number, with_others(name, self._engines[name]), replace(effort, deadline=began + budget)
                    )
                finally:  # Ctrl-C as well
                    self.seconds[name] = time.monotonic() - began
        for name in names:
            if self.seconds[name] >= budget and not self._known.closed(name) and name not in self.notes:
                ran_out = "time for all measures" if cut else f"budget of {budget:.3g} s"
                self._note(name, f"the {ran_out} ran out; a longer one may say more")

    def _engine(self, name: str) -> Engine:
        return with_others(name, self._engines[name])

    def _here(self, name: str, number: int, engine: Engine, effort: Effort) -> None:
        try:
            with one_blas_thread():
                for bound in engine(self._matrix, self._known, effort):
                    self._known.add(bound)
                    self._watch(name, number, self._total, self._known)
                    if self.enough_of(name):
                        break
        except Declined as reason:
            self._note(name, str(reason))

    def _apart(self, names: Sequence[str], number: int, effort: Effort) -> None:
        """Each in a process; what is known in the end does not depend on which is faster.

        The first one's bounds are known as they come, the others' when those before them have ended.
        """
        at_work = [
            EngineApart(name, with_others(name, self._engines[name]), self._matrix, self._known, effort)
            for name in names
        ]
        try:
            for k, run in enumerate(at_work):
                self._watch(run.name, number + k, self._total, self._known)
                while True:
                    for kind, content in run.messages():
                        self._take(run.name, kind, content)
                    if run.ended or self.enough_of(run.name):
                        break
                    self._watch(run.name, number + k, self._total, self._known)
                    for other in at_work[k:]:
                        other.end_if_late()
                    wait([other.connection for other in at_work[k:] if not other.ended], timeout=0.1)
                    for other in at_work[k + 1 :]:
                        other.listen()
        finally:  # Ctrl-C as well: what was heard is known
            for run in at_work:
                run.listen()
                run.end()
                for kind, content in run.messages():
                    self._take(run.name, kind, content)
                self.seconds[run.name] = run.seconds

    def _take(self, name: str, kind: str, content: Any) -> None:
        if kind == "bound":
            self._known.add(content)
        elif kind == "declined":
            self._note(name, content)
        else:
            self._note(name, f"the engine stopped with an internal error: {content.splitlines()[-1]}")
            warnings.warn(content, EngineFailedWarning, stacklevel=2)

    def _note(self, name: str, text: str) -> None:
        self.notes.setdefault(name, []).append(text)
