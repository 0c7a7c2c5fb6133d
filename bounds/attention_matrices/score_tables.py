"""Upper bounds for attention matrices by tables found numerically, made integer, and checked.

Scores, in base 2 and up to a shift of each row, are to lie in boxes: from log2 w to log2 w + ratio at a nonzero of
weight w, at most log2 (least weight) + zero at a zero. The boxes are narrowed by a margin, so that rounding the tables
to integers over a common denominator keeps them; the checker has the last word.

How precisely the checker takes logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from ...questions import AttentionRatios, least_size
from ...solvers.box_factorisation import box_factorisation
from ..bound import Bound, CheckerRefusedError, certified_bound

Floats = npt.NDArray[np.float64]

MARGINS = (0.1, 0.02, 0.004, 0.0008)
"""Parts of the smallest box that are kept free on both sides; the widest margin, first, gives the shortest numbers."""

MOST_BITS = 40
"""Bits after the point of a rounded entry, at most."""


def boxes(question: AttentionRatios, margin: float = 0.0) -> tuple[Floats, Floats]:
    """(lower, upper) bounds of the scores of every row and column, narrowed by the margin at each side.

    Examples
    --------
    >>> from fractions import Fraction
    >>> question = AttentionRatios(3, (((0, 1), (1, 4)),), Fraction(1), Fraction(-5))
    >>> lower, upper = boxes(question)
    >>> lower.tolist(), upper.tolist()
    ([[0.0, 2.0, -inf]], [[1.0, 3.0, -5.0]])
    """
    ratio, zero = float(question.ratio), float(question.zero)
    lower = np.full((len(question.entries), question.L), -np.inf)
    upper = np.empty_like(lower)
    for i, row in enumerate(question.entries):
        upper[i] = math.log2(min(weight for _, weight in row)) + zero - margin
        for column, weight in row:
            lower[i, column], upper[i, column] = math.log2(weight) + margin, math.log2(weight) + ratio - margin
    return lower, upper


def score_tables_upper(
    question: AttentionRatios,
    width: int,
    *,
    seed: int = 0,
    starts: int = 20,
    deadline: float = float("inf"),
    margins: Sequence[float] = MARGINS,
) -> Bound | None:
    """``m <= width`` by integer tables that a search has found, or None if it found none.

    Parameters
    ----------
    width : int >= 1
    seed, starts : the random starts of the search, for each margin
    deadline : value of ``time.monotonic()`` after which no start is made
    margins : parts of the smallest box that are kept free, one after the other

    Guarantee
    ---------
    The checker has accepted the bound. None says nothing: the search is not complete.

    Examples
    --------
    >>> from fractions import Fraction
    >>> rows = tuple(tuple((j, 1) for j in range(6) if j != i) for i in range(6))
    >>> score_tables_upper(AttentionRatios(6, rows, Fraction(31, 10), Fraction(-1)), 2).value
    2
    """
    if not question.ratio:  # there is no room for rounding
        return None
    unit = float(min(question.ratio, -question.zero))
    for part in margins:
        margin = part * unit / 2
        lower, upper = boxes(question, margin)
        found = box_factorisation(lower / unit, upper / unit, width, seed=seed, starts=starts, deadline=deadline)
        if found is not None:
            scale = math.sqrt(unit)
            return _rounded(question, found[0] * scale, found[1] * scale, margin)
    return None


def _rounded(question: AttentionRatios, queries: Floats, keys: Floats, margin: float) -> Bound | None:
    """The bound by the tables rounded to as few bits as keep within the margin; None if none do."""
    balance = math.sqrt(max(np.abs(keys).max(), 1e-9) / max(np.abs(queries).max(), 1e-9))
    queries, keys = queries * balance, keys / balance
    scores = queries @ keys.T
    for bits in range(2, MOST_BITS):
        whole = np.rint(queries * 2**bits), np.rint(keys * 2**bits)
        if np.abs(whole[0] @ whole[1].T / 4**bits - scores).max() < 0.4 * margin:
            break
    else:
        return None
    evidence = score_evidence(*whole, 4**bits, min(MAX_PRECISION, math.ceil(8 / margin)))
    method = f"tables found numerically, rounded to {bits} bits after the point"
    try:
        return certified_bound(least_size(question, "m", "SOFTMAX"), "upper", queries.shape[1], method, evidence)
    except CheckerRefusedError:  # what floating point took for enough was not
        return None


def score_evidence(
    queries: Iterable[Iterable[float]], keys: Iterable[Iterable[float]], denominator: int, precision: int
) -> dict[str, object]:
    """What the checker replays: integer tables over a common denominator, and how precisely it takes logarithms."""
    asks, kept = ([[int(x) for x in row] for row in table] for table in (queries, keys))
    sizes = {"dimension": len(asks[0]), "denominator": denominator, "precision": precision}
    return {"kind": "score-tables", **sizes, "queries": asks, "keys": kept}


MAX_PRECISION = 4096
"""Logarithms of weights are enclosed to within 1 / this, at most."""
