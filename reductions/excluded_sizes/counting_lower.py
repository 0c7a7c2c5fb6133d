"""q-SA by counting: different subsets must send different queries. N positions, q named, scalar values in [-1, 1].

Alice holds token i, (z_i, y_i); Bob all others; Bob works out the output row at i (``QueryCutProtocol``), H (m p + l +
dv p) bits one way. If two tokens of Alice send the same bits, the row is the same for all values of Bob. So every two
of Alice's tokens between which some z of Bob's makes the wanted means differ by more than twice the error must send
different bits.

**How many tokens.** Take z_i in {-1, 1}; a token is determined, as a function of Bob's values, by y_i if i is not in
y_i, and by y_i and z_i if it is: r = C(N-1, q) + 2 C(N-1, q-1) = C(N, q) + C(N-1, q-1) functions of z in {-1, 1}^(N-1).
Any two of them differ by at least 2/q somewhere:

- i in neither: y minus y' and y' minus y have k >= 1 elements each; z = +1 on the first, -1 on the second: 2k/q;
- i in y only: y' minus y has one element more than y minus y' without i, a of them; choose the signs to agree with z_i:
  (1 + a + a + 1)/q >= 2/q;
- i in both, y != y': as the first, with the signs chosen to agree with z_i - z_i': at least 2k/q;
- i in both, y = y': z_i and z_i' differ by 2, so the means by 2/q, for every z.

So a unit with error eps < 1/q at position i (2 eps < 2/q) sends r different messages of one length:

    H (m p + l + dv p) >= ceil(log2(C(N, q) + C(N-1, q-1))).

r is the number of distinct rows of the task's matrix across the query cut; that it is no less is brute force in the
tests. (C(N-1, q) alone, subsets without i, is the weaker count.)

**The read-out must not see the token.** Bob does not know y_i: what is approximated is the row itself, or any function
of the row alone. If a read-out may also look at token i, the bound is *false*: uniform attention with p = 1, m = 1 and
dv columns of a detecting matrix (coin weighing: the dv subset sums of z determine z) lets the read-out know all of z
and average over y_i itself. Seven columns detect twelve values, so N = 12, q = 6 costs 1 + 1 + 7 = 9 bits here, against
11 required. For such read-outs ``qsa_disjointness_lower`` counts what Bob has to tell Alice.

**Class GRID(p).** A head selects by its query; if H heads select y between them, the H queries determine y. So distinct
y have distinct H-tuples of queries, of which there are at most 2^(m p H): m p H >= log2 C(N, q).
"""

from math import comb

from ...tasks import SparseAveraging
from ..protocols.cost import OneWayCost
from ..protocols.transcript import width_of
from .excluded_region import ONE_TOKEN, ExcludedRegion, proved


def qsa_query_count(N: int, q: int) -> int:
    """C(N, q) + C(N-1, q-1): how many functions of the others' values a token of q-SA(N, q) can ask for.

    Parameters
    ----------
    N, q : int, 1 <= q <= N

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    N = 3, q = 1, i = 3: z_1, z_2, the constants 1 and -1.

    >>> qsa_query_count(3, 1), qsa_query_count(5, 5)
    (4, 2)
    """
    SparseAveraging(N, q)  # refuses what is impossible
    return comb(N, q) + comb(N - 1, q - 1)


def qsa_counting_lower(N: int, q: int, dv: int | str = 1, grid: str = "twos") -> ExcludedRegion:
    """q-SA(N, q) with error below 1/q, read off the row alone: H (m p + l + dv p) >= ceil(log2 r).

    Parameters
    ----------
    N, q : int, 1 <= q <= N
    dv : int >= 1, or "m" (values as wide as queries)
    grid : "twos" or "midrise"

    Raises
    ------
    TaskError, CostError
        If a parameter is out of range.

    Source
    ------
    The query cut of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 4; the count and its constant are ours.

    Examples
    --------
    >>> region = qsa_counting_lower(64, 4)
    >>> region.required, region.least_m(1, 1)
    (20, 15)
    """
    count = qsa_query_count(N, q)
    required = width_of(count)
    communication = (
        f"C({N}, {q}) + C({N - 1}, {q - 1}) = {count} tokens of Alice, pairwise 2/{q} apart for some values of "
        f"Bob: {required} bits one way"
    )
    parts = proved(
        reduction=("none: Alice's token is (z_i, y_i), Bob holds the others", "query cut, arXiv 2306.02896, Theorem 4"),
        protocol=ONE_TOKEN,
        communication=(communication, "headcount.reductions.excluded_sizes.counting_lower"),
    )
    condition, cost = f"error < 1/{q}, read off the output row alone", OneWayCost(grid)
    return ExcludedRegion("qsa-counting", "qsa", (("N", N), ("q", q)), condition, cost, required, dv, **parts)
