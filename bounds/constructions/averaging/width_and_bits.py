"""q-SA within an error in the plane of m and p: what each construction takes, from few dimensions to few bits.

Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896) state two ends: Theorem 3, m = 2q with many bits, and Theorem 2,
m = O(q log N) with few. Sizes are of one head:

* class FIXED(p, twos), scores tied exactly with a gap that keeps to the error (``sufficient_gap``): moment curve,
  superimposed code, sign keys, simplex. Queries are multiplied by the factor that is missing, which costs bits.
* real softmax with entries of p bits at one temperature: the moment curve rounded (``rounded_curve.py``).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ....questions import averaging_question, bits_needed, least_size
from ...averages import sufficient_gap
from ..construction import ConstructionError, require_averaging
from .averaging_construction import AveragingConstruction
from .moment_curve_averaging import qsa_moment_curve
from .rounded_curve import least_bits_when_rounded
from .shared_heads import qsa_superimposed_code
from .sign_keys import qsa_sign_keys

FIXED, SOFTMAX = "FIXED(p, twos)", "real softmax, p-bit entries"
LARGEST = 20_000
"""Largest N q for which constructions are made."""


@dataclass(frozen=True)
class SizedAverage:
    """A construction with its m and p.

    ``status`` is "proved" if every subset keeps to the error, "sampled" if some hundred subsets do.
    """

    name: str
    unit_class: str
    m: int
    p: int
    status: str

    def __str__(self) -> str:
        return f"m = {self.m} at p = {self.p} [{self.status}] {self.name}, class {self.unit_class}"


def widths_and_bits(N: int, q: int, error: Fraction, rounded: bool = True) -> tuple[SizedAverage, ...]:
    """The constructions, from the narrowest to the widest; none if N q is above ``LARGEST``.

    Parameters
    ----------
    N, q : int, 1 <= q < N
    error : Fraction, 0 < error < 1
    rounded : whether to look for the rounded curve, too, which takes seconds from N q = 500 on

    Examples
    --------
    >>> for size in widths_and_bits(16, 2, Fraction(1, 4)):
    ...     print(size)
    m = 4 at p = 12 [sampled] moment curve, rounded, class real softmax, p-bit entries
    m = 4 at p = 15 [proved] moment curve, class FIXED(p, twos)
    m = 15 at p = 4 [proved] simplex, class FIXED(p, twos)
    m = 15 at p = 2 [proved] superimposed code, class FIXED(p, twos)
    m = 16 at p = 2 [proved] sign keys, class FIXED(p, twos)
    """
    require_averaging(N, q)
    if N * q > LARGEST:
        return ()
    return tuple(sorted(_sizes(N, q, error, rounded), key=lambda size: (size.m, -size.p if size.m > 2 * q else size.p)))


def _sizes(N: int, q: int, error: Fraction, rounded: bool) -> Iterator[SizedAverage]:
    if rounded:
        try:
            found = least_bits_when_rounded(N, q, "circle", 40, 0, error)
            yield SizedAverage("moment curve, rounded", SOFTMAX, 2 * q, found.bits, "sampled")
        except ConstructionError:
            pass
    curve, code, signs = qsa_moment_curve(N, q), qsa_superimposed_code(N, q), qsa_sign_keys(N, q)
    yield _tied("moment curve", N, q, error, curve.size.m, _entries(curve), 1, "proved")
    yield _tied("simplex", N, q, error, N - 1, ((-1, 1), (0, 1)), 1, "proved")
    # The gap of the code is 4 (n - q (k - 1)) = 4 (``shared_heads.py``), that of signs at least 4.
    yield _tied("superimposed code", N, q, error, code.size.m, _entries(code), 4, "proved")
    gap = 2 if q == 1 else 4
    yield _tied("sign keys", N, q, error, signs.size.m, _entries(signs), gap, "proved" if signs.proved else "sampled")


def _tied(
    name: str, N: int, q: int, error: Fraction, m: int, entries: tuple[tuple[int, int], tuple[int, int]], gap: int,
    status: str,
) -> SizedAverage:  # fmt: skip
    """The least p at which the queries, multiplied by what the gap lacks, fit."""
    question, (queries, keys) = averaging_question(N, q), entries
    p = 2  # values are z and -z
    while True:
        needed = sufficient_gap(least_size(question, "m", f"FIXED({p}, twos)", error=error), p)
        factor = -(-needed // gap)
        if (bits_needed([*(factor * entry for entry in queries), *keys], "twos") or 0) <= p:
            return SizedAverage(name, FIXED, m, p, status)
        p += 1


def _entries(built: AveragingConstruction) -> tuple[tuple[int, int], tuple[int, int]]:
    """Least and greatest entry of the queries, or as many bits; and of the keys."""
    most = 2 ** ((built.size.query_bits or 1) - 1) - 1 if built.grid == "twos" else 2**built.size.query_bits - 1
    (head,) = built.heads
    return head.query_range or (-most - 1, most), (int(head.keys.min()), int(head.keys.max()))
