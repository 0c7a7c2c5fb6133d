"""Orders of the columns of a sign pattern along which the rows change sign seldom.

If, after negating some columns and ordering them, every row needs at most k real roots as a polynomial on the
order, the sign-rank is at most k + 1 (moment curve). Finding the best order is a bottleneck travelling salesman
problem; this is a local search. In rank 2 a chirotope is such an order, so there it is exact:
``order_of_rank_two``.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np

STAR = 2
RESTARTS = 6
BLOCK = 2**16
"""Entries whose roots are counted at a time."""


@dataclass(frozen=True)
class ColumnOrder:
    """``order`` of the columns, those ``negated`` (by their own number), and the most roots any row needs."""

    order: tuple[int, ...]
    negated: tuple[int, ...]
    roots: int


def roots_along(pattern: np.ndarray, order: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Roots needed by each row, with multiplicity, along the order; ``signs`` (+-1) by column number.

    >>> pattern = np.array([[1, -1, 1], [-1, 0, -1]], dtype=np.int8)
    >>> roots_along(pattern, np.arange(3), np.ones(3, dtype=int)).tolist()
    [2, 2]
    """
    size = max(1, BLOCK // max(1, len(order)))
    blocks = [pattern[first : first + size, order] for first in range(0, len(pattern), size)]
    return np.concatenate([np.zeros(0, np.int64), *(_roots(block, signs[order]) for block in blocks)])


def _roots(rows: np.ndarray, signs: np.ndarray) -> np.ndarray:
    """Every zero is a root; between two signed entries there is one more if the number there has the wrong parity."""
    zero = rows == 0
    signed = ~zero & (rows != STAR)
    parity = (rows > 0) != (signs > 0)
    found: np.ndarray
    if signed.all():
        found = np.count_nonzero(parity[:, 1:] != parity[:, :-1], axis=1)
        return found
    parity ^= np.logical_xor.accumulate(zero, axis=1)
    before = np.maximum.accumulate(np.where(signed, np.arange(len(signs), dtype=np.int32), -1), axis=1)
    parity = np.take_along_axis(parity, np.maximum(before, 0), axis=1)  # of the last signed entry
    changes = (parity[:, 1:] != parity[:, :-1]) & (before[:, :-1] >= 0)
    found = signed.any(axis=1) * (np.count_nonzero(zero, axis=1) + np.count_nonzero(changes, axis=1))
    return found


def good_order(
    pattern: np.ndarray, *, seed: int = 0, deadline: float = float("inf"), enough: int = 0, negate: bool = True
) -> ColumnOrder:
    """An order with few roots in the worst row: the given one, nearest-neighbour chains, then 2-opt moves.

    Parameters
    ----------
    pattern : int8 array (R, C) of -1, 0, 1, 2
    enough : stop as soon as the worst row needs at most so many roots
    negate : whether columns may be negated

    Examples
    --------
    >>> shuffled = np.sign(np.array([[x - y for y in (5, 1, 7, 3)] for x in (0, 2, 4, 6)])).astype(np.int8)
    >>> good_order(shuffled).roots
    1
    """
    columns = pattern.shape[1]
    ones = np.ones(columns, dtype=np.int64)
    identity = np.arange(columns)
    best = _scored(pattern, identity, ones)
    agreement: np.ndarray | None = None
    for attempt in range(RESTARTS):
        if best[0][0] <= enough or time.monotonic() > deadline:
            break
        if agreement is None:
            rng = np.random.default_rng(seed)  # here, since NumPy loads what draws numbers when it is used first
            signed = np.where(pattern == STAR, 0, pattern).astype(np.float32)  # exact below 2^24, and a fast product
            agreement = signed.T @ signed
        start = int(rng.integers(columns)) if attempt else 0
        candidate = _chain(agreement, start, flips=negate and attempt % 2 == 1)
        best = min(best, _two_opt(pattern, *candidate, rng, deadline, enough), key=lambda item: item[0])
    (roots, _), order, signs = best
    return ColumnOrder(tuple(order.tolist()), tuple(np.nonzero(signs < 0)[0].tolist()), roots)


def order_of_rank_two(chi: np.ndarray, columns: int) -> ColumnOrder:
    """The order that a uniform rank-2 chirotope is: negate columns into a half plane, then sort by angle.

    ``chi`` holds the signs of the pairs (i, j), i < j, in lexicographic order. The roots are left at -1 (not counted).
    """
    sign = np.zeros((columns, columns), dtype=np.int64)
    sign[np.triu_indices(columns, 1)] = chi
    sign -= sign.T
    negated = tuple(j for j in range(1, columns) if sign[0, j] < 0)
    flip = np.array([-1 if j in negated else 1 for j in range(columns)])
    after = (sign * flip[:, None] * flip[None, :] > 0).sum(axis=1)
    return ColumnOrder(tuple(np.argsort(-after, kind="stable").tolist()), negated, -1)


def _scored(
    pattern: np.ndarray, order: np.ndarray, signs: np.ndarray
) -> tuple[tuple[int, int], np.ndarray, np.ndarray]:
    roots = roots_along(pattern, order, signs)
    worst = int(roots.max(initial=0))
    return (worst, int((roots == worst).sum()) if worst else 0), order, signs


def _chain(agreement: np.ndarray, start: int, *, flips: bool) -> tuple[np.ndarray, np.ndarray]:
    """Nearest neighbour first, negating a column whenever its negative is nearer (if allowed)."""
    columns = len(agreement)
    order, signs = [start], np.ones(columns, dtype=np.int64)
    left = set(range(columns)) - {start}
    while left:
        here = order[-1]
        score = {c: int(agreement[here, c]) * int(signs[here]) for c in left}
        chosen = max(left, key=lambda c: (abs(score[c]) if flips else score[c], -c))
        signs[chosen] = -1 if flips and score[chosen] < 0 else 1
        order.append(chosen)
        left.remove(chosen)
    return np.array(order), signs


def _two_opt(
    pattern: np.ndarray, order: np.ndarray, signs: np.ndarray, rng: np.random.Generator, deadline: float, enough: int
) -> tuple[tuple[int, int], np.ndarray, np.ndarray]:
    best = _scored(pattern, order, signs)
    columns = len(order)
    failures = 0
    while failures < 30 * columns and best[0][0] > enough and time.monotonic() < deadline:
        order = best[1].copy()
        i, j = sorted(rng.integers(0, columns, 2).tolist())
        if rng.random() < 0.5:
            order[i : j + 1] = order[i : j + 1][::-1].copy()
        else:
            order = np.insert(np.delete(order, i), j, order[i])
        candidate = _scored(pattern, order, best[2])
        failures = failures + 1 if candidate[0] >= best[0] else 0
        if candidate[0] <= best[0]:
            best = candidate
    return best
