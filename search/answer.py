"""One class of answers: a lower and an upper bound of one number, each with evidence; and tables of answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..bounds.bound import Bound, CrossedBoundsError, Status, certificate
from ..display.answer import CertifiedAnswer
from ..display.input_error import spelled
from ..questions import Question
from .asked import Asked

INTERRUPTED = "interrupted"
"""The note of an answer whose search was stopped."""


class MixedBoundsError(ValueError):
    """Two bounds are about different resources, unit classes or fixed sizes, and make no answer."""


@dataclass(frozen=True, repr=False)
class Answer(CertifiedAnswer):
    """``lower <= m <= upper`` for one question in one unit class, the other sizes held fixed; likewise for p and H.

    Attributes
    ----------
    asked : Asked
        The question.
    lower : Bound
        ``value``, ``side``, ``evidence``, ``status``, ``how``.
    upper : Bound or None
        None while no unit is known, or if no size will do (``no_size``; the value of ``lower`` is infinite then).
    seconds : float
        Wall-clock time of the search.
    notes : tuple of str
        What the search of an open answer ran into.
    told : tuple of Bound
        Bounds beyond the two that rest on a solver's answer alone. They are no part of the answer.
    tried : tuple of str
        What was tried, in the order in which it began.
    beside : mapping of str to Answer
        Answers to related questions that were asked on the way.

    Raises
    ------
    CrossedBoundsError
        If lower > upper: a bug of the first order.
    MixedBoundsError
        If the bounds are about different resources, unit classes or fixed sizes.
    """

    asked: Asked
    lower: Bound
    upper: Bound | None
    seconds: float = field(default=0.0, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    told: tuple[Bound, ...] = field(default=(), compare=False)
    tried: tuple[str, ...] = field(default=(), compare=False)
    beside: Mapping[str, Answer] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if any(bound.status is not Status.PROVED_BY_SOLVER for bound in self.told):
            raise ValueError(f"told must hold bounds on a solver's answer, got {'; '.join(map(str, self.told))}")
        for bound, quantity in zip((self.lower, self.upper), self.asked.quantities, strict=True):
            # Of heads that share out the subsets, each part of a bound is about a question of its own.
            if bound is not None and bound.parts is None and bound.quantity != quantity:
                raise MixedBoundsError(
                    f"both bounds must be about one quantity, got {bound.quantity.words} for {quantity.words}"
                )
        if self.upper is not None and self.lower.value > self.upper.value:
            raise CrossedBoundsError(f"{self.lower} but {self.upper}, for {self.question.words}")

    @property
    def question(self) -> Question:
        """What the units have to do."""
        return self.asked.question

    @property
    def bounds(self) -> tuple[Bound, ...]:
        """The bounds that are known."""
        return (self.lower,) if self.upper is None else (self.lower, self.upper)

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped the search; the bounds hold all the same."""
        return INTERRUPTED in self.notes or any(other.interrupted for other in self.beside.values())

    @property
    def closed(self) -> bool:
        """Whether both bounds are known and agree, or no size at all will do."""
        return self.no_size or (self.upper is not None and self.lower.value == self.upper.value)

    @property
    def no_size(self) -> bool:
        """Whether it is proved that no size will do; then the lower bound is infinite, and there is no upper bound."""
        return self.lower.is_no_size

    @property
    def status(self) -> Status:
        """The weakest status of the bounds."""
        weak = (bound.status for bound in self.bounds if bound.status is not Status.CERTIFIED)
        return next(weak, Status.CERTIFIED)

    @property
    def certified(self) -> bool:
        """Whether the checker accepted the bounds."""
        return self.status is Status.CERTIFIED

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``check`` accepts: every bound that is certified."""
        remarks = tuple(f"not proved here, on the word of a solver: {bound}" for bound in self.told)
        return certificate(self.question, *(part for bound in self.bounds for part in bound.claims), remarks=remarks)

    @property
    def state(self) -> str:
        """closed or open."""
        return "closed" if self.closed else "open, interrupted" if self.interrupted else "open"

    @property
    def between(self) -> str:
        """``4 <= m <= 5``, or ``4 <= m`` while no unit is known, or ``no m will do``."""
        if self.no_size:
            return f"no {self.asked.symbol} will do"
        upper = "" if self.upper is None else f" <= {self.upper.value}"
        return f"{self.lower.value} <= {self.asked.symbol}{upper}"

    @property
    def known(self) -> str:
        """``between``, without a lower bound of 0 that the time was too short to raise."""
        if self.lower.value or self.closed or self.upper is None:
            return self.between
        return f"{self.asked.symbol} <= {self.upper.value}"

    @property
    def values(self) -> str:
        """``4``, ``4..6``, ``4..?`` or ``none``."""
        if self.no_size:
            return "none"
        return (
            f"{self.lower.value}" if self.closed else f"{self.lower.value}..{self.upper.value if self.upper else '?'}"
        )

    @property
    def in_a_line(self) -> str:
        """What was asked, in which class, and both bounds."""
        return f"{self.asked.about}, {self.asked.words}: {self.between} ({self.state})"

    def lines(self) -> Iterator[str]:
        """What the command line prints, without notes."""
        state = "closed" if self.closed else "open"
        yield self.asked.about
        yield f"{self.asked.words}: {self.between}   {state} in {self.seconds:.2f} s"
        yield from (f"  {line}" for line in self._reasons())
        yield from (f"  {line}" for line in self.asked.remarks(self)[0])

    def all_notes(self) -> tuple[str, ...]:
        """Notes of the search, and what is to be said about the question."""
        return (*self.notes, *self.asked.remarks(self)[1])

    def _reasons(self) -> Iterator[str]:
        letter = self.asked.symbol
        yield from (bound.said(letter) for bound in self.bounds)
        if self.upper is None and not self.no_size:
            large = any(note.startswith("too large to be searched") for note in self.notes)
            yield f"{letter} <= ?  " + ("no upper bound is certified" if large else UNKNOWN)
        yield from (f"apart from the bracket, on a solver's answer: {bound.said(letter)}" for bound in self.told)

    def __str__(self) -> str:
        return "\n".join([self.in_a_line, *(f"  {line}" for line in self._reasons())])

    def to_json(self) -> dict[str, Any]:
        """The summary that ``--json`` prints; ``upper`` is null if no unit is known, both if no size will do."""
        upper = self.upper
        return {
            **self.asked.to_json(self),
            "unit_class": str(self.asked.unit_class),
            "resource": self.asked.resource,
            "held_fixed": self.asked.held_fixed,
            "lower": None if self.no_size else self.lower.value,
            "upper": None if upper is None else upper.value,
            "no_size": self.no_size,
            "closed": self.closed,
            "status": str(self.status),
            "seconds": round(self.seconds, 3),
            "lower_evidence": self.lower.evidence.to_json(),
            "upper_evidence": None if upper is None else upper.evidence.to_json(),
            "solver_says": [
                {"side": bound.side, "value": bound.value, **bound.evidence.to_json()} for bound in self.told
            ],
            "tried": list(self.tried),
            "notes": list(self.notes),
        }

    def _repr_html_(self) -> str:
        from ..display.html import Html, badge, bracket_line, framed, paragraph, table, text

        letter = self.asked.symbol
        rows: list[tuple[object, ...]] = [bound.html_row(letter) for bound in (*self.bounds, *self.told)]
        lines, notes = self.asked.remarks(self)
        title = f"{self.asked.about}, {self.asked.words}"
        line = []
        if not self.no_size:
            line = [bracket_line(self.lower.value, None if self.upper is None else self.upper.value)]
            if self.upper is None:
                rows.append((Html(f"{text(letter)} &le; ?"), badge("OPEN"), UNKNOWN))
        return framed(title, *line, table(rows), *(paragraph(spelled(one)) for one in (*lines, *self.notes, *notes)))


UNKNOWN = "no unit was found in the time; whether there is one is open"


@dataclass(frozen=True, repr=False)
class AnswerTable(CertifiedAnswer):
    """Answers to several questions that belong together, by name (``table["4"]``).

    Attributes
    ----------
    answers : mapping of str to Answer
    seconds : float
    """

    answers: Mapping[str, Answer]
    seconds: float = field(default=0.0, compare=False)

    def __getitem__(self, name: object) -> Answer:
        return self.answers[str(name)]

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.answers.values())

    def __len__(self) -> int:
        return len(self.answers)

    @property
    def closed(self) -> bool:
        """Whether all answers are."""
        return all(answer.closed for answer in self)

    @property
    def certified(self) -> bool:
        """Whether the checker accepted all bounds."""
        return all(answer.certified for answer in self)

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped a search; what is said holds all the same."""
        return any(answer.interrupted for answer in self)

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``check`` accepts: every bound that is certified."""
        question = next(iter(self)).question
        return certificate(question, *(part for answer in self for bound in answer.bounds for part in bound.claims))
