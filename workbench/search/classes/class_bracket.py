"""The bracket of ``probe`` for the classes with more than one size: its ends, its certificate files, its board."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ....bounds.bound import Bound, CrossedBoundsError, Status, certificate
from ..board import Board, LocalBoard
from .unit_asked import UnitAsked

NO_UPPER = 2**31 - 1
"""Stands for an upper end that is not known, where processes share plain integers."""


@dataclass(frozen=True)
class End:
    """``resource >= value`` or ``resource <= value``; ``parts`` are the bounds that are claimed in certificates.

    Usually there is one part, the end itself. An end for the number of heads that share out subsets has a part for each
    number of heads, which is a question of its own.
    """

    side: str
    value: int
    kind: str
    status: Status
    method: str
    parts: tuple[Bound, ...] = field(default=(), repr=False)

    def words(self, resource: str) -> str:
        """The end with its status and method."""
        return f"{resource} {'>=' if self.side == 'lower' else '<='} {self.value} [{self.status}] {self.method}"

    def to_json(self) -> dict[str, str]:
        """kind, status and method."""
        return {"kind": self.kind, "status": str(self.status), "method": self.method}


def end_of(bound: Bound) -> End:
    """The end that one bound is."""
    evidence = bound.evidence
    return End(bound.side, bound.value, evidence.kind, evidence.status, evidence.method, (bound,))


def post(board: Board, end: End) -> None:
    """Report an end; a board only looks at its side and value."""
    board.post(end)  # type: ignore[arg-type]


@dataclass(frozen=True)
class ClassBracket:
    """``lower <= resource``, and ``resource <= upper`` if a unit is known; all else is held fixed in ``asked``.

    Raises
    ------
    CrossedBoundsError
        If lower > upper: a bug of the first order.
    """

    asked: UnitAsked
    lower: End
    upper: End | None = None
    seconds: float = field(default=0.0, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.upper is not None and self.lower.value > self.upper.value:
            resource, words = self.asked.resource, self.asked.question.words
            raise CrossedBoundsError(f"{self.lower.words(resource)} but {self.upper.words(resource)}, for {words}")

    @property
    def closed(self) -> bool:
        """Whether both ends are known and agree."""
        return self.upper is not None and self.lower.value == self.upper.value

    @property
    def ends(self) -> tuple[End, ...]:
        """The ends that are known."""
        return (self.lower,) if self.upper is None else (self.lower, self.upper)

    @property
    def status(self) -> Status:
        """The weakest status of the ends."""
        weak = (end.status for end in self.ends if end.status is not Status.CERTIFIED)
        return next(weak, Status.CERTIFIED)

    def certificates(self) -> tuple[dict[str, Any], ...]:
        """The bundles that ``check`` accepts: one for each question that the ends are about."""
        by_question: dict[Any, list[Bound]] = {}
        for end in self.ends:
            for part in end.parts:
                if part.evidence.status is Status.CERTIFIED:
                    by_question.setdefault(part.question, []).append(part)
        return tuple(certificate(question, *parts) for question, parts in by_question.items())

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount probe --json`` prints; ``upper`` is null if no unit is known."""
        asked = self.asked
        return {
            "task": asked.question.spoken[0],
            "params": asked.question.spoken[1],
            "null_token": asked.null if asked.name == "FIXED" else asked.question.null,
            "unit_class": asked.class_words,
            "resource": asked.resource,
            "held_fixed": asked.held_fixed,
            "lower": self.lower.value,
            "upper": None if self.upper is None else self.upper.value,
            "closed": self.closed,
            "status": str(self.status),
            "seconds": round(self.seconds, 3),
            "lower_evidence": self.lower.to_json(),
            "upper_evidence": None if self.upper is None else self.upper.to_json(),
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        state = "closed" if self.closed else "open"
        upper = "" if self.upper is None else f" <= {self.upper.value}"
        resource = self.asked.resource
        lines = [
            self.asked.question.words,
            f"{self.asked.words}: {self.lower.value} <= {resource}{upper}   {state} in {self.seconds:.2f} s",
            *(f"  {end.words(resource)}" for end in self.ends),
        ]
        if self.upper is None:
            lines.append(f"  {resource} <= ?  no unit was found in the time; whether there is one is open")
        return "\n".join(lines)


class ClassBoard(LocalBoard):
    """The board of a ``ClassBracket``: the upper end may be missing."""

    def __init__(
        self,
        asked: UnitAsked,
        seed: int,
        deadline: float,
        first: tuple[End, End | None],
        watch: Callable[[LocalBoard], None],
        began: float,
    ) -> None:
        self.asked = asked
        super().__init__(asked.question, seed, deadline, first, watch)  # type: ignore[arg-type]
        self._began = began

    @property
    def lower(self) -> int:
        return self.lower_bound.value + self.question.offset

    @property
    def upper(self) -> int:
        return NO_UPPER if self.upper_bound is None else self.upper_bound.value + self.question.offset

    def post(self, bound: Any) -> None:
        """Take over an end that improves the bracket."""
        if bound.side == "lower" and bound.value > self.lower_bound.value:
            self.lower_bound = bound
        elif bound.side == "upper" and (self.upper_bound is None or bound.value < self.upper_bound.value):
            self.upper_bound = bound
        else:
            return
        self.bracket()  # lower > upper must not pass unnoticed
        self._watch(self)

    def bracket(self) -> Any:
        """The bracket as it stands."""
        seconds = time.monotonic() - self._began
        lower: Any = self.lower_bound
        upper: Any = self.upper_bound
        return ClassBracket(self.asked, lower, upper, seconds, () if self.closed else tuple(self.notes))
