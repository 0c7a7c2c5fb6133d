"""Random keys, and for each row the least query whose scores on the support are exactly right.

This is the dual certificate of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 2, for rows that need not be
uniform. Let the keys u_1 .. u_L be random signs (or normal), U the k x d matrix of the keys of row i's support S, of
full rank, and

    w  = U^T (U U^T)^-1 1,        <w, u_j> = 1 on S,            the least vector with these scores,
    v  = U^T (U U^T)^-1 ln A_S,   <v, u_j> = ln A_ij on S.

The query c w + v has the scores c + ln A_ij on S: all ratios of nonzeros are exact, delta = 0, whatever c is. **If <w,
u_z> < 1 for every z off S, then for c large enough a zero over a nonzero is at most eps2, for every eps2 > 0**, since

    (c <w, u_z> + <v, u_z>) - (c + min ln A_S)  =  -c (1 - <w, u_z>) + <v, u_z> - min ln A_S  ->  -oo.

So whether d is enough depends on the supports alone, not on the values nor on the tolerances; c, hence the bits, does.

**Theorem** (for normal keys). All L rows have <w, u_z> < h off their supports, 0 < h <= 1, with probability >= 1/2, if

    d  >=  k - 1 + 2 ln(L (L - k)) / ln(1 + h^2/k),       about 4 k ln(L) / h^2.

Proof. Fix a row of k nonzeros and z off it. w depends on U only, so given U the score <w, u_z> is normal with variance
|w|^2 = 1^T (U U^T)^-1 1. U U^T is a Wishart matrix of d degrees of freedom, so k / |w|^2 is chi-squared with n =
d - k + 1 degrees (Muirhead, Aspects of Multivariate Statistical Theory, 1982, Theorem 3.2.12). With P(N >= x) <=
exp(-x^2/2)/2 and E exp(-s chi^2_n) = (1 + 2s)^(-n/2),

    P(<w, u_z> >= h)  <=  E exp(-h^2 chi^2_n / (2k)) / 2  =  (1 + h^2/k)^(-n/2) / 2,

and the sum over L (L - k) pairs is at most 1/2. (A row with fewer nonzeros has a larger base and a larger n.) h = 1:
some keys do for every right-stochastic A with these supports, every delta >= 0 and every eps2 > 0. h = 1/2: numbers are
small, too. For random signs this is a rule of thumb; benchmarks/attention_matrices.rst has what is measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from ....tasks.attention_matrix import AttentionMatrix
from .fixed_attention import FixedAttention, Floats, PaddedRows
from .projection import gaussian_columns
from .ratios import score_blocks

LEAST_MARGIN = 1e-6
"""1 - <w, u_z> below this counts as none: the numbers would need 20 bits more, and floats have 53."""

BLOCK_KEYS = 2**24
"""Numbers of the keys of a block of rows, and of their Gram matrices: 128 MiB."""

OVERSHOOT = 1.1
"""ln(1/eps2) is met with this factor, since c is free: so that numbers may be rounded to few bits."""


def proved_dimension(L: int, k: int, h: float = 1.0) -> int:
    """The least d of the theorem above, for normal keys, L > k; k if there are no zeros.

    Examples
    --------
    >>> proved_dimension(1024, 4), proved_dimension(1024, 4, 0.5), proved_dimension(16384, 1)
    (128, 461, 56)
    """
    pairs = L * (L - k)
    return k - 1 + max(1, math.ceil(2 * math.log(max(pairs, 1)) / math.log1p(h * h / k)))


def random_keys(L: int, d: int, seed: int, *, signs: bool = True) -> Floats:
    """The first d columns of one random table: signs, or normal entries.

    >>> (random_keys(4, 3, 0) == random_keys(4, 5, 0)[:, :3]).all()
    np.True_
    """
    normal = gaussian_columns(L, d, seed)
    return np.where(normal > 0, 1.0, -1.0) if signs else normal


def least_squares(
    matrix: AttentionMatrix,
    d: int,
    eps2: float,
    seed: int = 0,
    *,
    margin: float = 0.0,
    signs: bool = True,
    look: Callable[[], None] = lambda: None,
) -> FixedAttention | None:
    """The unit with random keys and least queries; None if some row has less than the margin asked for.

    Parameters
    ----------
    matrix : AttentionMatrix
    d : int >= 1
    eps2 : float, 0 < eps2 < 1
    seed : int
    margin : float, 0 <= margin < 1
        The least 1 - <w, u_z> that is asked for; 0: any above ``LEAST_MARGIN``.
    signs : bool
        Keys of signs, one bit each, rather than normal ones.
    look : callable, optional
        Called before each block of rows; what it raises ends it.

    Guarantee
    ---------
    Up to rounding, which ``streamed_ratios`` bounds: delta = 0, and a zero over a nonzero at most eps2.

    Examples
    --------
    >>> from ....tasks.attention_matrix import dirichlet
    >>> from .ratios import exact_ratios
    >>> found = exact_ratios(least_squares(dirichlet(32, 2), 40, 1e-6))
    >>> found.delta < 1e-12, found.zero_ratio <= 1e-6
    (True, True)
    >>> least_squares(dirichlet(32, 2), 2, 1e-6) is None
    True
    """
    keys = random_keys(matrix.L, d, seed, signs=signs)
    return with_exact_ratios(matrix, keys, eps2, seed, margin=margin, method="least-squares", look=look)


def with_exact_ratios(
    matrix: AttentionMatrix,
    keys: Floats,
    eps2: float,
    seed: int = 0,
    *,
    margin: float = 0.0,
    method: str,
    look: Callable[[], None] = lambda: None,
) -> FixedAttention | None:
    """The least queries for given keys, as above; None if a support's keys are dependent or a margin is missing."""
    rows = PaddedRows(matrix)
    queries = np.empty((matrix.L, keys.shape[1]))
    for part, uniform, valued in _certificates(rows, keys, look):
        scale = _scales(rows, keys, part, uniform, valued, eps2, max(margin, LEAST_MARGIN))
        if scale is None:
            return None
        queries[part] = scale[:, None] * uniform + valued
    return FixedAttention(matrix, queries, keys, method, seed)


def worst_overlap(matrix: AttentionMatrix, keys: Floats, limit: float = math.inf) -> float:
    """The largest <w, u_z> off a support, over all rows; inf if a support's keys are dependent.

    It stops at the first block of rows that is above ``limit``.
    """
    rows, worst = PaddedRows(matrix), -math.inf
    for part, uniform, _ in _certificates(rows, keys):
        if not np.isfinite(uniform).all():
            return math.inf
        for start, scores in score_blocks(uniform, keys):
            here = part[start : start + len(scores)]
            np.put_along_axis(scores, rows.columns[here], -np.inf, axis=1)
            worst = max(worst, float(scores.max()))
            if worst > limit:
                return worst
    return worst


def _certificates(
    rows: PaddedRows, keys: Floats, look: Callable[[], None] = lambda: None
) -> Iterator[tuple[np.ndarray, Floats, Floats]]:
    """For rows of one number of nonzeros at a time: their numbers, w and v of each; nan where keys are dependent."""
    sizes = rows.real.sum(axis=1)
    for size in np.unique(sizes).tolist():
        of_size = np.flatnonzero(sizes == size)
        step = max(1, BLOCK_KEYS // (size * max(size, keys.shape[1])))
        for start in range(0, len(of_size), step):
            look()
            part = of_size[start : start + step]
            if size > keys.shape[1]:  # more keys than dimensions are dependent
                none = np.full((len(part), keys.shape[1]), np.nan)
                yield part, none, none
                continue
            chosen = keys[rows.columns[part, :size]]
            targets = np.stack([np.ones((len(part), size)), rows.logs[part, :size]], axis=2)
            duals = chosen.transpose(0, 2, 1) @ _solved(chosen @ chosen.transpose(0, 2, 1), targets)
            yield part, np.ascontiguousarray(duals[:, :, 0]), np.ascontiguousarray(duals[:, :, 1])


def _solved(gram: Floats, targets: Floats) -> Floats:
    """(U U^T)^-1 times the targets for each row; nan where U U^T is singular but for rounding."""
    values = np.linalg.eigvalsh(gram)
    sound = values[:, 0] > 1e-9 * values[:, -1]
    solved = np.full_like(targets, np.nan)
    solved[sound] = np.linalg.solve(gram[sound], targets[sound])
    return solved


def _scales(
    rows: PaddedRows, keys: Floats, part: np.ndarray, uniform: Floats, valued: Floats, eps2: float, margin: float
) -> Floats | None:
    """c of each row, the least that does for eps2; None if a margin is missing."""
    if not np.isfinite(uniform).all():
        return None
    found = np.empty(len(part))
    below = -math.log(eps2) * OVERSHOOT
    values = score_blocks(valued, keys)
    for start, scores in score_blocks(uniform, keys):
        _, valued_scores = next(values)
        here = slice(start, start + len(scores))
        np.put_along_axis(scores, rows.columns[part[here]], -np.inf, axis=1)
        gaps = 1 - scores
        if gaps.min() < margin:
            return None
        found[here] = ((valued_scores + below) / gaps).max(axis=1)  # logs are relative to the least: min ln A_S = 0
    return np.maximum(found, 0)
