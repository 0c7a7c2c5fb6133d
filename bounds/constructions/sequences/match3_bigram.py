"""Match3Bigram by two layers of one head each, m = 3: copy the successor, then Match2.

Layer 1 (positions only, m = 2). With u the centred position, the key of u is (2u, u^2) and the query that looks for t
is (t, -1): the score 2 t u - u^2 = t^2 - (t - u)^2 is highest at u = t alone, by at least 1. Position i looks for
i + 1. The last position, which has no successor, looks for position 0, and since position 0 is nobody's successor its
value is free: it is the mark M ("none") whatever its token, while all other positions have their token as value.

Read-out. From its token x and the output y: the pair (x, s), with s = x + y mod M, or (x, none).

Layer 2 (tokens only, m = 3). Position i has to find some j with s_j = -x_i: Match2 between the first parts and the
second. Keys on a conic (``conic_keys``) for the M + 1 second parts, none being a key that no query selects, so that it
loses to the null token by 1 like all keys that do not match. Values 1, null token 0: the output is 1 if there is a
match, else 0.
"""

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from ....questions import Head, Layer, ReadOut, Table, Unit
from ....tasks import Match3Bigram
from ..construction import ConstructionError, Theorem
from ..explicit_construction import ExplicitConstruction
from .conic_keys import conic_keys
from .match_s_unit import selecting_head

LARGEST_MODULUS = 500
"""The read-out between the layers lists M (M + 1) pairs, the second layer has a query and a key for each."""


def match3_bigram(M: int, N: int = 4) -> ExplicitConstruction:
    """Match3Bigram over Z_M on N tokens by two layers of one head, m = 3.

    Parameters
    ----------
    M : int >= 1
        The modulus.
    N : int >= 1
        The length of the sequences.

    Guarantee
    ---------
    Gap 1 in both layers: p = 2 log2(N) - 1 bits are enough for the positions, log2(M) + 2.1 for the tokens, about.

    Source
    ------
    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), on Match3Bigram; the tables are ours.

    Examples
    --------
    >>> built = match3_bigram(7, 4)
    >>> [int(row[0]) for row in built.unit.outputs((1, 2, 4, 3))]
    [1, 0, 1, 0]
    >>> built.size.m, built.size.layers
    (3, 2)
    """
    task = Match3Bigram(M, N)
    if M > LARGEST_MODULUS:
        raise ConstructionError(
            f"M must be at most {LARGEST_MODULUS}, because the second layer has M (M + 1) symbols, got {M}; try M=100"
        )
    conic = conic_keys(M + 1)
    pairs = [(x, s) for x in range(M) for s in range(M + 1)]  # symbol x (M + 1) + s; s = M is none
    seconds = tuple(conic.keys[s] for _, s in pairs)
    match = selecting_head(tuple(conic.queries[-x % M] for x, _ in pairs), (seconds,), ((0, 0, 0),))
    symbols = tuple(
        ((x, (Fraction(y),)), x * (M + 1) + ((x + y) % M if y < M else M)) for x in range(M) for y in range(M + 1)
    )
    unit = Unit(M, (Layer((_successor_head(M, N),)), Layer((match,))), (ReadOut(symbols, M * (M + 1)),))
    theorem = Theorem(
        "two layers of constant width compute Match3Bigram",
        "arXiv 2306.02896",
        {"m": ("3 (O(1) in the paper)", 3), "layers": ("2", 2)},
    )

    @lru_cache(maxsize=100_000)
    def margin_of_sets(tokens: frozenset[int], sums: frozenset[int]) -> int:
        margins = []
        for x in tokens:
            scores = {s: sum(a * b for a, b in zip(conic.queries[-x % M], conic.keys[s], strict=True)) for s in sums}
            found, others = scores.pop(-x % M, None), [*scores.values()]
            margins.append(0 - max(others, default=-1) if found is None else found - max([*others, 0]))
        return min(margins)

    def margin(tokens: tuple[int, ...]) -> int:
        sums = {(x + y) % M for x, y in pairwise(tokens)} | {M}
        return min(margin_of_sets(frozenset(tokens), frozenset(sums)), 1)  # layer 1: scores t^2 - (t - u)^2, gap 1

    return ExplicitConstruction("match3-bigram", {"M": M, "N": N}, task, theorem, unit, margin_of=margin)


def _successor_head(M: int, N: int) -> Head:
    """Every position attends to the next one, the last to position 0, which answers M."""
    centred = [u - N // 2 for u in range(N)]
    queries = tuple((centred[(i + 1) % N], -1) for i in range(N))
    keys = tuple((2 * u, u * u) for u in centred)
    values = tuple((M if j == 0 else token,) for j in range(N) for token in range(M))
    return Head(Table("position", queries), (Table("position", keys),), (Table("both", values),))
