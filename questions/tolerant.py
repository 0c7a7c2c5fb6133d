"""A sign pattern of which some rows may fail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .question import Question


@dataclass(frozen=True)
class Tolerant(Question):
    """Vectors for all rows of a pattern but some, whose counts add up to at most ``wrong``.

    Parameters
    ----------
    of : Question
        A pattern whose rows are written out, or given by lists.
    wrong : int >= 0
    counts : tuple of int >= 1
        What it counts that a row fails: how many queries it stands for. Empty: 1 each.

    Examples
    --------
    >>> from .selection import pattern_question
    >>> from .sign_pattern import SignPattern
    >>> Tolerant(pattern_question(SignPattern(("+-", "-+"), null=True)), 1).words
    'the 2x2 sign pattern with a null token, all but 1 of 2 rows'
    """

    of: Question
    wrong: int
    counts: tuple[int, ...] = ()
    task: ClassVar[str] = "tolerant"
    parameters = ()

    @property
    def words(self) -> str:
        what = "queries" if self.counts else "rows"
        return f"{self.of.words}, all but {self.wrong} of {self.total} {what}"

    @property
    def total(self) -> int:
        """The counts of all rows."""
        return sum(self.counts) if self.counts else self.of.shape[0]

    @property
    def spoken(self) -> tuple[str, dict[str, int]]:
        name, sizes = self.of.spoken
        return f"{name} with wrong rows", {**sizes, "wrong": self.wrong}

    @property
    def null(self) -> bool:
        return self.of.null

    @property
    def columns(self) -> int:
        return self.of.columns

    @property
    def shape(self) -> tuple[int, int]:
        return self.of.shape

    def count(self, row: int) -> int:
        """What it counts that a row fails."""
        return self.counts[row] if self.counts else 1

    def to_json(self) -> dict[str, object]:
        counts = {"counts": list(self.counts)} if self.counts else {}
        return {"task": self.task, "of": self.of.to_json(), "wrong": self.wrong, **counts}
