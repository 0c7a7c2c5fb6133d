"""Integer tables that realise a sign pattern in dimension d: the upper bound of a sign-rank.

Question: given P over {-1, 0, +1, 2 = no condition} and d, find integer W (R x d) and U (C x d) with
sign(W U^T) = P off the 2s (theory: sign-rank(P) <= d). Floats propose (`worst_margin`), integers dispose
(`rationalise`): tables were verified entry by entry in integers; where there are none this search, with these restarts
and seconds, saw none.
"""

import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from ..arrays import Floats, Ints, Signs
from .rationalise import IntegerTable, Tables, has_signs, rationalise
from .worst_margin import COMPILED_FROM, candidate_tables

RESTARTS = 100
"""Default number of starts."""


@dataclass(frozen=True)
class Realisation:
    """Verified tables, empty if the search saw none, which is no lower bound; and the number of its starts."""

    rows: IntegerTable = field(repr=False)
    columns: IntegerTable = field(repr=False)
    starts: int

    @property
    def found(self) -> bool:
        """Whether exact tables are attached."""
        return bool(self.rows)

    @property
    def bits(self) -> int:
        """Of the longest entry, 0 for none."""
        return max(
            (abs(x).bit_length() for table in (self.rows, self.columns) for row in table for x in row), default=0
        )


def realise(
    pattern: ArrayLike,
    d: int,
    *,
    seed: int = 0,
    restarts: int | None = RESTARTS,
    seconds: float = float("inf"),
    warm_start: tuple[Floats, Floats] | None = None,
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

    Raises
    ------
    ValueError
        if the pattern is not a non-empty matrix over {-1, 0, 1, 2}, or d < 1, or seconds < 0.

    Examples
    --------
    >>> realise([[1, -1], [-1, 1]], 1).found
    True
    >>> realise([[1, 1], [1, -1]], 1, restarts=3).found
    False
    """
    deadline = time.monotonic() + seconds
    signs = _checked(pattern, d, seconds)
    row_index, row_sign = _classes(signs)
    column_index, column_sign = _classes(signs.T)
    row_part, column_part = _representatives(row_index), _representatives(column_index)
    core = signs[row_part][:, column_part]
    if warm_start is not None:
        warm_start = np.asarray(warm_start[0], float)[row_part], np.asarray(warm_start[1], float)[column_part]
    starts = 0
    found: Tables = () if core.size else ((), ())
    if core.size:
        for candidate in candidate_tables(
            core,
            d,
            rng=np.random.default_rng(seed),
            deadline=deadline,
            starts=restarts,
            warm_start=warm_start,
            compiled_from=compiled_from,
        ):
            starts = candidate.starts
            if candidate.solved:
                found = rationalise(core, candidate.rows, candidate.columns, deadline=deadline)
            if found:
                break
    if found:
        rows = _spread(found[0], row_index, row_sign, d)
        columns = _spread(found[1], column_index, column_sign, d)
        if has_signs(signs, rows, columns):
            return Realisation(rows, columns, starts)
    return Realisation((), (), starts)


def _classes(pattern: Signs) -> tuple[Ints, Ints]:
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


def _representatives(index: Ints) -> Ints:
    """First member of each class, in class order."""
    classes, first = np.unique(index, return_index=True)
    return np.asarray(first[classes >= 0], dtype=np.int64)


def _spread(table: IntegerTable, index: Ints, sign: Ints, d: int) -> IntegerTable:
    """Undo the merging: each row gets the signed vector of its class."""
    # A representative's own sign is its class's sign: the table was found for the unnegated representative.
    own = sign[_representatives(index)]
    return tuple(
        tuple(int(s * own[k]) * x for x in table[k]) if k >= 0 else (0,) * d
        for k, s in zip(index.tolist(), sign.tolist(), strict=True)
    )


def _checked(pattern: ArrayLike, d: int, seconds: float) -> Signs:
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
