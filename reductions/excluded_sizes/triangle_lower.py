"""Cycle3 by units of D layers: DISJ_n in the directed triangles of a graph, n of the order of N^2.

Symbols: N vertices, a token each; ``rows`` r and ``columns`` c with N = 2r + c; m, dv, p, H, D as in ``layered_cost``.

``disj_to_cycle3`` lays n = r c bits out in a tripartite graph: the outputs at the r public vertices w say whether a and
b are disjoint. Alice holds r tokens, Bob c. A unit of D layers, whatever the networks between them, is run across that
cut for ``layered_cost.without_mask`` bits, after which the answering party reads the r outputs off and knows DISJ_n; so

    cost(m, p, H, dv) >= n = r c

(D(DISJ_n) = n + 1, of which one bit announces the answer; ``disjointness_lower``). Since the last layer costs at most
min(r, c) H (m + dv) p, this gives

    ((D - 1)(r + c) + min(r, c)) H (m + dv) p >= r c.                                                          (1)

*A square*, r = c = k, N = 3k (or more, with vertices without edges): **(2D - 1) H (m + dv) p >= k = floor(N/3)**.

*The best rectangle.* Divide (1) by its left count: the right side is greatest at some r that is found by trying all.
At D = 1 it is r = 1, where (1) says H (m + dv) p >= N - 2. At D = 2 and r = N/4 it says 2 r + c = N on the left, N^2/8
on the right: **H (m + dv) p >= N/8**, above the square's N/9. For large D the best r is about (1 - 1/sqrt 2) N, and (1)
says D H (m + dv) p >= about (3 - 2 sqrt 2) N = 0.1716 N, above N/6.

What it cannot say: a token is N bits, so with (m + dv) p H of the order of N everything can be told; and a bound that
grows with D beyond 1/D is not to be had from a cut that both parties talk across.
"""

from fractions import Fraction

from ...tasks import Cycle3
from ..protocols.layered_cost import without_mask
from .disjointness_lower import by_disjointness
from .excluded_region import ExcludedRegion, ExcludedRegionError, outputs_read


def cycle3_square_lower(N: int, layers: int, dv: int | str = "m", grid: str = "twos") -> ExcludedRegion:
    """Cycle3(N) by D layers, floor(N/3)^2 bits in a square: (2D - 1) H (m + dv) p >= floor(N/3).

    Parameters
    ----------
    N : int >= 3
        Vertices.
    layers : int >= 1
        D.
    dv : int >= 1, or "m" (values as wide as queries)
    grid : "twos" or "midrise"

    Raises
    ------
    ExcludedRegionError
        If N is below 3.
    TaskError, CostError
        If a parameter is no size at all.

    Examples
    --------
    300 vertices: (2D - 1) H 2m p >= 100 at dv = m.

    >>> [cycle3_square_lower(300, D).least_m(1, 1) for D in (1, 2, 3, 8)]
    [50, 17, 10, 4]
    """
    _require(N)
    return _region("cycle3-square", N, N // 3, N // 3, layers, dv, grid)


def cycle3_triangle_lower(N: int, layers: int, dv: int | str = "m", grid: str = "twos") -> ExcludedRegion:
    """Cycle3(N) by D layers, with the rectangle for which (1) excludes most; parameters and errors as above.

    Examples
    --------
    >>> [cycle3_triangle_lower(300, D).least_m(1, 1) for D in (1, 2, 3, 8)]
    [149, 19, 11, 4]
    >>> cycle3_triangle_lower(300, 2).required, best_rows(300, 2)
    (11250, 75)
    """
    _require(N)
    rows = best_rows(N, layers)
    return _region("cycle3-triangles", N, rows, N - 2 * rows, layers, dv, grid)


def best_rows(N: int, layers: int) -> int:
    """The r for which r c / ((D - 1)(r + c) + min(r, c)) is greatest, c = N - 2r; the least of several."""

    def value(rows: int) -> Fraction:
        columns = N - 2 * rows
        return Fraction(rows * columns, (layers - 1) * (rows + columns) + min(rows, columns))

    return max(range(1, (N - 1) // 2 + 1), key=lambda rows: (value(rows), -rows))


def _require(N: int) -> None:
    Cycle3(N)
    if N < 3:
        raise ExcludedRegionError(f"N must be at least 3, the vertices of a triangle, got {N}; try N=9")


def _region(argument: str, N: int, rows: int, columns: int, layers: int, dv: int | str, grid: str) -> ExcludedRegion:
    n, unused = rows * columns, N - 2 * rows - columns
    more = f", {unused} without edges" if unused else ""
    reduction = (
        f"DISJ_{n} to Cycle3, {rows} x {columns} bits; vertices: {rows} public, {rows} Alice's, {columns} Bob's{more}",
        "headcount.reductions.encoders.disj_to_cycle3",
    )
    protocol = (
        f"keys and values of {rows + columns} tokens before the last layer, which goes one way",
        "headcount.reductions.protocols.layered_cost",
    )
    condition, cost = outputs_read(rows), without_mask(layers, rows, columns, rows, grid)
    return by_disjointness(argument, "cycle3", (("N", N),), condition, cost, n, dv, reduction, protocol)
