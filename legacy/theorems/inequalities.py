"""The inequalities among measures: what is smaller, what is larger, and why. Data only; ``readings.py`` applies them.

M is R x C, A = 2M - J with J the matrix of ones, b is 0 or 1. ``AtMost(x, y, why, f)`` says x <= f(y), f being the
name of one of ``FUNCTIONS`` and a sum of measures being written with ``+``; ``Product(x, y, relation, c, why)`` says
x y <= c or x y >= c, c being one of ``CONSTANTS``. The parameters of two measures agree where both have one.
``total``: the proof needs a matrix without ``*``. Sources beside those named: Kushilevitz, Nisan 1997; Lee, Shraibman
2009; Linial, Shraibman 2009; Jain, Klauck 2010.
"""

from dataclasses import dataclass

from .monotone_functions import FUNCTIONS


@dataclass(frozen=True)
class AtMost:
    """``smaller <= f(larger)``; ``because`` is the proof, or who proved it."""

    smaller: str
    larger: str
    because: str
    function: str = "same"
    total: bool = False

    @property
    def name(self) -> str:
        """The statement, by which evidence names it.

        >>> AtMost("gamma2_01", "gamma2", "..", "mean with one").name
        'gamma2_01 <= (gamma2 + 1) / 2'
        """
        return f"{self.smaller} <= {FUNCTIONS[self.function].words.format(self.larger)}"


@dataclass(frozen=True)
class Product:
    """``one * other <= constant``, or ``>=``, of two positive measures."""

    one: str
    other: str
    relation: str
    constant: str
    because: str
    total: bool = False

    @property
    def name(self) -> str:
        """The statement, by which evidence names it.

        >>> Product("gamma2_inf", "disc", "<=", "1", "..").name
        'gamma2_inf * disc <= 1'
        """
        return f"{self.one} * {self.other} {self.relation} {self.constant}"


Inequality = AtMost | Product

RANK_ONE_EACH = "the matrix of the b-entries is a sum of rectangles, of rank 1 each"
HADAMARD = (
    "Dietzfelbinger, Hromkovic, Schnitger 1996: the b-entries on the pairs make a matrix N with N o N^T = I, and the"
    " rank of a Hadamard product is at most the product of the ranks"
)
SIGNED_RANK = "A = 2M - J = J - 2(J - M), and J has rank 1"
COMPLEMENTS = "M and J - M add up to J, which has rank 1"
LEAVES = "the leaves of a tree of depth D are at most 2^D disjoint rectangles, each with its answer"
ANSWERS = "a message may hold the sender's answers at all inner nodes of a tree, at most 2^D - 1"
ASSOUAD = (
    "Assouad 1983: number 2^k shattered columns by words of k bits; the k rows that show bit 1, .., k of the numbers"
    " are shattered (k = floor(log2) of the larger dimension, or the same transposed)"
)
SIGNED_NORM = "A = 2M - J, and J has gamma_2 1"
GROTHENDIECK = (
    "Grothendieck's inequality, with Krivine's bound K <= pi / (2 ln(1 + sqrt 2)) < 1.7823 (1979): gamma_2^* <= K"
    " ||.||_{oo -> 1} <= 4 K cut norm, and min-max; 1 / (4 K) > 2500/17823"
)
ADVANTAGE = (
    "feasible weights give the answer with advantage 1 - 2 epsilon; averaged over mu, a rectangle contributes at most"
    " its weight times disc"
)
FROBENIUS = "||A||_F^2 = R C is the sum of the squares of the singular values"


def _of_entries(b: int, suffix: str) -> tuple[AtMost, ...]:
    """Of covers, partitions and fooling sets of the entries b; ``suffix`` is that of the ranks of their 0/1 matrix."""
    return (
        AtMost(f"fooling{b}", f"fractional_cover{b}", "a b-rectangle holds at most one pair of a fooling set"),
        AtMost(f"fractional_cover{b}", f"cover{b}", "a cover is a fractional cover with weights 1"),
        AtMost(f"cover{b}", f"partition{b}", "a partition of the b-entries covers them"),
        AtMost(f"rank_q{suffix}", f"partition{b}", RANK_ONE_EACH),
        AtMost(f"smooth_rectangle{b}", f"partition{b}", "weights 1 on the parts are feasible"),
        AtMost(f"smooth_rectangle{b}", "partition_bound", "the weights given for the answer b are feasible"),
        *(AtMost(f"fooling{b}", f"rank_{field}{suffix}", HADAMARD, "square") for field in ("q", "gf2", "gf3")),
    )


INEQUALITIES: tuple[Inequality, ...] = (
    *_of_entries(0, "_complement"),
    *_of_entries(1, ""),
    AtMost("partition0 + partition1", "partition", "by definition"),
    AtMost("partition", "partition0 + partition1", "by definition"),
    # ranks
    AtMost("rank_gf2", "rank_q", "a minor that is not 0 mod a prime is not 0"),
    AtMost("rank_gf3", "rank_q", "a minor that is not 0 mod a prime is not 0"),
    AtMost("rank_sign", "rank_q", SIGNED_RANK, "plus one"),
    AtMost("rank_q", "rank_sign", SIGNED_RANK, "plus one"),
    AtMost("rank_gf2_complement", "rank_q_complement", "a minor that is not 0 mod a prime is not 0"),
    AtMost("rank_gf3_complement", "rank_q_complement", "a minor that is not 0 mod a prime is not 0"),
    AtMost("rank_sign", "rank_q_complement", SIGNED_RANK, "plus one"),
    AtMost("rank_q_complement", "rank_sign", SIGNED_RANK, "plus one"),
    AtMost("rank_q", "rank_q_complement", COMPLEMENTS, "plus one"),
    AtMost("rank_q_complement", "rank_q", COMPLEMENTS, "plus one"),
    AtMost("rank_gf2", "rank_gf2_complement", COMPLEMENTS, "plus one"),
    AtMost("rank_gf2_complement", "rank_gf2", COMPLEMENTS, "plus one"),
    AtMost("rank_gf3", "rank_gf3_complement", COMPLEMENTS, "plus one"),
    AtMost("rank_gf3_complement", "rank_gf3", COMPLEMENTS, "plus one"),
    # protocols
    AtMost("partition", "D", LEAVES, "power of two"),
    AtMost("partition_bound", "D", LEAVES, "power of two"),
    AtMost("cover0 + cover1", "D", LEAVES, "power of two"),
    AtMost("D", "one_way_ab", "after the message the receiver announces the value", "plus one"),
    AtMost("one_way_ab", "D", ANSWERS, "power of two less one"),
    AtMost("one_way_ab", "rank_gf2", "a matrix of rank r over GF(2) has at most 2^r different rows", total=True),
    AtMost("vc_rows", "one_way_ab", "a shattered set of size k needs 2^k different rows (or columns)"),
    AtMost("vc_rows", "sign_rank", "d vectors show all 2^d sign words only if they are independent"),
    AtMost("D", "one_way_ba", "after the message the receiver announces the value", "plus one"),
    AtMost("one_way_ba", "D", ANSWERS, "power of two less one"),
    AtMost("one_way_ba", "rank_gf2", "a matrix of rank r over GF(2) has at most 2^r different rows", total=True),
    AtMost("vc_columns", "one_way_ba", "a shattered set of size k needs 2^k different rows (or columns)"),
    AtMost("vc_columns", "sign_rank", "d vectors show all 2^d sign words only if they are independent"),
    AtMost("vc_rows", "vc_columns", ASSOUAD, "next power of two less one"),
    AtMost("vc_columns", "vc_rows", ASSOUAD, "next power of two less one"),
    # norms and discrepancy
    AtMost("sign_rank", "rank_sign", "A has its own signs"),
    AtMost(
        "forster",
        "sign_rank",
        "Forster 2002, a linear lower bound on the unbounded error probabilistic communication complexity",
    ),
    AtMost("forster", "gamma2_inf", "gamma_2^*(A / R C) <= ||A|| / sqrt(R C)", total=True),
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
    AtMost(
        "trace_norm",
        "gamma2",
        "gamma_2 is the largest trace norm of A with rows and columns scaled by unit vectors",
        "times root of cells",
    ),
    Product("trace_norm", "spectral_norm", ">=", "R C", FROBENIUS),
    AtMost("trace_norm", "rank_sign", FROBENIUS, "root of cells times"),
    Product("forster", "spectral_norm", "<=", "sqrt(R C)", "by definition"),
    Product("forster", "spectral_norm", ">=", "sqrt(R C)", "by definition"),
)
"""Every inequality that evidence of kind ``theorem`` may name."""
