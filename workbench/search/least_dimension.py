"""``least_dimension``: how wide embeddings of queries and items have to be for real relevance data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...bounds.bound import Bound
from ...bounds.bracket import Bracket
from ...bounds.upper.embeddings import Embeddings
from ...bounds.upper.wide_margins import wide_embeddings
from ...certificates import SignPattern
from ...tasks import TaskError
from ...tasks.relevance import Asked, MergedRelevance, Relevance, merge, relevance_from
from .board import LocalBoard
from .probe import probe

THRESHOLDS = ("free", "zero")
"""Whose threshold: every query has its own, or 0 for all."""


@dataclass(frozen=True)
class LeastDimension:
    """The answer: a bracket for the least dimension, what it is about, and what forces it.

    Attributes
    ----------
    merged : MergedRelevance
        What was asked after merging what is alike; ``merged.data`` is the whole.
    bracket : Bracket
        ``lower <= d <= upper``, each end with evidence that the checker has accepted.
    """

    merged: MergedRelevance
    bracket: Bracket

    @property
    def data(self) -> Relevance:
        """The relevance that was asked about."""
        return self.merged.data

    @property
    def closed(self) -> bool:
        """Whether both ends agree."""
        return self.bracket.closed

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``headcount check`` accepts; it is about the merged pattern."""
        return self.bracket.certificate()

    def forced_by(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Ids of queries and of items that force the lower end by themselves: the proof looks at no others.

        Both are empty if the lower end is trivial.
        """
        rows, columns = _used(json.loads(self.bracket.lower.evidence.content), self._pattern)
        first = {one.row: one for one in reversed(self.merged.asked) if one.row is not None}
        queries = tuple(self._name(first[row]) for row in rows if row in first)
        return queries, tuple(self.data.items[self.merged.items[column]] for column in columns)

    def embeddings(self, type: str = "float64") -> Embeddings:
        """Vectors of the upper end for all queries and all items, verified after rounding.

        There is a query vector for each set of items asked for, in the order of ``merged.asked``: one per query unless
        it has several grades. That of a trivial query is zero where thresholds are free.

        Raises
        ------
        EmbeddingError
            If the tables do not survive being rounded to the type.
        """
        assert isinstance(self.bracket.upper, Bound)  # probe knows one always
        ids = [self.data.items[item] for item in self.merged.items]
        table = wide_embeddings(self.bracket.upper, self._pattern.rows, type, ids)
        vectors = np.zeros((len(self.merged.asked), table.d), dtype=table.queries.dtype)
        for place, one in enumerate(self.merged.asked):
            row = len(self.merged.selected) if one.row is None else one.row  # the trivial one is the last, if any
            if row < len(table.queries):
                vectors[place] = -table.queries[row] if one.negated else table.queries[row]
        return Embeddings(vectors, table.items[self.merged.column_of], table.margin)

    def arrays(self, type: str = "float64") -> dict[str, npt.NDArray[Any]]:
        """What is written to a file: vectors ``queries`` and ``items`` with ``query_ids``, ``grades``, ``item_ids``."""
        embeddings = self.embeddings(type)
        return {
            "queries": embeddings.queries,
            "items": embeddings.items,
            "query_ids": np.array([self.data.queries[one.query] for one in self.merged.asked]),
            "grades": np.array([one.grade for one in self.merged.asked]),
            "item_ids": np.array(list(self.data.items)),
        }

    def _name(self, asked: Asked) -> str:
        """The id of a query; with the grade if it has several."""
        several = sum(other.query == asked.query for other in self.merged.asked) > 1
        return self.data.queries[asked.query] + (f" (from grade {asked.grade:g} on)" if several else "")

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
            "threshold": "zero" if self.bracket.question.null else "free",
            **{
                name: value
                for name, value in self.bracket.to_json().items()
                if name not in ("task", "params", "null_token")
            },
            "forced_by": {"queries": list(queries), "items": list(items)},
        }

    @property
    def _pattern(self) -> SignPattern:
        return self.bracket.question.pattern

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


def least_dimension(
    data: Any,
    *,
    format: str | None = None,
    diagonal: str = "free",
    threshold: str = "free",
    budget: float = 60.0,
    seed: int = 0,
    watch: Callable[[LocalBoard], None] | None = None,
) -> LeastDimension:
    """The least d such that vectors of R^d rank: each query's relevant items score above all others.

    Scores are inner products.

    Parameters
    ----------
    data : Relevance, path, numpy array, SciPy sparse array, pandas DataFrame or networkx graph
        Rows are queries, columns items; a grade > 0 says relevant. With several grades every "at least so relevant" is
        asked for, each by a query vector of its own.
    format : str, optional
        Files: a name of ``headcount.tasks.relevance.FORMATS``; told by the file if left out.
    diagonal : "free", "relevant" or "irrelevant"
        Graphs: what is asked of a vertex and itself.
    threshold : "free" or "zero"
        Whether every query has a threshold of its own, or relevant items score above 0 and others below: then d is the
        sign-rank, at most one more.
    budget : float > 0
        Seconds of wall-clock time.
    seed : int >= 0
    watch : callable, optional
        As for ``probe``.

    Returns
    -------
    LeastDimension
        With the bracket, the queries and items that force its lower end, embeddings of its upper end.

    Raises
    ------
    TaskError
        If the data cannot be read, what is left after merging is too large to be written out, or the threshold is none
        of the two.

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
    merged = merge(relevance_from(data, format=format, diagonal=diagonal))
    pattern = merged.pattern(null=threshold == "zero")
    return LeastDimension(merged, probe(pattern, budget=budget, seed=seed, watch=watch))


def _used(evidence: Mapping[str, Any], pattern: SignPattern) -> tuple[list[int], list[int]]:
    """Rows and columns of a pattern that evidence for a lower end looks at; the row of thresholds is left out."""
    height, width = len(pattern.rows), len(pattern.rows[0])
    if evidence["kind"] == "restriction":
        rows = evidence.get("rows", list(range(height)))
        columns = evidence.get("columns", list(range(width)))
        lines = tuple("".join(pattern.rows[row][column] for column in columns) for row in rows)
        part = SignPattern(lines, pattern.null)
        inner_rows, inner_columns = _used(evidence["of"]["evidence"], part)
        return [rows[row] for row in inner_rows], [columns[column] for column in inner_columns]
    if evidence["kind"] not in ("independence", "chirotope"):
        return [], []
    other = sorted({axiom["row"] for axiom in _axioms(evidence) if "row" in axiom})
    chosen = evidence.get("set") or sorted({column for each in evidence["sets"] for column in each})
    used = (other, chosen) if evidence["vectors"] == "columns" else (chosen, other)
    return [row for row in used[0] if row < height], list(used[1])


def _axioms(evidence: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from evidence["axioms"]
    for axiom in evidence["axioms"]:
        yield from axiom.get("inequalities", ())
    yield from evidence.get("basis", {}).get("axioms", ())
