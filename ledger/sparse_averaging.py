"""Claims about q-SA(N, q): the width, the bits and the heads that its selection takes."""

from fractions import Fraction
from math import ceil, comb

from ..bounds.averages import error_of_centre
from ..bounds.constructions.averaging import sign_keys
from ..bounds.constructions.registry import construct
from ..claims import Statement, averages, claim, computes, least


@claim(N=range(2, 13), q=range(1, 12), where=lambda N, q: q < N)
def qsa_width(N: int, q: int) -> Statement:
    """One saturated head with real tables selects every q-subset of N positions from width m = min(2q, N - 1) on.

    It does not say how large the entries are, nor what is possible with an error, or where a read-out may repair a
    wrong selection.

    Source: upper bound: Sanford, Hsu, Telgarsky 2023, Theorem 3; lower bound: proved in bounds/selections.py;
    checked by symmetry, certificates/FORMAT.rst, ``symmetric``
    Coq: qsa_width
    Beyond: all N and q: the checker argues by symmetry, at any size
    Where: q < N
    """
    return least("m", f"qsa N={N} q={q}") == min(2 * q, N - 1)


@claim(N=[10**6], q=[1, 10, 1000, 499_999, 500_000, 999_999])
def qsa_width_at_a_million(N: int, q: int) -> Statement:
    """The least width of one head for q-SA at N = 10^6 is m = min(2q, N - 1), by one argument for all positions.

    Source: upper bound: Sanford, Hsu, Telgarsky 2023, Theorem 3; lower bound: proved in bounds/selections.py;
    checked by symmetry, certificates/FORMAT.rst, ``symmetric``
    Coq: qsa_width
    Beyond: all N and q: the checker argues by symmetry, at any size
    """
    return least("m", f"qsa N={N} q={q}") == min(2 * q, N - 1)


@claim(q=range(1, 6))
def qsa_one_less(q: int) -> Statement:
    """m = 2q - 1 suffices for q-SA at N = 2q + 2.

    Source: refuted by qsa-width
    Refuted: false for every q
    """
    return least("m", f"qsa N={2 * q + 2} q={q}") <= 2 * q - 1


@claim(N=range(3, 16), q=range(1, 6), where=lambda N, q: 3 * q <= N)
def averages_width(N: int, q: int) -> Statement:
    """One head of real softmax does q-SA at N >= 3q with an error below 1/q from width m = 2q on.

    The error is the worst one over all values in the unit ball; keys depend on positions alone. The lower bound holds
    at any precision, for every error below 1/q; it is stated for 1/(q + 1).

    Source: lower bound: proved in certificates/theorems/closed_forms.py and by Radon's theorem; upper bound: the moment
    curve, scores multiplied up
    Beyond: all N and q: the checker argues by symmetry, at any size; the lower bound in Coq, too (averaging_width)
    Where: 3 q <= N
    """
    return least("m", f"qsa N={N} q={q}", "softmax", error=f"1/{q + 1}") == 2 * q


@claim(N=[4, 5], q=[2, 3], where=lambda N, q: q + 2 <= N <= 2 * q + 1)
def averages_by_a_centre(N: int, q: int) -> Statement:
    """One dimension less than ties take is enough for averages from an error a little below 1/q on, not before.

    The error is (1 - (q-1) n^(-n/(q-1))) / q, n = N - 1, for q + 2 <= N <= 2q + 1, by real softmax.

    Source: proved in certificates/theorems/closed_forms.py; a simplex with its centre
    Beyond: all of these N and q, by the proof that is cited
    Where: q + 2 <= N and N <= 2 q + 1
    """
    turn, words = error_of_centre(N, q), f"qsa N={N} q={q}"
    below = least("m", words, "softmax", error=turn - Fraction(1, 10**6)) == N - 1
    return below & (least("m", words, "softmax", error=turn) == N - 2)


@claim(N=range(2, 13), k=range(1, 7), where=lambda N, k: 2 * k <= N)
def topk_width(N: int, k: int) -> Statement:
    """Inner products put each set of at most k <= N/2 of N keys above the others from width m = min(2k, N - 1) on.

    Published for this "minimal embeddable dimension" (arXiv 2601.20844): k - 1 to 2k.

    Source: lower bound: proved in certificates/theorems/closed_forms.py and by Radon's theorem; upper bound: the moment
    curve, or a simplex
    Beyond: all N and q: the checker argues by symmetry, at any size
    Where: 2 k <= N
    """
    return least("m", f"topk N={N} k={k}") == min(2 * k, N - 1)


@claim(N=range(2, 11), k=range(1, 8), where=lambda N, k: k < N)
def topk_by_cosine(N: int, k: int) -> Statement:
    """By cosine each set of at most k < N of N keys is retrieved from width m = min(2k, N - 1) on.

    As by inner products. Keys on a circle that goes round 1, .., k times at once have one norm.

    Source: proved in certificates/theorems/closed_forms.py
    Beyond: all N and q: the checker argues by symmetry, at any size
    Where: k < N
    """
    return least("m", f"topk N={N} k={k}", score="cosine") == min(2 * k, N - 1)


@claim(N=range(3, 11), k=range(1, 8), where=lambda N, k: k <= N - 2)
def topk_nearest(N: int, k: int) -> Statement:
    """By Euclidean distance each set of at most k <= N - 2 of N keys is retrieved from width m = min(2k, N - 1) - 1 on.

    One less than by inner products or cosine, unless k is N - 1 or N: then m = N - 1.

    Source: proved in certificates/theorems/closed_forms.py, with neighbourly Delaunay triangulations (Seidel)
    Beyond: all N and q: the checker argues by symmetry, at any size
    Where: k <= N - 2
    """
    return least("m", f"topk N={N} k={k}", score="euclidean") == min(2 * k, N - 1) - 1


@claim(N=range(4, 8))
def thresholds_are_ties(N: int) -> Statement:
    """To put each pair of N keys above the others takes the width that it takes to tie them, m = min(4, N - 1).

    Source: refuted at N = 4 and 5, where one more dimension is needed for ties only
    Refuted: false at N = 4 and 5; true for N >= 6
    """
    return least("m", f"topk N={N} k=2 least=2") == min(4, N - 1)


@claim(N=range(3, 7), q=[1, 2], p=[1, 2], H=[1, 2], where=lambda N, q, p, H: q < N and q >= H)
def qsa_counting(N: int, q: int, p: int, H: int) -> Statement:
    """m p H >= log2 C(N, q) for H summed heads with entries in a grid of 2^p integers that select every q-subset.

    Distinct subsets take distinct queries, of which there are 2^(m p H). The least m may be much larger.

    Source: proved in reductions/excluded_sizes/counting_lower.py: different subsets need different queries
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    Where: q < N and q >= H
    """
    width = least("m", f"qsa N={N} q={q}", bits=p, heads=H, combine="sum")
    return p * H * width >= (comb(N, q) - 1).bit_length()


@claim(N=[5, 6], q=[1, 2])
def qsa_one_bit_counting_is_tight(N: int, q: int) -> Statement:
    """With one bit, m = ceil(log2 C(N, q)) suffices for one head: the counting bound is attained.

    Source: refuted by search: every smaller width was gone through
    Refuted: false at q = 2, N = 5 and 6
    """
    return least("m", f"qsa N={N} q={q}", bits=1) <= (comb(N, q) - 1).bit_length()


@claim(N=[6], q=[2], p=[1])
def qsa_one_bit(N: int, q: int, p: int) -> Statement:
    """With entries +-1, one head that selects every pair of 6 positions needs width m = 6, and no more.

    Real entries need 4, and so does counting.

    Source: tables found by search; every smaller width gone through
    """
    return least("m", f"qsa N={N} q={q}", bits=p) == 6


@claim(combine=["sum"])
def qsa_two_heads_summed(combine: str) -> Statement:
    """Two summed heads with entries in -2..1 share out the 3-subsets of 7 positions from m = 3 on.

    Source: found by search; every smaller width refuted exhaustively
    """
    return least("m", "qsa N=7 q=3", bits=2, grid="twos", heads=2, combine=combine) == 3


@claim(combine=["concat"])
def qsa_two_heads_side_by_side(combine: str) -> Statement:
    """Two heads side by side with entries in -2..1 share out the 3-subsets of 7 positions from m = 2 on.

    With qsa-two-heads-summed: sum and concat are two questions with two answers.

    Source: found by search; every smaller width refuted exhaustively
    """
    return least("m", "qsa N=7 q=3", bits=2, grid="twos", heads=2, combine=combine) == 2


@claim(N=[5, 6], q=[2, 3], H=[2])
def qsa_multi_head_lower(N: int, q: int, H: int) -> Statement:
    """2 ceil(q/H) is a lower bound for q-SA by H heads: m >= 2 ceil(q/H), here with two summed heads.

    It is an upper one: qsa-multi-head.

    Source: refuted by tables that a search found
    Refuted: false at q = 3, H = 2 and N = 5, 6
    """
    return least("m", f"qsa N={N} q={q}", bits=2, heads=H, combine="sum") >= 2 * ceil(q / H)


@claim(N=range(2, 9), q=[1, 2, 3], where=lambda N, q: q < N)
def qsa_moment_curve(N: int, q: int) -> Statement:
    """The moment curve, with integer tables, selects every q-subset with width m = 2q.

    Source: upper bound: Sanford, Hsu, Telgarsky 2023, Theorem 3; proved in
    bounds/constructions/averaging/moment_curve_averaging.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    Where: q < N
    """
    return computes(construct("qsa-moment-curve", N=N, q=q))


@claim(N=[8], q=[2, 3, 4], H=[2, 3, 4], where=lambda N, q, H: q >= H)
def qsa_multi_head(N: int, q: int, H: int) -> Statement:
    """H summed heads on the moment curve average every q-subset exactly, saturated, with width m = 2 ceil(q/H).

    Source: proved in bounds/constructions/averaging/shared_heads.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    Where: q >= H
    """
    return computes(construct("qsa-multi-head", N=N, q=q, H=H))


@claim(N=[4, 5, 6, 8], q=[1, 2, 3], p=[1], H=[1, 2, 3], where=lambda N, q, p, H: q < N and q == H)
def qsa_head_per_position(N: int, q: int, p: int, H: int) -> Statement:
    """H = q summed heads with one-bit keys select every q-subset with m <= ceil(log2 N), m p H <= q ceil(log2 N).

    Source: each head has the binary digits of one position as keys; proved in
    bounds/constructions/averaging/shared_heads.py
    Beyond: all N and q, by binary digits
    Where: q < N and q = H
    """
    return least("m", f"qsa N={N} q={q}", bits=p, heads=H, combine="sum") <= (N - 1).bit_length()


@claim(N=[4, 6, 8, 16], q=[1, 2])
def qsa_superimposed_code(N: int, q: int) -> Statement:
    """Keys +-1 of width n r select every q-subset of q-SA, one bit an entry, gap 4 (n - q (k - 1)), n <= r + 1.

    For any k >= 1, r^k >= N, n > q (k - 1), r prime (if k = 1, n = 1 and r = N will do): a superimposed code. What is
    run has n = q (k - 1) + 1, and the least n r of all k.

    Source: Kautz, Singleton 1964; proved in bounds/constructions/averaging/shared_heads.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return computes(construct("qsa-superimposed-code", N=N, q=q))


@claim(N=[128, 2048], q=[1, 2, 4], where=lambda N, q: q**5 <= N)
def qsa_kerdock(N: int, q: int) -> Statement:
    """Keys +-1, words of a Kerdock code, and real queries select every q-subset of q-SA with width m, a power of 4.

    m = 4^s is the least with q <= sqrt(m)/2 and N <= m^2/2: (N, q, m) = (128, 2, 16), (2048, 4, 64).

    Source: Hammons, Kumar, Calderbank, Sloane, Sole 1994; that they select all subsets is proved in
    certificates/evaluate/linear_keys.py
    Beyond: all sizes, by the theorem that is cited; the checker goes through the words of the instances
    Where: N >= q**5
    """
    return computes(construct("qsa-kerdock", N=N, q=q))


@claim(r=[4, 6, 8, 10])
def qsa_kerdock_width(r: int) -> Statement:
    """Keys +-1 of width m = 2^r, r even, and real queries select every q-subset: q = sqrt(m)/2, N = m^2/2 positions.

    All subsets, whatever their number: (N, q, m) = (128, 2, 16), (2048, 4, 64), (32768, 8, 256), (524288, 16, 1024),
    the words of Kerdock codes. The checker goes through the words, not the subsets.

    Source: Hammons, Kumar, Calderbank, Sloane, Sole 1994; that they select all subsets is proved in
    certificates/evaluate/linear_keys.py
    Beyond: all even r, by the theorem that is cited; the checker goes through the words of the instances
    """
    N, q = 1 << 2 * r - 1, 1 << r // 2 - 1
    return least("m", f"qsa N={N} q={q}", "keys", bits=1) <= 1 << r


@claim(r=[5, 7, 9])
def qsa_dual_bch(r: int) -> Statement:
    """Keys +-1 of width m = 2^r - 1, r odd, and real queries select every q-subset of N = 4^r, q = 2^((r - 3)/2).

    (N, q, m) = (1024, 2, 31), (16384, 4, 127), (262144, 8, 511): the words of the duals of the BCH codes that correct
    two errors, any two of which have an inner product of 1 + 2^((r + 1)/2) at most.

    Source: proved in certificates/evaluate/linear_keys.py
    Beyond: all odd r, by the inner products that are known; the checker goes through the words of the instances
    """
    return least("m", f"qsa N={1 << 2 * r} q={1 << (r - 3) // 2}", "keys", bits=1) <= (1 << r) - 1


@claim(N=[16, 64, 128, 1024], q=[1, 2])
def qsa_linear_keys(N: int, q: int) -> Statement:
    """Keys +-1, words of a linear or a Kerdock code, and real queries select every q-subset of q-SA with the width m.

    q = 1: m = ceil(log2 N). q = 2: m = 9 (N = 16), 15 (64), 16 (128), 24 (256), 28 (512), 31 (1024); for q = 2 a linear
    code does it if and only if any two of its words meet.

    Source: q = 2: Cohen, Lempel 1985; proved in certificates/evaluate/linear_keys.py
    """
    return computes(construct("qsa-linear-keys", N=N, q=q))


@claim(N=[16, 64], q=[3])
def qsa_triples_by_signs(N: int, q: int) -> Statement:
    """Keys +-1, words of a linear code, and real queries select every triple of q-SA, q = 3.

    m = 10 at N = 16, m = 20 at N = 64, and 27 at N = 128, 36 at N = 256, by certificates that are too long to be
    stored.

    Source: codes found by search; proved by translation, certificates/evaluate/linear_keys.py
    """
    return least("m", f"qsa N={N} q={q}", "keys", bits=1) <= {16: 10, 64: 20}[N]


@claim(N=[16, 64, 1024, 2048], q=[1, 2, 3, 4], p=[1, 2, 4])
def qsa_key_bits(N: int, q: int, p: int) -> Statement:
    """C(N, q) <= (q (2^p - 1) + 1)^m for keys of p bits that select every q-subset in q-SA by real queries.

    With one bit log2(q + 1) may be replaced by the largest entropy of a hypergeometric variable, about log2(4.3 q) / 2.

    Source: proved in certificates/theorems/sums.py: the sum of its keys determines a subset
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    values = q * ((1 << p) - 1) + 1
    return least("m", f"qsa N={N} q={q}", "keys", bits=p) >= next(m for m in range(100) if values**m >= comb(N, q))


@claim(N=[8, 12], q=[1, 2])
def qsa_sign_keys(N: int, q: int) -> Statement:
    """Sign keys of width ceil(log2 N) if q = 1, and N if q = 2, average every q-subset exactly, saturated: N = 8, 12.

    The default width is min(N, ceil(10 q ln N)) for q >= 2. Where 10 q ln N < N (q = 2: from N = 93 on) the keys are
    random, and what holds depends on the seed; that m = O(q log N) suffices for all N is their theorem, not run here.

    Source: after Sanford, Hsu, Telgarsky 2023, Theorem 2; the error is counted in
    bounds/constructions/averaging/averaging_construction.py
    """
    return averages(sign_keys.qsa_sign_keys(N, q), error=Fraction(0))
