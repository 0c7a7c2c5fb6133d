"""The bracket of ``probe`` for the classes with more than one size: one that says what is held fixed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ....bounds.bracket import Bracket
from .unit_asked import UnitAsked


@dataclass(frozen=True, repr=False)
class ClassBracket(Bracket):
    """``lower <= resource``, and ``resource <= upper`` if a unit is known; all else is held fixed in ``asked``."""

    asked: UnitAsked = field(kw_only=True)

    @classmethod
    def of(cls, asked: UnitAsked, found: Bracket) -> ClassBracket:
        """The bracket, with what was asked."""
        return cls(asked.question, found.lower, found.upper, found.seconds, found.notes, found.told, asked=asked)

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount probe --json`` prints."""
        asked, scope, found = self.asked, self.asked.least.scope, super().to_json()
        return {
            "task": found["task"],
            "parameters": found["parameters"],
            "null_token": found["null_token"] if scope is None else scope.null,
            "unit_class": str(asked.unit_class),
            "resource": asked.resource,
            "held_fixed": asked.held_fixed,
            "lower": found["lower"],
            "upper": found["upper"],
            "closed": self.closed,
            "status": str(self.status),
            **{name: found[name] for name in ("seconds", "lower_evidence", "upper_evidence", "solver_says", "notes")},
        }

    @property
    def _about(self) -> str:
        return f"{self.asked.about}, {self.asked.words}"

    @property
    def in_a_line(self) -> str:
        """What was asked, in which class, and both ends."""
        upper = "?" if self.upper is None else self.upper.value
        return f"{self._about}: {self.lower.value} <= {self.asked.resource} <= {upper}"

    def __str__(self) -> str:
        state = "closed" if self.closed else "open"
        upper = "" if self.upper is None else f" <= {self.upper.value}"
        resource = self.asked.resource
        lines = [
            self.asked.about,
            f"{self.asked.words}: {self.lower.value} <= {resource}{upper}   {state} in {self.seconds:.2f} s",
            *(f"  {end}" for end in self.ends),
        ]
        if self.upper is None:
            large = any(note.startswith("too large to be searched") for note in self.notes)
            words = (
                "no upper bound is certified"
                if large
                else "no unit was found in the time; whether there is one is open"
            )
            lines.append(f"  {resource} <= ?  {words}")
        lines += self.told_lines
        return "\n".join(lines)
