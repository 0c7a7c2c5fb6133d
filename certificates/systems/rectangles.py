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

The system ``terms``: k nonnegative matrices of rank 1, u v^T, whose sum is a matrix M of nonnegative integers.

More terms may be 0. The rows and columns of slot s are those where u and v are positive, so the slots are a cover of
the positive entries by rectangles without a 0, and all schemas of covers hold. Beyond them,

``twice s, r, c, r', c'``  if M_rc M_r'c' > M_rc' M_r'c, not only slot s holds (r, c) and (r', c'): else M_rc = u_r v_c
                           and M_r'c' = u_r' v_c', whose product u_r v_c' u_r' v_c is at most M_rc' M_r'c

The system ``fooling``: k + 1 entries 1, no two of which lie in one rectangle without 0.

(r, c) and (r', c') lie in one if neither (r, c') nor (r', c) is 0. In a fooling set, replace each row by the first one
equal to it, and each column: the entries stay 1 and a fooling set, and stay different, because two in equal rows, or
columns, lie in one rectangle. So they are *first* entries, in first rows and columns. *Group* g = 1 .. G: the first
entries in rectangle g of the list that are in no earlier one. Each is in some group, each rectangle is without 0; so a
group has at most one entry of the set. Variable 1 + r C + c says that (r, c) is in the set; variable
R C + (g - 1)(k + 1) + t, for 1 <= t <= k + 1, that at least t of the groups 1 .. g have an entry of the set.

``pair r, c, r', c'``  two entries in one rectangle are not both in the set
``count g, t``   if t of the groups 1 .. g then t of 1 .. g - 1, or an entry of group g is in the set
``carry g, t``   if t of the groups 1 .. g then t - 1 of 1 .. g - 1
``top``          k + 1 of the groups 1 .. G

More than g of g groups never have one, 0 always have: such literals are left out, and ``carry g, 1`` is no clause.
"""

from collections.abc import Mapping, Sequence

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.matrices import indicator, transposed
from ..meaning.quantities import seen
from ..meter import Meter, walk
from ..refuse import need
from ..schema import Record, integer, many, pair, record
from . import INDEX, LINES, REFUTATION, Clause, System, clause_of, refute

COVER = record({"slots": integer(0, 4096), "order": many(pair(INDEX, INDEX), 0), **REFUTATION}, {"order": ()})


def cover_refuted(p: Record, claim: Claim, book: Book) -> Proved:
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


def terms_refuted(p: Record, claim: Claim, book: Book) -> Proved:
    """``{"slots": k, "order": [[row, column], ..], "given": .., "lemmas": ..}``: more than k terms."""
    need(claim.side == "lower" and claim.quantity.kind == "measure", "the system bounds the nonnegative rank below")
    need(claim.quantity.name == "nonnegative_rank", "the system bounds the nonnegative rank below")
    refute(Terms(claim.statement, p.slots, p.order, book.meter), p)
    return Proved(p.slots + 1, f"a sum of {p.slots} nonnegative matrices of rank 1 refuted")


class Terms(Rectangles):
    """The clauses of k nonnegative matrices of rank 1 with the sum ``statement.rows``."""

    schemas: Mapping[str, int] = {**Rectangles.schemas, "twice": 5}

    def __init__(self, statement: Record, k: int, order: Sequence[tuple[int, int]], meter: Meter):
        super().__init__(indicator(statement, bool, meter), k, order, False, meter)
        self.numbers = statement.rows

    def twice(self, s: int, r: int, c: int, i: int, j: int) -> Clause:
        need(self._is("1", r, c) and self._is("1", i, j) and 0 <= s < self.k, "no positive entries, or no such slot")
        M = self.numbers
        need(M[r][c] * M[i][j] > M[r][j] * M[i][c], "the product is no larger than the other one")
        self.meter.charge(10 * self.k)
        held = (self._held(t, *at) for t in range(self.k) if t != s for at in ((r, c), (i, j)))
        return clause_of(self.meter, 2 * self.k, held)


FOOLING = record({"size": integer(0, 4096), "rectangles": many(pair(LINES, LINES), 0), **REFUTATION})
Sides = tuple[tuple[int, ...], tuple[int, ...]]


def fooling_refuted(p: Record, claim: Claim, book: Book) -> Proved:
    """``{"size": k, "rectangles": [[rows, columns], ..], "given": .., "lemmas": ..}``: at most k entries."""
    name, rows = seen(claim, book.meter)
    need(claim.side == "upper" and name == "fooling1", "the system bounds fooling sets above")
    refute(Fooling(rows, p.size, p.rectangles, book.meter), p)
    return Proved(p.size, f"a fooling set of {p.size + 1} entries refuted")


class Fooling(System):
    """The clauses of a fooling set of k + 1 first entries 1 of ``rows``."""

    schemas: Mapping[str, int] = {"pair": 4, "count": 2, "carry": 2, "top": 0}

    def __init__(self, rows: Sequence[str], k: int, rectangles: Sequence[Sides], meter: Meter) -> None:
        self.rows, self.k, self.meter, self.R, self.C = rows, k, meter, len(rows), len(rows[0])
        firsts = _first(rows, meter), _first(transposed(tuple(rows), meter), meter)
        meter.charge(150 * len(firsts[0]) * len(firsts[1]))
        left = {(r, c) for r in firsts[0] for c in firsts[1] if rows[r][c] == "1"}
        self.groups: list[list[int]] = []
        for one, other in walk(meter, rectangles, 100):
            need(one[-1] < self.R and other[-1] < self.C, "a rectangle has lines that the matrix has not")
            cells = [(r, c) for r in walk(meter, one, 1 + 10 * len(other)) for c in other]
            need(not any(rows[r][c] == "0" for r, c in cells), "a rectangle holds a 0")
            self.groups.append([1 + r * self.C + c for r, c in cells if (r, c) in left])
            left.difference_update(cells)
        need(not left, "an entry is in no group")

    def pair(self, r: int, c: int, i: int, j: int) -> Clause:
        need(r in range(self.R) and i in range(self.R) and c in range(self.C) and j in range(self.C), "no such entry")
        fits = (r, c) != (i, j) and "0" not in self.rows[r][j] + self.rows[i][c]
        need(fits, "the entries do not lie in one rectangle")
        return -(1 + r * self.C + c), -(1 + i * self.C + j)

    def count(self, g: int, t: int) -> Clause:
        start, group = self._start(g, t), self.groups[g - 1]
        return clause_of(self.meter, len(start) + len(group), (*start, *group))

    def carry(self, g: int, t: int) -> Clause:
        need(t > 1, "nothing is carried")
        return (*self._start(g, t)[:1], *self._some(g - 1, t - 1))

    def top(self) -> Clause:
        return self._some(len(self.groups), self.k + 1)

    def _start(self, g: int, t: int) -> Clause:
        need(1 <= g <= len(self.groups) and 1 <= t <= min(g, self.k + 1), "there is no such number of groups")
        return -self._some(g, t)[0], *self._some(g - 1, t)

    def _some(self, g: int, t: int) -> Clause:
        """The literal that says at least t >= 1 of the groups 1 .. g; none where t > g, which is false."""
        return (self.R * self.C + (g - 1) * (self.k + 1) + t,) if t <= g else ()


def _first(lines: Sequence[str], meter: Meter) -> list[int]:
    """The lines that are the first of those equal to them."""
    numbered = [*enumerate(walk(meter, lines, 100 + len(lines[0]) // 8))]
    return list({line: number for number, line in reversed(numbered)}.values())
