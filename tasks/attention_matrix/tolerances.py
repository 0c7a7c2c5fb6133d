"""The question of an attention matrix: which width gives a softmax its weights, with tolerances as powers of two.

Certificates compare integers, so tolerances are 2^a and 2^-b with rational exponents (``AttentionRatios``). Decimals
delta (ratios within e^delta) and eps2 (zeros at most eps2 of nonzeros) are rounded to the stricter side, by less than
2^(1/1024), or 2^(1/4096) where delta is small.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from ...certificates import AttentionRatios, Question, permutation_question
from ...certificates.statement.attention_matrix import MAX_DENOMINATOR, MAX_TOLERANCE
from ..task import TaskError
from .attention_matrix import AttentionMatrix

STEPS = 1024
DEFAULT_DELTA, DEFAULT_EPS2 = 0.1, 1e-3
LARGEST_SIZE = 10**9

_POWER = re.compile(r"2\^\(?(-?[0-9]{1,9}(?:/[0-9]{1,9})?)\)?")

Tolerance = float | str


def ratios_question(
    matrix: AttentionMatrix, delta: Tolerance = DEFAULT_DELTA, eps2: Tolerance = DEFAULT_EPS2
) -> AttentionRatios:
    """The question that ``probe`` answers for a matrix.

    Parameters
    ----------
    matrix : AttentionMatrix
    delta : float >= 0, or text such as "2^3/4"
        Ratios of nonzeros of a row within a factor e^delta, or within 2^(3/4).
    eps2 : float in (0, 1), or text such as "2^-10"
        Zeros are at most eps2 of the nonzeros of their row.

    Raises
    ------
    TaskError
        If a tolerance is none, or too large or fine to be stated.

    Examples
    --------
    >>> question = ratios_question(AttentionMatrix(((0, 1), (1,)), ((1, 1), (1,))), "2^3/4", "2^-1")
    >>> question.ratio, question.zero, question.entries
    (Fraction(3, 4), Fraction(-1, 1), (((0, 1), (1, 1)), ((1, 1),)))
    """
    entries = tuple(
        tuple(zip(support, weights, strict=True))
        for support, weights in zip(matrix.supports, matrix.weights, strict=True)
    )
    return AttentionRatios(matrix.L, entries, ratio_exponent(delta), zero_exponent(eps2))


def ratio_exponent(delta: Tolerance) -> Fraction:
    """The exponent a >= 0 of ratios within 2^a.

    >>> [str(ratio_exponent(delta)) for delta in (0, 0.1, "2^3", "2^(3/4)", 0.0005)]
    ['0', '147/1024', '3', '3/4', '1/2048']
    """
    exact = _power(delta, "delta", "0.1, or 2^3/4 for ratios within that factor")
    if exact is None:
        number = _number(delta, "delta", 0.1)
        if number < 0 or number > MAX_TOLERANCE / 2:
            raise TaskError(f"delta must be a number >= 0 (ratios within e^delta), got {delta}; try 0.1")
        steps = STEPS if number > 1 / STEPS else MAX_DENOMINATOR
        exact = Fraction(math.floor(number / math.log(2) * steps), steps)
    if exact < 0:
        raise TaskError(f"delta must be 2^a with a >= 0, got {delta}; try 2^1/8")
    return exact


def zero_exponent(eps2: Tolerance) -> Fraction:
    """The exponent below 0 of zeros at most that power of two of nonzeros.

    >>> [str(zero_exponent(eps2)) for eps2 in (0.25, 1e-3, "2^-1/2")]
    ['-2', '-10205/1024', '-1/2']
    """
    exact = _power(eps2, "eps2", "1e-3, or 2^-10")
    if exact is None:
        number = _number(eps2, "eps2", 1e-3)
        if not 0 < number < 1:
            raise TaskError(f"eps2 must be above 0 and below 1 (zeros are that part of nonzeros), got {eps2}; try 1e-3")
        exact = Fraction(math.floor(math.log2(number) * STEPS), STEPS)
        exact = min(exact, Fraction(-1, STEPS))
    if exact >= 0:
        raise TaskError(f"eps2 must be 2^b with b < 0, got {eps2}; try 2^-10")
    return exact


def permutation_from_words(words: list[str]) -> Question:
    """The question for the words ``permutation L=1000000``.

    >>> permutation_from_words(["permutation", "L=5"]).words
    'every 5x5 permutation matrix as attention, at every tolerance'
    """
    given = re.fullmatch(r"L=([0-9]{1,10})", words[1]) if len(words) == 2 else None
    if given is None or not 1 <= int(given[1]) <= LARGEST_SIZE:
        got = " ".join(words[1:])[:60] or "nothing"
        raise TaskError(f"permutation has one parameter, L = 1 .. {LARGEST_SIZE}, got {got}; try permutation L=1000")
    return permutation_question(int(given[1]))


def _power(tolerance: Tolerance, name: str, example: str) -> Fraction | None:
    if not isinstance(tolerance, str) or "^" not in tolerance:
        return None
    form = _POWER.fullmatch(tolerance.replace(" ", ""))
    if form is None or form[1].endswith("/0"):
        raise TaskError(f"{name} must be a number or a power of two, got {tolerance[:40]!r}; try {example}")
    exponent = Fraction(form[1])
    if abs(exponent) > MAX_TOLERANCE or exponent.denominator > MAX_DENOMINATOR:
        raise TaskError(
            f"{name} must have an exponent up to {MAX_TOLERANCE} with a denominator up to {MAX_DENOMINATOR}, "
            f"got {tolerance[:40]}; try {example}"
        )
    return exponent


def _number(tolerance: Tolerance, name: str, example: float) -> float:
    try:
        number = float(tolerance)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number) or isinstance(tolerance, bool):
        raise TaskError(f"{name} must be a number or a power of two, got {str(tolerance)[:40]!r}; try {example}")
    return number
