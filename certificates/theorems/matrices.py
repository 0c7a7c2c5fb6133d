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

from fractions import Fraction
from math import comb

from ..meaning.matrices import Rows, different, masks, transposed
from ..meaning.quantities import seen
from ..meter import product_steps, walk
from ..refuse import need
from ..schema import integer, many, word
from .case import LINES, TRUE, Case, Row
from .functions import root_above, root_below


def matrix(x: Case) -> Rows:
    """The matrix as the measure sees it."""
    return seen(x.claim, x.meter)[1]


def short_side(x: Case) -> Fraction:
    """The root of the lesser number of different rows and columns."""
    part = different(matrix(x), x.meter)
    return root_above(Fraction(min(len(part), len(part[0]))))


def blocky(x: Case) -> bool:
    """Whether the ones are blocks."""
    rows, held = matrix(x), 0
    for row in set(walk(x.meter, masks(rows, "1", x.meter), 1 + len(rows[0]) // 64)):
        if row & held:
            return False
        held |= row
    return True


def antichain(x: Case) -> int:
    """The least k such that a set of k elements has as many subsets of which none contains another."""
    rows, lines = matrix(x), x.p.lines
    turned = rows if x.p.of == "rows" else transposed(rows, x.meter)
    need(lines and lines[-1] < len(turned), "there is no such line, or none at all")
    x.meter.charge(len(lines) ** 2 * (2 + len(turned[0]) // 64))
    ones, zeros = masks(turned, "1", x.meter), masks(turned, "0", x.meter)
    need(all(ones[a] & zeros[b] for a in lines for b in lines if a != b), "a line may be below another one")
    return next(k for k in range(len(lines) + 1) if comb(k, k // 2) >= len(lines))


def row_sums(x: Case) -> Fraction:
    """The root of the largest sum."""
    rows = matrix(x)
    words = rows if len(rows) <= len(rows[0]) else transposed(rows, x.meter)
    width, numbers = len(words[0]), masks(words, "1", x.meter)
    x.meter.charge(len(words) ** 2 * (3 + width // 64))
    return root_above(Fraction(max(sum(abs(width - 2 * (a ^ b).bit_count()) for b in numbers) for a in numbers)))


def vectors(x: Case) -> Fraction:
    """The root of the square of |x^T A y| / (|x| |y|)."""
    rows, left, right = matrix(x), x.p.left, x.p.right
    fits = len(left) == len(rows) and len(right) == len(rows[0]) and any(left) and any(right)
    need(fits, "a vector is 0 or of another length")
    bits = max(abs(entry).bit_length() for entry in (*left, *right))
    x.meter.charge(len(rows) * len(right) * (2 + bits // 64))
    x.meter.charge(10 * (len(rows) + len(right)) * product_steps(bits, bits))
    total = sum(right)
    sums = (2 * sum([b for b, entry in zip(right, row, strict=True) if entry == "1"]) - total for row in rows)
    form = sum(a * b for a, b in zip(left, sums, strict=True))
    return root_below(Fraction(form * form, sum(a * a for a in left) * sum(b * b for b in right)))


M = "communication"
GAMMA = "gamma2 gamma2_01 gamma2_alpha gamma2_inf"
SPERNER = "Sperner 1928: subsets of k elements of which none contains another are at most C(k, floor(k/2))"
ANTICHAIN = {"of": word("rows", "columns"), **LINES}
VECTORS = {"left": many(integer()), "right": many(integer())}
OF_MATRICES = (
    Row("short side", "upper", M, GAMMA, TRUE, short_side, "text: Short side"),
    Row("blocky", "upper", M, "gamma2_01", blocky, lambda x: 1, "text: Blocky"),
    Row("antichain", "lower", M, "cover1", TRUE, antichain, SPERNER, ANTICHAIN),
    Row("row sums", "upper", M, "spectral_norm", TRUE, row_sums, "text: Row sums"),
    Row("vectors", "lower", M, "spectral_norm", TRUE, vectors, "text: Vectors", VECTORS),
)
"""Theorems about one matrix, by the names under which measures are computed."""
