"""Partition numbers: row packing, and SAT for a fixed number of disjoint rectangles.

Lower bounds: ranks, fooling sets and covers by inequalities, and refutations.

Row packing is quick and often best possible; a fixed number of disjoint rectangles is then asked of a SAT solver, from
the lower bound upwards, so that the first that suffices is the least.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.rectangles.fooling_search import MAX_GRAPH, greedy_fooling_set, improved_fooling_set, in_one_rectangle
from ..solvers.rectangles.rectangle_search import clause_count
from ..solvers.rectangles.row_packing import packed_partitions
from .covers import MAX_ASKED, fewer, pairs_bound, refutations, trivial_upper
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound
from .reduced_matrix import ValuePart

TRIALS_PER_CELL, LAST_TRIALS_PER_CELL = 20, 1000
"""Orders of lines that row packing tries before SAT, for each entry, and after it where it is of no use or gives up."""


def partition_bounds(value: int, matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of the fewest disjoint rectangles that hold the entries ``value``, from what ranks and covers have given.

    Examples
    --------
    >>> known = Known(CommunicationMatrix(("110", "011", "101")))
    >>> for bound in partition_bounds(1, known.matrix, known, Effort()):
    ...     known.add(bound)
    >>> known.value("partition1", "lower"), known.value("partition1", "upper")
    (Fraction(3, 1), Fraction(3, 1))
    """
    measure = f"partition{value}"
    part = ValuePart.of_value(matrix, value)
    yield trivial_upper(part, measure)
    if known.closed(measure):
        return
    fooling = greedy_fooling_set(part.wanted, part.allowed, effort.deadline)
    yield pairs_bound(part, fooling)
    rng = np.random.default_rng(effort.seed)
    yield from _packed(part, known, rng, TRIALS_PER_CELL, effort.left / 10)
    if known.closed(measure):
        return
    upper = int(known.value(measure, "upper", Fraction(0)))
    clauses = clause_count(part.matrix, value, upper, True)
    if clauses > MAX_ASKED or len(part.cells) > MAX_GRAPH:
        yield from _packed(part, known, rng, LAST_TRIALS_PER_CELL, effort.left / 4)
        raise Declined(
            f"{measure}: {len(part.cells)} entries {value} and {upper} rectangles make {clauses} clauses, the SAT"
            f" solver is asked up to {MAX_ASKED}; give a smaller part of the matrix"
        )
    together = in_one_rectangle(part.cells, part.allowed)
    until = time.monotonic() + effort.left / 20
    fooling = improved_fooling_set(part.cells, together, fooling, rng, upper, deadline=until)
    yield pairs_bound(part, fooling)
    search = Effort(time.monotonic() + 0.8 * effort.left, effort.seed)
    yield from refutations(part, known, search, together, fooling, disjoint=True)
    if not known.closed(measure):
        yield from _packed(part, known, rng, LAST_TRIALS_PER_CELL, effort.left)


def _packed(
    part: ValuePart, known: Known, rng: np.random.Generator, trials_per_cell: int, seconds: float
) -> Iterator[MeasureBound]:
    measure, trials = f"partition{part.value}", trials_per_cell * len(part.cells)
    for partition in packed_partitions(part.wanted, rng, trials, deadline=time.monotonic() + seconds):
        yield from fewer(part, known, measure, partition, "row packing")
        if known.closed(measure):
            return
