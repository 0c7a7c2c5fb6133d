"""The inequalities among measures, each with its proof: what a bound of one says about another.

The checker applies rules as evidence of kind ``implied``; ``headcount measure`` applies them all, so that a violated
inequality shows up as crossed bounds. M is R x C, A = 2M - 1, b is 0 or 1. The parameters of two measures agree where
both have one. Sources: Kushilevitz, Nisan 1997; Lee, Shraibman 2009; Linial, Shraibman 2009; Jain, Klauck 2010.
"""

from fractions import Fraction

from .rule import (
    NO_END,
    NOTHING,
    Rule,
    at_most,
    at_most_one_more,
    least_exponent,
    power_of_two,
    product_at_least,
    product_at_most,
    root_above,
    root_below,
)

GROTHENDIECK = Fraction(17823, 10000)
"""Above Krivine's bound pi / (2 ln(1 + sqrt 2)) = 1.78221.. of Grothendieck's constant K."""


def _rectangles() -> list[Rule]:
    rules: list[Rule] = []
    for b, end in ((0, "_complement"), (1, "")):
        fooling, cover, partition = f"fooling{b}", f"cover{b}", f"partition{b}"
        rules += at_most(fooling, f"fractional_{cover}", "a b-rectangle holds at most one pair of a fooling set")
        rules += at_most(f"fractional_{cover}", cover, "a cover is a fractional cover with weights 1")
        rules += at_most(cover, partition, "a partition of the b-entries covers them")
        rules += at_most(
            f"rank_q{end}", partition, "the matrix of the b-entries is a sum of rectangles, of rank 1 each"
        )
        rules += at_most(f"smooth_rectangle{b}", partition, "weights 1 on the parts are feasible")
        rules += at_most(f"smooth_rectangle{b}", "partition_bound", "the weights given for the answer b are feasible")
        for field in ("q", "gf2", "gf3"):
            # On k pairs of a fooling set the matrix N of the b-entries has N o N^T = identity, and the rank of a
            # Hadamard product is at most the product of the ranks: k <= rank(N)^2 (Dietzfelbinger et al. 1996).
            rank = f"rank_{field}{end}"
            rules += at_most(
                fooling,
                rank,
                "the b-entries on the pairs make a matrix N with N o N^T = I",
                lambda y: y * y,
                root_above_integer,
                f"{fooling} <= {rank}^2",
            )
    for side in ("lower", "upper"):
        parts = (("partition0", side), ("partition1", side))
        rules.append(Rule(_SUM, parts, ("partition", side), lambda v, cells: v[0] + v[1], "by definition"))
    return rules


_SUM = "partition = partition0 + partition1"


def root_above_integer(value: Fraction) -> Fraction:
    """The least integer whose square is at least the value.

    >>> root_above_integer(Fraction(5)), root_above_integer(Fraction(1, 4))
    (Fraction(3, 1), Fraction(1, 1))
    """
    root = root_above(value, 1)
    return Fraction(-(-root.numerator // root.denominator))


def _ranks() -> list[Rule]:
    rules: list[Rule] = []
    for end in ("", "_complement"):
        for field in ("gf2", "gf3"):
            rules += at_most(f"rank_{field}{end}", f"rank_q{end}", "a minor that is not 0 mod a prime is not 0")
        rules += at_most_one_more("rank_sign", f"rank_q{end}", "A = 2M - J = J - 2(J - M), and J has rank 1")
        rules += at_most_one_more(f"rank_q{end}", "rank_sign", "A = 2M - J = J - 2(J - M), and J has rank 1")
    for field in ("q", "gf2", "gf3"):
        one, other = f"rank_{field}", f"rank_{field}_complement"
        rules += at_most_one_more(one, other, "M and J - M add up to J, which has rank 1")
        rules += at_most_one_more(other, one, "M and J - M add up to J, which has rank 1")
    return rules


def _protocols() -> list[Rule]:
    leaves = "the leaves of a tree of depth D are at most 2^D disjoint rectangles, each with its answer"
    rules = [
        *at_most("partition", "D", leaves, power_of_two, least_exponent, "partition <= 2^D"),
        *at_most("partition_bound", "D", leaves, power_of_two, least_exponent, "partition_bound <= 2^D"),
        Rule(
            "cover0 + cover1 <= 2^D",
            (("cover0", "lower"), ("cover1", "lower")),
            ("D", "lower"),
            lambda v, cells: least_exponent(v[0] + v[1]),
            leaves,
        ),
    ]
    for way, vc in (("one_way_ab", "vc_rows"), ("one_way_ba", "vc_columns")):
        rules += at_most_one_more("D", way, "after the message the receiver announces the value")
        rules += at_most(
            way,
            "D",
            "a message may hold the sender's answers at all inner nodes of a tree, at most 2^D - 1",
            lambda y: power_of_two(y) - 1,
            lambda x: least_exponent(x + 1),
            f"{way} <= 2^D - 1",
        )
        rules += at_most(way, "rank_gf2", "a matrix of rank r over GF(2) has at most 2^r different rows", total=True)
        rules += at_most(vc, way, "a shattered set of size k needs 2^k different rows (or columns)")
        rules += at_most(vc, "sign_rank", "d vectors show all 2^d sign words only if they are independent")
    for one, other in (("vc_rows", "vc_columns"), ("vc_columns", "vc_rows")):
        # Number 2^k shattered columns by k-bit words; row i with bit i of the numbers exists for each i < k, and on
        # these k rows the columns show every word.
        rules += at_most(
            one,
            other,
            "a shattered set of size 2^k shatters k of the other side (Assouad 1983)",
            lambda y: power_of_two(y + 1) - 1,
            lambda x: Fraction(max(int(max(x, Fraction(0))).bit_length() - 1, 0)),
            f"{one} < 2^({other} + 1)",
        )
    return rules


_SIGNED = "A = 2M - J, and J has gamma_2 1"


def _norms() -> list[Rule]:
    norm, root_rank = "||A||_F^2 = R C is the sum of the squares of the singular values", "gamma2 <= sqrt(rank_sign)"
    rules = [
        *at_most("sign_rank", "rank_sign", "A has its own signs"),
        *at_most("forster", "sign_rank", "Forster 2002"),
        *at_most("forster", "gamma2_inf", "gamma_2^*(A / R C) <= ||A|| / sqrt(R C)", total=True),
        *at_most("gamma2_inf", "gamma2_alpha", "a larger alpha allows more"),
        *at_most("gamma2_alpha", "gamma2", "B = A is allowed"),
        *at_most("gamma2", "spectral_norm", "A = U S V: the rows of U S^1/2 and V S^1/2 have squares <= ||A||"),
        *at_most(
            "gamma2",
            "rank_sign",
            "John's theorem, with entries +-1",
            root_above,
            lambda x: max(x, Fraction(0)) ** 2,
            root_rank,
        ),
        *at_most("gamma2_01", "partition1", "M is the sum of the parts, of gamma_2 1 each"),
        *at_most(
            "gamma2", "gamma2_01", _SIGNED, lambda y: 2 * y + 1, lambda x: (x - 1) / 2, "gamma2 <= 2 gamma2_01 + 1"
        ),
        *at_most(
            "gamma2_01", "gamma2", _SIGNED, lambda y: (y + 1) / 2, lambda x: 2 * x - 1, "gamma2_01 <= (gamma2 + 1) / 2"
        ),
        *at_most("disc", "disc_uniform", "the uniform distribution is one of them"),
        *product_at_most("gamma2_inf", "disc", Fraction(1), "a rectangle has gamma_2 <= 1, and min-max"),
        *product_at_least(
            "gamma2_inf", "disc", 1 / (4 * GROTHENDIECK), "gamma_2^* <= K ||.||_{oo -> 1} <= 4 K cut norm, and min-max"
        ),
        # With w_{z,R} feasible, w_{f,R} - w_{1-f,R} summed over the rectangles of a promised entry is >= 1 - 2 epsilon.
        # Averaged over mu, a rectangle contributes at most w_{z,R} times |its sum of mu A|, which is at most disc.
        *product_at_least(
            "partition_bound",
            "disc",
            Fraction(1),
            "feasible weights give the answer with advantage 1 - 2 epsilon, a rectangle at most disc",
            lambda epsilon: 1 - 2 * epsilon,
            "partition_bound * disc >= 1 - 2 epsilon",
        ),
        *product_at_most("disc_uniform", "forster", Fraction(1), "a sum over S x T is at most ||A|| sqrt(|S| |T|)"),
        Rule(
            "gamma2 >= trace_norm / sqrt(R C)",
            (("trace_norm", "lower"),),
            ("gamma2", "lower"),
            lambda v, cells: v[0] / root_above(Fraction(cells)),
            "gamma_2 is the largest trace norm of A with rows and columns scaled by unit vectors",
        ),
        Rule(
            "gamma2 >= trace_norm / sqrt(R C)",
            (("gamma2", "upper"),),
            ("trace_norm", "upper"),
            lambda v, cells: v[0] * root_above(Fraction(cells)),
            "gamma_2 is the largest trace norm of A with rows and columns scaled by unit vectors",
        ),
        Rule(
            "trace_norm >= R C / spectral_norm",
            (("spectral_norm", "upper"),),
            ("trace_norm", "lower"),
            lambda v, cells: cells / v[0] if v[0] > 0 else NOTHING,
            norm,
        ),
        Rule(
            "trace_norm <= sqrt(rank_sign R C)",
            (("rank_sign", "upper"),),
            ("trace_norm", "upper"),
            lambda v, cells: root_above(v[0] * cells),
            norm,
        ),
    ]
    for given, wanted in (("spectral_norm", "forster"), ("forster", "spectral_norm")):
        rules.append(
            Rule(
                _FORSTER,
                ((given, "upper"),),
                (wanted, "lower"),
                lambda v, cells: root_below(cells / v[0] ** 2) if v[0] > 0 else NOTHING,
                "by definition",
            )
        )
        rules.append(
            Rule(
                _FORSTER,
                ((given, "lower"),),
                (wanted, "upper"),
                lambda v, cells: root_above(cells / v[0] ** 2) if v[0] > 0 else NO_END,
                "by definition",
            )
        )
    return rules


_FORSTER = "forster * spectral_norm = sqrt(R C)"

RULES: tuple[Rule, ...] = (*_rectangles(), *_ranks(), *_protocols(), *_norms())
"""Every rule. A name may stand for several: one for each direction in which an inequality can be read."""


def find_rule(name: str, conclusion: tuple[str, str], premises: tuple[tuple[str, str], ...]) -> Rule | None:
    """The rule of this name that concludes this from these.

    >>> find_rule("fooling1 <= fractional_cover1", ("fractional_cover1", "lower"), (("fooling1", "lower"),)).proof
    'a b-rectangle holds at most one pair of a fooling set'
    """
    for rule in RULES:
        if (rule.name, rule.conclusion, rule.premises) == (name, conclusion, premises):
            return rule
    return None
