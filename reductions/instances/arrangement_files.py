"""Arrangements from files, and those that have a name."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from ...tasks.files import fields_of, json_of
from ..reduction import ReductionError
from .arrangement import MOST_ELEMENTS, Arrangement, Vector, of_swaps, of_vectors
from .pappus import NON_PAPPUS, STRETCHABLE_PAPPUS, pappus

NAMED: dict[str, Callable[[], Arrangement]] = {
    "pappus": lambda: pappus(STRETCHABLE_PAPPUS, "pappus"),
    "non-pappus": lambda: pappus(NON_PAPPUS, "non-pappus"),
}
"""Name -> arrangement: one that is stretchable, and one that is not."""

INFINITY: Vector = (Fraction(0), Fraction(0), Fraction(1))
HEADINGS = (["slope", "intercept"], ["a", "b", "c"])
"""First lines of names that say what the numbers below them are in the order in which they are read."""
SIGN = {"+": 1, "-": -1, "0": 0}
EXAMPLE = '{"lines": [[1, 0], [-1, 0], [0, 1]]}, {"swaps": [1, 2, 1]} or {"chirotope": "+++-"}'


def arrangement_named(word: str) -> Arrangement:
    """The arrangement that a name or a file stands for.

    ``.json`` files hold an object with one field. ``lines``: a list of lines, each ``[slope, intercept]``, or ``[a, b,
    c]`` for a x + b y = c; numbers may be texts such as "1/3". ``swaps``: which neighbours cross, from left to right,
    the lower place counted from 1. ``chirotope``: a word over + and -, a sign for each triple of elements in
    lexicographic order, element 1 the line at infinity. Other files hold one line of the plane a line, as two or three
    numbers; or a word over + and -; or the word swaps and numbers. Lines that begin with # are left out, and so is a
    first line ``slope, intercept`` or ``a, b, c``.

    Raises
    ------
    ReductionError, TaskError
        If there is no such file, or what it holds is no simple arrangement.

    Examples
    --------
    >>> arrangement_named("non-pappus").pseudolines
    8
    """
    if word in NAMED:
        return NAMED[word]()
    path = Path(word)
    if not path.exists():
        raise ReductionError(f"there is no arrangement {word[:60]!r}; known are {', '.join(NAMED)}, or give a file")
    if path.suffix.lower() == ".json":
        form, content = _one_form(json_of(path, f"write for example {EXAMPLE}"), str(path))
    else:
        form, content = _of_text(path)
    try:
        return FORMS[form](content, path.name)
    except ReductionError as error:
        raise ReductionError(f"{path}: {error.args[0]}") from None


def arrangement_given(given: object) -> Arrangement:
    """An arrangement as it is, as a name or a file, or as the object that a JSON file holds.

    Raises
    ------
    ReductionError, TaskError
        See ``arrangement_named``.

    Examples
    --------
    >>> arrangement_given({"lines": [[1, 0], [-1, 0], ["1/3", 1]]}).pseudolines
    3
    """
    if isinstance(given, Arrangement):
        return given
    if isinstance(given, str | Path):
        return arrangement_named(str(given))
    form, content = _one_form(given, "an arrangement")
    return FORMS[form](content, "an arrangement")


def _one_form(content: object, where: str) -> tuple[str, Any]:
    if not isinstance(content, dict) or len(content) != 1 or not set(content) <= set(FORMS):
        raise ReductionError(
            f"{where} must hold one of {', '.join(FORMS)}, got {content!r:.60}; write for example {EXAMPLE}"
        )
    return next(iter(content.items()))


def _of_text(path: Path) -> tuple[str, Any]:
    rows = [fields for _, fields in fields_of(path) if not fields[0].startswith("#")]
    if rows and [field.lower() for field in rows[0]] in HEADINGS:
        del rows[0]
    if not rows:
        raise ReductionError(f"{path} must have a line of the plane on each line, got none; write for example 1, 0")
    if rows[0][0] == "swaps":
        return "swaps", [field for row in rows for field in row if field != "swaps"]
    words = ["".join(row) for row in rows]
    if not set("".join(words)) - set(SIGN) and set(words[0]) & {"+", "-"}:
        return "chirotope", "".join(words)
    return "lines", rows


def _of_lines(content: Any, name: str) -> Arrangement:
    """Straight lines, with the line at infinity first.

    The line y = s x + t is (-s, 1, -t), that with a x + b y = c is (a, b, -c): its plus side is above, or where a x + b
    y > c.
    """
    if not isinstance(content, list) or not 2 <= len(content) < MOST_ELEMENTS:
        got = len(content) if isinstance(content, list) else f"{content!r:.40}"
        remedy = "take a part of them" if isinstance(got, int) and got > 2 else "write for example [[1, 0], [-1, 0]]"
        raise ReductionError(f"lines must be a list of 2 to {MOST_ELEMENTS - 1} lines, got {got}; {remedy}")
    vectors = [INFINITY]
    for number, row in enumerate(content, start=1):
        if not isinstance(row, list) or len(row) not in (2, 3):
            raise ReductionError(
                f"line {number} must be [slope, intercept], or [a, b, c] for a x + b y = c, got {row!r:.60}; "
                "write for example [1, 0]"
            )
        values = [_number(value, number) for value in row]
        a, b, c = values if len(row) == 3 else (-values[0], Fraction(1), values[1])
        if a == b == 0:
            raise ReductionError(f"line {number} must have a or b that is not 0, got {row!r:.60}; leave it out")
        vectors.append((a, b, -c))
    return of_vectors(vectors, name)


def _number(value: object, line: int) -> Fraction:
    try:
        if isinstance(value, bool):
            raise ValueError
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        raise ReductionError(
            f"line {line} must have numbers such as 2, 0.5 or 1/3, got {value!r:.40}; write slope, intercept or a, b, "
            "c on each line, and leave a heading out"
        ) from None


def _of_swaps(content: Any, name: str) -> Arrangement:
    if not isinstance(content, list) or not all(_is_whole(value) for value in content):
        raise ReductionError(f"swaps must be whole numbers, got {content!r:.60}; write for example [1, 2, 1]")
    return of_swaps([int(value) for value in content], name)


def _is_whole(value: object) -> bool:
    return type(value) is int or (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 9)


def _of_word(content: Any, name: str) -> Arrangement:
    if not isinstance(content, str) or set(content) - set(SIGN):
        raise ReductionError(f"a chirotope must be a word over + and -, got {content!r:.60}; write for example '+++-'")
    return Arrangement(tuple(SIGN[symbol] for symbol in content), name)


FORMS: dict[str, Callable[[Any, str], Arrangement]] = {"lines": _of_lines, "swaps": _of_swaps, "chirotope": _of_word}
"""Form of an arrangement in a file -> how it is read."""


def as_word(arrangement: Arrangement) -> str:
    """The chirotope as a file has it.

    >>> as_word(Arrangement((1, 1, 1, -1)))
    '+++-'
    """
    return "".join("+" if sign > 0 else "-" for sign in arrangement.signs)
