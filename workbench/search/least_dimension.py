"""``least_dimension``: how wide embeddings of queries and items have to be for real relevance data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ...bounds.bound import Bound, bounds_in
from ...bounds.bracket import Bracket
from ...bounds.margin_ceiling import can_be_written_out, margin_ceiling
from ...bounds.upper.embeddings import EmbeddingError, Embeddings
from ...bounds.upper.large_embeddings import large_embeddings
from ...bounds.upper.unit_tables import unit_items, unit_tables
from ...bounds.upper.wide_margins import scored_embeddings, wide_embeddings, wide_scored_embeddings
from ...display.answer import CertifiedAnswer
from ...display.html import Html, badge, bracket_line, framed, paragraph, table
from ...questions import Question, SignPattern, least_size, pattern_question, scored_question
from ...questions.scored import Scored
from ...tasks import TaskError
from ...tasks.relevance import Asked, MergedRelevance, Relevance, merge, relevance_from
from .board import LocalBoard
from .large_patterns import is_large
from .probe import probe
from .scored import probe_scored
from .start import Start, bounds_to_start_from

SCORES = ("inner", "cosine", "euclidean")
"""How queries and items are compared: inner product, cosine, Euclidean distance."""

INNER_PART = 0.3
"""Part of the budget for inner products, where another score is asked for and these are shown beside it."""

GRADES = ("nested", "separate")
"""Queries with several grades: one vector whose scores order the grades, or one for each grade."""

NAMED = 8
"""Most ids that a display names."""

NESTED_CELLS = 2_000_000
"""Most entries where grades are nested: the first upper bound is a table of that size."""

THRESHOLDS = ("free", "zero")
"""Whose threshold: every query has its own, or 0 for all."""


@dataclass(frozen=True, repr=False)
class LeastDimension(CertifiedAnswer):
    """The answer: a bracket for the least dimension, what it is about, and what forces it.

    Attributes
    ----------
    merged : MergedRelevance
        What was asked after merging what is alike; ``merged.data`` is the whole.
    bracket : Bracket
        ``lower <= d <= upper``, each end with evidence that the checker has accepted.
    score : str
        One of ``SCORES``.
    inner : Bracket, optional
        The same by inner products and with a vector for each set of items, where something else was asked for.
    """

    merged: MergedRelevance
    bracket: Bracket
    score: str = "inner"
    inner: Bracket | None = None

    @property
    def data(self) -> Relevance:
        """The relevance that was asked about."""
        return self.merged.data

    @property
    def closed(self) -> bool:
        """Whether both ends agree."""
        return self.bracket.closed

    @property
    def interrupted(self) -> bool:
        """Whether somebody stopped the search; both ends hold all the same."""
        return self.bracket.interrupted or (self.inner is not None and self.inner.interrupted)

    @property
    def seconds(self) -> float:
        """Wall-clock time of the search, with that for inner products."""
        return self.bracket.seconds + (0 if self.inner is None else self.inner.seconds)

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``headcount check`` accepts; it is about the merged pattern."""
        return self.bracket.certificate()

    def forced_by(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Ids of queries and of items that force the lower bound by themselves: the proof looks at no others.

        Both are empty if the lower bound is trivial.
        """
        question = self.bracket.question
        pattern = question.of if isinstance(question, Scored) else question
        proof = json.loads(self.bracket.lower.evidence.proof or "null")
        rows, columns = _used(proof, pattern) if proof else ([], [])
        first = {one.row: one for one in reversed(self.merged.asked) if one.row is not None}
        queries = tuple(self._name(first[row]) for row in rows if row in first)
        return queries, tuple(self.data.items[self.merged.items[column]] for column in columns)

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
        assert isinstance(self.bracket.upper, Bound)  # probe knows one always
        ids = [self.data.items[item] for item in self.merged.items]
        if (type, query_type) not in self._made:
            self._made[type, query_type] = self._table(type, query_type, ids)
        table = self._made[type, query_type]
        vectors = np.zeros((len(self.merged.asked), table.d), dtype=table.queries.dtype)
        for place, one in enumerate(self.merged.asked):
            row = len(self.merged.selected) if one.row is None else one.row  # the trivial one is the last, if any
            if row < len(table.queries):
                vectors[place] = -table.queries[row] if one.negated else table.queries[row]
        if self.nested:
            for place, one in enumerate(self.merged.asked):
                vectors[place] = vectors[self._leading[one.query]]
        items = table.items[self.merged.column_of]
        items[self.merged.negated_items] *= -1
        return Embeddings(vectors, items, table.margin)

    @cached_property
    def _made(self) -> dict[tuple[str, str], Embeddings]:
        """The tables that have been asked for, by the types of items and queries."""
        return {}

    def _table(self, type: str, query_type: str, ids: list[str]) -> Embeddings:
        upper = self.bracket.upper
        assert isinstance(upper, Bound)  # as above
        if isinstance(upper.question, Scored) and upper.question.of.can_be_written_out:
            return wide_scored_embeddings(upper, self._pattern.rows, type, ids, query_type=query_type)
        by_lists = upper.question.task == "relevance"
        if self.score == "inner" and is_large(upper.question) and (by_lists or upper.found["kind"] == "tables"):
            return large_embeddings(upper, type, ids, query_type=query_type)
        if not upper.question.can_be_written_out:
            raise EmbeddingError("at this size vectors are written for inner products only; ask --score inner")
        rows = self._pattern.rows
        if self.score == "cosine":  # with threshold 0
            unit = unit_items(unit_tables(upper))
            return scored_embeddings(unit, rows, "cosine", type, ids, query_type=query_type, zero=True)
        return wide_embeddings(upper, rows, type, ids, query_type=query_type)

    @property
    def nested(self) -> bool:
        """Whether some query has several grades in one vector."""
        return bool(self.merged.shared)

    @cached_property
    def _leading(self) -> dict[int, int]:
        """The place among the sets of each query whose vector the query has: the first that is not trivial, if any."""
        places: dict[int, int] = {}
        for place, one in enumerate(self.merged.asked):
            if one.query not in places or self.merged.asked[places[one.query]].row is None:
                places[one.query] = place
        return places

    def arrays(self, type: str = "float64", query_type: str = "") -> dict[str, npt.NDArray[Any]]:
        """What is written to a file: vectors ``queries`` and ``items`` with ``query_ids``, ``grades``, ``item_ids``.

        Where grades are nested there is one vector per query, and no ``grades``.
        """
        embeddings = self.embeddings(type, query_type)
        places = list(self._leading.values()) if self.nested else list(range(len(self.merged.asked)))
        chosen = [self.merged.asked[place] for place in places]
        return {
            "queries": embeddings.queries[places],
            "items": embeddings.items,
            "query_ids": np.array([self.data.queries[one.query] for one in chosen]),
            **({} if self.nested else {"grades": np.array([one.grade for one in chosen])}),
            "item_ids": np.array(list(self.data.items)),
        }

    def _name(self, asked: Asked) -> str:
        """The id of a query; with the grade if it has several."""
        several = sum(other.query == asked.query for other in self.merged.asked) > 1
        return self.data.queries[asked.query] + (f" from grade {asked.grade:g} on" if several else "")

    def margin_ceiling(self) -> float | None:
        """No unit vectors of any dimension have a larger margin; None if that was not worked out.

        It is for a threshold per query and one grade: see ``bounds.margin_ceiling``.
        """
        if self.bracket.question.null or self.nested or self.score == "euclidean":
            return None
        return unit_margin_ceiling(self.merged)

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount dimension --json`` prints."""
        queries, items = self.forced_by()
        rows, columns = self.merged.shape
        return {
            "name": self.data.name,
            "queries": len(self.data.queries),
            "items": len(self.data.items),
            "relevant_pairs": self.data.pairs,
            "merged_queries": rows,
            "merged_items": columns,
            "score": self.score,
            "threshold": "zero" if self.bracket.question.null else "free",
            **{
                name: value
                for name, value in self.bracket.to_json().items()
                if name not in ("task", "parameters", "null_token")
            },
            "forced_by": {"queries": list(queries), "items": list(items)},
            "margin_ceiling": self.margin_ceiling(),
            **({"grades": "nested"} if self.nested else {}),
            **({} if self.inner is None else {"inner_products": list(_values(self.inner))}),
        }

    def compared(self) -> str:
        """By how much the score differs from inner products, in a sentence; empty if that is not what was asked."""
        if self.inner is None:
            return ""
        (least, most), (low, high) = _values(self.inner), _values(self.bracket)
        if self.nested:
            return f"by inner products with a query vector for each grade {least} <= d <= {most}"
        known = f"by inner products {least} <= d <= {most}"
        if self.score == "cosine":
            more = [step for step in (0, 1) if low - most <= step <= high - least]
            return f"{known}: cosine needs {_steps(more, 'more')}"
        fewer = [step for step in (0, 1) if least - high <= step <= most - low]
        return f"{known}: Euclidean distance needs {_steps(fewer, 'fewer')}"

    def _repr_html_(self) -> str:
        lower, upper = self.bracket.lower, self.bracket.upper
        assert upper is not None  # as above
        rows = [
            (Html(f"d {sign} {end.value}"), badge(end.evidence.status), end.evidence.method)
            for sign, end in (("&ge;", lower), ("&le;", upper))
        ]
        queries, items = self.forced_by()
        forced = [paragraph(f"forced by the queries {_few(queries)} and the items {_few(items)}")] if queries else []
        compared = [paragraph(self.compared())] if self.inner is not None else []
        line = bracket_line(lower.value, upper.value)
        return framed(self.data.words, line, table(rows), *forced, *compared, *map(paragraph, self.bracket.notes))

    @property
    def _pattern(self) -> SignPattern:
        question = self.bracket.question
        return question.of.pattern if isinstance(question, Scored) else question.pattern

    def __str__(self) -> str:
        lower, upper = self.bracket.lower, self.bracket.upper
        assert upper is not None
        state = "closed" if self.closed else "open"
        first = f"{self.data.words}: {lower.value} <= d <= {upper.value} ({state})"
        ends = (
            f"  d {sign} {end.value} [{end.evidence.status}] {end.evidence.method}"
            for sign, end in ((">=", lower), ("<=", upper))
        )
        return "\n".join([first, *ends])


def _few(ids: Sequence[str]) -> str:
    """The first ids, and how many more there are."""
    return ", ".join(ids[:NAMED]) + (f" and {len(ids) - NAMED} more" if len(ids) > NAMED else "")


def least_dimension(
    data: Any,
    *,
    format: str | None = None,
    diagonal: str = "free",
    score: str = "inner",
    threshold: str = "free",
    grades: str = "nested",
    budget: float = 60.0,
    seed: int = 0,
    watch: Callable[[LocalBoard], None] | None = None,
    start: Start | None = None,
) -> LeastDimension:
    """The least d such that vectors of R^d rank: each query's relevant items score above all others.

    Parameters
    ----------
    data : Relevance, path, numpy array, SciPy sparse array, pandas DataFrame or networkx graph
        Rows are queries, columns items; a grade > 0 says relevant. With several grades every "at least so relevant" is
        asked for.
    format : str, optional
        Files: a name of ``headcount.tasks.relevance.FORMATS``; told by the file if left out.
    diagonal : "free", "relevant" or "irrelevant"
        Graphs: what is asked of a vertex and itself.
    score : "inner", "cosine" or "euclidean"
        Inner products; cosines, where all items have length 1; or Euclidean distance, where relevant items are nearer.
        Cosine needs as many dimensions as inner products or one more, distance as many or one fewer.
    threshold : "free" or "zero"
        Whether every query has a threshold of its own, or relevant items score above 0 and others below: then d is the
        sign-rank, at most one more, and the same for cosines and inner products.
    grades : "nested" or "separate"
        Whether a query with several grades has one vector, whose scores put higher grades above lower ones; or one for
        each grade.
    budget : float > 0
        Seconds of wall-clock time.
    seed : int >= 0
    watch : callable, optional
        As for ``probe``.

    Returns
    -------
    LeastDimension
        With the bracket, the queries and items that force its lower bound, embeddings of its upper bound.

    Raises
    ------
    TaskError
        If the data cannot be read, what is left after merging is too large for a score other than inner products, or
        score and threshold are not as described.

    Guarantee
    ---------
    As for ``probe``: both ends hold, whatever the engines did.

    Examples
    --------
    >>> answer = least_dimension([[1, 1, 0, 0], [0, 1, 1, 0], [1, 0, 1, 0], [0, 0, 0, 1]])
    >>> answer.bracket.lower.value, answer.bracket.upper.value, answer.embeddings("int8").d
    (2, 2, 2)
    """
    if threshold not in THRESHOLDS:
        raise TaskError(f"the threshold must be one of {', '.join(THRESHOLDS)}, got {threshold!r}; try free")
    if score not in SCORES:
        raise TaskError(f"the score must be one of {', '.join(SCORES)}, got {score!r}; try inner")
    if grades not in GRADES:
        raise TaskError(f"grades must be one of {', '.join(GRADES)}, got {grades!r}; try nested")
    zero = threshold == "zero"
    if zero and score == "euclidean":
        raise TaskError("threshold zero is for inner products and cosines: no distance is below 0; leave it out")
    relevance = relevance_from(data, format=format, diagonal=diagonal)
    merged = merge(relevance, complements=score != "euclidean", zero=zero, nested=grades == "nested")
    if zero and merged.shared:
        raise TaskError(
            "threshold zero is for one grade per query, since nested grades need thresholds that differ; "
            "take grades separate (--grades separate)"
        )
    rows, columns = merged.shape
    if merged.shared and rows * columns > NESTED_CELLS:
        raise TaskError(
            f"{merged.data.name}: {rows} x {columns} entries are left after merging, and nested grades are searched up "
            f"to {NESTED_CELLS}; take grades separate (--grades separate), or a part of the queries or of the items"
        )
    question = merged.question(null=zero)
    if zero or (score == "inner" and not merged.shared):  # with threshold 0 the length of an item does not matter
        return LeastDimension(merged, probe(question, budget=budget, seed=seed, watch=watch, start=start), score)
    if merged.shared:
        question = pattern_question(merged.pattern())
    earlier = bounds_to_start_from(start, least_size(scored_question(question, score, merged.shared)))
    inner = probe(question, budget=INNER_PART * budget, seed=seed, watch=watch)
    rest = max(budget - inner.seconds, 0.01)
    known = tuple(end for end in inner.ends if isinstance(end, Bound))
    asked = scored_question(inner.question, score, merged.shared)
    assert isinstance(asked, Scored)  # it is what that makes
    bracket = probe_scored(asked, budget=rest, seed=seed, watch=watch, known=known, start=earlier, whole=budget)
    return LeastDimension(merged, bracket, score, inner)


def unit_margin_ceiling(merged: MergedRelevance) -> float | None:
    """No unit vectors of any dimension have a larger margin, thresholds free; None if that was not worked out.

    >>> from ...tasks.relevance import merge, relevance_from
    >>> round(unit_margin_ceiling(merge(relevance_from([[1, 0, 0], [0, 1, 0], [0, 0, 1]]))), 2)
    0.75
    """
    found = margin_ceiling(merged.pattern().rows) if can_be_written_out(*merged.shape) else None
    return None if found is None or found.square is None else found.value


def _values(bracket: Bracket) -> tuple[int, int]:
    assert bracket.upper is not None  # probe knows one always
    return bracket.lower.value, bracket.upper.value


def _steps(steps: list[int], word: str) -> str:
    if steps == [0]:
        return "as many"
    return f"{' or '.join(map(str, steps))} {word}"


def _used(proof: Mapping[str, Any], question: Question) -> tuple[list[int], list[int]]:
    """Rows and columns of a pattern that the proof of a lower bound looks at; the row of thresholds is left out."""
    height, width = question.shape
    if proof["rule"] == "map" and proof["name"] in ("part", "sphere"):
        of = proof["of"]
        (bound,) = bounds_in({"question": of.get("question", question.to_json()), "claims": [of]})
        inner_rows, inner_columns = _used(of["proof"], bound.question)
        # Rows that cut an item off hold by the rows that tell it apart.
        places = [[row] for row in proof.get("rows", range(height))] + [cut["by"] for cut in proof.get("cuts", ())]
        columns = proof.get("columns", range(width))
        used = [columns[place] for place in inner_columns]
        return sorted({row for place in inner_rows for row in places[place]}), [c for c in used if c < width]
    if proof.get("name") == "cycle":
        chosen = sorted({column for _, *columns in proof["members"] for column in columns})
        against = sorted({row for row, *_ in proof["members"]})
    elif proof["rule"] == "clauses":
        chosen = proof.get("set") or sorted({column for each in proof["sets"] for column in each})
        against = sorted(set(_lines(proof)))
    else:
        return [], []
    rows, columns = (against, chosen) if proof["of"] == "columns" else (chosen, against)
    return [row for row in rows if row < height], list(columns)


def _lines(proof: Mapping[str, Any]) -> Iterator[int]:
    """The other lines that the clauses of a refutation look at: rows, if it is about columns."""
    d = proof.get("dimension", 0)
    for schema, *runs in [*proof["given"], *proof.get("independent", {}).get("given", ())]:
        for numbers in runs:
            if schema in ("row", "cramer"):
                yield numbers[0]
            elif schema == "product":  # inequalities: kind, row and d + 1 columns or 2d columns, three numbers
                left = numbers[1 + numbers[0] :]
                while left:
                    if left[0] == 0:
                        yield left[1]
                    left = left[d + 6 if left[0] == 0 else 2 * d + 4 :]
