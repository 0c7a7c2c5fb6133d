"""q-SA by H heads that share out y: smaller heads, far fewer bits.

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

from math import comb, log2

from ....tasks import SparseAveraging
from ..construction import ConstructionError, Theorem
from .averaging_construction import AveragingConstruction
from .averaging_parameters import require_averaging, require_count
from .moment_curve_averaging import moment_curve_head
from .sign_keys import sign_key_head

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
