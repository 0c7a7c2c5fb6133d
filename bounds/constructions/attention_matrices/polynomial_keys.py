"""d = 2k for every matrix with at most k nonzeros in a row: the moment curve, ratios exact, any eps2, many bits.

Put position j at the integer t_j = j - floor(L/2), with the key (t_j, t_j^2, .., t_j^(2k)). A query is then a
polynomial of degree <= 2k without its constant, which no ratio of a row notices. For row i with support S, in base 2:

    p_i(t) = I_i(t) - 2^c_i prod_{j in S} (t - t_j)^2,      I_i of degree < |S| with I_i(t_j) = log2 A_ij on S.

**Proof.** On S the product is 0: p_i(t_j) = log2 A_ij, so ratios of nonzeros are right. Off S the product is at least
1, as the t_j are different integers, and c_i large enough brings p_i(t_z) as far below the scores on S as is wanted:
2^c_i >= max_z (I_i(t_z) - min_S log2 A + log2(1/eps2)) / prod (t_z - t_j)^2. (A row without zeros needs no product:
I_i alone has degree L - 1 < 2k.) Its degree is 2|S| <= 2k. So **2k
dimensions are enough for every right-stochastic matrix with at most k nonzeros in a row**, whatever its values, its
columns, L and eps2. That is Theorem 3 of Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896) with values: there rows are
uniform and I = 0.

**Exactness.** log2 of a ratio of integers is a rational number only if it is an integer; else it is rounded to a
multiple of 2^-b, enclosed in balls, and a ratio of two nonzeros is off by at most 2^-b ln 2 (half a step each).

**Bits.** Coefficients are rational: over the row's common denominator, numerators are integers. With b and c small,
both have O(k log L) bits times k: the price of so few dimensions. Scores are never evaluated from the coefficients in
floats, where they would cancel; the factors t - t_j are small integers, known exactly, so the product form has a
relative error of a few units per factor, and the check below adds it to what it reports.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq, fmpq_poly

from ....tasks.attention_matrix import AttentionMatrix
from .fixed_attention import Floats
from .ratios import BLOCK_CELLS, UNIT, Ratios

BALL_BITS = 256

MOST_PRODUCT = 1000
"""Of log2 of a product of 2k differences: floats end at 1024."""

MOST_FACTOR = 500
"""Of log2 of a score: beyond it floats overflow, and eps2 or the spread of the values is out of range."""


class PolynomialError(ValueError):
    """The matrix or the tolerances do not fit; the message says which and what to do."""


@dataclass(frozen=True, eq=False)
class PolynomialAttention:
    """The polynomials of all rows.

    Attributes
    ----------
    matrix : AttentionMatrix
    fraction_bits : int
        b: logarithms are multiples of 2^-b.
    logs : tuple of tuples of int
        For each row log2(w / least w) on its support in units of 2^-b, rounded.
    exponents : tuple of int
        c_i.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> unit = polynomial_keys(permutations(5), 0.0, 0.01)
    >>> unit.d, unit.exponents[0], unit.query(1)
    (2, 3, (Fraction(32, 1), Fraction(-8, 1)))
    """

    matrix: AttentionMatrix
    fraction_bits: int
    logs: tuple[tuple[int, ...], ...]
    exponents: tuple[int, ...]
    method: str = field(default="polynomial", init=False)
    seed: int = field(default=0, init=False)

    @property
    def d(self) -> int:
        """2k."""
        return 2 * self.matrix.k

    @property
    def delta(self) -> float:
        """How far ratios of nonzeros are off, at most: 0 if all logarithms are exact, else 2^-b ln 2, rounded up."""
        exact = all(_powers_of_two(weights) for weights in self.matrix.weights)
        return 0.0 if exact else math.nextafter(math.ldexp(math.log(2), -self.fraction_bits), 1.0)

    def nodes(self) -> range:
        """t_0 .. t_(L-1)."""
        half = self.matrix.L // 2
        return range(-half, self.matrix.L - half)

    def key(self, column: int) -> tuple[int, ...]:
        """(t, t^2, .., t^(2k))."""
        t = self.nodes()[column]
        return tuple(t**power for power in range(1, self.d + 1))

    def query(self, row: int) -> tuple[Fraction, ...]:
        """The coefficients of t, t^2, .., t^(2k): the score in base 2 is the inner product with a key, exactly."""
        nodes = [self.nodes()[j] for j in self.matrix.supports[row]]
        product = math.prod((fmpq_poly([-t, 1]) for t in nodes), start=fmpq_poly([1]))
        total = -product * product * fmpq(*Fraction(2).__pow__(self.exponents[row]).as_integer_ratio())
        for t, log in zip(nodes, self.logs[row], strict=True):
            if log:
                others = math.prod(t - s for s in nodes if s != t)
                total += (product // fmpq_poly([-t, 1])) * fmpq(log, others * 2**self.fraction_bits)
        return tuple(Fraction(int(c.p), int(c.q)) for c in (total[power] for power in range(1, self.d + 1)))

    @cached_property
    def bits(self) -> int:
        """Bits of the longest entry of a query: of its numerator and denominator together, and a sign."""
        return 1 + max(
            c.numerator.bit_length() + (c.denominator.bit_length() if c.denominator > 1 else 0)
            for row in range(self.matrix.L)
            for c in self.query(row)
        )

    @property
    def key_bits(self) -> int:
        """Bits of the longest entry of a key, with its sign."""
        largest: int = max(abs(self.nodes()[0]), abs(self.nodes()[-1])) ** self.d
        return 1 + largest.bit_length()

    def ratios(self) -> Ratios:
        """The worst ratios over all L^2 entries: exact on the support, in floats with their error off it.

        Guarantee
        ---------
        Upper bounds: ``zero_log`` has the rounding of the product form added (a relative 2^-53 for each operation on
        what the operation is about, twice that for good measure).
        """
        worst, error, verified = -math.inf, 0.0, 0
        rounding = (8 * self.matrix.k + 16) * UNIT
        for part, interpolation, size, square in factored_blocks(self.matrix, self.logs, self.fraction_bits):
            lifted = np.ldexp(square, np.array([self.exponents[i] for i in part])[:, None])
            errors, scores = rounding * (size + lifted), np.where(square > 0, interpolation - lifted, -np.inf)
            verified += scores.size
            ends = scores + errors
            place = int(ends.argmax())
            if ends.flat[place] > worst:
                worst, error = float(ends.flat[place]), float(errors.flat[place])
        zero_log = worst * math.log(2) + 8 * UNIT * abs(worst) if worst > -math.inf else worst  # no zero at all
        return Ratios(self.delta, zero_log, verified, error)

    def weights(self, rows: int) -> Floats:
        """The attention weights of the first rows in floats, by the product form: shape (rows, L)."""
        found = np.empty((rows, self.matrix.L))
        for part, interpolation, _, square in factored_blocks(self.matrix, self.logs, self.fraction_bits, rows):
            scores = interpolation - np.ldexp(square, np.array([self.exponents[i] for i in part])[:, None])
            weights = np.exp2(np.maximum(scores - scores.max(axis=1, keepdims=True), -1000))
            found[part] = weights / weights.sum(axis=1, keepdims=True)
        return found

    def arrays(self) -> dict[str, np.ndarray[Any, Any]]:
        """What is written to an .npz file: decimal numbers as text, since they are longer than any number of NumPy."""
        queries = [self.query(row) for row in range(self.matrix.L)]
        return {
            "query_numerators": np.array([[str(c.numerator) for c in query] for query in queries], dtype=np.bytes_),
            "query_denominators": np.array([[str(c.denominator) for c in query] for query in queries], dtype=np.bytes_),
            "keys": np.array([[str(t) for t in self.key(j)] for j in range(self.matrix.L)], dtype=np.bytes_),
            "base": np.array(2),
        }


def polynomial_keys(matrix: AttentionMatrix, delta: float, eps2: float) -> PolynomialAttention:
    """The construction in d = 2k, with the least c of each row that does for eps2.

    Parameters
    ----------
    matrix : AttentionMatrix
    delta : float >= 0
        0 needs ratios that are powers of two, as uniform rows have.
    eps2 : float, 0 < eps2 < 1

    Raises
    ------
    PolynomialError
        If delta is 0 and the values do not have rational logarithms, or the values are out of range.

    Source
    ------
    The module's text; for uniform rows Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Theorem 3.

    Examples
    --------
    >>> from ....tasks.attention_matrix import dirichlet
    >>> unit = polynomial_keys(dirichlet(64, 3), 1e-6, 1e-3)
    >>> unit.d, unit.ratios().within(1e-6, 1e-3), unit.ratios().verified
    (6, True, 4096)
    """
    fraction_bits = 0
    if not all(map(_powers_of_two, matrix.weights)):
        if delta <= 0:
            raise PolynomialError(
                "delta must be > 0 for this matrix: some ratio of nonzeros is no power of two, so its logarithm is no "
                f"rational number; got delta={delta:g}, try ‹delta=1e-9›"
            )
        # One bit more than needed, so that rounding in the logarithm of delta does not matter.
        fraction_bits = max(0, math.ceil(-math.log2(delta / math.log(2)))) + 1
    logs = tuple(tuple(_rounded_log(w, min(row), fraction_bits) for w in row) for row in matrix.weights)
    exponents = [0] * matrix.L
    wanted = -math.log2(eps2) * (1 + 1e-12) + 1e-12
    spread = math.log2(matrix.gamma.numerator) - math.log2(matrix.gamma.denominator)
    if 2 * matrix.k * math.log2(matrix.L) > MOST_PRODUCT:
        raise PolynomialError(
            f"polynomials of degree 2k = {2 * matrix.k} on {matrix.L} points are beyond floats, which verify them; use "
            "‹method=least-squares›"
        )
    if matrix.nonzeros < matrix.L**2 and wanted + 2 * spread * float(matrix.L) ** (matrix.k - 1) > 2.0**MOST_FACTOR:
        raise PolynomialError("the values differ too much for floats to verify; try a smaller L, k or gamma")
    for part, interpolation, size, square in factored_blocks(matrix, logs, fraction_bits):
        rounding = (16 * matrix.k + 32) * UNIT
        with np.errstate(divide="ignore", invalid="ignore"):
            needed = (interpolation + wanted + rounding * (size + wanted)) / (square * (1 - 2 * rounding))
        least = np.where(square > 0, needed, 0).max(axis=1)
        for row, value in zip(part, least.tolist(), strict=True):
            exponents[row] = math.ceil(math.log2(value)) if value > 0 else 0
    return PolynomialAttention(matrix, fraction_bits, logs, tuple(exponents))


def factored_blocks(
    matrix: AttentionMatrix, logs: tuple[tuple[int, ...], ...], fraction_bits: int, rows: int | None = None
) -> Iterator[tuple[list[int], Floats, Floats, Floats]]:
    """Rows of one number of nonzeros at a time: their numbers, I(t), the sum of its absolute terms, prod (t - t_j)^2.

    Shape (rows, L) each; of the first ``rows`` rows only, if that is given. The differences are exact; each product of
    factors is off by one unit per factor, relatively, I(t) by (4k + 4) units of the sum of its absolute terms.
    """
    half = matrix.L // 2
    nodes = np.arange(matrix.L, dtype=np.float64) - half
    sizes = np.array(list(map(len, matrix.supports[:rows])))
    for size in np.unique(sizes).tolist():
        of_size = np.flatnonzero(sizes == size).tolist()
        step = max(1, BLOCK_CELLS // (4 * matrix.L))
        for start in range(0, len(of_size), step):
            part = of_size[start : start + step]
            own = np.array([matrix.supports[i] for i in part], dtype=np.float64) - half
            values = np.array([[float(Fraction(n, 1 << fraction_bits)) for n in logs[i]] for i in part])
            factors = [nodes[None, :] - own[:, j, None] for j in range(size)]
            before = [np.ones((1, 1))]  # products of the factors before each, then of all
            for factor in factors:
                before.append(before[-1] * factor)
            interpolation, absolute = np.zeros_like(before[-1]), np.zeros_like(before[-1])
            if values.any():
                after: Floats | float = 1.0
                for j in reversed(range(size)):
                    scale = values[:, j] / np.delete(own[:, j, None] - own, j, axis=1).prod(axis=1)
                    term = before[j] * after
                    term *= scale[:, None]
                    interpolation += term
                    absolute += np.abs(term, out=term)
                    after = factors[j] * after
            yield part, interpolation, absolute, np.square(before[-1])


def _powers_of_two(weights: tuple[int, ...]) -> bool:
    """Whether all ratios are powers of two; weights have no common factor, so that each is one itself."""
    return all(w & (w - 1) == 0 for w in weights)


def _rounded_log(weight: int, least: int, fraction_bits: int) -> int:
    """log2(weight / least) in units of 2^-b, to the nearest integer but for the radius of a ball far below a unit."""
    if weight == least:
        return 0
    with ctx.workprec(BALL_BITS + fraction_bits + weight.bit_length()):
        ball = (arb(fmpq(weight, least)).log() / arb.const_log2()) * 2**fraction_bits
        return int((ball.mid() + arb(0.5)).floor().unique_fmpz())
