"""Fooling sets: greedy, then a local search, then SAT; upper bounds from covers, ranks, and refutations."""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.clause_decision import Model, Replayed, SolverWord, decide_clauses
from ..solvers.rectangles.fooling_clauses import first_cells, fooling_clauses, grouped
from ..solvers.rectangles.fooling_search import MAX_GRAPH, greedy_fooling_set, improved_fooling_set, in_one_rectangle
from ..solvers.rectangles.maximal_rectangles import Sides, greedy_cover
from ..solvers.rectangles.rectangle import Rectangle
from .covers import fewer, pairs_bound, trivial_upper
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, by_solver, certified, refuted
from .reduced_matrix import ValuePart

MAX_CELLS = 1200
"""Entries, in different rows and columns, beyond which no SAT solver is asked: about 700 000 clauses."""


def fooling_bounds(value: int, matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of the most entries ``value`` of which no two lie in one rectangle.

    Examples
    --------
    >>> known = Known(CommunicationMatrix.named("gt", 2))
    >>> for bound in fooling_bounds(1, known.matrix, known, Effort()):
    ...     known.add(bound)
    >>> known.value("fooling1", "lower"), known.value("fooling1", "upper")
    (Fraction(3, 1), Fraction(3, 1))
    """
    measure = f"fooling{value}"
    part = ValuePart.of_value(matrix, value)
    found = greedy_fooling_set(part.wanted, part.allowed, effort.deadline)
    yield pairs_bound(part, found, "greedy fooling set")
    yield from _covers(part, known, effort)
    if known.closed(measure):
        return
    if len(part.cells) > MAX_GRAPH:
        raise Declined(
            f"{measure}: {len(part.cells)} entries {value} in different rows and columns, at most {MAX_GRAPH} are"
            " searched; give a smaller part of the matrix"
        )
    upper = int(known.value(measure, "upper", Fraction(min(part.matrix.shape))) or 0)
    until = time.monotonic() + effort.left / 10
    rng = np.random.default_rng(effort.seed)
    together = in_one_rectangle(part.cells, part.allowed)
    better = improved_fooling_set(part.cells, together, found, rng, upper, deadline=until)
    if len(better) > len(found):
        found = better
        yield pairs_bound(part, found, "local search fooling set")
    if not known.closed(measure):
        yield from _decided(part, known, effort, len(found))


def _decided(part: ValuePart, known: Known, effort: Effort, size: int) -> Iterator[MeasureBound]:
    """Fooling sets of growing size until there is none; if that takes too long, sizes from the upper bound down."""
    measure, matrix = f"fooling{part.value}", part.whole
    sided = matrix if part.value else matrix.complement
    cells = first_cells(sided)
    if len(cells) > MAX_CELLS:
        raise Declined(
            f"{measure}: {len(cells)} entries {part.value} in different rows and columns, refutations are sought up to"
            f" {MAX_CELLS}; give a smaller part of the matrix"
        )
    cover = _small_cover(part, effort)
    rectangles = part.rectangles(cover)
    groups, _ = grouped(cells, [Rectangle(tuple(rows), tuple(columns)) for rows, columns in rectangles])
    most = int(known.value(measure, "upper", Fraction(len(rectangles))) or 0)
    plans = ((range(size, most), 0.6), (range(most - 1, size, -1), 1.0))
    for sizes, share in plans:
        until = time.monotonic() + share * effort.left
        for k in sizes:
            if known.closed(measure):
                return
            clauses = list(fooling_clauses(sided, cells, groups, k))
            answer = decide_clauses(clauses, until)
            if isinstance(answer, Model):
                chosen = [list(cells[e - 1]) for e in sorted(answer.true) if e <= len(cells)]
                evidence = {"kind": "pairs", "pairs": chosen}
                yield certified(matrix, measure, "lower", len(chosen), "SAT", evidence)
                if share == 1.0:
                    break
            elif isinstance(answer, Replayed):
                evidence = refuted("fooling-refutation", answer, size=k, rectangles=rectangles)
                method = f"SAT refutation, {len(answer.refutation.lemmas)} lemmas"
                yield certified(matrix, measure, "upper", k, method, evidence)
                if share < 1.0:
                    return
            elif isinstance(answer, SolverWord):
                yield by_solver(measure, "upper", k, "SAT, refutation too long to replay")
                break
            else:
                break


def _covers(part: ValuePart, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Quick covers, of which inequalities make upper bounds."""
    name = f"cover{part.value}"
    most = min(len(part.rows), len(part.columns)) if part.cells else 0
    if known.value(name, "upper", Fraction(most + 1)) > most:
        yield trivial_upper(part, name)
    if known.closed(f"fooling{part.value}") or not part.cells:
        return
    yield from fewer(part, known, name, _small_cover(part, effort), "greedy rectangles")


def _small_cover(part: ValuePart, effort: Effort) -> list[Sides]:
    """The best of some greedy covers; the rows as they are if the time does not suffice."""
    rng = np.random.default_rng(effort.seed)
    until = time.monotonic() + effort.left / 10
    best: list[Sides] = [((i,), tuple(np.flatnonzero(row).tolist())) for i, row in enumerate(part.wanted)]
    for _ in range(20):
        cover = greedy_cover(part.wanted, part.allowed, rng, until)
        if cover and len(cover) < len(best):
            best = cover
    return best
