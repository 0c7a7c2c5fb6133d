"""The clauses that say that there is an order in which each position attends to the one before."""

from collections.abc import Iterator
from itertools import combinations

from ...certificates.meter import Meter
from ...questions.sparse_pattern import SparsePattern
from ..refutation_steps import Clause


def order_clauses(meter: Meter, pattern: SparsePattern) -> Iterator[Clause]:
    """The clauses, one after the other.

    >>> from ...questions.sparse_pattern import Lists
    >>> list(order_clauses(Meter(10**4), SparsePattern((Lists(2, ((0,), (1,))),))))[4:]
    [(1, 3), (2, 4), (-1, -3), (-2, -4), (-1, -4), (-2, -3)]
    """
    n = pattern.n
    meter.charge(2 * n**3)
    meter.room(80 * n * n)  # clauses 1 and 3, if all are named
    for i in range(n):
        yield tuple(range(i * n + 1, i * n + n + 1))
    for i in range(n):
        for v, u in combinations(range(1, n + 1), 2):
            yield -(i * n + v), -(i * n + u)
    for v in range(1, n + 1):
        yield tuple(range(v, n * n + 1, n))
    for v in range(1, n + 1):
        for i, j in combinations(range(n), 2):
            yield -(i * n + v), -(j * n + v)
    pairs = ((v, u) for v in range(n) for u in range(n) if u != v)
    missing = [(v, u) for v, u in pairs if not any(layer.has(u, v) for layer in pattern.layers)]
    for i in range(n - 1):
        for v, u in missing:
            yield -(i * n + v + 1), -((i + 1) * n + u + 1)
