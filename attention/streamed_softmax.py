"""Softmax over all tuples, a tile at a time, without a maximum where none is needed.

The usual softmax subtracts the highest score first, so that no exponential overflows. That is two more passes over
every score. Here a query's weights base^score are summed as they are, and the sums say afterwards whether that was
right: let S be a query's total weight, computed. If 2^-r <= S <= 2^r, then

* no weight overflowed, since none exceeds the total of these positive numbers;
* a weight that underflowed, wholly or in part, lost less than the least positive number, 2^-1074 (float32: 2^-149),
  so C of them lost less than C 2^(r - 1074) of the total;
* a product of such a weight with a value lost as little, relative to a value of 2^-v or more 2^(r + v - 1074).

With r = 400, v = 200 and C <= 2^100 that is below 2^-370 (float32: r = 40, v = 30, 2^-79 C, C being the last keys of a
tile). A query that fails is computed again, with its running maximum (``softmax``); a bound on the scores, the sum over
the monomials and coordinates of the product of the largest entries, says when trying is hopeless.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from .arguments import Arguments
from .blas_threads import share
from .prefixes import Prefixes, constants, prefixes_of, value_products
from .streaming import Steps, threads_for, tile_steps

SAFE_BITS = {np.dtype(np.float64): 400, np.dtype(np.float32): 40}
"""r: totals within 2^-r .. 2^r are right."""

LEAST_VALUE_BITS = {np.dtype(np.float64): 200, np.dtype(np.float32): 30}
"""v: where the largest value of an array is below 2^-v, but not 0, products might underflow."""

HOPELESS = 4
"""Scores are bounded by some times the highest one (two or three for Gaussian entries): beyond this multiple of the
safe range nothing is tried without a maximum."""


@dataclass(frozen=True, eq=False)
class Streamed:
    """Outputs (B, N, dv) of a piece, and where they are right: (B, N)."""

    outputs: np.ndarray
    right: np.ndarray


def streamed_softmax(given: Arguments, exponential: np.ufunc, scale: float, workers: int | None) -> Streamed:
    """Softmax attention without maxima; bit for bit the same whatever the number of workers (None: as the BLAS)."""
    (batches, n, _), dtype = given.queries.shape, given.queries.dtype
    shape = (batches, n, given.values[0].shape[-1] + 1)
    if not _worth_trying(given, exponential, scale):
        return Streamed(np.zeros((*shape[:2], shape[-1] - 1), dtype=dtype), np.zeros(shape[:2], dtype=bool))
    steps = tile_steps(given)
    sums = np.zeros(shape)
    walk = _Walk(given, exponential, scale, steps, sums)
    with threads_for(given, workers) as threads:
        share(_runs(batches, n, steps, threads), walk.work_through, threads)
    with np.errstate(all="ignore"):
        total = sums[..., -1]
        outputs = (sums[..., :-1] / total[..., None]).astype(dtype, copy=False)
        bits = SAFE_BITS[dtype]
        right = (total >= 2.0**-bits) & (total <= 2.0**bits) & np.isfinite(outputs).all(axis=-1)
    return Streamed(outputs, right)


def _worth_trying(given: Arguments, exponential: np.ufunc, scale: float) -> bool:
    dtype = given.queries.dtype
    for table in given.values:
        largest = np.abs(table).max()
        if 0 < largest < 2.0 ** -(LEAST_VALUE_BITS[dtype] // len(given.values)):
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
    return bound * (1 if exponential is np.exp2 else 1 / log(2)) <= HOPELESS * SAFE_BITS[dtype]


Run = tuple[slice, list[slice]]
"""Some batches, and slices of queries: a thread's next portion."""


def _runs(batches: int, n: int, steps: Steps, threads: int) -> Iterator[Run]:
    """All tiles' batches and queries, cut in the same places whatever the threads, which get a few runs each."""
    queries = [slice(first, min(n, first + steps.queries)) for first in range(0, n, steps.queries)]
    of_batches = range(0, batches, steps.batches)
    length = len(queries) if threads == 1 else max(1, len(of_batches) * len(queries) // (4 * threads))
    for batch in of_batches:
        for first in range(0, len(queries), length):
            yield slice(batch, min(batches, batch + steps.batches)), queries[first : first + length]


@dataclass(frozen=True, eq=False)
class _Walk:
    given: Arguments
    exponential: np.ufunc
    scale: float
    steps: Steps
    sums: np.ndarray

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
        if allowed is not None:
            allowed = allowed if len(allowed) == 1 else allowed[batches]
        for start in range(0, total, steps.prefixes):
            numbers = np.arange(start, min(total, start + steps.prefixes))
            prefixes = prefixes_of(given, batches, numbers, self.scale)
            products = value_products(given, batches, prefixes)[..., None] if prefixes.positions else None
            for chosen in queries:
                mask = None if allowed is None else allowed[:, chosen].astype(buffer.dtype)
                self.sums[batches, chosen] += self._sums(
                    given.queries[batches, chosen], prefixes, columns, values, products, mask, buffer
                )

    def _sums(
        self,
        queries: np.ndarray,
        prefixes: Prefixes,
        columns: np.ndarray,
        values: np.ndarray,
        products: np.ndarray | None,
        mask: np.ndarray | None,
        buffer: np.ndarray,
    ) -> np.ndarray:
        """Sums of weight times (value, 1) over the tuples of some prefixes, for each query: (b, n, dv + 1)."""
        (b, n, _), t, count = queries.shape, len(prefixes.numbers), columns.shape[-1]
        rows = prefixes.rows(queries, columns.shape[-2]).reshape(b, n * t, -1)
        found: np.ndarray | None = None
        for first in range(0, count, self.steps.last):
            last = slice(first, min(count, first + self.steps.last))
            weights = buffer[: b * n * t * (last.stop - last.start)].reshape(b, n * t, -1)
            np.matmul(rows, columns[..., last], out=weights)
            self.exponential(weights, out=weights)
            if mask is not None:
                tile = weights.reshape(b, n, t, -1)
                tile *= mask[:, :, None, last]
            part = _weighed(weights, values[..., last])
            found = part if found is None else found + part
        assert found is not None
        found = found.reshape(b, -1, n, t)
        if mask is not None:
            for position in prefixes.positions:
                found *= mask[:, None, :, position]
        if products is None:
            return np.swapaxes(found[..., 0], -1, -2)
        return np.swapaxes(np.matmul(found, products)[..., 0], -1, -2)


def _weighed(weights: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values (b, c, l) weighed by (b, r, l): (b, c, r)."""
    if weights.dtype == np.float32:
        return np.swapaxes(np.matmul(weights, np.swapaxes(values, -1, -2)), -1, -2)
    # Nine columns cost less as nine rows: 0.55 against 0.68 ns per weight; in float32 it is the other way round.
    return np.matmul(values, np.swapaxes(weights, -1, -2))


def _columns(table: np.ndarray, one: bool) -> np.ndarray:
    """The table's rows as columns, with a 1 below if so asked: (b, width, keys)."""
    if one:
        table = np.concatenate([table, np.ones_like(table, shape=(*table.shape[:-1], 1))], axis=-1)
    return np.swapaxes(table, -1, -2)
