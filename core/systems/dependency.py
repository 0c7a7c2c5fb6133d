"""The system ``dependency``: a linear dependency of some columns (or rows) of a sign pattern, which does not exist.

Let real vectors w_r and u_c have <w_r, u_c> with the sign of the pattern at (r, c), any where it is ``*``. A *dependency*
of columns c_0 .. c_(k-1) is numbers l_0 .. l_(k-1), not all 0, with sum l_i u_(c_i) = 0. Some l_i is positive: negate
all. Variable 2i+1 says that l_i > 0, variable 2i+2 that l_i < 0.

``nonzero``        some l_i > 0
``exclusive i``    l_i is not both
``row r, clause``  0 = <w_r, sum l_i u_(c_i)>, whose terms have the signs of l_i times the entries of row r. Where all
                   literals of the clause are false, no term can be negative and some is positive, or the other way
                   round: that cannot be.

Without a dependency the columns are independent whatever the vectors are, so these have k coordinates or more: sign-rank
>= k. That is m + 1 with the row ``+ .. +`` added where there is no null token (``meaning/pattern.py``), and m with one.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.pattern import pattern_of
from ..meter import Meter, walk
from ..refuse import need
from ..schema import record, word
from . import LINES, REFUTATION, Clause, clause_of, fields, refute

SIGN: Mapping[str, int | None] = {"+": 1, "-": -1, "0": 0, "*": None}
ANY, NONZERO, ZERO = frozenset((-1, 0, 1)), frozenset((-1, 1)), frozenset((0,))
Signs = frozenset[int]
OF = word("columns", "rows")
FORM = record({"of": OF, "set": LINES, **REFUTATION})


def by_dependency(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"of": "columns" | "rows", "set": [..], "given": .., "lemmas": ..}``: so many vectors are independent."""
    p = fields(FORM, proof, book.meter)
    rows, offset = vectors(claim, p.of, book.meter)
    refute(Dependency(rows, p.set, book.meter), p)
    return Proved(len(p.set) - offset, f"{len(p.set)} {p.of} independent whatever the vectors are")


def vectors(claim: Claim, of: str, meter: Meter) -> tuple[tuple[str, ...], int]:
    """The pattern whose sign-rank the claim bounds below, and how much the bound is less; ``rows``: transposed."""
    q = claim.quantity
    sized = q.kind == "size" and q.resource == "m" and q.unit_class.name == "SIGN"
    need(sized or (q.kind == "measure" and q.name == "sign_rank"), "the system is for m in class SIGN, and sign-rank")
    need(claim.side == "lower", "the system is for lower bounds")
    pattern = pattern_of(claim.statement, meter)
    need(pattern.plain, "the system is for inner products, one query for each row")
    meter.charge((pattern.count + 1) * (60 + 3 * pattern.columns))
    rows = tuple(pattern.homogeneous())
    return (rows if of == "columns" else tuple(map("".join, zip(*rows, strict=True)))), pattern.offset


class Dependency:
    """The clauses of a dependency of some columns of ``rows``."""

    schemas: Mapping[str, tuple[int, bool]] = {"nonzero": (0, False), "exclusive": (1, False), "row": (1, True)}

    def __init__(self, rows: Sequence[str], chosen: Sequence[int], meter: Meter) -> None:
        need(rows and chosen and chosen[-1] < len(rows[0]), "there is no such column")
        self.rows, self.chosen, self.meter = rows, chosen, meter

    def nonzero(self) -> Clause:
        return clause_of(self.meter, len(self.chosen), range(1, 2 * len(self.chosen), 2))

    def exclusive(self, i: int) -> Clause:
        need(0 <= i < len(self.chosen), "there is no such coefficient")
        return -(2 * i + 1), -(2 * i + 2)

    def row(self, r: int, *clause: int) -> Clause:
        need(0 <= r < len(self.rows), "there is no such row")
        known, row = signs_if_false(clause, len(self.chosen), False, self.meter), self.rows[r]
        terms = [signs_of(SIGN[row[c]], (i,), known, ANY) for i, c in enumerate(walk(self.meter, self.chosen, 10))]
        need(one_sided(terms), "the clause does not follow from the row")
        return clause


def signs_if_false(clause: Clause, count: int, uniform: bool, meter: Meter) -> dict[object, Signs]:
    """What is left of the signs of the numbers 0 .. count - 1 that a clause speaks of, where it is false.

    Variables 2i+1 and 2i+2 say that number i is positive, and negative; if no number is 0 (``uniform``), variable i+1
    says that number i is positive.
    """
    signs: dict[object, Signs] = {}
    most = count if uniform else 2 * count
    for literal in walk(meter, clause, 10):
        need(0 < abs(literal) <= most, "there is no such variable")
        if uniform:
            number, left = abs(literal) - 1, frozenset((-1 if literal > 0 else 1,))
        else:
            number, sign = (abs(literal) - 1) // 2, 1 if literal % 2 else -1
            left = frozenset((0, -sign)) if literal > 0 else frozenset((sign,))
        signs[number] = signs.get(number, ANY) & left
    return signs


def signs_of(sign: int | None, factors: Sequence[object], known: Mapping[object, Signs], others: Signs) -> Signs:
    """The signs that a product can have: of a number of this sign (None: any) and factors, of which some are known."""
    if sign == 0:
        return ZERO
    left = ANY if sign is None else frozenset((sign,))
    for factor in factors:
        left = frozenset(a * b for a in left for b in known.get(factor, others))
    return left


def one_sided(terms: Sequence[Signs]) -> bool:
    """Whether terms that can have these signs cannot add up to 0: all but 0 are of one sign, and one is not 0.

    >>> one_sided([frozenset({1}), frozenset({0, 1})]), one_sided([frozenset({1}), frozenset({0, -1})]), one_sided([])
    (True, False, False)
    """
    possible = set(chain.from_iterable(terms))
    return any(-sign not in possible and frozenset((sign,)) in terms for sign in (1, -1))
