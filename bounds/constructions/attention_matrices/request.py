"""What ``approximate`` is asked for: tolerances as numbers or text, and the limits of each method."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from ....tasks import TaskError
from ....tasks.attention_matrix import AttentionMatrix, ratio_exponent, zero_exponent
from .convex_keys import MAX_CONVEX_ROWS
from .optimised_keys import MAX_ROWS

METHODS = ("projection", "least-squares", "optimised", "convex", "polynomial")

LEAST_DELTA = 1e-9
"""Of float tables: rounding takes up to 1e-10 of it at L = 16384."""

MOST_DELTA = 700
"""e^delta is a float up to 709."""

MOST_NUMBERS = 2**27
"""Entries of a table of floats: 1 GiB."""

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
    if isinstance(given, str):
        if len(given) > LONGEST_NUMBER:
            raise TaskError(f"{name} may have at most {LONGEST_NUMBER} characters, got {len(given)}; try {examples}")
        try:
            return float(given) if "/" not in given else _below(Fraction(given))
        except (ValueError, ZeroDivisionError, OverflowError):
            raise wrong from None
    if isinstance(given, bool) or not isinstance(given, (int, float, Fraction)):
        raise wrong
    try:
        return float(given)
    except OverflowError:
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
            "--method polynomial is exact where ratios of nonzeros are powers of two"
        )
    if dimension is not None and (type(dimension) is not int or dimension < 1):
        raise TaskError(f"the dimension must be an integer >= 1, got {dimension!r}; leave it out to have it found")
    if dimension is not None and method != "polynomial" and dimension * matrix.L > MOST_NUMBERS:
        raise TaskError(f"tables of {matrix.L} x {dimension} numbers are too large; try a smaller --dimension")
    if type(seed) is not int or seed < 0:
        raise TaskError(f"seed must be an integer >= 0, got {seed!r}; try seed 0")
    if method == "optimised" and matrix.L > MAX_ROWS:
        raise TaskError(
            f"descent takes at most {MAX_ROWS} positions, got {matrix.L}; use --method least-squares or polynomial"
        )
    if method == "convex" and matrix.L > MAX_CONVEX_ROWS:
        raise TaskError(
            f"convex programs take at most {MAX_CONVEX_ROWS} positions, got {matrix.L}; use --method optimised"
        )
