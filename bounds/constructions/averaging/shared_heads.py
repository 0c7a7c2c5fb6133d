"""q-SA by superimposed codes, and shared out among heads.

q-SA with one-bit tables, deterministic and proved for every subset: superimposed codes from polynomials.

Kautz, Singleton 1964: write position j as a polynomial f_j of degree < k over F_r, r prime, r^k >= N, and let its code
word be the n symbols f_j(a) at n points a (at most r + 1 of them, the last being "infinity", which reads the leading
coefficient), each written as one of r. Two polynomials agree at k - 1 points at most.

Let K_j in {0,1}^(n r) be the one-hot words and Q_y the union of those of y. Then <Q_y, K_j> = n for j in y, and off y
at most q (k - 1): each point where it counts is one where f_j agrees with some f_i, i in y. So the gap is at least n -
q (k - 1), positive from n = q (k - 1) + 1 on.

**As signs.** With u_j = 2 K_j - 1 and w = 2 Q_y - 1, <w, u_j> = 4 <Q_y, K_j> - 2 n - 2 |Q_y| + n r: the same for all j
but for four times the overlap. So tables in midrise(1) = {-1, 1}, one bit, tie exactly on y with gap at least 4 (n - q
(k - 1)). m = n r; r and k are chosen for the least m. k = 1 is the one-hot code, n = 1, m = N (r need not be prime
then).

**Better ways?** One symbol of each point can be dropped (a one-hot block sums to 1), m = n (r - 1), but the queries
then take three values: more bits in all. Any 0/1 construction whose query is the union of the words needs m =
Omega(q^2 log N / log q) (D'yachkov, Rykov 1982: the words are q-cover-free); random sign keys need O(q log N) because
their queries are not unions. So this is the better choice for small q, and the only one here that is proved for all y
at every N.

q-SA by H heads that share out y: smaller heads, far fewer bits.

Head h selects the part of y from its rank r_h to r_h + s_h in increasing order, s_1 + .. + s_H = q, s_h = ceil(q/H) or
floor(q/H), and averages it; the layer's sum weighs head h by c_h = s_h and the read-out divides by D = q:
(1/q) sum_h s_h (1/s_h) sum_(j in part h) z_j = q-SA. The sizes s_h are the same for every y because ``sum`` weighs
heads by constants.

**Bits.** By the moment curve a head of s positions takes m = 2s and p about 2s log2(N/2): with s = ceil(q/H) that is H
m p about (4 q^2/H) log2(N/2) bits instead of 4 q^2 log2(N/2). Sign keys take one bit each and m = O(s log N), H m p
about the same at every H, down to H = q: there the parts are single positions, the keys are the numbers of the
positions in binary, m = ceil(log2 N), p = 1, gap 2. These q ceil(log2 N) bits are proved for every y, and near the
least possible: H m p >= log2 C(N, q) >= q log2(N/q), because different subsets need different queries.
"""

from functools import partial
from math import comb, log2

import numpy as np
from flint import fmpz

from ....tasks import SparseAveraging
from ..construction import ConstructionError, Theorem, require_averaging, require_count, require_room
from .averaging_construction import AveragingConstruction
from .averaging_head import AveragingHead, Subset
from .moment_curve_averaging import moment_curve_head
from .sign_keys import sign_key_head


def qsa_superimposed_code(N: int, q: int, excess: int = 1) -> AveragingConstruction:
    """q-SA with one-bit keys and queries, deterministic, gap at least 4 ``excess`` on every subset, one head.

    Parameters
    ----------
    N, q : int, 1 <= q <= N
    excess : int >= 1
        n - q (k - 1), the number of points beyond those where a foreign key can agree.

    Returns
    -------
    AveragingConstruction
        Class GRID(1, midrise, gap 4 excess).

    Raises
    ------
    ConstructionError
        If a parameter is out of range.

    Source
    ------
    Kautz, Singleton 1964 (superimposed codes from Reed-Solomon codes); the use for q-SA is ours.

    Examples
    --------
    >>> built = qsa_superimposed_code(100, 2)
    >>> built.size.m, built.size.p, built.spread((3, 50)), built.margin((3, 50)) >= 4
    (25, 1, 0, True)
    """
    require_averaging(N, q)
    require_count("excess", "the overlap by which y must win", excess, "excess=1")
    n, r, k = code_parameters(N, q, excess)
    require_room(N, n * r, 8, f"N={min(N, 100_000)}" if N > 100_000 else f"q={max(1, q // 4)}", packed=True)
    keys = (2 * code_words(N, n, r, k) - 1).astype(np.int8)
    head = AveragingHead(keys, partial(_union, keys), 0, q, 1, (-1, 1))
    theorem = Theorem(
        "0/1 words of n symbols of F_r, any two agreeing in at most k - 1: no word is covered by q others",
        "Kautz, Singleton 1964",
        {"m": (f"n r = {n} * {r}, k = {k}", n * r), "m p": (">= log2 C(N, q) by counting", log2(comb(N, q)))},
    )
    proved = f"{n} symbols, two keys agree in at most {k - 1}: {n} > {q} * {k - 1}"
    options = {} if excess == 1 else {"excess": excess}
    return AveragingConstruction(
        "qsa-superimposed-code", SparseAveraging(N, q), theorem, (head,), 1, "midrise", proved, options
    )


def code_parameters(N: int, q: int, excess: int = 1) -> tuple[int, int, int]:
    """(n, r, k) of the least m = n r with n = q (k - 1) + excess points, r^k >= N and n <= r + 1.

    >>> code_parameters(65536, 2), code_parameters(65536, 16), code_parameters(5, 4)
    ((9, 11, 5), (33, 41, 3), (1, 5, 1))
    """
    best = (excess, N, 1)
    for k in range(2, N.bit_length() + 1):
        n = q * (k - 1) + excess
        r = _prime_from(max(_root(N, k), n - 1, 2))
        if n * r < best[0] * best[1]:
            best = (n, r, k)
    return best


def code_words(N: int, n: int, r: int, k: int) -> np.ndarray:
    """The 0/1 words of positions 0 .. N-1, an (N, n r) array: digit c of j in base r is the coefficient of x^c.

    >>> code_words(4, 2, 2, 2).tolist()
    [[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 0, 1], [0, 1, 1, 0]]
    """
    digits = (np.arange(N)[:, None] // np.array([r**c for c in range(k)])) % r
    words = np.zeros((N, n * r), dtype=np.int8)
    for a in range(n):
        if k == 1:
            symbols = digits[:, 0]  # constant polynomials; r = N need not be prime
        elif a == r:
            symbols = digits[:, -1]  # the point at infinity
        else:
            symbols = np.zeros(N, dtype=np.int64)
            for c in range(k - 1, -1, -1):
                symbols = (symbols * a + digits[:, c]) % r
        words[np.arange(N), a * r + symbols] = 1
    return words


def _union(keys: np.ndarray, part: Subset) -> np.ndarray:
    union: np.ndarray = keys[list(part)].max(axis=0).astype(np.int64)
    return union


def _root(N: int, k: int) -> int:
    """The least r with r^k >= N, in integers."""
    return int(fmpz(N - 1).root(k)) + 1


def _prime_from(least: int) -> int:
    while not fmpz(least).is_prime():
        least += 1
    return least


KEYS = ("moment-curve", "sign-keys")


def qsa_multi_head(N: int, q: int, H: int, keys: str = "moment-curve", seed: int = 0) -> AveragingConstruction:
    """q-SA shared out among H heads, combined by ``sum``.

    Parameters
    ----------
    N, q : int, 1 <= q <= N
    H : int, 1 <= H <= q
    keys : "moment-curve" (m = 2 ceil(q/H), proved) or "sign-keys" (one-bit keys; proved for H = q)
    seed : int
        Of random sign keys.

    Returns
    -------
    AveragingConstruction

    Raises
    ------
    ConstructionError
        If a parameter is out of range.

    Source
    ------
    Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Theorems 2 and 3 for one head; sharing is ours.

    Examples
    --------
    >>> built = qsa_multi_head(8, 4, 2)
    >>> built.size.m, built.size.H, built.error((0, 2, 3, 7))
    (4, 2, Fraction(0, 1))
    >>> qsa_multi_head(1000, 16, 16, keys="sign-keys").size.bits
    160
    """
    require_averaging(N, q)
    require_count("H", "the number of heads", H, "H=2")
    require_count("seed", "the seed of the keys", seed, "seed=0", least=0)
    if q < H:
        raise ConstructionError(f"H must be at most q = {q}, a head for each position, got {H}; try H={q}")
    if keys not in KEYS:
        raise ConstructionError(f"keys must be one of {', '.join(KEYS)}, got {keys!r:.40}; try keys='moment-curve'")
    heads, reasons, start = [], [], 0
    for h in range(H):
        size = q // H + (h < q % H)
        if keys == "sign-keys":
            head, proved = sign_key_head(N, size, None, seed, 1, start, size)
        else:
            head = moment_curve_head(N, size, "centred", start, size)
            proved = "minus the square of a polynomial whose roots are the nodes of a part"
        heads.append(head)
        reasons.append(proved)
        start += size
    counting = {"m p H": (">= log2 C(N, q) by counting", log2(comb(N, q)))}
    if keys == "sign-keys":
        theorem = Theorem(
            "H heads of embedding dimension O((q/H) log N) share out q-SA at O(log(q log N / eps)) bits",
            "sharing of Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Theorem 2",
            {"m": ("O((q/H) log N)", None), **counting},
        )
    else:
        theorem = Theorem(
            "H heads of embedding dimension 2 ceil(q/H) compute q-SA at unbounded precision",
            "sharing of Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Theorem 3",
            {"m": ("2 ceil(q/H)", 2 * -(-q // H)), **counting},
        )
    grid = "twos"
    options: dict[str, int | str] = {"H": H}
    if keys == "sign-keys":
        # shares c_h up to ceil(q/H) are stored with the values; an even one is not in midrise
        grid = "midrise" if all(head.share % 2 for head in heads) else "twos"
        options = {"H": H, "keys": keys, "seed": seed}
    return AveragingConstruction(
        "qsa-multi-head", SparseAveraging(N, q), theorem, tuple(heads), q, grid,
        reasons[0] if all(reasons) else "", options,
    )  # fmt: skip
