"""Cover numbers: greedy covers, an integer program over maximal rectangles, SAT for a fixed number.

Lower bounds: lines that differ or are incomparable, fooling sets and fractional covers by inequalities, refutations.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from fractions import Fraction
from math import comb

import numpy as np

from ..questions import CommunicationMatrix
from ..solvers.clause_decision import Replayed, SolverWord
from ..solvers.rectangles.antichain import largest_antichain
from ..solvers.rectangles.fooling_search import MAX_GRAPH, greedy_fooling_set, improved_fooling_set, in_one_rectangle
from ..solvers.rectangles.maximal_rectangles import (
    Sides,
    TooManyRectanglesError,
    greedy_cover,
    irredundant,
    least_cover,
    maximal_rectangles,
)
from ..solvers.rectangles.rectangle_search import Slots, clause_count, colliding_order, decide_slots
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, by_solver, certified, on_part, refuted
from .reduced_matrix import ValuePart, copies

MAX_ASKED = 400_000
"""Clauses beyond which no SAT solver is asked."""

GREEDY_COVERS = 30
"""How many greedy covers are made."""


def cover_bounds(value: int, matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of the fewest rectangles that hold the entries ``value``.

    Examples
    --------
    >>> known = Known(CommunicationMatrix.named("eq", 3))
    >>> for bound in cover_bounds(0, known.matrix, known, Effort()):
    ...     known.add(bound)
    >>> known.value("cover0", "lower"), known.value("cover0", "upper")
    (Fraction(5, 1), Fraction(5, 1))
    """
    measure = f"cover{value}"
    part = ValuePart.of_value(matrix, value)
    yield trivial_upper(part, measure)
    if not part.cells:
        yield certified(matrix, f"fooling{value}", "lower", 0, "no entry", {"kind": "pairs", "pairs": []})
        return
    yield from _line_bounds(part)
    fooling = greedy_fooling_set(part.wanted, part.allowed, effort.deadline)
    yield pairs_bound(part, fooling)
    rng = np.random.default_rng(effort.seed)
    until = time.monotonic() + effort.left / 10
    for _ in range(GREEDY_COVERS):
        if known.closed(measure) or time.monotonic() > until:
            break
        cover = greedy_cover(part.wanted, part.allowed, rng, max(until, effort.deadline))
        yield from fewer(part, known, measure, cover, "greedy rectangles")
    if not known.closed(measure):
        yield from _decided(part, known, effort, fooling, rng)


def _decided(
    part: ValuePart, known: Known, effort: Effort, fooling: list[tuple[int, int]], rng: np.random.Generator
) -> Iterator[MeasureBound]:
    """An integer program for the upper bound, then refutations from the lower bound upwards."""
    measure = f"cover{part.value}"
    program_optimal = False
    try:
        rectangles = maximal_rectangles(part.allowed)
    except TooManyRectanglesError:
        rectangles = []
    if rectangles:
        least = least_cover(part.wanted, rectangles, effort.left / 4)
        program_optimal = least.optimal
        cover = irredundant(part.wanted, list(least.rectangles))
        yield from fewer(part, known, measure, cover, f"integer program over {len(rectangles)} rectangles")
    upper = known.value(measure, "upper", Fraction(0))
    if len(part.cells) <= MAX_GRAPH:
        together = in_one_rectangle(part.cells, part.allowed)
        until = time.monotonic() + effort.left / 20
        better = improved_fooling_set(part.cells, together, fooling, rng, int(upper), deadline=until)
        if len(better) > len(fooling):
            fooling = better
            yield pairs_bound(part, fooling)
    if known.closed(measure):
        return
    if clause_count(part.matrix, part.value, int(upper), False) > MAX_ASKED or len(part.cells) > MAX_GRAPH:
        raise Declined(
            f"{measure}: {len(part.cells)} entries {part.value} and {upper} rectangles make more than {MAX_ASKED}"
            " clauses; give a smaller part of the matrix"
        )
    if not program_optimal:
        yield from _by_clauses(part, known, effort, together, fooling)
    yield from refutations(part, known, effort, together, fooling, disjoint=False)
    lower = known.value(measure, "lower", Fraction(0))
    upper = known.value(measure, "upper", lower)
    if program_optimal and lower < upper:
        yield by_solver(measure, "lower", upper, "HiGHS: no smaller cover")


def _by_clauses(
    part: ValuePart, known: Known, effort: Effort, together: np.ndarray, fooling: list[tuple[int, int]]
) -> Iterator[MeasureBound]:
    """SAT for one rectangle less, as long as that is quick."""
    measure = f"cover{part.value}"
    while not known.closed(measure):
        slots = int(known.value(measure, "upper", Fraction(0))) - 1
        order = colliding_order(part.cells, together, fooling, slots)
        answer = decide_slots(part.matrix, part.value, slots, order, False, time.monotonic() + effort.left / 5)
        if not isinstance(answer, Slots):
            return
        yield from fewer(part, known, measure, irredundant(part.wanted, list(answer.rectangles)), "SAT")


def refutations(
    part: ValuePart, known: Known, effort: Effort, together: np.ndarray, fooling: list[tuple[int, int]], disjoint: bool
) -> Iterator[MeasureBound]:
    """Numbers of slots from the lower bound upwards: refuted, until one suffices or the time is over."""
    name = "partition" if disjoint else "cover"
    measure = f"{name}{part.value}"
    while not known.closed(measure) and not effort.over:
        slots = max(int(known.value(measure, "lower", Fraction(1))), 1)
        order = colliding_order(part.cells, together, fooling, slots)
        answer = decide_slots(part.matrix, part.value, slots, order, disjoint, effort.deadline)
        if isinstance(answer, Slots):
            evidence = {"kind": "rectangles", "rectangles": part.rectangles(answer.rectangles)}
            yield certified(part.whole, measure, "upper", len(answer.rectangles), "SAT", evidence)
        elif isinstance(answer, Replayed):
            listed = [list(cell) for cell in order]
            refutation = refuted(f"{name}-refutation", answer, slots=slots, order=listed)
            evidence = on_part(part.whole, part.within, measure, slots + 1, refutation)
            method = f"SAT refutation, {len(answer.refutation.lemmas)} lemmas"
            yield certified(part.whole, measure, "lower", slots + 1, method, evidence)
        elif isinstance(answer, SolverWord):
            yield by_solver(measure, "lower", slots + 1, "SAT, refutation too long to replay")
        else:
            return


def trivial_upper(part: ValuePart, measure: str) -> MeasureBound:
    """A rectangle for each different row or column that has the value."""
    sizes = {"rows": len(part.rows), "columns": len(part.columns)}
    smaller = min(sizes, key=lambda side: sizes[side])
    size = sizes[smaller] if part.cells else 0
    return certified(
        part.whole, measure, "upper", size, f"one for each of the {smaller}", {"kind": "lines", "of": smaller}
    )


def pairs_bound(part: ValuePart, cells: list[tuple[int, int]], method: str = "fooling set") -> MeasureBound:
    """The fooling set as a bound; inequalities carry it to covers and partitions."""
    evidence = {"kind": "pairs", "pairs": part.pairs(cells)}
    return certified(part.whole, f"fooling{part.value}", "lower", len(cells), method, evidence)


def fewer(part: ValuePart, known: Known, measure: str, sides: list[Sides], method: str) -> Iterator[MeasureBound]:
    """Rectangles as a bound, if they are some, and fewer than is known."""
    if sides and len(sides) < known.value(measure, "upper", Fraction(len(sides) + 1)):
        evidence = {"kind": "rectangles", "rectangles": part.rectangles(sides)}
        yield certified(part.whole, measure, "upper", len(sides), method, evidence)


def _line_bounds(part: ValuePart) -> Iterator[MeasureBound]:
    """Different lines, and incomparable ones."""
    measure = f"cover{part.value}"
    best = {"different": (0, "", [0]), "antichain": (0, "", [0])}
    for of, matrix in (("rows", part.whole), ("columns", part.whole.transposed)):
        lines = [places[0] for places in copies(matrix.rows).values()]
        has = np.array([[x == "01"[part.value] for x in matrix.rows[i]] for i in lines], dtype=np.float32)
        lacks = np.array([[x == "10"[part.value] for x in matrix.rows[i]] for i in lines], dtype=np.float32)
        above = has @ lacks.T > 0  # i is not below j
        different = _unrelated(~(above | above.T)) if not part.whole.total else list(range(len(lines)))
        incomparable = largest_antichain(~above) if part.whole.total else _unrelated(~(above & above.T))
        values = {"different": (len(different) - 1).bit_length(), "antichain": least_for_antichain(len(incomparable))}
        for kind, chosen in (("different", different), ("antichain", incomparable)):
            if values[kind] > best[kind][0]:
                best[kind] = values[kind], of, [lines[k] for k in chosen]
    kind = max(best, key=lambda k: best[k][0])
    size, of, chosen = best[kind]
    if size:
        evidence = {"kind": kind, "of": of, "lines": sorted(chosen)}
        yield certified(part.whole, measure, "lower", size, f"{len(chosen)} {kind} {of}", evidence)


def _unrelated(related: np.ndarray) -> list[int]:
    """Elements of which no two are related, greedily."""
    chosen: list[int] = []
    for i in np.argsort(related.sum(0), kind="stable").tolist():
        if not related[i, chosen].any():
            chosen.append(i)
    return sorted(chosen)


def least_for_antichain(size: int) -> int:
    """The least k such that a set of k elements has ``size`` subsets of which none contains another.

    >>> [least_for_antichain(n) for n in (1, 2, 3, 6, 7, 10, 16)]
    [0, 2, 3, 4, 5, 5, 6]
    """
    k = 0
    while comb(k, k // 2) < size:
        k += 1
    return k
