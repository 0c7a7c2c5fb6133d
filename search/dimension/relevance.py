"""How wide embeddings of queries and items have to be: the question, and the answer with vectors and what forces it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from ...bounds.upper.embeddings import EmbeddingError, Embeddings
from ...questions import SignPattern, least_size, scored_question
from ...questions.scored import Scored
from ...tasks import TaskError
from ...tasks.relevance import Asked as AskedSet
from ...tasks.relevance import Relevance, merge
from ...tasks.words import counted
from .answer import NOTHING_ASKED, WidthAnswer, named
from .asked import WidthOfData
from .coverage import Coverage, coverage_of
from .forced import used_by
from .options import IN_WORDS, RelevanceOptions
from .reading import data_json, relevance_of
from .vectors import arrays_of, embeddings_of, for_all

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
            **answer.ceiling_json,
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


WIDTH = re.compile(r"\bm = (?=[0-9])")
"""What is called d here, in notes of the search."""

AGAINST = re.compile("nothing was found against d = ([0-9]+)")
"""The note of an engine that has come to its end."""


@dataclass(frozen=True, repr=False)
class RelevanceAnswer(WidthAnswer):
    """An answer about relevance data, which has vectors, and names what forces the lower bound."""

    asked: RelevanceAsked

    @property
    def _pattern(self) -> SignPattern:
        question = self.question
        return question.of.pattern if isinstance(question, Scored) else question.pattern

    def forced_by(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Ids of queries and of items that force the lower bound by themselves: the proof looks at no others.

        Both are empty if the lower bound is trivial.
        """
        question, proof = self.question, self.lower.evidence.proof
        rows, columns = used_by(proof, question.of if isinstance(question, Scored) else question) if proof else ([], [])
        first = {one.row: one for one in reversed(self.merged.asked) if one.row is not None}
        queries = tuple(self._name(first[row]) for row in rows if row in first)
        return queries, tuple(self.data.items[self.merged.items[column]] for column in columns)

    def _name(self, asked: AskedSet) -> str:
        """The id of a query; with the grade if it has several."""
        several = sum(other.query == asked.query for other in self.merged.asked) > 1
        return self.data.queries[asked.query] + (f" from grade {asked.grade:g} on" if several else "")

    def embeddings(self, type: str = "float64", query_type: str = "") -> Embeddings:
        """Vectors of the upper bound for all queries and all items, verified after rounding.

        By cosine the items have length 1, but for rounding; by Euclidean distance a query is the centre of its ball.

        There is a query vector for each set of items asked for, in the order of ``merged.asked``: one per query unless
        it has several grades. Nested grades of a query have equal vectors. That of a trivial set is zero where
        thresholds are free, unless the query has other sets.

        ``type`` is that of the numbers, one of ``float64``, ``float32``, ``float16``, ``int32``, ``int16``, ``int8``;
        ``query_type`` that of the queries, where it is another one.

        Raises
        ------
        EmbeddingError
            If the tables do not survive being rounded to the type.
        """
        ids = [self.data.items[item] for item in self.merged.items]
        table = self._made.get((type, query_type)) or self._table(type, query_type, ids)
        self._made[type, query_type] = table
        found = for_all(self.merged, table)
        if self.asked.nested:
            for place, one in enumerate(self.merged.asked):
                found.queries[place] = found.queries[self._leading[one.query]]
        return found

    @cached_property
    def _made(self) -> dict[tuple[str, str], Embeddings]:
        """The tables that have been asked for, by the types of items and queries."""
        return {}

    def _table(self, type: str, query_type: str, ids: list[str]) -> Embeddings:
        from ...bounds.upper.unit_tables import unit_items, unit_tables
        from ...bounds.upper.wide_margins import scored_embeddings, wide_scored_embeddings

        upper = self.upper
        assert upper is not None  # it is known by a simplex
        question, score = upper.question, self.asked.score
        if self.asked.nested and upper.found["kind"] == "trigonometric":
            raise EmbeddingError(
                "the upper bound counts roots along an order, and no vectors for nested grades are written; name the "
                "least grade that is relevant, as in ‹relevant_from=2›, or give a longer ‹budget›"
            )
        if isinstance(question, Scored) and question.of.can_be_written_out:
            return wide_scored_embeddings(upper, self._pattern.rows, type, ids, query_type=query_type)
        if score == "inner":
            return embeddings_of(upper, type, ids, query_type=query_type)
        if not question.can_be_written_out:
            raise EmbeddingError("at this size vectors are written for inner products only; ask ‹score=inner›")
        unit = unit_items(unit_tables(upper))  # by cosine with threshold 0
        return scored_embeddings(unit, self._pattern.rows, "cosine", type, ids, query_type=query_type, zero=True)

    @cached_property
    def _leading(self) -> dict[int, int]:
        """The place among the sets of each query whose vector the query has: the first that is not trivial, if any."""
        places: dict[int, int] = {}
        for place, one in enumerate(self.merged.asked):
            if one.query not in places or self.merged.asked[places[one.query]].row is None:
                places[one.query] = place
        return places

    def arrays(self, *chosen: Any, **types: Any) -> dict[str, npt.NDArray[Any]]:
        """What is written to a file; where grades are nested there is one vector per query, and no ``grades``."""
        if not self.asked.nested:
            return super().arrays(*chosen, **types)
        return arrays_of(self.merged, self.embeddings(*chosen, **types), [*self._leading.values()], graded=False)

    @property
    def has_ceiling(self) -> bool:
        return not (self.question.null or self.asked.nested or self.asked.score == "euclidean")

    @cached_property
    def coverage(self) -> Coverage:
        """How much of what could be asked of the items the queries ask."""
        return coverage_of(self.data, self.asked.score)

    def hardly_constrain(self) -> str:
        """That the data say little about the width that other queries need, in a sentence; empty if that is not so.

        See ``Coverage.hardly_constrain`` for when it is.
        """
        upper = None if self.upper is None else self.upper.value
        return self.coverage.words if self.coverage.hardly_constrain(upper) else ""

    def by_inner_products(self) -> tuple[int, int] | None:
        """The bracket of the same sets by inner products, a query for each; None where that is what was asked.

        It is the one that was found, as far as the bracket of this answer does not say more. By cosine as many
        dimensions or one more are needed, by Euclidean distance as many or one fewer; nested grades need as many as
        separate ones at least. And a lower bound that cuts no item off is one by inner products (``maps.py``).
        """
        inner = self.beside.get("inner")
        if inner is None or inner.upper is None or self.upper is None:
            return None
        (least, most), (low, high) = (tuple(bound.value for bound in one.bounds) for one in (inner, self))
        distance = self.asked.score == "euclidean"
        content = self.lower.found
        if content["kind"] == "other-score":  # about the rows by themselves
            cut = not distance and "cuts" in content
            least = max(least, low - cut)
        elif not self.asked.nested:
            least = max(least, low - (not distance))
        return least, min(most, high + distance)

    @property
    def _by_inner_products(self) -> str:
        """The bracket by inner products, and how well it is known: what follows from that of this answer is proved."""
        found, inner = self.by_inner_products(), self.beside.get("inner")
        if found is None or inner is None:
            return ""
        (least, most), own = found, tuple(bound.value for bound in inner.bounds)
        status = (
            inner.status if found == own or not inner.certified else self.status if not self.certified else "PROVED"
        )
        return f"{f'{least} <= ' if least or not most else ''}d <= {most} [{status}]"

    def compared(self) -> str:
        """By how much the score differs from inner products, in a sentence; empty if that is not what was asked."""
        inner = self.by_inner_products()
        if inner is None or self.upper is None:
            return ""
        (least, most), low, high = inner, self.lower.value, self.upper.value
        if self.asked.nested:
            return f"by inner products with a query vector for each grade {self._by_inner_products}"
        known = f"by inner products {self._by_inner_products}"
        if self.asked.score == "cosine":
            more = [step for step in (0, 1) if low - most <= step <= high - least]
            return f"{known}: cosine needs {_steps(more, 'more')}"
        fewer = [step for step in (0, 1) if least - high <= step <= most - low]
        return f"{known}: Euclidean distance needs {_steps(fewer, 'fewer')}"

    def details(self) -> Iterator[str]:
        if self.merged.trivial:
            zero = "no query has to tell items apart: one coordinate is for scores above 0 and below"
            yield zero if self.question.null else NOTHING_ASKED
        lower, *others = self._reasons()
        yield from filter(None, (self.compared(), lower))
        queries, items = self.forced_by()
        if items:
            by = f" and {_listed(queries, 'query')}" if queries else ""
            yield f"     forced by {_listed(items, 'item')}{by} alone"
        yield from filter(None, (*others, self.hardly_constrain()))

    def all_notes(self) -> tuple[str, ...]:
        notes = (WIDTH.sub("d = ", note) for note in self.notes)
        return tuple(note for note in notes if not self._is_past(note))

    def _is_past(self, note: str) -> bool:
        """Whether a note speaks of a dimension that is refuted by now: what one engine did not find, another has."""
        about = AGAINST.match(note)
        return about is not None and int(about[1]) < self.lower.value


def relevance_answer(asked: RelevanceAsked, **effort: Any) -> RelevanceAnswer:
    """The answer to a question about relevance data; see ``ask``."""
    from ..least import least_answer

    return RelevanceAnswer.of(least_answer(asked, **effort))


def _steps(steps: list[int], word: str) -> str:
    return "as many" if steps == [0] else f"{' or '.join(map(str, steps))} {word}"


def _listed(ids: Sequence[str], what: str) -> str:
    return f"{counted(len(ids), what)} ({named(ids)})"
