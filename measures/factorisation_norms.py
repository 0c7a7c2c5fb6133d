"""gamma_2 of the sign matrix and of the 0/1 matrix, gamma_2^alpha and gamma_2^inf: enclosures with rational ends.

Equal rows and columns are taken together, the central path is followed in floating point
(``solvers/factorisation_path.py``), and its primal and dual matrices are rounded to evidence (``rational_repair.py``).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..questions import MEASURES, CommunicationMatrix
from ..solvers.factorisation_path import Centre, central_path
from ..solvers.positive_semidefinite import MAX_ORDER
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, certified, on_part
from .rational_repair import SCALE, exact_gram, exact_weights, gram_evidence, integers, weights_evidence
from .reduced_matrix import ReducedMatrix

Array = NDArray[np.float64]

MAX_FREE = 1600
"""Most entries that gamma_2^alpha and gamma_2^inf are solved for; a step takes about 3 s there."""
_ROUNDING = 30.0  # seconds that rounding and checking both ends take at order MAX_ORDER
_POST_EVERY = 4.0  # seconds between intermediate bounds: making one costs up to some seconds as well


def gamma2_bounds(measure: str, matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of gamma_2 of the sign matrix or of M, of gamma_2^alpha (alpha as ``known`` has it), or of gamma_2^inf."""
    parameter = known.parameter(measure)
    yield from _cheap(measure, matrix, parameter)
    if known.closed(measure):
        return
    part = ReducedMatrix.of(matrix)
    low, high = intervals(part.values, measure, parameter)
    if part.order > MAX_ORDER:
        raise Declined(
            f"{measure} of {len(part.rows)} different rows and {len(part.columns)} different columns is solved up to "
            f"{MAX_ORDER} together; what is given follows from other measures; take a part of the matrix"
        )
    free = int(np.count_nonzero(low < high))
    if free > MAX_FREE:
        raise Declined(
            f"{measure} is solved for up to {MAX_FREE} entries that are not fixed, here are {free}; what is given "
            f"follows from other measures, such as gamma2 (up to {MAX_ORDER} vectors); take a part of the matrix"
        )
    if not np.any((low > 0) | (high < 0)):
        return  # B = 0 is admitted, and ``_cheap`` has said so
    rounding = _Rounding(measure, part, parameter)
    best: list[Centre] = []
    posted = time.monotonic()
    reserve = min(effort.left / 2, _ROUNDING * (part.order / MAX_ORDER) ** 3)
    for centre in central_path(low, high, deadline=effort.deadline - reserve):
        best = [
            min([*best[:1], centre], key=lambda found: found.upper),
            max([*best[1:], centre], key=lambda found: found.lower),
        ]
        if time.monotonic() - posted > _POST_EVERY and not effort.over:
            yield from rounding.near(*best)
            posted = time.monotonic()
    yield from rounding.near(*best)
    if best[0].upper - best[1].lower < 1e-6 * best[0].upper:
        yield from rounding.exactly(*best)


def intervals(values: Array, measure: str, parameter: Fraction | None) -> tuple[Array, Array]:
    """Between what the entries of B may lie: ``values`` is the 0/1 matrix, NaN at ``*``.

    >>> low, high = intervals(np.array([[0.0, 1.0, np.nan]]), "gamma2_alpha", Fraction(2))
    >>> low.tolist(), high.tolist()
    ([[-2.0, 1.0, -inf]], [[-1.0, 2.0, inf]])
    """
    if measure == "gamma2_01":
        return values, values
    signs = 2 * values - 1
    if measure == "gamma2":
        return signs, signs
    most = float(parameter) if parameter is not None else np.inf
    low = np.where(np.isnan(signs), -np.inf, np.where(signs > 0, 1.0, -most))
    return low, np.where(np.isnan(signs), np.inf, np.where(signs > 0, most, -1.0))


def _cheap(measure: str, matrix: CommunicationMatrix, parameter: Fraction | None) -> Iterator[MeasureBound]:
    """One entry is a lower bound, the shorter side of the matrix an upper one; both at any size."""
    ones, zeros = (next(iter(matrix.cells(value)), None) for value in (1, 0))
    cell = ones if ones is not None or measure == "gamma2_01" else zeros
    if cell is None and MEASURES[measure].promise:
        raise Declined(f"{measure} was asked of a matrix with no entry 0 or 1: it is 0 trivially; promise some entry")
    if cell is None:
        gram = {"kind": "gram", "scale": 1, "rows": [[0]], "columns": [[0]]}
        yield certified(matrix, measure, "upper", 0, "zero vectors", gram)
        nothing = {"kind": "weights", "block": [[0]], "row_weights": [1], "column_weights": [1]}
        yield certified(matrix, measure, "lower", 0, "a norm", nothing)
        return
    sign = 1 if cell == ones else -1
    weights = {"kind": "weights", "block": [[sign]], "row_weights": [1], "column_weights": [1]}
    lines = {"rows": [cell[0]], "columns": [cell[1]]}
    single = on_part(matrix, lines, measure, 1, weights, parameter)
    yield certified(matrix, measure, "lower", 1, "one entry", single, parameter)
    side = min(len(set(matrix.rows)), len(set(zip(*matrix.rows, strict=True))))
    root = isqrt(side) if isqrt(side) ** 2 == side else Fraction(int(np.ceil(np.sqrt(side) * 2**30)) + 1, 2**30)
    yield certified(matrix, measure, "upper", root, "short side", {"kind": "short-side"}, parameter)
    if measure == "gamma2_01" and is_blocky(matrix):
        yield certified(matrix, measure, "upper", 1, "blocky", {"kind": "blocky"})


@dataclass(frozen=True)
class _Rounding:
    """From the centres with the least upper and the greatest lower bound to certified bounds."""

    measure: str
    part: ReducedMatrix
    parameter: Fraction | None

    def near(self, primal: Centre, dual: Centre) -> Iterator[MeasureBound]:
        """Bounds that rounding makes a little worse."""
        if np.isfinite(primal.upper):
            block = self.inside(primal.block, SCALE)
            gram = gram_evidence(block, primal.row_gram, primal.column_gram)
            if gram:
                yield self.upper({**gram, "block": block}, "Gram matrix")
        scale = SCALE * max(1, self.part.order)  # the weights have sum 1
        weights = weights_evidence(
            integers(self.allowed(dual.dual), scale), dual.row_weights, dual.column_weights, scale
        )
        if weights:
            yield self.lower(weights, "weights")

    def exactly(self, primal: Centre, dual: Centre) -> Iterator[MeasureBound]:
        """The value itself, if the optimal matrices have small denominators: EQ, IP, blocky matrices."""
        if np.isfinite(primal.upper):
            for gram in exact_gram(primal.block, primal.row_gram, primal.column_gram):
                if gram["block"] == self.inside(primal.block, gram["scale"]):
                    yield self.upper(gram, "exact Gram matrix")
        for weights in exact_weights(dual.dual, dual.row_weights, dual.column_weights):
            block = np.array(weights["block"], dtype=float)
            if np.array_equal(self.allowed(block), block):
                yield self.lower(weights, "exact weights")

    def upper(self, gram: dict[str, Any], method: str) -> MeasureBound:
        value = Fraction(max(row[-1] for row in (*gram["rows"], *gram["columns"])), gram["scale"])
        kept = {name: x for name, x in gram.items() if name != "block" or MEASURES[self.measure].promise}
        return certified(self.part.whole, self.measure, "upper", value, method, kept, self.parameter)

    def lower(self, weights: dict[str, Any], method: str) -> MeasureBound:
        total = Fraction(0)
        for row, word in zip(weights["block"], self.part.matrix.rows, strict=True):
            for entry, value in zip(row, word, strict=True):
                if self.measure == "gamma2_01":
                    total += entry * (value == "1")
                elif value != "*":
                    signed = entry if value == "1" else -entry
                    total += signed if signed > 0 or self.parameter is None else self.parameter * signed
        bound = 2 * total / (sum(weights["row_weights"]) + sum(weights["column_weights"]))
        return certified(self.part.whole, self.measure, "lower", bound, method, weights, self.parameter)

    def inside(self, block: Array, scale: int) -> list[list[int]]:
        """The block times the scale in integers, moved into its intervals: by rounding errors only."""
        rows = integers(block, scale)
        for row, word in zip(rows, self.part.matrix.rows, strict=True):
            for j, value in enumerate(word):
                sign = {"0": -1, "1": 1, "*": 0}[value]
                if self.measure == "gamma2_01":
                    row[j] = scale if value == "1" else 0
                elif self.measure == "gamma2":
                    row[j] = sign * scale
                elif sign:
                    most = row[j] * sign if self.parameter is None else int(self.parameter * scale)
                    row[j] = sign * max(scale, min(row[j] * sign, most))
        return rows

    def allowed(self, weights: Array) -> Array:
        """The weights without those that the measure does not admit; the path leaves small ones only."""
        if not MEASURES[self.measure].promise:
            return weights
        signs = 2 * np.nan_to_num(self.part.values, nan=0.5) - 1
        wrong = (signs == 0) | ((weights * signs < 0) & (self.parameter is None))
        return np.where(wrong, 0.0, weights)


def is_blocky(matrix: CommunicationMatrix) -> bool:
    """Whether the ones are a union of blocks, rectangles that share neither rows nor columns.

    Equivalently: any two rows have equal or disjoint sets of ones.

    Guarantee
    ---------
    gamma_2(M) <= 1 exactly for these. With blocks, give the rows and columns of block k the unit vector e_k and all
    others 0. Without, two rows share a column and differ in another one: M contains, up to the order of rows and
    columns, [[1, 1], [1, 0]], whose gamma_2 is 2 / sqrt 3: unit vectors x_1, y_1, y_2 with inner products 1 would make
    y_1 = y_2, and the value is that of three lines at angles of 60 degrees.

    Source
    ------
    Hambardzumyan, Hatami, Hatami 2023, Dimension-free bounds and structural problems in communication complexity.

    Raises
    ------
    ValueError
        If the matrix has entries ``*``.

    Examples
    --------
    >>> is_blocky(CommunicationMatrix(("110", "110", "001"))), is_blocky(CommunicationMatrix(("11", "10")))
    (True, False)
    """
    if not matrix.total:
        raise ValueError("blocky is defined for matrices without *, got a promise matrix; fill in its entries")
    seen = 0
    for row in set(matrix.masks(1)):
        if row & seen:
            return False
        seen |= row
    return True
