"""Claims about Match2 and Match3: the width of heads of order 2 and 3."""

from ...bounds.constructions import construct
from ..claims import Statement, claim, computes, least

PROVED = "proved in bounds/conic_keys.py and bounds/independent_vectors.py"
TENSOR = "proved in bounds/tensor_dimension.py"
FOUND = "tables found by search, smaller widths refuted by the flattening's sign-rank"


@claim(M=[*range(2, 17), 60, 300], source=f"m = 3: Sanford, Hsu, Telgarsky 2023, Theorem 6; {PROVED}")
def match2_width(M: int) -> Statement:
    """One head with a null token finds pairs that sum to 0 mod M from width m = min(M - 1, 3) on."""
    return least("m", f"match2 M={M}") == min(M - 1, 3)


@claim(M=range(2, 9), source="refuted by match2-width at M = 2 and 3")
def match2_needs_three(M: int) -> Statement:
    """Match2 needs m = 3 for every M."""
    return least("m", f"match2 M={M}") >= 3


@claim(M=[2, 3, 5, 7], N=[2, 3, 4], source="Sanford, Hsu, Telgarsky 2023, Theorem 6; proved in bounds/match2_unit.py")
def match2_unit(M: int, N: int) -> Statement:
    """Integer keys on a conic find pairs that sum to 0 mod M with width m = 3."""
    return computes(construct("match2", M=M, N=N))


@claim(M=range(2, 13), source=TENSOR)
def match3_width_four(M: int) -> Statement:
    """One head of order 3 with a null pair finds triples that sum to 0 mod M with width m <= 4.

    Shifted cosines take three coordinates, the null pair one.
    """
    return least("m", f"match3 M={M}") <= 4


@claim(M=[2, 3, 4, 6], source=FOUND)
def match3_width_small(M: int) -> Statement:
    """For M = 2, 3, 4, 6 the least width of one head of order 3 for Match3 is m = min(M, 3)."""
    return least("m", f"match3 M={M}") == min(M, 3)


@claim(M=range(4, 13), source=FOUND)
def match3_width_three(M: int) -> Statement:
    """One head of order 3 for Match3 needs m >= 3 if M >= 4.

    Whether 3 or 4 is the least width at M = 5, 7, 8 and beyond is open.
    """
    return least("m", f"match3 M={M}") >= 3


@claim(M=range(2, 9), source="refuted by match3-width-four")
def match3_needs_five(M: int) -> Statement:
    """The published width m = 5 of a head of order 3 for Match3 is the least."""
    return least("m", f"match3 M={M}") >= 5


@claim(s=[3, 4, 5], M=[2, 3, 4], where=lambda s, M: s < 5 or M < 4, source=TENSOR)
def match_s_width(s: int, M: int) -> Statement:
    """One head of order s with a null tuple finds s-tuples that sum to 0 mod M with width m <= s + 1."""
    return least("m", f"match order={s} M={M}") <= s + 1


@claim(M=[2, 3, 5, 7], N=[2, 4], source="Sanford, Hsu, Telgarsky 2023; proved in bounds/match_s_unit.py")
def match3_third_order(M: int, N: int) -> Statement:
    """Products of cosines find triples by one head of order 3 with width m = 5."""
    return computes(construct("match3-third-order", M=M, N=N))


@claim(s=[3, 4], M=[2, 3, 5], N=[2, 3], source="proved in bounds/match_s_unit.py")
def match_s_unit(s: int, M: int, N: int) -> Statement:
    """Products of cosines find s-tuples by one head of order s with width m = 2^(s - 1) + 1."""
    return computes(construct("match", order=s, M=M, N=N))


@claim(M=[2, 3, 4, 5], N=[2, 3, 4], source="Sanford, Hsu, Telgarsky 2023; proved in bounds/match3_histogram.py")
def match3_histogram(M: int, N: int) -> Statement:
    """One head of order 2 that counts tokens, any read-out, finds triples that sum to 0 mod M."""
    return computes(construct("match3-histogram", M=M, N=N))


@claim(M=[3, 5], N=[3, 4], source="Sanford, Hsu, Telgarsky 2023; proved in bounds/match3_bigram.py")
def match3_bigram(M: int, N: int) -> Statement:
    """Two layers of one head and width m = 3 decide x_i + x_j + x_(j+1) = 0 mod M."""
    return computes(construct("match3-bigram", M=M, N=N))


@claim(M=[3, 5], N=[4, 5], K=[1], source="Sanford, Hsu, Telgarsky 2023; proved in bounds/match3_local.py")
def match3_local(M: int, N: int, K: int) -> Statement:
    """One head that reads 2K + 1 tokens finds triples within distance K with width m = min(4K + 2, N - 1)."""
    return computes(construct("match3-local", M=M, N=N, K=K))


@claim(N=[2, 3], source="after Kozachinskiy et al. 2025; proved in bounds/cycle3_strassen.py")
def cycle3_strassen(N: int) -> Statement:
    """One Strassen head finds, for every vertex of a graph of N vertices, whether it lies on a directed triangle."""
    return computes(construct("cycle3-strassen", N=N))
