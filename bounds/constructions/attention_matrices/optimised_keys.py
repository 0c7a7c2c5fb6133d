"""Keys and queries moved until the tolerances hold: how far below random keys the dimension goes.

It starts from random keys with least queries (``least_squares_keys.py``), lowers what is missing
(``solvers.hinge_factorisation``), and then corrects each query by the least vector that makes its scores on the support
right again, so that ratios of nonzeros are exact but for rounding. Nothing is proved of when this succeeds; what comes
out is checked like everything else. The least d is at least that of the
threshold pattern (``probe``).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ....solvers.hinge_factorisation import hinge_factorisation
from ....tasks.attention_matrix import AttentionMatrix
from .fixed_attention import FixedAttention, Floats, PaddedRows
from .least_squares_keys import random_keys
from .ratios import streamed_ratios

OVERSHOOT = 1.02
"""ln(1/eps2) is sought with this factor, since a sum of squares comes near its demands from outside."""

MAX_ROWS = 4096
"""Beyond it a step of the search, over all L^2 scores at once, takes too long and too much memory."""


def optimised(
    matrix: AttentionMatrix,
    d: int,
    delta: float,
    eps2: float,
    seed: int = 0,
    *,
    steps: int = 1000,
    look: Callable[[], None] = lambda: None,
) -> FixedAttention | None:
    """A unit found by descent whose ratios are within the tolerances; None if the search ended without one.

    Parameters
    ----------
    matrix : AttentionMatrix of at most ``MAX_ROWS`` rows
    d : int >= 1
    delta : float >= 0
    eps2 : float, 0 < eps2 < 1
    seed : int
    steps : int
        Of descent, twice at most.
    look : callable, optional
        Called often; what it raises ends the search.

    Raises
    ------
    ValueError
        If there are more rows.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> unit = optimised(permutations(16), 3, 1e-6, 1e-2)
    >>> unit.d, streamed_ratios(unit).within(1e-6, 1e-2)
    (3, True)
    """
    if matrix.L > MAX_ROWS:
        raise ValueError(f"at most {MAX_ROWS} rows are optimised, got {matrix.L}; use --method least-squares")
    rows = PaddedRows(matrix)
    gap = math.log(1 / eps2) * OVERSHOOT
    keys = random_keys(matrix.L, d, seed, signs=False) * math.sqrt(gap / d)
    queries = np.stack([keys[list(support)].sum(axis=0) for support in matrix.supports])
    for _ in range(2):
        queries, keys, missing = hinge_factorisation(
            rows.columns, rows.real, rows.logs, gap, (queries, keys), steps=steps, look=look
        )
        unit = FixedAttention(matrix, queries, keys, "optimised", seed)
        corrected = FixedAttention(matrix, _corrected(rows, queries, keys), keys, "optimised", seed)
        for candidate in (corrected, unit):
            if streamed_ratios(candidate, (delta, eps2), look).within(delta, eps2):
                return candidate
        if missing > 1e-2:
            break
    return None


def _corrected(rows: PaddedRows, queries: Floats, keys: Floats) -> Floats:
    """Each query plus the least vector that makes <q, u_j> - ln A_ij the same on its support."""
    changed = queries.copy()
    for i, (support, logs) in enumerate(zip(rows.matrix.supports, rows.logs, strict=True)):
        if len(support) > 1:
            chosen = keys[list(support)]
            residues = chosen @ queries[i] - logs[: len(support)]
            differences = chosen[1:] - chosen[0]
            change, *_ = np.linalg.lstsq(differences, residues[0] - residues[1:], rcond=None)
            changed[i] += change
    return changed
