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
from .completions import completion_bounds
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, certified, on_part
from .reduced_matrix import ReducedMatrix

PRIME = 2**61 - 1
MAX_STEPS = 2**25
"""Most multiplications of an elimination over Q that the checker is given, a few seconds; 322 x 322 are allowed."""
PART = 256
"""Rows and columns of the part that bounds the rank over Q of a matrix beyond the limit."""


def finite_rank_bounds(
    field: int, complemented: bool, matrix: CommunicationMatrix, known: Known, effort: Effort
) -> Iterator[MeasureBound]:
    """The rank over GF(2) or GF(3) of M, or of J - M.

    Examples
    --------
    >>> matrix = CommunicationMatrix.named("ip", 4)
    >>> lower, upper = finite_rank_bounds(2, False, matrix, Known(matrix), Effort())
    >>> lower.value, upper.value
    (Fraction(4, 1), Fraction(4, 1))
    """
    measure = f"rank_gf{field}" + ("_complement" if complemented else "")
    if not matrix.total:
        yield from completion_bounds(measure, matrix, known, effort)
        return
    value = {2: rank_gf2, 3: rank_gf3}[field](matrix.complement if complemented else matrix)
    for side in ("lower", "upper"):
        yield certified(matrix, measure, side, value, f"elimination over GF({field})", {"kind": "elimination"})


def rational_rank_bounds(
    measure: str, matrix: CommunicationMatrix, known: Known, effort: Effort
) -> Iterator[MeasureBound]:
    """Bounds of ``rank_q``, ``rank_q_complement`` or ``rank_sign``.

    Examples
    --------
    >>> matrix = CommunicationMatrix.named("disj", 3)
    >>> [bound.value for bound in rational_rank_bounds("rank_q_complement", matrix, Known(matrix), Effort())]
    [Fraction(8, 1), Fraction(7, 1), Fraction(7, 1)]
    """
    if not matrix.total:
        yield from completion_bounds(measure, matrix, known, effort)
        return
    reduced = ReducedMatrix.of(matrix)
    shape = reduced.matrix.shape
    yield certified(matrix, measure, "upper", min(shape), "different rows and columns counted", {"kind": "distinct"})
    if min(shape) * shape[0] * shape[1] > MAX_STEPS:
        yield from _beyond(reduced, measure, known, effort)
        return
    value = nmod_mat(_table(reduced.matrix, measure).tolist(), PRIME).rank()
    yield certified(matrix, measure, "lower", value, "elimination modulo 2^61 - 1", {"kind": "elimination"})
    if value < min(shape):
        how = "elimination modulo a prime above all minors"
        yield certified(matrix, measure, "upper", value, how, {"kind": "elimination"})


def _beyond(reduced: ReducedMatrix, measure: str, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    matrix, shape = reduced.whole, reduced.matrix.shape
    for field in (2, 3):
        yield next(finite_rank_bounds(field, measure.endswith("complement"), matrix, known, effort))
    if known.closed(measure):
        return
    within = {side: places[:PART] for side, places in reduced.within.items()}
    part = matrix.part(within["rows"], within["columns"])
    value = nmod_mat(_table(part, measure).tolist(), PRIME).rank()
    how = f"elimination on {part.shape[0]}x{part.shape[1]} of the matrix"
    evidence = on_part(matrix, within, measure, value, {"kind": "elimination"})
    yield certified(matrix, measure, "lower", value, how, evidence)
    if not known.closed(measure):
        raise Declined(
            f"elimination over Q of a {shape[0]}x{shape[1]} matrix: rows times columns times the smaller number"
            f" must be at most {MAX_STEPS}; give a part of the matrix"
        )


def _table(matrix: CommunicationMatrix, measure: str) -> np.ndarray:
    ones = np.array([[int(x) for x in row] for row in matrix.rows], dtype=object)
    if measure == "rank_sign":
        return (2 * ones - 1) % PRIME
    return 1 - ones if measure.endswith("complement") else ones
