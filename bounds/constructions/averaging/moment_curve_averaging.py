"""q-SA with m = 2q by keys on a curve, in exact integers, at four sets of nodes: how many bits it really takes.

Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 3: m = 2q suffices at unbounded precision, which is also the
least (min(2q, N - 1), ``selections.py``). The key of position j is a point with node x_j on the curve (b_1(x),
.., b_2q(x)), where b_a has degree a; the query of y holds the coefficients of -P, P(x) = prod_{i in y} (x - x_i)^2, but
for the constant one. So the score of j is P's constant minus P(x_j): tied on y, lower by P(x_j) >= 1 off it, because P
takes integer values and its only roots are the nodes of y.

**The basis.** b_a(x) = (x - t_0) .. (x - t_(a-1)) / a! with t = 0, 1, -1, 2, -2, .. are integer at integers (a product
of a consecutive integers over a!), and P has the integer coefficients a! (divided difference of order a) in it. Keys
are then about a! smaller than powers; a query is divided by the gcd of its entries.

**Circle.** On a circle of Gaussian integers w of norm R, nodes are lattice points, b's are the real and imaginary
parts of w^k, k = 1 .. q, and P(w) = prod_{i in y} |w - w_i|^2 = prod (2R - w w_i* - w* w_i), a Laurent polynomial in w
on the circle.

**Why the bits are about 2q log2 N whatever the nodes.** The gap is least at y = a run of q neighbours and j next to
it. With N equal steps on a circle of radius 1, and P = prod (1 - cos(theta - theta_i)), it is about (2 pi/N)^2q (q!)^2
/ 2^q there, while the largest coefficient of P is of constant order: scores have to be exact to about 2q log2 N bits,
and rounding either table spoils that. Plain integer nodes meet it as they are: keys and queries are at most about
(N/2)^2q. Chebyshev nodes lie at distance about N^-2 at the ends, instead of N^-1, so their gaps are N^-4q there and
they lose. Equal steps on a circle win if ties may be approximate (``rounded_curve.py``), because the basis
is bounded and the gaps are the same everywhere; but lattice points on a circle are far from equally spaced, and with
exact ties centred nodes win. Measured: benchmarks/bounded_precision.rst.

**Gale evenness.** If y is made of runs of consecutive nodes, a run of even length needs simple roots only: prod (x -
x_i) over it is positive at every node off it; an odd run needs one double root, an odd run at an end of the nodes none.
Degree q + (odd inner runs) suffices, at any q: windows cost about q dimensions and not 2q.
"""

from collections.abc import Callable
from itertools import accumulate
from math import cos, factorial, gcd, isqrt, log2, pi, prod
from operator import mul

import numpy as np
from flint import fmpz_poly

from ....tasks import SparseAveraging
from ..construction import ConstructionError, Theorem, require_averaging, require_room
from . import NODES
from .averaging_construction import AveragingConstruction
from .averaging_head import AveragingHead, Subset


def qsa_moment_curve(N: int, q: int, nodes: str = "centred") -> AveragingConstruction:
    """q-SA with m = 2q, exact integer tables, one head.

    Parameters
    ----------
    N, q : int, 1 <= q <= N
    nodes : "plain" (0 .. N-1), "centred" (the same minus N // 2), "chebyshev" (rounded S cos, least S that keeps them
        apart), "circle" (lattice points on a circle)

    Returns
    -------
    AveragingConstruction
        Class GRID(p, twos, gap 1) with p about 2q log2(N/2); every subset is proved. Where the queries cannot all be
        written out, p is the bits of a proved bound on their entries, a few more than the entries seen.

    Raises
    ------
    ConstructionError
        If a parameter is out of range.

    Source
    ------
    Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Theorem 3.

    Examples
    --------
    >>> qsa_moment_curve(7, 2).size.m
    4
    >>> qsa_moment_curve(5, 1, nodes="plain").scores((2,))
    ((0, 3, 4, 3, 0),)
    """
    require_averaging(N, q)
    head = moment_curve_head(N, q, nodes)
    theorem = Theorem(
        "one unit of embedding dimension 2q computes q-SA at unbounded precision",
        "Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Theorem 3",
        {"m": ("2q", 2 * q), "p": ("2q log2(N/2)", 2 * q * log2(max(N, 2) / 2))},
    )
    proved = "minus the square of a polynomial whose roots are the nodes of y"
    options = {} if nodes == "centred" else {"nodes": nodes}
    return AveragingConstruction(
        "qsa-moment-curve", SparseAveraging(N, q), theorem, (head,), 1, "twos", proved, options
    )


def moment_curve_head(N: int, q: int, nodes: str, start: int = 0, share: int = 1) -> AveragingHead:
    """A head that selects ``y[start:start+q]`` by a curve of degree 2q."""
    if nodes not in NODES:
        raise ConstructionError(f"nodes must be one of {', '.join(NODES)}, got {nodes!r:.40}; try nodes='centred'")
    require_room(N, 2 * q, q * log2(max(N, 4) / 2), f"N={max(q, min(N, 1000))}" if N > 1000 else f"q={max(1, q // 10)}")
    query: Callable[[Subset], list[int]]
    if nodes == "circle":
        points = lattice_circle(N)
        keys, query = _circle_keys(points, q), lambda part: _circle_query(points, part)
        limit = _largest_circle_entry(points, q)
    else:
        places = integer_nodes(N, nodes)
        keys, query = _curve_keys(places, q), lambda part: _curve_query([places[i] for i in part])
        limit = _largest_curve_entry(places, q)
    table = np.array(keys, dtype=object).reshape(N, 2 * q)
    return AveragingHead(
        table, lambda part: np.array(query(part), dtype=object), start, start + q, share, (-limit, limit)
    )


def integer_nodes(N: int, nodes: str) -> list[int]:
    """N different increasing integers.

    >>> integer_nodes(5, "centred"), integer_nodes(5, "chebyshev")
    ([-2, -1, 0, 1, 2], [-2, -1, 0, 1, 2])
    """
    if nodes == "plain":
        return list(range(N))
    if nodes == "centred":
        return [j - N // 2 for j in range(N)]
    scale = N // 2
    while True:
        found = [round(-scale * cos(pi * (j + 0.5) / N)) for j in range(N)]
        if len(set(found)) == N:
            return found
        scale += 1 + scale // 16


def lattice_circle(N: int) -> list[tuple[int, int]]:
    """N lattice points on one circle around 0, in order of angle; the least product of 5, 13, 17, 29, .. that has N.

    A Gaussian integer x + iy of norm 5^a 13^b .. exists 4 (a + 1)(b + 1) .. times.

    >>> lattice_circle(6)
    [(-2, -1), (-1, -2), (1, -2), (2, 1), (1, 2), (-1, 2)]
    """
    primes = (5, 13, 17, 29, 37, 41, 53, 61, 73, 89, 97, 101, 109)
    best: list[tuple[int, tuple[int, ...]]] = []

    def extend(norm: int, powers: tuple[int, ...], count: int) -> None:
        if best and norm >= best[0][0]:
            return
        if count >= N:
            best[:] = [(norm, powers)]
            return
        if len(powers) == len(primes):
            return
        for power in range(1, (powers[-1] if powers else 8) + 1):
            extend(norm * primes[len(powers)] ** power, (*powers, power), count * (power + 1))

    extend(1, (), 4)
    norm, powers = best[0]
    points = [(1, 0)]
    for prime, power in zip(primes, powers, strict=False):
        a = next(a for a in range(1, isqrt(prime) + 1) if isqrt(prime - a * a) ** 2 == prime - a * a)
        factor = (a, isqrt(prime - a * a))
        conjugate = (factor[0], -factor[1])
        choices = []
        for k in range(power + 1):
            product = (1, 0)
            for step in range(power):
                product = _times(product, factor if step < k else conjugate)
            choices.append(product)
        points = [_times(point, choice) for point in points for choice in choices]
    everywhere = {_times(point, turn) for point in points for turn in ((1, 0), (0, 1), (-1, 0), (0, -1))}
    by_angle = sorted(everywhere, key=lambda w: float(np.arctan2(w[1], w[0])))
    assert len(by_angle) >= N and all(x * x + y * y == norm for x, y in by_angle)
    return [by_angle[j * len(by_angle) // N] for j in range(N)]


def _curve_keys(places: list[int], q: int) -> list[list[int]]:
    products = (accumulate((x - _step(a) for a in range(2 * q)), mul) for x in places)
    return [[product // factorial(a) for a, product in enumerate(row, 1)] for row in products]  # a consecutive integers


def _step(k: int) -> int:
    """0, 1, -1, 2, -2, ..: the first a of them are consecutive integers."""
    return (k + 1) // 2 * (1 if k % 2 else -1)


def _curve_query(roots: list[int]) -> list[int]:
    """The coefficients of -prod (x - root)^2 in the basis, without the constant, over their gcd."""
    rest = prod((fmpz_poly([-root, 1]) for root in roots), start=fmpz_poly([1])) ** 2  # P
    found = []
    for a in range(2 * len(roots)):
        rest, remainder = divmod(rest, fmpz_poly([-_step(a), 1]))  # the remainder belongs to b_a
        found.append(-factorial(a) * int(remainder[0]))
    return _primitive([*found[1:], -factorial(2 * len(roots)) * int(rest[0])])


def _largest_curve_entry(places: list[int], q: int) -> int:
    """No query has a larger entry.

    Entry a is a! times a divided difference of P over t_0 .. t_a, hence P's a-th derivative at a point of |t| <=
    (a+1)//2: a! times the elementary symmetric function of order 2q - a of the distances to the roots, which are
    different nodes, each twice. Replace the i-th farthest by (a+1)//2 + (the i-th largest |node|).
    """
    farthest = sorted((abs(x) for x in places), reverse=True)[:q]
    found = 1
    for a in range(1, 2 * q + 1):
        symmetric = prod((fmpz_poly([1, distance + (a + 1) // 2]) for distance in farthest), start=fmpz_poly([1])) ** 2
        found = max(found, factorial(a) * int(symmetric[2 * q - a]))
    return found


def _circle_keys(points: list[tuple[int, int]], q: int) -> list[list[int]]:
    return [[entry for power in accumulate([point] * q, _times) for entry in power] for point in points]


def _circle_query(points: list[tuple[int, int]], part: Subset) -> list[int]:
    """-P as a real combination of Re w^k and Im w^k, over the gcd.

    P = sum_k (c_k w^k + conjugate), where w* = R / w: the c_k are those of w^q P, real and imaginary parts apart.
    """
    norm, q = sum(entry * entry for entry in points[0]), len(part)
    real, imaginary = fmpz_poly([1]), fmpz_poly([0])
    for x, y in (points[i] for i in part):
        a, b = fmpz_poly([-norm * x, 2 * norm, -x]), fmpz_poly([-norm * y, 0, y])
        real, imaginary = real * a - imaginary * b, real * b + imaginary * a
    # 2 Re(c w^k) = 2 Re c Re w^k - 2 Im c Im w^k
    return _primitive([entry for k in range(q + 1, 2 * q + 1) for entry in (-2 * int(real[k]), 2 * int(imaginary[k]))])


def _largest_circle_entry(points: list[tuple[int, int]], q: int) -> int:
    """No query has a larger entry: sum_k |c_k| R^(k/2) over all integers k is at most (2R + R + R)^q, and R^(k/2) >= 1.

    c_k and its conjugate at -k share this, and k = 1 costs the least: 2 |c_k| <= (4R)^q / sqrt R.
    """
    norm = sum(entry * entry for entry in points[0])
    largest: int = (4 * norm) ** q // max(1, isqrt(norm)) + 1
    return largest


def _times(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _primitive(vector: list[int]) -> list[int]:
    divisor = gcd(*vector)
    return [entry // divisor for entry in vector] if divisor else vector
