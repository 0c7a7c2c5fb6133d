"""q-SA with values in R^d': what the dimension d' of the values costs. N positions, q named, error eps in the 2-norm.

**The row is as wide as the values.** Let the output be an affine function of the row (no network after attention, or a
linear one), of which the row has D coordinates: dv where heads are summed, H dv side by side. *If the error is below 1,
then D >= d'.* Proof. The outputs lie in an affine subspace of dimension at most D. If D < d' there is a unit vector u
orthogonal to its directions, so all outputs have one product c with u. Let all z_j be u, and then all be -u: the means
are u and -u, at distance at least |c - 1| and |c + 1| from the outputs, of which one is at least 1. This is the d'
in m = O(d' + q log N) and m = d' + 2q of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorems 2 and 3, where one m
counts the coordinates of an embedding that holds keys and values side by side; here keys have m and values dv of their
own, so that it is m >= 2q (N >= 3q, eps < 1/q) and dv >= d', and an embedding of both takes d' + 2q.

**Counting.** As in ``counting_lower``, Alice holds the token (z_i, y_i), and two of her tokens must send different bits
if for some values of Bob the means that they ask for are more than 2 eps apart. Let z_i be one of K points of the unit
ball, pairwise more than 2 q eps apart, and eps < 1/q. Then C(N-1, q) + K C(N-1, q-1) tokens are pairwise different:

- y != y', both with i or both without: u a unit vector with <u, z_i - z_i'> >= 0; Bob puts u on y minus y' and -u on y'
  minus y. The means differ by at least 2/q along u.
- only y contains i: y' minus y has one element more than y minus y' without i, a of them; with u along z_i the means
  differ by at least (1 + 2a + |z_i|)/q, more than 2 eps if |z_i| = 1, or if 2 q eps < 1.
- the same subset, with i: the means differ by (z_i - z_i')/q.

K = 2, z_i = u or -u, is the count of ``counting_lower``. For small errors, 2 q eps < 1, more points are apart: the grid
with k points in each coordinate from -1/sqrt d' to 1/sqrt d' lies in the ball, and its steps 2 / ((k-1) sqrt d') exceed
2 q eps iff k - 1 < 1 / (q eps sqrt d'). So K = k^d' with k = ceil(1 / (q eps sqrt d')), and

    H (m p + l + dv p) >= ceil(log2(C(N-1, q) + max(2, K) C(N-1, q-1))),    dv >= d':

at least d' log2(1 / (q eps sqrt d')) bits besides those of the subset, the d' term at bounded precision.
"""

from dataclasses import replace
from fractions import Fraction
from math import comb, isqrt

from ...tasks import TaskError
from ...tasks.task import require_integer
from ..protocols.transcript import width_of
from .counting_lower import qsa_counting_lower
from .excluded_region import ExcludedRegion, ExcludedRegionError, Part, Standing


def separated_values(q: int, values: int, error: Fraction) -> int:
    """max(2, K): so many points of the unit ball of R^d' are known to be pairwise more than 2 q eps apart; eps < 1/q.

    Examples
    --------
    >>> [separated_values(2, d, Fraction(1, 40)) for d in (1, 2, 4)], separated_values(2, 3, Fraction(1, 3))
    ([20, 225, 10000], 2)
    """
    if not 0 < error * q < 1 or 2 * q * error >= 1:
        return 2
    square = 1 / (q * q * error * error * values)  # k is the least integer whose square is at least this
    ceiling = -int(-square // 1)
    k = isqrt(ceiling - 1) + 1
    return int(max(2, k**values))


def qsa_vectors_lower(
    N: int, q: int, values: int, error: Fraction, dv: int | str = "m", grid: str = "twos"
) -> ExcludedRegion:
    """q-SA(N, q) with values in R^d' and error eps < 1/q, read off the row alone, by counting tokens.

    Parameters
    ----------
    N, q : int, 1 <= q <= N
    values : int >= 1
        d'.
    error : Fraction, 0 < eps < 1/q
    dv : int >= d', or "m" (values as wide as queries)
    grid : "twos" or "midrise"

    Raises
    ------
    ExcludedRegionError
        If the error is not below 1/q.
    TaskError, CostError
        If a parameter is out of range, or dv below d', where no unit is left to count.

    Examples
    --------
    >>> [qsa_vectors_lower(64, 4, d, Fraction(1, 1000)).required for d in (1, 3, 16)]
    [24, 37, 111]
    """
    require_integer("values", "the dimension of the values", values, 1, "values=3")
    if dv != "m" and isinstance(dv, int) and dv < values:
        raise TaskError(
            f"‹dv› must be at least ‹values={values}›, since a row of fewer coordinates has an error of 1 or more, got "
            f"{dv}; try ‹dv={values}›, or ‹dv=m›"
        )
    if not 0 < error * q < 1:
        raise ExcludedRegionError(f"error must be above 0 and below 1/q = 1/{q}, got {error}; try a smaller one")
    plain = qsa_counting_lower(N, q, dv, grid)
    points = separated_values(q, values, error)
    required = width_of(comb(N - 1, q) + points * comb(N - 1, q - 1))
    statement = (
        f"C({N - 1}, {q}) + {points} C({N - 1}, {q - 1}) tokens of Alice, with {points} values more than "
        f"{2 * q * error} apart, ask for means more than {2 * error} apart: {required} bits one way"
    )
    return replace(
        plain,
        argument="qsa-vectors",
        condition=f"values in R^{values}, error <= {error}, read off the output row alone",
        required=required,
        communication=Part(
            "communication", statement, Standing.PROVED, "headcount.reductions.excluded_sizes.vector_values"
        ),
    )
