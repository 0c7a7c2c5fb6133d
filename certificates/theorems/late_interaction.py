"""Several vectors for a document and for a query: bounds of m by numbers of sets, and one table for all sets. Trusted.

A document has S vectors, a query t; the score is sum_i max_s <q_i, k_s>. A row is a set of documents, those that score
above all others. n documents, R different sets of them that rows ask for, neither empty nor all; ``columns`` names the
documents that are looked at (all if left out), rows with a ``*`` there are left out. Scores are strictly apart, so that
vectors may be moved a little: none is 0, and no two lines or hyperplanes meet where they need not.

*Cells.* m = k. Documents fixed, the n S (S - 1) / 2 hyperplanes <q, k_s - k_s'> = 0 cut the space of a query vector
into P cells at most, P = 2 sum_{i<k} C(n S (S-1)/2 - 1, i) (Schlaefli; P = 1 if S = 1 or k = 0), in each of which every
document has one vector that wins. For one of the C(P + t - 1, t) choices of cells for t query vectors scores are n
linear functions of t k numbers. So the rows for this choice are halves of n points of R^(t k) by a hyperplane, of
which there are 2 sum_{i<=tk} C(n - 1, i) at most (Cover), none and all among them (thresholds are free). Hence no m = k
if R + 2 exceeds the product; a bound that holds for a smaller m, too.

*Hull.* t = 1, m = 2, rows of k documents, R >= 2 of them. As the direction of the query turns once round, the k highest
documents change R times at least, each time by two documents that exchange the places k and k + 1. Keep each document
with probability 1/k. With probability (1/k)^2 (1 - 1/k)^(k-1) the two are kept, and the k - 1 above are not; then they
are highest of what is kept, and their vectors are the ends of an edge of the convex hull of all vectors kept. It has
as many edges as vertices at most, S for each document kept (two points: two sides of one edge). Different changes are
different directions, so different edges: R (k-1)^(k-1) <= S n k^k. If not, m >= 3.

*Plane.* All sets of least to most of N documents, 2 <= k <= N - 2 for some size k: m >= 2. Where m = 1 documents are
points of the plane, seen from directions of one half turn (map ``line``), so that each two change places once at most.
Fix k - 2 documents, and four more of which each pair completes the set: each of the 6 pairs is highest of the four at
some time. So there are 5 changes at the places 2 and 3, and between two of them one at other places, or the first would
be undone: 9 changes, of 6 pairs.

*Runs.* All sets of least to most of N documents; S >= 2, t >= min(k, N - k) for all sizes k: m <= 2. Let documents be
u_j and -u_j, all in strictly convex position, in the order of their directions mod pi. A row that is no constant has
rho maximal cyclic runs, rho <= min(k, N - k). For a run draw the line through the midpoints of the two edges of the
polygon at which it begins and ends, <g, w> = 1 (they are less than half a turn apart, even if the run has N - 1
documents): |<g, u>| > 1 at its documents and < 1 at others. max |<g_i, w>| over the runs i is the support function of
the polygon of all +-g_i, which has 2 rho edges at most, in opposite pairs +-2 q_s; so it is sum_s |<q_s, w>| (a polygon
with a centre is a sum of segments), and |<q, u>| is the larger of <q, u> and <q, -u>. So rho queries do it, with
threshold 1. Constant rows ask for nothing.
"""

from dataclasses import replace
from math import comb

from ..meaning.pattern import pattern_of
from ..meter import product_steps
from ..refuse import need
from ..schema import integer, many
from .case import Case, Row
from .closed_forms import zeros
from .needs import choose

GIVEN = {"k": integer(0, 4096), "columns": many(integer(0), rule="increasing")}


def sets(x: Case, size: int | None = None) -> tuple[int, int]:
    """n and R, or no more than R; rows of one size alone, if it is given."""
    of, chosen = x.s.of, x.p.columns
    x.meter.charge(100_000)
    if of.kind == "separation" and chosen is None:
        sizes = (of.least, of.N // 2, of.most) if size is None else (size,)
        return of.N, max((choose(of.N, k) for k in sizes if of.least <= k <= of.most and 0 < k < of.N), default=0)
    pattern = pattern_of(of, x.meter)
    words = {word for word in pattern.part(None, chosen) if "*" not in word and {*word} == {"+", "-"}}
    x.meter.charge(pattern.count * (20 + pattern.columns))
    return len(chosen or range(pattern.columns)), sum(size in (None, word.count("+")) for word in words)


def halves(points: int, degree: int) -> int:
    """2 sum_{i <= degree} C(points - 1, i); of no points, 1.

    >>> halves(4, 2), halves(3, 2), halves(0, 5)
    (14, 8, 1)
    """
    term = total = 1
    for i in range(min(degree, points - 1)):
        term = term * (points - 1 - i) // (i + 1)
        total += term
    return 2 * total if points and degree >= 0 else 1


def few_cells(x: Case) -> bool:
    """Whether there are more sets than m = k gives."""
    n, R = sets(x)
    k, S, t = x.k, x.s.document_vectors, x.s.query_vectors
    planes = n * (S * (S - 1) // 2)
    x.meter.charge(k * product_steps(k * planes.bit_length(), planes.bit_length()))
    P = halves(planes, k - 1)
    size, bits = P.bit_length() + t.bit_length(), n.bit_length()
    x.meter.charge(t * product_steps(t * size, size) + t * k * (20 + product_steps(t * k * bits, bits)))
    return comb(P + t - 1, t) * halves(n, t * k) < R + 2


def small_hull(x: Case) -> bool:
    """Whether there are more sets of k documents than edges of a hull."""
    n, R = sets(x, x.k)
    bits = x.k * x.k.bit_length()
    x.meter.charge(10 * product_steps(bits, bits))
    need(x.s.query_vectors == 1 and x.k and R > 1, "for one vector for a query, and several sets")
    return bool(R * (x.k - 1) ** (x.k - 1) > x.s.document_vectors * n * x.k**x.k)


def enough(x: Case) -> bool:
    """Whether the sets are all those of some sizes, and there are vectors for all their runs."""
    sets_of = x.s.of.kind == "separation" and x.s.document_vectors >= 2
    return bool(sets_of and x.s.query_vectors >= zeros(x._replace(claim=replace(x.claim, statement=x.s.of))))


def beyond_a_line(x: Case) -> bool:
    """Whether the sets are all those of some sizes, of which one is 2 .. N - 2."""
    of = x.s.of
    return bool(of.kind == "separation" and max(of.least, 2) <= min(of.most, of.N - 2))


OF_LATE_INTERACTION = (
    Row("cells", "lower", "maxsim", "SIGN", few_cells, lambda x: x.k + 1, "text: Cells", GIVEN),
    Row("hull", "lower", "maxsim", "SIGN", small_hull, lambda x: 3, "text: Hull", GIVEN),
    Row("plane", "lower", "maxsim", "SIGN", beyond_a_line, lambda x: 2, "text: Plane"),
    Row("runs", "upper", "maxsim", "SIGN", enough, lambda x: 2, "text: Runs"),
)
"""What is known of late interaction without a search."""
