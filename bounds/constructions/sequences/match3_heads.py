"""Match3 by ordinary heads: two layers, counted tokens, a window.

Match3Bigram by two layers of one head each, m = 3: copy the successor, then Match2.

Layer 1 (positions only, m = 2). With u the centred position, the key of u is (2u, u^2) and the query that looks for t
is (t, -1): the score 2 t u - u^2 = t^2 - (t - u)^2 is highest at u = t alone, by at least 1. Position i looks for
i + 1. The last position, which has no successor, looks for position 0, and since position 0 is nobody's successor its
value is free: it is the mark M ("none") whatever its token, while all other positions have their token as value.

Read-out. From its token x and the output y: the pair (x, s), with s = x + y mod M, or (x, none).

Layer 2 (tokens only, m = 3). Position i has to find some j with s_j = -x_i: Match2 between the first parts and the
second. Keys on a conic (``conic_keys``) for the M + 1 second parts, none being a key that no query selects, so that it
loses to the null token by 1 like all keys that do not match. Values 1, null token 0: the output is 1 if there is a
match, else 0.

Match3 by an ordinary head that counts tokens: uniform attention, dv = M - 1; embedding dimension 1, or 0.

All queries and keys are 0, so that all scores tie and the head averages the values. The value of token t >= 1 is the
unit vector e_t, that of token 0 is 0: the output holds the shares n_t / N of the tokens 1 .. M-1, and n_0 = N - sum n_t
follows. The read-out knows its own token x and looks whether some y and z with n_y, n_z > 0 have x + y + z = 0 mod M.

What it says about lower bounds. Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896) count m as the width of everything, and
against m p H = Omega(N / log log N) (for M > N) this unit shows that width M suffices. Here m is the width of queries
and keys alone, and it is 1 (a table must have a column; the content is the number 0, so in truth it is 0): all the size
is in the values, dv = M - 1 with 2 bits each, and in a read-out that may be any function. A bound that is to hold for
all units must therefore count dv as well.

Match3Local by one head that averages a window of consecutive positions: m = 2K + 2.

The window of position i is a run of q = min(2K + 1, N) positions that holds all j with |i - j| <= K: centred at i, and
shifted at the ends of the sequence so that it keeps its length.

Selection by q-sparse averaging would need m = 2q (a double root at each of any q positions). A run of consecutive
integers a .. a+q-1 needs less, by Gale's evenness: at integers the polynomial

    f(t) = -(t - a)(t - a - 1) .. (t - a - q + 1) (t - a)

of even degree q + 1 is 0 on the run and negative at all other integers: there its q + 1 linear factors are all positive
(right of the run) or all negative (left of it), so that their product is positive. Keys: q + 1 polynomials of degrees
1 .. q + 1 without constant; query: the coefficients of f in them; the constant only shifts the row. Hence
**m = q + 1 = 2K + 2**; the window's scores tie exactly, the others are lower, by at least 1 because they are integers.
A window at an end of the sequence has outsiders on one side only, so that q simple roots will do (degree q, the sign
chosen): if all windows are such (N <= q + 1), m = q; if N <= q, the scores are all 0 and m = 1.

Bits. Powers of t would make large keys. With t centred, |t| <= N/2, and the binomials of Gauss's forward formula,

    key coordinate k:  C(t + floor((k-1)/2), k),      query coordinate k:  (Delta^k f)(-floor(k/2)),

a key is at most ((N + k)/2)^k / k!: p = (q+1) log2((N+q+1)/2) - log2((q+1)!) + 1 bits hold all keys. With u = t - a,
-f = q! u C(u, q) = q! (q C(u, q) + (q+1) C(u, q+1)), so q! divides out and -Delta^k gives q C(u, q-k) +
(q+1) C(u, q+1-k) at |u| <= N/2 + 2q: the queries' bits grow with q log2(N) only. ``size`` counts both.

Values. Position j with token x has value x e_(j mod q): the q positions of a window have different residues, so that
the output is (1/q) (the token at each residue), and the read-out, which knows the position, has all tokens of the
window and looks for a match within distance K. dv = q, log2(M) + 1 bits.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from math import comb, factorial, gcd, prod

from ....questions import Head, Layer, ReadOut, Table, Unit
from ....questions.attention import Output
from ....tasks import Match3, Match3Bigram, Match3Local
from ..construction import ConstructionError, Theorem, require_room
from ..explicit_construction import Answer, ExplicitConstruction
from .match_units import conic_keys, selecting_head

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


def match3_histogram(M: int, N: int = 4) -> ExplicitConstruction:
    """Match3 over Z_M on N tokens by one head of uniform attention, m = 1, dv = max(M - 1, 1).

    Parameters
    ----------
    M : int >= 1
        The modulus.
    N : int >= 1
        The length of the sequences; the read-out uses it.

    Source
    ------
    Folklore; the upper bound next to Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 7.

    Examples
    --------
    >>> built = match3_histogram(4, 3)
    >>> [str(share) for share in built.unit.outputs((1, 1, 2))[0]]
    ['2/3', '1/3', '0']
    >>> built.size.m, built.size.dv, built.size.p
    (1, 3, 2)
    """
    task = Match3(M, N)
    width = max(M - 1, 1)
    require_room(M, width, 1, "M=1000")
    zeros = Table("token", ((0,),) * M)
    values = tuple(tuple(int(t == column + 1) for column in range(width)) for t in range(M))
    unit = Unit(M, (Layer((Head(zeros, (zeros,), (Table("token", values),)),)),))
    theorem = Theorem(
        "uniform attention and a read-out compute Match3 with dv = M - 1",
        "folklore, next to arXiv 2306.02896, Theorem 7",
        {"m": ("M, as the width of everything; here dv = M - 1 and queries and keys are 0", M)},
    )
    return ExplicitConstruction(
        "match3-histogram", {"M": M, "N": N}, task, theorem, unit, threshold=None, answer=_read_shares(M)
    )


def _read_shares(M: int) -> Answer:
    @cache
    def matches(token: int, row: Output) -> int:
        present = {t for t in range(1, M) if row[t - 1] > 0}
        if sum(row) < 1:  # the shares of the other tokens leave something for 0
            present.add(0)
        return int(any((token + y + z) % M == 0 for y in present for z in present))

    return lambda position, token, row: matches(token, row)


def match3_local(M: int, N: int, K: int) -> ExplicitConstruction:
    """Match3Local over Z_M on N tokens within distance K by one head, m = 2K + 2, dv = 2K + 1.

    Parameters
    ----------
    M : int >= 1
        The modulus.
    N : int >= 1
        The length of the sequences.
    K : int >= 0
        The largest distance.

    Guarantee
    ---------
    The selected scores tie exactly, the others are lower by at least 1.

    Source
    ------
    Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), on Match3Local (O(K log N) through q-SA with q = 2K + 1); the use
    of Gale's evenness is ours.

    Examples
    --------
    >>> built = match3_local(7, 5, 1)
    >>> built.size.m, built.size.dv
    (4, 3)
    >>> [str(share) for share in built.unit.outputs((1, 2, 6, 4, 5))[1]]
    ['1/3', '2/3', '2']
    >>> tokens = (1, 2, 6, 4, 5)
    >>> built.answers(tokens, built.unit.outputs(tokens))
    (0, 1, 1, 1, 1)
    """
    task = Match3Local(M, K, N)
    q = min(2 * K + 1, N)
    require_room(N * M, q, M.bit_length(), f"K={K // 10}" if K >= 10 else "M=100")
    starts = [min(max(i - K, 0), N - q) for i in range(N)]
    m = 1 if q == N else q if q + 1 == N else q + 1
    centre = N // 2
    queries = tuple(_query(a - centre, a + q - 1 - centre, -centre, N - 1 - centre, m) for a in starts)
    keys = tuple(tuple(_binomial(t - centre + (k - 1) // 2, k) for k in range(1, m + 1)) for t in range(N))
    if q == N:
        keys = ((0,),) * N  # the queries are 0 as well
    values = tuple(tuple(token * int(j % q == r) for r in range(q)) for j in range(N) for token in range(M))
    head = Head(Table("position", queries), (Table("position", keys),), (Table("both", values),))
    theorem = Theorem(
        "one head computes Match3Local",
        "arXiv 2306.02896",
        {"m": ("2K + 2 (q-SA with q = 2K + 1 by the moment curve: 2q)", 2 * K + 2)},
    )
    unit, answer, margin = (
        Unit(M, (Layer((head,)),)),
        window_read_out(M, N, K, q, [q] * N),
        _margin(queries, keys, q, starts),
    )
    sizes = {"M": M, "N": N, "K": K}
    return ExplicitConstruction("match3-local", sizes, task, theorem, unit, None, answer, margin)


def _query(first: int, last: int, low: int, high: int, m: int) -> tuple[int, ...]:
    """Coefficients, in m binomials, of a polynomial 0 at first .. last and negative at the rest of low .. high."""
    if (first, last) == (low, high):
        return (0,) * m
    roots = list(range(first, last + 1))
    if low < first and last < high and len(roots) % 2:
        roots.append(first)
    sign = -1 if prod((low if low < first else high) - root for root in roots) > 0 else 1
    row = []
    for k in range(1, m + 1):
        at = [sign * prod(t - root for root in roots) for t in range(-(k // 2), k - k // 2 + 1)]
        row.append(sum((-1) ** (k - i) * comb(k, i) * at[i] for i in range(k + 1)))
    divisor = gcd(*row)
    return tuple(entry // divisor for entry in row)


def _binomial(top: int, k: int) -> int:
    """C(top, k), for negative numbers on top as well."""
    return prod(top - i for i in range(k)) // factorial(k)


def _margin(
    queries: Sequence[Sequence[int]], keys: Sequence[Sequence[int]], q: int, starts: Sequence[int]
) -> Callable[[tuple[int, ...]], int] | None:
    """The least, over positions, of the window's lowest score minus the highest outside; None if nothing is outside."""
    margins = []
    for query, a in zip(queries, starts, strict=True):
        scores = [sum(x * y for x, y in zip(query, key, strict=True)) for key in keys]
        outside = scores[:a] + scores[a + q :]
        if outside:
            margins.append(min(scores[a : a + q]) - max(outside))
    if not margins:
        return None
    least = min(margins)
    return lambda tokens: least


def window_read_out(M: int, N: int, K: int, q: int, sizes: Sequence[int]) -> Answer:
    """What the tokens of the window say that a row averages: those at the residues mod q; ``sizes`` of the windows."""

    @cache
    def matches(position: int, token: int, row: Output) -> int:
        near = [row[j % q] * sizes[position] for j in range(max(0, position - K), min(N, position + K + 1))]
        return int(any((token + y + z) % M == 0 for y in near for z in near))

    return matches
