"""Queries and keys from a Gram matrix: convex programs, then their leading dimensions, then descent from there.

The scores that the tolerances allow are a convex set, and so are the Gram matrices of queries and keys with such
scores. ``solvers.low_rank_scores`` looks in it for a matrix of low rank. Its d leading dimensions are the start of the
descent of ``optimised_keys``, in place of a random start. Nothing is proved of when this succeeds.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ....solvers.low_rank_scores import low_rank_scores
from ....tasks.attention_matrix import AttentionMatrix
from .fixed_attention import FixedAttention, Floats, PaddedRows
from .optimised_keys import OVERSHOOT, descended

MAX_CONVEX_ROWS = 32
"""Beyond it a program, with some 2 L^2 unknowns, takes minutes."""


def convex_tables(
    matrix: AttentionMatrix, delta: float, eps2: float, seed: int = 0, *, look: Callable[[], None] = lambda: None
) -> tuple[Floats, Floats] | None:
    """Queries and keys of 2 L coordinates, the most important first; None if the solver failed.

    Raises
    ------
    ValueError
        If there are more than ``MAX_CONVEX_ROWS`` rows.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> queries, keys = convex_tables(permutations(4), 0.1, 1e-2)
    >>> queries.shape, keys.shape
    ((4, 8), (4, 8))
    """
    if matrix.L > MAX_CONVEX_ROWS:
        raise ValueError(f"at most {MAX_CONVEX_ROWS} rows are given to the convex solver, got {matrix.L}")
    low = np.full((matrix.L, matrix.L), -np.inf)
    high = np.full_like(low, math.log(eps2) * OVERSHOOT)
    slack = delta / (2 * OVERSHOOT)
    for i, (support, logs) in enumerate(zip(matrix.supports, PaddedRows(matrix).logs, strict=True)):
        low[i, list(support)] = logs[: len(support)] - slack
        high[i, list(support)] = logs[: len(support)] + slack
    return low_rank_scores(low, high, seed=seed, look=look)


def convex(
    matrix: AttentionMatrix,
    tables: tuple[Floats, Floats],
    d: int,
    delta: float,
    eps2: float,
    seed: int = 0,
    *,
    look: Callable[[], None] = lambda: None,
) -> FixedAttention | None:
    """The d leading coordinates of ``tables``, those of ``convex_tables``, moved by descent; None if that fails.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> matrix = permutations(6)
    >>> convex(matrix, convex_tables(matrix, 0.1, 1e-2), 2, 0.1, 1e-2).d
    2
    """
    queries, keys = (np.ascontiguousarray(table[:, :d]) for table in tables)
    return descended(FixedAttention(matrix, queries, keys, "convex", seed), delta, eps2, look=look)
