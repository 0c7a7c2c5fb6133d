"""The question how wide embeddings have to be if some queries may fail, by numbers of queries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...questions import Question, least_size
from ...questions.tolerant import Tolerant
from ...tasks import TaskError
from ...tasks.relevance import MergedRelevance, merge
from .asked import Width
from .given import recall_given, wrong_given
from .options import RelevanceOptions
from .reading import relevance_of


@dataclass(frozen=True)
class ToleranceAsked:
    """The least d such that vectors of R^d rank for all queries but so many, for each number.

    Attributes
    ----------
    merged : MergedRelevance
        A row for the queries that ask for the same items, or for all but these.
    wrong : tuple of int
        How many queries may fail: a query does unless all its relevant items score above all others.
    question : Question
        The pattern of the rows.
    """

    merged: MergedRelevance
    wrong: tuple[int, ...]
    question: Question

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many queries each row stands for."""
        found = [0] * self.question.shape[0]
        for one in self.merged.asked:
            if one.row is not None:
                found[one.row] += 1
        trivial = sum(one.row is None for one in self.merged.asked)
        return tuple(count or max(1, trivial) for count in found)

    def tolerant(self, wrong: int) -> Tolerant:
        """The question for one number of failing queries."""
        return Tolerant(self.question, wrong, self.counts if set(self.counts) != {1} else ())

    def asked(self, wrong: int) -> Width:
        """The same, as what is asked for."""
        return Width(least_size(self.tolerant(wrong)))


def tolerance_question(data: Any, options: RelevanceOptions) -> ToleranceAsked:
    """The question about relevance data of which some queries may fail.

    Raises
    ------
    TaskError
        If the data cannot be read, an option does not go with failing queries, or a number is out of range.
    """
    if options.recall is not None and options.at_most_wrong is not None:
        raise TaskError("‹recall› and ‹at_most_wrong› say the same in two ways; leave out one of them")
    name = "recall" if options.recall is not None else "at_most_wrong"
    if options.score != "inner":
        raise TaskError(f"‹{name}› is for inner products; leave out ‹score›")
    for other in ("bits", "margin", "at", "noise", "document_vectors", "query_vectors"):
        if getattr(options, other) is not None:
            raise TaskError(f"‹{name}› is for vectors of real numbers without a margin; leave out ‹{other}›")
    relevance = relevance_of(data, options)
    zero = options.threshold == "zero"
    merged = merge(relevance, zero=zero)
    if merged.graded:
        levels = relevance.levels
        raise TaskError(
            f"‹{name}› counts queries with one grade each, and some have several; say from which grade on an item is "
            f"relevant, as in ‹relevant_from={levels[len(levels) // 2]:g}›"
        )
    queries = len(relevance.queries)
    given = recall_given(options.recall, queries) if name == "recall" else wrong_given(options.at_most_wrong, queries)
    return ToleranceAsked(merged, given, merged.question(null=zero))
