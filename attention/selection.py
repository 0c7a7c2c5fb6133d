"""By how much the right tuples win: the least difference between a score that must win and one that must not."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..questions import PAIRWISE, ScorePolynomial
from .arguments import Arguments, integers, prepare
from .candidates import Candidates, Scaled
from .exact import EXACT_FLOAT, as_floats, score_bound
from .masks import AttentionError, MaskGiven, SparseMask
from .streaming import Block, Tile, blocks, threads_for

Wanted = Callable[..., np.ndarray]


def selection_margin(
    queries: Any,
    keys: Any,
    wanted: np.ndarray | Wanted,
    *,
    polynomial: ScorePolynomial = PAIRWISE,
    mask: MaskGiven = None,
) -> int:
    """Least, over the queries, of best wanted score minus best unwanted score; exact, streamed.

    Positive: every query's highest scores are all wanted. 0: a tie. Negative: an unwanted tuple wins somewhere.

    Parameters
    ----------
    queries : integers (N, m)
    keys : s-1 arrays of integers (Nk, m); the array itself will do for order 2
    wanted : boolean array of shape (N, Nk, .., Nk), or a function of index arrays i, j_2, .., j_s that broadcast
        against each other (as those of ``np.ogrid``) which returns such an array for these indices; called for tiles
    mask : boolean (N, Nk), a ``SparseMask``, a named pattern, or a SciPy sparse array; tuples that it forbids are
        neither wanted nor unwanted

    Raises
    ------
    AttentionError
        If the arguments do not fit together, a query has no wanted tuple, or no query has an unwanted one.

    Examples
    --------
    >>> selection_margin([[1], [-1]], np.array([[2], [5]]), np.array([[False, True], [True, False]]))
    3
    >>> selection_margin([[1], [1]], np.array([[2], [5], [4]]), lambda i, j: (j == 1) | (j == i))
    1
    """
    tables = [keys] if isinstance(keys, np.ndarray) else keys
    values = [np.zeros((np.shape(table)[-2] if np.ndim(table) > 1 else 0, 1), dtype=np.int64) for table in tables]
    given = prepare(polynomial, queries, keys, values, mask, integers)
    if given.batch:
        raise AttentionError(f"queries and keys must have two axes here, got batch axes {given.batch}")
    if isinstance(given.allowed, SparseMask):
        # The positions of gathered keys are not those that ``wanted`` speaks of.
        given = Arguments(polynomial, given.queries, given.keys, given.values, given.allowed.dense[None], given.batch)
    chosen = wanted if callable(wanted) else _from_array(wanted, given)
    scaled = None if score_bound(given) <= EXACT_FLOAT // 2 else Scaled(given)
    plain, factors = (as_floats(given), None) if scaled is None else (scaled.floats, scaled.factors)
    margin: int | None = None
    with threads_for(given, 1):
        for block in blocks(plain, factors=factors):
            best = _best(block, chosen, True, scaled)
            missing = np.flatnonzero([entry is None for entry in best])
            if len(missing):
                raise AttentionError(
                    f"query {block.queries.start + missing[0]} has no wanted tuple; "
                    "wanted must name one for every query"
                )
            for right, wrong in zip(best, _best(block, chosen, False, scaled), strict=True):
                if right is not None and wrong is not None and (margin is None or right - wrong < margin):
                    margin = right - wrong
    if margin is None:
        raise AttentionError("no query has an unwanted tuple, so there is no margin; wanted must leave some tuple out")
    return margin


def _from_array(wanted: Any, given: Arguments) -> Wanted:
    array = np.asarray(wanted)
    shape = (given.queries.shape[1], *(given.keys[0].shape[1],) * len(given.keys))
    if array.dtype != bool or array.shape != shape:
        raise AttentionError(f"wanted must be a boolean array of shape {shape}, got {array.dtype}, {array.shape}")
    return lambda *indices: array[indices]


@dataclass(frozen=True, eq=False)
class _Side(Block):
    """The tuples of a block that are wanted, or those that are not."""

    chosen: Wanted | None = None
    side: bool = True

    def tiles(self) -> Iterator[Tile]:
        for tile in super().tiles():
            assert self.chosen is not None
            shape = tile.scores.shape[1:]
            indices = (
                np.arange(self.queries.start, self.queries.stop)[:, None, None],
                *(part[None, :, None] for part in self.prefix_parts(tile.prefixes)),
                np.arange(tile.last.start, tile.last.stop)[None, None, :],
            )
            fits = np.asarray(self.chosen(*indices))
            try:
                fits = np.broadcast_to(fits, shape)
            except ValueError:
                raise AttentionError(
                    f"wanted must return an array that broadcasts to {shape}, got {fits.shape}"
                ) from None
            if fits.dtype != bool:
                raise AttentionError(f"wanted must return a boolean array, got dtype {fits.dtype}")
            np.copyto(tile.scores[0], -np.inf, where=fits != self.side)
            yield tile


def _best(block: Block, chosen: Wanted, side: bool, scaled: Scaled | None) -> list[int | None]:
    """The best score of each query among the tuples of one side; None where there is none."""
    half = _Side(**vars(block), chosen=chosen, side=side)
    n = block.shape[1]
    peaks = half.peaks()
    best = np.maximum.reduce(peaks)
    if scaled is None:
        return [None if score == -np.inf else int(score) for score in best[0].tolist()]
    found: list[int | None] = [None] * n
    if (best > -np.inf).any():
        threshold = np.where(best == -np.inf, np.inf, best - 2 * scaled.error[block.batches, block.queries])
        candidates = Candidates(half, scaled, threshold, peaks)
        for i, score in zip(candidates.present.tolist(), candidates.best.tolist(), strict=True):
            found[i] = score
    return found
