"""Whether a polynomial of degree d in one-hot indicators has given signs, decided exactly by one linear program.

Points are tuples of symbols; the monomials of degree at most d are the products of at most d indicators [x_j = s] of
different coordinates. Leaving out, in each coordinate, the indicator of one symbol loses nothing (the indicators of a
coordinate add up to 1). Either there is a polynomial p with sign(x) p(x) >= 1 for all points x, or (Gordan) there are
weights c >= 0, not all 0, with sum_x c(x) sign(x) M(x) = 0 for all monomials M. The linear program

    maximise t   such that   sign(x) p(x) >= t,  |coefficients of p| <= 1

says which by t > 0 or t = 0; a vertex of the other program has linearly independent columns but one, so its weights
are found again as the kernel of an integer matrix. Floats propose; both answers are verified in integers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import gcd

import numpy as np
from flint import fmpq, fmpq_mat, fmpz_mat
from scipy.optimize import linprog

from ..outcome import NotDecided

Point = tuple[int, ...]
Monomial = tuple[tuple[int, int], ...]

MAX_ENTRIES = 20_000_000
"""Largest matrix, points times monomials."""


@dataclass(frozen=True)
class SignPolynomial:
    """Integer coefficients of monomials ((coordinate, symbol), ..): the polynomial has all signs."""

    terms: tuple[tuple[Monomial, int], ...]

    def value(self, point: Point) -> int:
        """The polynomial at a point."""
        return sum(c for monomial, c in self.terms if all(point[j] == s for j, s in monomial))


@dataclass(frozen=True)
class OrthogonalWeights:
    """Positive integer weights of some points (by number): weighted signs are orthogonal to all monomials."""

    weights: tuple[tuple[int, int], ...]


class TooManyEntriesError(ValueError):
    """Points times monomials are more than ``MAX_ENTRIES``."""


def sign_polynomial(
    points: Sequence[Point], signs: Sequence[bool], degree: int
) -> SignPolynomial | OrthogonalWeights | NotDecided:
    """A polynomial of degree at most ``degree`` that is positive where ``signs`` is true, negative elsewhere.

    Parameters
    ----------
    points : tuples of symbols, of one length, no two equal
    signs : a truth value for each point
    degree : >= 0

    Returns
    -------
    SignPolynomial, OrthogonalWeights (there is none) or NotDecided

    Guarantee
    ---------
    The first two were verified in integers.

    Raises
    ------
    TooManyEntriesError
        If the matrix of the program would be too large.

    Examples
    --------
    >>> square = [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> sign_polynomial(square, [a != b for a, b in square], 1)
    OrthogonalWeights(weights=((0, 1), (1, 1), (2, 1), (3, 1)))
    >>> type(sign_polynomial(square, [a != b for a, b in square], 2)).__name__
    'SignPolynomial'
    """
    monomials = _monomials(points, degree)
    if len(points) * len(monomials) > MAX_ENTRIES:
        raise TooManyEntriesError(
            f"{len(points)} points and {len(monomials)} monomials make a matrix of more than {MAX_ENTRIES} entries; "
            "give fewer points or a lower degree"
        )
    values = np.array([[all(x[j] == s for j, s in m) for m in monomials] for x in points], dtype=np.int64)
    values = values.reshape(len(points), len(monomials))
    signed = np.where(np.array(signs, dtype=bool)[:, None], values, -values)
    return _polynomial(signed, monomials) or _weights(signed) or NotDecided("neither answer survived exact arithmetic")


def degree_program(blocks: Sequence[tuple[Sequence[Point], Sequence[bool]]], degree: int) -> str:
    """The first linear program as text (CPLEX LP format), with a polynomial for each block of points and one t.

    Its optimum is 0 exactly if some block has no polynomial of this degree with its signs; else it is positive.

    Raises
    ------
    TooManyEntriesError
        If the matrix of the program would be too large.
    """
    constraints, names = [], []
    for b, (points, signs) in enumerate(blocks):
        monomials = _monomials(points, degree)
        if sum(len(points) for points, _ in blocks) * len(monomials) > MAX_ENTRIES:
            raise TooManyEntriesError(
                f"the matrix of the program has more than {MAX_ENTRIES} entries; lower the degree"
            )
        names += [f"x{b}_{k}" for k in range(len(monomials))]
        for i, (point, sign) in enumerate(zip(points, signs, strict=True)):
            held = [k for k, monomial in enumerate(monomials) if all(point[j] == s for j, s in monomial)]
            terms = " ".join(f"{'+' if sign else '-'} x{b}_{k}" for k in held)
            constraints.append(f" p{b}_{i}: {terms} - t >= 0")
    bounds = [f" -1 <= {name} <= 1" for name in names]
    return "\n".join(["maximize", " obj: t", "subject to", *constraints, "bounds", " t <= 1", *bounds, "end", ""])


def _monomials(points: Sequence[Point], degree: int) -> list[Monomial]:
    symbols = [sorted({point[j] for point in points})[1:] for j in range(len(points[0]))]
    return [
        tuple(zip(chosen, word, strict=True))
        for size in range(min(degree, len(symbols)) + 1)
        for chosen in combinations(range(len(symbols)), size)
        for word in product(*(symbols[j] for j in chosen))
    ]


def _polynomial(signed: np.ndarray, monomials: list[Monomial]) -> SignPolynomial | None:
    points, count = signed.shape
    cost = np.zeros(count + 1)
    cost[-1] = -1
    constraints = np.hstack([-signed.astype(float), np.ones((points, 1))])
    bounds = [(-1, 1)] * count + [(None, 1)]
    found = linprog(cost, A_ub=constraints, b_ub=np.zeros(points), bounds=bounds, method="highs")
    if found.status != 0 or found.x[-1] <= 1e-9:
        return None
    exact = signed.astype(object)
    for bits in (2, 4, 8, 16, 32, 50):
        coefficients = [round(c / found.x[-1] * 2**bits) for c in found.x[:-1].tolist()]
        if all(value > 0 for value in exact @ np.array(coefficients, dtype=object)):
            divisor = gcd(*coefficients) or 1
            terms = zip(monomials, coefficients, strict=True)
            return SignPolynomial(tuple((m, c // divisor) for m, c in terms if c))
    return None


def _weights(signed: np.ndarray) -> OrthogonalWeights | None:
    points, count = signed.shape
    equations = np.vstack([signed.T.astype(float), np.ones((1, points))])
    right = np.zeros(count + 1)
    right[-1] = 1
    # The simplex method ends in a vertex, whose support has a kernel of one dimension.
    found = linprog(np.zeros(points), A_eq=equations, b_eq=right, method="highs-ds")
    if found.status != 0:
        return None
    support = [k for k, weight in enumerate(found.x.tolist()) if weight > 1e-9]
    kernel, nullity = fmpz_mat(signed[support].T.tolist()).nullspace()
    if nullity != 1:
        return None
    weights = [int(kernel[k, 0]) for k in range(len(support))]
    divisor = gcd(*weights) * (1 if sum(weights) > 0 else -1)
    weights = [weight // divisor for weight in weights]
    if min(weights) <= 0 or (np.array(weights, dtype=object) @ signed[support].astype(object)).any():
        return None
    return OrthogonalWeights(tuple(zip(support, weights, strict=True)))


def reciprocal_sum(
    values: Sequence[Fraction], nodes: Sequence[int], denominators: Sequence[tuple[int, int]]
) -> tuple[Fraction, ...]:
    """c and r_1 .. r_n with c + sum_h r_h / (a_h + b_h s) = value at each of the n + 1 nodes s.

    ``denominators`` are the pairs (a_h, b_h), b_h != 0, no two proportional, not 0 at a node. Then the functions 1 and
    1/(a_h + b_h s), times all denominators, are a basis of the polynomials of degree at most n (partial fractions), so
    the solution exists and is unique.

    >>> reciprocal_sum([Fraction(1), Fraction(1, 2)], [0, 1], [(1, 1)])
    (Fraction(0, 1), Fraction(1, 1))
    """
    table = fmpq_mat([[fmpq(1), *(fmpq(1, a + b * s) for a, b in denominators)] for s in nodes])
    found = table.solve(fmpq_mat([[fmpq(value.numerator, value.denominator)] for value in values]))
    return tuple(Fraction(int(x.p), int(x.q)) for x in found.entries())
