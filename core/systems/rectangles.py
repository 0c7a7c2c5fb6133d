"""The system ``rectangles``: k slots, each a rectangle without 0, that hold every 1 of a matrix; or each 1 once.

A cover (a partition: disjoint ones) by at most k rectangles is one by k: add empty ones. With R rows, C columns and
slots s = 0 .. k-1 the variables say, counted on from s (R + C + R C) + 1: row r is one of slot s; column c is; the
entry (r, c), a 1, is held by slot s. An entry ``*`` may be in any number of slots.

``zero s, r, c``       a 0: not both row r and column c
``inside s, r, c, x``  a 1 that is held has its row (x = 0), its column (else) in the slot
``held s, r, c``       a 1 whose row and column are in the slot is held by it
``some r, c``          a 1 is held by some slot
``once r, c, s, t``    partitions: a 1 is not held by two slots
``ordered i``          entry number i of ``order``, a 1, is held by one of the slots 0 .. i < k. For number the
                       rectangles: go through ``order``, and if none that holds the entry has a number, give the next
                       one to one that does, if any; before entry i at most i numbers are given.
"""

from collections.abc import Mapping, Sequence

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.quantities import seen
from ..meter import Meter
from ..refuse import need
from ..schema import Record, integer, many, pair, record
from . import INDEX, REFUTATION, Clause, System, clause_of, refute

FORM = record({"slots": integer(0, 4096), "order": many(pair(INDEX, INDEX), 0), **REFUTATION}, {"order": ()})


def refuted(p: Record, claim: Claim, book: Book) -> Proved:
    """``{"slots": k, "order": [[row, column], ..], "given": .., "lemmas": ..}``: more than k rectangles."""
    name, rows = seen(claim, book.meter)
    need(claim.side == "lower" and name in ("cover1", "partition1"), "the system bounds covers and partitions below")
    disjoint = name == "partition1"
    refute(Rectangles(rows, p.slots, p.order, disjoint, book.meter), p)
    return Proved(p.slots + 1, f"{p.slots} {'disjoint ' if disjoint else ''}rectangles refuted")


class Rectangles(System):
    """The clauses of k rectangles that hold every 1 of ``rows``."""

    schemas: Mapping[str, int] = {"zero": 3, "inside": 4, "held": 3, "some": 2, "once": 4, "ordered": 1}

    def __init__(self, rows: Sequence[str], k: int, order: Sequence[tuple[int, int]], disjoint: bool, meter: Meter):
        self.rows, self.k, self.order, self.disjoint, self.meter = rows, k, order, disjoint, meter
        self.R, self.C = len(rows), len(rows[0])

    def zero(self, s: int, r: int, c: int) -> Clause:
        need(self._is("0", r, c), "the entry is not 0")
        return -self._slot(s, r), -self._slot(s, self.R + c)

    def inside(self, s: int, r: int, c: int, x: int) -> Clause:
        return -self._held(s, r, c), self._slot(s, self.R + c if x else r)

    def held(self, s: int, r: int, c: int) -> Clause:
        return self._held(s, r, c), -self._slot(s, r), -self._slot(s, self.R + c)

    def some(self, r: int, c: int) -> Clause:
        need(self._is("1", r, c), "the entry is not 1")
        return clause_of(self.meter, self.k, (self._held(s, r, c) for s in range(self.k)))

    def once(self, r: int, c: int, s: int, t: int) -> Clause:
        need(self.disjoint and s != t, "for two slots of a partition only")
        return -self._held(s, r, c), -self._held(t, r, c)

    def ordered(self, i: int) -> Clause:
        need(0 <= i < len(self.order), "the order has no such entry")
        return clause_of(self.meter, i + 1, (self._held(s, *self.order[i]) for s in range(i + 1)))

    def _is(self, entry: str, r: int, c: int) -> bool:
        return 0 <= r < self.R and 0 <= c < self.C and self.rows[r][c] == entry

    def _slot(self, s: int, line: int) -> int:
        """The variable of a row, a column, or an entry of a slot."""
        need(0 <= s < self.k, "there is no such slot")
        return 1 + s * (self.R + self.C + self.R * self.C) + line

    def _held(self, s: int, r: int, c: int) -> int:
        need(self._is("1", r, c), "the entry is not 1")
        return self._slot(s, self.R + self.C + r * self.C + c)
