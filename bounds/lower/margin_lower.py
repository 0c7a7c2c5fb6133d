"""Lower bound in class GRID: numbers of p bits have too little margin for the gap.

With unit vectors the best margin of a pattern is some t (``bounds/margin.py``); vectors of m numbers of absolute value
at most B have squares at most m B^2, so a gap g needs **m >= g / (B^2 t)**. The dual weights of the program are the
evidence, in the sharper form of ``certificates/psd.py``; of q-SA they are known at any size, and
there a sum over hypergeometric probabilities takes the place of the norm, which gains up to a quarter.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb
from typing import Any

from ...certificates.grids import grid_of
from ...questions import LeastSize, Question
from ...solvers.gram_program import SolverFailedError
from ..bound import Bound, certified_bound
from ..margin import SYMBOLS, MarginError, dual_weights, margin_of_rows, pattern_of_rows

MAX_BITS = 64
"""Most bits that are tried."""


def margin_lower(asked: LeastSize) -> Bound | None:
    """The best lower bound of m or p that weights on the scores give; None if they give none.

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
    pattern = pattern_of_rows(question)
    weights = dual_weights(pattern, solution, affine=True)
    if weights is None:
        return None
    block, diagonal = weights
    # The weights are those of the different rows; a row that occurs again has none.
    left = {tuple(row): (entries, d) for row, entries, d in zip(pattern.tolist(), block, diagonal, strict=False)}
    none = [0] * pattern.shape[1], 0
    every = [left.pop(tuple(row), none) for row in _rows(question)]
    return {
        "kind": "margin",
        "block": [entries for entries, _ in every],
        "row_weights": [d for _, d in every],
        "column_weights": diagonal[len(block) :],
    }


def _rows(question: Question) -> list[list[int]]:
    """All rows, as ``pattern_of_rows`` has the different ones."""
    words = (word + "0" * question.null for word in question.pattern.rows)
    return [[SYMBOLS[symbol] for symbol in word] for word in words]


def _width(asked: LeastSize, bits: int, evidence: dict[str, Any]) -> int:
    """The least width that the evidence leaves possible at so many bits."""
    gap, grid = asked.unit_class.gap, grid_of(asked.unit_class.grid, bits)
    tied = 2 * ceil(gap / 2) if asked.unit_class.grid == "midrise" else ceil(gap)
    if "block" in evidence:
        wanted, given = 4 * _total(asked, evidence["block"], Fraction(gap), tied), sum(evidence["row_weights"])
        given += sum(evidence["column_weights"])
    else:
        N, q = (dict(asked.question.parameters)[name] for name in ("N", "q"))
        sums = (sum(comb(j, i) * comb(N - j, q - i) * abs(i * N - j * q) for i in range(q + 1)) for j in range(1, N))
        wanted, given = Fraction(tied * q * (N - q) * comb(N, q)), max([1, *sums])
    least: int = ceil(wanted / (given * max(-grid[0], grid[-1]) * (grid[-1] - grid[0])))
    return least


def _total(asked: LeastSize, block: list[list[int]], gap: Fraction, tied: int) -> Fraction:
    """The weights, times the gap that scores keep from the threshold of their row."""
    words = [word + "0" * asked.question.null for word in asked.question.pattern.rows]
    return sum(
        (
            abs(entry) * (Fraction(tied) if "0" in word else gap)
            for word, row in zip(words, block, strict=True)
            for symbol, entry in zip(word, row, strict=True)
            if symbol in "+-"
        ),
        Fraction(0),
    )
