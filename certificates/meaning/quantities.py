"""The measures of a communication matrix that a claim may be about, and what each of them means. Trusted.

M is the 0/1 matrix, A = 2M - 1 its sign matrix (0 at ``*``), J the matrix of ones. A *rectangle* is a set of rows times
a set of columns; a b-rectangle (b = 0 or 1) holds no entry 1 - b (it may hold ``*``). A *completion* has 0 or 1 in
place of each ``*``. A rank of a matrix with ``*`` is the least of all completions: inequalities among ranks, and with
measures that are at most those of any completion, are those of the completion where the larger rank is least. Sources:
Kushilevitz, Nisan 1997; Lee, Shraibman 2009 (gamma_2 and discrepancy); Jain, Klauck 2010 (partition and smooth
rectangle bound).
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from ..meter import Meter
from ..refuse import need
from .matrices import Rows, complement, entries, transposed


class Measure(NamedTuple):
    """Its name in files, its definition in words, and what it is defined for.

    ``integral``: its values are integers, else claims are rational bounds of a real number. ``promise``: it is defined
    for matrices with ``*`` too. ``grows``: a part of a matrix (rows and columns left out, entries made ``*`` where
    ``promise``) has no more of it than the whole: rectangles, protocols, vectors and minors of the whole are some of
    the part, and norms do not grow where entries are deleted. ``about``: the statements it is for, of 0/1 matrices
    (``communication``) or of matrices of ``values``. ``parameter``: the name of a rational parameter, or
    empty; it lies in ``range``, the ends of which are allowed.
    """

    name: str
    definition: str
    integral: bool = True
    promise: bool = False
    grows: bool = True
    parameter: str = ""
    range: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    about: tuple[str, ...] = ("communication",)


_real = partial(Measure, integral=False)
_alpha = partial(_real, promise=True, parameter="alpha", range=(Fraction(1), Fraction(10**6)))
_rank = partial(Measure, promise=True)
_both = partial(Measure, promise=True, about=("communication", "values"))
_valued = partial(Measure, promise=True, grows=False, about=("values",))
_numbers = partial(Measure, grows=False, about=("values",))
_error = partial(_real, promise=True, grows=False, parameter="epsilon", range=(Fraction(0), Fraction(1, 2)))

_LISTED = (
    _both("D", "least depth of a protocol tree whose leaves are constant off *"),
    _both("one_way_ab", "bits of one message from Alice after which Bob knows the value"),
    _both("one_way_ba", "bits of one message from Bob after which Alice knows the value"),
    Measure("fooling0", "most 0-entries of which no two lie in one 0-rectangle", promise=True),
    Measure("fooling1", "most 1-entries of which no two lie in one 1-rectangle", promise=True),
    _real("fractional_cover0", "least weight of 0-rectangles that give each 0-entry weight >= 1", promise=True),
    _real("fractional_cover1", "least weight of 1-rectangles that give each 1-entry weight >= 1", promise=True),
    Measure("cover0", "fewest 0-rectangles that hold every 0-entry", promise=True),
    Measure("cover1", "fewest 1-rectangles that hold every 1-entry", promise=True),
    Measure("partition0", "fewest disjoint 0-rectangles that hold every 0-entry"),
    Measure("partition1", "fewest disjoint 1-rectangles that hold every 1-entry"),
    _both("partition", "fewest constant rectangles that partition the matrix", promise=False, grows=False),
    _valued("fooling", "most entries of which no two lie in one constant rectangle (* is any value)"),
    _valued("fractional_cover", "least weight of constant rectangles that give each entry weight >= 1", integral=False),
    _valued("cover", "fewest constant rectangles that hold every entry (* is any value)"),
    _numbers("rank", "rank over Q of the matrix of numbers"),
    _numbers("nonnegative_rank", "fewest nonnegative matrices of rank 1 whose sum is the matrix of numbers"),
    _numbers("psd_rank", "least k with entries tr(A_i B_j), A_i and B_j positive semidefinite k x k matrices"),
    _real("fractional_partition0", "least weight of 0-rectangles that give each 0-entry weight 1", promise=True),
    _real("fractional_partition1", "least weight of 1-rectangles that give each 1-entry weight 1", promise=True),
    _rank("rank_q", "rank of M over Q"),
    _rank("rank_gf2", "rank of M over GF(2)"),
    _rank("rank_gf3", "rank of M over GF(3)"),
    _rank("rank_q_complement", "rank of J - M over Q"),
    _rank("rank_gf2_complement", "rank of J - M over GF(2)"),
    _rank("rank_gf3_complement", "rank of J - M over GF(3)"),
    _rank("rank_sign", "rank of A over Q"),
    Measure("vc_rows", "most columns on which the rows show all 0/1 words"),
    Measure("vc_columns", "most rows on which the columns show all 0/1 words"),
    Measure("sign_rank", "least rank of a real matrix with the signs of A, any signs at *", promise=True),
    _real("spectral_norm", "largest singular value of A"),
    _real("forster", "sqrt(R C) / spectral norm of A, of the matrix as given, duplicates included", grows=False),
    _real("trace_norm", "sum of the singular values of A, of the matrix as given, duplicates included"),
    _real("disc_uniform", "largest |sum of A over a rectangle| / (R C), of the matrix as given", grows=False),
    _real("disc", "least, over weights of sum 1 off *, of the most |sum over a rectangle|", promise=True, grows=False),
    _real("gamma2", "least max |x_i| max |y_j| with <x_i, y_j> = A_ij"),
    _real("gamma2_01", "gamma_2 of the 0/1 matrix M itself: at most 1 exactly for blocky matrices"),
    _alpha("gamma2_alpha", "least gamma_2(B) with 1 <= A_ij B_ij <= alpha off *"),
    _real("gamma2_inf", "least gamma_2(B) with 1 <= A_ij B_ij off *: the margin complexity, 1 / margin", promise=True),
    _error("partition_bound", "Jain-Klauck partition bound prt_epsilon"),
    _error("smooth_rectangle0", "smooth rectangle bound srec_{epsilon, epsilon} for the value 0"),
    _error("smooth_rectangle1", "smooth rectangle bound srec_{epsilon, epsilon} for the value 1"),
)

MEASURES: dict[str, Measure] = {measure.name: measure for measure in _LISTED}
"""Every measure; the linear programs are written out in ``systems/programs.py``."""

SEEN_AS: dict[str, tuple[str, Callable[[Rows, Meter], Rows]]] = {
    "one_way_ba": ("one_way_ab", transposed), "vc_columns": ("vc_rows", transposed),
    "fooling0": ("fooling1", complement), "fractional_cover0": ("fractional_cover1", complement),
    "fractional_partition0": ("fractional_partition1", complement), "cover0": ("cover1", complement),
    "partition0": ("partition1", complement),
    "rank_q_complement": ("rank_q", complement), "rank_gf2_complement": ("rank_gf2", complement),
    "rank_gf3_complement": ("rank_gf3", complement), "smooth_rectangle0": ("smooth_rectangle1", complement),
}  # fmt: skip
"""Measures that are by definition another one of the transposed matrix, or of its complement (0 and 1 exchanged)."""


def seen(claim: Any, meter: Meter) -> tuple[str, Rows]:
    """The measure that a claim is about, by the name under which it is computed, and the matrix as that one sees it."""
    need(claim.quantity.kind == "measure", "the claim is not about a measure of a matrix")
    measure, rows = MEASURES[claim.quantity.name], entries(claim.statement, meter)
    meter.charge(len(rows) * (1 + len(rows[0]) // 64))
    need(measure.promise or not any("*" in row for row in rows), "the measure is defined for matrices without *")
    need(claim.statement.kind in measure.about, "the measure is not one of such matrices")
    name, view = SEEN_AS.get(measure.name, (measure.name, None))
    return name, rows if view is None else view(rows, meter)
