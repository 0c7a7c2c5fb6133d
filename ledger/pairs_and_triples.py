"""Claims about Match2 and Match3: the width of heads of order 2 and 3."""

from ..bounds.constructions.registry import construct
from ..claims import Statement, claim, computes, least
from ..questions import SignPattern


@claim(M=[*range(2, 17), 60, 300])
def match2_width(M: int) -> Statement:
    """From m = min(M - 1, 3) on, one head with a null token selects the tokens y with x + y = 0 mod M, and no others.

    Where only the output counts (is there such a y?), M = 4 needs less: match2-output-at-four, and the Match2 of
    tasks/pair_detection.py.

    Source: m = 3: Sanford, Hsu, Telgarsky 2023, Theorem 6; both ends proved in
    bounds/constructions/sequences/match_units.py
    Beyond: all M, by the proof that is cited
    """
    return least("m", f"match2 M={M}") == min(M - 1, 3)


@claim(M=[2, 3, *range(5, 13)])
def match2_output_width(M: int) -> Statement:
    """For the output of Match2 alone, 1 iff the null token loses, too, m = min(M - 1, 3) is the least, M other than 4.

    A token with 2x = 0 mod M always finds itself, so that its row of the pattern has a plus there and stars elsewhere.

    Source: for M >= 5 at least four rows keep all their signs, so that the proof in
    bounds/constructions/sequences/match_units.py applies
    Beyond: all M other than 4, by the same proof
    """
    return least("m", output_pattern(M)) == min(M - 1, 3)


@claim(M=[4])
def match2_output_at_four(M: int) -> Statement:
    """For the output of Match2 alone, 1 iff the null token loses, m = 2 is the least at M = 4.

    Source: tables found by search; one dimension refuted
    """
    return least("m", output_pattern(M)) == 2


@claim(M=range(2, 9))
def match2_needs_three(M: int) -> Statement:
    """Match2 needs m = 3 for every M, for one head that selects the tokens y with x + y = 0 mod M, and no others.

    If only the output counts, it is false at M = 4, too: match2-output-at-four.

    Source: refuted by match2-width at M = 2 and 3
    Refuted: false at M = 2 and 3 only; true for M >= 4
    """
    return least("m", f"match2 M={M}") >= 3


@claim(M=[2, 3, 5, 7], N=[2, 3, 4])
def match2_unit(M: int, N: int) -> Statement:
    """Integer keys on a conic compute Match2, whether x + y = 0 mod M for some y, with width m = 3.

    Source: Sanford, Hsu, Telgarsky 2023, Theorem 6; proved in bounds/constructions/sequences/match_units.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return computes(construct("match2", M=M, N=N))


@claim(M=range(2, 13))
def match3_width_four(M: int) -> Statement:
    """One head of order 3 with a null pair selects the pairs y, z with x + y + z = 0 mod M, and no others, with m <= 4.

    Shifted cosines take three coordinates, the null pair one.

    Source: proved in bounds/unit_classes/tensor_dimension.py
    Beyond: all M, by the proof that is cited
    """
    return least("m", f"match3 M={M}") <= 4


@claim(M=[2, 3, 4, 6])
def match3_width_small(M: int) -> Statement:
    """For M = 2, 3, 4, 6 the least width of one head of order 3 that selects the pairs of Match3 is m = min(M, 3).

    Source: tables found by search, smaller widths refuted by the flattening's sign-rank
    """
    return least("m", f"match3 M={M}") == min(M, 3)


@claim(M=range(4, 13))
def match3_width_three(M: int) -> Statement:
    """One head of order 3 that selects the pairs y, z of Match3, and no others, needs m >= 3 if M >= 4.

    Whether 3 or 4 is the least width at M = 5, 7, 8 and beyond is open.

    Source: tables found by search, smaller widths refuted by the flattening's sign-rank
    Beyond: all M >= 4: the flattening holds Match2's three columns
    """
    return least("m", f"match3 M={M}") >= 3


@claim(M=range(2, 9))
def match3_needs_five(M: int) -> Statement:
    """The published width m = 5 of a head of order 3 that selects the pairs of Match3 is the least.

    Source: refuted by match3-width-four
    Refuted: false for every M
    """
    return least("m", f"match3 M={M}") >= 5


@claim(s=[3, 4, 5], M=[2, 3, 4], where=lambda s, M: s < 5 or M < 4)
def match_s_width(s: int, M: int) -> Statement:
    """One head of order s with a null tuple selects the (s - 1)-tuples of Match-s, and no others, with m <= s + 1.

    The s - 1 tokens of such a tuple and the token that asks sum to 0 mod M.

    Source: proved in bounds/unit_classes/tensor_dimension.py
    Beyond: all s and M, by the proof that is cited
    Where: s < 5 or M < 4
    """
    return least("m", f"match order={s} M={M}") <= s + 1


@claim(M=[2, 3, 5, 7], N=[2, 4])
def match3_third_order(M: int, N: int) -> Statement:
    """Products of cosines compute Match3 by one head of order 3 with width m = 5.

    Source: Sanford, Hsu, Telgarsky 2023; proved in bounds/constructions/sequences/match_units.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return computes(construct("match3-third-order", M=M, N=N))


@claim(s=[3, 4], M=[2, 3, 5], N=[2, 3])
def match_s_unit(s: int, M: int, N: int) -> Statement:
    """Products of cosines compute Match-s by one head of order s with width m = 2^(s - 1) + 1.

    Source: proved in bounds/constructions/sequences/match_units.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return computes(construct("match", order=s, M=M, N=N))


@claim(M=[2, 3, 4, 5], N=[2, 3, 4])
def match3_histogram(M: int, N: int) -> Statement:
    """One head of order 2 that counts tokens, with values of width dv = M - 1 and any read-out, computes Match3.

    All scores are 0; a table must have a column, so it is written with width m = 1.

    Source: Sanford, Hsu, Telgarsky 2023; proved in bounds/constructions/sequences/match3_heads.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return computes(construct("match3-histogram", M=M, N=N))


@claim(M=[3, 5], N=[3, 4])
def match3_bigram(M: int, N: int) -> Statement:
    """Two layers of one head and width m = 3 decide Match3Bigram, x_i + x_j + x_(j+1) = 0 mod M.

    Source: Sanford, Hsu, Telgarsky 2023; proved in bounds/constructions/sequences/match3_heads.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return computes(construct("match3-bigram", M=M, N=N))


@claim(M=[2, 3, 5], N=[4, 5, 6, 8], K=[1, 2], where=lambda M, N, K: N >= 2 * K + 2 and M**N <= 1000)
def match3_local(M: int, N: int, K: int) -> Statement:
    """One head that reads 2K + 1 tokens computes Match3 within distance K, m = min(2K + 2, N - 1), N >= 2K + 2.

    So m = 2K + 2 from N = 2K + 3 on. If N <= 2K + 1, the head reads all tokens, and its scores are all 0.

    Source: Sanford, Hsu, Telgarsky 2023; proved in bounds/constructions/sequences/match3_heads.py
    Beyond: all M, K and N >= 2K + 2, by the proof that is cited; the checker goes through the instances
    Where: N >= 2 K + 2 and M^N <= 1000
    """
    return computes(construct("match3-local", M=M, N=N, K=K))


@claim(M=[2], N=[6, 8, 10, 12, 32, 64], K=[1, 2], where=lambda M, N, K: N in (8, 10) or K == 1)
def match3_local_signs(M: int, N: int, K: int) -> Statement:
    """One head with one-bit queries and keys computes Match3 within distance K: only N windows are selected.

    The width is 5 at (N, K) = (6, 1) and (8, 1), 6 at (10, 1), (12, 1) and (8, 2), 7 at (10, 2), the least in one bit;
    from N = 16 on keys are random, with 4.2 (2K + 1) ln N dimensions or a few more, and all windows are checked. The
    unit itself is run on all inputs for N <= 12.

    Source: Sanford, Hsu, Telgarsky 2023, Theorem 9; bounds/constructions/sequences/match3_local_signs.py
    Where: N in (8, 10) or K = 1
    """
    return computes(construct("match3-local-signs", M=M, N=N, K=K))


@claim(N=[2, 3])
def cycle3_strassen(N: int) -> Statement:
    """One Strassen head, m = 3N + 1, finds for every vertex of N whether it lies on a directed triangle (Cycle3).

    Source: after Kozachinskiy et al. 2025; proved in bounds/constructions/sequences/cycle3_strassen.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return computes(construct("cycle3-strassen", N=N))


def output_pattern(M: int) -> SignPattern:
    """Match2 by its output: + at -x and - elsewhere, but stars elsewhere in rows with 2x = 0 mod M."""
    others = ["*" if 2 * x % M == 0 else "-" for x in range(M)]
    return SignPattern(
        tuple("".join("+" if (x + y) % M == 0 else others[x] for y in range(M)) for x in range(M)), null=True
    )


@claim(p=[1, 2, 3])
def equality(p: int) -> Statement:
    """One head with m = dv = 1 and p bits compares two tokens of 4^p symbols.

    Source: proved in bounds/constructions/sequences/equality_unit.py
    Beyond: all p, by the proof that is cited; the checker goes through the instances
    """
    return computes(construct("equality", p=p))


@claim(p=[1, 2, 3])
def equality_in_fewer_bits(p: int) -> Statement:
    """To compare two tokens of 4^p symbols, one head with m = dv = 1 needs p bits: p - 1 tell 4^(p-1) symbols apart.

    Source: proved in bounds/constructions/sequences/equality_unit.py
    Beyond: all p, by the proof that is cited; the checker goes through the instances
    """
    return least("p", f"eq A={4**p}", unit_class="fixed", width=1, position=1) >= p
