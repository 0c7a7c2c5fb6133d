"""Attention whose weights never change: the input alone says which matrix comes out.

The input of position i is x_i = (q_i, u_i) in R^(2d). With W_Q = [I; 0] and W_K = [0; I] (2d x d each), which do not
depend on A, the scores are X W_Q (X W_K)^T = Q U^T, so every pair of tables is the input of this one unit, and every
construction here is a choice of Q and U. Symbols: L positions, d dimension of queries and keys, A the matrix.

What is asked of the scores S, row by row (Likhosherstov, Choromanski, Weller 2021, arXiv 2106.03764): for j, l on the
support |(S_ij - S_il) - ln(A_ij / A_il)| <= delta, and for z off it exp(S_iz - S_ij) <= eps2.

**What comes out of the softmax.** Shift row i so that S_ij = ln A_ij + r_ij with 0 <= r_ij <= delta on the support. The
weights off it add up to at most (L - 1) eps2 min_j A_ij e^delta, and min_j A_ij <= 1/k_i for k_i nonzeros. So

    A_ij e^(-delta) / (1 + (L - k_i) eps2 / k_i)  <=  softmax_ij  <=  A_ij e^delta        on the support,

because sum_on A e^r >= 1, <= e^delta, and sum_off <= (L - k_i) eps2 (sum_on)/k_i; off it softmax_iz <= eps2 / k_i.

**Bits.** eps2 < 1 makes the support of a row the set of its k largest weights, so matrices with different supports need
different inputs. With p bits per number there are 2^(2 d p L) inputs, and C(L, k)^L supports with k in each row: some
matrix needs **2 d p >= log2 C(L, k)**, about k log2(L/k), whatever the fixed weights are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ....tasks.attention_matrix import AttentionMatrix

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class FixedAttention:
    """An input in float64 for the fixed unit: the score of i and j is <queries[i], keys[j]>, the base is e.

    Attributes
    ----------
    matrix : AttentionMatrix
        A, of L rows.
    queries, keys : float64 arrays, shape (L, d)
    method : str
        The construction.
    seed : int

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> unit = FixedAttention(permutations(3), np.eye(3), np.eye(3), "by hand", 0)
    >>> unit.d, unit.X.shape, (unit.X @ unit.W_Q == unit.queries).all()
    (3, (3, 6), np.True_)
    """

    matrix: AttentionMatrix
    queries: Floats
    keys: Floats
    method: str
    seed: int = 0

    @property
    def d(self) -> int:
        """The dimension of queries and keys."""
        return int(self.keys.shape[1])

    @property
    def X(self) -> Floats:
        """The input, (L, 2d)."""
        return np.hstack([self.queries, self.keys])

    @property
    def W_Q(self) -> Floats:
        """[I; 0], (2d, d), whatever A is."""
        return np.vstack([np.eye(self.d), np.zeros((self.d, self.d))])

    @property
    def W_K(self) -> Floats:
        """[0; I], (2d, d), whatever A is."""
        return np.vstack([np.zeros((self.d, self.d)), np.eye(self.d)])

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is written to an .npz file: X, W_Q, W_K."""
        return {"X": self.X, "W_Q": self.W_Q, "W_K": self.W_K}


@dataclass(frozen=True, eq=False)
class PaddedRows:
    """The supports of a matrix as arrays, for gathering: shape (L, k), rows with fewer nonzeros filled up.

    Attributes
    ----------
    columns : int array
        A row's columns, then its first one again.
    logs : float array
        ln(w / least w of the row), 0 where filled up; off by at most ``LOG_ERROR`` times the larger of 1 and itself.
    real : bool array
        False where filled up.
    """

    matrix: AttentionMatrix

    @cached_property
    def real(self) -> npt.NDArray[np.bool_]:
        sizes = np.array(list(map(len, self.matrix.supports)))
        return np.arange(self.matrix.k) < sizes[:, None]

    @cached_property
    def columns(self) -> npt.NDArray[np.int64]:
        k = self.matrix.k
        return np.array([(*s, *(s[0],) * (k - len(s))) for s in self.matrix.supports], dtype=np.int64)

    @cached_property
    def logs(self) -> Floats:
        logs = np.zeros(self.real.shape)
        if self.matrix.gamma > 1:
            for row, weights in enumerate(self.matrix.weights):
                least = min(weights)
                logs[row, : len(weights)] = [_log_ratio(w, least) for w in weights]
        return logs


LOG_ERROR = 2.0**-49
"""Bound on the error of two of ``logs`` together: quotient, logarithm and perhaps a sum, each off by at most an ulp."""


def _log_ratio(weight: int, least: int) -> float:
    """ln(weight / least) for integers of any length: int / int is rounded once, and may overflow beyond 2^1024."""
    shift = max(0, (weight // least).bit_length() - 1000)
    return float(np.log(weight / (least << shift)) + shift * np.log(2.0))
