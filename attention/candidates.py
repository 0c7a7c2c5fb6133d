"""Integers beyond float64: float scores say which tuples can matter, Python integers say what they are.

Every array is divided by a power of two that brings its entries into [-1, 1] and rounded to float64; monomials get
factors that make up for the different powers, so that the float scores approximate score / 2^e for one e. Let
u = 2^-53 and T_i = the sum over monomials and coordinates of factor * |query entry| * (largest |key entries|), a bound
on the sum of the absolute terms of any score of query i. Then

    |float score - score / 2^e|  <=  E_i = 4 n u T_i + 2^-1000,    n = 2 s + 2 (number of monomials) + 2 m + 8.

Proof. A term passes through s roundings of its entries, at most s products and a factor (exact, a power of two), and
at most (number of monomials) + m additions until it is in P or c and m + 1 in the matrix product, in any order: its
relative error is at most (1 + u)^n - 1 <= 2 n u while n u <= 1/2. T_i is computed with a relative error below
n u <= 1/4 too, and thresholds are rounded by a few u T_i: hence the 4. Underflow adds at most 2^-1074 per operation,
and less than 2^70 operations take part.

A tuple whose float score lies more than 2 E_i + r below the highest float score has a score more than r 2^e below the
highest. So with r = 0 all tuples of highest score are among the rest, the *candidates*; with r = p 2^-e all that weigh
anything in a p-bit unit. For the margin: let x be the highest float score among tuples more than 2 E_i below the
highest. Their scores are not the highest, one of them is at least x - E_i, and a tuple below x - 2 E_i is less than
that: so the candidates above x - 2 E_i include one of second highest score. Ties may make all tuples candidates;
that is slow, and right.
"""

from dataclasses import replace
from typing import Any

import numpy as np

from .arguments import Arguments
from .masks import AttentionError
from .streaming import Block

LONGEST_WEIGHT = 2**24
"""Bits of the longest weight of base two: two megabytes for one integer is a mistake rather than a wish."""


class Scaled:
    """Integer arguments rounded to floats in [-1, 1], with the factors and the error bound of their scores."""

    def __init__(self, given: Arguments) -> None:
        self.tables = tuple(table.astype(object) for table in (given.queries, *given.keys))
        self.values = tuple(table.astype(object) for table in given.values)
        self.polynomial = given.polynomial
        exponents = [_exponent(table) for table in (given.queries, *given.keys)]
        floats = [_rounded(t, e) for t, e in zip((given.queries, *given.keys), exponents, strict=True)]
        totals = [sum(exponents[part] for part in monomial) for monomial in given.polynomial.monomials]
        self.exponent = max(totals)
        self.factors = tuple(2.0 ** max(-1074, total - self.exponent) for total in totals)
        self.floats = replace(given, queries=floats[0], keys=tuple(floats[1:]))
        self.error = self._error_bound()

    def _error_bound(self) -> np.ndarray:
        """E_i of the module's docstring, for every batch and query: shape (B, N)."""
        queries, monomials = self.floats.queries, self.polynomial.monomials
        sizes = [np.abs(queries)] + [np.abs(table).max(axis=1, keepdims=True) for table in self.floats.keys]
        terms = np.zeros(queries.shape[:2])
        for monomial, factor in zip(monomials, self.factors, strict=True):
            product = np.full_like(queries, factor)
            for part in monomial:
                product = product * sizes[part]
            terms += product.sum(axis=-1)
        roundings = 2 * self.polynomial.order + 2 * len(monomials) + 2 * queries.shape[-1] + 8
        bound: np.ndarray = 4 * roundings * 2.0**-53 * terms + 2.0**-1000
        return bound

    def scores(self, batch: np.ndarray, positions: tuple[np.ndarray, ...]) -> np.ndarray:
        """Exact scores of tuples, given by their batch and the positions of query and keys, as Python integers."""
        rows = [table[batch, position] for table, position in zip(self.tables, positions, strict=True)]
        total = np.zeros(len(batch), dtype=object)
        for monomial in self.polynomial.monomials:
            product = rows[monomial[0]]
            for part in monomial[1:]:
                product = product * rows[part]
            total = total + product.sum(axis=-1)
        return total


def _exponent(table: np.ndarray) -> int:
    return max(abs(int(table.max())), abs(int(table.min()))).bit_length() if table.size else 0


def _rounded(table: np.ndarray, exponent: int) -> np.ndarray:
    if table.dtype != object:
        return np.ldexp(table.astype(np.float64), -exponent)
    unit = 1 << exponent
    # Division of Python integers rounds correctly, however long they are.
    return np.array([entry / unit for entry in table.ravel().tolist()], dtype=np.float64).reshape(table.shape)


class Candidates:
    """The tuples of a block that can matter, sorted by query, with their exact scores.

    ``threshold`` (b, n) is the least float score of a candidate. ``present`` lists the queries, numbered through the
    block, that have one; ``group`` says to which entry of it a candidate belongs.
    """

    def __init__(self, block: Block, scaled: Scaled, threshold: np.ndarray, peaks: list[np.ndarray]) -> None:
        n = block.shape[1]
        found: list[tuple[np.ndarray, ...]] = []
        for tile, peak in zip(block.tiles(), peaks, strict=True):
            if (peak < threshold).all():
                continue
            b, i, prefix, last = np.nonzero(tile.scores >= threshold[..., None, None])
            found.append((b, i, *block.prefix_parts(tile.prefixes[prefix]), tile.last.start + last))
        b, i, *keys = (np.concatenate(column) for column in zip(*found, strict=True))
        order = np.argsort(b * n + i, kind="stable")
        self.present, self.starts, self.group = np.unique((b * n + i)[order], return_index=True, return_inverse=True)
        self.batch = block.batches.start + b[order]
        self.keys = tuple(part[order] for part in keys)
        self.scores = scaled.scores(self.batch, (block.queries.start + i[order], *self.keys))
        self.best = np.maximum.reduceat(self.scores, self.starts)
        self.below = self.best[self.group] - self.scores

    @property
    def margins(self) -> np.ndarray:
        """The least positive distance below the best score, per query; 0 if there is none."""
        beyond = self.below.max() + 1
        least = np.minimum.reduceat(np.where(self.below > 0, self.below, beyond), self.starts)
        return np.where(least == beyond, 0, least)

    def weights(self, bits: int | None) -> np.ndarray:
        """2^(bits - distance) up to distance ``bits``; without ``bits``, 2^(score - the query's lowest score)."""
        if bits is not None:
            return _array([1 << bits - distance if distance <= bits else 0 for distance in self.below.tolist()])
        rise = np.maximum.reduceat(self.below, self.starts)[self.group] - self.below
        if rise.max() > LONGEST_WEIGHT:
            raise AttentionError(
                f"scores of base-two weights may differ by {LONGEST_WEIGHT} at most, got {rise.max()}; "
                "make queries or keys smaller, or use fixed_point_attention"
            )
        return _array([1 << distance for distance in rise.tolist()])


def outputs_from_candidates(
    block: Block, scaled: Scaled, bits: int | None, margins: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Sums of weight times (value, 1) and margins of a block, in Python integers: (b, n, dv + 1) and (b, n)."""
    b, n = block.shape
    peaks = block.peaks()
    best = np.maximum.reduce(peaks)
    error = scaled.error[block.batches, block.queries]
    if bits is None:
        threshold = np.full((b, n), np.finfo(np.float64).min)  # all but the forbidden ones, at -inf
    else:
        threshold = best - 2 * error - np.ldexp(float(bits), -scaled.exponent)
    if margins:
        second = highest_below(block, best - 2 * error)
        threshold = np.where(second == -np.inf, threshold, np.minimum(threshold, second - 2 * error))
    found = Candidates(block, scaled, threshold, peaks)
    weights = found.weights(bits)
    products: Any = weights[:, None]
    for table, position in zip(scaled.values, found.keys, strict=True):
        products = products * table[found.batch, position]
    sums = np.add.reduceat(np.concatenate([products, weights[:, None]], axis=1), found.starts, axis=0)
    gaps = found.margins if margins else np.zeros(b * n, dtype=object)
    return sums.reshape(b, n, -1), gaps.reshape(b, n)


def highest_below(block: Block, bound: np.ndarray) -> np.ndarray:
    """The highest float score below a bound per query, -inf if there is none."""
    b, n = block.shape
    highest = np.full((b, n), -np.inf)
    for tile in block.tiles():
        scores = tile.scores.reshape(b, n, -1)
        np.copyto(scores, -np.inf, where=scores >= bound[..., None])
        np.maximum(highest, scores.max(axis=-1), out=highest)
    return highest


def _array(integers: list[int]) -> np.ndarray:
    found = np.empty(len(integers), dtype=object)
    found[:] = integers
    return found
