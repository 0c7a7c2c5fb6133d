"""The question how wide several vectors for a document and for a query (MaxSim, late interaction) have to be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ...bounds.centred_documents import CentredDocuments
from ...questions import late_interaction_question as pattern_by_late_interaction
from ...questions import least_size, separation_question
from ...questions.late_interaction import LateInteraction
from ...questions.question import MAX_CELLS, Question
from ...tasks import TaskError
from ...tasks.relevance import MergedRelevance, merge
from ...tasks.words import counted
from .asked import WidthOfData
from .options import RelevanceOptions
from .reading import data_json, relevance_of

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
                f"leave out ‹{name}›, or ‹document-vectors› and ‹query-vectors›; by cosine d = 3 is enough where d = 2 "
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
