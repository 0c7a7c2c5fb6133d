"""The refutation of an order of all positions, each attended to by the next one: ``no-path`` by ``refutation``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ...core.meter import Meter
from ...legacy.evidence.patterns.rows import attended
from ...questions.sparse_pattern import SparsePattern
from ...solvers.sparse_patterns.order_clauses import order_clauses
from .record import Exported
from .rectangles import named_clauses
from .stated_claim import UNLIMITED, StatedClaim


def no_order(claim: StatedClaim) -> Exported:
    """Clauses of which an order g would be a solution."""
    pattern = claim.subject
    assert isinstance(pattern, SparsePattern)  # the kind is for these

    def says(number: int) -> dict[str, Any]:
        return {"place": list(divmod(number - 1, pattern.n))}

    labelled = zip(order_labels(pattern), order_clauses(Meter(UNLIMITED), pattern), strict=True)
    proves = f"{claim.words}, that is no order of the positions in which each is attended to by the next one"
    believe = "That an order would satisfy the clauses, and that the graph is that of all layers together."
    return named_clauses(claim, {"kind": "refutation"}, labelled, says, pattern.n**2, proves, believe)


def order_labels(pattern: SparsePattern) -> Iterator[dict[str, Any]]:
    """What the clauses of ``order_clauses`` say, in its order."""
    n, meter = pattern.n, Meter(UNLIMITED)
    for i in range(n):
        yield {"rule": "some-token", "place": i}
    for i in range(n):
        for pair in combinations(range(n), 2):
            yield {"rule": "one-token", "place": i, "tokens": list(pair)}
    for v in range(n):
        yield {"rule": "some-place", "token": v}
    for v in range(n):
        for places in combinations(range(n), 2):
            yield {"rule": "one-place", "token": v, "places": list(places)}
    pairs = ((v, u) for v in range(n) for u in range(n) if u != v)
    missing = [[v, u] for v, u in pairs if not attended(meter, pattern.layers, u, v)]
    for i in range(n - 1):
        for tokens in missing:
            yield {"rule": "not-attended", "place": i, "tokens": tokens}
