"""The inequalities among measures of one matrix: what is smaller, what is larger, and why. Trusted.

M is R x C, A = 2M - J with J the matrix of ones; ``OF_VALUES`` hold of matrices of values, too, all others of 0/1
matrices. x + .. + 1 is x (x + 1) / 2. ``x <= f(y)``, x or y perhaps a sum of measures, and ``x * y <= c`` or
``x * y >= c`` are each read in two ways: a lower end of x gives one of y, an upper end of y one of x; of a sum x + x'
both lower ends give one of y, and both upper ends of a sum y + y' one of x. x y <= c takes a lower end of one positive
factor to an upper end of the other, x y >= c an upper end to a lower one. The parameter of measures that have one is
the same. Sources beside those named: Kushilevitz, Nisan 1997; Lee, Shraibman 2009; Linial, Shraibman 2009; Jain, Klauck
2010.
"""

from fractions import Fraction

from ..book import Book
from ..claims import Claim
from ..meaning.matrices import shape
from ..refuse import Refused, need
from .functions import CONSTANTS, FUNCTIONS

HADAMARD = (
    "Dietzfelbinger, Hromkovic, Schnitger 1996: the b-entries on the pairs make a matrix N with N o N^T = I, and the"
    " rank of a Hadamard product is at most the product of the ranks"
)
SIGNED_RANK = "A = 2M - J = J - 2(J - M), and J has rank 1"
COMPLEMENTS = "M and J - M add up to J, which has rank 1"
MINORS = "a minor that is not 0 mod a prime is not 0"
LEAVES = "the leaves of a tree of depth D are at most 2^D disjoint rectangles, each with its answer"
SIGNED_NORM = "A = 2M - J, and J has gamma_2 1"
FROBENIUS = "||A||_F^2 = R C is the sum of the squares of the singular values"
OF_ENTRIES = {
    "fooling{b} <= fractional_cover{b}": "a b-rectangle holds at most one pair of a fooling set",
    "fractional_cover{b} <= cover{b}": "a cover is a fractional cover with weights 1",
    "cover{b} <= partition{b}": "a partition of the b-entries covers them",
    "fractional_cover{b} <= fractional_partition{b}": "weights that add up to 1 are at least 1",
    "fractional_partition{b} <= partition{b}": "weights 1 on the parts",
    "rank_q{end} <= partition{b}": "the matrix of the b-entries is a sum of rectangles, of rank 1 each",
    "smooth_rectangle{b} <= partition{b}": "weights 1 on the parts are feasible",
    "smooth_rectangle{b} <= partition_bound": "the weights given for the answer b are feasible",
    "fooling{b} <= rank_q{end}^2": HADAMARD,
    "fooling{b} <= rank_gf2{end}^2": HADAMARD,
    "fooling{b} <= rank_gf3{end}^2": HADAMARD,
    "rank_gf2{end} <= rank_q{end}": MINORS,
    "rank_gf3{end} <= rank_q{end}": MINORS,
    "rank_sign <= rank_q{end} + 1": SIGNED_RANK,
    "rank_q{end} <= rank_sign + 1": SIGNED_RANK,
    "rank_q{end} <= rank_q{other} + 1": COMPLEMENTS,
    "rank_gf2{end} <= rank_gf2{other} + 1": COMPLEMENTS,
    "rank_gf3{end} <= rank_gf3{other} + 1": COMPLEMENTS,
}
"""Of covers, partitions and fooling sets of the entries b; ``end`` is that of the ranks of their 0/1 matrix."""
OF_A_MESSAGE = {
    "D <= one_way_{ab} + 1": "after the message the receiver announces the value",
    "one_way_{ab} <= rank_gf2": "a matrix of rank r over GF(2) has at most 2^r different rows",
    "{vc} <= one_way_{ab}": "a shattered set of size k needs 2^k different rows (or columns)",
    "{vc} <= sign_rank": "d vectors show all 2^d sign words only if they are independent",
    "{vc} <= 2^({other} + 1) - 1": (
        "Assouad 1983: number 2^k shattered columns by words of k bits; the k rows that show bit 1, .., k of the"
        " numbers are shattered (k = floor(log2) of the larger dimension, or the same transposed)"
    ),
}
"""Of one message, and of the sets that are shattered on its side."""


def _each(table: dict[str, str], names: str, *cases: tuple[str, ...]) -> dict[str, str]:
    given = [dict(zip(names.split(), case, strict=True)) for case in cases]
    return {row.format(**words): because for words in given for row, because in table.items()}


NODES = "a message may hold the sender's answers at all inner nodes of a tree, at most 2^D - 1"
OF_VALUES = {
    "one_way_ab <= 2^D - 1": NODES,
    "one_way_ba <= 2^D - 1": NODES,
    "fooling <= fractional_cover": "a constant rectangle holds at most one pair of a fooling set",
    "fractional_cover <= cover": "a cover is a fractional cover with weights 1",
    "cover <= partition": "a partition covers all entries",
    "partition <= 2^D": LEAVES,
    "cover <= 2^D": "the leaves of a tree of depth D are at most 2^D constant rectangles that hold every entry",
    "rank <= nonnegative_rank": "a sum of matrices of rank 1",
    "psd_rank <= nonnegative_rank": "diagonal matrices are positive semidefinite",
    "rank <= psd_rank + .. + 1": "tr(A B) is bilinear, and symmetric k x k matrices have dimension k (k + 1) / 2",
}
"""Of matrices of values as well, D and messages being of both; of numbers, the last three."""
INEQUALITIES = {
    **_each(OF_ENTRIES, "b end other", ("0", "_complement", ""), ("1", "", "_complement")),
    "partition0 + partition1 <= partition": "by definition",
    "partition <= partition0 + partition1": "by definition",
    "partition_bound <= 2^D": LEAVES,
    "cover0 + cover1 <= 2^D": LEAVES,
    "fractional_partition0 + fractional_partition1 <= 2^D": LEAVES,
    **_each(OF_A_MESSAGE, "ab vc other", ("ab", "vc_rows", "vc_columns"), ("ba", "vc_columns", "vc_rows")),
    "sign_rank <= rank_sign": "A has its own signs",
    "forster <= sign_rank": (
        "Forster 2002, a linear lower bound on the unbounded error probabilistic communication complexity"
    ),
    "forster <= gamma2_inf": "gamma_2^*(A / R C) <= ||A|| / sqrt(R C)",
    "gamma2_inf <= gamma2_alpha": "a larger alpha allows more",
    "gamma2_alpha <= gamma2": "B = A is allowed",
    "gamma2 <= spectral_norm": "A = U S V: the rows of U S^1/2 and V S^1/2 have squares <= ||A||",
    "gamma2 <= sqrt(rank_sign)": "John 1948, on ellipsoids in convex bodies, for entries +-1",
    "gamma2_01 <= partition1": "M is the sum of the parts, of gamma_2 1 each",
    "gamma2 <= 2 gamma2_01 + 1": SIGNED_NORM,
    "gamma2_01 <= (gamma2 + 1) / 2": SIGNED_NORM,
    "disc <= disc_uniform": "the uniform distribution is one of them",
    "gamma2_inf * disc <= 1": "a rectangle has gamma_2 <= 1, and min-max",
    "gamma2_inf * disc >= 2500/17823": (
        "Grothendieck's inequality, with Krivine's bound K <= pi / (2 ln(1 + sqrt 2)) < 1.7823 (1979): gamma_2^* <= K"
        " ||.||_{oo -> 1} <= 4 K cut norm, and min-max; 1 / (4 K) > 2500/17823"
    ),
    "partition_bound * disc >= 1 - 2 epsilon": (
        "feasible weights give the answer with advantage 1 - 2 epsilon; averaged over mu, a rectangle contributes at"
        " most its weight times disc"
    ),
    "disc_uniform * forster <= 1": "a sum over S x T is at most ||A|| sqrt(|S| |T|)",
    "trace_norm <= sqrt(R C) gamma2": "gamma_2 is the largest trace norm of A with its lines scaled by unit vectors",
    "trace_norm * spectral_norm >= R C": FROBENIUS,
    "trace_norm <= sqrt(R C rank_sign)": FROBENIUS,
    "forster * spectral_norm <= sqrt(R C)": "by definition",
    "forster * spectral_norm >= sqrt(R C)": "by definition",
    **OF_VALUES,
}  # fmt: skip
"""Every inequality, as a proof names it, and its proof, or who proved it."""


def applied(name: str, found: tuple[Claim, ...], claim: Claim, book: Book) -> Fraction:
    """The bound that follows from proved bounds of the same matrix, in the order of the inequality.

    An inequality says it exactly if it is what one writes with the measures at hand and some function or constant.
    """
    need(claim.quantity.kind == "measure" and bool(found), "an inequality is about measures, and needs a premise")
    book.meter.charge(100 * len(found))
    same = all(one.statement == claim.statement and one.quantity.kind == "measure" for one in found)
    need(same, "a premise is about something else")
    need(claim.statement.kind == "communication" or name in OF_VALUES, "the inequality is about 0/1 matrices")
    parameters = {one.quantity.parameter for one in (*found, claim)} - {None}
    need(len(parameters) <= 1, "the parameters differ")
    need(len({one.side for one in found}) == 1, "the inequality does not say this")
    asked, known = claim.quantity.name, " + ".join(one.quantity.name for one in found)
    (rows, columns), lower = shape(claim.statement), claim.side == "lower"
    value, cells = sum((Fraction(one.value or 0) for one in found), Fraction(0)), rows * columns
    if found[0].side == claim.side:
        smaller, larger = (known, asked) if lower else (asked, known)
        for words, (rises, falls) in FUNCTIONS.items():
            if name == f"{smaller} <= {words.format(larger)}":
                return (falls if lower else rises)(value, cells)
    for words, constant in CONSTANTS.items() if found[0].side != claim.side and value > 0 else ():
        end = f"{'>=' if lower else '<='} {words}"
        if name in (f"{asked} * {known} {end}", f"{known} * {asked} {end}"):
            return constant(cells, next(iter(parameters), Fraction(0)))[not lower] / value
    raise Refused("the inequality does not say this")
