"""A lower end for the sign-rank of a small pattern, as evidence that stands inside other evidence."""

import json
from dataclasses import dataclass, field

from ...questions import Question
from .independent_vectors import independent_vectors_lower


@dataclass(frozen=True)
class SignRankEvidence:
    """sign-rank >= ``rank``; ``content`` is the evidence as JSON text."""

    rank: int
    content: str = field(repr=False)

    @property
    def evidence(self) -> dict[str, object]:
        """The evidence object."""
        read: dict[str, object] = json.loads(self.content)
        return read


def independent_evidence(question: Question) -> SignRankEvidence:
    """The most independent columns or rows found in a pattern with a null token; 0 if none are.

    Examples
    --------
    >>> from ...questions import match2_question
    >>> independent_evidence(match2_question(4)).rank
    3
    """
    bounds = [independent_vectors_lower(question, vectors=vectors) for vectors in ("columns", "rows")]
    best = max((bound for bound in bounds if bound is not None), key=lambda bound: bound.value, default=None)
    if best is None:
        return SignRankEvidence(0, '{"kind":"trivial"}')
    return SignRankEvidence(best.value, best.evidence.content)
