"""As many dimensions as any matrix needs, min(L - 1, different rows): every score is an entry of a table.

Let S be the L x L scores that are wanted, ln A on the support, a constant below it off. Two ways to have S from inner
products, up to a constant in each row, which no softmax notices:

* **A simplex**, d = L - 1: the keys e_1, .., e_(L-1), 0, and the query (S_i1 - S_iL, .., S_i,L-1 - S_iL).
* **A coordinate for each different row**: key j is the column j of the different rows of S, a query is a unit vector.

No construction needs more dimensions, so every search ends here. Products are with 0 and 1 and sums have one term that
is not 0: scores in floats are entries of a table, without rounding, which is why the check below needs no product.
"""

from __future__ import annotations

import math

import numpy as np

from ....tasks.attention_matrix import AttentionMatrix
from .fixed_attention import FixedAttention, Floats, PaddedRows
from .ratios import BLOCK_CELLS, Ratios, block_ratios, joined

MOST_SCORES = 2**26
"""Scores of the table: half a gigabyte each for S, queries and keys."""

SIMPLEX = "simplex"
ROWS = "different rows"

MEANING = {
    SIMPLEX: "d = L - 1 always works, with keys at the corners of a simplex",
    ROWS: "as many dimensions as different rows always work, with a unit vector as the query of each",
}


def any_scores_dimension(matrix: AttentionMatrix) -> int:
    """min(L - 1, different rows), and 1 for L = 1, as a table has a column.

    Examples
    --------
    >>> from ....tasks.attention_matrix import blocks, others
    >>> any_scores_dimension(others(6)), any_scores_dimension(blocks(9, 3))
    (5, 3)
    """
    return max(1, min(matrix.L - 1, matrix.L - matrix.repeated_rows))


def any_scores(matrix: AttentionMatrix, eps2: float) -> FixedAttention | None:
    """The unit of ``any_scores_dimension``; its method says which of the two it is. None if it has too many scores.

    Examples
    --------
    >>> from ....tasks.attention_matrix import others
    >>> unit = any_scores(others(4), 0.01)
    >>> unit.method, unit.d, any_scores_ratios(unit).within(1e-12, 0.01)
    ('simplex', 3, True)
    """
    if matrix.L**2 > MOST_SCORES:
        return None
    padded = PaddedRows(matrix)
    below = max(-1.1 * math.log(eps2), 1.0)  # a constant that is free: more than asked, so that few bits do
    scores = np.full((matrix.L, matrix.L), -below)
    places = np.broadcast_to(np.arange(matrix.L)[:, None], padded.real.shape)
    scores[places[padded.real], padded.columns[padded.real]] = padded.logs[padded.real]
    numbers: dict[object, int] = {}
    of_row = [numbers.setdefault(row, len(numbers)) for row in zip(matrix.supports, matrix.weights, strict=True)]
    if len(numbers) < max(1, matrix.L - 1):
        first = [of_row.index(number) for number in range(len(numbers))]
        keys = np.ascontiguousarray(scores[first].T)
        return FixedAttention(matrix, np.eye(len(numbers))[of_row], keys, ROWS)
    keys = np.eye(matrix.L, max(1, matrix.L - 1))
    if matrix.L == 1:
        return FixedAttention(matrix, np.zeros((1, 1)), keys, SIMPLEX)
    return FixedAttention(matrix, scores[:, :-1] - scores[:, -1:], keys, SIMPLEX)


def any_scores_ratios(unit: FixedAttention) -> Ratios:
    """The worst ratios over all entries, as ``streamed_ratios`` has them, without a product and its rounding."""
    rows, worst = PaddedRows(unit.matrix), Ratios(0.0, -math.inf, 0, 0.0)
    L = unit.matrix.L
    step = max(1, BLOCK_CELLS // L)
    for start in range(0, L, step):
        part = slice(start, min(start + step, L))
        scores = _scores(unit, part)
        worst = joined(worst, block_ratios(rows, part, scores, np.zeros(len(scores))))
    return worst


def _scores(unit: FixedAttention, part: slice) -> Floats:
    if unit.method == ROWS:
        scores: Floats = np.ascontiguousarray(unit.keys.T)[unit.queries[part].argmax(axis=1)]
        return scores
    queries = unit.queries[part]
    return np.hstack([queries, np.zeros((len(queries), 1))])[:, : unit.matrix.L]
