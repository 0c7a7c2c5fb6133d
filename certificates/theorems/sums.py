"""How wide keys of p bits are if queries may be any real vectors, by the entropy of a sum of keys. Trusted.

*Sums.* Class KEYS; N keys, all subsets y of k keys are selected, or put above the others. Two different y have
different sums of keys: let <w, u> be more on y than on all other keys, or t on y and less elsewhere, w the query of y.
The sum of <w, u> over y exceeds that over another set of k keys, as each key of y that is not in it scores more than
each of it that is not in y. So the sum is one of C(N, k) values. Each of its m coordinates is one of r (2^p - 1) + 1
numbers, r = min(k, N - k): the sum of all keys less it is one of N - k. *sums*: C(N, k) <= (r (2^p - 1) + 1)^m.

*Entropy.* *sums of bits*: p = 1. For y drawn uniformly log2 C(N, k) is the entropy of the sum, at most the sum of those
of its coordinates. If K keys have the greater number in a coordinate, that says how many of y are among these K: x with
probability w_x / C(N, k), w_x = C(K, x) C(N - K, k - x). The entropy is largest for some K <= N/2, as N - K gives that
of K, and K = 0 none: m >= log2 C(N, k) / max_K sum_x w_x / C(N, k) log2(C(N, k) / w_x). Logarithms are rounded to 1/256
of the safe side, after all but the 40 highest bits have been dropped.
"""

from fractions import Fraction
from math import comb

from ..meter import product_steps
from ..refuse import need
from .case import Case, K, Row

FINE = 256
"""Logarithms are multiples of 1/256."""
KEPT = 40
"""Bits of a number that its logarithm takes notice of."""


def below(x: int) -> int:
    """At most 256 log2 x.

    >>> below(1), below(2), below(3), below(2**100)
    (0, 256, 405, 25600)
    """
    spare = max(0, x.bit_length() - KEPT)
    return int(((x >> spare) ** FINE).bit_length() - 1 + FINE * spare)


def above(x: int) -> int:
    """At least 256 log2 x.

    >>> above(1), above(3), above(2**100) - 25600
    (1, 406, 1)
    """
    spare = max(0, x.bit_length() - KEPT)
    return int((((x >> spare) + (spare > 0)) ** FINE).bit_length() + FINE * spare)


def subsets(x: Case) -> tuple[int, int]:
    """The lesser of k and N - k, and C(N, k)."""
    least, most = (x.s.q, x.s.q) if x.s.kind == "qsa" else (x.s.least, x.s.most)
    need(least <= x.k <= most, "sets of another size are asked for")
    few = min(x.k, x.s.N - x.k)
    need(few * x.s.N.bit_length() <= 4000, "so many subsets are not counted")
    x.meter.charge(10_000)
    return few, comb(x.s.N, few)


def by_values(x: Case) -> Fraction:
    """log C(N, k) / log(r (2^p - 1) + 1)."""
    few, count = subsets(x)
    x.meter.charge(x.z.unit_class.bits)
    return Fraction(below(count), above(few * (2**x.z.unit_class.bits - 1) + 1))


def by_entropy(x: Case) -> Fraction:
    """log C(N, k) over the largest entropy, a little enlarged."""
    few, count = subsets(x)
    need(x.z.unit_class.bits == 1, "for keys of one bit")
    each = 50 + 2 * product_steps(FINE * KEPT, FINE * KEPT) + few
    x.meter.charge(x.s.N // 2 * (few + 1) * each)
    whole, most = above(count), 1
    for ones in range(1, x.s.N // 2 + 1):
        ways = (comb(ones, i) * comb(x.s.N - ones, few - i) for i in range(few + 1))
        most = max(most, sum(w * (whole - below(w)) for w in ways if w))
    return Fraction(below(count) * count, most)


OF_SUMS = tuple(
    Row(name, "lower", task, "KEYS", lambda x: x.z.unit_class.bits > 0, value, "text: Sums", K)
    for name, value in (("sums", by_values), ("sums of bits", by_entropy))
    for task in ("qsa", "separation")
)
"""Every argument."""
