"""Claims about encoders: two-party functions inside tasks."""

import random

from ..claims import Statement, claim, least, reduces
from ..questions import SignPattern
from ..reductions.encoders.coordinate_encoder import CoordinateEncoder, match3_by_coordinates
from ..reductions.encoders.disj_to_match3 import match3_encoder
from ..reductions.instances.padding import padded
from ..reductions.instances.stretch_to_attention import stretch_to_attention
from ..reductions.registry import find_reduction


@claim(n=range(1, 6))
def disj_to_qsa(n: int) -> Statement:
    """DISJ_n reduces locally to q-SA with q = n and N = 2n + 1: the last output is above -1 iff a and b intersect.

    Source: after Sanford, Hsu, Telgarsky 2023, Theorem 4; proved in reductions/encoders/disj_to_qsa.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return reduces(find_reduction("disj", "qsa").at(n))


@claim(n=range(1, 6))
def disj_to_match3(n: int) -> Statement:
    """DISJ_n reduces locally to Match3 with N = 2n + 1 and M = 2n + 2: the first output is 1 iff a and b intersect.

    Source: Sanford, Hsu, Telgarsky 2023, Theorem 7; proved in reductions/encoders/disj_to_match3.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return reduces(find_reduction("disj", "match3").at(n))


@claim(n=range(1, 6), extra=range(1, 6))
def disj_to_match3_larger_moduli(n: int, extra: int) -> Statement:
    """The tokens of disj-to-match3 work for every modulus M >= N + 1 of Match3; here M = N + 1 + extra.

    Source: proved in reductions/encoders/disj_to_match3.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return reduces(match3_by_coordinates(match3_encoder(n, 2 * n + 2 + extra), 2 * n + 2 + extra))


@claim(n=range(1, 4))
def match3_public_zero(n: int) -> Statement:
    """x_1 = 0 works in the Match3 encoder.

    Source: refuted: 0 + 0 + 0 = 0 mod M
    Refuted: false for every n: the output is always 1
    """
    right = match3_encoder(n, 2 * n + 2)
    return reduces(match3_by_coordinates(CoordinateEncoder(0, right.alice, right.bob), 2 * n + 2))


@claim(n=range(1, 5))
def match3_modulus_n(n: int) -> Statement:
    """M = N suffices in the Match3 encoder.

    Source: refuted: 1 + alpha_n + alpha_n = 2n + 1 = 0 mod M for n >= 2; 1 + 1 + 1 = 0 mod 3
    Refuted: false for every n
    """
    return reduces(match3_by_coordinates(match3_encoder(n, 2 * n + 1), 2 * n + 1))


@claim(n=range(1, 6))
def disj_to_cycle3(n: int) -> Statement:
    """DISJ_n reduces locally to directed triangles on n + 2 vertices.

    Source: proved in reductions/encoders/disj_to_cycle3.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return reduces(find_reduction("disj", "cycle3").at(n))


@claim(rows=range(1, 4), columns=range(1, 4), where=lambda rows, columns: rows * columns <= 6)
def disj_to_triangles(rows: int, columns: int) -> Statement:
    """DISJ_n, n = rows * columns, reduces locally to triangles on 2 rows + columns vertices, with rows outputs.

    Source: proved in reductions/encoders/disj_to_cycle3.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    Where: rows * columns <= 6
    """
    return reduces(find_reduction("disj", "cycle3").at(rows * columns, rows=rows))


@claim(n=range(1, 6))
def index_to_induction_heads(n: int) -> Statement:
    """INDEX_n reduces locally to induction heads with N = 2n + 1 tokens of 3 symbols, the last one public.

    Source: proved in reductions/encoders/index_to_induction_heads.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return reduces(find_reduction("index", "induction-heads").at(n))


@claim(n=range(1, 5), k=range(1, 4))
def index_to_k_hop(n: int, k: int) -> Statement:
    """INDEX_n reduces locally to k hops over k + 2 symbols with N = 2n + 2k - 1 tokens, the last one public.

    Source: proved in reductions/encoders/index_to_k_hop.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return reduces(find_reduction("index", "k-hop").at(n, k=k))


@claim(n=range(1, 6))
def index_to_composition(n: int) -> Statement:
    """INDEX_n reduces locally to function composition with domain n + 1, the argument public.

    Source: proved in reductions/encoders/index_to_composition.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return reduces(find_reduction("index", "composition").at(n))


@claim(n=range(1, 6))
def index_to_streaming_qsa(n: int) -> Statement:
    """INDEX_n reduces locally to q-SA read in order, q = 1 and N = n + 1, all of Alice's tokens before all of Bob's.

    Source: after Sanford, Hsu, Telgarsky 2023, Theorem 11; proved in reductions/encoders/index_to_streaming_qsa.py
    Beyond: all sizes, by the proof that is cited; the checker goes through the instances
    """
    return reduces(find_reduction("index", "streaming-qsa").at(n))


@claim(arrangement=["pappus", "non-pappus"])
def width_is_hard(arrangement: str) -> Statement:
    """Two dimensions are enough for the pattern of an arrangement iff its pseudolines can be straight lines.

    Rows are pseudolines, columns cells, an entry is the side; no null token. pappus and non-pappus are two of the 512
    chirotopes of the nine points of Pappus in general position, one stretchable and one not: m = 2 and m = 3. So the
    least m of class SIGN is as hard to decide at m = 2 as stretchability, which is as hard as the existential theory of
    the reals, hence NP-hard. It is not said that approximation up to an error, or with few bits, is hard.

    Source: reductions/instances/stretch_to_attention.py; stretchability: Mnev 1988, Shor 1991
    Beyond: all simple arrangements, by the proof that is cited; hardness by the two sources
    """
    pattern = stretch_to_attention.encode(arrangement).pattern
    return least("m", pattern) == (2 if arrangement == "pappus" else 3)


@claim(drawn=range(10))
def width_padding(drawn: int) -> Statement:
    """Each row twice, with + and with - at a new key, needs a width m of exactly one more.

    Without a null token a row with - at the new key and + at all others is added. So where m = 2 is hard to decide
    every larger m is. The instances are patterns drawn at random, every other one with a null token.

    Source: proved in reductions/instances/padding.py
    Beyond: all patterns over + - 0 *, by the proof that is cited
    """
    rng = random.Random(drawn)
    rows, columns = 3 + drawn % 3, 4 + drawn % 4
    symbols = "+-" if drawn < 6 else "+-+-0*"
    words = tuple("".join(rng.choice(symbols) for _ in range(columns)) for _ in range(rows))
    pattern = SignPattern(words, null=bool(drawn % 2))
    return least("m", padded(pattern)) == least("m", pattern) + 1
