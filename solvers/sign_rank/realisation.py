"""Integer tables that realise a sign pattern in dimension d: the upper bound of a sign-rank.

Question: given P over {-1, 0, +1, 2 = no condition} and d, find integer W (R x d) and U (C x d) with
sign(W U^T) = P off the 2s (theory: sign-rank(P) <= d). Floats propose (`worst_margin`), integers dispose
(`rationalise`): a FEASIBLE answer was verified entry by entry in Python integers; OPEN says only that this search,
with these restarts and seconds, saw none.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..outcome import Feasibility
from .rationalise import IntegerTable, has_signs, rationalise
from .worst_margin import COMPILED_FROM, FloatArray, candidate_tables

RESTARTS = 100
"""Default number of starts."""


@dataclass(frozen=True)
class Realisation:
    """Outcome of a search for tables; `rows` and `columns` are empty unless status is FEASIBLE.

    `margin` is the least |<w, u>| / (|w| |u|) over signed entries of the exact tables (0.0 if nothing was found).
    """

    status: Feasibility
    d: int
    rows: IntegerTable = field(repr=False)
    columns: IntegerTable = field(repr=False)
    margin: float
    bits: int
    restarts: int
    seconds: float
    method: str

    @property
    def found(self) -> bool:
        """Whether exact tables are attached."""
        return self.status is Feasibility.FEASIBLE


def realise(
    pattern: ArrayLike,
    d: int,
    *,
    seed: int = 0,
    restarts: int | None = RESTARTS,
    seconds: float = float("inf"),
    warm_start: tuple[FloatArray, FloatArray] | None = None,
    compiled_from: int = COMPILED_FROM,
) -> Realisation:
    """Integer tables W (R x d), U (C x d) with sign(W U^T) = P off the stars, if the search sees any.

    Parameters
    ----------
    pattern : (R, C) integers in {-1, 0, 1, 2}; 2 means no condition
    d : dimension, >= 1
    seed : seed of the starts; without a time limit the answer is a function of the arguments
    restarts : number of numerical starts, None for as many as fit into the time
    seconds : wall-clock limit
    warm_start : float tables (R, d), (C, d) to start from
    compiled_from : number of the first start in a compiled loop (``hinge_kernel.py``)

    Returns
    -------
    Realisation
        status FEASIBLE with verified tables, or OPEN (which is no lower bound).

    Raises
    ------
    ValueError
        if the pattern is not a non-empty matrix over {-1, 0, 1, 2}, or d < 1, or seconds < 0.

    Examples
    --------
    >>> realise([[1, -1], [-1, 1]], 1).found
    True
    >>> realise([[1, 1], [1, -1]], 1, restarts=3).status
    <Feasibility.OPEN: 'open'>
    """
    begun = time.monotonic()
    signs = _checked(pattern, d, seconds)
    row_index, row_sign = _classes(signs)
    column_index, column_sign = _classes(signs.T)
    core = signs[_representatives(row_index)][:, _representatives(column_index)]
    if warm_start is not None:
        warm_start = (
            np.asarray(warm_start[0], dtype=np.float64)[_representatives(row_index)],
            np.asarray(warm_start[1], dtype=np.float64)[_representatives(column_index)],
        )
    starts, method = 0, "zero tables"
    found: tuple[IntegerTable, IntegerTable] | tuple[()] = () if core.size else ((), ())
    if core.size:
        deadline = begun + seconds
        rng = np.random.default_rng(seed)
        for candidate in candidate_tables(
            core,
            d,
            rng=rng,
            deadline=deadline,
            starts=restarts,
            warm_start=warm_start,
            compiled_from=compiled_from,
        ):
            starts, method = candidate.starts, "reweighted hinge"
            if candidate.solved:
                found = rationalise(core, candidate.rows, candidate.columns, deadline=deadline)
            if found:
                break
    if found:
        rows = _spread(found[0], row_index, row_sign, d)
        columns = _spread(found[1], column_index, column_sign, d)
        if has_signs(signs, rows, columns):
            return Realisation(
                Feasibility.FEASIBLE,
                d,
                rows,
                columns,
                margin=_margin(signs, rows, columns),
                bits=_bits(rows, columns),
                restarts=starts,
                seconds=time.monotonic() - begun,
                method=method,
            )
    return Realisation(Feasibility.OPEN, d, (), (), 0.0, 0, starts, time.monotonic() - begun, "reweighted hinge")


def _classes(pattern: NDArray[np.int8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Class and sign of each row: equal rows up to sign share a class; a row without signed entries is (-1, 0).

    The zero vector serves such a row, and it also meets every zero of the columns there.
    """
    index, sign = [], []
    seen: dict[bytes, int] = {}
    for row in pattern:
        signed = row[np.abs(row) == 1]
        first = int(signed[0]) if len(signed) else 0
        sign.append(first)
        key = np.where(row == 2, 2, first * row).astype(np.int8).tobytes()
        index.append(seen.setdefault(key, len(seen)) if first else -1)
    return np.array(index, dtype=np.int64), np.array(sign, dtype=np.int64)


def _representatives(index: NDArray[np.int64]) -> NDArray[np.int64]:
    """First member of each class, in class order."""
    classes, first = np.unique(index, return_index=True)
    return np.asarray(first[classes >= 0], dtype=np.int64)


def _spread(table: IntegerTable, index: NDArray[np.int64], sign: NDArray[np.int64], d: int) -> IntegerTable:
    """Undo the merging: each row gets the signed vector of its class."""
    # A representative's own sign is its class's sign: the table was found for the unnegated representative.
    own = sign[_representatives(index)]
    return tuple(
        tuple(int(s * own[k]) * x for x in table[k]) if k >= 0 else (0,) * d
        for k, s in zip(index.tolist(), sign.tolist(), strict=True)
    )


def _checked(pattern: ArrayLike, d: int, seconds: float) -> NDArray[np.int8]:
    signs = np.asarray(pattern)
    if signs.ndim != 2 or not signs.size or not np.isin(signs, (-1, 0, 1, 2)).all():
        raise ValueError(
            "pattern: required a non-empty matrix over {-1, 0, 1, 2 (no condition)}, "
            f"got shape {signs.shape} with entries such as {signs.ravel()[:3].tolist()}"
        )
    if d < 1:
        raise ValueError(f"d: required a dimension >= 1, got {d}")
    if seconds < 0:
        raise ValueError(f"seconds: required a time limit >= 0, got {seconds}")
    return signs.astype(np.int8)


def _margin(pattern: NDArray[np.int8], rows: IntegerTable, columns: IntegerTable) -> float:
    """Least normalised margin, through floats that were scaled row by row first."""
    w, u = _directions(rows), _directions(columns)
    signed = (pattern == 1) | (pattern == -1)
    return float(np.abs(w @ u.T)[signed].min()) if signed.any() else float("inf")


def _directions(table: IntegerTable) -> FloatArray:
    scaled = np.array([[x / max(1, max(map(abs, row))) for x in row] for row in table], dtype=np.float64)
    lengths = np.linalg.norm(scaled, axis=1, keepdims=True)
    return scaled / np.where(lengths > 0, lengths, 1.0)


def _bits(*tables: IntegerTable) -> int:
    return max(abs(x).bit_length() for table in tables for row in table for x in row)
