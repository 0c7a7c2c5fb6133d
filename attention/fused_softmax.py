"""Scores, exponentials and weighed values of some rows in one compiled pass: no score leaves the nearest cache.

Rows (queries, or what ``prefixes`` makes of them) times columns (last keys) are scores; a row's weights base^score are
multiplied with the values and summed. ``ROWS`` rows at a time go through a block of at most ``KEYS`` keys:

* their scores, ``ROWS`` times two vectors of keys at a time, are summed in registers, coordinate by coordinate;
* the weights replace them, by the polynomial of ``exponentials`` (error below two units in the last place);
* the products of weights and values are summed in registers in the same way, and added to a sum in float64.

A compiler does not keep such a block of sums in registers by itself, so the three loops are written in its vector
operations (all in this file: numba compiles anew when the file of a function has changed). Keys, columns and rows are
padded to whole vectors and blocks: a padded key weighs nothing.

A weight below 2^-125 (float64: 2^-1021) counts as 0, so that C of them lose less than C 2^(r - 125) of a total of at
least 2^-r. One above 2^126 (2^1022) counts as that, which is beyond every safe total. A score that is not finite
makes the total NaN. So ``streamed_softmax.SAFE_BITS`` says here, too, which totals are right.

A row's sums do not depend on the rows beside it. What differs from machine to machine, as for any product in floating
point, is whether a product and a sum round once or twice.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from ..compiling import compiled
from .compiled_exponentials import FORMATS, HIGH_AND_LOW, LN2

ROWS = 6
"""Rows in a block: with two vectors of sums for each, two of the columns and a spread number, 15 of 16 registers."""

KEYS = 512
"""Most keys in a block; a multiple of all vectors' lengths."""

BLOCK_NUMBERS = 2**18
"""Numbers of keys and values in a block, at most: fewer keys where m and dv are large. Measured at m = dv = 512: 2^16,
which a second-level cache holds, takes a seventh longer, because sums are added to those in float64 more often."""

VECTOR_BYTES = 32
"""What the processor computes with at once, at least since 2013; where it is less the compiler splits vectors."""

FUSE = ("contract",)
"""A product and a sum may become one instruction that rounds once; nothing else is rearranged."""


@dataclass(frozen=True)
class Columns:
    """Last keys as panels (b, K / l, m, l), and their values as panels (b, D / l, K, l), for vectors of length l.

    ``count`` keys are given, the others padded; ``width`` columns of values are.
    """

    keys: np.ndarray
    values: np.ndarray
    count: int
    width: int

    def __getitem__(self, batches: slice) -> "Columns":
        """Those of some batches."""
        return replace(self, keys=self.keys[batches], values=self.values[batches])


def columns_of(keys: np.ndarray, values: np.ndarray) -> Columns:
    """Keys (b, Nk, m) and values (b, Nk, dv) of one float type, laid out for ``weigh``."""
    lanes, (b, count, m), width = VECTOR_BYTES // keys.itemsize, keys.shape, values.shape[-1]
    size, columns = _up(count, lanes), _up(width, lanes)
    keys, values = _padded(keys, size, m), _padded(values, size, columns)
    by_key = np.swapaxes(keys.reshape(b, size // lanes, lanes, m), 2, 3).copy()
    by_column = np.swapaxes(values.reshape(b, size, columns // lanes, lanes), 1, 2).copy()
    return Columns(by_key, by_column, count, width)


def weigh(rows: np.ndarray, columns: Columns, base: str | int) -> np.ndarray:
    """Sums over all keys of base^score times (value, 1), for rows (b, R, m): float64 of shape (b, R, dv + 1)."""
    b, given, m = rows.shape
    # Of arrays that are read-only, strided or not aligned there would be compiled code of their own.
    blocks = np.require(_padded(rows, _up(given, ROWS), m), requirements=("C", "A", "W"))
    lanes = columns.keys.shape[-1]
    sums = np.zeros((b, blocks.shape[1], columns.values.shape[1] * lanes + 1))
    _weigh(blocks, columns.keys, columns.count, columns.values, sums, base == 2)
    if sums.shape[-1] > columns.width + 1:
        sums[..., columns.width] = sums[..., -1]
    return sums[:, :given, : columns.width + 1]


def quotients(sums: np.ndarray, dtype: Any, bits: int) -> tuple[np.ndarray, np.ndarray]:
    """Outputs (b, n, dv) of sums (b, n, dv + 1); which are finite, of totals within 2^-bits .. 2^bits: (b, n)."""
    b, n, columns = sums.shape
    outputs, right = np.empty((b, n, columns - 1), dtype), np.empty((b, n), np.bool_)
    _divide(np.ascontiguousarray(sums), outputs, right, 2.0**-bits, 2.0**bits)
    return outputs, right


def _padded(table: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """The table (b, .., ..) with zeros below and to the right, or itself."""
    b, r, c = table.shape
    if (r, c) == (rows, columns):
        return table
    padded = np.zeros((b, rows, columns), table.dtype)
    padded[:, :r, :c] = table
    return padded


def _up(number: int, step: int) -> int:
    return -(-number // step) * step


# --- vector operations ------------------------------------------------------------------------------------------------


class _Vectors:
    """Vectors of a float type, and how they are loaded and stored at any multiple of a number's size."""

    def __init__(self, builder: Any, narrow: bool) -> None:
        self.builder, self.narrow, self.bytes = builder, narrow, 4 if narrow else 8
        self.lanes = VECTOR_BYTES // self.bytes
        self.reals = ir.VectorType(ir.FloatType() if narrow else ir.DoubleType(), self.lanes)
        self.wholes = ir.VectorType(ir.IntType(8 * self.bytes), self.lanes)

    def all(self, number: float) -> Any:
        return ir.Constant(self.reals, [float(np.float32(number)) if self.narrow else number] * self.lanes)

    def spread(self, number: Any) -> Any:
        """The number in every place."""
        none = ir.Constant(self.reals, ir.Undefined)
        first = self.builder.insert_element(none, number, ir.IntType(32)(0))
        return self.builder.shuffle_vector(
            first, none, ir.Constant(ir.VectorType(ir.IntType(32), self.lanes), [0] * self.lanes)
        )

    def _at(self, start: Any, place: Any) -> Any:
        return self.builder.bitcast(self.builder.gep(start, [place]), self.reals.as_pointer())

    def load(self, start: Any, place: Any) -> Any:
        return self.builder.load(self._at(start, place), align=self.bytes)

    def store(self, vector: Any, start: Any, place: Any) -> None:
        self.builder.store(vector, self._at(start, place), align=self.bytes)

    def times(self, vector: Any, factor: float) -> Any:
        return vector if factor == 1.0 else self.builder.fmul(vector, self.all(factor), flags=FUSE)

    def fused(self, one: Any, other: Any, added: Any) -> Any:
        """one * other + added."""
        return self.builder.fadd(self.builder.fmul(one, other, flags=FUSE), added, flags=FUSE)


def _start(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, array).data, [place])


def _block(vectors: int) -> Any:
    """The product of ``ROWS`` rows with so many panels, written to rows of ``out``."""

    def typed(
        typing: Any, left: Any, at: Any, row: Any, right: Any, first: Any, panel: Any, steps: Any, out: Any,
        place: Any, out_row: Any,
    ) -> Any:  # fmt: skip
        def generated(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            left, at, row, right, first, panel, steps, out, place, out_row = arguments
            one, number = _Vectors(builder, signature.args[0].dtype == numba.float32), at.type
            left = _start(context, builder, signature.args[0], left, at)
            right = _start(context, builder, signature.args[3], right, first)
            out = _start(context, builder, signature.args[7], out, place)
            rows = [builder.gep(left, [builder.mul(row, number(r))]) for r in range(ROWS)]
            panels = [builder.gep(right, [builder.mul(panel, number(v))]) for v in range(vectors)]
            sums = [[cgutils.alloca_once_value(builder, one.all(0.0)) for _ in panels] for _ in rows]
            with cgutils.for_range(builder, steps) as loop:
                columns = [one.load(start, builder.mul(loop.index, number(one.lanes))) for start in panels]
                for start, of_row in zip(rows, sums, strict=True):
                    spread = one.spread(builder.load(builder.gep(start, [loop.index])))
                    for column, total in zip(columns, of_row, strict=True):
                        builder.store(one.fused(spread, column, builder.load(total)), total)
            for r, of_row in enumerate(sums):
                start = builder.gep(out, [builder.mul(out_row, number(r))])
                for v, total in enumerate(of_row):
                    one.store(builder.load(total), start, number(v * one.lanes))
            return context.get_dummy_value()

        return numba.void(left, at, row, right, first, panel, steps, out, place, out_row), generated

    return intrinsic(typed)


def _powers(two: bool) -> Any:
    """Scores of ``ROWS`` rows, so many vectors in each, become weights; their sums are written to ``sums``.

    The operations of the rows take turns: each is a long chain, and a processor looks ahead some sixty operations only.
    """

    def typed(typing: Any, scores: Any, row: Any, vectors: Any, sums: Any) -> Any:
        def generated(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            scores, row, vectors, sums = arguments
            narrow = signature.args[0].dtype == numba.float32
            one, number = _Vectors(builder, narrow), row.type
            bias, digits, degree = FORMATS[narrow]
            unit, rounding = 1.0 if two else LN2, one.all(1.5 * 2.0**digits)
            least, most, zero = one.all((2 - bias) * unit), one.all((bias - 1) * unit), one.all(0.0)
            high, low = (one.all(-part) for part in HIGH_AND_LOW[narrow])
            shift = ir.Constant(one.wholes, [digits] * one.lanes)
            scores = _start(context, builder, signature.args[0], scores, number(0))
            sums = _start(context, builder, signature.args[3], sums, number(0))
            starts = [builder.gep(scores, [builder.mul(row, number(r))]) for r in range(ROWS)]
            totals = [cgutils.alloca_once_value(builder, zero) for _ in starts]

            def each(operation: Callable[..., Any], *lists: list[Any]) -> list[Any]:
                return [operation(*parts) for parts in zip(*lists, strict=True)]

            with cgutils.for_range(builder, vectors) as loop:
                at = builder.mul(loop.index, number(one.lanes))
                given = each(lambda start: one.load(start, at), starts)
                counts = each(lambda x: builder.fcmp_ordered(">=", x, least), given)
                x = each(lambda c, x: builder.select(c, x, least), counts, given)
                x = each(lambda x: builder.select(builder.fcmp_ordered("<=", x, most), x, most), x)
                # The sum with ``rounding`` ends with the bits of the integer k.
                shifted = each(lambda x: builder.fadd(one.times(x, 1.0 if two else 1 / LN2), rounding, flags=FUSE), x)
                k = each(lambda t: builder.fsub(t, rounding), shifted)
                if two:
                    r = each(lambda x, k: builder.fmul(builder.fsub(x, k), one.all(LN2)), x, k)
                else:
                    r = each(lambda x, k: one.fused(k, high, x), x, k)
                    r = each(lambda r, k: one.fused(k, low, r), r, k)
                p: list[Any] = [one.all(1 / math.factorial(degree))] * ROWS
                for power in range(degree - 1, -1, -1):
                    added = one.all(1 / math.factorial(power))
                    p = each(lambda p, r: one.fused(p, r, added), p, r)  # noqa: B023
                bits = each(lambda t: builder.shl(builder.bitcast(t, one.wholes), shift), shifted)
                w = each(lambda p, b: builder.add(builder.bitcast(p, one.wholes), b), p, bits)
                w = each(lambda c, w: builder.select(c, builder.bitcast(w, one.reals), zero), counts, w)
                w = each(lambda x, w: one.fused(x, zero, w), given, w)  # NaN where the score is not finite
                each(lambda w, start: one.store(w, start, at), w, starts)
                each(lambda w, total: builder.store(builder.fadd(builder.load(total), w), total), w, totals)
            for place, total in enumerate(totals):
                found = builder.load(total)
                parts = [builder.extract_element(found, ir.IntType(32)(lane)) for lane in range(one.lanes)]
                while len(parts) > 1:
                    parts = each(builder.fadd, parts[::2], parts[1::2])
                builder.store(parts[0], builder.gep(sums, [number(place)]))
            return context.get_dummy_value()

        return numba.void(scores, row, vectors, sums), generated

    return intrinsic(typed)


_two_panels: Any = _block(2)
_one_panel: Any = _block(1)
_powers_of_two: Any = _powers(True)
_powers_of_e: Any = _powers(False)


@compiled
def _weigh(rows: np.ndarray, keys: np.ndarray, count: int, values: np.ndarray, sums: np.ndarray, two: bool) -> None:
    batches, r, m = rows.shape
    size, lanes, columns = values.shape[2], keys.shape[3], sums.shape[2] - 1
    step = min(KEYS, max(2 * lanes, BLOCK_NUMBERS // (m + columns) // (2 * lanes) * (2 * lanes)))
    weights, found = np.empty((ROWS, step), rows.dtype), np.empty((ROWS, columns), rows.dtype)
    totals = np.empty(ROWS, rows.dtype)
    for b in range(batches):
        for first in range(0, size, step):
            length = min(step, size - first)
            for i in range(0, r, ROWS):
                at = (b * r + i) * m
                for j in range(0, length, 2 * lanes):
                    key = (b * size + first + j) * m
                    if j + lanes < length:
                        _two_panels(rows, at, m, keys, key, m * lanes, m, weights, j, step)
                    else:
                        _one_panel(rows, at, m, keys, key, m * lanes, m, weights, j, step)
                if first + length > count:
                    for row in range(ROWS):
                        for j in range(count - first, length):
                            weights[row, j] = -1e30
                if two:
                    _powers_of_two(weights, step, length // lanes, totals)
                else:
                    _powers_of_e(weights, step, length // lanes, totals)
                for d in range(0, columns, 2 * lanes):
                    value = (b * columns + d) * size + first * lanes
                    if d + lanes < columns:
                        _two_panels(weights, 0, step, values, value, size * lanes, length, found, d, columns)
                    else:
                        _one_panel(weights, 0, step, values, value, size * lanes, length, found, d, columns)
                for row in range(ROWS):
                    sums[b, i + row, columns] += totals[row]
                    for d in range(columns):
                        sums[b, i + row, d] += found[row, d]


def _quotients(sums: np.ndarray, outputs: np.ndarray, right: np.ndarray, least: float, most: float) -> None:
    batches, n, columns = outputs.shape
    for b in range(batches):
        for i in range(n):
            total = sums[b, i, columns]
            finite = total * 0  # NaN, once something is not finite
            for d in range(columns):
                outputs[b, i, d] = sums[b, i, d] / total
            for d in range(columns):
                finite += outputs[b, i, d] * 0
            right[b, i] = least <= total <= most and finite == 0


_divide: Any = compiled(_quotients, error_model="numpy")
