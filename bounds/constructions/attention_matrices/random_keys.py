"""Random keys: queries by a projection, or by least squares.

Random projection: scores that are a given matrix B up to delta/2, in O(log L) dimensions.

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

Random keys, and for each row the least query whose scores on the support are exactly right.

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
import scipy.sparse as sparse

from ....tasks.attention_matrix import AttentionMatrix
from .fixed_attention import FixedAttention, Floats, PaddedRows
from .ratios import score_blocks

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
    matrix: AttentionMatrix, d: int, eps2: float, seed: int = 0, *, look: Callable[[], None] = lambda: None
) -> FixedAttention | None:
    """The unit with keys of random signs and least queries; None if some 1 - <w, u_z> is below ``LEAST_MARGIN``.

    Parameters
    ----------
    matrix : AttentionMatrix
    d : int >= 1
    eps2 : float, 0 < eps2 < 1
    seed : int
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
    keys, rows = random_keys(matrix.L, d, seed), PaddedRows(matrix)
    queries = np.empty((matrix.L, d))
    for part, uniform, valued in _certificates(rows, keys, look):
        scale = _scales(rows, keys, part, uniform, valued, eps2)
        if scale is None:
            return None
        queries[part] = scale[:, None] * uniform + valued
    return FixedAttention(matrix, queries, keys, "least-squares", seed)


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
    rows: PaddedRows, keys: Floats, part: np.ndarray, uniform: Floats, valued: Floats, eps2: float
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
        if gaps.min() < LEAST_MARGIN:
            return None
        found[here] = ((valued_scores + below) / gaps).max(axis=1)  # logs are relative to the least: min ln A_S = 0
    return np.maximum(found, 0)
