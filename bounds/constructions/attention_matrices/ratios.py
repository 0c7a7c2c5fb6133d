"""How well scores realise an attention matrix: the two worst ratios over all L^2 entries, with a bound on the error.

Streamed: rows in blocks, so memory is a few million scores. A score in float64 is a sum of d products in whatever order
the linear algebra library takes; then |computed - exact| <= g sum_a |q_a| |u_a| <= g |q|_2 |u|_2 with g = d u / (1 -
d u), u = 2^-53 (Higham, Accuracy and Stability of Numerical Algorithms, 2002, section 3.1; a fused multiply-add only
improves it). Entries that underflow lose at most d 2^-1074 more. What is returned are upper bounds: errors of scores,
of logarithms and of the last subtraction are added.

Exact: every score in balls of ``python-flint`` from the binary numbers that are stored; for small L.

How many bits the numbers of a unit need: both tables rounded to p-bit integers times a power of two.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce

import numpy as np
from flint import arb, arb_mat, ctx, fmpz

from ..construction import halved
from .fixed_attention import LOG_ERROR, FixedAttention, Floats, PaddedRows

BLOCK_CELLS = 2**22
"""Scores in a block: 32 MiB."""

BLOCK_PRODUCTS = 2**33
"""Products of entries in a block: a second."""

UNIT = 2.0**-53

MAX_EXACT = 2**26
"""Products of entries in an exact check: some ten seconds."""

BALL_PRODUCTS = 2**19
"""As many are always checked in balls: a fraction of a second."""

BALL_BITS = 512
"""Precision of balls; entries are floats, so that scores of ordinary size are exact in so many bits."""


@dataclass(frozen=True)
class Ratios:
    """The worst ratios of a realised matrix, as upper bounds.

    Attributes
    ----------
    delta : float
        Largest |ln of (ratio of two nonzeros of a row, as realised, over the ratio asked for)|.
    zero_log : float
        ln of the largest ratio of a zero to a nonzero of its row; -inf if there is no zero.
    verified : int
        Entries compared.
    error : float
        How much of each bound is owed to rounding.

    Examples
    --------
    >>> found = Ratios(0.0, math.log(0.01), 9, 0.0)
    >>> round(found.zero_ratio, 6), found.nonzero_ratio, found.within(0, 0.02)
    (0.01, 0.0, True)
    """

    delta: float
    zero_log: float
    verified: int
    error: float

    @property
    def zero_ratio(self) -> float:
        """Worst zero over nonzero (rounded up; 0 if there is no zero, or it is below all floats)."""
        return math.nextafter(math.exp(min(self.zero_log, 700.0)), math.inf) if self.zero_log > -700 else 0.0

    @property
    def nonzero_ratio(self) -> float:
        """Worst relative error of a ratio of two nonzeros, e^delta - 1."""
        return math.expm1(min(self.delta, 700.0))

    def within(self, delta: float, eps2: float) -> bool:
        """Whether both tolerances are met, rounding included."""
        return self.delta <= delta and self.zero_log <= math.log(eps2) * (1 + 4 * UNIT)


def streamed_ratios(
    unit: FixedAttention, limits: tuple[float, float] | None = None, look: Callable[[], None] = lambda: None
) -> Ratios:
    """The worst ratios over all entries.

    Parameters
    ----------
    unit : FixedAttention
    limits : (delta, eps2), optional
        Stop at the first block of rows that misses them; ``verified`` then says how far it came.
    look : callable, optional
        Called before each block of rows; what it raises ends the check.

    Guarantee
    ---------
    ``delta`` and ``zero_log`` bound the exact ones from above, by the error analysis of this module's text.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> found = streamed_ratios(FixedAttention(permutations(4), np.eye(4)[list(s for (s,) in permutations(4).supports)],
    ...                                        np.eye(4), "by hand"))
    >>> found.delta < 1e-12, round(found.zero_log, 9), found.verified
    (True, -1.0, 16)
    """
    rows = PaddedRows(unit.matrix)
    worst = Ratios(0.0, -math.inf, 0, 0.0)
    with np.errstate(over="ignore", invalid="ignore"):  # what overflows counts as inf, here and below
        longest = float(np.linalg.norm(unit.keys, axis=1).max())
    if not (np.isfinite(unit.queries).all() and math.isfinite(longest)):
        return Ratios(math.inf, math.inf, 0, math.inf)
    for start, scores in score_blocks(unit.queries, unit.keys):
        look()
        part = slice(start, start + len(scores))
        with np.errstate(over="ignore", invalid="ignore"):
            spacing = (unit.d + 2) * UNIT / (1 - (unit.d + 2) * UNIT)
            lengths = np.linalg.norm(unit.queries[part], axis=1) * (1 + 1e-9) * longest
            rounding = spacing * lengths + unit.d * 2.0**-1074
            worst = joined(worst, block_ratios(rows, part, scores, rounding))
        if limits is not None and not worst.within(*limits):
            break
    return worst


def score_blocks(queries: Floats, keys: Floats) -> Iterator[tuple[int, Floats]]:
    """Scores of some rows with all keys at a time, with the number of the first row; the array may be overwritten."""
    step = max(1, min(BLOCK_CELLS, BLOCK_PRODUCTS // max(1, keys.shape[1])) // len(keys))
    columns = np.ascontiguousarray(keys.T)
    for start in range(0, len(queries), step):
        with np.errstate(over="ignore", invalid="ignore"):
            scores = queries[start : start + step] @ columns
        yield start, scores


def block_ratios(rows: PaddedRows, part: slice, scores: Floats, rounding: Floats) -> Ratios:
    """The worst ratios of some rows; ``rounding`` is how much a score of each may be off. ``scores`` is overwritten."""
    places, real, logs = rows.columns[part], rows.real[part], rows.logs[part]
    on = np.take_along_axis(scores, places, axis=1)
    residues = on - logs
    # The padding repeats the first column, whose logarithm is not 0: it is taken out of all comparisons.
    spread = np.where(real, residues, -np.inf).max(axis=1) - np.where(real, residues, np.inf).min(axis=1)
    single = real.sum(axis=1) == 1
    sizes = np.abs(on).max(axis=1) + np.abs(logs).max(axis=1)
    error = 2 * rounding + 4 * UNIT * sizes + LOG_ERROR * np.maximum(np.abs(logs).max(axis=1), logs.any(axis=1))
    error *= 1 + 1e-9
    delta = np.where(single, 0.0, spread + error)
    least = np.where(real, on, np.inf).min(axis=1)
    np.put_along_axis(scores, places, -np.inf, axis=1)
    highest = scores.max(axis=1)
    finite = np.isfinite(highest)
    zero = np.where(finite, highest - least + error, -np.inf)
    return Ratios(_largest_float(delta), _largest_float(zero), scores.size, _largest_float(error))


def _largest_float(values: Floats) -> float:
    """The largest one; inf if some value overflowed into no number, which would be lost in comparisons."""
    largest = float(values.max())
    return math.inf if math.isnan(largest) else largest


def joined(left: Ratios, right: Ratios) -> Ratios:
    """The worst of two parts."""
    delta, zero = max(left.delta, right.delta), max(left.zero_log, right.zero_log)
    return Ratios(delta, zero, left.verified + right.verified, max(left.error, right.error))


def exact_ratios(unit: FixedAttention) -> Ratios:
    """The worst ratios from the numbers as stored, in balls; rounded up once, at the end.

    Raises
    ------
    ValueError
        If L^2 d is above ``MAX_EXACT``.

    Examples
    --------
    >>> from ....tasks.attention_matrix import band
    >>> found = exact_ratios(FixedAttention(band(3, 2), np.eye(3) + np.eye(3)[[1, 2, 0]], np.eye(3), "by hand"))
    >>> found.delta, found.zero_log, found.verified
    (0.0, -1.0, 9)
    """
    matrix = unit.matrix
    if matrix.L * matrix.L * unit.d > MAX_EXACT:
        raise ValueError(f"an exact check takes at most {MAX_EXACT} products, got {matrix.L * matrix.L * unit.d}")
    delta, zero = arb(0), None
    with ctx.workprec(BALL_BITS):
        scores = arb_mat(unit.queries.tolist()) * arb_mat(unit.keys.T.tolist())
        for i, (support, weights) in enumerate(zip(matrix.supports, matrix.weights, strict=True)):
            on = [scores[i, j] for j in support]
            residues = [score - (arb(fmpz(w)).log() if w > 1 else arb(0)) for score, w in zip(on, weights, strict=True)]
            delta = delta.max(reduce(arb.max, residues) - reduce(arb.min, residues))
            inside = set(support)
            off = [scores[i, z] for z in range(matrix.L) if z not in inside]
            if off:
                gap = reduce(arb.max, off) - reduce(arb.min, on)
                zero = gap if zero is None else zero.max(gap)
        ends = _rounded_up(delta), -math.inf if zero is None else _rounded_up(zero)
    return Ratios(*ends, matrix.L**2, 0.0)


def _rounded_up(ball: arb) -> float:
    """The least float that is at least the upper bound of the ball."""
    mantissa, exponent = (int(part) for part in ball.upper().man_exp())
    end = Fraction(mantissa) * Fraction(2) ** exponent
    found = float(end)
    return found if Fraction(found) >= end else math.nextafter(found, math.inf)


MOST_BITS = 48
"""Beyond it nothing is rounded: doubles have 53 bits."""


def rounded_tables(unit: FixedAttention, p: int) -> FixedAttention:
    """The unit with entries n 2^e, n an integer with |n| < 2^(p-1), one e for the queries and one for the keys.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> unit = FixedAttention(permutations(2), np.array([[0.3], [-1.0]]), np.array([[1.0], [-1.0]]), "by hand")
    >>> rounded_tables(unit, 3).queries.ravel().tolist()
    [0.5, -1.0]
    """
    return replace(unit, queries=_rounded(unit.queries, p), keys=_rounded(unit.keys, p))


def least_bits(unit: FixedAttention, delta: float, eps2: float, look: Callable[[], None] = lambda: None) -> int | None:
    """The least p for which the rounded unit meets the tolerances and with p - 1 bits does not; None if none is found.

    Found by bisection, so that fewer bits still may do by luck. What is returned was checked on all entries.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> from .random_keys import least_squares
    >>> least_bits(least_squares(permutations(16), 40, 0.01), 0.1, 0.01)
    5
    """

    def works(p: int) -> bool:
        return streamed_ratios(rounded_tables(unit, p), (delta, eps2), look).within(delta, eps2)

    return halved(works, 1, MOST_BITS) if works(MOST_BITS) else None


def _rounded(table: Floats, p: int) -> Floats:
    largest = float(np.abs(table).max(initial=0))
    if not largest:
        return table
    step = 2.0 ** math.ceil(math.log2(largest / (2 ** (p - 1) - 1 + 0.5)))
    return np.clip(np.rint(table / step), 1 - 2 ** (p - 1), 2 ** (p - 1) - 1) * step
