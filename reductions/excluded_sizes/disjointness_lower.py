"""Match3 and q-SA by set disjointness, D(DISJ_n) = n + 1, every constant written out.

**What is required of the cost.** D(f) counts the bits of a protocol after which both parties know f. In the protocols
here the answering party works out the row and reads f off it; one announcing bit later both know it. So cost + 1 >=
D(DISJ_n) = n + 1, that is

    cost >= n.

The announcing bit is not lost in slack. Directly: suppose fewer than 2^n transcripts before the announcement. Two of
the 2^n pairs (a, complement of a) then share one; the inputs that lead to a transcript are a rectangle, so (a,
complement of a') and (a', complement of a) share it, too. The answer depends on the transcript and the answering
party's input, so both crossed pairs get the answer 1, like the pairs whose input they share; but a != a', and one of
the two crossed pairs intersects. (D(DISJ_n) = n + 1: the pairs are a fooling set of 2^n ones, and there are zeros; n
bits and an answer suffice.)

**Match3(N, M)**, M >= N + 1, is DISJ_n with n = floor((N-1)/2): ``disj_to_match3``; if N is even, one more public token
holds the dummy 1, which the proof there covers (it says what pairs of any two tokens do). Any smaller n will do, with
more public dummies. Alice and Bob hold n tokens
each, the output is at a public token: two rounds, n_S = n. The modulus does not enter.

**q-SA(N, q)**, N >= 2q + 1, is DISJ_q: ``disj_to_qsa``; the mean is -1 or at least -1 + 2/q, so an error below 1/q
still tells. Alice holds the output's token, Bob q tokens, the others are public.

- Read-out of the row alone: one way from Alice, H (m p + l + dv p) >= q. This never beats counting: N - 1 >= 2q gives
  C(N-1, q) >= C(2q, q) >= 2^q, and counting asks for still more.
- Read-out of row and token: Alice sends queries and highest scores, Bob replies with his q tokens' sums, Alice knows
  her own token, reads off and announces: H (m p + l + bits(p + 2) + bits(q 2^p + 1) + dv bits(q 2^p (2^p - 1) + 1)) >=
  q. Here counting fails (see ``counting_lower``), and disjointness, which holds for any number of rounds, is what is
  left.
"""

from ...tasks import SparseAveraging
from ...tasks.task import require_integer
from ..protocols.cost import Cost, OneWayCost, RowSumCost
from .excluded_region import ONE_TOKEN, ExcludedRegion, ExcludedRegionError, proved

READ_OUTS = ("row", "row and token")


def match3_disjointness_lower(N: int, dv: int | str = "m", grid: str = "twos") -> ExcludedRegion:
    """Match3(N, M) for any M >= N + 1: the cost of row sums of floor((N-1)/2) tokens is at least that number.

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

    Source
    ------
    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 7 (m p H >= c N / log log N); the constants are ours.

    Examples
    --------
    >>> region = match3_disjointness_lower(257)
    >>> region.required, [region.least_m(p, 1) for p in (1, 2, 4)]
    (128, [13, 10, 7])
    """
    return _match3_region("match3-disjointness", N, token_pairs(N), dv, grid)


def match3_smaller_disjointness_lower(N: int, dv: int | str = "m", grid: str = "twos") -> ExcludedRegion:
    """Match3(N, M) by the largest n = 2^k - 1 below floor((N-1)/2), the other tokens being public dummies.

    A sum of n weights has n 2^p + 1 values: at n = 2^k one bit more than at 2^k - 1, in each of dv + 1 sums. So fewer
    tokens can exclude more.

    Parameters, source and errors as for ``match3_disjointness_lower``; ExcludedRegionError also where that bound has
    this form already.

    Examples
    --------
    >>> match3_smaller_disjointness_lower(65).least_m(1, 1), match3_disjointness_lower(65).least_m(1, 1)
    (4, 3)
    """
    n = 2 ** ((token_pairs(N) + 1).bit_length() - 1) - 1
    if n == token_pairs(N):
        raise ExcludedRegionError(
            f"N must not be 2^k - 1 or 2^k, got {N}: there, match3_disjointness_lower is the same"
        )
    return _match3_region("match3-smaller-disjointness", N, n, dv, grid)


def token_pairs(N: int) -> int:
    """Floor((N-1)/2), the largest n whose encoding fits."""
    require_integer("N", "the length of the sequences", N, 1, "N=65")
    if N < 3:
        raise ExcludedRegionError(f"N must be at least 3, a public token and one for each party, got {N}; try N=65")
    return (N - 1) // 2


def _match3_region(argument: str, N: int, n: int, dv: int | str, grid: str) -> ExcludedRegion:
    dummies = N - 2 * n - 1
    more = f", {dummies} more public dumm{'y' if dummies == 1 else 'ies'}" if dummies else ""
    condition = f"any modulus M >= {N + 1}, any read-out of token and row"
    reduction = (
        f"DISJ_{n} to Match3, one public token with the output, {n} of Alice, {n} of Bob{more}",
        "headcount.reductions.encoders.disj_to_match3; arXiv 2306.02896, Theorem 7",
    )
    cost = RowSumCost(n, grid)
    return by_disjointness(argument, "match3", (("N", N),), condition, cost, n, dv, reduction, _row_sums(n))


def qsa_disjointness_lower(
    N: int, q: int, dv: int | str = 1, grid: str = "twos", read_out: str = "row and token"
) -> ExcludedRegion:
    """q-SA(N, q) with N >= 2q + 1 and error below 1/q: the cost is at least q.

    Parameters
    ----------
    N, q : int, q >= 1 and N >= 2 q + 1
    dv : int >= 1, or "m" (values as wide as queries)
    grid : "twos" or "midrise"
    read_out : "row and token" (anything) or "row" (one way; counting is better)

    Raises
    ------
    ExcludedRegionError
        If N is below 2 q + 1 or the read-out is neither.
    TaskError, CostError
        If a parameter is no size at all.

    Source
    ------
    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 4; the constants, and the read-out that sees the token, are
    ours.

    Examples
    --------
    >>> qsa_disjointness_lower(257, 128).least_m(2, 1), qsa_disjointness_lower(257, 128, read_out="row").least_m(2, 1)
    (48, 59)
    """
    SparseAveraging(N, q)
    if 2 * q + 1 > N:
        raise ExcludedRegionError(
            f"N must be at least 2q + 1 = {2 * q + 1}, got {N}; try qsa_counting_lower, or a smaller q"
        )
    if read_out not in READ_OUTS:
        raise ExcludedRegionError(f"read_out must be one of {', '.join(READ_OUTS)}, got {read_out!r:.40}")
    reduction = (
        f"DISJ_{q} to q-SA, the output's token is Alice's, {q} tokens are Bob's, the others public",
        "headcount.reductions.encoders.disj_to_qsa; arXiv 2306.02896, Theorem 4",
    )
    sizes, error = (("N", N), ("q", q)), f"error < 1/{q}"
    if read_out == "row":
        name, condition = "qsa-disjointness-row", f"{error}, read off the output row alone"
        return by_disjointness(name, "qsa", sizes, condition, OneWayCost(grid), q, dv, reduction, ONE_TOKEN)
    condition, cost = f"{error}, any read-out of token and row", RowSumCost(q, grid, query_sent=True)
    protocol = _row_sums(q, "; first the queries")
    return by_disjointness("qsa-disjointness", "qsa", sizes, condition, cost, q, dv, reduction, protocol)


def _row_sums(n: int, more: str = "") -> tuple[str, str]:
    statement = (
        f"two rounds{more}: highest scores, then the lead, the sum of {n} weights, dv weighted sums of {n} values"
    )
    return statement, "headcount.reductions.protocols.cost"


def by_disjointness(
    argument: str,
    task: str,
    sizes: tuple[tuple[str, int], ...],
    condition: str,
    cost: Cost,
    n: int,
    dv: int | str,
    reduction: tuple[str, str],
    protocol: tuple[str, str],
) -> ExcludedRegion:
    """The region of a task that does DISJ_n at this cost."""
    statement = f"D(DISJ_{n}) = {n + 1}, of which one bit announces the answer: the cost before it is at least {n}"
    communication = (statement, "fooling set of all (a, complement of a)")
    parts = proved(reduction=reduction, protocol=protocol, communication=communication)
    return ExcludedRegion(argument, task, sizes, condition, cost, n, dv, **parts)
