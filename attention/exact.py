"""Saturated, fixed-point and base-two attention on integers, exact in every case.

Weights are integers given by how far a score lies below the best one: 1 at the best (saturated), 2^(p - d) up to
distance p (fixed), 2^-d relative to the best at any distance (base two). Two ways lead to the sums:

* float64 matrix products, while every number that occurs is an integer below 2^53 in absolute value. Proof. Let B be
  the sum over monomials and coordinates of the product of max(1, |largest entry|) of their parts. Every partial sum of
  a score, in whatever order, with or without fused multiply-adds, is an integer of absolute value at most B, and so are
  the products P[a] and c of ``streaming``: no other entry can be less than 1 in the bound. In the same way V bounds
  all sums of weighted values, V = (number of tuples) 2^p prod max(1, |largest value|). Integers up to 2^53 are float64
  numbers, and an operation whose exact result is one returns it. So B, V <= 2^53 makes all of it exact. (A matrix
  product is taken to add the products of entries in some order; no BLAS known to us does otherwise.)
* beyond that, float scores with a proved error bound pick the few tuples that can matter, and those are computed in
  Python integers (``candidates``).
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import Any

import numpy as np

from ..questions import PAIRWISE, ScorePolynomial
from .arguments import Arguments, integers, prepare, require_grid
from .candidates import Scaled, outputs_from_candidates
from .masks import AttentionError, MaskGiven, require_integer
from .streaming import Block, blocks, threads_for

EXACT_FLOAT = 2**53
"""All integers up to this absolute value are float64 numbers."""


@dataclass(frozen=True, eq=False)
class ExactOutputs:
    """Outputs as integers: entry [.., i, c] is numerators[.., i, c] / denominators[.., i].

    Arrays are int64 where that holds every entry, else Python integers. ``margins`` (if asked for): best score minus
    the best score strictly below it, per position; 0 where all allowed tuples tie.
    """

    numerators: np.ndarray
    denominators: np.ndarray
    margins: np.ndarray | None = None

    def fractions(self) -> np.ndarray:
        """The outputs as an array of Fractions."""
        flat = self.numerators.reshape(-1, self.numerators.shape[-1])
        rows = zip(flat.tolist(), self.denominators.ravel().tolist(), strict=True)
        found = np.empty(self.numerators.shape, dtype=object)
        found.reshape(flat.shape)[:] = [[Fraction(entry, denominator) for entry in row] for row, denominator in rows]
        return found

    def floats(self) -> np.ndarray:
        """The outputs rounded to float64.

        Correctly rounded where the integers stay below 2^53 or are Python integers; int64 entries beyond are rounded
        before the division, too, and the result is within two units in the last place.
        """
        try:
            return np.asarray(self.numerators / self.denominators[..., None], dtype=np.float64)
        except OverflowError:
            raise AttentionError("an output is too large for float64; use fractions()") from None

    def reduced(self) -> "ExactOutputs":
        """The same outputs with the least denominator per position: equal outputs become equal integers."""
        common = np.gcd(np.gcd.reduce(self.numerators, axis=-1), self.denominators)
        return ExactOutputs(self.numerators // common[..., None], self.denominators // common, self.margins)


def saturated_attention(
    queries: Any,
    keys: Any,
    values: Any,
    *,
    polynomial: ScorePolynomial = PAIRWISE,
    mask: MaskGiven = None,
    margins: bool = False,
) -> ExactOutputs:
    """The mean of the values over all tuples of highest score: the limit of softmax(t a), t to infinity. Exact.

    Parameters
    ----------
    queries : integers (.., N, m), of any size
    keys : s-1 arrays of integers (.., Nk, m); the array itself will do for order 2
    values : s-1 arrays of integers (.., Nk, dv)
    polynomial : the score, of order s
    mask : boolean (N, Nk), a ``SparseMask``, a named pattern, or a SciPy sparse array
    margins : whether to find ``ExactOutputs.margins`` too

    Raises
    ------
    AttentionError
        If the arguments do not fit together or an entry is no integer.

    Examples
    --------
    >>> found = saturated_attention([[1]], np.array([[2], [5], [5]]), np.array([[10], [20], [40]]), margins=True)
    >>> found.numerators.tolist(), found.denominators.tolist(), found.margins.tolist()
    ([[60]], [2], [3])
    """
    return _attention(prepare(polynomial, queries, keys, values, mask, integers), 0, margins)


def fixed_point_attention(
    queries: Any,
    keys: Any,
    values: Any,
    *,
    bits: int,
    polynomial: ScorePolynomial = PAIRWISE,
    mask: MaskGiven = None,
    margins: bool = False,
    grid: str | None = None,
) -> ExactOutputs:
    """Weights 2^(p - d) for a score d <= p below the highest, 0 further below: base-2 softmax cut to p bits. Exact.

    Parameters as for ``saturated_attention``; ``bits`` is p >= 0. If ``grid`` is named ("twos", "midrise"), queries,
    keys and values have to lie in that p-bit grid.

    Examples
    --------
    >>> found = fixed_point_attention([[1]], np.array([[7], [6], [3]]), np.array([[1], [4], [100]]), bits=3)
    >>> found.numerators.tolist(), found.denominators.tolist()
    ([[24]], [12])
    """
    require_integer("bits", bits, 0)
    given = prepare(polynomial, queries, keys, values, mask, integers)
    if grid is not None:
        for name, tables in (("queries", [given.queries]), ("keys", given.keys), ("values", given.values)):
            for table in tables:
                require_grid(table, int(bits), grid, name)
    return _attention(given, int(bits), margins)


def base_two_attention(
    queries: Any,
    keys: Any,
    values: Any,
    *,
    polynomial: ScorePolynomial = PAIRWISE,
    mask: MaskGiven = None,
    margins: bool = False,
) -> ExactOutputs:
    """Weights proportional to 2^score, not truncated: softmax(score ln 2). Exact; as slow as its integers are long.

    Examples
    --------
    >>> base_two_attention([[1]], np.array([[7], [6], [4]]), np.array([[0], [0], [13]])).fractions()
    array([[Fraction(1, 1)]], dtype=object)
    """
    return _attention(prepare(polynomial, queries, keys, values, mask, integers), None, margins)


def _attention(given: Arguments, cut: int | None, margins: bool) -> ExactOutputs:
    """Weights 2^(cut - d) at distance d <= ``cut`` below the best score, 0 beyond; ``cut`` None: no truncation."""
    score = score_bound(given)
    # Scores within -B .. B are never more than 2 B apart: cut at 2 B, base two is not cut at all.
    bits = 2 * score if cut is None else cut
    tuples = given.keys[0].shape[1] ** len(given.keys)
    exponent = bits if bits < 64 else 64
    value = tuples * 2**exponent * prod(_largest(table) for table in given.values)
    by_floats = max(score, value) <= EXACT_FLOAT
    sums: np.ndarray | None = None
    for rows, piece in given.pieces():
        with threads_for(piece, 1):
            found = _piece(piece, bits, cut, margins, by_floats)
        if sums is None:
            sums = np.empty((*given.queries.shape[:2], found.shape[-1]), dtype=found.dtype)
        sums[:, rows] = found.reshape(len(sums), len(rows), -1)
    assert sums is not None
    whole = smallest_integers(sums).reshape(*given.batch, *sums.shape[1:])
    return ExactOutputs(whole[..., :-2], whole[..., -2], whole[..., -1] if margins else None)


def score_bound(given: Arguments) -> int:
    """B of the module's docstring: no score, and no number on the way to one, is larger in absolute value."""
    parts = [_largest(table) for table in (given.queries, *given.keys)]
    width = given.queries.shape[-1]
    return sum(width * prod(parts[part] for part in monomial) for monomial in given.polynomial.monomials)


def _largest(table: np.ndarray) -> int:
    return max(1, abs(int(table.max())), abs(int(table.min()))) if table.size else 1


def as_floats(given: Arguments) -> Arguments:
    """The same integers as float64 numbers: right where ``score_bound`` and the values allow it."""
    return replace(
        given,
        queries=given.queries.astype(np.float64),
        keys=tuple(table.astype(np.float64) for table in given.keys),
        values=tuple(table.astype(np.float64) for table in given.values),
    )


def _piece(piece: Arguments, bits: int, cut: int | None, margins: bool, by_floats: bool) -> np.ndarray:
    """Sums, sum of weights and margin of each query of a piece, side by side."""
    shape = (*piece.queries.shape[:2], piece.values[0].shape[-1] + 2)
    if by_floats:
        found, scaled = np.empty(shape), None
        walks = blocks(as_floats(piece))
    else:
        found, scaled = np.empty(shape, dtype=object), Scaled(piece)
        walks = blocks(scaled.floats, factors=scaled.factors)
    for block in walks:
        if scaled is None:
            sums, gaps = _by_floats(block, bits, margins)
        else:
            sums, gaps = outputs_from_candidates(block, scaled, cut, margins)
        found[block.batches, block.queries, :-1] = sums
        found[block.batches, block.queries, -1] = gaps
    return found


def smallest_integers(array: np.ndarray) -> np.ndarray:
    """Float integers and Python integers as int64 if all fit, else as Python integers."""
    if array.dtype != object:
        return array.astype(np.int64)
    fits = array.size == 0 or (array.min() > -(2**63) and array.max() < 2**63)
    return array.astype(np.int64) if fits else array


def _by_floats(block: Block, bits: int, margins: bool) -> tuple[np.ndarray, np.ndarray]:
    """Three walks over the tiles: the best score, the best below it if margins are wanted, the sums."""
    b, n = block.shape
    peaks = block.peaks()
    best = np.maximum.reduce(peaks)
    gaps = np.zeros((b, n))
    if margins:
        second = np.full((b, n), -np.inf)
        for tile in block.tiles():
            scores = tile.scores.reshape(b, n, -1)
            scores[scores == best[..., None]] = -np.inf
            np.maximum(second, scores.max(axis=-1), out=second)
        gaps = np.where(second == -np.inf, 0.0, best - second)
    powers = np.array([2.0 ** (bits - d) for d in range(bits + 1)] + [0.0])
    sums = np.zeros((b, n, block.given.values[0].shape[-1] + 1))
    for tile, peak in zip(block.tiles(), peaks, strict=True):
        if (peak < best - bits).all():
            continue
        below = best[..., None, None] - tile.scores
        # best - score may be rounded only where it exceeds 2^53, and there it is far beyond the bits + 1 <= 54 of
        # interest; a forbidden tuple's distance is infinite.
        weights = (below == 0).astype(np.float64) if bits == 0 else powers[np.minimum(below, bits + 1).astype(np.intp)]
        sums += block.value_sums(tile, weights)
    return sums, gaps
