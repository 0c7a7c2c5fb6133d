"""The VC dimension of the rows and of the columns: shattered sets of growing size, until there is none.

Cheap ends first: no more than floor(log2(different rows)). Sets of size 1, 2, .. are looked for until a tree of cases
shows that there is none, which ends the search exactly; where that takes too long, random orders of the columns still
find larger sets.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ..questions import CommunicationMatrix
from ..solvers.rectangles.shattered_sets import NoneShattered, Shattered, TooManySplitsError, shattered_set
from .engines import Declined, Effort
from .known import Known
from .measured import MeasureBound, certified

TRIES = 30
"""Random parts of the columns that are searched where all of them take too long."""


def vc_bounds(measure: str, matrix: CommunicationMatrix, known: Known, effort: Effort) -> Iterator[MeasureBound]:
    """Bounds of ``vc_rows`` or ``vc_columns``.

    Examples
    --------
    >>> matrix = CommunicationMatrix.named("index", 3)
    >>> [(bound.side, int(bound.value)) for bound in vc_bounds("vc_rows", matrix, Known(matrix), Effort())]
    [('upper', 3), ('lower', 1), ('lower', 2), ('lower', 3)]
    >>> matrix = CommunicationMatrix.named("gt", 3)
    >>> [(bound.side, int(bound.value)) for bound in vc_bounds("vc_columns", matrix, Known(matrix), Effort())]
    [('upper', 3), ('lower', 1), ('upper', 1)]
    """
    sided = matrix if measure == "vc_rows" else matrix.transposed
    most = len(set(sided.rows)).bit_length() - 1
    evidence: dict[str, Any] = {"kind": "rare-words", "size": most, "cases": [0]}
    yield certified(matrix, measure, "upper", most, "different vectors counted", evidence)
    size, sides = 0, ("columns" if measure == "vc_rows" else "rows")
    if not most:
        yield certified(matrix, measure, "lower", 0, "the empty set", {"kind": "shattered", "set": []})
    while size < most:
        try:
            found = shattered_set(sided.rows, size + 1)
        except TooManySplitsError as error:
            sampled = _sampled(sided, size + 1, effort)
            if sampled is None:
                raise Declined(f"{error}; give fewer {sides}") from None
            found = sampled
        if isinstance(found, NoneShattered):
            evidence = {"kind": "rare-words", "size": size, "cases": list(found.cases)}
            yield certified(matrix, measure, "upper", size, "no larger set is shattered", evidence)
            return
        size += 1
        evidence = {"kind": "shattered", "set": list(found.columns)}
        yield certified(matrix, measure, "lower", size, f"shattered {sides}", evidence)


def _sampled(matrix: CommunicationMatrix, size: int, effort: Effort) -> Shattered | None:
    """A shattered set of this size among some random columns, if one is found."""
    rng = random.Random(effort.seed)
    width = matrix.shape[1]
    for trial in range(TRIES):
        if effort.over:
            break
        chosen = rng.sample(range(width), min(width, 4 * size + 2 * (trial % 3)))
        try:
            found = shattered_set(matrix.part(range(matrix.shape[0]), chosen).rows, size)
        except TooManySplitsError:
            continue
        if isinstance(found, Shattered):
            return Shattered(tuple(sorted(chosen[j] for j in found.columns)))
    return None
