"""The order of the positions along which the universal constructions go: Assumption 1, part 2."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ....questions.sparse_pattern import SparsePattern
from ....solvers.sparse_patterns.rows import LazyRows
from ...sparse_patterns.path import path_of
from ..construction import ConstructionError

SECONDS = 60.0
"""For the search of a path through all positions, which at these sizes takes none."""


def path_order(pattern: SparsePattern, watch: Callable[[str], None] = lambda what: None) -> Sequence[int]:
    """The positions in an order in which each is attended to by the next one.

    Raises
    ------
    ConstructionError
        If there is none, or none was found.

    Examples
    --------
    >>> from ....questions.layer_patterns import Window
    >>> path_order(SparsePattern((Window(3, 1),)))
    (0, 1, 2)
    """
    found = path_of(pattern, LazyRows(pattern.layers), time.monotonic() + SECONDS, watch)
    if found.answer == "yes":
        return found.order
    why = "was not found" if found.answer == "open" else "does not exist"
    raise ConstructionError(
        f"the construction goes along an order in which each position is attended to by the next one; under "
        f"{pattern.words} it {why} ({found.evidence.method}). Functions may still be computed with other read-outs: "
        "headcount pattern says after how many layers"
    )
