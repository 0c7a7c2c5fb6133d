"""Softmax attention on a few queries and keys, all scores at once: the call must not cost more than the work.

Only what needs no conversion is taken: arrays of one float type, two axes each, no mask, the score that is one product
of all parts. A key tuple then is one key, the product of its parts, and so is its value. The checks are those of the
full form, made on what is computed anyway. A query's total weight S within the range of ``streamed_softmax`` says that
no weight overflowed and that underflow does not matter; S or an output is not finite if a query or a value is not. A
key of -inf, or a product of keys, could pass with weight 0, so these are looked at by themselves.
"""

from collections.abc import Sequence
from contextlib import nullcontext
from math import isfinite
from typing import Any

import numpy as np

from ..blas_threads import UNSHARED_PRODUCT, one_blas_thread
from ..questions import ScorePolynomial
from .exponentials import Exponential
from .streamed_softmax import LEAST_VALUE_BITS, SAFE_BITS

MOST_SCORES = 2**16
"""Scores that are held at once: as many as in a tile."""

FUSED_SCORES = 2**13
"""From so many scores on a compiled pass gains more than its calls cost."""


def plain_softmax(
    queries: Any, keys: Any, values: Any, polynomial: ScorePolynomial, exponential: Exponential, scale: float
) -> np.ndarray | None:
    """The outputs (N, dv), or None where the full form has to look."""
    order = polynomial.order if type(polynomial) is ScorePolynomial else 0
    if not order or len(polynomial.monomials) != 1 or len(polynomial.monomials[0]) != order:
        return None
    key_tables, value_tables = _tables(keys, order), _tables(values, order)
    if key_tables is None or value_tables is None or type(queries) is not np.ndarray or queries.ndim != 2:
        return None
    (n, m), dtype = queries.shape, queries.dtype
    (count, width), values_width = key_tables[0].shape, value_tables[0].shape[1]
    if dtype not in SAFE_BITS or m != width or not values_width or not 0 < n * count ** (order - 1) <= MOST_SCORES:
        return None
    for table in (*key_tables, *value_tables):
        if table.dtype != dtype or len(table) != count:
            return None
    bits = SAFE_BITS[dtype]
    scores = n * count ** (order - 1)
    fused = exponential.fused if scores >= FUSED_SCORES else None
    shared = fused is None and scores * max(m, values_width) > UNSHARED_PRODUCT
    with np.errstate(all="ignore"), one_blas_thread() if shared else nullcontext():
        keys, values = _products(key_tables), _products(value_tables)
        if not isfinite(np.vdot(keys, keys)):
            return None
        rows = queries * dtype.type(scale) if scale != 1.0 else queries
        if fused is not None:
            sums = fused.weigh(rows[None], fused.columns_of(keys[None], values[None]), exponential.base)
            outputs, total = fused.quotients(sums, dtype, bits)[0][0], sums[0, :, -1]
        else:
            weights = np.matmul(rows, keys.T)
            exponential(weights, out=weights)
            total = weights.sum(axis=1, keepdims=True)
            outputs = np.matmul(weights, values)
            outputs /= total
        size = float(np.vdot(outputs, outputs))
    if not 2.0 ** (-2 * LEAST_VALUE_BITS[dtype]) * outputs.size <= size < np.inf:
        return None
    return outputs if 2.0**-bits <= total.min() and total.max() <= 2.0**bits else None


def _tables(given: Any, order: int) -> list[np.ndarray] | None:
    """Arrays of two axes and one shape, if that is what is given."""
    if type(given) is np.ndarray:
        given = [given] if order == 2 else None
    if type(given) not in (list, tuple) or len(given) != order - 1:
        return None
    for table in given:
        if type(table) is not np.ndarray or table.ndim != 2 or table.shape != given[0].shape:
            return None
    return list(given)


def _products(tables: Sequence[np.ndarray]) -> np.ndarray:
    """The Hadamard products of all tuples of rows, one from each table."""
    product = tables[0]
    for table in tables[1:]:
        product = (product[:, None] * table).reshape(-1, table.shape[1])
    return product
