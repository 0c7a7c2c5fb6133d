"""The system ``colouring``: messages for the rows of a matrix, after which the answer at every column is known.

Two rows *conflict* if some column has 0 in one and 1 in the other: they have different messages. With k = 2^bits
messages variable 1 + k i + j says that row i has message j. Refuted: more than ``bits`` bits are needed.

``some i``          row i has some message
``apart i, i', j``  rows in conflict do not both have message j
``pin t``           member t of ``pinned``, rows any two of which conflict, has message t: their messages differ, and
                    may be renamed. The empty clause if t >= k: so many messages there are not
"""

from collections.abc import Mapping, Sequence

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.matrices import Rows, masks
from ..meaning.quantities import seen
from ..meter import Meter, walk
from ..refuse import need
from ..schema import Record, integer, many, record
from . import INDEX, REFUTATION, Clause, System, clause_of, refute

BITS = integer(0, 12)
"""Longest message that is refuted: a matrix has at most 2^12 rows."""
FORM = record({"bits": BITS, "pinned": many(INDEX, 0, rule="distinct"), **REFUTATION}, {"pinned": ()})


def refuted(p: Record, claim: Claim, book: Book) -> Proved:
    """``{"bits": b, "pinned": [row, ..], "given": .., "lemmas": ..}``: more than b bits."""
    name, rows = seen(claim, book.meter)
    need(claim.side == "lower" and name == "one_way_ab", "the system bounds one-way messages below")
    refute(Colouring(rows, 2**p.bits, p.pinned, book.meter), p)
    return Proved(p.bits + 1, f"no {2**p.bits} messages are enough")


class Colouring(System):
    """The clauses of k messages for ``rows``."""

    schemas: Mapping[str, int] = {"some": 1, "apart": 3, "pin": 1}

    def __init__(self, rows: Rows, k: int, pinned: Sequence[int], meter: Meter):
        self.zeros, self.ones, self.k = masks(rows, "0", meter), masks(rows, "1", meter), k
        self.meter, self.pinned = meter, pinned
        for n, i in enumerate(pinned):
            others = walk(meter, pinned[:n], 10 + len(rows[0]) // 64)
            need(all(self._conflict(i, j) for j in others), "two rows that are pinned do not conflict")

    def some(self, i: int) -> Clause:
        need(0 <= i < len(self.ones), "there is no such row")
        return clause_of(self.meter, self.k, range(1 + self.k * i, 1 + self.k * (i + 1)))

    def apart(self, i: int, other: int, j: int) -> Clause:
        need(0 <= j < self.k and self._conflict(i, other), "the rows do not conflict, or there is no such message")
        return -(1 + self.k * i + j), -(1 + self.k * other + j)

    def pin(self, t: int) -> Clause:
        need(0 <= t < len(self.pinned), "there is no such member")
        return (1 + self.k * self.pinned[t] + t,) if t < self.k else ()

    def _conflict(self, i: int, j: int) -> bool:
        need(i in range(len(self.ones)) and j in range(len(self.ones)), "there is no such row")
        return bool(self.zeros[i] & self.ones[j] | self.ones[i] & self.zeros[j])
