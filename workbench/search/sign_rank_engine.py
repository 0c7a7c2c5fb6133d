"""The sign-rank of a communication matrix by ``probe``."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...bounds.bound import Bound, premise
from ...measures.engines import Effort
from ...measures.known import Known
from ...measures.measured import MeasureBound, certified
from ...questions import CommunicationMatrix, SignPattern, pattern_question
from .probe import probe

SIGNS = str.maketrans("01", "-+")


def sign_rank_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Both ends of the bracket that ``probe`` finds for the sign pattern of A; it starts processes of its own."""

    def enough(lower: int, upper: int | None) -> bool:
        return effort.enough("sign_rank", Fraction(lower), None if upper is None else Fraction(upper))

    signs = SignPattern(tuple(row.translate(SIGNS) for row in matrix.rows), null=True)
    bracket = probe(pattern_question(signs), budget=max(effort.left, 0.01), seed=effort.seed, enough=enough)
    for end in bracket.ends:
        assert isinstance(end, Bound)  # in class SIGN both ends are known, as one bound
        evidence = {"kind": "pattern", "of": premise(end)}
        yield certified(matrix, "sign_rank", end.side, end.value, end.evidence.method, evidence)
    if bracket.interrupted:  # ``probe`` takes Ctrl-C for itself; here it is meant for all measures
        raise KeyboardInterrupt
