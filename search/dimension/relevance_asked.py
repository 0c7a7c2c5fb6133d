"""The question how wide embeddings of queries and items have to be, of real numbers without a margin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ...questions import least_size, scored_question
from ...tasks import TaskError
from ...tasks.relevance import Relevance, merge
from .asked import WidthOfData
from .options import IN_WORDS, RelevanceOptions
from .reading import data_json, relevance_of

NAMED = 8
"""Most ids that a display of a notebook names."""

MOST_LISTED = 30_000_000
"""Most entries of all sets of items that are asked for: each grade of a query is a set."""

MOST_NESTED = 3_800_000
"""Most of them where grades are nested and the sets are listed: the checker takes some 100 steps for one."""


@dataclass(frozen=True)
class RelevanceAsked(WidthOfData):
    """The least d such that vectors of R^d rank: each query's relevant items score above all others.

    ``score`` is one of ``SCORES``.
    """

    score: str = "inner"

    @property
    def nested(self) -> bool:
        """Whether some query has several grades in one vector."""
        return bool(self.merged.shared)

    @property
    def words(self) -> str:
        own = "threshold 0" if self.question.null else "a threshold per query"
        own = "one vector per query for all grades" if self.nested else own
        return f"least dimension by {IN_WORDS[self.score]}, {own}"

    def remarks(self, answer: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        queries, items = answer.forced_by()
        forced = [f"forced by the queries {_few(queries)} and the items {_few(items)}"] if queries else []
        return (*forced, *filter(None, [answer.compared(), answer.hardly_constrain()])), ()

    def to_json(self, answer: Any) -> dict[str, Any]:
        queries, items = answer.forced_by()
        upper = None if answer.upper is None else answer.upper.value
        inner = answer.by_inner_products()
        return {
            **data_json(self.merged),
            "score": self.score,
            "threshold": answer.threshold,
            "forced_by": {"queries": list(queries), "items": list(items)},
            "margin_ceiling": answer.margin_ceiling(),
            **({"grades": "nested"} if self.nested else {}),
            "coverage": answer.coverage.to_json(upper),
            **({} if inner is None else {"inner_products": list(inner)}),
        }


def relevance_question(data: Any, options: RelevanceOptions | None = None) -> RelevanceAsked:
    """The question about relevance data: rows are queries, columns items; a grade > 0 says relevant.

    Raises
    ------
    TaskError
        If the data cannot be read, what is left after merging is too large for a score other than inner products, or
        options do not fit together.

    Examples
    --------
    >>> from headcount.search.ask import ask
    >>> answer = ask(relevance_question([[1, 1, 0, 0], [0, 1, 1, 0], [1, 0, 1, 0], [0, 0, 0, 1]]))
    >>> answer.lower.value, answer.upper.value, answer.embeddings("int8").d
    (2, 2, 2)
    """
    options = options or RelevanceOptions()
    zero, score, grades = options.threshold == "zero", options.score, options.grades or "nested"
    if zero and score == "euclidean":
        raise TaskError("threshold zero is for inner products and cosines: no distance is below 0; leave it out")
    relevance = relevance_of(data, options)
    require_few_grades(relevance)
    merged = merge(relevance, complements=score != "euclidean", zero=zero, nested=grades == "nested")
    if zero and merged.shared:
        raise TaskError(
            "threshold zero is for one grade per query, since nested grades need thresholds that differ; "
            "take grades separate (‹grades=separate›)"
        )
    question = merged.question(null=zero)
    if merged.shared and not question.can_be_written_out and sum(map(len, merged.selected)) > MOST_NESTED:
        raise TaskError(_too_many(merged.data, sum(map(len, merged.selected)), MOST_NESTED))
    if not zero and (score != "inner" or merged.shared):  # with threshold 0 the length of an item does not matter
        question = scored_question(question, score, merged.shared)
    return RelevanceAsked(least_size(question), merged=merged, score=score)


def require_few_grades(data: Relevance) -> None:
    """Refuse data whose sets of items, one for each grade of a query, are too long to be listed.

    Raises
    ------
    TaskError
        If they have more than ``MOST_LISTED`` entries.
    """
    if data.pairs * data.most <= MOST_LISTED:
        return
    listed, grades = 0, data.grades
    for start, end in pairwise(grades.indptr.tolist()):
        ordered, counts = np.unique(grades.data[start:end], return_counts=True)
        listed += int(counts[::-1].cumsum().sum()) if len(ordered) else 0
    if listed > MOST_LISTED:
        raise TaskError(_too_many(data, listed, MOST_LISTED))


def _too_many(data: Relevance, listed: int, most: int) -> str:
    return (
        f"{data.name}: the {len(data.levels)} grades ask for sets of items with {listed:,} entries, and at most "
        f"{most:,} are listed; say from which grade on items are relevant, as in "
        f"‹relevant_from={data.levels[len(data.levels) // 2]:g}›"
    )


def _few(ids: Sequence[str]) -> str:
    """The first ids, and how many more there are."""
    return ", ".join(ids[:NAMED]) + (f" and {len(ids) - NAMED} more" if len(ids) > NAMED else "")
