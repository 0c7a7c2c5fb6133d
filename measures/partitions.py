"""Partition numbers: row packing, and SAT for a fixed number of disjoint rectangles.

Lower ends: ranks, fooling sets and covers by inequalities, and refutations.

Row packing is quick and often best possible; a fixed number of disjoint rectangles is then asked of a SAT solver, from
the lower end upwards, so that the first that suffices is the least.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ..certificates.communication import CommunicationMatrix
from ..solvers.fooling_search import MAX_GRAPH, greedy_fooling_set, improved_fooling_set, in_one_rectangle
from ..solvers.rectangle_search import clause_count
from ..solvers.row_packing import packed_partitions
from .covers import MAX_ASKED, SECONDS_PER_CELL, pairs_bound, refutations, trivial_upper
from .engines import Declined, Effort, Engine
from .known import Known
from .measured import MeasureBound, certified
from .value_part import ValuePart

PACKING_SECONDS_PER_CELL = 0.01
"""Time for row packing before SAT; what is left over when SAT has given up is spent on it, too."""


def partition_bounds(value: int) -> Engine:
    """The engine for partitions of the entries ``value``; it starts from what ranks and covers have given.

    Examples
    --------
    >>> known = Known(CommunicationMatrix(("110", "011", "101")))
    >>> for bound in partition_bounds(1)(known.matrix, known, Effort(time.monotonic() + 10)):
    ...     known.add(bound)
    >>> known.value("partition1", "lower"), known.value("partition1", "upper")
    (Fraction(3, 1), Fraction(3, 1))
    """
    measure = f"partition{value}"

    def bounds(matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
        part = ValuePart.of(matrix, value)
        yield trivial_upper(part, measure)
        if known.closed(measure):
            return
        fooling = greedy_fooling_set(part.wanted, part.allowed, effort.deadline)
        yield pairs_bound(part, fooling)
        rng = np.random.default_rng(effort.seed)
        yield from _packed(part, known, rng, min(effort.left / 10, PACKING_SECONDS_PER_CELL * len(part.cells)))
        if known.closed(measure):
            return
        upper = int(known.value(measure, "upper", Fraction(0)))
        clauses = clause_count(part.matrix, value, upper, True)
        if clauses > MAX_ASKED or len(part.cells) > MAX_GRAPH:
            yield from _packed(part, known, rng, effort.left / 4)
            raise Declined(
                f"{measure}: {len(part.cells)} entries {value} and {upper} rectangles make {clauses} clauses, the SAT"
                f" solver is asked up to {MAX_ASKED}; give a smaller part of the matrix"
            )
        together = in_one_rectangle(part.cells, part.allowed)
        until = time.monotonic() + min(effort.left / 20, SECONDS_PER_CELL * len(part.cells))
        fooling = improved_fooling_set(part.cells, together, fooling, rng, until, upper)
        yield pairs_bound(part, fooling)
        search = Effort(time.monotonic() + 0.8 * effort.left, effort.seed)
        yield from refutations(part, known, search, together, fooling, disjoint=True)
        if not known.closed(measure):
            yield from _packed(part, known, rng, effort.left)

    return bounds


def _packed(part: ValuePart, known: Known, rng: np.random.Generator, seconds: float) -> Iterator[MeasureBound]:
    measure = f"partition{part.value}"
    for partition in packed_partitions(part.wanted, rng, time.monotonic() + seconds):
        if len(partition) < known.value(measure, "upper", Fraction(0)):
            evidence = {"kind": "rectangles", "rectangles": part.rectangles(partition)}
            yield certified(part.whole, measure, "upper", len(partition), "row packing", evidence)
        if known.closed(measure):
            return


PARTITIONS: dict[str, Engine] = {"partition0": partition_bounds(0), "partition1": partition_bounds(1)}
"""Measure -> engine."""
