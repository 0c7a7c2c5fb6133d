"""Closed forms: bounds of m at any size, from the numbers of the statement. Trusted.

k is the one number that evidence may give, for families of bounds. Where a dependency of keys is spoken of, say a <= b
of its coefficients have one and the other sign.

*Independent columns.* (``proofs/thresholds.v``) Any k keys are linearly independent in every realisation with a
coordinate of ones, hence m >= k - 1, if every dependency of at most k columns is excluded by a row that is one-sided
on it. *q-SA*: b <= k/2 entries are negative, some entry is positive; a q-subset meets the columns in s places for any
s from max(0, q - (N - k)) to min(q, k); if b <= s <= k - 1 it can cover the negative columns and miss a positive one,
and the row, 0 there, is one-sided. It is hardest for the largest b. *Thresholds*: both signs occur because of the
coordinate of ones; a set that holds the columns of one sign and none of the other excludes (Radon). A set contains the
a columns and none of the b if a <= h and l <= N - b (l, h the least and most members), and the other way round if b <=
h and l <= N - a. Neither holds in three cases: h < a; or a <= h < b and N - l < b; or b <= h and N - l < a. Each must
need more than k columns, a + b <= k, 1 <= a.

*Keys of a sphere.* Any k keys are affinely independent. Of a dependency of as few keys as there can be the two means
are equal. A key of a sphere is no mean of others, so a = b = 1 (two equal keys), or a >= 2: the cases above without a
= 1.

*Balls.* The two means of a dependency are p = sum lambda_i k_i = sum mu_j k_j. If a ball contains the a keys and none
of the b, then sum lambda_i |k_i|^2 < sum mu_j |k_j|^2, because the squares of distances to any point differ from these
by the same affine function of p. So both cannot be retrieved; and if a = 1, the ball of the b keys alone contains p. A
set contains b <= k - 1 keys and misses the others if k - 1 <= h and l <= N - b; b <= k - 2 if a >= 2.

*Squares.* Key t is (t, t^2, .., t^m). q-SA: the row of y is -f with f(t) = prod_{j in y} (t - j)^2, of degree 2q, which
is >= 1 at the other integers; with q = N every query ties all keys, m = 0. Thresholds: 1/2 - f, or f - 1/2 for the
positions off y if they are fewer. Match2: query x scores 1/2 - (t - s)^2 at key t, s the one symbol with x + s = 0 mod
M: three coefficients, and the null key is 0.

*Circle.* Keys (cos jt, sin jt), j = 1 .. r, at N points t of the circle, all of norm sqrt r; the query
-prod_{i in y} (1 - cos(t - t_i)) is 0 on y and negative off it, of degree |y| <= r; or off y, if that is less: m <= 2r.
q-SA by cosine (of which a ``scored`` pattern of q-SA always is): the same for y, m <= 2q; with q = N, m = 0.

*Pieces of a curve.* Keys (t, .., t^(2h-1)), t = 1 .. N. Then |k(t) - q|^2 - R = H(t) + L(t) with H = t^(2h) + .. +
t^(4h-2), and any L of degree 2h - 1, as q and R are free. Take g of degree 2h with double zeros at y (one of them a
higher even one if y has fewer than h members) and L = -(H mod g), so that g divides H + L. Its coefficients from degree
2h up are not negative, so it has at most 2h positive zeros (Descartes), those of g: it is positive at the other t > 0.
R a little larger makes it negative on y. (Neighbourly Delaunay triangulations: Seidel 1987.)

*Identity.* One of the two tables of the sign matrix, which has a row ``+ .. +`` more if there is no null key, is the
identity: its sign-rank is at most the number of columns, and of rows.

*Simplex.* The vertices of a simplex have any scores up to a constant, and one norm: m <= N - 1. By distance, if some
size a, 2 <= a <= N - 1, is none of l .. h: N - 2. Take a simplex with a vertices and a smaller one with N - a (a point
if that is 1), in orthogonal spaces, with one centre. Their one dependency is that the means agree, so a ball for y
fails (Farkas) only if y is all of the larger one. Of an attention matrix equal rows have one query, too: with the
queries as unit vectors m is at most their number.

*Interpolation.* Of a permutation matrix: key t is (t, t^2); -C (t - s)^2 without its constant is as large as is wanted
at s, above all other t.

*Presence.* Match of any order, units with any read-out. All queries and keys are 0; each token t has a coordinate in
the values of some head, the heads standing side by side, where its value is -1 and that of all other tokens 0. All
weights are 2^p, so S_c is 0 if t does not occur; else it falls to -2^p at the first t and stays at -2^p or below, since
that is a number of p bits, and rounding is towards 0. So the rows tell which tokens occur, rounded or not, and with the
own token that is all that the answer depends on.

*Unequal weights.* In no dimension all scores are equal, so all weights are: m >= 1 if two weights of a row are further
apart than the ratios may be off.

For averages, e_j = c w_j - [j in y]/q, the error is sum_j |e_j| (z_j = sign(e_j) reaches it), w_j are the normalised
weights, one constant c for all subsets y. If w_i <= w_j for some i in y, j off y, then |e_i| + |e_j| >= 1/q if c >= 0,
and |e_i| >= 1/q if c < 0.

*Centre.* A width v - 1, v <= 2q, v <= N - 1. Let k = N - q, s = v - k. Then m >= v if q eps < 1 and, should s >= 1, q
eps < 1 - s v^(-v/s). Let W_j = q c w_j, so q eps >= F = sum_{j in y} |W_j - 1| + sum_{j off y} W_j (and c > 0, else F
>= q). Some v + 1 keys satisfy an affine dependency: sum_B beta ln W = sum_A mu ln W for every query, both with
positive coefficients of sum 1, b = |B| <= a = |A|, a + b <= v + 1 <= 2q + 1, hence b <= q. If y contains B and none of
A, then W_i <= W_j for some i in B, j in A, and F >= 1. Such a y exists unless b + |Z| < q, Z the keys in neither. Then
let y be B, Z and the s' = q - b - |Z| = a - k keys S of A with the least mu; let sigma be the mass of S, kappa = 1 -
sigma that of the k others, O. Suppose F < 1, let d_B = sum_B (1 - W)^+, d = sum_S (W - 1)^+, V = sum_O W. Then ln(1 -
d_B) <= sum_B beta ln W <= d + kappa ln V + sum_O mu ln(mu / kappa) (Gibbs), so X = 1 - d_B has X e^-d <= C V^kappa
with ln C = sum_O mu ln(mu / kappa), and X - d <= X e^-d because X <= 1. Hence F >= 1 - X + d + V >= 1 + V - C V^kappa
>= 1 - sigma exp(sum_O mu ln mu / sigma), which is least over V. Every mu of O is at least u = sigma / s', and x ln x
is convex, so that sum_O mu ln mu is greatest at (u, .., u, r), with r = 1 - (a - 1) u >= u. There the logarithm of
what is subtracted has the derivative -ln(r) / (s' u^2) >= 0 in u, so it is greatest at u = r = 1/a: s' a^(-a/s'). That
grows with s' where a = s' + k (its logarithm has the derivative k ln(a) / s'^2), and a <= v.

*Crossings.* A width v - 1. Let r = ceil(v/2), n r <= q, q + n v <= N (so n (v + 1) <= N). Then m >= v if q eps < n.
Among v + 1 keys there are disjoint sets A and B, |B| <= r, such that no half-space contains B and misses A (Radon).
Take n such groups without common keys, and let y contain each B and meet no A. Each group costs 1/q, as above.
"""

from fractions import Fraction

from ..meaning.pattern import pattern_of
from ..meter import product_steps, walk
from .case import PATTERNS, TRUE, Case, K, Row


def all_tied(x: Case) -> bool:
    """Whether every dependency of k columns is excluded by a q-subset."""
    k, N, q = x.k, x.s.N, x.s.q
    fewest, most = max(0, q - (N - k)), min(q, k)
    return k <= N and (not k or max(k // 2, fewest) <= min(most, k - 1))


def separated(x: Case, alone: int = 1) -> bool:
    """Whether every dependency of k columns, ``alone`` at least of each sign, is excluded by a set of l to h."""
    b, c = x.s.most + 1, x.s.N - x.s.least + 1  # the least b with h < b, and with N - l < b
    return bool(x.k <= x.s.N and x.k < 2 * b and x.k < alone + max(b, c) and (c >= b or x.k < 2 * c))


def on_sphere(x: Case) -> bool:
    """Whether every dependency of k keys on a sphere is excluded."""
    return cosine(x) and separated(x, 2)


def in_balls(x: Case) -> bool:
    """Whether every dependency of k keys is excluded by balls."""
    k, N, least, most = x.k, x.s.N, x.s.least, x.s.most
    fits = k < 2 or (k - 1 <= most and least < N and (k < 4 or least <= N - k + 2))
    return distance(x) and k <= N and fits


def zeros(x: Case) -> int:
    """The most double zeros of a query: the greatest min(k, N - k) over the sizes k of the sets."""
    N, least, most = x.s.N, x.s.least, x.s.most
    return int(N // 2 if least <= N // 2 <= most else max(min(k, N - k) for k in (least, most)))


def identity(x: Case) -> int:
    """The lesser side of the sign matrix, in terms of m."""
    pattern = pattern_of(x.s, x.meter)
    return min(pattern.columns, pattern.count + pattern.offset) - pattern.offset


def simplex(x: Case) -> int:
    """One simplex, or by distance two with one centre."""
    two = x.s.least > 2 or x.s.most < x.s.N - 1
    return int(x.s.N - 1 - (distance(x) and two))


def different_rows(x: Case) -> int:
    """The lesser of L - 1 and the number of different rows of an attention matrix."""
    return int(min(x.s.L - 1, len(set(walk(x.meter, x.s.rows, 10 + max(map(len, x.s.rows)))))))


def unequal(x: Case) -> bool:
    """Whether the weights w > v of some row have w^b > 2^a v^b, the ratios being within 2^(a/b)."""
    a, b = x.s.ratio.numerator, x.s.ratio.denominator
    walk(x.meter, x.s.rows, 10 + 4 * max(map(len, x.s.rows)))
    for v, w in {(min(row), max(row)) for row in ([weight for _, weight in entries] for entries in x.s.rows)}:
        x.meter.charge(50 + 4 * product_steps(b * w.bit_length(), b * w.bit_length()))
        if a <= b * w.bit_length() and w**b > v**b << a:
            return True
    return False


def centred(x: Case) -> bool:
    """Whether the error is too small for a width of k - 1."""
    k, room, few = x.k, 1 - x.z.error * x.s.q, x.k - (x.s.N - x.s.q)
    if k > min(2 * x.s.q, x.s.N - 1) or room <= 0:
        return False
    bits = max(few, 0) * (room.numerator.bit_length() + room.denominator.bit_length()) + k * k.bit_length()
    x.meter.charge(10 + product_steps(bits, bits) if few >= 1 else 1)
    return bool(few < 1 or room**few * k**k > few**few)


def crossing(x: Case) -> bool:
    """Whether there are more groups than the error is shares."""
    N, q, k = x.s.N, x.s.q, x.k
    groups = min(q // -(-k // 2), (N - q) // k) if k else 0
    return Fraction(x.z.error * q) < groups


def below(x: Case) -> int:
    """k - 1."""
    return x.k - 1


def seen(x: Case) -> bool:
    """Whether -1 and 0 are in the grid, values have a coordinate for each token, and any read-out follows."""
    z = x.z
    beside = z.heads == 1 or z.scope is None or z.scope.combine == "concat"
    enough = z.resource == "H" or z.dv is None or z.dv * z.heads >= x.s.M
    return bool(z.read_out == "any" and z.unit_class.grid == "twos" and beside and enough)


def coordinates(x: Case) -> int:
    """What the M coordinates leave of m, or how many heads they take."""
    if x.z.resource == "H":
        return -int(-x.s.M // x.z.dv)
    return -int(-x.s.M // x.z.heads) if x.z.dv is None else 0


def averages_of(x: Case) -> int:
    """2q, or 0 if every query ties all keys."""
    return int(2 * x.s.of.q if x.s.of.q < x.s.of.N else 0)


def cosine(x: Case) -> bool:
    """Scores are cosines."""
    return bool(x.s.score == "cosine")


def distance(x: Case) -> bool:
    """Scores are distances."""
    return bool(x.s.score == "euclidean")


CLOSED_FORMS = (
    Row("columns independent", "lower", "qsa", "SIGN", all_tied, below, "text: Independent columns", K),
    Row("columns independent", "lower", "separation", "SIGN", separated, below, "text: Independent columns", K),
    Row("independent on a sphere", "lower", "retrieval", "SIGN", on_sphere, below, "text: Keys of a sphere", K),
    Row("independent in balls", "lower", "retrieval", "SIGN", in_balls, below, "text: Balls", K),
    Row("unequal weights", "lower", "attention-matrix", "SOFTMAX", unequal, lambda x: 1, "text: Unequal weights"),
    Row("centre", "lower", "averaging", "SOFTMAX", centred, lambda x: x.k, "text: Centre", K),
    Row("crossings", "lower", "averaging", "SOFTMAX", crossing, lambda x: x.k, "text: Crossings", K),
    Row("squares", "upper", "qsa", "SIGN", TRUE, lambda x: 2 * x.s.q if x.s.q < x.s.N else 0, "text: Squares"),
    Row("squares", "upper", "separation", "SIGN", TRUE, lambda x: 2 * zeros(x), "text: Squares"),
    Row("squares", "upper", "match", "SIGN", TRUE, lambda x: 3, "text: Squares"),
    Row("circle", "upper", "retrieval", "SIGN", cosine, lambda x: 2 * zeros(x), "text: Circle"),
    Row("circle", "upper", "scored", "SIGN", lambda x: x.s.of.kind == "qsa", averages_of, "text: Circle"),
    Row("curve", "upper", "retrieval", "SIGN", distance, lambda x: 2 * x.s.most - 1, "text: Pieces of a curve"),
    *(Row("identity", "upper", task, "SIGN", TRUE, identity, "text: Identity") for task in PATTERNS),
    Row("simplex", "upper", "retrieval", "SIGN", TRUE, simplex, "text: Simplex"),
    Row("simplex", "upper", "attention-matrix", "SOFTMAX", TRUE, different_rows, "text: Simplex"),
    Row("simplex", "upper", "permutation-matrix", "SOFTMAX", TRUE, lambda x: x.s.L - 1, "text: Simplex"),
    Row(
        "presence", "upper", "computation match", "FIXED ROUNDED", seen, coordinates, "text: Presence"
    ),
    Row("interpolation", "upper", "permutation-matrix", "SOFTMAX", TRUE, lambda x: 2, "text: Interpolation"),
)  # fmt: skip
"""Every closed form."""
