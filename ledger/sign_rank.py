"""Claims about the sign-rank of named matrices and about what bounds it from below."""

from fractions import Fraction

from ..claims import Statement, claim, measured, random_matrices
from ..questions import CommunicationMatrix
from .enclosures import near, root


@claim(n=range(1, 5))
def disj_sign_rank(n: int) -> Statement:
    """The sign-rank of DISJ_n is n + 1.

    Source: upper bound: sign(1/2 - sum a_i b_i); lower bound: the all-ones row, n independent ones
    Beyond: all n, by the argument that is cited
    """
    return measured("sign_rank", f"disj n={n}") == n + 1


@claim(n=range(1, 6))
def eq_sign_rank(n: int) -> Statement:
    """The sign-rank of EQ_n is 3 for n >= 2, and 1 for n = 1.

    Source: keys on a circle; independence of three columns
    Beyond: all n, by the argument that is cited
    """
    return measured("sign_rank", f"eq n={n}") == (1 if n == 1 else 3)


@claim(n=range(1, 6))
def gt_sign_rank(n: int) -> Statement:
    """The sign-rank of GT_n is 2.

    Source: sign(a - b - 1/2)
    Beyond: all n, by the argument that is cited
    """
    return measured("sign_rank", f"gt n={n}") == 2


@claim(n=[3], budget=60.0)
def ip3_sign_rank(n: int) -> Statement:
    """The sign-rank of IP_3 is 5.

    Forster's bound sqrt(8) only gives 3.

    Source: oriented matroids and final polynomials
    """
    return measured("sign_rank", f"ip n={n}") == 5


@claim(n=[4], budget=20.0)
def ip4_sign_rank(n: int) -> Statement:
    """The sign-rank of IP_4 is at least 5, above Forster's 4.

    Source: IP_3 is a submatrix
    Beyond: also for n > 4, since IP_n holds IP_4
    """
    return measured("sign_rank", f"ip n={n}") >= 5


@claim(n=range(1, 5))
def forster_of_ip(n: int) -> Statement:
    """Forster's lower bound for the sign-rank of IP_n is sqrt(2^n), to a part in 10^6, so at most 4 for n = 4.

    The root lies between fractions a and a + 10^-12 with a^2 <= 2^n <= (a + 10^-12)^2, found by an integer root.

    Source: Forster 2002: sign-rank >= sqrt(R C) / spectral norm
    Beyond: all n: a Hadamard matrix has spectral norm sqrt(2^n)
    """
    return near(measured("forster", f"ip n={n}"), root(Fraction(2**n)))


@claim(f=random_matrices(4, 4, 25))
def vc_below_sign_rank(f: CommunicationMatrix) -> Statement:
    """VC dimension <= sign-rank <= rank of the sign matrix.

    Source: shattered columns are independent; Alon, Frankl, Roedl 1985
    Beyond: all matrices: d vectors show all 2^d sign words only if they are independent; A has its own signs
    """
    return (measured("vc_rows", f) <= measured("sign_rank", f)) & (measured("sign_rank", f) <= measured("rank_sign", f))
