"""Keys and queries moved until the tolerances hold: how far below random keys the dimension goes.

It starts from random keys and lowers what is missing (``solvers.hinge_factorisation``), first for exact ratios. Each
query is then corrected by the least vector that makes its scores on the support right, so that they are exact but for
rounding. If that does not do, the search goes on from there with ratios free within delta. Nothing is proved of when
this succeeds; what comes out is checked like everything else. The least d is at least that of the threshold pattern
(``probe``), and for uniform rows depends on r = delta / ln(1/eps2) alone: all scores of a unit may be multiplied by
one number.

Queries and keys by convex programs. The scores that the tolerances allow are a convex set, and so are the queries with
such scores while the keys are fixed, a row at a time, and the keys while the queries and the rows' levels are: linear
programs, solved in turn (``solvers.units.box_programs``). They start from random keys; of small matrices from the d
leading dimensions of a Gram matrix of low rank as well (``solvers.low_rank_scores``), since Gram matrices of such
scores are a convex set, too. What is still missing then is left to descent. Nothing is proved of when this succeeds.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ....solvers.hinge_factorisation import hinge_factorisation
from ....solvers.low_rank_scores import low_rank_scores
from ....solvers.units.box_programs import AlternatingPrograms, Conditions
from ....tasks.attention_matrix import AttentionMatrix
from .fixed_attention import FixedAttention, Floats, PaddedRows
from .random_keys import random_keys
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
        raise ValueError(f"at most {MAX_ROWS} rows are optimised, got {matrix.L}; use the method least-squares")
    below = -math.log(eps2) * OVERSHOOT
    keys = random_keys(matrix.L, d, seed, signs=False) * math.sqrt(below / d)
    queries = np.stack([keys[list(support)].sum(axis=0) for support in matrix.supports])
    start = FixedAttention(matrix, queries, keys, "optimised", seed)
    return descended(start, delta, eps2, steps=steps, look=look)


def descended(
    start: FixedAttention, delta: float, eps2: float, *, steps: int = 1000, look: Callable[[], None] = lambda: None
) -> FixedAttention | None:
    """``start``, moved by descent until its ratios are within the tolerances; None if the search ended without that.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> turn = 2 * np.pi * np.arange(5) / 5
    >>> polygon = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    >>> cycle = permutations(5)
    >>> start = FixedAttention(cycle, polygon[[s[0] for s in cycle.supports]], polygon, "by hand")
    >>> streamed_ratios(descended(start, 0.1, 1e-3)).within(0.1, 1e-3)
    True
    """
    matrix, method, seed = start.matrix, start.method, start.seed
    rows = PaddedRows(matrix)
    below = -math.log(eps2) * OVERSHOOT
    slack = delta / (2 * OVERSHOOT)  # nonzeros at ln A + level +- slack, zeros ``below`` the least of these
    queries, keys = start.queries, start.keys
    for allowed in (0.0, slack) if matrix.k > 1 and slack > 1e-3 * below else (0.0,):
        queries, keys, _ = hinge_factorisation(
            rows.columns, rows.real, rows.logs, below + allowed, allowed, (queries, keys), steps=steps, look=look
        )
        unit = FixedAttention(matrix, queries, keys, method, seed)
        corrected = FixedAttention(matrix, _corrected(rows, queries, keys), keys, method, seed)
        for candidate in (corrected, unit):
            if streamed_ratios(candidate, (delta, eps2), look).within(delta, eps2):
                return candidate
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


MAX_GRAM_ROWS = 32
"""Beyond it a program for a Gram matrix, with some 2 L^2 unknowns, takes minutes."""

MAX_CONVEX_ROWS = 512
"""Beyond it a round of linear programs, over all L^2 scores, takes minutes."""

CONVEX_ROUNDS = 12
"""Rounds of linear programs from one start."""


def allowed_scores(matrix: AttentionMatrix, delta: float, eps2: float) -> tuple[Floats, Floats]:
    """The least and the greatest score of each entry, up to a level of its row: a little inside the tolerances."""
    low = np.full((matrix.L, matrix.L), -np.inf)
    high = np.zeros_like(low)
    slack = delta / (2 * OVERSHOOT)
    for i, (support, logs) in enumerate(zip(matrix.supports, PaddedRows(matrix).logs, strict=True)):
        chosen, nonzeros = list(support), logs[: len(support)]
        high[i] = math.log(eps2) * OVERSHOOT + nonzeros.min() - slack
        low[i, chosen], high[i, chosen] = nonzeros - slack, nonzeros + slack
    return low, high


def _conditions(bounds: Floats, sign: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Floats, Floats]:
    """Rows, columns, signs and numbers of the conditions of one side, where a score has a bound there."""
    rows, columns = np.nonzero(np.isfinite(bounds))
    return rows, columns, np.full(len(rows), float(sign)), sign * bounds[rows, columns]


def convex_tables(
    matrix: AttentionMatrix, delta: float, eps2: float, seed: int = 0, *, look: Callable[[], None] = lambda: None
) -> tuple[Floats, Floats] | None:
    """Queries and keys of 2 L coordinates by a Gram matrix, the most important first.

    None if the solver failed, or the matrix has more than ``MAX_GRAM_ROWS`` rows.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> queries, keys = convex_tables(permutations(4), 0.1, 1e-2)
    >>> queries.shape, keys.shape
    ((4, 8), (4, 8))
    """
    if matrix.L > MAX_GRAM_ROWS:
        return None
    return low_rank_scores(*allowed_scores(matrix, delta, eps2), seed=seed, look=look)


def convex(
    matrix: AttentionMatrix,
    tables: tuple[Floats, Floats] | None,
    d: int,
    delta: float,
    eps2: float,
    seed: int = 0,
    *,
    look: Callable[[], None] = lambda: None,
) -> FixedAttention | None:
    """Linear programs in turn, from the d leading coordinates of ``tables`` and from random keys; then descent.

    Parameters
    ----------
    matrix : AttentionMatrix of at most ``MAX_CONVEX_ROWS`` rows
    tables : those of ``convex_tables``

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> matrix = permutations(6)
    >>> convex(matrix, convex_tables(matrix, 0.1, 1e-2), 2, 0.1, 1e-2).d
    2
    """
    low, high = allowed_scores(matrix, delta, eps2)
    rows, columns, signs, wanted = (
        np.concatenate(both) for both in zip(_conditions(low, 1), _conditions(high, -1), strict=True)
    )
    anywhere = (-np.inf, np.inf)
    programs = AlternatingPrograms(
        low.shape, Conditions(rows, columns, signs), d, free=True, queries=anywhere, items=anywhere
    )
    scale = math.sqrt(-math.log(eps2) * OVERSHOOT / d)
    starts = [] if tables is None else [tables[1][:, :d]]
    for start in (*starts, random_keys(matrix.L, d, seed, signs=False) * scale):
        unit = None
        for queries, keys, _ in programs.rounds(start, wanted, CONVEX_ROUNDS, look=look):
            unit = FixedAttention(matrix, queries, keys, "convex", seed)
        if unit is None:
            continue
        if streamed_ratios(unit, (delta, eps2), look).within(delta, eps2):
            return unit
        if (found := descended(unit, delta, eps2, look=look)) is not None:
            return found
    return None
