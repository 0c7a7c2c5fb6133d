"""The board on which engines post what they prove: in one process, or across processes.

An engine sees the best bounds so far, posts bounds that the checker has accepted, and says what it is doing.
"""

from __future__ import annotations

import re
import time
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..bounds.bound import Bound, Status
from ..questions import Question
from .answer import INTERRUPTED, Answer
from .asked import Asked

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

NO_UPPER = 2**31 - 1
"""Stands for an upper bound that is not known, where processes share plain integers."""

Engine = Callable[["Board"], None]
Watch = Callable[["LocalBoard"], None]
Enough = Callable[[int, int | None], bool]
"""Told the bounds (None: no upper bound is known); whether the search may stop."""


def only_closed(lower: int, upper: int | None) -> bool:
    """Never enough: go on until the bounds meet."""
    return False


class Board(ABC):
    """What an engine knows and where it reports.

    ``lower`` and ``upper`` are values of what is asked for; the search is over when they meet. ``upper`` is
    ``NO_UPPER`` while no unit is known. ``step`` is what ``lower`` and ``upper`` are above the values of bounds (0, but
    where an engine sees the board of a question through that of a related one).
    """

    step = 0

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
    def post(self, bound: Bound) -> None:
        """Report a bound; one that improves nothing is dropped, one on a solver's answer is kept apart."""

    @abstractmethod
    def say(self, text: str) -> None:
        """Report what is going on (for the progress line)."""

    @abstractmethod
    def note(self, text: str) -> None:
        """Report something the user should know about an open answer."""

    @property
    @abstractmethod
    def told_lower(self) -> int:
        """The lower bound if solvers are believed, which the answer never does."""

    def post_any(self, *bounds: Bound | None) -> None:
        """Report those that there are."""
        for bound in bounds:
            if bound is not None:
                self.post(bound)

    @property
    def closed(self) -> bool:
        """Whether the bounds meet."""
        return self.lower >= self.upper

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do: closed, or out of time."""
        return self.closed or time.monotonic() >= self.deadline

    @property
    def left(self) -> float:
        """Seconds until the deadline."""
        return max(0.0, self.deadline - time.monotonic())

    def until(self, seconds: float) -> float:
        """The earlier of the deadline and so many seconds from now."""
        return min(self.deadline, time.monotonic() + seconds)


def is_past(until: float) -> bool:
    """Whether a moment of ``time.monotonic()`` has come."""
    return time.monotonic() >= until


class Related(Board):
    """A board for a sign pattern, in sign-ranks, whose bounds become bounds of the board behind it.

    Parameters
    ----------
    board : Board
    question : Question
        What the engine is to look at.
    step : int
        What to add to values of the board behind it.
    lift : callable
        The bound that follows for the board behind it, if any.
    notes : bool
        Whether notes of the engine are passed on.
    """

    def __init__(
        self,
        board: Board,
        question: Question,
        step: int,
        lift: Callable[[Bound], Bound | None] = lambda bound: bound,
        *,
        notes: bool = True,
    ) -> None:
        super().__init__(question, board.seed, board.deadline)
        self._board, self._lift, self._notes, self.step = board, lift, notes, step

    @property
    def lower(self) -> int:
        return self._board.lower + self.step

    @property
    def upper(self) -> int:
        return self._board.upper + self.step

    @property
    def told_lower(self) -> int:
        return self._board.told_lower + self.step

    @property
    def over(self) -> bool:
        return self._board.over

    def post(self, bound: Bound) -> None:
        rank = bound.value + self.question.offset
        if bound.status is Status.PROVED_BY_SOLVER or (
            rank > self.lower if bound.side == "lower" else rank < self.upper
        ):
            self._board.post_any(self._lift(bound))

    def say(self, text: str) -> None:
        self._board.say(text)

    def note(self, text: str) -> None:
        if self._notes:
            self._board.note(text)


def in_ranks(board: Board) -> Related:
    """The board of a pattern in sign-ranks: m where there is a null token, else m + 1.

    This is the only place where the two are told apart; engines for sign patterns see sign-ranks alone.
    """
    return Related(board, board.question, board.question.offset)


class SolverContradictionWarning(RuntimeWarning):
    """A solver says the opposite of what the checker has accepted: one of them is wrong."""


class LocalBoard(Board):
    """The board of the process that owns the answer; ``watch`` is told after every change.

    ``enough`` may end the search before the bounds meet; ``began`` is when the clock of the answer started.
    """

    def __init__(
        self,
        asked: Asked,
        seed: int,
        deadline: float,
        first: tuple[Bound, Bound | None],
        watch: Watch | None = None,
        *,
        began: float | None = None,
        enough: Enough = only_closed,
    ) -> None:
        super().__init__(asked.question, seed, deadline)
        self.asked, self.enough = asked, enough
        self.lower_bound, self.upper_bound = first
        self.notes: list[str] = []
        self.contradictions: list[str] = []
        self.tried: dict[str, None] = {}
        self.beside: dict[str, Answer] = {}
        self.saying = ""
        self._told: dict[str, Bound] = {}
        self._watch = watch or (lambda board: None)
        self.began = time.monotonic() if began is None else began

    @property
    def lower(self) -> int:
        return self.lower_bound.value

    @property
    def upper(self) -> int:
        return NO_UPPER if self.upper_bound is None else self.upper_bound.value

    @property
    def told_lower(self) -> int:
        told = self._told.get("lower")
        return self.lower if told is None else max(self.lower, told.value)

    @property
    def is_enough(self) -> bool:
        """Whether the bounds say enough, or somebody stopped the search."""
        return INTERRUPTED in self.notes or self.enough(
            self.lower, None if self.upper_bound is None else self.upper_bound.value
        )

    @property
    def over(self) -> bool:
        return super().over or self.is_enough

    def post(self, bound: Bound) -> None:
        if bound.status is Status.PROVED_BY_SOLVER:
            self._hear(bound)
        elif bound.side == "lower" and bound.value > self.lower_bound.value:
            self.lower_bound = bound
        elif bound.side == "upper" and (self.upper_bound is None or bound.value < self.upper_bound.value):
            self.upper_bound = bound
        else:
            return
        for told in list(self._told.values()):
            self._compare(told)
        self.answer()  # lower > upper must not pass unnoticed
        self._watch(self)

    def _hear(self, told: Bound) -> None:
        """Keep what a solver says, if it says more than before."""
        known = self._told.get(told.side)
        if known is None or (told.value > known.value) == (told.side == "lower"):
            self._told[told.side] = told
        self._compare(told)

    def _compare(self, told: Bound) -> None:
        """A solver that contradicts a certified bound: one of them is wrong, and nobody must miss it."""
        against = self.upper_bound if told.side == "lower" else self.lower_bound
        if against is None or not (told.value > against.value if told.side == "lower" else told.value < against.value):
            return
        text = f"CONTRADICTION, please report it: {told}; but {against}"
        if text not in self.contradictions:
            self.contradictions.append(text)
            warnings.warn(text, SolverContradictionWarning, stacklevel=2)

    def say(self, text: str) -> None:
        self.saying = text
        if what := re.split(r"(?:,| for | of width | in width | = )|\d", text)[0].strip(" =").removesuffix(" of"):
            self.tried.setdefault(what)
        self._watch(self)

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def interrupt(self) -> None:
        """Somebody stopped the search: what is known is kept, and nothing more is looked for."""
        self.note(INTERRUPTED)

    def note_the_time(self, budget: float) -> None:
        """Say what is open, if the time is over."""
        if self.closed or time.monotonic() < self.deadline:
            return
        what = f"{self.asked.symbol} = {self.told_lower} was neither refuted nor realised"
        if self.told_lower >= self.upper:
            what = "what is open was not refuted with a proof"
        self.note(f"the budget of {budget:.3g} s ran out; {what}: a longer budget or another seed may settle it")

    def answer(self) -> Answer:
        """The answer as it stands."""
        notes = (*self.contradictions, *(() if self.closed else self.notes))
        told = tuple(bound for bound in self._told.values() if self._goes_beyond(bound))
        return Answer(
            self.asked, self.lower_bound, self.upper_bound, time.monotonic() - self.began, notes, told,
            tuple(self.tried), dict(self.beside),
        )  # fmt: skip

    def _goes_beyond(self, told: Bound) -> bool:
        if told.side == "lower":
            return told.value > self.lower_bound.value
        return self.upper_bound is None or told.value < self.upper_bound.value


class RemoteBoard(Board):
    """The board as an engine in another process sees it: shared numbers to read, a connection to report on."""

    def __init__(self, question: Question, seed: int, deadline: float, values: Any, connection: Connection) -> None:
        super().__init__(question, seed, deadline)
        self._values = values
        self._connection = connection
        self._said = 0.0

    @property
    def lower(self) -> int:
        return int(self._values[0])

    @property
    def upper(self) -> int:
        return int(self._values[1])

    @property
    def told_lower(self) -> int:
        return int(max(self._values[0], self._values[2]))

    def post(self, bound: Bound) -> None:
        with self._values.get_lock():
            if bound.status is Status.PROVED_BY_SOLVER:
                if bound.side == "lower":
                    self._values[2] = max(self._values[2], bound.value)
            elif bound.side == "lower" and bound.value > self._values[0]:
                self._values[0] = min(bound.value, NO_UPPER)
            elif bound.side == "upper" and bound.value < self._values[1]:
                self._values[1] = bound.value
            else:
                return
        self._connection.send(("bound", bound))

    def say(self, text: str) -> None:
        if time.monotonic() - self._said > 0.1:  # a progress line need not change faster
            self._said = time.monotonic()
            self._connection.send(("say", text))

    def note(self, text: str) -> None:
        self._connection.send(("note", text))
