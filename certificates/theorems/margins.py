"""Upper bounds of the margin of unit vectors, from the sets of one size that rows ask for. Trusted.

u_c are the keys, w_r the queries, all of length 1 in R^d, and g is the margin: each row has a number t with <w_r, u_c>
>= t + g at ``+``, <= t - g at ``-``. Values are squares of margins. On n of the columns (``lines``, or all), the rows
without ``*`` there with k ``+`` are *sets of size k*. Exchanging ``+`` and ``-`` negates queries, so let k <= n - k.

*Simplex.* All sets of size k. With M_S the mean of S, M that of all, |M_S - M|^2 is on average (n-k)/(k (n-1)) times
the mean of |u_c - M|^2 <= 1, and 2 g <= |M_S - M_rest| = n/(n-k) |M_S - M|: so 4 g^2 <= n^2 / (k (n-k) (n-1)).

*Radon point.* All sets of size k, and d + 2 keys have an affine dependency: z in conv(A) and conv(B), A, B disjoint,
all coefficients positive, |A| + |B| <= d + 2. (1) k = 1, n >= d + 2: sum_A a_i |u_i - z|^2 = 1 - |z|^2, so some u_i is
within 1 of z, a mean of other keys: 2 g <= 1; d = 1: two keys are equal, and g <= 0. (2) k >= 2, 2 k + 2 <= n, d <= 2
k, and n >= 3 k or k <= 3: 2 g <= 1/k. If a set holds A and misses B, then g <= 0. If |A| = 1, a key of length 1 is a
mean of keys, so it equals each of them, and g <= 0. Let 2 <= |A| <= |B|; |B| <= 2 k. If |A| <= k, a set of size k holds
A and misses B unless |B| > n - k, which n >= 3 k excludes, and k <= 2 as well. So d < 2 k leaves g <= 0, for k = 3 as
well, where |B| <= 5 <= n - k. If |A| = |B| = k + 1, let S be A without i. Then <w_S, z> <= t - g by B, so a_i <w_S,
u_i> <= (t - g) - (1 - a_i)(t + g), and M_S scores >= t + g: 2 g / a_i <= |M_S - u_i| = (k+1)/k |M_A - u_i|, called m_i.
sum m_i^2 <= (k+1)^3 / k^2, so 2 g <= 1 / sum(1/m_i) <= sum m_i / (k+1)^2 <= 1/k. There remains k = 3, |A| = 2, |B| = 6.
Let S be A with i of B: <w_S, z> >= t + g by A, so <w_S, u_i> >= t - g + 2 g / b_i, while the mean of the others of B
scores <= t - g: 2 g / b_i <= 6/5 |M_B - u_i|, and as before 2 g <= 1/5.

*Neighbours.* d = 2, all sets of size 1, n >= 3: g <= sin(pi/n)^2. The keys divide the circle into arcs a_1, .., a_n.
Between two arcs a, b < pi lies a key at distance 2 sin(a/2) sin(b/2) from the chord of its neighbours (the foot lies in
the chord: both angles there are a/2 and b/2). Without an arc >= pi the product over all keys gives g^n <= prod
sin(a_i/2)^2 <= sin(pi/n)^(2n), as log sin is concave. With one, the n - 1 others sum to at most pi, and of (n-1)//2
disjoint pairs of neighbours one has a sum a + b <= pi / ((n-1)//2) <= 4 pi/n, so sin(a/2) sin(b/2) <= sin(pi/n)^2. The
value takes sin x <= x - x^3/3! + .. + x^13/13! at x = P/n, with pi < P.

*Packing.* Two sets S, T of size k have keys i in S, j in T that are not in both: <w_S - w_T, u_i - u_j> >= 4 g, so
|w_S - w_T| >= 2 g. Balls of radius g round the queries have disjoint interiors between the spheres of radius 1 - g and
1 + g: number * g^d <= (1 + g)^d - (1 - g)^d. Divided by g^d the right side is (1/g + 1)^d - (1/g - 1)^d, which falls
where g grows; so if it fails at g, the margin is less than g.

*No vectors.* Vectors with a margin > 0 separate the rows of each pattern: if m > d in class SIGN, there are none.
"""

from fractions import Fraction
from math import comb, factorial

from ..meaning.pattern import pattern_of
from ..meter import product_steps, walk
from ..refuse import need
from ..schema import ANYTHING, fraction, many
from .case import LINES, TRUE, Case, K, Row

PI = Fraction(314159265358979324, 10**17)
"""A little more than pi = 3.14159265358979323846.."""


def family(x: Case) -> tuple[int, int, int, bool]:
    """n, the lesser of k and n - k, how many sets of size k the rows ask for on these columns, and whether all."""
    s, k = x.s, x.k
    if s.kind == "separation":
        need(s.least <= k <= s.most and not x.p.lines, "the rows are all sets of other sizes, on all columns")
        n, number = s.N, None
    else:
        rows = pattern_of(s, x.meter).part(None, x.p.lines or None)
        n = len(rows[0])
        number = len({row for row in walk(x.meter, rows, 20 + n // 8) if row.count("+") == k and "*" not in row})
    few = min(k, n - k)
    need(few > 0, "each set must hold some of the columns and miss some")
    if few * n.bit_length() > 4000:
        need(number is not None, "so many sets are not counted")
        return n, few, number or 0, False
    x.meter.charge(10_000)
    every = comb(n, k)
    return n, few, every if number is None else number, number in (None, every)


def simplex(x: Case) -> Fraction:
    """n^2 / (4 k (n-k) (n-1))."""
    n, k, _, every = family(x)
    need(every, "not all sets of this size are asked for")
    return Fraction(n * n, 4 * k * (n - k) * (n - 1))


def radon(x: Case) -> Fraction:
    """1 / (4 k^2); 0 if d < 2 k."""
    n, k, _, every = family(x)
    fits = n >= x.z.d + 2 if k == 1 else x.z.d <= 2 * k <= n - 2 and (n >= 3 * k or k <= 3)
    need(every and fits, "there is no such Radon point")
    return Fraction(int(x.z.d >= 2 * k), 4 * k * k)


def neighbours(x: Case) -> Fraction:
    """sin(pi/n)^4, rounded up."""
    n, k, _, every = family(x)
    need(every and (k, x.z.d) == (1, 2) and n >= 3, "the keys are no neighbours on a circle")
    t = PI / n
    return Fraction(sum((-1) ** (j // 2) * t**j / factorial(j) for j in range(1, 14, 2)) ** 4)


def packing(x: Case) -> Fraction:
    """The square of a margin at which the balls would not have room."""
    number, g, d = family(x)[2], x.p.margin, x.z.d
    bits = d * (1 + max(g.numerator.bit_length(), g.denominator.bit_length()))
    x.meter.charge(100 + 10 * product_steps(bits, bits))
    x.meter.room(bits)
    need(0 < g < 1 and number * g**d > (1 + g) ** d - (1 - g) ** d, "the balls have room")
    return Fraction(g * g)


def no_vectors(x: Case) -> int:
    """0."""
    (of,) = x.found
    fits = of.statement == x.s and of.side in ("lower", "none") and of.quantity.kind == "size"
    need(fits and of.quantity.unit_class.name == "SIGN", "the premise is about something else")
    need(of.value is None or of.value > x.z.d, "the premise leaves room for vectors")
    return 0


SETS = {**K, **LINES}
OF_MARGINS = (
    Row("margin of a simplex", "upper", "", "margin", TRUE, simplex, "text: Simplex", SETS),
    Row("margin at a Radon point", "upper", "", "margin", TRUE, radon, "text: Radon point", SETS),
    Row("margin of neighbours", "upper", "", "margin", TRUE, neighbours, "text: Neighbours", SETS),
    Row("margin by packing", "upper", "", "margin", TRUE, packing, "text: Packing",
        {**SETS, "margin": fraction(0, 1)}),
    Row("margin of no vectors", "upper", "", "margin", TRUE, no_vectors, "text: No vectors",
        {"from": many(ANYTHING, 1, 1)}),
)  # fmt: skip
"""Theorems about margins; what they suppose is refused where it fails."""
