"""Ranks of M, of J - M and of the sign matrix: by elimination, exactly, up to the size where over Q it takes too long.

Over GF(2) and GF(3) rows are bit sets, and 1024 x 1024 takes a fraction of a second. Over Q there is
a limit; beyond it there are the ranks over the two finite fields, from below, and the number of different vectors.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from flint import nmod_mat

from ..questions import CommunicationMatrix
from ..solvers.modular_ranks import rank_gf2, rank_gf3
from .engines import Declined, Effort, Engine
from .known import Known
from .measured import MeasureBound, certified, on_part

PRIME = 2**61 - 1
MAX_STEPS = 2**25
"""Most multiplications of an elimination over Q that the checker is given, a few seconds; 322 x 322 are allowed."""
PART = 256
"""Rows and columns of the part that bounds the rank over Q of a matrix beyond the limit."""

_BY_DISTINCT = "different rows and columns counted"


def finite_rank_bounds(field: int, complemented: bool) -> Engine:
    """The engine for the rank over GF(2) or GF(3) of M, or of J - M.

    Examples
    --------
    >>> matrix = CommunicationMatrix.named("ip", 4)
    >>> lower, upper = finite_rank_bounds(2, False)(matrix, Known(matrix), Effort(float("inf")))
    >>> lower.value, upper.value
    (Fraction(4, 1), Fraction(4, 1))
    """
    measure = f"rank_gf{field}" + ("_complement" if complemented else "")
    rank = {2: rank_gf2, 3: rank_gf3}[field]

    def bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
        value = rank(matrix.complement if complemented else matrix)
        for side in ("lower", "upper"):
            yield certified(matrix, measure, side, value, f"elimination over GF({field})", {"kind": "elimination"})

    return bounds


def rational_rank_bounds(measure: str) -> Engine:
    """The engine for ``rank_q``, ``rank_q_complement`` or ``rank_sign``.

    Examples
    --------
    >>> matrix = CommunicationMatrix.named("disj", 3)
    >>> [bound.value for bound in rational_rank_bounds("rank_q_complement")(matrix, Known(matrix), Effort(1e9))]
    [Fraction(8, 1), Fraction(7, 1), Fraction(7, 1)]
    """

    def bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
        distinct = _distinct(matrix)
        most = min(distinct.shape)
        yield certified(matrix, measure, "upper", most, _BY_DISTINCT, {"kind": "distinct"})
        if most * np.prod(distinct.shape) > MAX_STEPS:
            yield from _beyond(matrix, measure, known)
            return
        value = nmod_mat(_table(distinct, measure).tolist(), PRIME).rank()
        how = "elimination modulo 2^61 - 1"
        yield certified(matrix, measure, "lower", value, how, {"kind": "elimination"})
        how = "elimination modulo a prime above all minors"
        if value < most:
            yield certified(matrix, measure, "upper", value, how, {"kind": "elimination"})

    return bounds


def _beyond(matrix: CommunicationMatrix, measure: str, known: Known) -> Iterator[MeasureBound]:
    end = "_complement" if measure.endswith("complement") else ""
    for field in (2, 3):
        yield next(iter(finite_rank_bounds(field, bool(end))(matrix, known, Effort(float("inf")))))
    if known.closed(measure):
        return
    first: dict[str, int] = {}
    for i, row in enumerate(matrix.rows):
        first.setdefault(row, i)
    columns: dict[tuple[str, ...], int] = {}
    for j, column in enumerate(zip(*matrix.rows, strict=True)):
        columns.setdefault(column, j)
    within = {"rows": list(first.values())[:PART], "columns": list(columns.values())[:PART]}
    part = matrix.part(within["rows"], within["columns"])
    value = nmod_mat(_table(part, measure).tolist(), PRIME).rank()
    how = f"elimination on {part.shape[0]}x{part.shape[1]} of the matrix"
    evidence = on_part(matrix, within, measure, value, {"kind": "elimination"})
    yield certified(matrix, measure, "lower", value, how, evidence)
    if not known.closed(measure):
        raise Declined(
            f"elimination over Q of a {len(first)}x{len(columns)} matrix: rows times columns times the smaller number"
            f" must be at most {MAX_STEPS}; give a part of the matrix"
        )


def _distinct(matrix: CommunicationMatrix) -> CommunicationMatrix:
    columns = tuple(dict.fromkeys(zip(*dict.fromkeys(matrix.rows), strict=True)))
    return CommunicationMatrix(tuple(map("".join, zip(*columns, strict=True))))


def _table(matrix: CommunicationMatrix, measure: str) -> np.ndarray:
    ones = np.array([[int(x) for x in row] for row in matrix.rows], dtype=object)
    if measure == "rank_sign":
        return (2 * ones - 1) % PRIME
    return 1 - ones if measure.endswith("complement") else ones


RANKS: dict[str, Engine] = {
    "rank_q": rational_rank_bounds("rank_q"),
    "rank_gf2": finite_rank_bounds(2, False),
    "rank_gf3": finite_rank_bounds(3, False),
    "rank_q_complement": rational_rank_bounds("rank_q_complement"),
    "rank_gf2_complement": finite_rank_bounds(2, True),
    "rank_gf3_complement": finite_rank_bounds(3, True),
    "rank_sign": rational_rank_bounds("rank_sign"),
}
"""Measure -> engine."""
