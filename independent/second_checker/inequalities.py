"""Rule theorem (section 9): measures of a matrix against each other."""

import re
from fractions import Fraction
from itertools import count
from math import ceil, floor

from .claims import MEASURES, premise, rule
from .computations import inputs_of
from .matrices import log2_up
from .notation import freeze, need
from .theorems import root

OF_VALUES = """fooling <= fractional_cover; fractional_cover <= cover; cover <= partition; cover <= 2^D;
partition <= 2^D; rank <= nonnegative_rank; psd_rank <= nonnegative_rank; rank <= psd_rank + .. + 1;
one_way_ab <= 2^D - 1; one_way_ba <= 2^D - 1"""
TEMPLATES = """fooling{b} <= fractional_cover{b}; fractional_cover{b} <= cover{b}; cover{b} <= partition{b};
fractional_cover{b} <= fractional_partition{b}; fractional_partition{b} <= partition{b};
fractional_partition0 + fractional_partition1 <= 2^D;
rank_q{c} <= partition{b}; smooth_rectangle{b} <= partition{b}; smooth_rectangle{b} <= partition_bound;
fooling{b} <= rank_{F}{c}^2; rank_gf2{c} <= rank_q{c}; rank_gf3{c} <= rank_q{c}; rank_sign <= rank_q{c} + 1;
rank_q{c} <= rank_sign + 1; rank_{F} <= rank_{F}_complement + 1; rank_{F}_complement <= rank_{F} + 1;
D <= one_way_{o} + 1; one_way_{o} <= 2^D - 1; one_way_{o} <= rank_gf2; {v} <= one_way_{o}; {v} <= sign_rank;
{v} <= 2^({w} + 1) - 1; partition <= 2^D; partition0 + partition1 <= partition; partition <= partition0 + partition1;
partition_bound <= 2^D; cover0 + cover1 <= 2^D; sign_rank <= rank_sign; forster <= sign_rank; forster <= gamma2_inf;
gamma2_inf <= gamma2_alpha; gamma2_alpha <= gamma2; gamma2 <= spectral_norm; gamma2 <= sqrt(rank_sign);
gamma2_01 <= partition1; gamma2 <= 2 gamma2_01 + 1; gamma2_01 <= (gamma2 + 1) / 2; disc <= disc_uniform;
gamma2_inf * disc <= 1; gamma2_inf * disc >= 2500/17823; partition_bound * disc >= 1 - 2 epsilon;
disc_uniform * forster <= 1; trace_norm <= sqrt(R C) gamma2; trace_norm <= sqrt(R C rank_sign);
trace_norm * spectral_norm >= R C; forster * spectral_norm <= sqrt(R C); forster * spectral_norm >= sqrt(R C)"""
INEQUALITIES = {
    text.format(b=b, c=k, F=f, o=o, v=v, w=w)
    for text in " ".join(TEMPLATES.split("\n")).split("; ")
    for b, k in (("1", ""), ("0", "_complement"))
    for f in ("q", "gf2", "gf3")
    for o, v, w in (("ab", "vc_rows", "vc_columns"), ("ba", "vc_columns", "vc_rows"))
}  # fmt: skip


VALUED = set(" ".join(OF_VALUES.split("\n")).split("; "))
INEQUALITIES |= VALUED


def triangle(y):
    k = max(floor(y), 0)
    return Fraction(k * (k + 1), 2)


def triangle_up(v):
    return next(k for k in count() if triangle(k) >= v)


def power_of_two(y):
    return 2 ** min(floor(y), 64)  # more than any measure of a matrix that can be read


FORMS = {  # f(y), and the least y with v <= f(y)
    "y": (lambda y, n: y, lambda v, n: v), "y^2": (lambda y, n: y * y, lambda v, n: root(v, False)),
    "y + 1": (lambda y, n: y + 1, lambda v, n: v - 1), "2^y": (lambda y, n: power_of_two(y), lambda v, n: log_up(v)),
    "2^y - 1": (lambda y, n: power_of_two(y) - 1, lambda v, n: log_up(v + 1)),
    "2^(y + 1) - 1": (lambda y, n: power_of_two(y + 1) - 1, lambda v, n: log_up(v + 1) - 1),
    "sqrt(y)": (lambda y, n: root(y, True), lambda v, n: v * v),
    "sqrt(R C) y": (lambda y, n: root(n, True) * y, lambda v, n: v / root(n, True)),
    "sqrt(R C y)": (lambda y, n: root(n * y, True), lambda v, n: v * v / n),
    "2 y + 1": (lambda y, n: 2 * y + 1, lambda v, n: (v - 1) / 2),
    "(y + 1) / 2": (lambda y, n: (y + 1) / 2, lambda v, n: 2 * v - 1), "y + z": (lambda y, n: y, None),
    "y + .. + 1": (lambda y, n: triangle(y), lambda v, n: triangle_up(v)),
}  # fmt: skip


def log_up(v):
    return log2_up(max(1, ceil(v)))


@rule("theorem", *INEQUALITIES, of="measure", spec="from [premise]1..10")
def inequality(c, p):
    """Measures of a matrix against each other."""
    premises = [premise(c, x) for x in getattr(p, "from")]
    need(c.task == "communication" or p.word in VALUED, "an inequality of 0/1 matrices")
    need(all(x.kind == "measure" and freeze(x.s) == freeze(c.s) for x in premises), "premises about another statement")
    for name in ("alpha", "epsilon"):
        need(len({getattr(x, name) for x in [c, *premises]} - {None}) <= 1, "other parameters")
    left, relation, right = re.fullmatch(r"(.*) ([<>]=) (.*)", p.word).groups()
    rows, columns = inputs_of(c.s)
    n, ends = Fraction(rows * columns), [(x.measure, x.side) for x in premises]
    names = re.compile(r"\b(" + "|".join(sorted(MEASURES, key=len, reverse=True)) + r")\b")
    xs, ys, value = names.findall(left), names.findall(right), premises[0].value
    if "*" in left:
        other = [x for x in xs if x != c.measure]
        side, wanted = ("upper", "lower") if relation == "<=" else ("lower", "upper")
        need(c.measure in xs and c.side == side and ends == [(other[0], wanted)], "premises do not fit")
        epsilon = next((x.epsilon for x in [c, *premises] if x.epsilon is not None), 0)
        constant = {"R C": n, "sqrt(R C)": root(n, side == "upper"), "1 - 2 epsilon": 1 - 2 * epsilon}
        need(value > 0, "an end is not positive")
        return (constant[right] if right in constant else Fraction(right)) / value
    shape = names.sub("y", right) if len(ys) == 1 else "y + z"
    forward, inverse = FORMS[shape]
    if c.measure in xs and c.side == "upper":
        need(len(xs) == 1 and ends == [(y, "upper") for y in ys], "premises do not fit")
        return forward(sum(x.value for x in premises), n)
    need(c.measure in ys and len(ys) == 1 and c.side == "lower", "the inequality does not bound this")
    need(ends == [(x, "lower") for x in xs], "premises do not fit")
    return inverse(Fraction(sum(x.value for x in premises)), n)
