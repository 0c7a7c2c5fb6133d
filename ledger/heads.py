"""Claims about the number of heads of a real softmax with a threshold (THRESH), and of fixed-point units (FIXED)."""

from ..bounds.unit_classes.threshold_heads import intersection_question
from ..claims import Statement, claim, least


@claim(k=range(1, 8), budget=30.0)
def parity_heads(k: int) -> Statement:
    """Real softmax heads with a threshold compute the parity of k bits exactly from H = k on, at any m and p.

    Source: lower bound: one-hot threshold degree: proved in certificates/threshold_evidence.py; upper bound: searched
    weights, run on all inputs
    In part: H >= k for all k; H <= k for the instances
    """
    return least("H", f"parity k={k}", "thresh") == k


@claim(k=[3, 4, 5])
def parity_two_heads(k: int) -> Statement:
    """2 heads compute the parity of 3 bits in class THRESH, and of k bits, k >= 3.

    Source: refuted by parity-heads
    Refuted: false for every k >= 3
    """
    return least("H", f"parity k={k}", "thresh") <= 2


@claim(n=range(1, 7), budget=60.0)
def disj_heads_lower(n: int) -> Statement:
    """H >= log2(n + 3) - 1 heads for DISJ_n in class THRESH, at any m and p.

    2^(H+1) >= n + 3 is the same in integers: H >= 2 from n = 2 on, H >= 3 from n = 6 on. Asked is the negation of
    DISJ_n: negating the values and the threshold turns one into the other. At n <= 5 the threshold degree, 2, says as
    much; at n = 6 the rank of the cut says more.

    Source: the cut has sign-rank n + 1, H heads reach 2^(H+1) - 2: proved in certificates/threshold_evidence.py
    Beyond: all n, by the argument that is cited; n = 6 is the first where it gives 3
    """
    least_heads = max(1, (n + 2).bit_length() - 1)  # the least H with 2^(H+1) >= n + 3
    return least("H", intersection_question(n), "thresh", position=2 * n) >= least_heads


@claim(n=range(1, 5), budget=300.0)
def disj_heads(n: int) -> Statement:
    """DISJ_n needs exactly H = min(n, 2) heads for n <= 4 in class THRESH.

    At n = 5 it is 2 or 3.

    Source: lower bound: disj-heads-lower; upper bound: weights found by search
    """
    return least("H", f"disj n={n}", "thresh") == min(n, 2)


@claim(n=[1, 2, 3, 4], budget=300.0)
def disj_two_heads(n: int) -> Statement:
    """DISJ_n needs exactly 2 heads in class THRESH.

    Source: refuted by disj-heads at n = 1; from n = 6 on three heads are needed, by disj-heads-lower
    Refuted: false at n = 1 and for n >= 6; true for 2 <= n <= 4; open at 5
    """
    return least("H", f"disj n={n}", "thresh") == 2


@claim(k=range(2, 6))
def parity_any_read_out(k: int) -> Statement:
    """With any read-out, one fixed-point head of width m = 0 and one bit computes the parity of k bits.

    So the bound H >= k of class THRESH is about the threshold.

    Source: the row of a uniform head counts the ones
    """
    return least("m", f"parity k={k}", "fixed", bits=1, dv=1) == 0


@claim(grid=["midrise", "twos"], bits=[1, 2], sums=["fixed", "rounded"])
def parity_with_rounded_sums(grid: str, bits: int, sums: str) -> Statement:
    """The parity of 3 bits by one head, any read-out: exact sums take no queries and keys, sums rounded to one bit do.

    With values of one coordinate and one-bit numbers it takes a width of 1 in the grid midrise and of 2 in twos, where
    a running sum of ones sticks at 2; with two bits none. Exact sums are those of class FIXED(p), rounded ones those of
    ROUNDED(p).

    Source: tables found by search; every smaller width gone through
    """
    width = {"midrise": 1, "twos": 2}[grid] if sums == "rounded" and bits == 1 else 0
    return least("m", "parity k=3", sums, bits=bits, dv=1, grid=grid) == width


@claim(k=[2], bits=[1, 2])
def parity_heads_fixed(k: int, bits: int) -> Statement:
    """In class FIXED with a threshold, too, the parity of k bits needs H = k heads.

    Source: refuted at two bits: weights are cut off, so they are no products
    Refuted: false at p = 2 and k = 2
    """
    return least("H", f"parity k={k}", "fixed", bits=bits, width=1, dv=1, read_out="threshold") >= k
