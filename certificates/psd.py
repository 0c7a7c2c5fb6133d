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
    that norm. Sign-rank d, without ``*``: move x_i, y_j with the signs of A so little that any d of the C columns are
    independent; then a linear map makes the y_j, scaled to length 1, have sum y_j y_j^T = (C/d) I (Forster), and its
    inverse transposed takes the x_i along. With |x_i| = 1 and r_i = min_j A_ij Z_ij >= 0: sum_j Z_ij <x_i, y_j> >= r_i
    sum_j |<x_i, y_j>| >= r_i sum_j <x_i, y_j>^2 = r_i C/d, so that (W) gives d >= 2 C sum r_i / (sum d_i + sum e_j).
*norm*: ||A|| <= s, because diag(s r_i, s c_j) - [[0, r A c], [., 0]] is positive semidefinite: for x with sums X_i
    over copies, x^T A y = sum X_i A_ij Y_j <= s (sum X_i^2 / r_i + sum Y_j^2 / c_j) / 2 <= s (|x|^2 + |y|^2) / 2.
*margin*: class GRID; B is the largest absolute value in the grid, D the distance of its ends. Rows are those of the
    pattern, with a last column ``0`` for the null key; Z has rows of sum 0, >= 0 at ``+``, <= 0 at ``-``, 0 at ``*``.
    Let T = sum over + and - of g_r |Z_rc|, g_r the gap, or the next integer if the row has a ``0`` (in a midrise grid
    the next even number: scores of odd numbers differ by even ones, and the threshold is a score). Thresholds may be
    subtracted, so sum Z_rc <w_r, u_c> >= T; so may the middle of the grid from every coordinate of the keys, which
    leaves at most D/2. Put sqrt(D/2B) a_r and sqrt(2B/D) b_c into (W): one coordinate makes at most (B D / 2)(sum d +
    sum e) / 2, and m of them make T: m B D (sum d + sum e) >= 4 T.
*ceiling*: the margin g of unit vectors, in any dimension. Z is as for margin, without a null key. With b = row_weights,
    e = column_weights, P_r the sum of the positive Z_rc: if diag(e) - Z^T diag(b) Z is positive semidefinite, then 2 g
    P_r <= sum_c Z_rc <w_r, u_c> <= |V_r|, V_r = sum_c Z_rc u_c, so 4 g^2 sum b_r P_r^2 <= sum b_r |V_r|^2 <= sum e.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain
from math import ceil
from operator import mul
from typing import Any, NamedTuple

from .book import Book, Proved
from .claims import Claim
from .definite import is_positive_semidefinite
from .grids import grid_of
from .meaning.matrices import Rows, different
from .meaning.pattern import pattern_of
from .meaning.quantities import seen
from .meter import Meter, product_steps
from .refuse import need
from .schema import Record, fraction, integer, many, record, tagged
from .theorems.case import PATTERNS

Block = Sequence[Sequence[int]]
SIGN = {"0": -1, "1": 1, "*": 0}
ROWS = many(many(integer()))
WEIGHTS = record({"block": ROWS, "row_weights": many(integer(0)), "column_weights": many(integer(0))})
GRAM = record({"scale": integer(1), "rows": ROWS, "columns": ROWS, "block": ROWS}, {"block": None})
NORM = record({"norm": fraction(0)})
PROOF = tagged("system", {"gram": GRAM, "weights": WEIGHTS, "norm": NORM, "margin": WEIGHTS, "ceiling": WEIGHTS})
NORMS = ("gamma2", "gamma2_01", "gamma2_alpha", "gamma2_inf", "trace_norm")
MEASURES = {
    "gram": ("upper", NORMS),
    "weights": ("lower", (*NORMS, "sign_rank")),
    "norm": ("upper", ("spectral_norm",)),
}
"""System -> the side and the measures that it is for."""
ISOTROPIC = "vectors in isotropic position: Forster 2002, a linear lower bound on the unbounded error complexity"
FREE = ("gamma2_alpha", "gamma2_inf")
"""Measures of which B is not given by the matrix."""


class Kinds(NamedTuple):
    """The signs of A (0 at ``*``) on one of each kind of rows and columns, and how often these occur."""

    signs: Block
    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def copies(self) -> tuple[int, ...]:
        """Of rows and columns."""
        return (*self.rows, *self.columns)

    def signed(self, block: Block) -> Iterator[tuple[int, int]]:
        """The entries of a table of this shape, with the signs of A there."""
        fits = len(block) == len(self.rows) and all(len(row) == len(self.columns) for row in block)
        need(fits, "a table has another shape than the matrix of different rows and columns")
        return zip(chain.from_iterable(block), chain.from_iterable(self.signs), strict=True)


def psd(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """What the positive semidefinite matrix of this system proves."""
    meter = book.meter
    p = PROOF.read({key: value for key, value in proof.items() if key != "rule"}, "proof", meter)
    if p.kind == "margin":
        return _margin(p, claim, meter)
    if p.kind == "ceiling":
        return _ceiling(p, claim, meter)
    measure, rows = seen(claim, meter)
    side, measures = MEASURES[p.kind]
    need(claim.side == side and measure in measures, "the system is about other measures, or the other side")
    kinds = kinds_of(rows, meter)
    value = FORMS[p.kind](p, measure, claim.quantity.parameter, kinds, meter)
    if measure == "sign_rank":
        book.cite(ISOTROPIC)
    return Proved(value, f"the {p.kind} form is positive semidefinite")


def kinds_of(rows: Rows, meter: Meter) -> Kinds:
    """One of each kind of rows and columns, in the order of their first copies."""
    meter.charge(30 * len(rows) * len(rows[0]))
    signs = [[SIGN[symbol] for symbol in row] for row in different(rows, meter)]
    return Kinds(signs, tuple(Counter(rows).values()), tuple(Counter(zip(*rows, strict=True)).values()))


def _gram(p: Record, measure: str, alpha: Fraction | None, kinds: Kinds, meter: Meter) -> Fraction:
    for triangle, side in ((p.rows, kinds.rows), (p.columns, kinds.columns)):
        need([*map(len, triangle)] == [*range(1, len(side) + 1)], "rows and columns need a triangle each")
    need((p.block is not None) == (measure in FREE), "a block is given exactly where the matrix B is free")
    if p.block is None:
        value = {1: p.scale, -1: 0 if measure == "gamma2_01" else -p.scale}
        block = [[value[sign] for sign in row] for row in kinds.signs]
    else:
        block, most = p.block, None if alpha is None else alpha * p.scale
        signed = [entry * sign for entry, sign in kinds.signed(block) if sign]
        fits = all(p.scale <= entry and (most is None or entry <= most) for entry in signed)
        need(fits, "a multiple of a sign lies outside of its range")
    _need_positive([*p.rows, *((*b, *row) for b, row in zip(zip(*block, strict=True), p.columns, strict=True))], meter)
    squares = [row[-1] for row in (*p.rows, *p.columns)]
    if measure == "trace_norm":
        return Fraction(sum(map(mul, squares, kinds.copies)), 2 * p.scale)
    return Fraction(max(squares), p.scale)


def _weights(p: Record, measure: str, alpha: Fraction | None, kinds: Kinds, meter: Meter) -> Fraction:
    above = below = 0
    for z, sign in kinds.signed(p.block):
        if measure == "gamma2_01":
            above += z if sign > 0 else 0
        elif measure not in FREE or z * sign > 0:
            above += z * sign
        else:
            need(z == 0 or (sign and alpha is not None), "the matrix B has no bound on that side")
            below += z * sign
    _weight_form(p.block, p.row_weights, p.column_weights, meter)
    total, weights = above + below * (alpha or 1), (*p.row_weights, *p.column_weights)
    if measure == "sign_rank":
        least = [min(map(mul, row, signs)) for row, signs in zip(p.block, kinds.signs, strict=True)]
        need(min(least) >= 0 and all(map(all, kinds.signs)), "a weight has the wrong sign, or the matrix a *")
        return Fraction(2 * len(kinds.columns) * sum(least), sum(weights))
    if measure == "trace_norm":
        return Fraction(total) / max(map(Fraction, weights, kinds.copies))
    return Fraction(2 * Fraction(total) / sum(weights))


def _norm(p: Record, measure: str, alpha: Fraction | None, kinds: Kinds, meter: Meter) -> Fraction:
    top, bottom = p.norm.numerator, p.norm.denominator
    meter.charge(len(kinds.rows) * len(kinds.columns) * (10 + bottom.bit_length() // 64))
    table = zip(kinds.rows, kinds.signs, strict=True)
    block = [[bottom * r * c * sign for c, sign in zip(kinds.columns, row, strict=True)] for r, row in table]
    _weight_form(block, [top * r for r in kinds.rows], [top * c for c in kinds.columns], meter)
    return Fraction(p.norm)


FORMS = {"gram": _gram, "weights": _weights, "norm": _norm}


def _margin(p: Record, claim: Claim, meter: Meter) -> Proved:
    need(claim.quantity.kind == "size" and claim.statement.kind in PATTERNS, "the system is about patterns")
    pattern, cls = pattern_of(claim.statement, meter), claim.quantity.unit_class
    need(pattern.plain and cls.name == "GRID", "the pattern is not one of inner products in a grid")
    words = [word + "0" * pattern.null for word in pattern.words()]
    meter.charge(30 * len(words) * len(words[0]))
    need([*map(len, p.block)] == [*map(len, words)], "the block has another shape than the pattern")
    tied = 2 * ceil(cls.gap / 2) if cls.grid == "midrise" else ceil(cls.gap)
    total = Fraction(0)
    for word, row in zip(words, p.block, strict=True):
        signs = all(z == 0 or s == "0" or s == "-+"[z > 0] for s, z in zip(word, row, strict=True))
        need(signs and sum(row) == 0, "a row's sum is not 0, or a weight has the wrong sign")
        total += sum(abs(z) for s, z in zip(word, row, strict=True) if s != "0") * (tied if "0" in word else cls.gap)
    _weight_form(p.block, p.row_weights, p.column_weights, meter)
    value = claim.refuted()[-1]  # what numbers reach grows with m and p
    size = claim.sizes(value)
    meter.charge(100 + product_steps(2 * size.bits, 2 * size.bits))
    ends = grid_of(cls.grid, size.bits)
    most = size.m * max(-ends[0], ends[-1]) * (ends[-1] - ends[0]) * (sum(p.row_weights) + sum(p.column_weights))
    need(most < 4 * total, "the margin is large enough at the size that is claimed to be too small")
    return Proved(value + 1, "weights on the scores of a grid")


def _ceiling(p: Record, claim: Claim, meter: Meter) -> Proved:
    need(claim.quantity.kind == "margin" and claim.side == "upper", "the system bounds margins from above")
    pattern, b, e = pattern_of(claim.statement, meter), p.row_weights, p.column_weights
    height, width, total = pattern.count, pattern.columns, 0
    meter.charge(30 * height * width)
    fits = len(p.block) == len(b) == height and {*map(len, p.block)} == {width} == {len(e)}
    need(fits, "the block has another shape than the pattern")
    for word, row, weight in zip(pattern.words(), p.block, b, strict=True):
        signs = all(z == 0 or s == "-+"[z > 0] for s, z in zip(word, row, strict=True))
        need(signs and sum(row) == 0, "a row's sum is not 0, or a weight has the wrong sign")
        total += weight * sum(z for z in row if z > 0) ** 2
    need(total, "all weights are 0")
    long = max(max(map(int.bit_length, row)) for row in p.block) + max(map(int.bit_length, b))
    some = sum(map(any, zip(*p.block, e, strict=True)))  # other columns are 0, and change nothing
    meter.charge(some * some * (4 + height * product_steps(long, long)))
    used = [(column, more) for column, more in zip(zip(*p.block, strict=True), e, strict=True) if more or any(column)]
    weighed = [[*map(mul, b, column)] for column, _ in used]
    form = [[-sum(map(mul, row, used[j][0])) for j in range(i + 1)] for i, row in enumerate(weighed)]
    _need_positive([[*row[:-1], row[-1] + more] for row, (_, more) in zip(form, used, strict=True)], meter)
    return Proved(Fraction(sum(e), 4 * total), "weights on the gaps of unit vectors")


def _weight_form(block: Block, d: Sequence[int], e: Sequence[int], meter: Meter) -> None:
    """Refuses unless the weight form is positive semidefinite, and some weight is positive."""
    need(any(d) or any(e), "some weight must be positive")
    need(len(d) == len(block) and len(e) == len(block[0]), "there must be a weight for each row and column")
    meter.room(4 * (len(d) + len(e)) ** 2)
    meter.charge((len(d) + len(e)) ** 2)
    low = ([*(-z for z in column), *[0] * j, e[j]] for j, column in enumerate(zip(*block, strict=True)))
    _need_positive([*([0] * i + [weight] for i, weight in enumerate(d)), *low], meter)


def _need_positive(triangle: Block, meter: Meter) -> None:
    need(is_positive_semidefinite(triangle, meter), "the matrix is not positive semidefinite")
