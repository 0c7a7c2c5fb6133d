"""Spectral norm and trace norm of the sign matrix, enclosed between rationals.

Both are taken of the matrix as given. Equal rows and columns are represented once, with their numbers m_k, n_l: then
D_m^1/2 A' D_n^1/2 = U diag(s) V^T has the singular values of A, without zeros that A has more of.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..bounds.bound import CheckerRefusedError
from ..questions import CommunicationMatrix
from ..solvers.positive_semidefinite import MAX_ORDER
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, certified
from .rational_repair import (
    SCALE,
    exact_gram,
    exact_weights,
    gram_evidence,
    integers,
    nearby_fraction,
    weights_evidence,
)
from .reduced_matrix import ReducedMatrix

Array = NDArray[np.float64]

_VECTOR_SCALE = 2**40  # the value's error is the square of the vectors' error
_ABOVE = 1e-12  # relative; s^2 I - A A^T has to stay positive semidefinite
_ENDS = 10**13  # denominator of an upper bound that is not rational


def spectral_norm_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of the largest singular value: the lower one at any size that can be read."""
    yield _row_sums(matrix)
    part = ReducedMatrix.of(matrix)
    left, s, right = _decomposed(part)
    norm = float(s[0])
    yield _by_vectors(part, left[:, 0], right[:, 0])
    if min(left.shape[0], right.shape[0]) > MAX_ORDER:
        raise Declined(
            f"the upper bound of spectral_norm is computed for up to {MAX_ORDER} different rows or columns, here are "
            f"{min(left.shape[0], right.shape[0])}; what is given is the row sums' bound; take a part of the matrix"
        )
    for value in (nearby_fraction(norm), Fraction(int(np.ceil(norm * (1 + _ABOVE) * _ENDS)), _ENDS)):
        evidence = {"kind": "gram-of-rows", "norm": str(value)}
        with suppress(CheckerRefusedError):  # norm^2 I - A A^T is not positive semidefinite
            yield certified(matrix, "spectral_norm", "upper", value, "eigenvalues of A A^T", evidence)
            return


def trace_norm_bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of the sum of the singular values."""
    part = ReducedMatrix.of(matrix)
    if part.order > MAX_ORDER:
        raise Declined(
            f"trace_norm is computed for up to {MAX_ORDER} different rows and columns together, here are {part.order}; "
            "what is given follows from the spectral norm and the rank; take a part of the matrix"
        )
    left, s, right = _decomposed(part)
    kept = s > 1e-9 * s[0]
    left, s, right = left[:, kept], s[kept], right[:, kept]
    m, n = part.counts
    scaled_left, scaled_right = left / np.sqrt(m)[:, None], right / np.sqrt(n)[:, None]
    rows, columns = (scaled_left * s) @ scaled_left.T, (scaled_right * s) @ scaled_right.T
    dual = (left * np.sqrt(m)[:, None]) @ (right * np.sqrt(n)[:, None]).T
    signs = 2 * part.values - 1
    if gram := gram_evidence(integers(signs, SCALE), rows, columns):
        yield _trace_upper(part, gram, "singular vectors")
    if weights := weights_evidence(integers(dual, SCALE), m, n):
        yield _trace_lower(part, weights, "singular vectors")
    for gram in exact_gram(signs, rows, columns):
        yield _trace_upper(part, gram, "exact singular vectors")
    for weights in exact_weights(dual, m, n):
        yield _trace_lower(part, weights, "exact singular vectors")


def _decomposed(part: ReducedMatrix) -> tuple[Array, Array, Array]:
    m, n = part.counts
    scaled = np.sqrt(m)[:, None] * (2 * part.values - 1) * np.sqrt(n)[None, :]
    left, s, right = np.linalg.svd(scaled, full_matrices=False)
    return left, s, right.T


def _row_sums(matrix: CommunicationMatrix) -> MeasureBound:
    """sqrt of the largest row sum of |A A^T|, on the shorter side."""
    signs = np.array(matrix.signs)
    signs = signs if signs.shape[0] <= signs.shape[1] else signs.T
    square = int(np.abs(signs @ signs.T).sum(axis=1).max())
    exact = isqrt(square) ** 2 == square
    value = isqrt(square) if exact else Fraction(int(np.ceil(square**0.5 * 2**20)) + 1, 2**20)
    return certified(matrix, "spectral_norm", "upper", value, "row sums of |A A^T|", {"kind": "row-sums"})


def _by_vectors(part: ReducedMatrix, left: Array, right: Array) -> MeasureBound:
    vectors = []
    for vector, lines, count in zip((left, right), (part.rows, part.columns), part.whole.shape, strict=True):
        entries = vector / np.sqrt([len(places) for places in lines])
        full = [0] * count
        for places, x in zip(lines, _small_integers(entries / np.abs(entries).max()), strict=True):
            for i in places:
                full[i] = x
        vectors.append(full)
    u, v = vectors
    signs = part.whole.signs
    form = sum(a * sum(e * b for e, b in zip(row, v, strict=True)) for a, row in zip(u, signs, strict=True) if a)
    squares = sum(a * a for a in u) * sum(b * b for b in v)
    value = _root_below(Fraction(form * form, squares))
    evidence = {"kind": "vectors", "left": u, "right": v}
    return certified(part.whole, "spectral_norm", "lower", value, "singular vectors", evidence)


def _small_integers(entries: Array) -> list[int]:
    """The entries as integers up to a factor, small ones if they have a small common denominator."""
    for scale in range(1, 65):
        if np.abs(entries * scale - np.round(entries * scale)).max() < 1e-9:
            return [round(float(x) * scale) for x in entries]
    return [round(float(x) * _VECTOR_SCALE) for x in entries]


def _root_below(square: Fraction) -> Fraction:
    """The root if it is rational, else what the checker's rounding cannot miss."""
    guess = nearby_fraction(float(square) ** 0.5)
    if guess * guess == square:
        return guess
    return Fraction(int(float(square) ** 0.5 * 10**11) - 1, 10**11)


def _trace_upper(part: ReducedMatrix, gram: dict[str, Any], method: str) -> MeasureBound:
    lengths = (row[-1] for row in (*gram["rows"], *gram["columns"]))
    total = sum(len(places) * x for places, x in zip((*part.rows, *part.columns), lengths, strict=True))
    evidence = {name: value for name, value in gram.items() if name != "block"}
    return certified(part.whole, "trace_norm", "upper", Fraction(total, 2 * gram["scale"]), method, evidence)


def _trace_lower(part: ReducedMatrix, weights: dict[str, Any], method: str) -> MeasureBound:
    total = sum(
        entry if value == "1" else -entry
        for row, word in zip(weights["block"], part.matrix.rows, strict=True)
        for entry, value in zip(row, word, strict=True)
    )
    given = (*weights["row_weights"], *weights["column_weights"])
    norm = max(Fraction(x, len(at)) for x, at in zip(given, (*part.rows, *part.columns), strict=True))
    return certified(part.whole, "trace_norm", "lower", total / norm, method, weights)
