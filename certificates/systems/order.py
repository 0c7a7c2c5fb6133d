"""The system ``order``: an order of the positions in which each is attended to by the next one in some layer.

Variable i n + v + 1 says that position v comes i-th, i and v = 0 .. n-1.

``place i``            some position comes i-th
``position v``         position v has some place
``apart i, v, j, u``   for i = j and v != u, or i != j and v = u: not v i-th and u j-th
``step i, v, u``       u != v attends to v in no layer: not v i-th and u next, i + 1 <= n - 1
"""

from collections.abc import Mapping

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.masks import attends
from ..meter import Meter
from ..refuse import need
from ..schema import Record, record
from . import REFUTATION, Clause, System, clause_of, refute

FORM = record(REFUTATION)


def refuted(p: Record, claim: Claim, book: Book) -> Proved:
    """``{"given": .., "lemmas": ..}``: there is no such order. For n = 1 there is one."""
    need(claim.side == "fact" and claim.quantity.kind == "no-path", "the system is for the fact that there is no path")
    refute(Order(claim.statement, book.meter), p)
    return Proved(None, "that there is an order, written as clauses, is refuted")


class Order(System):
    """The clauses of an order of the positions of a sparse pattern."""

    schemas: Mapping[str, int] = {"place": 1, "position": 1, "apart": 4, "step": 3}

    def __init__(self, pattern: Record, meter: Meter):
        self.pattern, self.n, self.meter = pattern, int(pattern.n), meter

    def place(self, i: int) -> Clause:
        return clause_of(self.meter, self.n, (self._at(i, v) for v in range(self.n)))

    def position(self, v: int) -> Clause:
        return clause_of(self.meter, self.n, (self._at(i, v) for i in range(self.n)))

    def apart(self, i: int, v: int, j: int, u: int) -> Clause:
        need((i == j) != (v == u), "one place and two positions, or one position and two places")
        return -self._at(i, v), -self._at(j, u)

    def step(self, i: int, v: int, u: int) -> Clause:
        clause = -self._at(i, v), -self._at(i + 1, u)
        attended = any(attends(layer, u, v, self.n, self.meter) for layer in self.pattern.layers)
        need(u != v and not attended, "the next position may attend to it")
        return clause

    def _at(self, i: int, v: int) -> int:
        need(0 <= i < self.n and 0 <= v < self.n, "there is no such place or position")
        return i * self.n + v + 1
