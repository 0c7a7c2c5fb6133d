"""The bundle that certifies a q-SA construction whose tables can be written out.

One head: it selects every y, class GRID(p, grid, gap g), p for queries and keys, g the least margin. Several heads:
their sum is q-SA with error 0, class FIXED(p, grid) if the least margin exceeds p (weights off the part are then cut
to 0), else SATURATED; p is for all tables, values included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Protocol

from ....questions import averaging_question, bits_needed, least_size, qsa_question
from ....tasks import SparseAveraging
from ...bound import certificate, certified_bound
from ..construction import Size
from .averaging_head import AveragingHead, Subset
from .exact_ties import NoExactTieError

LARGEST_PRODUCTS = 20_000_000
"""Most products of entries that the checker is asked to do; it allows more, but takes its time."""


class AveragingHeads(Protocol):
    """What a certificate needs of a construction (``AveragingConstruction``)."""

    @property
    def name(self) -> str: ...

    @property
    def task(self) -> SparseAveraging: ...

    @property
    def heads(self) -> tuple[AveragingHead, ...]: ...

    @property
    def divisor(self) -> int: ...

    @property
    def grid(self) -> str: ...

    @property
    def size(self) -> Size: ...

    def tables(self) -> Iterable[tuple[Iterable[Sequence[int]], Iterable[Sequence[int]]]]:
        """Queries and keys of every head, written out."""

    def measured(self, subset: Subset) -> tuple[int, int]:
        """Least margin and greatest spread of the scores that select a subset."""


def averaging_certificate(built: AveragingHeads) -> dict[str, Any] | None:
    """The bundle, or None if the checker would have too much to do, or a subset is not selected."""
    N, q = built.task.N, built.task.q
    if (
        comb(N, q) * N * sum(head.keys.shape[1] for head in built.heads) > LARGEST_PRODUCTS
        or not qsa_question(N, q).can_be_written_out
    ):
        return None
    try:
        measured = [built.measured(y) for y in combinations(range(N), q)]
    except NoExactTieError:
        return None
    gap = min(margin for margin, _ in measured)
    if gap < 1 or any(spread for _, spread in measured):
        return None
    size = built.size
    tables = [
        {"queries": [list(row) for row in queries], "keys": [list(row) for row in keys]}
        for queries, keys in built.tables()
    ]
    if size.H > 1:
        return averaging_certificate_within(
            built, Fraction(0), f"FIXED({size.p}, {built.grid})" if gap > size.p else "SATURATED"
        )
    evidence = {"kind": "tables", "dimension": size.m, **tables[0]}
    bits = bits_needed((e for rows in tables[0].values() for row in rows for e in row), built.grid)
    unit_class = f"GRID({bits}, {built.grid}, gap {min(gap, 10**9 - 1)})"
    question = qsa_question(N, q)
    bound = certified_bound(least_size(question, "m", unit_class), "upper", size.m, built.name, evidence)
    return certificate(question, bound)


def averaging_certificate_within(built: AveragingHeads, error: Fraction, unit_class: str) -> dict[str, Any]:
    """The bundle which proves that the outputs are wrong by at most ``error`` in a class SATURATED or FIXED(p, grid).

    Raises
    ------
    CheckerRefusedError
        If they are wrong by more, an entry is outside the grid, or the checker would have too much to do.
    ConstructionError
        If the tables are too large to be written out.
    """
    heads = [
        {"queries": [list(row) for row in queries], "keys": [list(row) for row in keys], "share": head.share}
        for (queries, keys), head in zip(built.tables(), built.heads, strict=True)
    ]
    evidence = {"kind": "averaging", "heads": heads, "divisor": built.divisor}
    question = averaging_question(built.task.N, built.task.q)
    asked = least_size(question, "m", unit_class, heads=built.size.H, error=error)
    bound = certified_bound(asked, "upper", built.size.m, built.name, evidence)
    return certificate(question, bound)
