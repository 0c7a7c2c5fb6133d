"""q-SA on a curve with tables rounded to p bits: the least p, at three sets of nodes.

Ties are then approximate, and what counts is the error of the real softmax(tau s), s the integer scores of the rounded
tables, at one temperature tau for all rows. Keys are (b_1(x_j), .., b_2q(x_j)), scaled to fill the p-bit grid; a query
is scaled row by row so that its largest entry does.

* ``centred``: x_j equally spaced in [-1, 1], powers x^a;
* ``chebyshev``: x_j = cos(pi (j + 1/2)/N), Chebyshev polynomials T_a, a = 1 .. 2q;
* ``circle``: N equal steps on a circle, cos and sin of k theta, k = 1 .. q.

With S = 2^(p-1) - 1 and coefficients scaled to max 1, a score is S^2 (constant - P(x_j)) up to a rounding error of at
most about 2q S. Ties have to agree to a fraction of 1/tau and foreign keys to lie below by ln N of it, so S has to
exceed one over the least P off y by a factor of the order q ln N: p is about log2 of one over the relative gap, N^-2q
on a circle (``moment_curve_averaging.py``), plus a few bits. This is an estimate; what is proved is the error below.

The tables are proposed by balls of some thousand bits and are integers from then on; scores are exact, tau is a dyadic
rational, and the error is a ball again: ``rounded_curve_error`` returns an upper bound that is proved for the subsets
that were given, and for no others.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb, ctx, fmpq

from ..construction import ConstructionError
from .averaging_head import AveragingHead, Subset
from .averaging_parameters import require_averaging, require_count
from .hard_subsets import hard_subsets
from .softmax_error import proposed_error, softmax_error

ROUNDED_NODES = ("centred", "chebyshev", "circle")


@dataclass(frozen=True)
class RoundedCurve:
    """What p bits give on the subsets tried: the greatest error (proved for these) and the temperature."""

    bits: int
    error: Fraction
    temperature: Fraction
    subsets: int


def least_bits_when_rounded(
    N: int, q: int, nodes: str, count: int = 40, seed: int = 0, error: Fraction | None = None
) -> RoundedCurve:
    """The least p found by bisection such that the error (1/(2q) unless given) is kept on the subsets tried.

    A sampled number unless ``count`` is at least C(N, q) and the hard subsets happen to be all; it is a lower bound on
    the p that this family needs (up to the choice of temperature), not an upper one.

    Raises
    ------
    ConstructionError
        If a parameter is out of range, or no precision tried is enough.

    Examples
    --------
    >>> found = least_bits_when_rounded(8, 1, "circle", 8)
    >>> found.bits, found.error <= Fraction(1, 2), found.subsets
    (3, True, 8)
    """
    wanted = Fraction(1, 2 * q) if error is None else error
    subsets = tuple(hard_subsets(N, q, count, seed, lambda y: np.zeros(N)))
    low, high = 1, 2
    best = rounded_curve_error(N, q, nodes, high, subsets)
    while best.error > wanted:
        if high > 64 * q * N.bit_length():
            raise ConstructionError(
                f"error must be one that some precision reaches, got {wanted} at N={N}, q={q} and none with {high} "
                "bits; try a larger error, or a smaller N or q"
            )
        low, high = high, 2 * high
        best = rounded_curve_error(N, q, nodes, high, subsets)
    while high - low > 1:
        middle = (low + high) // 2
        tried = rounded_curve_error(N, q, nodes, middle, subsets)
        if tried.error <= wanted:
            high, best = middle, tried
        else:
            low = middle
    return best


def rounded_curve_error(N: int, q: int, nodes: str, bits: int, subsets: Iterable[Subset]) -> RoundedCurve:
    """An upper bound on the greatest error over the subsets, for the best temperature on a grid of powers of 2^(1/4).

    Raises
    ------
    ConstructionError
        If a parameter is out of range.
    """
    head = rounded_curve_head(N, q, nodes, bits)
    tables = [(subset, head.scores(subset)) for subset in subsets]
    span = max(1, *(int(max(scores)) - int(min(scores)) for _, scores in tables))
    drops = [(subset, np.array([int(s - max(scores)) / span for s in scores])) for subset, scores in tables]
    temperatures = [2.0 ** (k / 4) for k in range(4 * (4 * q * N.bit_length() + 16))]
    worst = [max(proposed_error(subset, tau * drop, q) for subset, drop in drops) for tau in temperatures]
    tau = Fraction(temperatures[int(np.argmin(worst))]) / span
    error = max(softmax_error(subset, ((head.share, scores),), 1, tau) for subset, scores in tables)
    return RoundedCurve(bits, error, tau, len(tables))


def rounded_curve_head(N: int, q: int, nodes: str, bits: int) -> AveragingHead:
    """The rounded tables as a head; its ties are approximate."""
    require_averaging(N, q)
    require_count("bits", "the precision p", bits, "bits=20", least=2)
    if nodes not in ROUNDED_NODES:
        raise ConstructionError(f"nodes must be one of {', '.join(ROUNDED_NODES)}, got {nodes!r:.40}; try circle")
    precision = ctx.prec
    ctx.prec = 64 + 2 * bits + 8 * q * N.bit_length()
    try:
        scale = 2 ** (bits - 1) - 1
        places = _places(N, nodes)
        keys = np.array([[_rounded(scale * b) for b in _basis(x, q, nodes)] for x in places], dtype=object)
    finally:
        ctx.prec = precision

    def query(part: Subset) -> np.ndarray:
        before = ctx.prec
        ctx.prec = 64 + 2 * bits + 8 * q * N.bit_length()
        try:
            coefficients = _coefficients([places[i] for i in part], nodes)
            largest = max(coefficients, key=lambda c: float(abs(c)))
            return np.array([_rounded(-scale * c / abs(largest)) for c in coefficients], dtype=object)
        finally:
            ctx.prec = before

    return AveragingHead(keys, query, 0, q, 1, (-scale, scale))


def _places(N: int, nodes: str) -> list[arb]:
    """x_j for centred nodes, the angle for the others."""
    if nodes == "centred":
        return [arb(fmpq(2 * j - N + 1, max(1, N - 1))) for j in range(N)]
    if nodes == "chebyshev":
        return [arb.pi() * fmpq(2 * j + 1, 2 * N) for j in range(N)]
    return [arb.pi() * fmpq(2 * j, N) for j in range(N)]


def _basis(x: arb, q: int, nodes: str) -> Iterator[arb]:
    for a in range(1, (q if nodes == "circle" else 2 * q) + 1):
        if nodes == "centred":
            yield x**a
        else:
            yield (a * x).cos()
            if nodes == "circle":
                yield (a * x).sin()


def _coefficients(roots: list[arb], nodes: str) -> list[arb]:
    """Of prod (x - x_i)^2, or of prod (1 - cos(theta - theta_i)), in the basis, without the constant."""
    if nodes == "circle":
        size = len(roots)
        terms = [(arb(0), arb(0)) for _ in range(2 * size + 1)]  # coefficients of e^(ik theta), k = -q .. q
        terms[size] = (arb(1), arb(0))
        for root in roots:
            c, s = root.cos() / 2, root.sin() / 2
            new = []
            for k in range(2 * size + 1):
                below = terms[k - 1] if k else (arb(0), arb(0))
                above = terms[k + 1] if k < 2 * size else (arb(0), arb(0))
                real = terms[k][0] - (c * below[0] + s * below[1]) - (c * above[0] - s * above[1])
                imaginary = terms[k][1] - (c * below[1] - s * below[0]) - (c * above[1] + s * above[0])
                new.append((real, imaginary))
            terms = new
        return [e for k in range(size + 1, 2 * size + 1) for e in (2 * terms[k][0], -2 * terms[k][1])]
    found = [arb(1)]
    for root in (*roots, *roots):
        longer = [arb(0)] * (len(found) + 1)
        x = root if nodes == "centred" else root.cos()
        for a, c in enumerate(found):
            longer[a] = longer[a] - x * c
            if nodes == "centred" or a == 0:
                longer[a + 1] = longer[a + 1] + c
            else:  # x T_a = (T_(a+1) + T_(a-1))/2
                longer[a + 1] = longer[a + 1] + c / 2
                longer[a - 1] = longer[a - 1] + c / 2
        found = longer
    return found[1:]


def _rounded(x: arb) -> int:
    """An integer within one of x: any will do, it is the table."""
    nearest = (x + 0.5).mid().floor().unique_fmpz()
    assert nearest is not None  # a midpoint is one number, and so is its floor
    return int(nearest)
