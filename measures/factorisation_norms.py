"""gamma_2 of the sign matrix and of the 0/1 matrix, gamma_2^alpha and gamma_2^inf: enclosures with rational ends.

Equal rows and columns are taken together, the central path is followed in floating point
(``solvers/factorisation_path.py``), and its primal and dual matrices are rounded to evidence (``rational_repair.py``).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..measures.blocky import is_blocky
from ..questions import MEASURES, CommunicationMatrix
from ..solvers.factorisation_path import Centre, central_path
from ..solvers.positive_semidefinite import MAX_ORDER
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, certified, on_part
from .rational_repair import (
    SCALE,
    Reduced,
    exact_gram,
    exact_weights,
    gram_evidence,
    integers,
    reduced,
    weights_evidence,
)

Array = NDArray[np.float64]

MAX_FREE = 1600
"""Most entries that gamma_2^alpha and gamma_2^inf are solved for; a step takes about 3 s there."""
_ROUNDING = 30.0  # seconds that rounding and checking both ends take at order MAX_ORDER
_POST_EVERY = 4.0  # seconds between intermediate bounds: making one costs up to some seconds as well


def gamma2_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of gamma_2 of the sign matrix."""
    return _bounds("gamma2", matrix, known, effort)


def gamma2_01_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of gamma_2 of the 0/1 matrix."""
    return _bounds("gamma2_01", matrix, known, effort)


def gamma2_alpha_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of gamma_2^alpha, alpha as ``known`` has it."""
    return _bounds("gamma2_alpha", matrix, known, effort)


def gamma2_inf_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of gamma_2^inf."""
    return _bounds("gamma2_inf", matrix, known, effort)


def _bounds(measure: str, matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    parameter = known.parameter(measure)
    yield from _cheap(measure, matrix, parameter)
    if known.closed(measure):
        return
    part = reduced(matrix)
    low, high = intervals(part.values, measure, parameter)
    if part.order > MAX_ORDER:
        raise Declined(
            f"{measure} of {len(part.words)} different rows and {len(part.words[0])} different columns is solved up to "
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
    best: list[Centre] = []
    posted = time.monotonic()
    reserve = min(effort.left / 2, _ROUNDING * (part.order / MAX_ORDER) ** 3)
    for centre in central_path(low, high, deadline=effort.deadline - reserve):
        best = [
            min([*best[:1], centre], key=lambda found: found.upper),
            max([*best[1:], centre], key=lambda found: found.lower),
        ]
        if time.monotonic() - posted > _POST_EVERY and not effort.over:
            yield from _rounded(measure, matrix, part, parameter, best)
            posted = time.monotonic()
    yield from _rounded(measure, matrix, part, parameter, best)
    if best[0].upper - best[1].lower < 1e-6 * best[0].upper:
        yield from _exact(measure, matrix, part, parameter, best)


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
    ones = next(((i, row.index("1")) for i, row in enumerate(matrix.rows) if "1" in row), None)
    zeros = next(((i, row.index("0")) for i, row in enumerate(matrix.rows) if "0" in row), None)
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
    root = Fraction(int(np.ceil(np.sqrt(side) * 2**30)) + 1, 2**30)
    if int(side**0.5 + 0.5) ** 2 == side:
        root = Fraction(int(side**0.5 + 0.5))
    yield certified(matrix, measure, "upper", root, "short side", {"kind": "short-side"}, parameter)
    if measure == "gamma2_01" and is_blocky(matrix):
        yield certified(matrix, measure, "upper", 1, "blocky", {"kind": "blocky"})


def _rounded(
    measure: str, matrix: CommunicationMatrix, part: Reduced, parameter: Fraction | None, best: list[Centre]
) -> Iterator[MeasureBound]:
    primal, dual = best
    if np.isfinite(primal.upper):
        block = _inside(primal.block, part, measure, parameter, SCALE)
        gram = gram_evidence(block, primal.row_gram, primal.column_gram)
        if gram:
            yield _upper(measure, matrix, part, parameter, {**gram, "block": block}, "Gram matrix")
    scale = SCALE * max(1, part.order)  # the weights have sum 1
    kept = integers(_allowed(dual.dual, part, measure, parameter), scale)
    weights = weights_evidence(kept, dual.row_weights, dual.column_weights, scale)
    if weights:
        yield _lower(measure, matrix, part, parameter, weights, "weights")


def _exact(
    measure: str, matrix: CommunicationMatrix, part: Reduced, parameter: Fraction | None, best: list[Centre]
) -> Iterator[MeasureBound]:
    """The ends themselves, if the optimal matrices have small denominators: EQ, IP, blocky matrices."""
    primal, dual = best
    if np.isfinite(primal.upper):
        for gram in exact_gram(primal.block, primal.row_gram, primal.column_gram):
            if gram["block"] == _inside(primal.block, part, measure, parameter, gram["scale"]):
                yield _upper(measure, matrix, part, parameter, gram, "exact Gram matrix")
    for weights in exact_weights(dual.dual, dual.row_weights, dual.column_weights):
        kept = _allowed(np.array(weights["block"], dtype=float), part, measure, parameter)
        if np.array_equal(kept, np.array(weights["block"], dtype=float)):
            yield _lower(measure, matrix, part, parameter, weights, "exact weights")


def _upper(
    measure: str,
    matrix: CommunicationMatrix,
    part: Reduced,
    parameter: Fraction | None,
    gram: dict[str, Any],
    method: str,
) -> MeasureBound:
    value = Fraction(max(row[-1] for row in (*gram["rows"], *gram["columns"])), gram["scale"])
    evidence = dict(gram)
    if not MEASURES[measure].promise:
        del evidence["block"]
    return certified(matrix, measure, "upper", value, method, evidence, parameter)


def _lower(
    measure: str,
    matrix: CommunicationMatrix,
    part: Reduced,
    parameter: Fraction | None,
    weights: dict[str, Any],
    method: str,
) -> MeasureBound:
    total = Fraction(0)
    for row, word in zip(weights["block"], part.words, strict=True):
        for entry, value in zip(row, word, strict=True):
            if measure == "gamma2_01":
                total += entry * (value == "1")
            elif value != "*":
                signed = entry if value == "1" else -entry
                total += signed if signed > 0 or parameter is None else parameter * signed
    bound = 2 * total / (sum(weights["row_weights"]) + sum(weights["column_weights"]))
    return certified(matrix, measure, "lower", bound, method, weights, parameter)


def _inside(block: Array, part: Reduced, measure: str, parameter: Fraction | None, scale: int) -> list[list[int]]:
    """The block times the scale in integers, moved into its intervals: by rounding errors only."""
    rows = integers(block, scale)
    for row, word in zip(rows, part.words, strict=True):
        for j, value in enumerate(word):
            sign = {"0": -1, "1": 1, "*": 0}[value]
            if measure == "gamma2_01":
                row[j] = scale if value == "1" else 0
            elif measure == "gamma2":
                row[j] = sign * scale
            elif sign:
                most = row[j] * sign if parameter is None else parameter.numerator * scale // parameter.denominator
                row[j] = sign * max(scale, min(row[j] * sign, most))
    return rows


def _allowed(weights: Array, part: Reduced, measure: str, parameter: Fraction | None) -> Array:
    """The weights without those that the measure does not admit; the path leaves such ones of rounding size only."""
    if not MEASURES[measure].promise:
        return weights
    signs = 2 * np.nan_to_num(part.values, nan=0.5) - 1
    wrong = (signs == 0) | ((weights * signs < 0) & (parameter is None))
    return np.where(wrong, 0.0, weights)


__all__ = ["gamma2_01_bounds", "gamma2_alpha_bounds", "gamma2_bounds", "gamma2_inf_bounds", "intervals"]
