"""Random projection: scores that are a given matrix B up to delta/2, in O(log L) dimensions.

Likhosherstov, Choromanski, Weller 2021 (arXiv 2106.03764) prove d = O(log L) by the lemma of Johnson and Lindenstrauss;
what follows is a version of ours with its constants. Let a be the least nonzero of A and B_ij = ln(A_ij / (a eps)) on
the support, 0 off it, so that B >= ln(1/eps) on the support. Let R be L x d with independent normal entries of variance
1/d, Q = B R, U = R: the score of i and j is <R^T b_i, R^T e_j>, and its expectation is B_ij.

**Proof.** For a fixed vector x, | |R^T x|^2 - |x|^2 | > t |x|^2 has probability at most 2 exp(-(t^2 - t^3) d/4) for
0 < t < 1. For unit x, y take x + y and x - y: <R^T x, R^T y> differs from <x, y> by at most t (|x+y|^2 + |x-y|^2)/4 = t
but with probability 4 exp(-(t^2 - t^3) d / 4). With nu = max_i |b_i|_2, all L^2 scores are within t nu of B with
probability >= 1 - 4 L^2 exp(-(t^2 - t^3) d/4). Let t = delta/(2 nu), then ratios of nonzeros are right within delta,
and a zero over a nonzero is at most exp(delta/2 - (ln(1/eps) - delta/2)) = **e^delta eps**, not eps: so B is built with
eps = eps2 e^(-delta). With probability at least 1/2 it works if

    d  >=  4 ln(8 L^2) / (t^2 - t^3),   t = delta / (2 nu).

The theorem's text bounds nu by sqrt(k) ln(1/(a eps)); nu itself, which is used here, is smaller: for rows that are
uniform on k entries nu = sqrt(k) ln(1/eps), without the ln k. How many nonzeros a column has plays no part.
"""

from __future__ import annotations

import math

import numpy as np
import scipy.sparse as sparse

from ....tasks.attention_matrix import AttentionMatrix
from .fixed_attention import FixedAttention, Floats, PaddedRows

STREAM = 1
"""Keys share no random numbers with a matrix that was made with the same seed."""


def projection(matrix: AttentionMatrix, d: int, delta: float, eps2: float, seed: int = 0) -> FixedAttention:
    """Queries B R and keys R for a random R of d columns; ``ratios`` says whether the tolerances are met.

    Parameters
    ----------
    matrix : AttentionMatrix
    d : int >= 1
    delta : float > 0
    eps2 : float, 0 < eps2 < 1
    seed : int

    Source
    ------
    Likhosherstov, Choromanski, Weller 2021, arXiv 2106.03764; constants and tolerance as in this module's text.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> from .ratios import streamed_ratios
    >>> streamed_ratios(projection(permutations(16), 400, 1.0, 0.25)).within(1.0, 0.25)
    True
    """
    random = gaussian_columns(matrix.L, d, seed) / math.sqrt(d)
    return FixedAttention(matrix, target_scores(matrix, delta, eps2) @ random, random, "projection", seed)


def gaussian_columns(L: int, d: int, seed: int) -> Floats:
    """Independent normal entries of variance 1; the first columns are the same for every d."""
    return np.ascontiguousarray(np.random.default_rng([seed, STREAM]).standard_normal((d, L)).T)


def target_scores(matrix: AttentionMatrix, delta: float, eps2: float) -> sparse.csr_array:
    """B, with eps = eps2 e^(-delta)."""
    rows = PaddedRows(matrix)
    places = np.broadcast_to(np.arange(matrix.L)[:, None], rows.real.shape)
    # ln(A_ij / a): relative to the least nonzero of the row, and of that to the least of all rows.
    least = np.array([math.log(min(w) / sum(w)) for w in matrix.weights])
    above = rows.logs + (least - least.min())[:, None] - math.log(eps2) + delta
    real = rows.real
    return sparse.csr_array((above[real], (places[real], rows.columns[real])), shape=(matrix.L, matrix.L))


def guaranteed_dimension(matrix: AttentionMatrix, delta: float, eps2: float) -> int:
    """The least d for which the proof above gives probability 1/2; ``void`` if it is not below L - 1.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> guaranteed_dimension(permutations(64), 1.0, 0.25)
    1199
    """
    target = target_scores(matrix, delta, eps2)
    longest = math.sqrt(float(target.power(2).sum(axis=1).max()))
    t = min(delta / (2 * longest), 0.5)  # t^2 - t^3 increases up to 2/3
    return math.ceil(4 * math.log(8 * matrix.L**2) / (t * t - t**3))
