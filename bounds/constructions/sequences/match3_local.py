"""Match3Local by one head that averages a window of consecutive positions: m = 2K + 2.

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
from functools import cache
from math import comb, factorial, gcd, prod

from ....questions import Head, Layer, Table, Unit
from ....questions.attention import Output
from ....tasks import Match3Local
from ..construction import Theorem
from ..explicit_construction import Answer, ExplicitConstruction
from ..table_sizes import require_room


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
    return ExplicitConstruction(
        "match3-local",
        {"M": M, "N": N, "K": K},
        task,
        theorem,
        Unit(M, (Layer((head,)),)),
        threshold=None,
        answer=_read_out(M, N, K, q),
        margin_of=_margin(queries, keys, q, starts),
    )


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


def _read_out(M: int, N: int, K: int, q: int) -> Answer:
    @cache
    def matches(position: int, token: int, row: Output) -> int:
        near = [row[j % q] * q for j in range(max(0, position - K), min(N, position + K + 1))]
        return int(any((token + y + z) % M == 0 for y in near for z in near))

    return matches
