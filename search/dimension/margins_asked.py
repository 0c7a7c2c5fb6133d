"""The question about the margin of unit vectors for relevance data: at given dimensions, or the least for a margin."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ...questions import Question
from ...tasks import TaskError
from ...tasks.relevance import MergedRelevance, merge
from .given import formats_given, margin_given, widths_given
from .options import RelevanceOptions
from .reading import relevance_of

MOST_CELLS = 4_000_000


@dataclass(frozen=True)
class MarginsAsked:
    """The margins at the dimensions ``at``, and the least dimension for ``margin`` if there is one.

    ``noise`` are the number formats to which the vectors found are compared.
    """

    merged: MergedRelevance
    at: tuple[int, ...]
    margin: Fraction | None
    noise: tuple[str, ...] = ()

    @property
    def question(self) -> Question:
        """The pattern of the rows, a threshold for each."""
        return self.merged.question()


def margins_question(data: Any, options: RelevanceOptions) -> MarginsAsked:
    """The question about relevance data and margins.

    Raises
    ------
    TaskError
        If the data cannot be read, are too large, or an option does not go with margins.

    Examples
    --------
    >>> margins_question([[1, 0, 0], [0, 1, 0], [0, 0, 1]], RelevanceOptions(at="2")).at
    (2,)
    """
    margin = None if options.margin is None else margin_given(options.margin)
    at = () if options.at is None else widths_given(options.at)
    noise = () if options.noise is None else formats_given(options.noise)
    if margin is None and not at:
        raise TaskError("‹noise› compares formats with a margin; add a dimension, as in ‹at=64›, or ‹margin=0.05›")
    if options.threshold == "zero":
        raise TaskError("margins are for a threshold per query; leave out ‹threshold›")
    if options.score == "euclidean":
        raise TaskError("margins are for vectors of length 1, by cosine; leave out ‹score›")
    if options.grades == "nested":
        raise TaskError("with a margin each grade of a query has a vector of its own; leave out ‹grades=nested›")
    relevance = relevance_of(data, options)
    merged = merge(relevance, complements=False)
    if merged.trivial:
        raise TaskError(
            f"{relevance.name}: every query asks for all items or for none, so that any vectors keep any margin; "
            "leave out ‹margin› and ‹at›"
        )
    rows, columns = merged.shape
    if rows * columns > MOST_CELLS:
        raise TaskError(
            f"{relevance.name}: {rows} x {columns} entries are left after merging, and margins are computed up to "
            f"{MOST_CELLS:,}; take a part of the queries or of the items"
        )
    return MarginsAsked(merged, at, margin, noise)
