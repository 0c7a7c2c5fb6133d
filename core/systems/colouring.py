"""The systems ``colouring`` (messages for the rows of a matrix) and ``splits`` (of its lines, by a first bit).

*Colouring.* Two rows *conflict* if some column has 0 in one and 1 in the other: they have different messages. With k =
2^bits messages variable 1 + k i + j says that row i has message j. Refuted: more than ``bits`` bits are needed.

``some i``         row i has some message
``apart i, i', j`` rows in conflict do not both have message j
``pin t``          member t of ``pinned``, rows any two of which conflict, has message t, for their messages differ and
                   may be renamed; the empty clause if t >= k, because so many messages there are not

*Splits.* A list of *parts*, rectangles of the matrix, each with a depth j: no protocol of depth <= j solves it, nor, of
the last one, the whole matrix. ``[j, rows, columns]``, by ranks: the leaves of a protocol are at most 2^j disjoint rectangles,
those with answer 1 add up to the part M, those with answer 0 to J - M, and a rectangle has rank 1 modulo any prime. So
rank M + rank (J - M) > 2^j excludes depth j, if no entry is ``*``; for j = 0 both answers do. ``[j, rows, columns,
refutation, refutation]``, j >= 1, by first bits: if Alice speaks first, her bit colours the rows with two colours, and
both halves have protocols of depth j - 1. So an earlier part inside, of depth >= j - 1, does not have rows of one colour
only. The first refutation says that no colouring does that, the second the same of Bob's columns. Variable i + 1 says
that line i, of the matrix, has colour 1.

``edge p, c``      the rows (columns) of the earlier part p do not all have colour c = 0 or 1
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..book import Book, Proved
from ..claims import Claim
from ..evaluate.ranks import rank_modulo
from ..meaning.matrices import Rows, masks
from ..meaning.quantities import seen
from ..meter import Meter, walk
from ..refuse import need
from ..schema import Record, Type, integer, many, record, refuse, shown
from . import INDEX, LINES, REFUTATION, Clause, clause_of, fields, refute

BITS = 12
"""Longest message that is refuted; a matrix has at most 2^12 rows."""
PRIME = 31
"""Exponent of the prime 2^31 - 1, modulo which ranks are taken."""
COLOURING = record({"bits": integer(0, BITS), "pinned": many(INDEX, 0, rule="distinct"), **REFUTATION}, {"pinned": ()})


def by_colouring(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"bits": b, "pinned": [row, ..], "given": .., "lemmas": ..}``: more than b bits."""
    p = fields(COLOURING, proof, book.meter)
    name, rows = seen(claim, book.meter)
    need(claim.side == "lower" and name == "one_way_ab", "the system bounds one-way messages below")
    refute(Colouring(rows, 2**p.bits, p.pinned, book.meter), p)
    return Proved(p.bits + 1, f"no {2**p.bits} messages are enough")


class Colouring:
    """The clauses of k messages for ``rows``."""

    schemas: Mapping[str, tuple[int, bool]] = {"some": (1, False), "apart": (3, False), "pin": (1, False)}

    def __init__(self, rows: Rows, k: int, pinned: Sequence[int], meter: Meter) -> None:
        self.zeros, self.ones, self.k = masks(rows, "0", meter), masks(rows, "1", meter), k
        self.meter, self.pinned = meter, pinned
        for n, i in enumerate(pinned):
            conflicts = [self._conflict(i, j) for j in walk(meter, pinned[:n], 5 + len(rows[0]) // 64)]
            need(i < len(rows) and all(conflicts), "two rows that are pinned do not conflict")

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
        need(0 <= min(i, j) and max(i, j) < len(self.ones), "there is no such row")
        return bool(self.zeros[i] & self.ones[j] | self.ones[i] & self.zeros[j])


class Part(NamedTuple):
    """A rectangle that no protocol of this depth solves."""

    depth: int
    lines: tuple[frozenset[int], frozenset[int]]


def _read_part(value: Any, path: str, meter: Meter) -> tuple[int, tuple[tuple[int, ...], ...], tuple[Record, ...]]:
    if not isinstance(value, list) or len(value) not in (3, 5):
        refuse(path, f"must be a list of 3 or 5 entries, got {shown(value)}")
    lines = many(LINES, 2, 2).read(value[1:3], path, meter)
    return integer(0, 64).read(value[0], path, meter), lines, many(record(REFUTATION), 0).read(value[3:], path, meter)


SPLITS = record({"parts": many(Type(_read_part))})


def by_splits(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"parts": [..]}``: D > j, for the depth j of the last part."""
    parts, meter, proved = fields(SPLITS, proof, book.meter).parts, book.meter, list[Part]()
    name, rows = seen(claim, meter)
    need(claim.side == "lower" and name == "D", "the system bounds the depth of protocols below")
    for depth, lines, refutations in walk(meter, parts, 200):
        need(lines[0][-1] < len(rows) and lines[1][-1] < len(rows[0]), "a part has lines that the matrix has not")
        meter.charge(100 * (len(lines[0]) + len(lines[1])))
        part = Part(depth, (frozenset(lines[0]), frozenset(lines[1])))
        if refutations:
            need(depth >= 1, "a part of depth 0 has no first bit")
            for side, refutation in enumerate(refutations):
                refute(Split(part, proved, side, meter), refutation)
        else:
            _by_ranks(depth, [[rows[r][c] for c in lines[1]] for r in walk(meter, lines[0], 10 * len(lines[1]))], meter)
        proved.append(part)
    return Proved(depth + 1, f"{len(parts)} parts, each with too high a rank or bad first bits only")


def _by_ranks(depth: int, part: list[list[str]], meter: Meter) -> None:
    found = {entry for row in part for entry in row}
    if depth == 0:
        need({"0", "1"} <= found, "a part has one answer")
        return
    need("*" not in found, "ranks are for parts without *")
    ranks = [rank_modulo([[int(entry == answer) for entry in row] for row in part], PRIME, meter) for answer in "01"]
    need(sum(ranks) > 1 << depth, "the ranks allow a protocol")


class Split:
    """The clauses of a colouring of the rows (side 0) or columns (side 1) of a part by a first bit."""

    schemas: Mapping[str, tuple[int, bool]] = {"edge": (2, False)}

    def __init__(self, part: Part, proved: Sequence[Part], side: int, meter: Meter) -> None:
        self.part, self.proved, self.side, self.meter = part, tuple(proved), side, meter

    def edge(self, p: int, c: int) -> Clause:
        need(0 <= p < len(self.proved) and c in (0, 1), "there is no such part, or colour")
        depth, lines = self.proved[p]
        self.meter.charge(len(lines[0]) + len(lines[1]))
        inside = all(mine <= whole for mine, whole in zip(lines, self.part.lines, strict=True))
        need(inside and depth >= self.part.depth - 1, "the part is not inside, or of too small a depth")
        mine = lines[self.side]
        return clause_of(self.meter, len(mine), ((-1 if c else 1) * (i + 1) for i in sorted(mine)))
