"""Claims about sparse attention matrices from fixed attention: the width of a softmax head that has one."""

from ..claims import Statement, claim, least

POLYGONS = {4: "21/20", 5: "5/3", 6: "31/10", 7: "83/20", 8: "6"}


@claim(L=[*range(1, 13), 10**6])
def permutation_width(L: int) -> Statement:
    """Any L x L permutation matrix is the attention of a softmax head with real tables from m = min(2, L - 1) on.

    For every tolerance: the largest weight of a row is to be at the right place.

    Source: q-SA with q = 1: certificates/FORMAT.rst, ``symmetric``; points on a circle
    Beyond: all L: the checker argues by symmetry, at any size
    """
    return least("m", f"permutation L={L}") == min(2, L - 1)


@claim(L=[8, 12], k=[1, 2, 3], draw=[0, 1])
def sparse_matrix_width(L: int, k: int, draw: int) -> Statement:
    """m <= 2k is enough for any L x L right-stochastic matrix with k nonzeros in a row, with exact ratios and any eps2.

    Whatever the weights are and L is. The instances are random weights on random supports, with eps2 = 2^-20.

    Source: after Likhosherstov, Choromanski, Weller 2021 (arXiv 2106.03764); proved in
    bounds/constructions/attention_matrices/polynomial_keys.py
    Beyond: all such matrices, by the proof that is cited
    """
    return least("m", f"dirichlet L={L} k={k} seed={draw}", delta=0, eps2="2^-20") <= 2 * k


@claim(k=[2, 3])
def sparse_matrices_need_2k(k: int) -> Statement:
    """Attention to k neighbours on a circle of 8 positions, in equal parts, needs m = 2k.

    Source: refuted by a certificate: neighbours on a circle
    Refuted: k = 2 is false for every L >= 5: neighbours are edges of the polygon
    """
    return least("m", f"band L=8 k={k}", delta="2^1/8", eps2="2^-10") >= 2 * k


@claim(L=[4, 5, 6])
def others_with_small_spread(L: int) -> Statement:
    """Attention to all other L - 1 positions takes m = L - 1 if ratios are kept within 2^(1/4) and zeros halved.

    The matrix is J - I, divided by L - 1, and the spread r = delta / ln(1/eps2) is 1/4.

    Source: lower bound: Radon partitions with weights, proved in certificates/problems/points.py
    """
    return least("m", f"others L={L}", delta="2^1/4", eps2="2^-1") == L - 1


@claim(L=sorted(POLYGONS))
def others_by_a_polygon(L: int) -> Statement:
    """J - I of L positions takes m = 2 where r = delta / ln(1/eps2) is a little above that of the regular L-gon.

    A query that points away from a vertex has scores -cos(2 pi j / L): r = (c + cos(2 pi/L)) / (1 - cos(2 pi/L)) with
    c = 1 for even L and cos(pi/L) for odd L, that is 1, 1.62, 3, 4.05, 5.83 for L = 4 .. 8.

    Source: upper bound: the regular polygon; lower bound: the threshold pattern
    Beyond: m <= 2 for all L, by the polygon; m >= 2 for L >= 3
    """
    return least("m", f"others L={L}", delta=f"2^{POLYGONS[L]}", eps2="2^-1") == 2


@claim(L=[4, 5, 6])
def others_need_ties(L: int) -> Statement:
    """J - I takes m = L - 1 at every tolerance, as with exact ties; here ratios within 2^(11/10), zeros halved.

    Source: refuted: almost equal scores need less than equal ones
    Refuted: false for L = 4, 5 and 6
    """
    return least("m", f"others L={L}", delta="2^11/10", eps2="2^-1") == L - 1
