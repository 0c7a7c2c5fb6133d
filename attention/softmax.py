"""Real softmax attention in floating point, streamed: what users of attention layers know, of any order."""

from typing import Any

import numpy as np

from ..questions import PAIRWISE, ScorePolynomial
from .arguments import Arguments, floats, prepare
from .exponentials import COMPILED_SCORES, Exponential
from .masks import AttentionError, MaskGiven, SparseMask, as_lists, require_integer
from .plain_softmax import plain_softmax
from .streamed_softmax import streamed_softmax
from .streaming import blocks, threads_for

MOST_WEIGHTS = 100_000_000
"""Most weights that are written out: 800 MB."""


def softmax_attention(
    queries: Any,
    keys: Any,
    values: Any,
    *,
    polynomial: ScorePolynomial = PAIRWISE,
    mask: MaskGiven = None,
    base: str | int = "e",
    scale: float = 1.0,
    workers: int | None = None,
    compiled: bool | None = None,
) -> np.ndarray:
    """Softmax over all (s-1)-tuples jointly; a tuple's value is the Hadamard product of its parts' values.

    There is no 1/sqrt(m): give it as ``scale``. Memory is a few copies of inputs and outputs, and for each worker a few
    tiles (``streaming.TILE_CELLS``).

    Parameters
    ----------
    queries : array (.., N, m)
    keys : s-1 arrays (.., Nk, m); the array itself will do for order 2
    values : s-1 arrays (.., Nk, dv)
    polynomial : the score, of order s
    mask : boolean (N, Nk), a ``SparseMask``, a named pattern, or a SciPy sparse array
    base : "e" or 2; base 2 weighs a tuple by 2^(scale * score)
    scale : multiplies every score
    workers : how many threads share the tiles, at least 1. By default as many as NumPy's BLAS would use
        (``OMP_NUM_THREADS`` and the like, ``threadpoolctl``), and one where the work takes few milliseconds. The result
        is the same, bit for bit. The BLAS has one thread meanwhile.
    compiled : whether exponentials are taken in a compiled loop, and without a mask the products, too, in one pass
        (1.4 to 4 times as fast without AVX-512), where numba can be had; the first loads it, in a third of a second,
        and compiles once for all, in some seconds. By default from 2^26 scores on
        (``exponentials.COMPILED_SCORES``). Give True where many small calls follow.

    Returns
    -------
    array (.., N, dv)
        float64; float32 if all arrays are float32. Rounded: ``balls.ball_attention`` gives proved digits.

    Guarantee
    ---------
    To first order in the unit roundoff u, 2^-53 or 2^-24 for float32, an output differs from the real one by at most
    2 V (3 (s + 2 T + 5) B + 5 C + s + 12) u, where V is the product of the largest magnitudes in the arrays, T the
    number of monomials times m, B the largest sum of the absolute terms of a score, times scale (and ln 2 in base 2),
    and C the number of tuples of a query, in float32 at most those of a tile: their sums are added in float64. (Of the
    exponential an error of four units in the last place is taken for granted, NumPy's or compiled.) The usual error is
    far below: about 10^-6 V in float32 for scores of a few units.

    Raises
    ------
    AttentionError
        If the arguments do not fit together, are not finite, or the scores overflow.

    Examples
    --------
    >>> softmax_attention(np.array([[1.0]]), np.array([[1.0], [0.0]]), np.array([[5.0], [2.0]]), base=2)
    array([[4.]])
    """
    if workers is not None:
        require_integer("workers", workers, 1, ", or None")
    if compiled not in (True, False, None):
        raise AttentionError(
            f"compiled must be True, False or None, got {compiled!r:.40}; leave it out to have it chosen"
        )
    exponential, factor = _exponential(base, scale, bool(compiled))
    if mask is None:
        plain = plain_softmax(queries, keys, values, polynomial, exponential, factor)
        if plain is not None:
            return plain
    given = _given(queries, keys, values, polynomial, mask)
    if compiled is None and _scores(given) >= COMPILED_SCORES:
        exponential = Exponential(base, compiled=True)
    outputs = np.empty((*given.queries.shape[:2], given.values[0].shape[-1]), dtype=given.queries.dtype)
    for rows, piece in given.pieces():
        found = streamed_softmax(piece, exponential, factor, workers)
        outputs[:, rows] = found.reshape(len(outputs), len(rows), -1)
    return outputs.reshape(*given.batch, *outputs.shape[1:])


def softmax_weights(
    queries: Any,
    keys: Any,
    *,
    polynomial: ScorePolynomial = PAIRWISE,
    mask: MaskGiven = None,
    base: str | int = "e",
    scale: float = 1.0,
) -> np.ndarray:
    """The weights themselves, an array (.., N, Nk, .., Nk) with s-1 axes of keys: for small sizes and pictures.

    Raises AttentionError as ``softmax_attention`` does, and for more than ``MOST_WEIGHTS`` weights.

    >>> softmax_weights(np.array([[1.0]]), np.array([[1.0], [0.0], [1.0]]), base=2)
    array([[0.4, 0.2, 0.4]])
    """
    given_mask = as_lists(mask)
    if isinstance(given_mask, SparseMask):
        given_mask = given_mask.dense
    tables = [keys] if isinstance(keys, np.ndarray) and polynomial.order == 2 else keys
    ones = [np.ones_like(floats(table, "keys")[..., :1]) for table in tables]
    given = _given(queries, keys, ones, polynomial, given_mask)
    exponential, factor = _exponential(base, scale)
    count, parts = given.keys[0].shape[1], polynomial.order - 1
    entries = given.queries.shape[0] * given.queries.shape[1] * count**parts
    if entries > MOST_WEIGHTS:
        raise AttentionError(
            f"keys must give at most {MOST_WEIGHTS} weights to be written out, got {entries}; use softmax_attention"
        )
    weights = np.empty((*given.queries.shape[:2], count ** (parts - 1), count), dtype=given.queries.dtype)
    with np.errstate(over="ignore", invalid="ignore"), threads_for(given, 1):  # what overflows is refused below
        for block in blocks(given, scale=factor):
            for tile in block.tiles():
                weights[block.batches, block.queries, tile.prefixes, tile.last] = tile.scores
    flat: np.ndarray = weights.reshape(*weights.shape[:2], -1)
    if np.isnan(flat).any() or (flat == np.inf).any() or (flat.max(axis=-1) == -np.inf).any():
        raise AttentionError("queries and keys must give scores within the range of floats; scale them down")
    flat = exponential(flat - flat.max(axis=-1, keepdims=True))
    flat /= flat.sum(axis=-1, keepdims=True)
    return flat.reshape(*given.batch, given.queries.shape[1], *(count,) * parts)


def _given(queries: Any, keys: Any, values: Any, polynomial: ScorePolynomial, mask: Any) -> Arguments:
    given = prepare(polynomial, queries, keys, values, mask, floats)
    arrays = (given.queries, *given.keys, *given.values)
    if len({array.dtype for array in arrays}) == 1:
        return given
    wide = [array.astype(np.float64, copy=False) for array in arrays]
    parts = len(given.keys)
    return Arguments(
        polynomial, wide[0], tuple(wide[1 : 1 + parts]), tuple(wide[1 + parts :]), given.allowed, given.batch
    )


def _scores(given: Arguments) -> int:
    """How many scores there are without a mask."""
    batches, n, _ = given.queries.shape
    return int(batches * n * given.keys[0].shape[1] ** len(given.keys))


def _exponential(base: str | int, scale: float, compiled: bool = False) -> tuple[Exponential, float]:
    if not isinstance(base, str | int) or base not in ("e", 2):
        raise AttentionError(f'base must be "e" or 2, got {base!r}; base b is base "e" with scale ln b')
    try:
        factor = float(scale)
    except (TypeError, ValueError):
        raise AttentionError(f"scale must be a number, got {scale!r:.40}; try scale=1.0") from None
    if not np.isfinite(factor):
        raise AttentionError(f"scale must be finite, got {scale!r}; the limit of large scales is saturated_attention")
    return Exponential(base, compiled), factor
