"""Fooling sets, covers and partitions by constant rectangles: sums over the values, of measures of 0/1 matrices.

What holds of the sum stands in ``certificates/theorems/values.py``. The engines of the 0/1 matrices do the work, each
for its share of the time.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from ..questions.value_matrix import Matrix, ValueMatrix
from .covers import cover_bounds
from .engines import Declined, Effort, Engine
from .fooling import fooling_bounds
from .known import Known
from .linear_programs import FractionalCover
from .measured import MeasureBound, certified
from .partitions import partition_bounds
from .ranks import rational_rank_bounds
from .rectangle_measures import rectangle_bounds

SUMMED = {"fooling": "fooling1", "fractional_cover": "fractional_cover1", "cover": "cover1", "partition": "partition1"}
"""Measure -> the measure of a 0/1 matrix that it is the sum of."""


OF_ONES: dict[str, Engine] = {
    "rank_q": partial(rational_rank_bounds, "rank_q"),
    "fooling1": partial(fooling_bounds, 1),
    "fractional_cover1": partial(rectangle_bounds, FractionalCover("fractional_cover1", 1)),
    "cover1": partial(cover_bounds, 1),
    "partition1": partial(partition_bounds, 1),
}
"""The engines of 0/1 matrices that are used."""

STAGES = {
    "fooling": ("fooling1", "fractional_cover1"),
    "fractional_cover": ("fooling1", "cover1", "fractional_cover1"),
    "cover": ("fooling1", "fractional_cover1", "cover1"),
    "partition": ("rank_q", "fooling1", "cover1", "partition1"),
}
"""Measure -> the engines that are run on each 0/1 matrix, in this order."""


def summed_bounds(measure: str, matrix: ValueMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of ``fooling``, ``fractional_cover``, ``cover`` or ``partition`` of a matrix of values.

    >>> matrix = ValueMatrix(((0, 1, 2), (1, 1, 2), (2, 2, 2)))
    >>> known = Known(matrix)
    >>> for bound in summed_bounds("cover", matrix, known, Effort()):
    ...     known.add(bound)
    >>> known.value("cover", "lower"), known.value("cover", "upper"), known.value("D", "lower")
    (Fraction(5, 1), Fraction(5, 1), Fraction(3, 1))
    """
    ones = [Known(matrix.ones({value})) for value in matrix.values]
    names = [name for name in STAGES[measure] if matrix.total or name not in ("rank_q", "partition1")]
    refusals: list[str] = []
    for _ in measured_ones(ones, names, effort, refusals):
        yield from _sums(matrix, ones, known)
    if refusals and not known.closed(measure):
        raise Declined(f"{measure}: of one value, {refusals[0]}")


def measured_ones(
    ones: Sequence[Known], names: Sequence[str], effort: Effort, refusals: list[str] | None = None
) -> Iterator[Sequence[str]]:
    """Run engines on 0/1 matrices, one engine after the other; after each, the names of those that have run."""
    left = len(ones) * len(names)
    for k, name in enumerate(names, start=1):
        for known in ones:
            share = Effort(time.monotonic() + effort.left / max(1, left), effort.seed)
            left -= 1
            if known.closed(name):
                continue
            try:
                for bound in OF_ONES[name](known.matrix, known, share):
                    known.add(bound)
                    if known.closed(name):
                        break
            except Declined as reason:
                (refusals if refusals is not None else []).append(str(reason))
        yield names[:k]


def best_of(bounds: Iterable[MeasureBound | None]) -> MeasureBound | None:
    """The largest of lower bounds; the last one among equals."""
    return max((bound for bound in bounds if bound is not None), key=lambda bound: bound.value, default=None)


def in_place(bound: MeasureBound, matrix: Matrix) -> dict[str, Any]:
    """The claim of a certified bound with all that it rests on, as a premise that is proved in place."""
    found = dict(bound.evidence.content)
    if bound.evidence.proof:
        found = {"kind": "proved", "proof": bound.evidence.proof}
    if bound.premises:
        found["from"] = [in_place(premise, matrix) for premise in bound.premises]
    about = {"question": matrix.to_json(), "measure": bound.measure, "side": bound.side, "value": str(bound.value)}
    return {**about, "evidence": found}


def _sums(matrix: ValueMatrix, ones: Sequence[Known], known: Known) -> Iterator[MeasureBound]:
    """The sums that say more than is known."""
    for measure, one in SUMMED.items():
        for side in ("lower", "upper"):
            bounds = [inner.certified(one, side) for inner in ones]
            found = [bound for bound in bounds if bound is not None]
            if len(found) < len(ones) or (measure == "partition" and not matrix.total):
                continue
            total = sum((bound.value for bound in found), Fraction(0))
            before = known.value(measure, side)
            if before is None or (total > before if side == "lower" else total < before):
                parts = " + ".join(str(bound.value) for bound in found[:8]) + (" + .." if len(found) > 8 else "")
                evidence = {"kind": "values", "from": [in_place(b, k.matrix) for b, k in zip(found, ones, strict=True)]}
                yield certified(matrix, measure, side, total, f"{parts}, by values", evidence)
