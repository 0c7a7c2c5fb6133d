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

The error of real softmax heads for one subset: proposed in floating point, proved in balls.

With scores s^h and one temperature tau, e_j = (1/D) sum_h c_h softmax(tau s^h)_j - [j in y]/q, and the worst error over
all values in the unit ball is sum_j |e_j| (``averaging_construction.py``).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, prod

import numpy as np
from flint import acb, acb_poly, arb, arb_poly, ctx, fmpq

from ..construction import ConstructionError, halved, require_averaging, require_count
from .averaging_head import AveragingHead, Subset, hard_subsets

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
    best: dict[int, RoundedCurve] = {}

    def enough(bits: int) -> bool:
        best[bits] = rounded_curve_error(N, q, nodes, bits, subsets)
        return best[bits].error <= wanted

    low, high = 1, 2
    while not enough(high):
        if high > 64 * q * N.bit_length():
            raise ConstructionError(
                f"error must be one that some precision reaches, got {wanted} at N={N}, q={q} and none with {high} "
                "bits; try a larger error, or a smaller N or q"
            )
        low, high = high, 2 * high
    return best[halved(enough, low, high)]


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
    precision, scale = 64 + 2 * bits + 8 * q * N.bit_length(), 2 ** (bits - 1) - 1
    with ctx.workprec(precision):
        places = _places(N, nodes)
        keys = np.array([[_rounded(scale * b) for b in _basis(x, q, nodes)] for x in places], dtype=object)

    def query(part: Subset) -> np.ndarray:
        with ctx.workprec(precision):
            coefficients = _coefficients([places[i] for i in part], nodes)
            largest = max(coefficients, key=lambda c: float(abs(c)))
            return np.array([_rounded(-scale * c / abs(largest)) for c in coefficients], dtype=object)

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
    if nodes == "centred":
        power = prod((arb_poly([-x, 1]) for x in roots), start=arb_poly([1])) ** 2
        return [power[a] for a in range(1, 2 * len(roots) + 1)]
    # As Laurent polynomials in e^(i theta), times its power in the middle; (cos theta - c)^2 has each factor twice.
    half, one = acb(arb(1) / 2), acb(1)
    if nodes == "circle":
        turns = [acb(root.cos(), root.sin()) / 2 for root in roots]
        factors = [acb_poly([-turn, one, -turn.conjugate()]) for turn in turns]
    else:
        factors = [acb_poly([half, -acb(root.cos()), half]) for root in (*roots, *roots)]
    product, size = prod(factors, start=acb_poly([1])), len(factors)
    found = [product[k] for k in range(size + 1, 2 * size + 1)]
    if nodes == "circle":
        return [entry for c in found for entry in (2 * c.real, -2 * c.imag)]
    return [2 * c.real for c in found]


def _rounded(x: arb) -> int:
    """An integer within one of x: any will do, it is the table."""
    nearest = (x + 0.5).mid().floor().unique_fmpz()
    assert nearest is not None  # a midpoint is one number, and so is its floor
    return int(nearest)


PRECISION = 128
"""Bits of the balls."""

FAR = 100
"""A key whose exponent is so far below the highest weighs at most e^-100."""


def softmax_error(
    subset: Subset, scored: Sequence[tuple[int, np.ndarray]], divisor: int, temperature: Fraction
) -> Fraction:
    """An upper bound on the error of softmax(temperature * scores): a ball's right end, as a rational.

    Parameters
    ----------
    subset : increasing positions
    scored : for each head its share c_h and its N integer scores
    divisor : D

    Examples
    --------
    >>> round(float(softmax_error((0,), [(1, np.array([1, 0]))], 1, Fraction(1))), 6)
    0.537883
    """
    with ctx.workprec(PRECISION):
        exact = fmpq(temperature.numerator, temperature.denominator)
        below = arb(0).union(arb(-FAR).exp())
        total = [arb(0)] * len(scored[0][1])
        for share, scores in scored:
            top = int(max(scores))
            near = -int(FAR / temperature) - 1  # a key as far below as this has an exponent of -FAR or less
            drops = [int(s) - top for s in scores]
            weights = [arb(exact * drop).exp() if drop > near else below for drop in drops]
            mass = sum(weights, arb(0))
            for j, weight in enumerate(weights):
                total[j] += share * weight / mass / divisor
        error = arb(0)
        for j in subset:
            total[j] -= arb(fmpq(1, len(subset)))
        for difference in total:
            error += abs(difference)
        top_end = error.upper()
        if not top_end < 4:
            return Fraction(4)
        return Fraction(ceil(float(top_end) * 2**40 * (1 + 2**-40)) + 1, 2**40)  # float() is off by 2^-52 of it at most


def proposed_error(subset: Subset, exponents: np.ndarray, q: int) -> float:
    """The error of one head with these exponents, in floating point."""
    weights = np.exp(exponents)
    weights /= weights.sum()
    weights[list(subset)] -= 1 / q
    return float(np.abs(weights).sum())
