"""Rule 4, psd: one symmetric integer matrix, made of the statement and numbers, is positive semidefinite. Trusted.

``{"rule": "psd", "system": .., ..}``. A block matrix [[P, B], [B^T, Q]] is positive semidefinite exactly if it is the
Gram matrix of some x_1, .., y_1, ..: <x_i, y_j> = B_ij, the *Gram form*. And if diag(d, e) - [[0, Z], [Z^T, 0]] is,
the *weight form*, then for all vectors

    2 sum Z_ij <x_i, y_j>  <=  sum d_i |x_i|^2 + sum e_j |y_j|^2        (W)

There is a vector for each different row and column of a matrix (in the order of first copies); it serves for all
copies, whose numbers are r_i and c_j. Sources: Lee, Shraibman 2009; Linial, Shraibman 2009; Forster 2002.

*gram*: scale, rows (the lower triangle of P), columns (of Q), of ``gamma2_alpha`` and ``gamma2_inf`` the block B, all
    integers over the scale. B is A (``gamma2``, ``trace_norm``), M (``gamma2_01``), or has 1 <= A_ij B_ij off ``*``,
    and <= alpha. gamma_2 <= the largest entry of the diagonal; ||A||_tr <= half the sum of the diagonal, copies
    counted, because A = X Y^T and ||X Y^T||_tr <= ||X||_F ||Y||_F.
*weights*: block Z, row_weights d, column_weights e >= 0, not all 0. gamma_2 >= 2 <Z, B> / (sum d + sum e): in (W)
    vectors may be scaled to squares of at most gamma_2(B). Leaving out copies does not increase gamma_2. B is fixed,
    or else A_ij Z_ij = z contributes at least z if z >= 0, at least alpha z if z < 0 (without alpha, z < 0 is not
    allowed), and at ``*`` only Z_ij = 0 is. ||A||_tr >= <A, Z> / max(d_i / r_i, e_j / c_j): give each entry of kinds
    i, j the weight Z_ij / (r_i c_j), each row d_i / r_i, each column e_j / c_j. (W) holds for these as well, because
    the square of a mean over copies is at most the mean of the squares; so the matrix of entry weights has at most
    that norm.
*norm*: ||A|| <= s, because diag(s r_i, s c_j) - [[0, r A c], [., 0]] is positive semidefinite: for x with sums X_i
    over copies, x^T A y = sum X_i A_ij Y_j <= s (sum X_i^2 / r_i + sum Y_j^2 / c_j) / 2 <= s (|x|^2 + |y|^2) / 2.
*margin*: class GRID; B is the largest absolute value in the grid, D the distance of its ends. Rows are those of the
    pattern, with a last column ``0`` for the null key; Z has rows of sum 0, >= 0 at ``+``, <= 0 at ``-``, 0 at ``*``.
    Let T = sum over + and - of g_r |Z_rc|, g_r the gap, or the next integer if the row has a ``0`` (in a midrise grid
    the next even number: scores of odd numbers differ by even ones, and the threshold is a score). Thresholds may be
    subtracted, so sum Z_rc <w_r, u_c> >= T; so may the middle of the grid from every coordinate of the keys, which
    leaves at most D/2. Put sqrt(D/2B) a_r and sqrt(2B/D) b_c into (W): one coordinate makes at most (B D / 2)(sum d +
    sum e) / 2, and m of them make T: m B D (sum d + sum e) >= 4 T.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import ceil, isqrt
from operator import mul
from typing import Any, NamedTuple

from .book import Book, Proved
from .claims import Claim
from .grids import grid_of
from .meaning.matrices import Rows, different
from .meaning.pattern import pattern_of
from .meaning.quantities import seen
from .meter import Meter
from .refuse import need
from .schema import Record, fraction, integer, many, record, tagged
from .theorems.closed_forms import PATTERNS

Triangle = Sequence[Sequence[int]]
"""The lower triangle of a symmetric matrix: row i holds the entries 0 to i."""
Block = tuple[tuple[int, ...], ...]
ROWS = many(many(integer()))
WEIGHTS = {"block": ROWS, "row_weights": many(integer(0)), "column_weights": many(integer(0))}
PROOF = tagged(
    "system",
    {
        "gram": record({"scale": integer(1), "rows": ROWS, "columns": ROWS, "block": ROWS}, {"block": None}),
        "weights": record(WEIGHTS),
        "norm": record({"norm": fraction(0)}),
        "margin": record(WEIGHTS),
    },
)
GAMMA = ("gamma2", "gamma2_01", "gamma2_alpha", "gamma2_inf")


def psd(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """What the positive semidefinite matrix of this system proves."""
    p = PROOF.read({key: value for key, value in proof.items() if key != "rule"}, "proof", book.meter)
    if p.kind == "margin":
        return _margin(p, claim, book.meter)
    measure, rows = seen(claim, book.meter)
    side, measures, prove = SYSTEMS[p.kind]
    need(claim.side == side and measure in measures, "the system is about other measures, or the other side")
    return Proved(
        prove(p, measure, claim.quantity.parameter, kinds_of(rows, book.meter), book.meter),
        f"the {p.kind} form is positive semidefinite",
    )


class Kinds(NamedTuple):
    """The signs of A (0 at ``*``) on one of each kind of rows and columns, and how often these occur."""

    signs: Block
    rows: tuple[int, ...]
    columns: tuple[int, ...]


def kinds_of(rows: Rows, meter: Meter) -> Kinds:
    """One of each kind of rows and columns, in the order of their first copies."""
    part = different(rows, meter)
    meter.charge(4 * len(rows) * len(rows[0]))
    signs = tuple(tuple(map({"0": -1, "1": 1, "*": 0}.__getitem__, row)) for row in part)
    return Kinds(signs, tuple(Counter(rows).values()), tuple(Counter(zip(*rows, strict=True)).values()))


def _shaped(block: Block, kinds: Kinds) -> Block:
    fits = len(block) == len(kinds.rows) and all(len(row) == len(kinds.columns) for row in block)
    need(fits, "a table has another shape than the matrix of different rows and columns")
    return block


def _gram(p: Record, measure: str, alpha: Fraction | None, kinds: Kinds, meter: Meter) -> Fraction:
    lengths = [*map(len, p.rows)], [*map(len, p.columns)]
    need(
        lengths == ([*range(1, len(kinds.rows) + 1)], [*range(1, len(kinds.columns) + 1)]),
        "a triangle is needed for rows and columns",
    )
    need(
        (p.block is not None) == (measure in ("gamma2_alpha", "gamma2_inf")),
        "a block is given where the matrix B is free",
    )
    meter.charge(20 * len(kinds.rows) * len(kinds.columns))
    if p.block is None:
        zero = 0 if measure == "gamma2_01" else -p.scale
        block = tuple(tuple(p.scale if sign > 0 else zero for sign in row) for row in kinds.signs)
    else:
        block = _shaped(p.block, kinds)
        signed = [
            b * sign
            for row, signs in zip(block, kinds.signs, strict=True)
            for b, sign in zip(row, signs, strict=True)
            if sign
        ]
        fits = all(b >= p.scale and (alpha is None or b <= alpha * p.scale) for b in signed)
        need(fits, "a multiple of a sign lies outside of its range")
    low = [[*column, *row] for column, row in zip(zip(*block, strict=True), p.columns, strict=True)]
    _need_positive([*p.rows, *low], meter)
    diagonal = [row[-1] for row in (*p.rows, *p.columns)]
    if measure == "trace_norm":
        return Fraction(sum(map(mul, diagonal, (*kinds.rows, *kinds.columns))), 2 * p.scale)
    return Fraction(max(diagonal), p.scale)


def _weight_form(block: Block, d: Sequence[int], e: Sequence[int], meter: Meter) -> None:
    """Refuses unless it is positive semidefinite, and some weight is positive."""
    need(any(d) or any(e), "some weight must be positive")
    need(len(d) == len(block) and len(e) == len(block[0]), "there must be a weight for each row and column")
    meter.room(4 * (len(d) + len(e)) ** 2)
    triangle = [[0] * i + [weight] for i, weight in enumerate(d)]
    _need_positive(
        [*triangle, *([*(-z for z in column), *[0] * j, e[j]] for j, column in enumerate(zip(*block, strict=True)))],
        meter,
    )


def _weights(p: Record, measure: str, alpha: Fraction | None, kinds: Kinds, meter: Meter) -> Fraction:
    _weight_form(_shaped(p.block, kinds), p.row_weights, p.column_weights, meter)
    meter.charge(20 * len(kinds.rows) * len(kinds.columns))
    free, total = measure in ("gamma2_alpha", "gamma2_inf"), Fraction(0)
    for row, signs in zip(p.block, kinds.signs, strict=True):
        for z, sign in zip(row, signs, strict=True):
            if not free or z * sign > 0:
                total += z * sign if measure != "gamma2_01" else z * (sign > 0)
            elif z:
                need(sign and alpha is not None, "the matrix B has no bound on that side")
                total += (alpha or 0) * z * sign
    if measure == "trace_norm":
        return total / max(map(Fraction, (*p.row_weights, *p.column_weights), (*kinds.rows, *kinds.columns)))
    return 2 * total / (sum(p.row_weights) + sum(p.column_weights))


def _norm(p: Record, measure: str, alpha: Fraction | None, kinds: Kinds, meter: Meter) -> Fraction:
    top, bottom = p.norm.numerator, p.norm.denominator
    meter.charge(5 * len(kinds.rows) * len(kinds.columns))
    block = tuple(
        tuple(bottom * r * c * sign for c, sign in zip(kinds.columns, row, strict=True))
        for r, row in zip(kinds.rows, kinds.signs, strict=True)
    )
    _weight_form(block, [top * r for r in kinds.rows], [top * c for c in kinds.columns], meter)
    return Fraction(p.norm)


SYSTEMS = {
    "gram": ("upper", (*GAMMA, "trace_norm"), _gram),
    "weights": ("lower", (*GAMMA, "trace_norm"), _weights),
    "norm": ("upper", ("spectral_norm",), _norm),
}
"""Form -> the side and the measures that it is for, and what it proves."""


def _margin(p: Record, claim: Claim, meter: Meter) -> Proved:
    z = claim.quantity
    asked = (
        z.kind == "size" and claim.side == "lower" and z.unit_class.name == "GRID" and claim.statement.kind in PATTERNS
    )
    need(asked, "the system is about patterns in class GRID")
    pattern, cls = pattern_of(claim.statement, meter), z.unit_class
    need(pattern.plain, "the pattern is not one of inner products, one query for each row")
    words = [word + "0" * pattern.null for word in pattern.words()]
    need(
        len(words) == len(p.block) and all(len(row) == len(words[0]) for row in p.block),
        "the block has another shape than the pattern",
    )
    meter.charge(10 * len(words) * len(words[0]))
    tied = 2 * ceil(cls.gap / 2) if cls.grid == "midrise" else ceil(cls.gap)
    total = Fraction(0)
    for word, row in zip(words, p.block, strict=True):
        need(sum(row) == 0, "a row's sum is not 0")
        wrong = any(
            x and (s == "*" or (s == "+" and x < 0) or (s == "-" and x > 0)) for s, x in zip(word, row, strict=True)
        )
        need(not wrong, "a weight has the wrong sign")
        total += sum(abs(x) for s, x in zip(word, row, strict=True) if s in "+-") * (tied if "0" in word else cls.gap)
    _weight_form(p.block, p.row_weights, p.column_weights, meter)
    for value in claim.refuted():
        size = claim.sizes(value)
        meter.charge(100 + size.bits // 8)
        meter.room(4 * size.bits)
        ends = grid_of(cls.grid, size.bits)
        most = size.m * max(-ends[0], ends[-1]) * (ends[-1] - ends[0]) * (sum(p.row_weights) + sum(p.column_weights))
        need(most < 4 * total, "the margin is large enough at the size that is claimed to be too small")
    return Proved(claim.refuted()[-1] + 1, "weights on the scores of a grid")


def _need_positive(triangle: Triangle, meter: Meter) -> None:
    need(is_positive_semidefinite(triangle, meter), "the matrix is not positive semidefinite")


def is_positive_semidefinite(triangle: Triangle, meter: Meter) -> bool:
    """Whether x^T M x >= 0 for all real x; both answers are proved.

    >>> is_positive_semidefinite([[1], [1, 1]], Meter()), is_positive_semidefinite([[1], [2, 3]], Meter())
    (True, False)
    """
    if any(row[-1] < 0 for row in triangle):
        return False
    order, bits = len(triangle), max(abs(entry).bit_length() for row in triangle for entry in row)
    meter.charge(order**3 // 2 * (1 + bits // 256))
    if squares_and_remainder(triangle, bits):
        return True
    meter.charge(order**3 // 2 * (1 + order * bits // 128))
    return eliminated(triangle)


def squares_and_remainder(triangle: Triangle, bits: int) -> bool:
    """Whether 4^k M = L L^T + E is found with E_ii >= sum of |E_ij| over j != i.

    Such an E is positive semidefinite: x^T E x >= sum_i E_ii x_i^2 - sum_{i != j} |E_ij| (x_i^2 + x_j^2) / 2 >= 0. L is
    found column by column as in Cholesky's method, and E holds the remainders of the integer divisions, so that the
    identity is exact whatever L is. ``room`` is kept back on the diagonal for E. It finds every M that stays positive
    semidefinite when about 1 is taken from its diagonal.
    """
    order = len(triangle)
    shift = (bits + 1) // 2 + order.bit_length() + 4
    room = order * (isqrt(max(row[-1] for row in triangle) << (2 * shift)) + 1)  # a remainder is at most L_jj / 2
    roots: list[list[int]] = [[] for _ in range(order)]
    outweighed = [0] * order
    for j in range(order):
        head = roots[j]
        left = (triangle[j][j] << (2 * shift)) - sum(map(mul, head, head))
        root = isqrt(left - room) if left > room else 0
        if root == 0:
            return False
        outweighed[j] += left - root * root
        for i in range(j + 1, order):
            rest = (triangle[i][j] << (2 * shift)) - sum(map(mul, roots[i], head))
            quotient = (2 * rest + root) // (2 * root)
            remainder = abs(rest - quotient * root)
            outweighed[i] -= remainder
            outweighed[j] -= remainder
            roots[i].append(quotient)
        head.append(root)
    return all(excess >= 0 for excess in outweighed)


def eliminated(triangle: Triangle) -> bool:
    """Whether symmetric elimination meets no negative pivot, and a zero pivot in zero rows only.

    With a pivot a > 0 and the rest of its column b, M is positive semidefinite exactly if the Schur complement
    C - b b^T / a is. With a zero pivot it is exactly if b = 0 and C is: x^T M x is linear in that coordinate. Entries
    are kept as a product with the last pivot but one (Bareiss 1968), which makes them minors of M, hence integers.

    >>> eliminated([[0], [0, 4], [0, 2, 1]]), eliminated([[0], [1, 5]])
    (True, False)
    """
    rest, last = [list(row) for row in triangle], 1
    while rest:
        pivot, column = rest[0][0], [row[0] for row in rest[1:]]
        if pivot < 0 or (pivot == 0 and any(column)):
            return False
        if pivot == 0:
            rest = [row[1:] for row in rest[1:]]
            continue
        rest = [
            [(pivot * entry - a * b) // last for entry, b in zip(row[1:], column, strict=False)]
            for row, a in zip(rest[1:], column, strict=True)
        ]
        last = pivot
    return True
