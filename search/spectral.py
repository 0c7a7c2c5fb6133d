"""Lower bounds of a sign-rank by vectors in isotropic position (Forster 2002).

Of an R x C matrix of signs sqrt(R C) / ||A||, by the spectral norm; and more by weights that differ from entry to entry
(``solvers/isotropic_weights.py``), which pay where other arguments reach parts of the pattern alone.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

import numpy as np

from ..bounds.bound import TooLongToCheckError, certified_bound
from ..bounds.patterns import pattern_array
from ..measures.engines import Declined, Effort
from ..measures.known import Known
from ..measures.measured import MeasureBound, certified
from ..measures.rational_repair import weights_evidence
from ..measures.reduced_matrix import ReducedMatrix
from ..measures.singular_values import spectral_norm_bounds
from ..questions import CommunicationMatrix, Question
from ..solvers.arrays import Signs
from ..solvers.isotropic_weights import isotropic_weights
from .board import Board

SECONDS = 3e-7
"""Seconds, about, that the proof takes for each entry, times the rows (or the columns, if they are fewer)."""

MOST_SECONDS = 12.0
"""What takes longer is left out; of much more the checker would not see the end."""

QUICK, SMALL = 0.5, 4
"""A proof that takes longer is for a larger bound than this one: others find a small bound in less time."""

LEAST_LINES, MOST_LINES = 24, 240
"""Fewest rows and columns, each, and most of both, of patterns whose weights are solved for: of smaller ones other
arguments say more, and of larger ones programs take minutes."""

MOST_GAINED = 2.0
"""Weights say hardly more than so many times what the spectral norm says; where that is known, they are left out."""

SHARE = 0.3
"""Share of the time that is left, for the weights."""

PRECISION = 2**16
"""The unit of the integers that stand for the weights, which are about 1."""

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
    matrix = _signs_alone(question)
    if matrix is None:
        return
    signs = pattern_array(question)[:rows]
    board.say("lower bound: the spectral norm")
    if ceil(_near(signs) - 1e-6) <= max(board.lower, 0 if seconds < QUICK else SMALL):
        return
    known = Known(matrix)
    try:
        for bound in spectral_norm_bounds(matrix, known, Effort(board.deadline, board.seed)):
            known.add(bound)
    except (Declined, TooLongToCheckError):
        pass
    found = known.certified("sign_rank", "lower")
    if found is None or found.value - question.offset <= board.lower - board.step:
        return
    method = f"sqrt(R C) / ||A||, a spectral norm of at most {_norm(found):.6g}"
    _post(board, matrix, found, method)


def isotropic_lower(board: Board) -> None:
    """Post the bound by weights, if the pattern has signs only, ``LEAST_LINES`` each way, and it is a better one."""
    question = board.question
    rows, columns = question.shape
    if min(rows, columns) < LEAST_LINES or rows + columns > MOST_LINES or board.over:
        return
    matrix = _signs_alone(question)
    if matrix is None:
        return
    signs = np.array(ReducedMatrix.of(matrix).matrix.signs, dtype=np.int8)
    if MOST_GAINED * _near(signs) <= board.lower:
        return
    board.say("lower bound: weights above the matrix of signs")
    found = isotropic_weights(signs, max(0.1, SHARE * board.left))
    if found is None:
        return
    block = signs * np.floor(np.maximum(signs * found[0], 0) * PRECISION).astype(np.int64)
    evidence = weights_evidence(block.tolist(), found[1], found[2], PRECISION)
    if not evidence:
        return
    total = sum(evidence["row_weights"]) + sum(evidence["column_weights"])
    value = ceil(Fraction(2 * signs.shape[1] * int((signs * block).min(axis=1).sum()), total))
    if value > board.lower:
        with suppress(TooLongToCheckError):
            bound = certified(matrix, "sign_rank", "lower", value, "weights", evidence)
            _post(board, matrix, bound, "vectors in isotropic position, with weights above the matrix of signs")


def _near(signs: Signs) -> float:
    """sqrt(R C) / ||A|| in floats."""
    return sqrt(signs.size) / float(np.linalg.norm(signs.astype(float), 2))


def _signs_alone(question: Question) -> CommunicationMatrix | None:
    """The rows as a 0/1 matrix; None if there is a zero or a star."""
    if not question.can_be_written_out or any(set(row) - {"+", "-"} for row in question.pattern.rows):
        return None
    return CommunicationMatrix(tuple(row.translate(BITS) for row in question.pattern.rows))


def _post(board: Board, matrix: CommunicationMatrix, found: MeasureBound, method: str) -> None:
    question = board.question
    evidence = {"kind": "pattern", "of": _stated(matrix, found)}
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
