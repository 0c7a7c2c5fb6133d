"""Several vectors for a document and for a query, scored by late interaction (MaxSim, as in ColBERT).

``LateInteraction(of, document_vectors, query_vectors)``: the rows of a pattern of ``- + *`` without a null token. A
column (document) has S vectors, a row (query) t; its score is sum_i max_s <q_i, k_s>, and it is above a threshold of
the row where the row is ``+``, and below it where it is ``-``. With S = 1 the score is <sum_i q_i, k>, that of one
vector. Vectors may be 0 or equal, so that more of them do what fewer do.
"""

from dataclasses import dataclass
from typing import ClassVar

from .question import Question


@dataclass(frozen=True)
class LateInteraction(Question):
    """A pattern by late interaction, with S vectors for a document and t for a query.

    >>> from .separation import separation_question
    >>> LateInteraction(separation_question(6, 2, 2), 2, 2).words
    'the top 2 of N=6 keys above a threshold, late interaction of 2 document vectors and 2 query vectors'
    """

    of: Question
    document_vectors: int
    query_vectors: int
    task: ClassVar[str] = "maxsim"
    offset = 0

    @property
    def words(self) -> str:
        counted = [
            f"{number} {what} vector{'s' * (number > 1)}"
            for number, what in ((self.document_vectors, "document"), (self.query_vectors, "query"))
        ]
        return f"{self.of.words}, late interaction of {' and '.join(counted)}"

    @property
    def spoken(self) -> tuple[str, dict[str, int]]:
        name, sizes = self.of.spoken
        return name, sizes | dict(self.parameters)

    @property
    def columns(self) -> int:
        return self.of.columns

    @property
    def signs(self) -> tuple[str, ...]:
        """The rows of the pattern, written out."""
        return self.of.pattern.rows

    def to_json(self) -> dict[str, object]:
        return {"task": self.task, "of": self.of.to_json(), **dict(self.parameters)}


def late_interaction_question(of: Question, document_vectors: int, query_vectors: int) -> LateInteraction:
    """The question for a pattern, S >= 1 vectors for a document and t >= 1 for a query.

    Raises
    ------
    ValueError
        If the pattern has a null token or zeros, or a number of vectors is none.
    """
    if not of.is_pattern or of.null or of.task == "qsa" or (of.explicit is not None and of.explicit.has_zeros):
        raise ValueError(f"late interaction is about a pattern of - + * without a null token, got {of.words}")
    if not min(document_vectors, query_vectors) >= 1:
        raise ValueError(f"numbers of vectors must be at least 1, got {document_vectors} and {query_vectors}")
    return LateInteraction(of, document_vectors, query_vectors)
