"""Lower bound in class GRID: numbers of p bits have too little margin for the gap.

With unit vectors the best margin of a pattern is some t (``bounds/margin.py``); vectors of m numbers of absolute value
at most B have squares at most m B^2, so a gap g needs **m >= g / (B^2 t)**. The dual weights of the program are the
evidence, in the sharper form of ``certificates/evidence/selection/margin.py``; of q-SA they are known at any size, and
there a sum over hypergeometric probabilities takes the place of the norm, which gains up to a quarter.
"""

from __future__ import annotations

from typing import Any

from ...questions import LeastSize
from ...legacy.evidence.selection.margin import MAX_BITS, least_width
from ...core.meter import OverLimitError
from ...questions.reading.node import Node
from ...questions.refusal import MalformedError, RejectionError
from ...solvers.gram_program import SolverFailedError
from ..bound import Bound, certified_bound
from ..margin import MarginError, dual_weights, margin_of_rows, pattern_of_rows


def margin_lower(asked: LeastSize) -> Bound | None:
    """The best lower end of m or p that weights on the scores give; None if they give none.

    Parameters
    ----------
    asked : LeastSize
        A pattern in class GRID, with the least m or p asked for.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question
    >>> margin_lower(least_size(qsa_question(64, 16), "m", "GRID(1, twos, gap 8)")).value
    68
    """
    evidence = margin_evidence(asked)
    if evidence is None:
        return None
    if asked.resource == "m":
        value = _width(asked, asked.unit_class.bits, evidence)
    else:
        value = 1
        while value <= MAX_BITS and _width(asked, value, evidence) > (asked.m or 0):
            value += 1
    if value < (1 if asked.resource == "m" else 2):
        return None
    return certified_bound(asked, "lower", value, "margin: weights on the scores", evidence)


def margin_evidence(asked: LeastSize) -> dict[str, Any] | None:
    """The evidence ``margin``: of q-SA by symmetry, else rounded dual weights; None if there are none."""
    question = asked.question
    if question.task == "qsa":
        return {"kind": "margin"}
    try:
        solution = margin_of_rows(question)
    except (MarginError, SolverFailedError):
        return None
    weights = dual_weights(pattern_of_rows(question), solution, affine=True)
    if weights is None:
        return None
    block, diagonal = weights
    rows = len(block)
    return {"kind": "margin", "block": block, "row_weights": diagonal[:rows], "column_weights": diagonal[rows:]}


def _width(asked: LeastSize, bits: int, evidence: dict[str, Any]) -> int:
    """The least width that the evidence leaves possible at so many bits; 0 if the checker would not go through it."""
    try:
        return least_width(Node(evidence, "evidence"), asked.question, asked.unit_class.at(bits))
    except (OverLimitError, MalformedError, RejectionError):
        return 0
