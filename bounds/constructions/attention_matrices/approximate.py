"""``approximate``: an input of fixed attention for a matrix, by one of five constructions, in the least d found.

    method         d                                      numbers
    projection     O(k ln(1/eps2)^2 delta^-2 ln L)        any, normal
    least-squares  O(k ln L), for all tolerances          keys +-1, few bits
    optimised      found by descent, often below 2k       floats
    convex         the same, from a convex program        floats
    polynomial     2k, for all matrices and tolerances    O(k log L) bits and more

No method gives more than min(L - 1, different rows), which ``any_scores`` has for every matrix.
The least d of all but the last is found by bisection over nested keys: it works, and d - 1 was tried and did not work
(or the search found nothing). Another seed, or a smaller d still, may do better; nothing is claimed below.

What ``approximate`` is asked for: tolerances as numbers or text, and the limits of each method.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ....tasks import TaskError
from ....tasks.attention_matrix import AttentionMatrix, attention_matrix, ratio_exponent, zero_exponent
from .any_scores import MEANING, any_scores_dimension
from .descent import MAX_CONVEX_ROWS, MAX_ROWS
from .fixed_attention import FixedAttention
from .least_dimension import (
    LEAST_DELTA,
    MOST_NUMBERS,
    DimensionError,
    Least,
    LeastDimensionSearch,
    Watch,
    formula,
    too_small,
)
from .polynomial_keys import PolynomialAttention
from .ratios import BALL_PRODUCTS, Ratios, exact_ratios


@dataclass(frozen=True, eq=False)
class Approximation:
    """What was found.

    Attributes
    ----------
    matrix, method, delta, eps2, seed
        What was asked; delta and eps2 are the tolerances.
    given : pair
        The tolerances as they were given, which may be text such as "2^-10".
    unit : FixedAttention or PolynomialAttention
    ratios : Ratios
        Its worst ratios, all L^2 entries compared; in balls, from the numbers as stored, if they are few.
    failed : int
        The largest d below that was tried and did not work; 0 if none was.
    formula : int
        The d that the method's proof, or rule of thumb, gives; ``formula_words`` says which.
    bits : int or None
        Bits of an entry that are enough; None if that was not looked for, or 48 are not.
    seconds : float
    finished : bool
        Whether the search for a smaller d ended by itself.
    interrupted : bool
        Whether Ctrl-C ended it; the rest is what was found till then.
    """

    matrix: AttentionMatrix
    method: str
    delta: float
    eps2: float
    given: tuple[float | str, float | str]
    seed: int
    unit: FixedAttention | PolynomialAttention
    ratios: Ratios
    failed: int
    formula: int
    bits: int | None
    seconds: float
    finished: bool
    interrupted: bool = False

    @property
    def d(self) -> int:
        """The dimension of queries and keys."""
        return self.unit.d

    @property
    def construction(self) -> str:
        """The construction that was found: ``method``, or the one in ``any_scores`` where that needs no more."""
        return self.unit.method

    @property
    def construction_words(self) -> str:
        """What to say if the construction is not the method asked for; else nothing."""
        if self.construction == self.method:
            return ""
        if self.matrix.L == 1:
            return "one position needs no dimension; a table has at least one column"
        found = f"has 2k = {2 * self.matrix.k}" if self.method == "polynomial" else "found no fewer"
        return f"{MEANING[self.construction]}; the method {self.method} {found}"

    @property
    def formula_words(self) -> str:
        """What the formula says, and that it says nothing where more dimensions than always work."""
        words = {
            "projection": "4 ln(8 L^2) / (t^2 - t^3), t = delta / (2 max |b_i|), proved for some keys",
            "least-squares": "k - 1 + 2 ln(L (L - k)) / ln(1 + 1/k), proved for normal keys, any delta and eps2",
            "optimised": "2k, by polynomials; what descent finds has no formula",
            "convex": "2k, by polynomials; what the convex program and descent find has no formula",
            "polynomial": "2k, proved",
        }[self.method]
        always = f"; of no use here, as d = L - 1 = {self.matrix.L - 1} always works"
        return words + (always if self.formula >= self.matrix.L else "")


def approximate(
    matrix: AttentionMatrix | Any,
    delta: Tolerance = 0.1,
    eps2: Tolerance = 1e-3,
    method: str = "least-squares",
    *,
    dimension: int | None = None,
    seed: int = 0,
    budget: float = math.inf,
    bits: bool = True,
    watch: Watch = lambda words: None,
) -> Approximation:
    """An input of fixed attention for ``matrix``, in the dimension given or the least that is found.

    Parameters
    ----------
    matrix : AttentionMatrix, or what ``attention_matrix`` takes: an array, a sparse array, a file
    delta : float from 0 to 700, or text such as "1/8" or "2^1/8"
        Ratios of nonzeros of a row may be off by a factor e^delta, or by 2^(1/8). Float tables
        take at least ``LEAST_DELTA``; "polynomial" takes 0 where all ratios are powers of two.
    eps2 : float, 0 < eps2 < 1, or text such as "1/1000" or "2^-10"
        A zero over a nonzero of its row, at most.
    method : one of ``METHODS``
    dimension : int, optional
    seed : int
    budget : float
        Seconds after which the search for a smaller d ends.
    bits : bool
        Whether to look for the bits that are enough.
    watch : callable
        Told what is being tried.

    Raises
    ------
    TaskError
        If an argument is out of range. ``DimensionError``, a TaskError, if ``dimension`` does not do.
    BudgetOverError
        If the budget ran out before anything worked.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> found = approximate(permutations(64, 2), 0.1, 1e-3)
    >>> found.ratios.within(0.1, 1e-3), found.ratios.verified, 4 < found.d < 63
    (True, 4096, True)
    >>> approximate(permutations(64, 2), 0.1, 1e-3, "polynomial").d
    4
    """
    matrix = attention_matrix(matrix)
    asked = Tolerances.read(delta, eps2)
    require_request(matrix, asked, method, dimension, seed)
    search = LeastDimensionSearch(matrix, asked.delta, asked.eps2, method, seed, time.monotonic(), budget, watch)
    found = _found(search, dimension)
    unit, ratios = found.unit, found.ratios
    found_bits = search.bits(unit) if bits and not found.interrupted else None
    if isinstance(unit, FixedAttention) and matrix.L**2 * unit.d <= BALL_PRODUCTS:
        ratios = exact_ratios(unit)  # the bound with rounding was within the tolerances, so this one is
    return Approximation(
        matrix, method, asked.delta, asked.eps2, asked.given, seed, unit, ratios, found.failed,
        formula(matrix, method, asked.delta, asked.eps2), found_bits, time.monotonic() - search.started,
        found.finished, found.interrupted,
    )  # fmt: skip


def _found(search: LeastDimensionSearch, dimension: int | None) -> Least:
    if search.method == "polynomial":
        return search.polynomial(dimension)
    if dimension is None:
        return search.least()
    found = search.tried(dimension)
    if found is None and dimension >= any_scores_dimension(search.matrix):
        found = search.always()
    if found is None:
        raise DimensionError(too_small(search, dimension))
    return found


METHODS = ("projection", "least-squares", "optimised", "convex", "polynomial")

MOST_DELTA = 700
"""e^delta is a float up to 709."""

LONGEST_NUMBER = 100
"""Characters of a tolerance."""

Tolerance = float | str | Fraction


@dataclass(frozen=True)
class Tolerances:
    """The two tolerances as floats, rounded to the stricter side, and as they were given.

    Examples
    --------
    >>> Tolerances.read("2^3/4", "2^-10").eps2 == 2**-10, Tolerances.read("1/8", 1e-3).delta
    (True, 0.125)
    """

    delta: float
    eps2: float
    given: tuple[float | str, float | str]

    @staticmethod
    def read(delta: Tolerance, eps2: Tolerance) -> Tolerances:
        """From numbers, decimals or fractions as text, or powers of two: ratios within 2^a, zeros at most 2^b.

        Raises
        ------
        TaskError
            If one is no number, or out of range.
        """
        return Tolerances(
            _number(delta, "delta", "0.1, 1/8, or 2^1/8 for ratios within that factor"),
            _number(eps2, "eps2", "1e-3, 1/1000 or 2^-10"),
            (_as_given(delta), _as_given(eps2)),
        )


def _number(given: Tolerance, name: str, examples: str) -> float:
    wrong = TaskError(f"{name} must be a number or a power of two, got {str(given)[:40]!r}; try {examples}")
    if isinstance(given, str) and "^" in given:
        if name == "delta":
            return _below(Fraction(ratio_exponent(given)) * Fraction(math.nextafter(math.log(2), 0)))
        exponent = zero_exponent(given)
        return 2.0**exponent if exponent.denominator == 1 else math.nextafter(2.0 ** float(exponent), 0)
    if isinstance(given, str) and len(given) > LONGEST_NUMBER:
        raise TaskError(f"{name} may have at most {LONGEST_NUMBER} characters, got {len(given)}; try {examples}")
    if isinstance(given, bool) or not isinstance(given, (int, float, Fraction, str)):
        raise wrong
    try:
        return _below(Fraction(given)) if isinstance(given, str) and "/" in given else float(given)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise wrong from None


def _below(exact: Fraction) -> float:
    """The largest float that is not above."""
    found = float(exact)
    return found if Fraction(found) <= exact else math.nextafter(found, -math.inf)


def _as_given(given: Tolerance) -> float | str:
    """For certificates, which state powers of two exactly."""
    return given if isinstance(given, str) and "^" in given else _number(given, "tolerance", "0.1")


def require_request(matrix: AttentionMatrix, asked: Tolerances, method: str, dimension: int | None, seed: int) -> None:
    """Refuse what cannot be done, before anything is.

    Raises
    ------
    TaskError
    """
    delta, eps2 = asked.delta, asked.eps2
    if method not in METHODS:
        raise TaskError(f"the method must be one of {', '.join(METHODS)}, got {method!r}; try least-squares")
    if not 0 < eps2 < 1:
        raise TaskError(f"eps2, the largest zero over nonzero, must be above 0 and below 1, got {eps2:g}; try 1e-3")
    if not 0 <= delta < math.inf:
        raise TaskError(f"delta, the tolerance of ratios of nonzeros, must be >= 0, got {delta:g}; try 0.1")
    if delta > MOST_DELTA:
        raise TaskError(f"delta must be at most {MOST_DELTA} (ratios within e^delta, a float), got {delta:g}; try 1")
    if method == "projection" and delta == 0:
        raise TaskError("delta must be above 0 for a projection, which keeps no ratio exactly; try 0.1")
    if method != "polynomial" and delta < LEAST_DELTA:
        raise TaskError(
            f"delta must be at least {LEAST_DELTA:g} for tables of floats, got {delta:g}; "
            "‹method=polynomial› is exact where ratios of nonzeros are powers of two"
        )
    if dimension is not None and (type(dimension) is not int or dimension < 1):
        raise TaskError(f"the dimension must be an integer >= 1, got {dimension!r}; leave it out to have it found")
    if dimension is not None and method != "polynomial" and dimension * matrix.L > MOST_NUMBERS:
        raise TaskError(f"tables of {matrix.L} x {dimension} numbers are too large; try a smaller ‹dimension›")
    if type(seed) is not int or seed < 0:
        raise TaskError(f"seed must be an integer >= 0, got {seed!r}; try seed 0")
    if method == "optimised" and matrix.L > MAX_ROWS:
        raise TaskError(
            f"descent takes at most {MAX_ROWS} positions, got {matrix.L}; use ‹method=least-squares› or polynomial"
        )
    if method == "convex" and matrix.L > MAX_CONVEX_ROWS:
        raise TaskError(
            f"convex programs take at most {MAX_CONVEX_ROWS} positions, got {matrix.L}; use ‹method=optimised›"
        )
