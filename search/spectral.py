"""The lower bound of a sign-rank by the spectral norm: sqrt(R C) / ||A|| of an R x C matrix of signs (Forster 2002)."""

from __future__ import annotations

from contextlib import suppress
from math import ceil, sqrt
from typing import Any

import numpy as np

from ..bounds.bound import TooLongToCheckError, certified_bound
from ..bounds.patterns import pattern_array
from ..measures.engines import Declined, Effort
from ..measures.known import Known
from ..measures.measured import MeasureBound
from ..measures.singular_values import spectral_norm_bounds
from ..questions import CommunicationMatrix
from .board import Board

SECONDS = 3e-7
"""Seconds, about, that the proof takes for each entry, times the rows (or the columns, if they are fewer)."""

MOST_SECONDS = 12.0
"""What takes longer is left out; of much more the checker would not see the end."""

QUICK, SMALL = 0.5, 4
"""A proof that takes longer is for a larger bound than this one: others find a small bound in less time."""

BITS = str.maketrans("+-", "10")


def spectral_lower(board: Board) -> None:
    """Post the bound, if the pattern has signs only and it is a better one; ``board`` is in sign-ranks.

    What singular values say in floats comes first: only where it is more than what is known, it is proved.
    """
    question = board.question
    rows, columns = question.shape
    seconds = SECONDS * rows * columns * min(rows, columns)
    if seconds > min(MOST_SECONDS, board.left):
        return
    signs = pattern_array(question)[:rows]
    if (np.abs(signs) != 1).any():
        return
    board.say("lower bound: the spectral norm")
    near = sqrt(rows * columns) / float(np.linalg.norm(signs.astype(float), 2))
    if ceil(near - 1e-6) <= max(board.lower, 0 if seconds < QUICK else SMALL):
        return
    matrix = CommunicationMatrix(tuple(row.translate(BITS) for row in question.pattern.rows))
    known = Known(matrix)
    try:
        for bound in spectral_norm_bounds(matrix, known, Effort(board.deadline, board.seed)):
            known.add(bound)
    except (Declined, TooLongToCheckError):
        pass
    found = known.certified("sign_rank", "lower")
    if found is None or found.value - question.offset <= board.lower - board.step:
        return
    evidence = {"kind": "pattern", "of": _stated(matrix, found)}
    method = f"sqrt(R C) / ||A||, a spectral norm of at most {_norm(found):.6g}"
    with suppress(TooLongToCheckError):
        board.post(certified_bound(question, "lower", int(found.value) - question.offset, method, evidence))


def _stated(matrix: CommunicationMatrix, bound: MeasureBound) -> dict[str, Any]:
    """The claim of a measure with what it follows from, stated in place."""
    evidence = dict(bound.evidence.content)
    if bound.premises:
        evidence["from"] = [_stated(matrix, premise) for premise in bound.premises]
    claim = {"measure": bound.measure, "side": bound.side, "value": str(bound.value), "evidence": evidence}
    return {"question": matrix.to_json(), **claim}


def _norm(bound: MeasureBound) -> float:
    """The upper bound of the spectral norm from which a bound follows."""
    if bound.measure == "spectral_norm":
        return float(bound.value)
    return min((_norm(premise) for premise in bound.premises), default=float("inf"))
