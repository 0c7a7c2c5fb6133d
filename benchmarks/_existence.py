"""How wide random keys have to be so that some select *every* q-subset: existence, no keys, and so no certificate.

**Signs with the sum of the keys of y as query (proved; the numbers are exact).** y is put above all others unless some
i in y and j off y have D = <w, u_i> - <w, u_j> <= 0. Coordinate by coordinate D is 0 with probability 1/2 (where u_i
and u_j agree), else 2 + 2 S, where S is a sum of q - 1 independent signs. There are C(N, q) q (N - q) such triples, so
some keys select every subset if C(N, q) q (N - q) P(D <= 0) < 1. P(D <= 0) is a count of words, divided by a power of
2. m is about 4 q^2 ln N. ``sums_width`` is the least m of this.

**Gaussian keys (Gordon's escape through a mesh, cited).** Let U have the keys as columns, m x N, with independent
normal entries. y is no face iff U h = 0 and sum h = 0 for some h other than 0 with h >= 0 off y; then |h_off|_1 =
-sum_y h <= sqrt q |h_y|_2. For h of length 1 in this cone the expectation of the largest <g, h>, g normal in R^N, is at
most

    sqrt(q t^2 + 2 N (t phi(t) + (1 - t^2) Q(t))) + sqrt q (t' + N (phi(t') - t' Q(t'))),  t, t' >= 0,

phi the density and Q the upper tail of a normal variable: the first part bounds the q largest |g_i| together (those on
y, where h may have either sign; E (g^2 - t^2)^+ summed), the second sqrt q times the greatest of the g_i. If it is less
than E |g_m| = sqrt 2 Gamma((m + 1)/2) / Gamma(m/2), no h is in the kernel of U with positive probability: all
q-subsets are faces. If keys are rounded to multiples of eps this stays so if the two sides differ by more than 2 eps
sqrt(m q): p = O(log(m q)) bits. m is 6.1 to 6.7 q ln N. ``gordon_width`` is the least m of this, for a grid of t, t'.

For signs the theorem is not known here, and constants of restricted isometry for signs say nothing at any size that
fits a machine. Up to N = 2^19 the codes of ``linear_codes.py`` need fewer dimensions.

Source: Y. Gordon. On Milman's inequality and random subspaces which escape through a mesh in R^n. 1988.
"""

from math import comb, erfc, exp, lgamma, pi, sqrt

import numpy as np

from headcount.bounds.constructions.construction import least_from, require_averaging

STEPS = 400
"""Numbers t that are tried, between 0 and 8."""


def gordon_width(N: int, q: int) -> int:
    """The least m for which Gordon's theorem gives keys, of O(log(m q)) bits, that select every q-subset. No keys.

    Status: PROVED (the theorem is cited; its two sides in floats, apart by more than these lose).

    Examples
    --------
    >>> [gordon_width(N, q) for N, q in ((64, 2), (1024, 2), (2048, 4), (32768, 8), (2**19, 16), (2**20, 32))]
    [52, 92, 194, 533, 1359, 2799]
    """
    require_averaging(N, q)
    t = np.linspace(0, 8, STEPS + 1)
    phi = np.exp(-t * t / 2) / sqrt(2 * pi)
    tail = np.array([erfc(x / sqrt(2)) / 2 for x in t])
    top = np.sqrt(q * t * t + 2 * N * (t * phi + (1 - t * t) * tail)).min()
    greatest = sqrt(q) * (t + N * (phi - t * tail)).min()
    wanted = float(top + greatest) * (1 + 1e-9)
    return least_from(lambda m: sqrt(2) * exp(lgamma((m + 1) / 2) - lgamma(m / 2)) > wanted, 0)


def sums_width(N: int, q: int) -> int:
    """The least m at which some sign keys put every q-subset above the others by the sum of its keys. No keys.

    Status: PROVED (exact: a count of words against a power of 2).

    Examples
    --------
    >>> [sums_width(N, q) for N, q in ((64, 2), (1024, 2), (64, 3))]
    [44, 73, 112]
    """
    require_averaging(N, q)
    events = comb(N, q) * q * (N - q)
    return least_from(lambda m: events * failing(m, q) < 1 << m * q, 0)


def failing(m: int, q: int) -> int:
    """2^(m q) P(D <= 0): of so many words of m q signs, those with D <= 0.

    >>> failing(1, 2), failing(2, 2)  # D is 0, 0, 0 or 4 with one coordinate
    (3, 9)
    """
    # A coordinate has the weight 2^(q-1) for 0 and C(q - 1, k) for 2 + 2 (2 k - (q - 1)): all divided by 2.
    low = min(0, 2 - q)
    one = [0] * (q + 1 - low)
    one[-low] = 2 ** (q - 1)
    for k in range(q):
        one[2 * k + 2 - q - low] += comb(q - 1, k)
    power = _power(one, m)
    return sum(power[: -low * m + 1])


def _power(one: list[int], m: int) -> list[int]:
    """The coefficients of a power of a polynomial, as the digits of a power of a number."""
    digits = (sum(one) ** m).bit_length() + 8
    digits += -digits % 8
    value = sum(x << digits * i for i, x in enumerate(one)) ** m
    size, count = digits // 8, (len(one) - 1) * m + 1
    raw = value.to_bytes(size * count + 8, "little")
    return [int.from_bytes(raw[size * i : size * (i + 1)], "little") for i in range(count)]
