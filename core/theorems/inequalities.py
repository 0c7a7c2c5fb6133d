"""The inequalities among measures of one matrix: what is smaller, what is larger, and why. Trusted.

M is R x C, A = 2M - J with J the matrix of ones. ``AtMost(x, y, why, f)`` says x <= f(y), a sum of measures being
written with ``+``; ``Product(x, y, relation, c, why)`` says x y <= c or x y >= c. Both are read in two ways: a lower
end of x gives one of y, an upper end of y one of x; of a sum x + x' both lower ends give one of y, and both upper ends
of a sum y + y' one of x. x y <= c takes a lower end of one factor to an upper end of the other, x y >= c an upper end
to a lower one. The parameter of measures that have one is the same. Sources beside those named: Kushilevitz, Nisan
1997; Lee, Shraibman 2009; Linial, Shraibman 2009; Jain, Klauck 2010.
"""

from fractions import Fraction
from typing import NamedTuple

from ..book import Book
from ..claims import Claim
from ..meaning.matrices import shape
from ..refuse import need
from .functions import CONSTANTS, FUNCTIONS


class AtMost(NamedTuple):
    """``smaller <= f(larger)``; ``because`` is the proof, or who proved it."""

    smaller: str
    larger: str
    because: str
    function: str = "same"

    @property
    def name(self) -> str:
        """The statement, by which a proof names it.

        >>> AtMost("gamma2_01", "gamma2", "..", "mean with one").name
        'gamma2_01 <= (gamma2 + 1) / 2'
        """
        return f"{self.smaller} <= {FUNCTIONS[self.function].words.format(self.larger)}"


class Product(NamedTuple):
    """``one * other <= constant``, or ``>=``, of two positive measures."""

    one: str
    other: str
    relation: str
    constant: str
    because: str

    @property
    def name(self) -> str:
        """The statement, by which a proof names it."""
        return f"{self.one} * {self.other} {self.relation} {self.constant}"


RANK_ONE_EACH = "the matrix of the b-entries is a sum of rectangles, of rank 1 each"
HADAMARD = (
    "Dietzfelbinger, Hromkovic, Schnitger 1996: the b-entries on the pairs make a matrix N with N o N^T = I, and the"
    " rank of a Hadamard product is at most the product of the ranks"
)
SIGNED_RANK = "A = 2M - J = J - 2(J - M), and J has rank 1"
COMPLEMENTS = "M and J - M add up to J, which has rank 1"
MINORS = "a minor that is not 0 mod a prime is not 0"
LEAVES = "the leaves of a tree of depth D are at most 2^D disjoint rectangles, each with its answer"
ANSWERS = "a message may hold the sender's answers at all inner nodes of a tree, at most 2^D - 1"
ANNOUNCED = "after the message the receiver announces the value"
SHATTERED = "a shattered set of size k needs 2^k different rows (or columns)"
INDEPENDENT = "d vectors show all 2^d sign words only if they are independent"
GF2_ROWS = "a matrix of rank r over GF(2) has at most 2^r different rows"
ASSOUAD = (
    "Assouad 1983: number 2^k shattered columns by words of k bits; the k rows that show bit 1, .., k of the numbers"
    " are shattered (k = floor(log2) of the larger dimension, or the same transposed)"
)
SIGNED_NORM = "A = 2M - J, and J has gamma_2 1"
FORSTER = "Forster 2002, a linear lower bound on the unbounded error probabilistic communication complexity"
GROTHENDIECK = (
    "Grothendieck's inequality, with Krivine's bound K <= pi / (2 ln(1 + sqrt 2)) < 1.7823 (1979): gamma_2^* <= K"
    " ||.||_{oo -> 1} <= 4 K cut norm, and min-max; 1 / (4 K) > 2500/17823"
)
ADVANTAGE = (
    "feasible weights give the answer with advantage 1 - 2 epsilon; averaged over mu, a rectangle contributes at most"
    " its weight times disc"
)
SCALED = "gamma_2 is the largest trace norm of A with rows and columns scaled by unit vectors"
FROBENIUS = "||A||_F^2 = R C is the sum of the squares of the singular values"
RANKS = ("q", "gf2", "gf3")


def _of_entries(b: int, end: str) -> tuple[AtMost, ...]:
    """Of covers, partitions and fooling sets of the entries b; ``end`` is that of the ranks of their 0/1 matrix."""
    return (
        AtMost(f"fooling{b}", f"fractional_cover{b}", "a b-rectangle holds at most one pair of a fooling set"),
        AtMost(f"fractional_cover{b}", f"cover{b}", "a cover is a fractional cover with weights 1"),
        AtMost(f"cover{b}", f"partition{b}", "a partition of the b-entries covers them"),
        AtMost(f"rank_q{end}", f"partition{b}", RANK_ONE_EACH),
        AtMost(f"smooth_rectangle{b}", f"partition{b}", "weights 1 on the parts are feasible"),
        AtMost(f"smooth_rectangle{b}", "partition_bound", "the weights given for the answer b are feasible"),
        *(AtMost(f"fooling{b}", f"rank_{field}{end}", HADAMARD, "square") for field in RANKS),
        *(AtMost(f"rank_{field}{end}", f"rank_q{end}", MINORS) for field in RANKS[1:]),
        AtMost("rank_sign", f"rank_q{end}", SIGNED_RANK, "plus one"),
        AtMost(f"rank_q{end}", "rank_sign", SIGNED_RANK, "plus one"),
    )


def _one_way(name: str, vc: str, other: str) -> tuple[AtMost, ...]:
    """Of one message, and of the sets that are shattered on its side."""
    return (
        AtMost("D", name, ANNOUNCED, "plus one"),
        AtMost(name, "D", ANSWERS, "power less one"),
        AtMost(name, "rank_gf2", GF2_ROWS),
        AtMost(vc, name, SHATTERED),
        AtMost(vc, "sign_rank", INDEPENDENT),
        AtMost(vc, other, ASSOUAD, "next power less one"),
    )


INEQUALITIES: tuple[AtMost | Product, ...] = (
    *_of_entries(0, "_complement"),
    *_of_entries(1, ""),
    *(AtMost(f"rank_{field}", f"rank_{field}_complement", COMPLEMENTS, "plus one") for field in RANKS),
    *(AtMost(f"rank_{field}_complement", f"rank_{field}", COMPLEMENTS, "plus one") for field in RANKS),
    AtMost("partition0 + partition1", "partition", "by definition"),
    AtMost("partition", "partition0 + partition1", "by definition"),
    AtMost("partition", "D", LEAVES, "power"),
    AtMost("partition_bound", "D", LEAVES, "power"),
    AtMost("cover0 + cover1", "D", LEAVES, "power"),
    *_one_way("one_way_ab", "vc_rows", "vc_columns"),
    *_one_way("one_way_ba", "vc_columns", "vc_rows"),
    AtMost("sign_rank", "rank_sign", "A has its own signs"),
    AtMost("forster", "sign_rank", FORSTER),
    AtMost("forster", "gamma2_inf", "gamma_2^*(A / R C) <= ||A|| / sqrt(R C)"),
    AtMost("gamma2_inf", "gamma2_alpha", "a larger alpha allows more"),
    AtMost("gamma2_alpha", "gamma2", "B = A is allowed"),
    AtMost("gamma2", "spectral_norm", "A = U S V: the rows of U S^1/2 and V S^1/2 have squares <= ||A||"),
    AtMost("gamma2", "rank_sign", "John 1948, on ellipsoids in convex bodies, for entries +-1", "root"),
    AtMost("gamma2_01", "partition1", "M is the sum of the parts, of gamma_2 1 each"),
    AtMost("gamma2", "gamma2_01", SIGNED_NORM, "double plus one"),
    AtMost("gamma2_01", "gamma2", SIGNED_NORM, "mean with one"),
    AtMost("disc", "disc_uniform", "the uniform distribution is one of them"),
    Product("gamma2_inf", "disc", "<=", "1", "a rectangle has gamma_2 <= 1, and min-max"),
    Product("gamma2_inf", "disc", ">=", "2500/17823", GROTHENDIECK),
    Product("partition_bound", "disc", ">=", "1 - 2 epsilon", ADVANTAGE),
    Product("disc_uniform", "forster", "<=", "1", "a sum over S x T is at most ||A|| sqrt(|S| |T|)"),
    AtMost("trace_norm", "gamma2", SCALED, "times root of cells"),
    Product("trace_norm", "spectral_norm", ">=", "R C", FROBENIUS),
    AtMost("trace_norm", "rank_sign", FROBENIUS, "root of cells times"),
    Product("forster", "spectral_norm", "<=", "sqrt(R C)", "by definition"),
    Product("forster", "spectral_norm", ">=", "sqrt(R C)", "by definition"),
)
"""Every inequality."""
BY_NAME = {row.name: row for row in INEQUALITIES}


def applied(row: AtMost | Product, found: tuple[Claim, ...], claim: Claim, book: Book) -> Fraction:
    """The bound that follows from proved bounds of the same matrix, in the order of the inequality."""
    need(claim.quantity.kind == "measure" and bool(found), "an inequality is about measures, and needs a premise")
    book.meter.charge(100 * len(found))
    need(
        all(one.statement == claim.statement and one.quantity.kind == "measure" for one in found),
        "a premise is about something else",
    )
    ends = [(one.quantity.name, one.side) for one in found]
    wanted = (claim.quantity.name, claim.side)
    parameters = {one.quantity.parameter for one in (*found, claim)} - {None}
    need(len(parameters) <= 1, "the parameters differ")
    rows, columns = shape(claim.statement)
    value, cells = sum((Fraction(one.value or 0) for one in found), Fraction(0)), rows * columns
    if isinstance(row, Product):
        given, side = ("lower", "upper") if row.relation == "<=" else ("upper", "lower")
        pairs = [([(x, given)], (y, side)) for x, y in ((row.one, row.other), (row.other, row.one))]
        need((ends, wanted) in pairs and value > 0, "the inequality does not say this")
        bounds = CONSTANTS[row.constant](cells, next(iter(parameters), Fraction(0)))
        return bounds[side == "upper"] / value
    smaller, larger = row.smaller.split(" + "), row.larger.split(" + ")
    known, asked = (smaller, larger) if claim.side == "lower" else (larger, smaller)
    says = asked == [claim.quantity.name] and ends == [(name, claim.side) for name in known]
    need(says, "the inequality does not say this")
    function = FUNCTIONS[row.function]
    return (function.falls if claim.side == "lower" else function.rises)(value, cells)
