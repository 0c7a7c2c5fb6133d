"""What all answers about relevance data share: the data, how they were read, lines, JSON, vectors in a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy.typing as npt

from ...bounds.bound import TooLongToCheckError
from ...bounds.unit_margins import MarginBound, margin_upper
from ...bounds.unit_margins.ceiling_weights import can_be_written_out
from ...display.answer import Summary
from ...display.input_error import spelled
from ...tasks.relevance import MergedRelevance, Relevance
from ..answer import Answer
from .reading import data_json, read_line, read_lines
from .vectors import arrays_of

NOTHING_ASKED = "nothing to rank: every query asks for all items or for none, so no item has to differ from another"

MOST_NAMED = 12
"""Most ids that are named in a line."""


class OfData(Summary):
    """An answer to a question ``asked`` that has ``merged``; ``said`` are the lines on what was found."""

    if TYPE_CHECKING:

        @property
        def asked(self) -> Any: ...

        @property
        def seconds(self) -> float: ...

        @property
        def closed(self) -> bool: ...

        @property
        def interrupted(self) -> bool: ...

        embeddings: Any

    @property
    def merged(self) -> MergedRelevance:
        """What was asked after merging what is alike."""
        return self.asked.merged  # type: ignore[no-any-return]

    @property
    def data(self) -> Relevance:
        """The relevance that was asked about."""
        return self.merged.data

    @property
    def read(self) -> str:
        """How the data were read, in one line."""
        return read_line(self.merged)

    @property
    def ended(self) -> str:
        """closed or open, and in what time."""
        return f"{'closed' if self.closed else 'open'} in {self.seconds:.2f} s"

    def said(self) -> Iterator[str]:
        """What was found: what the command line prints after how the data were merged."""
        raise NotImplementedError

    def lines(self) -> Iterator[str]:
        """What the command line prints, without notes."""
        yield f"  merged: {self.merged.words}"
        yield from self.said()

    @property
    def of_grades(self) -> str:
        """What to know where each grade of a query has a vector of its own."""
        return ""

    def all_notes(self) -> tuple[str, ...]:
        """What is to be said besides."""
        notes = [self.of_grades] if self.of_grades and self.merged.graded else []
        if self.interrupted:
            notes.append("interrupted; all bounds hold, and what is open was not looked for to the end of the time")
        elif not self.closed:
            notes.append("what is open was neither refuted nor found in the time: a longer ‹budget› may narrow it")
        return tuple(notes)

    def __str__(self) -> str:
        notes = (f"  note: {note}" for note in self.all_notes())
        return "\n".join(map(spelled, (*read_lines(self.merged), *self.said(), *notes)))

    def json_of(self, **content: Any) -> dict[str, Any]:
        """What ``--json`` prints: the data, the content, and how the search ended."""
        return {
            **data_json(self.merged),
            **content,
            "closed": self.closed,
            "interrupted": self.interrupted,
            "seconds": round(self.seconds, 3),
        }

    @property
    def threshold(self) -> str:
        """zero, or free for each query, as JSON has it."""
        return "zero" if self.asked.question.null else "free"

    def arrays(self, *chosen: Any, **types: Any) -> dict[str, npt.NDArray[Any]]:
        """What is written to a file: vectors ``queries`` and ``items`` with ``query_ids``, ``grades``, ``item_ids``."""
        return arrays_of(self.merged, self.embeddings(*chosen, **types))

    @property
    def has_ceiling(self) -> bool:
        """Whether a bound of the margin in any dimension is worked out: for a threshold per query, not by distance."""
        return False

    def margin_ceiling(self) -> MarginBound | None:
        """No unit vectors of any dimension have a larger margin, certified; None if that was not worked out."""
        return self._ceiling if self.has_ceiling else None

    @property
    def ceiling_json(self) -> dict[str, Any]:
        """The same as a number, or null."""
        ceiling = self.margin_ceiling()
        return {"margin_ceiling": None if ceiling is None else ceiling.margin}

    @cached_property
    def _ceiling(self) -> MarginBound | None:
        return unit_margin_ceiling(self.merged)


def unit_margin_ceiling(merged: MergedRelevance) -> MarginBound | None:
    """No unit vectors of any dimension have a larger margin, thresholds free; None if that takes too long.

    As many dimensions as items are enough for any margin that there is, so it is the bound in so many.

    >>> from ...tasks.relevance import merge, relevance_from
    >>> found = unit_margin_ceiling(merge(relevance_from([[1, 0, 0], [0, 1, 0], [0, 0, 1]])))
    >>> found.margin, str(found.status)
    (0.75, 'CERTIFIED')
    """
    if merged.trivial or not can_be_written_out(*merged.shape):
        return None
    try:
        return margin_upper(merged.question(), merged.shape[1])
    except TooLongToCheckError:
        return None


class WidthAnswer(OfData, Answer):
    """A bracket of the least width for relevance data; ``details`` are its lines."""

    @classmethod
    def of(cls, found: Answer, **changed: Any) -> Self:
        """An answer of this class with the bounds of another."""
        return cls(**{field.name: getattr(found, field.name) for field in fields(Answer)} | changed)

    @property
    def in_a_line(self) -> str:
        return f"{self.data.words}: {self.between} ({self.state})"

    def said(self) -> Iterator[str]:
        yield f"{self.asked.words}: {self.between}   {self.ended}"
        yield from (f"  {line}" for line in self.details())

    def details(self) -> Iterator[str]:
        """The reasons of the bounds, and what else there is to say."""
        raise NotImplementedError

    def all_notes(self) -> tuple[str, ...]:
        return Answer.all_notes(self)

    def __str__(self) -> str:
        asked = f"{self.asked.words}: {self.between} ({self.state})"
        reasons = (f"  {line}" for line in self._reasons())
        return "\n".join([*map(spelled, read_lines(self.merged)), asked, *reasons])


def shown(name: str) -> str:
    """An id, cut short and safe to print: what moves the cursor or the like is escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in name[:40])


def named(ids: Sequence[str]) -> str:
    r"""The first ids.

    >>> named(["a\x1b", "b"]), named(["x"] * 13)[-5:]
    ('a\\x1b, b', 'x, ..')
    """
    return ", ".join([*map(shown, ids[:MOST_NAMED]), *[".."] * (len(ids) > MOST_NAMED)])
