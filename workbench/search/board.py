"""The board on which engines post what they prove: in one process, or across processes.

An engine sees the best sign-ranks so far, posts bounds that the checker has accepted, and says what it is doing.
"""

from __future__ import annotations

import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...bounds.bound import End, Status
from ...bounds.bracket import Bracket
from ...questions import Question

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

NO_UPPER = 2**31 - 1
"""Stands for an upper bound that is not known, where processes share plain integers."""


class Board(ABC):
    """What an engine knows and where it reports.

    ``lower`` and ``upper`` are sign-ranks (m plus the question's offset), or the values of another resource; the search
    is over when they meet. ``upper`` is ``NO_UPPER`` while no unit is known.
    """

    def __init__(self, question: Question, seed: int, deadline: float) -> None:
        self.question = question
        self.seed = seed
        self.deadline = deadline

    @property
    @abstractmethod
    def lower(self) -> int: ...

    @property
    @abstractmethod
    def upper(self) -> int: ...

    @abstractmethod
    def post(self, bound: End) -> None:
        """Report a bound; one that improves nothing is dropped, one on a solver's answer stays apart from the ends."""

    @abstractmethod
    def say(self, text: str) -> None:
        """Report what is going on (for the progress line)."""

    @abstractmethod
    def note(self, text: str) -> None:
        """Report something the user should know about an open bracket."""

    @property
    @abstractmethod
    def told_lower(self) -> int:
        """The lower bound if solvers are believed, which the bracket never does."""

    @property
    def closed(self) -> bool:
        """Whether the ends meet."""
        return self.lower >= self.upper

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do: closed, or out of time."""
        return self.closed or time.monotonic() >= self.deadline

    def until(self, seconds: float) -> float:
        """The earlier of the deadline and so many seconds from now."""
        return min(self.deadline, time.monotonic() + seconds)


Enough = Callable[[int, int | None], bool]
"""Told the ends of the resource (None: no upper bound is known); whether the search may stop."""


def only_closed(lower: int, upper: int | None) -> bool:
    """Never enough: go on until the ends meet."""
    return False


class SolverContradictionWarning(RuntimeWarning):
    """A solver says the opposite of what the checker has accepted: one of them is wrong."""


class LocalBoard(Board):
    """The board of the process that owns the bracket; ``watch`` is told after every change.

    ``enough`` may end the search before the ends meet; ``began`` is when the clock of the bracket started, if not now.
    """

    enough: Enough = staticmethod(only_closed)

    def __init__(
        self,
        question: Question,
        seed: int,
        deadline: float,
        first: tuple[End, End | None],
        watch: Callable[[LocalBoard], None],
        began: float | None = None,
    ) -> None:
        super().__init__(question, seed, deadline)
        self.lower_bound, self.upper_bound = first
        self.notes: list[str] = []
        self.contradictions: list[str] = []
        self.saying = ""
        self._told: dict[str, End] = {}
        self._watch = watch
        self._start = time.monotonic() if began is None else began

    @property
    def lower(self) -> int:
        return self.lower_bound.value + self.question.offset

    @property
    def upper(self) -> int:
        return NO_UPPER if self.upper_bound is None else self.upper_bound.value + self.question.offset

    @property
    def told_lower(self) -> int:
        told = self._told.get("lower")
        return self.lower if told is None else max(self.lower, told.value + self.question.offset)

    @property
    def is_enough(self) -> bool:
        """Whether the ends say enough."""
        return self.enough(self.lower_bound.value, None if self.upper_bound is None else self.upper_bound.value)

    @property
    def over(self) -> bool:
        return super().over or self.is_enough

    def post(self, bound: End) -> None:
        if bound.evidence.status is Status.PROVED_BY_SOLVER:
            self._hear(bound)
        elif bound.side == "lower" and bound.value > self.lower_bound.value:
            self.lower_bound = bound
        elif bound.side == "upper" and (self.upper_bound is None or bound.value < self.upper_bound.value):
            self.upper_bound = bound
        else:
            return
        for told in list(self._told.values()):
            self._compare(told)
        self.bracket()  # lower > upper must not pass unnoticed
        self._watch(self)

    def _hear(self, told: End) -> None:
        """Keep what a solver says, if it says more than before."""
        known = self._told.get(told.side)
        if known is None or (told.value > known.value) == (told.side == "lower"):
            self._told[told.side] = told
        self._compare(told)

    def _compare(self, told: End) -> None:
        """A solver that contradicts a certified end: one of them is wrong, and nobody must miss it."""
        if told.side == "lower" and self.upper_bound is not None and told.value > self.upper_bound.value:
            self._contradiction(told, self.upper_bound)
        if told.side == "upper" and told.value < self.lower_bound.value:
            self._contradiction(told, self.lower_bound)

    def _contradiction(self, told: End, against: End) -> None:
        text = f"CONTRADICTION, please report it: {told}; but {against}"
        if text not in self.contradictions:
            self.contradictions.append(text)
            warnings.warn(text, SolverContradictionWarning, stacklevel=2)

    def say(self, text: str) -> None:
        self.saying = text
        self._watch(self)

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def note_the_time(self, budget: float) -> None:
        """Say what is open, if the time is over."""
        if self.closed or time.monotonic() < self.deadline:
            return
        value = self.told_lower - self.question.offset
        what = f"{self.lower_bound.resource} = {value} was neither refuted nor realised"
        if self.told_lower >= self.upper:
            what = "what is open was not refuted with a proof"
        self.note(f"the budget of {budget:.3g} s ran out; {what}: a longer budget or another seed may settle it")

    def bracket(self) -> Bracket:
        """The bracket as it stands."""
        seconds = time.monotonic() - self._start
        notes = (*self.contradictions, *(() if self.closed else self.notes))
        told = tuple(end for end in self._told.values() if self._goes_beyond(end))
        return Bracket(self.question, self.lower_bound, self.upper_bound, seconds, notes, told)

    def _goes_beyond(self, told: End) -> bool:
        if told.side == "lower":
            return told.value > self.lower_bound.value
        return self.upper_bound is None or told.value < self.upper_bound.value


class RemoteBoard(Board):
    """The board as an engine in another process sees it: shared numbers to read, a connection to report on."""

    def __init__(self, question: Question, seed: int, deadline: float, ends: Any, connection: Connection) -> None:
        super().__init__(question, seed, deadline)
        self._ends = ends
        self._connection = connection
        self._said = 0.0

    @property
    def lower(self) -> int:
        return int(self._ends[0])

    @property
    def upper(self) -> int:
        return int(self._ends[1])

    @property
    def told_lower(self) -> int:
        return int(max(self._ends[0], self._ends[2]))

    def post(self, bound: End) -> None:
        rank = bound.value + self.question.offset
        with self._ends.get_lock():
            if bound.evidence.status is Status.PROVED_BY_SOLVER:
                if bound.side == "lower":
                    self._ends[2] = max(self._ends[2], rank)
            elif bound.side == "lower" and rank > self._ends[0]:
                self._ends[0] = rank
            elif bound.side == "upper" and rank < self._ends[1]:
                self._ends[1] = rank
            else:
                return
        self._connection.send(("bound", bound))

    def say(self, text: str) -> None:
        if time.monotonic() - self._said > 0.1:  # a progress line need not change faster
            self._said = time.monotonic()
            self._connection.send(("say", text))

    def note(self, text: str) -> None:
        self._connection.send(("note", text))
