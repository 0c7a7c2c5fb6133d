"""The system ``order``: an order of the positions in which each is attended to by the next one in some layer.

Variable i n + v + 1 says that position v comes i-th, i and v = 0 .. n-1. For n = 1 there is an order, and no refutation.

``place i``            some position comes i-th
``position v``         position v has some place
``apart i, v, j, u``   for i = j and v != u, or i != j and v = u: not v i-th and u j-th
``step i, v, u``       u != v attends to v in no layer: not v i-th and u next, i + 1 <= n - 1
"""

from collections.abc import Mapping
from typing import Any

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.masks import attends
from ..meter import Meter
from ..refuse import need
from ..schema import Record, record
from . import REFUTATION, Clause, clause_of, fields, refute

FORM = record(REFUTATION)


def by_order(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"given": .., "lemmas": ..}``: there is no such order."""
    p = fields(FORM, proof, book.meter)
    need(claim.side == "fact" and claim.quantity.kind == "no-path", "the system is for the fact that there is no path")
    refute(Order(claim.statement, book.meter), p)
    return Proved(None, "that there is an order, written as clauses, is refuted")


class Order:
    """The clauses of an order of the positions of a sparse pattern."""

    schemas: Mapping[str, tuple[int, bool]] = {
        "place": (1, False),
        "position": (1, False),
        "apart": (4, False),
        "step": (3, False),
    }

    def __init__(self, pattern: Record, meter: Meter) -> None:
        self.pattern, self.n, self.meter = pattern, pattern.n, meter

    def place(self, i: int) -> Clause:
        return clause_of(self.meter, self.n, (self._at(i, v) for v in range(self.n)))

    def position(self, v: int) -> Clause:
        return clause_of(self.meter, self.n, (self._at(i, v) for i in range(self.n)))

    def apart(self, i: int, v: int, j: int, u: int) -> Clause:
        need((i == j) != (v == u), "one place and two positions, or one position and two places")
        return -self._at(i, v), -self._at(j, u)

    def step(self, i: int, v: int, u: int) -> Clause:
        clause = -self._at(i, v), -self._at(i + 1, u)
        seen = any(attends(layer, u, v, self.n, self.meter) for layer in self.pattern.layers)
        need(v != u and not seen, "the next position may attend to it")
        return clause

    def _at(self, i: int, v: int) -> int:
        need(0 <= i < self.n and 0 <= v < self.n, "there is no such place or position")
        return i * self.n + v + 1
