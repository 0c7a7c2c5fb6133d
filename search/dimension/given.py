"""What options that list numbers may be given as, in Python and on the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np

from ...bounds.unit_margins.rounding import FLOATS, INTEGERS
from ...tasks import TaskError

MOST_BITS = 24
"""Largest p: scores of so many bits are exact in double precision up to width 2^6."""

MOST_WIDTHS, WIDEST = 64, 4096
MOST_QUERIES = 10**9
_SPAN = re.compile(r"([0-9]{1,9})(?:[:-]([0-9]{1,9}))?")
_SHARE = re.compile(r"(?=\.?[0-9])[0-9]{0,3}(\.[0-9]{1,12})?")
_NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,18})?(e-?[0-9]{1,2})?|\.[0-9]{1,18}|[0-9]{1,12}/[0-9]{1,12}", re.IGNORECASE)

FORMATS = (*INTEGERS, *FLOATS)


def several(given: Any) -> list[Any]:
    """The parts of a text between commas, the entries of an array or of what can be gone through, or one value.

    >>> several("64, 2:16"), several(range(2)), several(np.ones(1, dtype=int)), several(8)
    (['64', '2:16'], [0, 1], [1], [8])
    """
    if isinstance(given, str):
        return [part.strip() for part in given.split(",")]
    plain = given.ravel().tolist() if hasattr(given, "ravel") else given
    return list(plain) if isinstance(plain, Iterable) else [plain]


def integers_in(given: Any, least: int, most: int) -> tuple[int, ...]:
    """The integers ``least`` .. ``most`` that an option lists, rising, ``2:16`` for 2 to 16; () if it lists others.

    >>> integers_in("1,4:6", 1, 8), integers_in([3, 2], 1, 8), integers_in("6:4", 1, 8), integers_in([0, 2], 1, 8)
    ((1, 4, 5, 6), (2, 3), (), ())
    """
    found: set[int] = set()
    for one in several(given):
        span = _SPAN.fullmatch(str(one)) if isinstance(one, str | int | np.integer) else None
        if span is None or isinstance(one, bool):
            return ()
        first, last = int(span[1]), int(span[2] or span[1])
        if not least <= first <= last <= most:
            return ()
        found.update(range(first, last + 1))
    return tuple(sorted(found))


def bits_given(given: Any) -> tuple[int, ...]:
    """The numbers of bits in a number, several, or a text such as ``1,2,4:8``; anything else is refused.

    >>> bits_given("8"), bits_given("1,4:6"), bits_given([2, 1])
    ((8,), (1, 4, 5, 6), (1, 2))
    """
    found = integers_in(given, 1, MOST_BITS)
    if not found:
        raise TaskError(
            f"‹bits› must be numbers of bits such as 8, 1,2,4,8 or 1:8, which lie between 1 and {MOST_BITS} and rise, "
            f"got {str(given)[:60]!r}; try ‹bits=1,2,4,8›"
        )
    return found


def widths_given(given: Any) -> tuple[int, ...]:
    """Dimensions: a number, several, or a text such as ``64,128`` or ``2:16``; anything else is refused.

    >>> widths_given("64,128"), widths_given([3, 2]), widths_given("2:4")
    ((64, 128), (2, 3), (2, 3, 4))
    """
    found = integers_in(given, 1, WIDEST)
    if not 0 < len(found) <= MOST_WIDTHS:
        raise TaskError(
            f"‹at› must be dimensions 1 .. {WIDEST}, at most {MOST_WIDTHS} of them, such as 64,128,256 or 2:16, "
            f"got {str(given)[:40]!r}; try ‹at=64,128›"
        )
    return found


def wrong_given(given: Any, queries: int) -> tuple[int, ...]:
    """Numbers of queries that may fail, from a number, several, or a text such as ``0,10,20``.

    >>> wrong_given("20,0", 100), wrong_given(5, 10)
    ((0, 20), (5,))
    """
    found = integers_in(given, 0, MOST_QUERIES)
    if not found:
        raise TaskError(
            f"‹at_most_wrong› must be numbers of queries that may fail, such as 20 or 0,10,20, got {str(given)[:40]!r}"
        )
    if found[-1] >= queries:
        raise TaskError(
            f"‹at_most_wrong› must be below the number of queries, which is {queries}, got {found[-1]}; "
            f"try ‹at_most_wrong={queries // 20}›"
        )
    return found


def recall_given(given: Any, queries: int) -> tuple[int, ...]:
    """How many queries may fail if a share of them, above 0 and at most 1, must not, taken exactly.

    >>> recall_given(0.95, 1000), recall_given("1,0.9", 46)
    ((50,), (0, 4))
    """
    found = []
    for one in several(given):
        share = Fraction(str(one)) if not isinstance(one, bool) and _SHARE.fullmatch(str(one)) else Fraction(0)
        if not 0 < share <= 1:
            raise TaskError(
                f"‹recall› is the share of the queries that must not fail, above 0 and at most 1, got "
                f"{str(one)[:40]!r}; try ‹recall=0.95›"
            )
        found.append(floor((1 - share) * queries))
    if not found:
        raise TaskError("‹recall› must be shares of the queries, got none; try ‹recall=0.95›")
    return tuple(sorted(set(found)))


def margin_given(given: Any) -> Fraction:
    """A margin, 0 < margin <= 1, as an exact fraction; anything else is refused.

    >>> margin_given("0.05"), margin_given(0.25), margin_given("1/3")
    (Fraction(1, 20), Fraction(1, 4), Fraction(1, 3))
    """
    text = str(given).strip()
    fits = not isinstance(given, bool) and _NUMBER.fullmatch(text)
    try:
        found = Fraction(text) if fits else None
    except ZeroDivisionError:
        found = None
    if found is None or not 0 < found <= 1:
        raise TaskError(
            "‹margin› must be a number above 0 and at most 1, since vectors have length 1 and scores lie in -1 .. 1, "
            f"got {text[:40]!r}; try ‹margin=0.05›"
        )
    return found


def formats_given(given: Any) -> tuple[str, ...]:
    """Names of number formats; anything else is refused.

    >>> formats_given("int8, float16")
    ('int8', 'float16')
    """
    found = tuple(dict.fromkeys(str(one).strip().lower() for one in several(given)))
    for one in found:
        if one not in FORMATS:
            raise TaskError(f"‹noise› must be one or more of {', '.join(FORMATS)}, got {one[:40]!r}; try ‹noise=int8›")
    return found
