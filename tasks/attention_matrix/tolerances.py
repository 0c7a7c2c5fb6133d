"""The question of an attention matrix: which width gives a softmax its weights, with tolerances as powers of two.

Certificates compare integers, so tolerances are 2^a and 2^-b with rational exponents (``AttentionRatios``). Decimals
delta (ratios within e^delta) and eps2 (zeros at most eps2 of nonzeros) are rounded, by less than 2^(1/1024), or
2^(1/4096) where delta is small or eps2 near 1: to the stricter side for an upper bound, to the looser side for a lower
end. An end for the decimals themselves then follows; one of the other question would not do.
"""

from __future__ import annotations

import math
import re
from fractions import Fraction

from ...questions import AttentionRatios, Question, permutation_question
from ...questions.attention_matrix import MAX_DENOMINATOR, MAX_TOLERANCE
from ..task import TaskError
from .attention_matrix import AttentionMatrix

STEPS = 1024
DEFAULT_DELTA, DEFAULT_EPS2 = 0.1, 1e-3
LARGEST_SIZE = 10**9

_POWER = re.compile(r"2\^\(?(-?[0-9]{1,9}(?:/[0-9]{1,9})?)\)?")

Tolerance = float | str


def ratios_question(
    matrix: AttentionMatrix, delta: Tolerance = DEFAULT_DELTA, eps2: Tolerance = DEFAULT_EPS2, *, looser: bool = False
) -> AttentionRatios:
    """The question that ``probe`` answers for a matrix.

    Its tolerances are powers of two. If those asked for are not, an upper bound of this question is one for them, a
    lower bound only with ``looser``.

    Parameters
    ----------
    matrix : AttentionMatrix
    delta : float >= 0, or text such as "2^3/4"
        Ratios of nonzeros of a row within a factor e^delta, or within 2^(3/4).
    eps2 : float in (0, 1), or text such as "2^-10"
        Zeros are at most eps2 of the nonzeros of their row.
    looser : bool
        Whether tolerances that are no powers of two are rounded up, and not down.

    Raises
    ------
    TaskError
        If a tolerance is none, or too large or fine to be stated.

    Examples
    --------
    >>> question = ratios_question(AttentionMatrix(((0, 1), (1,)), ((1, 1), (1,))), "2^3/4", "2^-1")
    >>> question.ratio, question.zero, question.entries
    (Fraction(3, 4), Fraction(-1, 1), (((0, 1), (1, 1)), ((1, 1),)))
    >>> matrix = AttentionMatrix(((0, 1), (1,)), ((1, 1), (1,)))
    >>> str(ratios_question(matrix, 0.1).ratio), str(ratios_question(matrix, 0.1, looser=True).ratio)
    ('147/1024', '37/256')
    """
    entries = tuple(
        tuple(zip(support, weights, strict=True))
        for support, weights in zip(matrix.supports, matrix.weights, strict=True)
    )
    return AttentionRatios(matrix.L, entries, ratio_exponent(delta, up=looser), zero_exponent(eps2, up=looser))


def ratio_exponent(delta: Tolerance, *, up: bool = False) -> Fraction:
    """The exponent a >= 0 of ratios within 2^a, at most (``up``: at least) that of e^delta.

    >>> [str(ratio_exponent(delta)) for delta in (0, 0.1, "2^3", "2^(3/4)", 0.0005)]
    ['0', '147/1024', '3', '3/4', '1/2048']
    >>> [str(ratio_exponent(delta, up=True)) for delta in (0, 0.1, "2^3", 1e-9)]
    ['0', '37/256', '3', '1/4096']
    """
    exact = _power(delta, "delta", "0.1, or 2^3/4 for ratios within that factor")
    if exact is None:
        number = _number(delta, "delta", 0.1)
        if number < 0 or number > MAX_TOLERANCE / 2:
            raise TaskError(f"delta must be a number >= 0 (ratios within e^delta), got {delta}; try 0.1")
        steps = STEPS if number > 1 / STEPS else MAX_DENOMINATOR
        exact = max(Fraction(0), _rounded(number / math.log(2), steps, up)) if number else Fraction(0)
    if exact < 0:
        raise TaskError(f"delta must be 2^a with a >= 0, got {delta}; try 2^1/8")
    return exact


def zero_exponent(eps2: Tolerance, *, up: bool = False) -> Fraction:
    """The exponent below 0 of zeros at most that power of two of nonzeros, at most (``up``: at least) eps2.

    >>> [str(zero_exponent(eps2)) for eps2 in (0.25, 1e-3, "2^-1/2", 0.999)]
    ['-2', '-10205/1024', '-1/2', '-3/2048']
    >>> [str(zero_exponent(eps2, up=True)) for eps2 in (0.25, 1e-3, "2^-1/2", 0.999)]
    ['-2', '-2551/256', '-1/2', '-5/4096']
    """
    exact = _power(eps2, "eps2", "1e-3, or 2^-10")
    if exact is None:
        number = _number(eps2, "eps2", 1e-3)
        if not 0 < number < 1:
            raise TaskError(f"eps2 must be above 0 and below 1 (zeros are that part of nonzeros), got {eps2}; try 1e-3")
        exponent = math.log2(number)
        steps = STEPS if exponent < -0.1 else MAX_DENOMINATOR
        half, power = math.frexp(number)
        exact = Fraction(power - 1) if half == 0.5 else _rounded(exponent, steps, up)
        if exact == 0:
            raise TaskError(f"eps2 must be at most 2^(-1/{MAX_DENOMINATOR}), got {eps2}; try 2^-1/{MAX_DENOMINATOR}")
    if exact >= 0:
        raise TaskError(f"eps2 must be 2^b with b < 0, got {eps2}; try 2^-10")
    return exact


def _rounded(exponent: float, steps: int, up: bool) -> Fraction:
    """A multiple of 1 / steps on one side of an exponent that is off by a few ulp, at most."""
    slip = 2.0**-50 * max(1.0, abs(exponent))
    return Fraction(math.ceil((exponent + slip) * steps) if up else math.floor((exponent - slip) * steps), steps)


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
