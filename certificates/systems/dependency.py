"""The system ``dependency``: a linear dependency of some columns (or rows) of a sign pattern, which does not exist.

Let real vectors w_r, u_c have <w_r, u_c> of the sign that the pattern has at (r, c), of any where it is ``*``. Columns
c_0 .. c_(k-1) are *dependent* if sum l_i u_(c_i) = 0 for numbers l_i that are not all 0; some l_i > 0, else negate all.
Variable 2i+1 says that l_i > 0, variable 2i+2 that l_i < 0.

``nonzero``        some l_i > 0
``exclusive i``    l_i is not both
``row r, clause``  0 = <w_r, sum l_i u_(c_i)>, whose terms have the signs of l_i times the entries of row r. Where all
                   literals of the clause are false, no term can be negative and some is positive, or the other way
                   round: that cannot be.

Without a dependency the columns are independent whatever the vectors are, and these have k coordinates or more: k is at
most the sign-rank, which is m with a null token, and m + 1 without one, with the row ``+ .. +`` added
(``meaning/pattern.py``).
"""

from collections.abc import Mapping, Sequence
from itertools import chain

from ..book import Book, Proved
from ..claims import Claim
from ..meter import Meter, walk
from ..refuse import need
from ..schema import Record, record
from ..theorems.lines import OF, vectors
from . import LINES, REFUTATION, Clause, System, clause_of, refute

FORM = record({"of": OF, "set": LINES, **REFUTATION})
SIGN: Mapping[str, int | None] = {"+": 1, "-": -1, "0": 0, "*": None}
ANY = frozenset((-1, 0, 1))
Signs = frozenset[int]
Term = tuple[int | None, tuple[object, ...]]
"""A product: the sign of a number (None: any), and factors."""


def refuted(p: Record, claim: Claim, book: Book) -> Proved:
    """``{"of": "columns" | "rows", "set": [..], "given": .., "lemmas": ..}``: so many vectors are independent."""
    rows, offset = vectors(claim, p.of, book.meter)
    refute(Dependency(rows, p.set, book.meter), p)
    return Proved(len(p.set) - offset, f"{len(p.set)} {p.of} independent whatever the vectors are")


class Signed(System):
    """Clauses about the signs of ``count`` numbers; variables 2i+1 and 2i+2, or i+1 if no number is 0 (``uniform``)."""

    def __init__(self, count: int, uniform: bool, meter: Meter) -> None:
        self.count, self.uniform, self.meter = count, uniform, meter

    def exclusive(self, i: int) -> Clause:
        need(0 <= i < self.count and not self.uniform, "there is no number that might have both signs")
        return -(2 * i + 1), -(2 * i + 2)

    def if_false(self, clause: Clause) -> dict[object, Signs]:
        """What is left of the signs of the numbers that a clause speaks of, where it is false."""
        signs: dict[object, Signs] = {}
        for literal in walk(self.meter, clause, 10):
            need(0 < abs(literal) <= self.count * (2 - self.uniform), "there is no such variable")
            number, sign = (abs(literal) - 1, 1) if self.uniform else ((abs(literal) - 1) // 2, literal % 2 * 2 - 1)
            left = {sign} if literal < 0 else {-sign} if self.uniform else {0, -sign}
            signs[number] = signs.get(number, ANY) & left
        return signs

    def signs(self, term: Term, known: Mapping[object, Signs]) -> Signs:
        """The signs that the product can have, as far as the signs of its factors are known."""
        sign, factors = term
        left = ANY if sign is None else frozenset((sign,))
        for factor in factors if sign != 0 else ():
            left = frozenset(a * b for a in left for b in known.get(factor, ANY))
        return left

    def follows(self, terms: Sequence[Term], clause: Clause) -> Clause:
        """The clause: where it is false, terms but 0 have one sign, and there is one, so their sum is not 0."""
        known = self.if_false(clause)
        found = [self.signs(term, known) for term in terms]
        possible = set(chain.from_iterable(found))
        one_sided = any(-sign not in possible and {sign} in found for sign in (1, -1))
        need(one_sided, "the clause does not follow from the identity")
        return clause


class Dependency(Signed):
    """The clauses of a dependency of some columns of ``rows``."""

    schemas: Mapping[str, int] = {"nonzero": 0, "exclusive": 1, "row": ~1}

    def __init__(self, rows: Sequence[str], chosen: Sequence[int], meter: Meter) -> None:
        super().__init__(len(chosen), False, meter)
        need(chosen[-1] < len(rows[0]), "there is no such column")
        self.rows, self.chosen = rows, chosen

    def nonzero(self) -> Clause:
        return clause_of(self.meter, self.count, range(1, 2 * self.count, 2))

    def row(self, r: int, *clause: int) -> Clause:
        need(0 <= r < len(self.rows), "there is no such row")
        chosen = enumerate(walk(self.meter, self.chosen, 10))
        return self.follows([(SIGN[self.rows[r][c]], (i,)) for i, c in chosen], clause)
