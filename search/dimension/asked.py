"""What ``dimension`` asks: the kinds of questions about relevance data, and the options that each is told by."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from ...tasks import TaskError
from ...tasks.relevance import MergedRelevance
from ..asked import Asked
from .options import RelevanceOptions

KINDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("items", "queries", "item_ids", "query_ids"), "own_vectors_asked:vectors_question"),
    (("document_vectors", "query_vectors"), "late_interaction:late_interaction_question"),
    (("recall", "at_most_wrong"), "tolerance_asked:tolerance_question"),
    (("bits",), "bits_asked:bits_question"),
    (("margin", "at", "noise"), "margins_asked:margins_question"),
    ((), "relevance:relevance_question"),
)
"""Options, of which one is given -> what makes the question (``module:function``, loaded when needed)."""


class AboutData(Protocol):
    """A question about relevance data."""

    @property
    def merged(self) -> MergedRelevance:
        """What is asked after merging what is alike."""


class Width(Asked):
    """A least width that is called d, as for real vectors."""

    letter = "d"


@dataclass(frozen=True)
class WidthOfData(Width):
    """The least width for relevance data.

    Attributes
    ----------
    merged : MergedRelevance
        What is asked after merging what is alike; ``merged.data`` is the whole.
    """

    merged: MergedRelevance = None  # type: ignore[assignment]

    @property
    def about(self) -> str:
        return self.merged.data.words


def dimension_question(data: Any, options: RelevanceOptions | None = None) -> AboutData:
    """The question about embeddings: of real numbers, of bits, with a margin, of which queries may fail, or given.

    Raises
    ------
    TaskError
        If the data cannot be read, or options do not fit together.
    """
    options = options or RelevanceOptions()
    given = {name for names, _ in KINDS for name in names if getattr(options, name) is not None}
    made = next(made for names, made in KINDS if not names or not given.isdisjoint(names))
    apart = next((name for name in ("jobs", "scheduler") if getattr(options, name) is not None), None)
    by_cosine = options.score != "inner" or not given.isdisjoint(("margin", "at", "noise"))
    if apart is not None and (given & {"bits"} != {"bits"} or by_cosine):
        if others := (given - {"bits"}) | ({"score"} if options.score != "inner" else set()):
            also = " and ".join(f"‹{name}›" for name in sorted(others))
            remedy = f"leave out ‹{apart}›{f', or {also}' if 'bits' in given else ''}"
        else:
            remedy = f"add for example ‹bits=1,2,4,8›, or leave out ‹{apart}›"
        raise TaskError(f"‹{apart}› is for ‹bits› by inner products; {remedy}")
    module, _, function = made.partition(":")
    return getattr(import_module(f".{module}", __package__), function)(data, options)  # type: ignore[no-any-return]
