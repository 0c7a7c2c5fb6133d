"""Vectors of nearest neighbours from the incidence matrix divided by its degrees: where a search starts.

Let A be the 0/1 matrix of what is selected, and D, E its row and column sums on the diagonal. D^-1/2 A E^-1/2 has the
greatest singular value 1, whose vectors only tell the degrees. If rows select the items nearest to points of a sphere
in R^d, the matrix approximates an average over caps, which commutes with rotations; the next d singular vectors,
divided by the roots of the degrees, are then the coordinates, and the gap after them tells d (Dhillon, Co-clustering
documents and words using bipartite spectral graph partitioning, 2001; Coifman and Lafon, Diffusion maps, 2006). The
singular vectors of the signs themselves (``embedding_search.begun``) show popular items first. Nothing is proved here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sparse
from scipy.sparse.linalg import svds

from .embedding_search import BLOCK_CELLS, MOST_VALUES, Vectors
from .sparse_signs import SparseSigns

Floats = npt.NDArray[Any]

GAP = 1.4
"""How much smaller -ln s must be before a gap than after it: 1.6 for 20 nearest of 2000 in R^10, random sets 1.02."""

NO_VALUE = 1e-6
"""-ln s below which a singular value is 1: the parts of a graph that is not connected, which tell no dimension."""

SCALES = (80.0, 20.0, 5.0)
"""How long queries are where keys have norm 1, in turn: what is planted in fewer dimensions has smaller margins."""


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Singular values below 1, falling, and the coordinates that go with them: of rows (R x n) and columns (C x n)."""

    values: Floats
    rows: Floats
    columns: Floats

    @property
    def planted(self) -> int:
        """After how many values the widest gap is; 0 if none is wide enough."""
        falls = -np.log(np.clip(self.values, 1e-300, 1.0))
        if len(falls) < 3 or falls[0] < NO_VALUE:
            return 0
        ratios = falls[1:] / falls[:-1]
        widest = int(np.argmax(ratios[1:])) + 1  # a single coordinate is found by orders
        return widest + 1 if ratios[widest] > GAP else 0


def normalised_spectrum(signs: SparseSigns) -> Spectrum:
    """The ``MOST_VALUES`` greatest singular values after the first, and their coordinates.

    Parameters
    ----------
    signs : SparseSigns, R x C
        Free entries count as not selected.

    Examples
    --------
    Each of 60 points on a circle selects the five nearest ones: two dimensions.

    >>> near = [[(i + j) % 60 for j in range(-2, 3)] for i in range(60)]
    >>> table = np.zeros((60, 60), dtype=bool)
    >>> np.put_along_axis(table, np.array(near), True, axis=1)
    >>> signs = SparseSigns(sparse.csr_array(table), sparse.csr_array(table.shape, dtype=bool))
    >>> normalised_spectrum(signs).planted
    2
    """
    selected = sparse.csr_array(signs.plus, dtype=np.float64)
    roots = [np.maximum(np.asarray(selected.sum(axis=axis)).ravel(), 1.0) ** 0.5 for axis in (1, 0)]
    count = min(MOST_VALUES + 1, min(signs.shape) - 1)
    if count < 2:
        return Spectrum(np.zeros(0), np.zeros((signs.shape[0], 0)), np.zeros((signs.shape[1], 0)))
    even = sparse.diags_array(1 / roots[0]) @ selected @ sparse.diags_array(1 / roots[1])
    start = np.random.default_rng(0).standard_normal(min(signs.shape))
    left, values, right = svds(even, k=count, v0=start, tol=1e-4)
    order = np.argsort(-values)[1:]
    return Spectrum(values[order], left[:, order] / roots[0][:, None], right[order].T / roots[1][:, None])


def spectral_start(signs: SparseSigns, spectrum: Spectrum, dimension: int, scale: float) -> Vectors:
    """Vectors of width dimension + 1, the first coordinate of keys 1, with the threshold of each row between its items.

    The threshold of a row is put where as many columns are above as it selects.

    Parameters
    ----------
    dimension : int >= 1, at most the number of singular values
    scale : float > 0
        Norm of the queries; keys have norm 1 in the mean.
    """
    keys = spectrum.columns[:, :dimension]
    keys = keys / np.maximum(np.sqrt((keys**2).mean(axis=0) * dimension), 1e-300)
    queries = spectrum.rows[:, :dimension]
    queries = queries / np.maximum(np.linalg.norm(queries, axis=1, keepdims=True), 1e-300)
    counts = np.diff(signs.plus.indptr)
    thresholds, most = np.empty(len(queries)), len(keys)
    block = max(1, BLOCK_CELLS // most)
    for first in range(0, len(queries), block):
        scores = -np.sort(-(queries[first : first + block] @ keys.T), axis=1)
        below = np.clip(counts[first : first + block], 1, most - 1)
        at = np.arange(len(scores))
        thresholds[first : first + block] = (scores[at, below - 1] + scores[at, below]) / 2
    return Vectors(
        np.hstack([-thresholds[:, None], queries]) * scale, np.hstack([np.ones((most, 1)), keys]), len(queries) * most
    )
