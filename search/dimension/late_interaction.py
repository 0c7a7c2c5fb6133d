"""Several vectors for a document and for a query (MaxSim): the question, and the answer with what one vector needs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ...bounds.centred_documents import CentredDocuments, centred_documents
from ...bounds.upper.centred_tables import runs_tables
from ...questions import late_interaction_question as pattern_by_late_interaction
from ...questions import least_size, separation_question
from ...questions.late_interaction import LateInteraction
from ...questions.question import MAX_CELLS, Question
from ...tasks import TaskError
from ...tasks.relevance import MergedRelevance, merge
from ...tasks.words import counted
from ..least import least_answer
from .answer import NOTHING_ASKED, WidthAnswer
from .asked import WidthOfData
from .options import RelevanceOptions
from .reading import data_json, relevance_of
from .vector_sets import VectorSets, vector_sets

ONE_VECTOR = "one vector"
"""The name of the answer beside: one vector for a document, and for a query."""

WITHOUT = ("bits", "margin", "at", "noise", "recall", "at_most_wrong")
"""Options that are about one vector."""


@dataclass(frozen=True)
class LateInteractionAsked(WidthOfData):
    """The least d such that S vectors for a document and t for a query rank by late interaction.

    Attributes
    ----------
    centred : CentredDocuments, optional
        How many query vectors centred documents in the plane need.
    """

    centred: CentredDocuments | None = field(default=None, compare=False)

    @property
    def vectors(self) -> tuple[int, int]:
        """S and t."""
        question = self.question
        assert isinstance(question, LateInteraction)
        return question.document_vectors, question.query_vectors

    @property
    def words(self) -> str:
        S, t = self.vectors
        own = "a threshold per grade" if self.merged.graded else "a threshold per query"
        of = f"{counted(S, 'vector')} per document and {t} per query"
        return f"least dimension by late interaction (MaxSim), {of}, {own}"

    def remarks(self, answer: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
        lines = [answer.one_vector_words()]
        if self.centred is not None and self.centred.upper:
            lines.append(self.centred.words)
        notes = ("a threshold for each grade of a query, and query vectors of its own",) if self.merged.graded else ()
        return tuple(filter(None, lines)), notes

    def to_json(self, answer: Any) -> dict[str, Any]:
        one, (S, t), centred = answer.beside.get(ONE_VECTOR), self.vectors, self.centred
        found: dict[str, Any] = {
            **data_json(self.merged),
            "document_vectors": S,
            "query_vectors": t,
            "threshold": "free",
            **({"grades": "separate"} if self.merged.graded else {}),
            "one_vector": None if one is None else [bound.value for bound in one.bounds],
        }
        if centred is not None:
            found["centred_documents"] = {"query_vectors": [centred.lower, centred.upper], "status": "PROVED"}
        return found


def late_interaction_question(data: Any, options: RelevanceOptions) -> LateInteractionAsked:
    """The question about relevance data; one vector where a number of vectors is left out.

    Raises
    ------
    TaskError
        If the data cannot be read or are too large, or options do not fit together.

    Examples
    --------
    >>> from ..ask import ask
    >>> pairs = late_interaction_question("subsets n=6 k=2", RelevanceOptions(document_vectors=2, query_vectors=2))
    >>> answer = ask(pairs)
    >>> answer.values, answer.beside["one vector"].values, answer.certified
    ('2', '4', True)
    """
    for name, usual in (("score", "inner"), ("threshold", "free"), *dict.fromkeys(WITHOUT).items()):
        if getattr(options, name) != usual:
            raise TaskError(
                f"late interaction adds up inner products of real vectors, and each query has a threshold of its own: "
                f"leave out ‹{name}›, or ‹document_vectors› and ‹query_vectors›; by cosine d = 3 is enough where d = 2 "
                "is here"
            )
    relevance = relevance_of(data, options)
    merged = merge(relevance, complements=False)  # a negated query does not do the complement: max is no min
    if merged.graded and options.grades != "separate":
        raise TaskError(
            f"{relevance.name}: queries have several grades, and by late interaction each grade has query vectors of "
            "its own; say so by ‹grades=separate›"
        )
    rows, columns = merged.shape
    if rows * columns > MAX_CELLS:
        raise TaskError(
            f"{relevance.name}: {rows} x {columns} entries are left after merging, and late interaction is for up to "
            f"{MAX_CELLS}; take a part of the queries or of the items"
        )
    question = pattern_by_late_interaction(_stated(merged), options.document_vectors or 1, options.query_vectors or 1)
    return LateInteractionAsked(least_size(question), merged=merged)


def _stated(merged: MergedRelevance) -> Question:
    """All sets of k of n items by their name, which says as much in fewer words; else the pattern."""
    question = merged.question()
    n, sizes = len(merged.items), {len(chosen) for chosen in merged.selected}
    if len(sizes) == 1 and not any(map(len, merged.free)) and 0 < (k := min(sizes)) < n:
        named = separation_question(n, k, k)
        if named.can_be_written_out and named.pattern.rows == question.pattern.rows:
            return named
    return question


CENTRED_PART = 0.1
"""The part of the budget for orders of centred documents."""


@dataclass(frozen=True, repr=False)
class LateInteractionAnswer(WidthAnswer):
    """An answer about late interaction, which has vectors, and what one vector needs beside it."""

    asked: LateInteractionAsked

    def details(self) -> Iterator[str]:
        if self.merged.trivial:
            yield NOTHING_ASKED
        yield from (*self._reasons(), *self.asked.remarks(self)[0])

    def one_vector_words(self) -> str:
        """What one vector for each needs, in a sentence."""
        one = self.beside.get(ONE_VECTOR)
        if one is None or one.upper is None:
            return ""
        return f"one vector per document and per query: {one.known.replace(one.asked.symbol, 'd')} [{one.status}]"

    def embeddings(self, type: str = "float64", query_type: str = "") -> VectorSets:
        """Vectors of the upper bound for all queries and all items, all scores compared after rounding.

        There are ``t`` vectors (those left over are 0) for each set of items asked for, in the order of
        ``merged.asked``, and ``S`` for each item (those left over repeat the first).

        Raises
        ------
        EmbeddingError
            If the tables do not survive being rounded to the type, or there are none of that size.
        """
        rows = self.question.signs  # type: ignore[attr-defined]
        found = vector_sets(*self._tables, self.asked.vectors, rows, type, query_type or type)
        places = [-1 if one.row is None else one.row for one in self.merged.asked]
        return replace(found, queries=found.queries[places], items=found.items[self.merged.column_of])

    @cached_property
    def _tables(self) -> tuple[list[Any], list[Any]]:
        """Vectors of the merged pattern, as the upper bound has them."""
        upper, question = self.upper, self.question
        assert upper is not None and isinstance(question, LateInteraction)
        proof = upper.evidence.proof
        if proof.get("exhibit") == "maxsim":
            return proof["queries"], proof["keys"]
        if proof.get("name") == "runs":
            return runs_tables(question.signs, tuple(range(question.columns)))
        from ...bounds.upper.unit_tables import unit_tables

        single = self.beside[ONE_VECTOR].upper
        assert single is not None
        tables = unit_tables(single)
        return [[row] for row in tables.queries[: len(question.signs)]], [[row] for row in tables.keys]


def late_interaction_answer(
    asked: LateInteractionAsked, *, budget: float = 60.0, **effort: Any
) -> LateInteractionAnswer:
    """The answer to a question about late interaction; see ``ask``."""
    began = time.monotonic()
    question = asked.question
    assert isinstance(question, LateInteraction)
    if question.document_vectors > 1:
        seconds = min(10.0, CENTRED_PART * budget)
        asked = replace(asked, centred=centred_documents(question.signs, seconds, effort.get("seed") or 0))
    found = least_answer(asked, budget=max(0.01, budget - (time.monotonic() - began)), **effort)
    return LateInteractionAnswer.of(found, seconds=time.monotonic() - began)
