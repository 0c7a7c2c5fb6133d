"""How wide embeddings have to be if some queries may fail: the question, and an answer for each number of queries."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ...bounds.bound import bounds_in
from ...bounds.upper.embeddings import Embeddings
from ...display.answer import flat
from ...display.html import framed, table
from ...questions import least_size
from ...tasks.words import counted
from ..answer import AnswerTable
from ..board import Watch
from ..least import least_answer
from ..start import Start, bounds_to_start_from
from .answer import OfData, named
from .asked import Width
from .tolerance_asked import ToleranceAsked
from .tolerance_search import Search
from .vectors import arrays_of, embeddings_of, for_all

FOR_ALL = 0.3
"""The part of the budget for vectors without failing queries, and against them."""


@dataclass(frozen=True, repr=False)
class ToleranceAnswer(OfData, AnswerTable):
    """An answer for each number of queries that may fail, by ``answer[wrong]``."""

    asked: ToleranceAsked = field(kw_only=True)
    stopped: bool = field(default=False, kw_only=True)

    @property
    def interrupted(self) -> bool:
        return self.stopped or super().interrupted

    def failing(self, wrong: int) -> tuple[str, ...]:
        """Ids of the queries that fail with the vectors of the upper bound: at most so many."""
        upper = self[wrong].upper
        rows = set() if upper is None else set(upper.evidence.proof["rows"])
        last = len(self.merged.selected)
        found = (one for one in self.merged.asked if (last if one.row is None else one.row) in rows)
        return tuple(self.data.queries[one.query] for one in found)

    def embeddings(self, wrong: int, type: str = "float64", query_type: str = "") -> Embeddings:
        """Vectors of the upper bound for all queries and items, verified after rounding; failing queries have zeros.

        Raises
        ------
        EmbeddingError
            If the tables do not survive being rounded to the type.
        """
        upper, merged = self[wrong].upper, self.merged
        assert upper is not None  # it is known by a simplex
        ids = [self.data.items[item] for item in merged.items]
        gone, rows = set(upper.evidence.proof["rows"]), self.asked.question.shape[0]
        stated = upper.evidence.proof["from"]
        if not stated:
            return Embeddings(np.zeros((len(merged.asked), 0)), np.zeros((len(self.data.items), 0)), float("inf"))
        (rest,) = bounds_in({"question": self.asked.question.to_json(), "claims": stated})
        found = embeddings_of(rest, type, ids, query_type=query_type)
        queries = np.zeros((rows, found.d), dtype=found.queries.dtype)
        queries[[row for row in range(rows) if row not in gone]] = found.queries
        return for_all(merged, replace(found, queries=queries))

    def arrays(self, wrong: int, *chosen: Any, **types: Any) -> dict[str, npt.NDArray[Any]]:
        """What is written to a file: ``queries``, ``items``, ``query_ids``, ``item_ids``, and ``failing`` ids."""
        found = arrays_of(self.merged, self.embeddings(wrong, *chosen, **types), graded=False)
        return {**found, "failing": np.array(self.failing(wrong), dtype=str)}

    def recall(self, wrong: int) -> float:
        """The share of the queries that do not fail."""
        return 1 - wrong / len(self.data.queries)

    @property
    def in_a_line(self) -> str:
        return f"{self.data.words}: " + ", ".join(
            f"{wrong} may fail: d = {one.values}" for wrong, one in self.answers.items()
        )

    def said(self) -> Iterator[str]:
        own = "threshold 0" if self.asked.question.null else "a threshold per query"
        yield f"least dimension d by inner products, {own}, if queries may fail   {self.ended}"
        right = "above 0 and all others below" if self.asked.question.null else "above all others"
        yield f"  a query fails unless all its relevant items score {right}"
        yield "  may fail    recall          d"
        for name, answer in self.answers.items():
            yield f"  {name:>8s}  {self.recall(int(name)):8.4g}{answer.values:>11s}"
        for name, answer in self.answers.items():
            yield from (f"  {name} may fail: {bound.said('d')}" for bound in answer.bounds)
            if failing := self.failing(int(name)):
                yield f"       {counted(len(failing), 'failing query')}: {named(failing)}"

    def _repr_html_(self) -> str:
        rows = [(name, f"{self.recall(int(name)):.4g}", one.values) for name, one in self.answers.items()]
        return framed(self.data.words, table(rows, ("queries that may fail", "recall", "d")))

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each number of failing queries."""
        return [{"wrong": int(name), **flat(answer.to_json())} for name, answer in self.answers.items()]

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount dimension --at-most-wrong --json`` prints."""
        return self.json_of(
            threshold=self.threshold,
            at_most_wrong={
                name: {"recall": self.recall(int(name)), "failing": list(self.failing(int(name))), **answer.to_json()}
                for name, answer in self.answers.items()
            },
        )


def tolerance_answer(
    asked: ToleranceAsked,
    *,
    budget: float = 60.0,
    seed: int = 0,
    start: Start | None = None,
    watch: Watch | None = None,
) -> ToleranceAnswer:
    """An answer for each number of queries that may fail; see ``ask``.

    Guarantee
    ---------
    All bounds hold: the checker has accepted each, the weights of the hard cores and the list of failing queries too.

    Examples
    --------
    >>> from .tolerance_asked import tolerance_question
    >>> from .options import RelevanceOptions
    >>> rows = [[1, 1, 0, 0, 0, 0], [0, 0, 1, 1, 0, 0], [0, 0, 0, 0, 1, 1]]
    >>> answer = tolerance_answer(tolerance_question(rows, RelevanceOptions(at_most_wrong="0,1")))
    >>> [(wrong, one.lower.value, one.upper.value, answer.failing(int(wrong))) for wrong, one in answer.answers.items()]
    [('0', 2, 2, ()), ('1', 1, 1, ('1',))]
    """
    began = time.monotonic()
    of_all = Width(least_size(asked.question))
    widths = {wrong: asked.asked(wrong) for wrong in asked.wrong}
    known = bounds_to_start_from(start, of_all.stated, *(one.stated for one in widths.values()))
    whole = least_answer(of_all, budget=max(0.01, FOR_ALL * budget), seed=seed, watch=watch, start=known)
    search = Search(asked, whole, began + budget, seed, watch)
    for bound in known:
        search.keep(bound)
    stopped = whole.interrupted
    try:
        if not stopped:
            search.run()
    except KeyboardInterrupt:
        stopped = True
    answers = {str(wrong): search.answer(wrong, began, stopped=stopped) for wrong in asked.wrong}
    return ToleranceAnswer(answers, time.monotonic() - began, asked=asked, stopped=stopped)
