"""The system ``colouring``: messages for the rows of a matrix, after which the answer at every column is known.

Two rows *conflict* if some column has one value in the one and another in the other: they have different messages. With
k = 2^bits messages variable 1 + k i + j says that row i has message j. Refuted: more than ``bits`` bits are needed.

``some i``          row i has some message
``apart i, i', j``  rows in conflict do not both have message j
``pin t``           member t of ``pinned``, rows any two of which conflict, has message t: their messages differ, and
                    may be renamed. The empty clause if t >= k: so many messages there are not

The system ``splits``: protocols of some depth, by what their first bit does to the lines of a matrix.

A list of *parts*, rectangles of the matrix, each with a depth j: no protocol of depth <= j solves it; nor, of the last
one, the whole matrix. ``[j, rows, columns]``, by ranks: the leaves of a protocol are at most 2^j disjoint rectangles,
those with one answer add up to the 0/1 matrix of its places, and a rectangle has rank 1 modulo any prime. So a sum of
these ranks above 2^j excludes depth j, if no entry is ``*``; for j = 0 it is enough that two answers occur.

``[j, rows, columns, refutation, refutation]``, j >= 1, by first bits: if Alice speaks first, her bit colours the rows
of the part with two colours, and both halves have protocols of depth j - 1. So an earlier part inside it that has no
protocol of depth j - 1 does not have rows of one colour only. The first refutation says that no colouring does that,
the second the same of Bob and the columns. Variable i + 1 says that line i, of the matrix, has colour 1.

``edge p, c``  the lines of the earlier part p do not all have colour c = 0 or 1
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, starmap
from typing import Any

from ..book import Book, Proved
from ..claims import Claim
from ..evaluate.ranks import rank_modulo
from ..meaning.matrices import Rows, masks
from ..meaning.quantities import seen
from ..meter import Meter, walk
from ..refuse import need
from ..schema import Record, Type, integer, many, record, refuse, shown
from . import INDEX, LINES, REFUTATION, Clause, System, clause_of, refute

BITS = integer(0, 12)
"""Longest message that is refuted: a matrix has at most 2^12 rows."""
COLOURING = record({"bits": BITS, "pinned": many(INDEX, 0, rule="distinct"), **REFUTATION}, {"pinned": ()})


def colouring_refuted(p: Record, claim: Claim, book: Book) -> Proved:
    """``{"bits": b, "pinned": [row, ..], "given": .., "lemmas": ..}``: more than b bits."""
    name, rows = seen(claim, book.meter)
    need(claim.side == "lower" and name == "one_way_ab", "the system bounds one-way messages below")
    refute(Colouring(rows, 2**p.bits, p.pinned, book.meter), p)
    return Proved(p.bits + 1, f"no {2**p.bits} messages are enough")


class Colouring(System):
    """The clauses of k messages for ``rows``."""

    schemas: Mapping[str, int] = {"some": 1, "apart": 3, "pin": 1}

    def __init__(self, rows: Rows, k: int, pinned: Sequence[int], meter: Meter):
        letters = sorted({letter for row in walk(meter, rows, 2 * len(rows[0])) for letter in row} - {"*"})
        self.places, self.k, self.count = [masks(rows, letter, meter) for letter in letters], k, len(rows)
        self.known = [sum(ones) for ones in walk(meter, [*zip(*self.places, strict=True)], len(letters))]
        self.meter, self.pinned = meter, pinned
        meter.charge(len(pinned) ** 2 * (10 + len(rows[0]) // 64))
        need(all(starmap(self._conflict, combinations(pinned, 2))), "two rows that are pinned do not conflict")

    def some(self, i: int) -> Clause:
        need(0 <= i < self.count, "there is no such row")
        return clause_of(self.meter, self.k, range(1 + self.k * i, 1 + self.k * (i + 1)))

    def apart(self, i: int, other: int, j: int) -> Clause:
        need(0 <= j < self.k and self._conflict(i, other), "the rows do not conflict, or there is no such message")
        return -(1 + self.k * i + j), -(1 + self.k * other + j)

    def pin(self, t: int) -> Clause:
        need(0 <= t < len(self.pinned), "there is no such member")
        return (1 + self.k * self.pinned[t] + t,) if t < self.k else ()

    def _conflict(self, i: int, j: int) -> bool:
        need(i in range(self.count) and j in range(self.count), "there is no such row")
        self.meter.charge(5 * len(self.places))
        return any(ones[i] & self.known[j] & ~ones[j] for ones in self.places)


PRIME = 31
"""Exponent of the prime 2^31 - 1, modulo which ranks are taken."""
Part = tuple[int, tuple[frozenset[int], frozenset[int]]]
"""A depth, and a rectangle that no protocol of this depth solves."""


def _read_part(value: Any, path: str, meter: Meter) -> tuple[int, tuple[tuple[int, ...], ...], tuple[Record, ...]]:
    if not isinstance(value, list) or len(value) not in (3, 5):
        refuse(path, f"must be a list of 3 or 5 entries, got {shown(value)}")
    lines = many(LINES, 2, 2).read(value[1:3], path, meter)
    return integer(0, 64).read(value[0], path, meter), lines, many(record(REFUTATION), 0).read(value[3:], path, meter)


SPLITS = record({"parts": many(Type(_read_part))})


def splits_refuted(p: Record, claim: Claim, book: Book) -> Proved:
    """``{"parts": [..]}``: D > j, for the depth j of the last part."""
    meter, proved = book.meter, list[Part]()
    name, matrix = seen(claim, meter)
    need(claim.side == "lower" and name == "D", "the system bounds the depth of protocols below")
    for depth, (rows, columns), refutations in walk(meter, p.parts, 300):
        need(rows[-1] < len(matrix) and columns[-1] < len(matrix[0]), "a part has lines that the matrix has not")
        meter.charge(100 * (len(rows) + len(columns)))
        part: Part = depth, (frozenset(rows), frozenset(columns))
        for side, refutation in enumerate(refutations):
            need(depth >= 1, "at depth 0 there is no first bit")
            refute(Split(part, proved, side, meter), refutation)
        if not refutations:
            _by_ranks(depth, [[matrix[r][c] for c in columns] for r in walk(meter, rows, 10 * len(columns))], meter)
        proved.append(part)
    return Proved(depth + 1, f"{len(proved)} parts, each with too high a rank or bad first bits only")


def _by_ranks(depth: int, part: list[list[str]], meter: Meter) -> None:
    found = {entry for row in part for entry in row}
    meter.charge(len(found) * len(part) * (10 + len(part[0])))
    tables = ([[int(entry == answer) for entry in row] for row in part] for answer in sorted(found))
    high = depth and sum(rank_modulo(table, PRIME, meter) for table in tables) > 1 << depth
    need("*" not in found and high if depth else len(found - {"*"}) > 1, "the ranks allow a protocol")


class Split(System):
    """The clauses of a colouring of the rows (side 0) or columns (side 1) of a part by a first bit."""

    schemas: Mapping[str, int] = {"edge": 2}

    def __init__(self, part: Part, proved: Sequence[Part], side: int, meter: Meter):
        (self.depth, self.lines), self.proved, self.side, self.meter = part, proved, side, meter

    def edge(self, p: int, c: int) -> Clause:
        need(0 <= p < len(self.proved) and c in (0, 1), "there is no such part, or colour")
        depth, lines = self.proved[p]
        self.meter.charge(20 + 4 * (len(lines[0]) + len(lines[1])))
        inside = lines[0] <= self.lines[0] and lines[1] <= self.lines[1]
        need(inside and depth >= self.depth - 1, "the part is not inside, or of too small a depth")
        mine = lines[self.side]
        return clause_of(self.meter, len(mine), (-(i + 1) if c else i + 1 for i in sorted(mine)))
