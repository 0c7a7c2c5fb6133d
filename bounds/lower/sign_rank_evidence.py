"""A lower bound for the sign-rank of a small pattern, as evidence that stands inside other evidence."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...questions import Question
from .cycle import cycle_lower
from .independent_vectors import independent_vectors_lower

VECTORS = ("columns", "rows")
LOOKS = 50
"""How often an elimination may look whether it has to stop: some million members, a few seconds."""


@dataclass(frozen=True)
class SignRankEvidence:
    """sign-rank >= ``rank``; ``method`` says by what, ``evidence`` is the object that proves it."""

    rank: int
    method: str
    evidence: Mapping[str, Any] = field(repr=False)


def sign_rank_evidence(question: Question) -> SignRankEvidence:
    """The best lower bound of a pattern with a null token, from independent columns or rows and from cycles.

    Examples
    --------
    >>> from ...questions import match2_question
    >>> sign_rank_evidence(match2_question(4)).rank
    3
    """
    bounds = [independent_vectors_lower(question, vectors=vectors) for vectors in VECTORS]
    best = max((bound for bound in bounds if bound is not None), key=lambda bound: bound.value, default=None)
    for vectors in VECTORS:
        known = 0 if best is None else best.value
        best = cycle_lower(question, vectors=vectors, stop=_after(LOOKS), above=known) or best
    if best is None:
        return SignRankEvidence(0, "nothing", {"kind": "trivial"})
    return SignRankEvidence(best.value, best.evidence.method, best.evidence.content)


def _after(looks: int) -> Callable[[], bool]:
    left = iter(range(looks))
    return lambda: next(left, None) is None
