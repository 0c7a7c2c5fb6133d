"""What ``--margin``, ``--at`` and ``--noise`` may be given as."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from ..bounds.unit_margins.rounding import FLOATS, INTEGERS
from ..tasks import TaskError

MOST_WIDTHS, WIDEST = 64, 4096
_PART = re.compile(r"([0-9]{1,5})(?:[:-]([0-9]{1,5}))?")
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,18})?(e-?[0-9]{1,2})?|\.[0-9]{1,18}|[0-9]{1,12}/[0-9]{1,12}", re.IGNORECASE)

FORMATS = (*INTEGERS, *FLOATS)


def margin_given(given: Any) -> Fraction:
    """A margin, 0 < margin <= 1, as an exact fraction.

    Raises
    ------
    TaskError
        If it is none.

    Examples
    --------
    >>> margin_given("0.05"), margin_given(0.25), margin_given("1/3")
    (Fraction(1, 20), Fraction(1, 4), Fraction(1, 3))
    """
    text = str(given).strip()
    fits = not isinstance(given, bool) and _NUMBER.fullmatch(text) and not text.endswith("/0")
    try:
        found = Fraction(text) if fits else None
    except (ValueError, ZeroDivisionError):
        found = None
    if found is None or not 0 < found <= 1:
        raise TaskError(
            "‹margin› must be a number above 0 and at most 1, since vectors have length 1 and scores lie in -1 .. 1, "
            f"got {text[:40]!r}; try ‹margin=0.05›"
        )
    return found


def widths_given(given: Any) -> tuple[int, ...]:
    """Dimensions: a number, several, or a text such as ``64,128`` or ``2:16``.

    Raises
    ------
    TaskError
        If it is none.

    Examples
    --------
    >>> widths_given("64,128"), widths_given([3, 2]), widths_given("2:4")
    ((64, 128), (2, 3), (2, 3, 4))
    """
    if isinstance(given, str):
        parts = [_PART.fullmatch(part.strip()) for part in given.split(",")]
        spans = [(int(part[1]), int(part[2] or part[1])) for part in parts if part is not None]
        wrong = None in parts or any(not 1 <= low <= high <= WIDEST for low, high in spans)
        found = set() if wrong else {d for low, high in spans for d in range(low, high + 1)}
    else:
        plain = given.ravel().tolist() if hasattr(given, "ravel") else given
        several = list(plain) if isinstance(plain, Iterable) else [plain]
        found = set(several) if all(type(d) is int and 1 <= d <= WIDEST for d in several) else set()
    if not 0 < len(found) <= MOST_WIDTHS:
        raise TaskError(
            f"‹at› must be dimensions 1 .. {WIDEST}, at most {MOST_WIDTHS} of them, such as 64,128,256 or 2:16, "
            f"got {str(given)[:40]!r}; try ‹at=64,128›"
        )
    return tuple(sorted(found))


def formats_given(given: Any) -> tuple[str, ...]:
    """Names of number formats.

    Raises
    ------
    TaskError
        If one is not known.

    Examples
    --------
    >>> formats_given("int8, float16")
    ('int8', 'float16')
    """
    several = given.split(",") if isinstance(given, str) else list(given)
    found = tuple(dict.fromkeys(str(one).strip().lower() for one in several))
    for one in found:
        if one not in FORMATS:
            raise TaskError(f"‹noise› must be one or more of {', '.join(FORMATS)}, got {one[:40]!r}; try ‹noise=int8›")
    return found
