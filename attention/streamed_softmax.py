"""Softmax over all tuples, a tile at a time, without a maximum where none is needed.

The usual softmax subtracts the highest score first, so that no exponential overflows. That is two more passes over
every score. Here a query's weights base^score are summed as they are, and the sums say afterwards whether that was
right: let S be a query's total weight, computed. If 2^-r <= S <= 2^r, then

* no weight overflowed, since none exceeds the total of these positive numbers;
* a weight that underflowed, wholly or in part, lost less than the least positive number, 2^-1074 (float32: 2^-149),
  so C of them lost less than C 2^(r - 1074) of the total;
* a product of such a weight with a value lost as little, relative to a value of 2^-v or more 2^(r + v - 1074).

With r = 400, v = 200 and C <= 2^100 that is below 2^-370 (float32: r = 40, v = 30, 2^-79 C, C being the last keys of a
tile). A query that fails is computed again, with its running maximum subtracted; a bound on the scores, the sum over
the monomials and coordinates of the product of the largest entries, says when trying is hopeless.

Where exponentials are compiled and there is no mask, compiled passes that hold no tile are tried (``fused_softmax``);
there the bound would cost more than it saves, and weights below 2^-1021 (2^-125) count as 0, so that in float32 C of
them lose less than 2^-85 C.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..blas_threads import share
from .arguments import Arguments
from .exponentials import Exponential
from .masks import AttentionError
from .prefixes import Prefixes, constants, prefixes_of, value_products
from .streaming import Steps, threads_for, tile_steps, with_ones

SAFE_BITS = {np.dtype(np.float64): 400, np.dtype(np.float32): 40}
"""r: totals within 2^-r .. 2^r are right."""

LEAST_VALUE_BITS = {np.dtype(np.float64): 200, np.dtype(np.float32): 30}
"""v: where the largest value of an array is below 2^-v, but not 0, products might underflow."""

HOPELESS = 4
"""Scores are bounded by some times the highest one (two or three for Gaussian entries): beyond this multiple of the
safe range nothing is tried without a maximum."""

PASS_ROWS = 516
"""Queries that a compiled pass takes at a time at order 2: so few that several threads get some; a multiple of 6."""

PASS_PREFIXES = 64
"""Prefixes, and queries, that it takes at a time at higher orders."""


def streamed_softmax(given: Arguments, exponential: Exponential, scale: float, workers: int | None) -> np.ndarray:
    """Outputs (B, N, dv) of a piece; bit for bit the same whatever the number of workers (None: as the BLAS).

    Raises AttentionError where scores or sums of values overflow.
    """
    (batches, n, _), dtype, width = given.queries.shape, given.queries.dtype, given.values[0].shape[-1]
    right = np.zeros((batches, n), dtype=bool)
    with threads_for(given, workers) as threads:
        passes = exponential.fused if given.allowed is None else None
        if passes is not None and _values_are_large(given):
            outputs = np.empty((batches, n, width), dtype)
            _Passes(given, exponential, scale, outputs, right).share(threads)
            if right.all():
                return outputs
        steps, sums = tile_steps(given), np.zeros((batches, n, width + 1))
        walk = _Walk(given, exponential, scale, steps, sums)
        if passes is None and _worth_trying(given, exponential, scale):
            share(_runs(right, steps, threads), walk.work_through, threads)
            outputs, right = _quotients(sums, dtype)
            if right.all():
                return outputs
        peaks = np.full(right.shape, -np.inf, dtype=dtype)
        share(_runs(right, steps, threads), replace(walk, peaks=peaks).work_through, threads)
    if not np.isfinite(peaks[~right]).all():
        raise AttentionError("scores overflow floating point; make queries or keys smaller, or use exact integers")
    if right.any():
        outputs[~right] = _quotients(sums[~right], dtype)[0]
    else:
        outputs = _quotients(sums, dtype)[0]
    if not np.isfinite(outputs).all():
        raise AttentionError("products of values overflow floating point; make values smaller, or use exact integers")
    return outputs


def _quotients(sums: np.ndarray, dtype: Any) -> tuple[np.ndarray, np.ndarray]:
    """The outputs (.., dv) of sums (.., dv + 1), and which of them are right if no maximum was subtracted."""
    total, bits = sums[..., -1], SAFE_BITS[dtype]
    with np.errstate(all="ignore"):
        found: np.ndarray = (sums[..., :-1] / total[..., None]).astype(dtype, copy=False)
    return found, (total >= 2.0**-bits) & (total <= 2.0**bits) & np.isfinite(found).all(axis=-1)


def _values_are_large(given: Arguments) -> bool:
    """Whether products of weights with values lose nothing to underflow that counts."""
    least = 2.0 ** -(LEAST_VALUE_BITS[given.queries.dtype] // len(given.values))
    return not any(0 < max(table.max(), -table.min()) < least for table in given.values)


def _worth_trying(given: Arguments, exponential: Exponential, scale: float) -> bool:
    if not _values_are_large(given):
        return False
    sizes = [np.abs(table).max(axis=(0, 1)).astype(np.float64) for table in given.keys]
    with_query, without = np.zeros(given.queries.shape[-1]), 0.0
    with np.errstate(all="ignore"):
        for monomial in given.polynomial.monomials:
            product = np.full(given.queries.shape[-1], abs(scale))
            for part in monomial:
                product = product * sizes[part - 1] if part else product
            if monomial[0] == 0:
                with_query += product
            else:
                without += float(product.sum())
        bound = float((np.abs(given.queries) @ with_query).max()) + without
    return bound * exponential.bits <= HOPELESS * SAFE_BITS[given.queries.dtype]


Run = tuple[slice, list[slice]]
"""Some batches, and slices of queries: a thread's next portion."""


def _runs(right: np.ndarray, steps: Steps, threads: int) -> Iterator[Run]:
    """The batches and queries of all tiles with a query that is not right yet; a few runs for each thread.

    The tiles are the same whatever the threads, and so is what happens to them.
    """
    batches, n = right.shape
    for batch in range(0, batches, steps.batches):
        of_batches = slice(batch, min(batches, batch + steps.batches))
        queries = [slice(first, min(n, first + steps.queries)) for first in range(0, n, steps.queries)]
        queries = [chosen for chosen in queries if not right[of_batches, chosen].all()]
        everything = -(-batches // steps.batches) * len(queries)
        length = max(1, len(queries) if threads == 1 else everything // (4 * threads))
        for first in range(0, len(queries), length):
            yield of_batches, queries[first : first + length]


@dataclass(frozen=True, eq=False)
class _Passes:
    """Writes ``outputs`` (B, N, dv), and which of them are ``right``, by compiled passes without tiles or a maximum.

    Without a mask. What a query gets does not depend on the queries beside it.
    """

    given: Arguments
    exponential: Exponential
    scale: float
    outputs: np.ndarray
    right: np.ndarray

    def share(self, threads: int) -> None:
        """All batches and queries, between threads."""
        given = self.given
        last = with_ones(given.keys[-1]) if constants(given) else given.keys[-1]
        columns = self.exponential.fused.columns_of(last, given.values[-1])
        prefixes = min(PASS_PREFIXES, given.keys[0].shape[1] ** (given.polynomial.order - 2))
        queries = min(given.queries.shape[1], PASS_ROWS if prefixes == 1 else PASS_PREFIXES)
        steps = Steps(max(1, PASS_ROWS // (queries * prefixes)), queries, prefixes, 1)

        def work(runs: Iterator[Run]) -> None:
            with np.errstate(all="ignore"):
                for batches, queries in runs:
                    for chosen in queries:
                        self._pass(batches, chosen, columns, steps.prefixes)

        share(_runs(self.right, steps, threads), work, threads)

    def _pass(self, batches: slice, chosen: slice, columns: Any, step: int) -> None:
        given, sums = self.given, np.zeros(0)
        total = given.keys[0].shape[1] ** (given.polynomial.order - 2)
        queries = given.queries[batches, chosen]
        for start in range(0, total, step):
            prefixes = prefixes_of(given, batches, np.arange(start, min(total, start + step)), self.scale)
            rows = prefixes.rows(queries, queries.shape[-1] + constants(given))
            b, n, t, width = rows.shape
            found = self.exponential.fused.weigh(rows.reshape(b, n * t, width), columns[batches], self.exponential.base)
            if prefixes.positions:
                weighed = np.swapaxes(found, -1, -2).reshape(b, -1, n, t)
                products = value_products(given, batches, prefixes)[..., None]
                found = np.swapaxes(np.matmul(weighed, products)[..., 0], -1, -2)
            sums = sums + found if start else found
        dtype = self.outputs.dtype
        found, right = self.exponential.fused.quotients(sums, dtype, SAFE_BITS[dtype])
        self.outputs[batches, chosen], self.right[batches, chosen] = found, right


@dataclass(frozen=True, eq=False)
class _Walk:
    """Adds to ``sums`` (B, N, dv + 1) the weights times (value, 1), relative to base^peak if there are ``peaks``."""

    given: Arguments
    exponential: Exponential
    scale: float
    steps: Steps
    sums: np.ndarray
    peaks: np.ndarray | None = None

    def work_through(self, runs: Iterator[Run]) -> None:
        """Run after run, until there is none: all tiles of a thread share one piece of memory."""
        buffer = np.empty(self.steps.cells, dtype=self.given.queries.dtype)
        with np.errstate(all="ignore"):
            for batches, queries in runs:
                self._run(batches, queries, buffer)

    def _run(self, batches: slice, queries: list[slice], buffer: np.ndarray) -> None:
        given, steps = self.given, self.steps
        count = given.keys[0].shape[1]
        total = count ** (given.polynomial.order - 2)
        columns = _columns(given.keys[-1][batches], constants(given))
        values = _columns(given.values[-1][batches], True)
        allowed: Any = given.allowed
        if allowed is not None and len(allowed) > 1:
            allowed = allowed[batches]
        for chosen in queries:
            self.sums[batches, chosen] = 0
        for start in range(0, total, steps.prefixes):
            numbers = np.arange(start, min(total, start + steps.prefixes))
            prefixes = prefixes_of(given, batches, numbers, self.scale)
            products = value_products(given, batches, prefixes)[..., None] if prefixes.positions else None
            for chosen in queries:
                place, mask = (batches, chosen), None if allowed is None else allowed[:, chosen]
                rows = prefixes.rows(given.queries[place], columns.shape[-2])
                for first in range(0, count, steps.last):
                    last = slice(first, min(count, first + steps.last))
                    self._tile(
                        place, rows, columns[..., last], values[..., last], prefixes, products, mask, last, buffer
                    )

    def _tile(
        self,
        place: tuple[slice, slice],
        rows: np.ndarray,
        columns: np.ndarray,
        values: np.ndarray,
        prefixes: Prefixes,
        products: np.ndarray | None,
        mask: np.ndarray | None,
        last: slice,
        buffer: np.ndarray,
    ) -> None:
        (b, n, t, width), size = rows.shape, columns.shape[-1]
        weights = buffer[: b * n * t * size].reshape(b, n * t, size)
        tile, sums = weights.reshape(b, n, t, size), self.sums[place]
        np.matmul(rows.reshape(b, n * t, width), columns, out=weights)
        if self.peaks is None:
            self.exponential(weights, out=weights)
            if mask is not None:
                tile *= mask[:, :, None, last].astype(tile.dtype)
        else:
            if mask is not None:
                fits = np.broadcast_to(mask[:, :, None, last], tile.shape)
                for position in prefixes.positions:
                    fits = fits & mask[:, :, position, None]
                np.copyto(tile, -np.inf, where=~fits)
            sums *= _shifted(tile.reshape(b, n, -1), self.peaks[place], self.exponential)[..., None]
        found = _weighed(weights, values).reshape(b, -1, n, t)
        if mask is not None and self.peaks is None:
            for position in prefixes.positions:
                found *= mask[:, None, :, position]
        sums += np.swapaxes(found[..., 0] if products is None else np.matmul(found, products)[..., 0], -1, -2)


def _shifted(scores: np.ndarray, peaks: np.ndarray, exponential: Exponential) -> np.ndarray:
    """Scores (b, n, r) become weights relative to the highest score so far; returns the factors of the earlier ones.

    When the maximum M rises to M', earlier sums have to be multiplied by base^(M - M') <= 1: nothing overflows, and
    what underflows weighs less than 2^-1000 of the total. At the end the total is at least 1, the weight of the
    maximum. (The running maximum of Milakov and Gimelshein, arXiv 1805.02867, over tuples instead of keys.)
    """
    higher = np.maximum(peaks, scores.max(axis=-1))
    # Until a query has met its first allowed tuple its maximum is -inf, and -inf - -inf is no number.
    shift = np.where(higher == -np.inf, peaks.dtype.type(0), higher)
    np.subtract(scores, shift[..., None], out=scores)
    exponential(scores, out=scores)
    factors: np.ndarray = exponential(peaks - shift)
    peaks[...] = higher
    return factors


def _weighed(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values (b, c, l) weighed by (b, r, l): (b, c, r)."""
    if weights.dtype == np.float32:
        rows: np.ndarray = np.matmul(weights, np.swapaxes(values, -1, -2))
        return np.swapaxes(rows, -1, -2)
    # Nine columns cost less as nine rows: 0.55 against 0.68 ns per weight; in float32 it is the other way round.
    weighed: np.ndarray = np.matmul(values, np.swapaxes(weights, -1, -2))
    return weighed


def _columns(table: np.ndarray, one: bool) -> np.ndarray:
    """The table's rows as columns, with a 1 below if so asked: (b, width, keys)."""
    return np.swapaxes(with_ones(table) if one else table, -1, -2)
