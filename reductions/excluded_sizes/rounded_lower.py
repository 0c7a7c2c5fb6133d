"""Match3 by set disjointness in units whose sums are rounded to p bits: where log log N comes from.

Class ROUNDED(p, grid) (``attention.rounded``). The encoding of DISJ_n, n = floor((N-1)/2), in Match3(N, M), M >= N + 1,
has the public token with the output first, then Alice's n tokens, then Bob's (and public dummies): the running sums of
each head pass from Alice to Bob at one point, after n + 1 keys. So a unit costs ``rounded_cost`` with n + 1 keys before
the answer, and, as for exact sums (``disjointness_lower``), DISJ_n asks for

    H (l + bits(p + 2) + bits(F((n+1) 2^p)) + dv bits(2 F((n+1) 2^p V) - 1)) >= n.

With dv = m, by the counts there: H (m + 1) (p + log2(p + log2(n+1) + 3) + 1) + H (l + bits(p + 2)) >= n. At p = 1 and
H = 1 that is m >= N / O(log log N), where exact sums, of 2p + log2 n bits each, leave m >= N / O(log N): the factor log
N / log log N by which ``match3-disjointness`` falls short of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem
7, is the price of exact sums, and no loss in the argument. The two bounds are about different units: neither class
contains the other, and their numbers are never merged.
"""

from ..protocols.rounded_cost import RoundedSumCost
from .disjointness_lower import by_disjointness, token_pairs
from .excluded_region import ExcludedRegion


def match3_rounded_lower(N: int, dv: int | str = "m", grid: str = "twos") -> ExcludedRegion:
    """Match3(N, M), any M >= N + 1, by units with rounded sums: the state of the running sums has at least n bits.

    Parameters
    ----------
    N : int >= 3
        The length of the sequences.
    dv : int >= 1, or "m" (values as wide as queries)
    grid : "twos" or "midrise"

    Raises
    ------
    ExcludedRegionError
        If N is below 3.
    TaskError, CostError
        If a parameter is no size at all.

    Examples
    --------
    >>> from .disjointness_lower import match3_disjointness_lower
    >>> [(f(257).least_m(1, 1), f(65537).least_m(1, 1)) for f in (match3_disjointness_lower, match3_rounded_lower)]
    [(13, 1926), (24, 5458)]
    """
    n = token_pairs(N)
    condition = f"any modulus M >= {N + 1}, any read-out of token and row"
    reduction = (
        f"DISJ_{n} to Match3, the public token with the output first, then {n} of Alice, then {n} of Bob",
        "headcount.reductions.encoders.disj_to_match3; arXiv 2306.02896, Theorem 7",
    )
    protocol = (
        f"two rounds: highest scores, then the lead and where the running sums stand after {n + 1} keys",
        "headcount.reductions.protocols.rounded_cost",
    )
    cost = RoundedSumCost(n + 1, grid)
    return by_disjointness("match3-rounded-sums", "match3", (("N", N),), condition, cost, n, dv, reduction, protocol)
