"""Weights that bound the margin of unit vectors in any dimension, thresholds free, found without a program.

The *margin* of vectors of length 1 is half the least gap between scores of a query, lowest ``+`` less highest ``-``.
For a row r with P of its columns at ``+`` and N at ``-`` let z_r be N at ``+``, -P at ``-``, 0 at ``*``. With
V_r = sum_c z_rc u_c,

    P N gap <= sum_c z_rc <w_r, u_c> = <w_r, V_r> <= |V_r|,

so for weights b_r >= 0, with M = sum_r b_r z_r z_r^T and any diagonal with diag(d) - M positive semidefinite,

    gap^2 sum_r b_r (P N)^2  <=  sum_r b_r |V_r|^2 = sum_cc' M_cc' <u_c, u_c'>  <=  sum_c d_c.

**All k-subsets of n.** With equal weights M is a multiple of n I - J, since a sample of k of n has mean square
|mean_S - mean|^2 = (n-k)/(k (n-1)) times the mean of |u_c - mean|^2 <= 1; |mean_S - mean_rest| is n/(n-k) times that
distance, so **gap <= n / sqrt(k (n-k) (n-1))**. The simplex, <u_i, u_j> = -1/(n-1), has mean 0 and attains it, by
symmetry in every set: its queries are mean_S - mean_rest, scaled to length 1.

Source: the weights are those of ``solvers/sign_rank/margin_program.py``, where they are optimal (Linial, Shraibman
2009).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ...solvers.positive_semidefinite import shown_positive_semidefinite
from ..patterns import sign_array

MOST_COLUMNS = 150
"""Matrices of so many columns are shown to be positive semidefinite exactly in a second or two."""

MOST_CELLS = 2_000_000
MOST = 2**62
"""Sums of 64-bit integers stay below this."""

ROUNDS = 40


def ceiling_weights(rows: Sequence[str]) -> tuple[list[list[int]], list[int], list[int]] | None:
    """z, b and d for rows that have both signs, integers; None if the weights are all too small to be integers."""
    signs = sign_array(rows)
    high, low = (signs == 1).astype(np.int64), (signs == -1).astype(np.int64)
    plus, minus = high.sum(axis=1), low.sum(axis=1)
    z = high * minus[:, None] - low * plus[:, None]
    products = plus * minus
    weights = _weights(z / products[:, None])
    relative = weights / products.astype(float) ** 2
    room = MOST // (len(z) * int(np.abs(z).max()) ** 2)
    whole = np.floor(relative / relative.max() * min(room, 2**20)).astype(np.int64)
    diagonal = _diagonal((z.T * whole) @ z)
    if not whole.any() or diagonal is None:
        return None
    return z.tolist(), whole.tolist(), diagonal


def can_be_written_out(rows: int, columns: int) -> bool:
    """Whether weights for a pattern of so many rows and columns are found and checked in seconds."""
    return columns <= MOST_COLUMNS and rows * columns <= MOST_CELLS


def margin_of_subsets(n: int, k: int) -> Fraction:
    """The square of the best margin for all k-subsets of n items: n^2 / (4 k (n-k) (n-1)), exact, in dimension n - 1.

    >>> margin_of_subsets(46, 2), round(math.sqrt(margin_of_subsets(46, 2)), 3)
    (Fraction(529, 3960), 0.365)
    """
    if not 1 <= k < n:
        raise ValueError(f"k must be 1 .. n - 1, got k={k}, n={n}; try k=1")
    return Fraction(n * n, 4 * k * (n - k) * (n - 1))


def _weights(z: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of the rows that make the largest eigenvalue of M small: those in its direction lose (mirror descent)."""
    weights = np.full(len(z), 1 / len(z))
    best, least = weights, np.inf
    for step in range(1, ROUNDS + 1):
        values, vectors = np.linalg.eigh((z.T * weights) @ z)
        if values[-1] < least * (1 - 1e-9):
            best, least = weights, float(values[-1])
        along = (z @ vectors[:, -1]) ** 2
        weights = weights * np.exp(-along / max(float(along.max()), 1e-30) / math.sqrt(step))
        weights = weights / weights.sum()
    return best


def _diagonal(matrix: NDArray[np.int64]) -> list[int] | None:
    """A small diagonal that dominates the matrix, shown exactly: the largest eigenvalue and a little, or row sums."""
    largest = float(np.linalg.eigvalsh(matrix.astype(float))[-1])
    sums = [sum(map(abs, row)) for row in matrix.tolist()]  # diagonally dominant, so never wrong
    for spare in (1e-10, 1e-7, 1e-4):
        level = math.ceil(largest * (1 + spare)) + 1
        triangle = [[(level if i == j else 0) - int(matrix[i, j]) for j in range(i + 1)] for i in range(len(matrix))]
        if shown_positive_semidefinite(triangle):
            return min([level] * len(matrix), sums, key=sum)
    return sums
