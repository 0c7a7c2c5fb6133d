"""An answer about several vectors for a document and for a query, with the vectors, and what one vector needs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ...bounds.centred_documents import centred_documents
from ...bounds.upper.late_interaction import runs_tables
from ...questions.late_interaction import LateInteraction
from ..least import least_answer
from .answer import NOTHING_ASKED, WidthAnswer
from .late_interaction_asked import ONE_VECTOR, LateInteractionAsked
from .vector_sets import VectorSets, vector_sets

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
