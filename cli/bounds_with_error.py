"""The lower bounds of q-SA that hold for outputs with an error: which, and up to which error."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING

from .plain_bound import PlainBound

if TYPE_CHECKING:
    from ..bounds.constructions.averaging.width_and_bits import SizedAverage


def plain_at_error(
    parameters: dict[str, int], error: Fraction, values: int, grid: str, budget: float
) -> tuple[list[PlainBound], list[str]]:
    """The bounds that are one number, and what does not hold at this error, with the error below which it does.

    Parameters
    ----------
    parameters : N and q
    error : what each output may be off by
    values : d', the dimension of the values

    Examples
    --------
    >>> found, missed = plain_at_error({"N": 12, "q": 3}, Fraction(1, 4), 1, "twos", 1.0)
    >>> [(bound.resource, bound.value) for bound in found], missed
    ([('m', 6), ('m', 6), ('m', 6), ('bits of state', 11)], ['fully connected: error < 1/5'])
    """
    from ..reductions.excluded_sizes.first_layer_width import qsa_first_layer_width
    from ..reductions.excluded_sizes.streaming_state import qsa_streaming_bits

    N, q = parameters["N"], parameters["q"]
    found, missed = _widths(N, q, error, grid, budget)
    if q == N:
        return found, missed
    coordinates = _coordinates(q, error, values)
    if coordinates:
        spread = "z in {-1, 1}" if coordinates == 1 else f"z in {{-1, 1}}^{coordinates} / sqrt {coordinates}"
        limit = f"1/{q}" if coordinates == 1 else f"1/({q} sqrt {coordinates})"
        state = coordinates * qsa_streaming_bits(N, q)
        why = "distinct prefixes in each coordinate" if coordinates > 1 else "distinct prefixes; as many suffice"
        found.append(
            PlainBound(f"recurrent, {spread}, last output, error < {limit}", "bits of state", state, "PROVED", why)
        )
    else:
        missed.append(f"recurrent: error < 1/{q}")
    if error * (2 * q - 1) < 1:
        width = qsa_first_layer_width(N, q, values).width
        connected = f"fully connected, z real in R^{values}, error < 1/{2 * q - 1}"
        functionals = "independent linear functionals; as many suffice"
        found.append(PlainBound(connected, "first-layer width", width, "PROVED", functionals))
    else:
        missed.append(f"fully connected: error < 1/{2 * q - 1}")
    return found, missed


def width_of_rows(values: int) -> PlainBound:
    """The width of rows that values in R^d' need, whatever the precision (``vector_values`` has the proof).

    >>> print(width_of_rows(3))
    width of the output row >= 3 [PROVED] outputs in fewer dimensions miss all values u or all values -u by 1
    """
    what = "any, at any precision, an affine function of the row is the output, error < 1"
    why = "outputs in fewer dimensions miss all values u or all values -u by 1"
    return PlainBound(what, "width of the output row", values, "PROVED", why)


def error_object(
    parameters: dict[str, int], error: Fraction, values: int, missed: list[str], built: tuple[SizedAverage, ...]
) -> dict[str, object]:
    """What ``headcount bounds --json`` prints besides where there is an error."""
    return {
        "error": str(error),
        "values": values,
        "at_smaller_errors": missed,
        "least_error": [dict(zip(("m", "lower", "upper"), row, strict=True)) for row in errors_by_width(**parameters)],
        "constructions": [asdict(size) for size in built],
    }


MOST_WIDTHS = 4
"""Widths below that of ties whose least error is printed."""


def errors_by_width(N: int, q: int) -> list[tuple[int, float, float]]:
    """m and bounds of the least error of one head of real softmax, for some widths below that of ties.

    >>> [(m, round(low, 6), round(high, 6)) for m, low, high in errors_by_width(5, 2)]
    [(1, 0.5, 1.0), (2, 0.5, 0.5), (3, 0.498047, 0.498047)]
    """
    from ..bounds.averages import least_error

    top = min(2 * q, N - 1)
    return [(m, *least_error(N, q, m)) for m in range(max(1, top - MOST_WIDTHS), top)]


def errors_in_words(N: int, q: int) -> str:
    """The same in one line.

    >>> errors_in_words(6, 2)
    'm = 1: 1, m = 2: 0.5, m = 3: 0.5, m = 4: 0'
    """
    widths = []
    for m, low, high in errors_by_width(N, q):
        widths.append(f"m = {m}: " + (f"{low:.6g}" if high - low < 1e-9 else f"{low:.4g} to {high:.4g}"))
    return ", ".join([*widths, f"m = {min(2 * q, N - 1)}: 0"])


def _widths(N: int, q: int, error: Fraction, grid: str, budget: float) -> tuple[list[PlainBound], list[str]]:
    """One attention head: the width of queries and keys."""
    from ..bounds.averages import centre_lower, symmetric_lower
    from ..questions import averaging_question, least_size
    from ..search.ask import ask
    from ..search.asked import Asked

    question = averaging_question(N, q)
    classes = (
        ("SOFTMAX", "SOFTMAX, one head, any precision"),
        ("SATURATED", "SATURATED, one head"),
        (f"FIXED(2, {grid})", f"FIXED(p, {grid}), every p, one head"),
    )
    found, missed = [], []
    for name, words in classes:
        asked = least_size(question, "m", name, error=error)
        known = max(
            filter(None, (symmetric_lower(asked), centre_lower(asked))), key=lambda end: end.value, default=None
        )
        if name == "SOFTMAX" and known is not None and known.value < min(2 * q, N - 1):
            end = ask(Asked(asked), budget).lower
            value, status, method = end.value, str(end.evidence.status), end.evidence.method
        elif known is not None:
            value, status, method = known.value, str(known.evidence.status), known.evidence.method
        else:
            missed.append(f"{name.partition('(')[0]}, one head: error < 1/{q}")
            continue
        found.append(PlainBound(f"{words}, error {error}", "m", value, status, method))
    return found, missed


def _coordinates(q: int, error: Fraction, values: int) -> int:
    """The most k <= d' with error < 1/(q sqrt k).

    With z in {-1, 1}^k / sqrt k different outputs are 2 / (q sqrt k) apart in some coordinate, so a machine with a
    smaller error than half of that keeps every coordinate of every prefix.

    >>> [_coordinates(4, Fraction(1, 16), values) for values in (1, 15, 16, 100)]
    [1, 15, 15, 15]
    """
    below = 1 / (q * error) ** 2  # k is less than this
    most = -(-below.numerator // below.denominator) - 1
    return max(0, min(values, most))
