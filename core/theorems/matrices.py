"""Theorems about measures of one matrix, with hypotheses that are evaluated on it. Trusted.

*Short side.* gamma_2 <= sqrt(k), k the lesser number of different rows and columns: B = B' E with B' of width k and
entries of absolute value at most 1 (put 1 at ``*``), and E a 0/1 matrix with one 1 in each column: the rows of B' have
length at most sqrt(k), the columns of E length 1. Or the same transposed.

*Blocky.* gamma_2 of the 0/1 matrix M is at most 1 if any two rows have equal or disjoint sets of ones: they are a union
of blocks that share neither rows nor columns; give the rows and columns of block k the unit vector e_k, all others 0.

*Antichain.* For any two listed lines i, j of the matrix some place has 1 in line i and 0 in line j. Given a cover of
the ones, let S_i be the set of rectangles that meet line i: the rectangle that holds that 1 meets i and not j, so S_i
is no subset of S_j. Subsets of k elements of which none contains another are at most C(k, floor(k/2)) (Sperner 1928;
de Caen, Gregory, Pullman 1981).

*Row sums.* ||A||^2 <= the largest sum of |(A A^T)_ij| over j: no eigenvalue exceeds it. Or A^T A, if A has fewer
columns.

*Vectors.* ||A|| >= |x^T A y| / (|x| |y|).
"""

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import NamedTuple

from ..meaning.matrices import Rows, different, masks, transposed
from ..meter import Meter, product_steps, walk
from ..refuse import need
from ..schema import Type, integer, many, word
from .functions import root_above, root_below


def short_side(rows: Rows, data: object, meter: Meter) -> Fraction:
    """The root of the lesser number of different rows and columns."""
    part = different(rows, meter)
    return root_above(Fraction(min(len(part), len(part[0]))))


def blocky(rows: Rows, data: object, meter: Meter) -> int:
    """1, if the ones are blocks."""
    held = 0
    for row in set(walk(meter, masks(rows, "1", meter), 1 + len(rows[0]) // 64)):
        need(not row & held, "two rows share a one and differ in another place")
        held |= row
    return 1


def antichain(rows: Rows, data, meter: Meter) -> int:
    """The least k such that a set of k elements has as many subsets of which none contains another."""
    turned = rows if data.of == "rows" else transposed(rows, meter)
    need(data.lines[-1] < len(turned), "there is no such line")
    meter.charge(len(data.lines) ** 2 * (2 + len(turned[0]) // 64))
    ones, zeros = masks(turned, "1", meter), masks(turned, "0", meter)
    fine = all(ones[a] & zeros[b] for a in data.lines for b in data.lines if a != b)
    need(fine, "a line may be below another one")
    k = 0
    while comb(k, k // 2) < len(data.lines):
        k += 1
    return k


def row_sums(rows: Rows, data: object, meter: Meter) -> Fraction:
    """The root of the largest sum."""
    words = rows if len(rows) <= len(rows[0]) else transposed(rows, meter)
    width, numbers = len(words[0]), masks(words, "1", meter)
    meter.charge(len(words) ** 2 * (3 + width // 64))
    return root_above(Fraction(max(sum(abs(width - 2 * (x ^ y).bit_count()) for y in numbers) for x in numbers)))


def vectors(rows: Rows, data, meter: Meter) -> Fraction:
    """The root of the square of |x^T A y| / (|x| |y|)."""
    x, y = data.left, data.right
    need(len(x) == len(rows) and len(y) == len(rows[0]) and any(x) and any(y), "a vector is 0 or of another length")
    bits = max(abs(entry).bit_length() for entry in (*x, *y))
    meter.charge(len(x) * len(y) * (2 + bits // 64) + 10 * (len(x) + len(y)) * product_steps(bits, bits))
    total = sum(y)
    sums = (2 * sum([b for b, entry in zip(y, row, strict=True) if entry == "1"]) - total for row in rows)
    form = sum(a * b for a, b in zip(x, sums, strict=True))
    return root_below(Fraction(form * form, sum(a * a for a in x) * sum(b * b for b in y)))


class OfMatrix(NamedTuple):
    """Of the measures that a matrix has, as it is seen: the side, what a proof gives, and the bound."""

    side: str
    measures: str
    data: dict[str, Type]
    value: Callable[..., Fraction | int]
    proof: str


LINES = many(integer(0), rule="increasing")
VECTOR = many(integer())
OF_MATRICES: dict[str, OfMatrix] = {
    "short side": OfMatrix("upper", "gamma2 gamma2_01 gamma2_alpha gamma2_inf", {}, short_side, "text: Short side"),
    "blocky": OfMatrix("upper", "gamma2_01", {}, blocky, "text: Blocky"),
    "antichain": OfMatrix(
        "lower", "cover1", {"of": word("rows", "columns"), "lines": LINES}, antichain, "Sperner 1928"
    ),
    "row sums": OfMatrix("upper", "spectral_norm", {}, row_sums, "text: Row sums"),
    "vectors": OfMatrix("lower", "spectral_norm", {"left": VECTOR, "right": VECTOR}, vectors, "text: Vectors"),
}
"""Every theorem about one matrix."""
