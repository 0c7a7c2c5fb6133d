"""Rank, nonnegative rank and psd rank of a matrix of nonnegative numbers.

*Nonnegative rank.* From above: a term for each direction of rows or columns, and folding along symmetries, as exact
factors. From below: the rank; if that is 3, rows and columns with 0 where they are paired, and nowhere else; covers,
fractional covers and fooling sets of the support; refutations of so many terms.

*Psd rank.* From above: the nonnegative rank, and square roots of the entries with few dimensions. From below: the rank.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from math import ceil, isqrt, lcm
from typing import Any

import numpy as np

from ..questions.value_matrix import ValueMatrix
from ..solvers.bit_sets import bit_set
from ..solvers.clause_decision import Model, Replayed, SolverWord
from ..solvers.modular_ranks import rank_modulo
from ..solvers.nonnegative.folding import Rows, Term, folded_terms
from ..solvers.nonnegative.term_clauses import decide_terms, pairs_told_apart
from ..solvers.rectangles.fooling_search import greedy_fooling_set, in_one_rectangle
from ..solvers.rectangles.rectangle_search import colliding_order
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, by_solver, certified, refuted
from .one_way import greedy_clique
from .reduced_matrix import ValuePart
from .value_sums import best_of, in_place, measured_ones

PRIME = 2**61 - 1
MAX_FOLDED = 64
"""Most rows and columns of a matrix that is folded."""
MAX_CLAUSES = 400_000
"""Most clauses that say that so many terms are enough."""
MAX_ZEROS = 512
"""Most zeros of which those are looked for that are alone in their rows and columns."""
MAX_SIGNS = 2**11
"""Most choices of signs of square roots that are tried."""


def rank_bounds(matrix: ValueMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """The rank over Q, from both sides.

    >>> matrix = ValueMatrix(((0, 1, 4), (1, 0, 1), (4, 1, 0)))
    >>> [str(bound) for bound in rank_bounds(matrix, Known(matrix), Effort())]
    ['rank >= 3 [CERTIFIED] elimination', 'rank <= 3 [CERTIFIED] elimination']
    """
    rank = rank_modulo(_numbers(matrix), PRIME)
    for side in ("lower", "upper"):
        yield certified(matrix, "rank", side, rank, "elimination", {"kind": "numbers"})


def nonnegative_rank_bounds(matrix: ValueMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of the nonnegative rank.

    >>> matrix = ValueMatrix(tuple(tuple((0, 0, 1, 2, 2, 1)[(j - i) % 6] for j in range(6)) for i in range(6)))
    >>> known = Known(matrix)
    >>> for bound in nonnegative_rank_bounds(matrix, known, Effort()):
    ...     known.add(bound)
    >>> known.value("nonnegative_rank", "lower"), known.value("nonnegative_rank", "upper")
    (Fraction(5, 1), Fraction(5, 1))
    """
    rows = _numbers(matrix)
    if max(matrix.shape) <= MAX_FOLDED:
        yield _factors(matrix, folded_terms(rows), "folding along symmetries")
    else:
        raise Declined(
            f"nonnegative_rank: factors are looked for up to {MAX_FOLDED} rows and columns, got "
            f"{matrix.shape[0]}x{matrix.shape[1]}; take a part of the matrix"
        )
    if (bound := _polygon(matrix, rows)) is not None:
        yield bound
        if known.closed("nonnegative_rank"):
            return
    support = Known(matrix.support)
    names = ("fooling1", "fractional_cover1", "cover1")
    for stage in measured_ones([support], names, Effort(time.monotonic() + effort.left / 4, effort.seed)):
        found = best_of([support.certified(name, "lower") for name in stage])
        least = -1 if found is None else ceil(found.value)
        if found is not None and least > known.value("nonnegative_rank", "lower", Fraction(-1)):
            evidence = {"kind": "support", "from": [in_place(found, support.matrix)]}
            how = f"{found.measure.removesuffix('1')} of the support: {found.evidence.method}"
            yield certified(matrix, "nonnegative_rank", "lower", least, how, evidence)
    yield from _refuted(matrix, rows, known, effort)


def _polygon(matrix: ValueMatrix, rows: Rows) -> MeasureBound | None:
    """Of a matrix of rank 3, by zeros of which any two have other rows and columns, and entries > 0 across.

    They are points on the sides of a polygon, n of them ask for as many sides, and k terms give at most max(k, 2k - 4),
    if k <= 6 (the proof stands in ``certificates/theorems/values.py``).

    Examples
    --------
    >>> squares = tuple(tuple((i - j) ** 2 for j in range(9)) for i in range(9))
    >>> print(_polygon(ValueMatrix(squares), squares))
    nonnegative_rank >= 7 [CERTIFIED] rank 3, and 9 zeros as on a diagonal
    """
    zeros = [(i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if not x]
    if not 3 <= len(zeros) <= MAX_ZEROS or rank_modulo(rows, PRIME) > 3:
        return None
    apart = [bit_set(k for k, (r, c) in enumerate(zeros) if rows[i][c] and rows[r][j]) for i, j in zeros]
    chosen = [zeros[k] for k in greedy_clique(apart)]
    if len(chosen) < 3:
        return None
    least = max(k + 1 for k in range(7) if max(k, 2 * k - 4) < len(chosen))
    rank = certified(matrix, "rank", "upper", 3, "elimination", {"kind": "numbers"})
    evidence: dict[str, Any] = {"kind": "polygon", "rank": in_place(rank, matrix)}
    evidence |= {"rows": [i for i, _ in chosen], "columns": [j for _, j in chosen]}
    method = f"rank 3, and {len(chosen)} zeros as on a diagonal"
    return certified(matrix, "nonnegative_rank", "lower", least, method, evidence)


def _refuted(matrix: ValueMatrix, rows: Rows, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Numbers of terms from the lower bound upwards, until one is not refuted or the time is over."""
    measure = "nonnegative_rank"
    part = ValuePart.of_value(matrix.support, 1)
    fooling = greedy_fooling_set(part.wanted, part.allowed, effort.deadline)
    together = in_one_rectangle(part.cells, part.allowed)
    pairs = sum(1 for _ in pairs_told_apart(rows))
    while not known.closed(measure) and not effort.over:
        slots = int(known.value(measure, "lower", Fraction(0)))
        if slots * pairs > MAX_CLAUSES:
            raise Declined(
                f"{measure}: {pairs} pairs of entries and {slots} terms make more than {MAX_CLAUSES} clauses; take a "
                "part of the matrix"
            )
        order = [
            (part.rows[a][0], part.columns[b][0]) for a, b in colliding_order(part.cells, together, fooling, slots)
        ]
        answer = decide_terms(rows, matrix.support, slots, order, effort.deadline)
        if isinstance(answer, Replayed):
            evidence = refuted("terms-refutation", answer, slots=slots, order=[list(cell) for cell in order])
            method = f"{slots} terms refuted, {len(answer.refutation.lemmas)} lemmas"
            yield certified(matrix, measure, "lower", slots + 1, method, evidence)
        elif isinstance(answer, SolverWord):
            yield by_solver(measure, "lower", slots + 1, "SAT, refutation too long to replay")
        elif isinstance(answer, Model):
            raise Declined(
                f"{measure}: supports do not exclude {slots} terms (a cover of the support by {slots} rectangles tells "
                "all pairs of entries apart); whether there are such numbers is not decided"
            )
        else:
            return


def psd_rank_bounds(matrix: ValueMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of the psd rank beyond those that follow from the two other ranks: square roots, entry by entry.

    >>> matrix = ValueMatrix(tuple(tuple((i - j) ** 2 for j in range(5)) for i in range(5)))
    >>> [str(bound) for bound in psd_rank_bounds(matrix, Known(matrix), Effort())]
    ['psd_rank <= 2 [CERTIFIED] square roots of the entries']
    """
    rows = _numbers(matrix)
    scale = next((s for s in range(1, 101) if all(isqrt(s * x) ** 2 == s * x for row in rows for x in row)), 0)
    if not scale:
        raise Declined(
            "psd_rank: the entries are no squares of rationals; what is given follows from the two other ranks"
        )
    roots = [[isqrt(scale * x) for x in row] for row in rows]
    best = min(islice(_signed(roots), MAX_SIGNS), key=lambda table: rank_modulo(table, PRIME))
    evidence = {"kind": "square-root", "rows": best, "scale": scale}
    yield certified(matrix, "psd_rank", "upper", rank_modulo(best, PRIME), "square roots of the entries", evidence)


def _signed(roots: list[list[int]]) -> Iterator[list[list[int]]]:
    """Choices of signs: all + first, then + above and - below the diagonal, then others with a first line of +."""
    yield roots
    yield [[-x if j < i else x for j, x in enumerate(row)] for i, row in enumerate(roots)]
    places = [(i, j) for i, row in enumerate(roots) for j, x in enumerate(row) if x and i and j]
    rng = np.random.default_rng(0)
    if len(places) <= 11:
        for signs in product((1, -1), repeat=len(places)):
            table = [list(row) for row in roots]
            for (i, j), sign in zip(places, signs, strict=True):
                table[i][j] *= sign
            yield table
        return
    while True:
        table = [list(row) for row in roots]
        for (i, j), sign in zip(places, rng.choice((1, -1), len(places)).tolist(), strict=True):
            table[i][j] *= sign
        yield table


def _factors(matrix: ValueMatrix, terms: list[Term], method: str) -> MeasureBound:
    """The factors of these terms, each u with integers, each v with a common denominator."""
    left: list[list[int]] = []
    right: list[list[Fraction]] = []
    for u, v in terms:
        common = lcm(*(x.denominator for x in u))
        left.append([int(x * common) for x in u])
        right.append([x / common for x in v])
    scale = lcm(*(x.denominator for row in right for x in row))
    evidence: dict[str, Any] = {
        "kind": "factors",
        "left": [[u[i] for u in left] for i in range(matrix.shape[0])],
        "right": [[int(x * scale) for x in row] for row in right],
        "scale": scale,
    }
    return certified(matrix, "nonnegative_rank", "upper", len(left), method, evidence)


def _numbers(matrix: ValueMatrix) -> Rows:
    return tuple(tuple(int(x or 0) for x in row) for row in matrix.numbers)
