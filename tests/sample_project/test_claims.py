"""Three claims: one true, one false, one too hard for its budget."""

from headcount.claims import claim, least, measured


@claim(n=range(1, 4), budget=120, source="by search; the formula fails at n = 4")
def sign_rank_of_inner_product(n):
    "The inner product of n bits has sign rank 2^(n-1) + 1."
    return measured("sign_rank", f"ip n={n}") == 2 ** (n - 1) + 1


@claim(q=range(1, 5))
def one_dimension_saved(q):
    "m = 2q - 1 suffices for q-SA at N = 2q + 2."
    return least("m", f"qsa N={2 * q + 2} q={q}") <= 2 * q - 1


@claim(M=[5], budget=5)
def width_of_match3(M):
    "Match3 modulo 5 needs m = 4."
    return least("m", f"match3 M={M}") == 4
