"""Attention matrices by name: permutations, bands, blocks, everything but oneself, rows that are not uniform."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..task import TaskError
from ..words import Entry, integer_words
from .attention_matrix import AttentionMatrix

MOST_NONZEROS = 10**7
"""Nonzeros of a matrix made here: some seconds, and a gigabyte."""

TRIES = 100
"""Random exchanges per collision before a permutation is taken from a matching instead."""

DIRICHLET_UNIT = 2**20
"""Weights of random rows are integers, exponential variables in units of 2^-20."""

Indices = npt.NDArray[np.int64]


def permutations(L: int, k: int = 1, seed: int = 0) -> AttentionMatrix:
    """The mean of k random permutation matrices without a common entry: k nonzeros 1/k in each row and column.

    >>> matrix = permutations(8, 3)
    >>> matrix.k, matrix.column_sparsity, set(map(len, matrix.supports)), matrix.gamma
    (3, 3, {3}, Fraction(1, 1))
    """
    _require(L, k, seed)
    return _uniform(_disjoint(L, k, np.random.default_rng(seed)), f"permutations L={L} k={k} seed={seed}")


def band(L: int, k: int = 3) -> AttentionMatrix:
    """Position i attends uniformly to i, i+1, .., i+k-1 mod L.

    >>> band(4, 2).supports
    ((0, 1), (1, 2), (2, 3), (0, 3))
    """
    _require(L, k)
    return _uniform((np.arange(L)[:, None] + np.arange(k)) % L, f"band L={L} k={k}")


def blocks(L: int, k: int = 4) -> AttentionMatrix:
    """Blocks of k positions (the last one perhaps smaller), uniform within a block.

    >>> blocks(5, 2).supports
    ((0, 1), (0, 1), (2, 3), (2, 3), (4,))
    """
    _require(L, k)
    supports = tuple(tuple(range(i - i % k, min(i - i % k + k, L))) for i in range(L))
    return AttentionMatrix(supports, tuple((1,) * len(one) for one in supports), f"blocks L={L} k={k}")


def others(L: int) -> AttentionMatrix:
    """J - I: every position attends uniformly to all others.

    >>> others(3).supports
    ((1, 2), (0, 2), (0, 1))
    """
    _require(L, max(L - 1, 1) if type(L) is int else 1)
    if L < 2:
        raise TaskError(f"L, the number of positions, must be at least 2 for J - I, got {L}; try L=6")
    supports = tuple(tuple(j for j in range(L) if j != i) for i in range(L))
    return AttentionMatrix(supports, ((1,) * (L - 1),) * L, f"others L={L}")


def ranged(L: int, k: int = 4, gamma: int = 8, seed: int = 0) -> AttentionMatrix:
    """The support of ``permutations``; weights of a row are 1, gamma, and integers between, in random order.

    >>> ranged(8, 3, 5).gamma
    Fraction(5, 1)
    """
    _require(L, k, seed)
    if type(gamma) is not int or not 1 <= gamma < 2**53:
        raise TaskError(f"gamma, the range of values in a row, must be an integer >= 1, got {gamma!r}; try gamma=8")
    if k == 1 and gamma > 1:
        raise TaskError(f"gamma must be 1 where a row has one nonzero, got gamma={gamma}; try k=2")
    rng = np.random.default_rng(seed)
    columns = _disjoint(L, k, rng)
    weights = rng.integers(1, gamma + 1, (L, k))
    weights[:, 0], weights[:, -1] = gamma, 1
    return _weighted(columns, rng.permuted(weights, axis=1), f"ranged L={L} k={k} gamma={gamma} seed={seed}")


def dirichlet(L: int, k: int = 4, seed: int = 0) -> AttentionMatrix:
    """The support of ``permutations``; each row uniform in the simplex (Dirichlet, all parameters 1), to 2^-20.

    >>> dirichlet(8, 2).k
    2
    """
    _require(L, k, seed)
    rng = np.random.default_rng(seed)
    columns = _disjoint(L, k, rng)
    draws = rng.standard_exponential((L, k)) * DIRICHLET_UNIT
    return _weighted(columns, np.maximum(1, np.rint(draws).astype(np.int64)), f"dirichlet L={L} k={k} seed={seed}")


GENERATORS: dict[str, Entry] = {
    entry.name: entry
    for entry in (
        Entry("permutations", permutations, "mean of k random disjoint permutations", "permutations L=256 k=4"),
        Entry("band", band, "uniform on k neighbours in a circle", "band L=64 k=3"),
        Entry("blocks", blocks, "uniform on blocks of k", "blocks L=64 k=4"),
        Entry("others", others, "J - I, uniform on all others", "others L=6"),
        Entry("ranged", ranged, "ratios of up to gamma in a row", "ranged L=64 k=4 gamma=8"),
        Entry("dirichlet", dirichlet, "random rows on k entries", "dirichlet L=64 k=4 seed=1"),
    )
}


def generated(words: list[str]) -> AttentionMatrix:
    """The matrix that words such as ``permutations L=256 k=4 seed=1`` name.

    Raises
    ------
    TaskError
        If there is no such generator, or its parameters are wrong.

    Examples
    --------
    >>> generated(["band", "L=4", "k=2"]).k
    2
    """
    if not words or words[0] not in GENERATORS:
        raise TaskError(f"there is no attention matrix {' '.join(words)[:60]!r}; known are {', '.join(GENERATORS)}")
    return GENERATORS[words[0]].made(integer_words(words[1:]))  # type: ignore[no-any-return]


def _require(L: int, k: int, seed: int = 0) -> None:
    if type(L) is not int or L < 1:
        raise TaskError(f"L, the number of positions, must be an integer >= 1, got {L!r}; try L=64")
    if type(k) is not int or not 1 <= k <= L:
        raise TaskError(f"k, the nonzeros in a row, must be an integer in 1 .. L = {L}, got {k!r}; try k=1")
    if type(seed) is not int or seed < 0:
        raise TaskError(f"seed must be an integer >= 0, got {seed!r}; try seed=0")
    if L * k > MOST_NONZEROS:
        raise TaskError(f"L k, the number of nonzeros, must be at most {MOST_NONZEROS}, got {L * k}; try a smaller L")


def _disjoint(L: int, k: int, rng: np.random.Generator) -> Indices:
    """k random permutations of 0 .. L-1 that differ at every place, as the columns of an array (L, k)."""
    chosen = np.empty((L, k), dtype=np.int64)
    for t in range(k):
        chosen[:, t] = _next(chosen[:, :t], rng)
    return chosen


def _next(before: Indices, rng: np.random.Generator) -> Indices:
    """A random permutation; each collision is removed by an exchange with a random place where that collides no more.

    If exchanges do not get there, a perfect matching of what is left does: L rows and columns of which each has met t
    others leave a bipartite graph with all degrees L - t > 0, and a regular bipartite graph has a perfect matching.
    """
    L = len(before)
    found = rng.permutation(L)
    for i in np.flatnonzero((before == found[:, None]).any(axis=1)):
        for j in rng.integers(0, L, TRIES):
            if found[j] not in before[i] and found[i] not in before[j]:
                found[i], found[j] = found[j], found[i]
                break
    if not (before == found[:, None]).any():
        return found
    left = np.ones((L, L), dtype=bool)
    np.put_along_axis(left, before, False, axis=1)
    rows, columns = rng.permutation(L), rng.permutation(L)
    from scipy.sparse import csr_array  # here, since they take long to load
    from scipy.sparse.csgraph import maximum_bipartite_matching

    matching = maximum_bipartite_matching(csr_array(left[rows][:, columns]), perm_type="column")
    found[rows] = columns[matching]
    return found


def _uniform(columns: Indices, name: str) -> AttentionMatrix:
    ones = (1,) * columns.shape[1]
    return AttentionMatrix(tuple(map(tuple, np.sort(columns, axis=1).tolist())), (ones,) * len(columns), name)


def _weighted(columns: Indices, weights: Indices, name: str) -> AttentionMatrix:
    order = np.argsort(columns, axis=1)
    supports = np.take_along_axis(columns, order, axis=1).tolist()
    sorted_weights = np.take_along_axis(weights, order, axis=1).tolist()
    return AttentionMatrix(tuple(map(tuple, supports)), tuple(map(tuple, sorted_weights)), name)
