"""DISJ_n to Match3(N, M) with N = 2n + 1 and any modulus M >= N + 1: Theorem 7 of Sanford, Hsu, Telgarsky 2023.

Symbols: position 1 is public and holds 1; positions 2 .. n+1 are Alice's, n+2 .. 2n+1 Bob's. A party's token i is the
dummy 1 where its bit is 0; where it is 1, Alice writes alpha_i and Bob M - 1 - alpha_i, with
(alpha_1, .., alpha_n) = (0, 2, 3, .., n). The output at position 1 is 1 iff a and b are not disjoint.
"""

from ...tasks.two_party.functions import disj
from ..reduction import Reduction, SizedReduction, require_parameter
from .coordinate_encoder import CoordinateEncoder, match3_by_coordinates

DUMMY = 1
"""The public token and the token of a bit 0."""


def on_values(n: int) -> tuple[int, ...]:
    """Alice's tokens for bits 1: 0, 2, 3, .., n.

    >>> on_values(4)
    (0, 2, 3, 4)
    """
    return (0, *range(2, n + 1))


def match3_encoder(n: int, M: int) -> CoordinateEncoder:
    """The tables of the encoding, for any n and M; a reduction if M >= 2n + 2.

    >>> match3_encoder(2, 6)
    CoordinateEncoder(public=1, alice=((1, 0), (1, 2)), bob=((1, 5), (1, 3)))
    """
    on = on_values(n)
    return CoordinateEncoder(
        DUMMY, tuple((DUMMY, alpha) for alpha in on), tuple((DUMMY, M - 1 - alpha) for alpha in on)
    )


def _sized(n: int, M: int | None = None) -> SizedReduction:
    """Match3 finds, at position 1, a pair of tokens that sum to -1 mod M.

    Proof that the only such pairs are alpha_i and M - 1 - alpha_i with a_i = b_i = 1. Write alpha, alpha' for on-values
    of Alice; they lie in {0, 2, .., n}, and M >= 2n + 2. The sum of the three tokens of a pair with position 1 is

    - dummy and dummy: 3, and 3 < 4 <= M;
    - dummy and alpha: 2 + alpha, between 2 and n + 2, and n + 2 < M;
    - dummy and M - 1 - alpha: M + 1 - alpha, a multiple of M only if alpha = 1, which is left out (|1 - alpha| < M);
    - alpha and alpha', equal ones included: between 1 and 2n + 1 < M, so never 0 mod M: here M >= N + 1 is needed,
      and for n >= 2 it is tight, since alpha = alpha' = n gives 2n + 1 = N;
    - M - 1 - alpha and M - 1 - alpha': 2M - 1 - (alpha + alpha'), and 0 <= alpha + alpha' <= 2n < M - 1: strictly
      between M and 2M;
    - alpha_i and M - 1 - alpha_k: M + alpha_i - alpha_k, a multiple of M iff alpha_i = alpha_k, iff i = k.

    So output 1 iff some i has both tokens on: 1 - DISJ_n(a, b).
    """
    n = disj(n).n  # refuses what is no size
    N = 2 * n + 1
    M = N + 1 if M is None else M
    require_parameter("M", M, N + 1, f"two on-values of Alice sum to as much as {2 * n}, and N = {N}")
    return match3_by_coordinates(match3_encoder(n, M), M)


disj_to_match3 = Reduction(
    "disj",
    "match3",
    _sized,
    ("M",),
    "a common 1 at i becomes the pair alpha_i, M - 1 - alpha_i, which completes the public 1 to 0 mod M",
    "Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 7; the tokens and their proof are our own",
)
