"""Least width of the first layer of a fully connected network for a task that is linear in its real inputs: exact.

The network computes g(W (z, c)): z in R^n are the real inputs, c the discrete ones (whose numbers the network may
also read), W a matrix with w rows, g anything at all. For every choice of c the task's output is linear in z; the
rows of all these linear functionals span a space of dimension r.

*w >= r.* If w < r, the restriction of W to R^n has a kernel of dimension at least n - w > n - r, so it holds some d
on which not all functionals vanish. The inputs (t d, c) and (-t d, c) have equal first layers for every t and c, and
for some c different outputs, however small t is. So the bound holds for inputs in any neighbourhood of 0, such as
unit balls.

*w <= r for z in a bounded set, c integers in a bounded set.* Let r rows of W be a basis of the span on z; then all
functionals are known from W z. The discrete part costs no row more: let B exceed 2 max |c_k| + 1, so that C = sum_k
B^k c_k determines c; and let the first basis functional have absolute value < L on the domain. Take 2 L C + (that
functional) as the first row: C is the nearest integer to it over 2 L, and what is left over is the functional.

So the least width is r, the rank over Q computed here. (For z in {-1, 1} this is false: one row sum_k 2^k z_k tells
all. The theorem is about real inputs.)
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from ...tasks import SparseAveraging, TaskError
from ...tasks.task import require_integer

Functional = tuple[Fraction, ...]

MOST_ENTRIES = 4_000_000
"""Most entries of a matrix of functionals whose rank is computed."""


@dataclass(frozen=True)
class FirstLayerWidth:
    """The least width of the first layer, exact: ``width``; ``inputs`` is n, the number of real inputs.

    ``functionals`` counts the rows whose rank was computed (0: the number is from a proof for all sizes).
    """

    width: int
    inputs: int
    functionals: int


def first_layer_width(functionals: Iterable[Sequence[int | Fraction]]) -> FirstLayerWidth:
    """The rank over Q of the functionals, one row each.

    Raises
    ------
    TaskError
        If there is no row, rows differ in length, an entry is not an integer or Fraction, or there are too many.

    Examples
    --------
    >>> first_layer_width([(1, 1, 0), (0, 1, 1), (1, 0, -1)]).width
    2
    """
    rows = [tuple(row) for row in functionals]
    if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise TaskError("functionals must be rows of one length >= 1, at least one; give a coefficient for every input")
    if len(rows) * len(rows[0]) > MOST_ENTRIES:
        raise TaskError(f"functionals must have at most {MOST_ENTRIES} entries, got {len(rows)} rows of {len(rows[0])}")
    for row in rows:
        for entry in row:
            if isinstance(entry, bool) or not isinstance(entry, int | Fraction):
                raise TaskError(f"coefficients must be integers or Fractions, got {entry!r:.40}; convert them exactly")
    from flint import fmpq, fmpq_mat  # here, since it takes long to load

    entries = [fmpq(Fraction(x).numerator, Fraction(x).denominator) for row in rows for x in row]
    return FirstLayerWidth(fmpq_mat(len(rows), len(rows[0]), entries).rref()[1], len(rows[0]), len(rows))


def functionals_of(
    outputs: Callable[[tuple[Fraction, ...], Any], Sequence[Fraction]], choices: Iterable[Any], inputs: int
) -> tuple[Functional, ...]:
    """The linear functionals of a task that is given as a function, read off the unit vectors.

    Parameters
    ----------
    outputs : callable
        ``outputs(z, c)``: z a tuple of Fractions, c a choice; a sequence of Fractions, each linear in z.
    choices : iterable
        All values of the discrete inputs.
    inputs : int >= 1
        n, the length of z.

    Returns
    -------
    tuple of Functional
        The distinct ones, over all choices and outputs.

    Guarantee
    ---------
    Linearity is tested at 0 and at the vector (2, 3, .., n + 1) of every choice and refused there if it fails; it is
    not proved.

    Raises
    ------
    TaskError
        If an output is not linear there.

    Examples
    --------
    >>> [list(map(int, row)) for row in functionals_of(lambda z, c: [z[c] - z[0]], range(3), 3)]
    [[0, 0, 0], [-1, 1, 0], [-1, 0, 1]]
    """
    require_integer("inputs", "the number of real inputs", inputs, 1, "inputs=4")
    one = [tuple(Fraction(int(j == k)) for k in range(inputs)) for j in range(inputs)]
    ramp = tuple(Fraction(k + 2) for k in range(inputs))
    found: dict[Functional, None] = {}
    for choice in choices:
        columns = [outputs(unit, choice) for unit in one]
        rows = [tuple(Fraction(entry) for entry in row) for row in zip(*columns, strict=True)]
        at_zero = outputs((Fraction(0),) * inputs, choice)
        at_ramp = [sum(a * x for a, x in zip(row, ramp, strict=True)) for row in rows]
        if any(at_zero) or list(outputs(ramp, choice)) != at_ramp:
            raise TaskError(f"outputs must be linear in the real inputs, but are not for the choice {choice!r:.60}")
        found.update(dict.fromkeys(rows))
    return tuple(found)


def qsa_functionals(N: int, q: int, d: int = 1) -> tuple[Functional, ...]:
    """The functionals of q-SA(N, q, d') at one position: one for each q-subset y and each of the d' coordinates.

    The real inputs are z_1, .., z_N one after the other, d' numbers each.

    >>> [len(qsa_functionals(4, 2, d)) for d in (1, 3)]
    [6, 18]
    """
    task = SparseAveraging(N, q)
    require_integer("d", "the dimension of the values", d, 1, "d=1")

    def outputs(z: tuple[Fraction, ...], subset: tuple[int, ...]) -> list[Fraction]:
        return [task.evaluate((z[c::d], (subset,)))[0] for c in range(d)]  # type: ignore[arg-type]

    return functionals_of(outputs, combinations(range(N), q), N * d)


def qsa_first_layer_width(N: int, q: int, d: int = 1) -> FirstLayerWidth:
    """q-SA(N, q, d') at any size: the least width is N d' for 1 <= q <= N - 1, exact values or any error < 1/(2q - 1).

    Proof of the rank. Take d' = 1 first. If 1 <= q <= N - 1, any positions j, k are exchanged by two q-subsets, so
    the span holds (e_j - e_k)/q for all j, k, and with them and one mean of q inputs every e_j: rank N. With d'
    coordinates the functionals are those of each coordinate by itself: rank N d'. (q = N: one subset, rank d'.)

    **Approximation.** For 1 <= q <= N - 1 the width N d' is needed for every error < 1/(2q - 1), in particular at the
    error 1/(2q) of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 10, which states N d'/2. Proof. If w < N
    d', some v != 0 in R^(N d') is in the kernel of W; scale it so that its longest vector is v_1, |v_1| = 1
    (renumber). Then z = v and z = -v are inputs with the same first layer. Let a_j = <v_1, v_j>, so a_1 = 1. The two
    outputs differ by 2 sum_(j in y) v_j / q, so on one of them the error is at least |A(y)|/q, A(y) = sum_(j in y)
    a_j. Let B be the largest |A(y)| over all y. Take y without 1 (there is one: q <= N - 1), and for k in y let y_k
    be y with 1 in the place of k. Then

        q B >= sum_(k in y) A(y_k) = q + (q - 1) A(y) >= q - (q - 1) B,  hence  error >= B/q >= 1/(2q - 1).

    For d' = 1 this is sharp: with v = (1, -a, .., -a), a = 1/(2q - 1), all |A(y)|/q are 1/(2q - 1). On a line z + t v
    within [-1, 1]^N the parameter t moves by at most 2, since z_1 does; so the middle of all values that are still
    possible is off by at most 1/(2q - 1), and a first layer of width N - 1 with this kernel will do.

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    >>> qsa_first_layer_width(1000, 3, 2).width, first_layer_width(qsa_functionals(5, 3, 2)).width
    (2000, 10)
    """
    SparseAveraging(N, q)  # checks the parameters
    require_integer("d", "the dimension of the values", d, 1, "d=1")
    return FirstLayerWidth(d if q == N else N * d, N * d, 0)
