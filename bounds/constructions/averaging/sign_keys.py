"""q-SA with one bit per number: random sign keys, and queries whose q scores are exactly equal.

Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 2: m = O(d' + q log N) dimensions at p = O(log(q/eps log N))
bits suffice. The keys u_j are random signs; the query of y is the least vector with <w, u_j> = 1 on y, w = U^T (U
U^T)^-1 1 (U the q x m matrix of the keys of y), which is small off y. Theirs ties y approximately. Here w is rounded
to the grid midrise(p) in such a way that the q scores are *equal integers* (``dual_certificate.py``), already at p = 1,
where only the signs of w survive.

**Why that is enough.** Keys have an even number of -1 each, so all scores with one query are congruent mod 4: a
positive gap is at least 4. Weights cut to p <= 3 fractional bits (2^(p-d) for d <= p, 0 below) vanish off y, so a
fixed-point unit with one-bit queries, keys and values computes q-SA with error 0, and so does a saturated one.

**How large m has to be.** Off y, <w, u_j> is a sum of m independent signs of size |w_a|: by Hoeffding it exceeds h <w,
u_i>, i in y, with probability at most exp(-(h S)^2 / (2 |w|^2)), S the common score. At full precision S = 1 and |w|^2
is about q/m: the N - q keys stay below h for m > 2 q ln(N)/h^2. Signs only: |w|^2 = m, S is about m sqrt(2/(pi q)),
hence pi/2 times as many, m > pi q ln(N)/h^2: 3.1 q ln N for a gap (h = 1), 12.6 q ln N for a relative gap 1/2. This is
a rule of thumb for one y: over all y constants are larger, and pushing single foreign keys down
(``dual_certificate.py``) makes them smaller again. benchmarks/bounded_precision.rst has what is measured.

**For all y at once.** Of two keys let |<u_i, u_j>| <= mu m. Then for the exact w (rational, not rounded): U U^T / m =
I + E with row sums of |E| at most (q-1) mu, so |(U U^T)^-1 1|_1 <= q / (m (1 - (q-1) mu)), and off y |<w, u_j>| <= q
mu / (1 - (q-1) mu), at most 1/2 if **mu (3q - 1) <= 1**. It needs 18 to 36 q^2 ln N
dimensions. For rounded queries this proves nothing; there, all y are covered by enumeration (``verify`` says when), by
``shared_heads.py``, or in the two cases that need no luck: q = 1 (m = ceil(log2 N), different keys, gap 2: of
different sign vectors each is closest to itself), and one-hot signs (m = N, below).
"""

from collections.abc import Callable
from math import ceil, comb, log, log2

import numpy as np

from ....tasks import SparseAveraging
from ..construction import ConstructionError, Theorem, require_averaging, require_count, require_room
from .averaging_construction import AveragingConstruction
from .averaging_head import AveragingHead, Subset
from .dual_certificate import GRID_STEP, DualCertificate

DIMENSIONS_PER_Q_LOG_N = 10
"""m = 10 q ln N if m is not given: above the 3.0 to 6.7 at which 400 subsets pass (benchmarks); no theorem."""


def qsa_sign_keys(N: int, q: int, m: int | None = None, seed: int = 0, bits: int = 1) -> AveragingConstruction:
    """q-SA with one-bit keys and p-bit queries, m = 10 q ln N unless given, one head.

    Parameters
    ----------
    N, q : int, 1 <= q <= N
    m : int, optional
        Embedding dimension. Without it: ceil(log2 N) for q = 1, else the least of N (one-hot signs) and 10 q ln N.
    seed : int
        Of the keys and of the search for ties.
    bits : int, 1 .. 4
        p; more bits than one allow a smaller m, at a larger m p.

    Returns
    -------
    AveragingConstruction
        Class GRID(p, midrise, gap g), g a positive multiple of 4 (2 if q = 1) on every subset that ``verify`` passes.
        For random keys nothing is proved beyond these: ``proved`` is empty.

    Raises
    ------
    ConstructionError
        If a parameter is out of range, or m too small for N different keys. Asking for the query of a subset whose
        ties are not found raises ``NoExactTieError``, a ConstructionError.

    Source
    ------
    Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Theorem 2; exact ties and one bit are ours.

    Examples
    --------
    >>> built = qsa_sign_keys(200, 3, m=96)
    >>> built.size.p, built.size.m, built.spread((4, 70, 71)), built.margin((4, 70, 71)) % 4
    (1, 96, 0, 0)
    >>> qsa_sign_keys(1000, 1).size.m, qsa_sign_keys(6, 2).size.m
    (10, 6)
    """
    require_averaging(N, q)
    require_count("seed", "the seed of the keys", seed, "seed=0", least=0)
    if type(bits) is not int or bits not in GRID_STEP:
        raise ConstructionError(f"bits, the precision p of queries, must be 1 .. 4, got {bits!r:.40}; try bits=1")
    head, proved = sign_key_head(N, q, m, seed, bits)
    theorem = Theorem(
        "one unit of embedding dimension O(q log N) with O(log(q log N / eps)) bits eps-approximates q-SA",
        "Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Theorem 2",
        {"m": ("q ln N", q * log(N)), "m p": (">= log2 C(N, q) by counting", log2(comb(N, q)))},
    )
    options = {"m": head.keys.shape[1], "seed": seed}
    return AveragingConstruction(
        "qsa-sign-keys", SparseAveraging(N, q), theorem, (head,), 1, "midrise", proved, options
    )


def sign_key_head(
    N: int, q: int, m: int | None, seed: int, bits: int = 1, start: int = 0, share: int = 1
) -> tuple[AveragingHead, str]:
    """A head that selects ``y[start:start+q]``, and why it does for every y (empty if it is not proved)."""
    chosen = m if m is not None else ceil(DIMENSIONS_PER_Q_LOG_N * q * log(max(N, 2)))
    query: Callable[[Subset], np.ndarray]
    if q == 1 and m is None:
        keys = binary_keys(N)
        query, proved = (
            (lambda part: keys[part[0]].astype(np.int64)),
            "of different sign vectors each is closest to itself",
        )
        bits = 1
    elif m is None and chosen >= N:
        keys = 2 * np.eye(N, dtype=np.int8) - 1
        query, proved = (lambda part: _indicator(N, part)), "one-hot keys, the query is the indicator of y"
        bits = 1
    else:
        keys = random_sign_keys(N, chosen, seed)
        query, proved = DualCertificate(keys, bits, seed=seed), ""
    top = 2**bits - 1
    return AveragingHead(keys, query, start, start + q, share, (-top, top)), proved


def random_sign_keys(N: int, m: int, seed: int) -> np.ndarray:
    """N different rows of m signs with an even number of -1 each, uniform but for that; int8.

    >>> keys = random_sign_keys(50, 8, 0)
    >>> len(np.unique(keys, axis=0)), set(np.prod(keys, axis=1).tolist())
    (50, {1})
    """
    require_count("m", "the embedding dimension", m, "m=None, which chooses")
    if m < 62 and 2 ** (m - 1) < N:
        raise ConstructionError(
            f"m must give N = {N} different keys with an even number of -1, 2^(m-1) >= N, got m={m}; "
            f"try m={(N - 1).bit_length() + 1} or more"
        )
    require_room(N, m, 8, f"N={min(N, 100_000)}" if N > 100_000 else f"m={m // 10}", packed=True)
    rng = np.random.default_rng(seed)
    if m < 24:  # few enough to draw without repetition
        codes = rng.choice(2 ** (m - 1), N, replace=False)
        keys = (1 - 2 * ((codes[:, None] >> np.arange(m)) & 1)).astype(np.int8)
    else:
        keys = 1 - 2 * rng.integers(0, 2, (N, m), dtype=np.int8)
        while len(same := _repeated(keys)):
            keys[same] = 1 - 2 * rng.integers(0, 2, (len(same), m), dtype=np.int8)
    keys[:, -1] = np.prod(keys[:, :-1], axis=1, dtype=np.int8)
    return keys


def _repeated(keys: np.ndarray) -> np.ndarray:
    """Rows that agree with an earlier one but for the last entry."""
    packed = np.packbits(keys[:, :-1] > 0, axis=1)
    _, first = np.unique(packed, axis=0, return_index=True)
    return np.setdiff1d(np.arange(len(keys)), first)


def binary_keys(N: int) -> np.ndarray:
    """The N numbers in binary, digits as signs: m = ceil(log2 N), at least 1.

    >>> binary_keys(3).tolist()
    [[1, 1], [-1, 1], [1, -1]]
    """
    width = max(1, (N - 1).bit_length())
    return (1 - 2 * ((np.arange(N)[:, None] >> np.arange(width)) & 1)).astype(np.int8)


def _indicator(N: int, part: Subset) -> np.ndarray:
    """+1 on the part, -1 off it. With a one-hot key the score is N - 2q + 2 on the part and 4 less off it."""
    query = -np.ones(N, dtype=np.int64)
    query[list(part)] = 1
    return query
