"""Tables that realise an attention matrix as a certified upper bound: integers, every score replayed by the checker.

The tables of ``constructions.attention_matrices`` are floats for softmax in base e. In base 2 queries are divided by ln
2; then both tables are rounded to p-bit integers times a power of two each, in as few bits as the checker accepts. The
polynomial construction is the checker's own rule ``interpolation``, which needs no tables.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from ...questions import AttentionRatios, least_size
from ...tasks.attention_matrix import ratios_question
from ..bound import Bound, CheckerRefusedError, certified_bound
from ..constructions.attention_matrices import Approximation, FixedAttention, rounded_tables
from ..constructions.attention_matrices.fixed_attention import Floats
from .pattern_ends import any_scores_upper, interpolation_upper
from .score_tables import MAX_PRECISION, score_evidence

MOST_PRODUCTS = 10**8
"""L^2 d of a certificate: its replay takes a minute of Python."""

BITS = (0, 2, 4, 8, 16)
"""Bits that are tried beyond what floats say is enough: tolerances are rounded to the stricter side in certificates."""

MOST_BITS = 44
"""Of an entry, so that it and its products come from doubles without loss."""


def unit_upper(found: Approximation) -> Bound | None:
    """``m <= d``, class SOFTMAX, certified, by the tables found; None if they are too large or too near the tolerances.

    Examples
    --------
    >>> from ...tasks.attention_matrix import permutations
    >>> from ..constructions.attention_matrices import approximate
    >>> print(unit_upper(approximate(permutations(16, 2), 0.1, 1e-3, "optimised")))
    m <= 4 [CERTIFIED] optimised: tables of ...-bit integers, every ratio replayed
    """
    question = ratios_question(found.matrix, *found.given)
    unit = found.unit
    if not isinstance(unit, FixedAttention):
        return interpolation_upper(question)
    if found.construction != found.method:
        return any_scores_upper(question)
    if found.matrix.L**2 * found.d > MOST_PRODUCTS:
        return None
    in_base_2 = replace(unit, queries=unit.queries / math.log(2))
    enough = found.bits or 24
    for bits in sorted({min(enough + more, MOST_BITS) for more in BITS}):
        try:
            method = f"{found.method}: tables of {bits}-bit integers, every ratio replayed"
            evidence = _evidence(question, rounded_tables(in_base_2, bits))
            return certified_bound(least_size(question, "m", "SOFTMAX"), "upper", found.d, method, evidence)
        except CheckerRefusedError:  # too coarse
            continue
    return None


def _evidence(question: AttentionRatios, unit: FixedAttention) -> dict[str, object]:
    queries, below = _integers(unit.queries)
    keys, under = _integers(unit.keys)
    precision = 1 if question.uniform else min(MAX_PRECISION, max(1, math.ceil(32 / question.ratio)))
    return score_evidence(queries, keys, below * under, precision)


def _integers(table: Floats) -> tuple[list[list[int]], int]:
    """The entries as integers over their least common denominator, a power of two."""
    exact = [[Fraction(entry) for entry in row] for row in table.tolist()]
    denominator = max(entry.denominator for row in exact for entry in row)
    return [[int(entry * denominator) for entry in row] for row in exact], denominator
