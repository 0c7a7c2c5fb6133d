"""Two ends about one quantity: what is known of the least size of a unit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..display.answer import CertifiedAnswer
from ..display.html import Html, badge, bracket_line, framed, paragraph, table, text
from ..questions import Question
from .bound import Bound, CrossedBoundsError, End, Status, certificate

INTERRUPTED = "interrupted"
"""The note of a bracket whose search was stopped."""


@dataclass(frozen=True, repr=False)
class Bracket(CertifiedAnswer):
    """``lower <= m <= upper`` for one question in one unit class, the other sizes held fixed; likewise for p and H.

    ``upper`` is None while no unit is known (``probe`` always knows one). ``notes`` say what an open bracket ran into;
    ``seconds`` is the wall-clock time of the search. ``told`` are ends beyond the bracket that rest on a solver's
    answer alone: they are no part of it, and it is not closed by them.

    Raises
    ------
    CrossedBoundsError
        If lower > upper: a bug of the first order.
    MixedBoundsError
        If the ends are about different resources, unit classes or fixed sizes.
    """

    question: Question
    lower: End
    upper: End | None
    seconds: float = field(default=0.0, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    told: tuple[End, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if any(end.evidence.status is not Status.PROVED_BY_SOLVER for end in self.told):
            raise ValueError(f"told must hold ends on a solver's answer, got {'; '.join(map(str, self.told))}")
        if self.upper is None:
            return
        # Of an end for heads that share out the subsets, each part is about a question of its own.
        bounds = [end for end in self.ends if isinstance(end, Bound)]
        if len(bounds) == 2 and bounds[0].quantity != bounds[1].quantity:
            ends = "; ".join(bound.quantity.words for bound in bounds)
            raise MixedBoundsError(f"the ends must be about one bracket, got {ends}")
        if self.lower.resource != self.upper.resource:
            raise MixedBoundsError(f"the ends must be about one resource, got {self.lower}; {self.upper}")
        if self.lower.value > self.upper.value:
            raise CrossedBoundsError(f"{self.lower} but {self.upper}, for {self.question.words}")

    @property
    def ends(self) -> tuple[End, ...]:
        """The ends that are known."""
        return (self.lower,) if self.upper is None else (self.lower, self.upper)

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped the search; the ends hold all the same."""
        return INTERRUPTED in self.notes

    @property
    def closed(self) -> bool:
        """Whether both ends are known and agree."""
        return self.upper is not None and self.lower.value == self.upper.value

    @property
    def status(self) -> Status:
        """The weakest status of the ends."""
        weak = (end.evidence.status for end in self.ends if end.evidence.status is not Status.CERTIFIED)
        return next(weak, Status.CERTIFIED)

    @property
    def certified(self) -> bool:
        """Whether the checker accepted the ends."""
        return self.status is Status.CERTIFIED

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``check`` accepts: the ends on this question, as far as they are certified."""
        parts = (part for end in self.ends for part in end.parts if part.question == self.question)
        return certificate(self.question, *parts, remarks=self.remarks)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What rests on a solver's answer alone, in sentences."""
        return tuple(f"not proved here, on the word of a solver: {end}" for end in self.told)

    def certificates(self) -> tuple[dict[str, Any], ...]:
        """The bundles that ``check`` accepts: one for each question that the ends are about."""
        by_question: dict[Question, list[Bound]] = {}
        for end in self.ends:
            for part in end.parts:
                if part.evidence.status is Status.CERTIFIED:
                    by_question.setdefault(part.question, []).append(part)
        remarks = self.remarks
        return tuple(certificate(question, *parts, remarks=remarks) for question, parts in by_question.items())

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount probe --json`` prints; ``upper`` is null if no unit is known."""
        return {
            "task": self.question.spoken[0],
            "parameters": self.question.spoken[1],
            "null_token": self.question.null,
            "unit_class": self._unit_class,
            "resource": self.lower.resource,
            "lower": self.lower.value,
            "upper": None if self.upper is None else self.upper.value,
            "closed": self.closed,
            "seconds": round(self.seconds, 3),
            "lower_evidence": self.lower.to_json(),
            "upper_evidence": None if self.upper is None else self.upper.to_json(),
            "solver_says": [{"side": end.side, "value": end.value, **end.to_json()} for end in self.told],
            "notes": list(self.notes),
        }

    @property
    def _unit_class(self) -> str:
        return next((part.unit_class for end in self.ends for part in end.parts), "")

    @property
    def _about(self) -> str:
        return f"{self.question.words}, class {self._unit_class}"

    def __str__(self) -> str:
        state = "closed" if self.closed else "open, interrupted" if self.interrupted else "open"
        upper = "" if self.upper is None else f" <= {self.upper.value}"
        first = f"{self._about}: {self.lower.value} <= {self.lower.resource}{upper} ({state})"
        return "\n".join([first, *(f"  {end}" for end in self.ends), *self.told_lines])

    @property
    def told_lines(self) -> tuple[str, ...]:
        """What rests on a solver's answer alone, as lines below the bracket."""
        return tuple(f"  apart from the bracket, on a solver's answer: {end}" for end in self.told)

    def _repr_html_(self) -> str:
        rows: list[tuple[object, ...]] = [end.html_row() for end in (*self.ends, *self.told)]
        if self.upper is None:
            unknown = Html(f"{text(self.lower.resource)} &le; ?")
            rows.append((unknown, badge("OPEN"), "no unit was found in the time"))
        line = bracket_line(self.lower.value, None if self.upper is None else self.upper.value)
        return framed(self._about, line, table(rows), *(paragraph(note) for note in self.notes))


class MixedBoundsError(ValueError):
    """Two bounds are about different resources, unit classes or fixed sizes, and make no bracket."""
