"""Matrices of values: named ones, and those that people hold in Python and in files."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from ...questions.matrix import MatrixError
from ...questions.value_matrix import LARGEST, MOST_ENTRIES, ValueMatrix
from ..files import reading, split_line
from ..plain_rows import listed_rows
from ..task import TaskError
from .function import TwoPartyError
from .functions import pointer_jumping

Number = Fraction | None
MANY = "a matrix of values"


def maximum(n: int) -> ValueMatrix:
    """MAX_n: the greater of two numbers of n bits.

    >>> maximum(1).numbers
    ((0, 1), (1, 1))
    """
    inputs = range(2 ** _sized("n", n, lambda k: 4**k))
    return ValueMatrix(tuple(tuple(max(a, b) for b in inputs) for a in inputs), f"MAX_{n}")


def pointer_end(n: int, k: int) -> ValueMatrix:
    """POINTER-END_n: where k jumps from 0 end, Alice's first, among 0 .. n-1 (POINTER-JUMPING_n is its parity).

    >>> pointer_end(2, 1).numbers[0], pointer_end(2, 1).numbers[3]
    ((0, 0, 0, 0), (1, 1, 1, 1))
    """
    _sized("n", n, lambda m: m ** (2 * m))
    f = pointer_jumping(n, k)
    rows = []
    for a in f.alice_inputs():
        row = []
        for b in f.bob_inputs():
            at = 0
            for jump in range(k):
                at = (b if jump % 2 else a)[at]
            row.append(at)
        rows.append(tuple(row))
    return ValueMatrix(tuple(rows), f"POINTER-END_{n}(k={k})")


def squared_distances(n: int) -> ValueMatrix:
    """The squares (i - j)^2 of the distances of n points on a line.

    >>> squared_distances(3).numbers
    ((0, 1, 4), (1, 0, 1), (4, 1, 0))
    """
    _sized("n", n, lambda k: k**2)
    return ValueMatrix(tuple(tuple((i - j) ** 2 for j in range(n)) for i in range(n)), f"squared distances of {n}")


def hexagon() -> ValueMatrix:
    """The slack matrix of a regular hexagon: the distance of each vertex from each side, in units of the least.

    >>> hexagon().numbers[0]
    (0, 0, 1, 2, 2, 1)
    """
    return ValueMatrix(tuple(tuple((0, 0, 1, 2, 2, 1)[(j - i) % 6] for j in range(6)) for i in range(6)), "hexagon")


VALUED: Mapping[str, tuple[Callable[..., ValueMatrix], Mapping[str, int]]] = {
    "max": (maximum, {"n": 2}),
    "pointer-end": (pointer_end, {"n": 3, "k": 2}),
    "squared-distances": (squared_distances, {"n": 5}),
    "hexagon": (hexagon, {}),
}
"""Name -> the matrix by its sizes, and an example of them."""


def valued_words(name: str) -> str:
    """Name and sizes as one writes them.

    >>> valued_words("pointer-end"), valued_words("hexagon")
    ('pointer-end n=3 k=2', 'hexagon')
    """
    return " ".join([name, *(f"{size}={value}" for size, value in VALUED[name][1].items())])


def valued_summary(name: str) -> str:
    """What it is, in a line.

    >>> valued_summary("max")
    'the greater of two numbers of n bits.'
    """
    line = (VALUED[name][0].__doc__ or "").split("\n")[0]
    return line.partition("_n: ")[2] or line


def valued_named(name: str, **sizes: int) -> ValueMatrix:
    """A matrix of values by its name.

    Raises
    ------
    TwoPartyError
        If a size is missing, unknown or impossible.
    """
    make, example = VALUED[name]
    if set(sizes) != set(example):
        raise TwoPartyError(
            f"{name} takes the sizes {', '.join(example) or 'none'} and no other; write {valued_words(name)}"
        )
    try:
        return make(**sizes)
    except MatrixError as error:
        raise TwoPartyError(f"{name}: {error}") from None


def value_matrix(data: Any, name: str = "") -> ValueMatrix:
    """A matrix of values from rows, an array or a table.

    Parameters
    ----------
    data : sequence of rows, NumPy or SciPy array, DataFrame
        Numbers from 0; None, NaN or ``*`` outside a promise. Where there are fractions all entries are multiplied by
        their least common denominator, which changes none of the measures.

    Raises
    ------
    TaskError
        If an entry is negative or no number, or the rows are not equally long.

    Examples
    --------
    >>> value_matrix([["1/2", 1], [0.25, None]]).numbers
    ((2, 4), (1, None))
    """
    rows = [[_number(x, i, j) for j, x in enumerate(row, 1)] for i, row in enumerate(listed_rows(data, MANY), 1)]
    common = math.lcm(*(x.denominator for row in rows for x in row if x is not None))
    _require_small(rows, common)
    try:
        return ValueMatrix(tuple(tuple(None if x is None else int(x * common) for x in row) for row in rows), name)
    except MatrixError as error:
        raise TaskError(str(error)) from None


def _require_small(rows: list[list[Number]], common: int) -> None:
    """Refuse entries that are too large as integers, in the words in which they were given."""
    least = min((x for row in rows for x in row if x), default=Fraction(1))
    for i, row in enumerate(rows, 1):
        for j, x in enumerate(row, 1):
            if x is not None and x * common > LARGEST:
                scaled = "" if common == 1 else ", as integers over one denominator"
                also = "" if common == 1 else f" beside {_decimal(least)}"
                raise TaskError(
                    f"entries must be at most {LARGEST}{scaled}, got {_decimal(x)} in row {i}, column {j}{also}; round "
                    "or scale them, or number the values of a function 0, 1, 2, .."
                )


def _decimal(number: Fraction) -> str:
    if len(str(number)) <= 20:
        return str(number)
    return f"{(Decimal(number.numerator) / Decimal(number.denominator)).normalize():.6g}"


def has_other_values(data: Any) -> bool:
    """Whether rows hold a number other than 0 and 1, so that they are a matrix of values.

    >>> has_other_values([[0, 2]]), has_other_values([[0, 1], ["*", None]]), has_other_values(["01"])
    (True, False, False)
    """
    try:
        rows = listed_rows(data, MANY)
    except TaskError:
        return False
    return any(_is_other(x) for row in rows if not isinstance(row, str) and hasattr(row, "__iter__") for x in row)


def rows_of_values(path: Path) -> list[list[Any]] | None:
    """The rows of a file that holds numbers other than 0 and 1; None if it is a file of another kind.

    ``.csv`` and text: numbers separated by commas, semicolons, tabs or spaces; ``.json``: a list of rows, or an object
    with ``rows``; ``.npy``: an array of two dimensions.
    """
    ending = path.suffix.lower()
    found: Any
    try:
        if ending == ".npy":
            with reading(path, str):
                found = np.load(path, allow_pickle=False).tolist()
        elif ending == ".json":
            found = json.loads(path.read_text(encoding="utf-8-sig"))
            found = found.get("rows") if isinstance(found, dict) else found
        else:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
            found = [split_line(line, str(path)) for line in lines if line.strip()]
            if any(len(row) < 2 for row in found):  # no separators: letters
                return None
    except (TaskError, OSError, ValueError, AttributeError, RecursionError):
        return None  # the reader of 0/1 matrices says what is wrong
    listed = isinstance(found, list) and all(isinstance(row, list) for row in found)
    return found if listed and has_other_values(found) else None


def _is_other(entry: Any) -> bool:
    try:
        number = _number(entry, 0, 0)
    except TaskError:
        return isinstance(entry, int | float) and not isinstance(entry, bool)  # negative: a number all the same
    return number is not None and number not in (0, 1)


def _number(entry: Any, row: int, column: int) -> Number:
    entry = entry.item() if hasattr(entry, "item") else entry
    if entry is None or entry == "*" or (isinstance(entry, float) and math.isnan(entry)):
        return None
    try:
        number = Fraction(str(int(entry) if isinstance(entry, bool) else entry).strip())
    except (ValueError, ZeroDivisionError):
        raise TaskError(
            f"a matrix of values has numbers, and * or NaN outside a promise, got {entry!r:.40} in row {row}, column "
            f"{column}; number the values of a function 0, 1, 2, .."
        ) from None
    if number < 0:
        raise TaskError(
            f"a matrix of values has numbers from 0, got {entry!r:.40} in row {row}, column {column}; number the values"
            " of a function 0, 1, 2, .. (a matrix with a negative entry has no nonnegative rank)"
        )
    return number


def _sized(name: str, size: object, entries: Callable[[int], int]) -> int:
    """A size at which there are not too many entries."""
    if type(size) is not int or size < 1:
        raise TwoPartyError(f"{name} must be an integer >= 1, got {size!r:.40}; try {name}=3")
    most = next(k for k in range(1, MOST_ENTRIES + 1) if entries(k + 1) > MOST_ENTRIES)
    if size > most:
        raise TwoPartyError(
            f"{name} must be at most {most}, got {size}: a matrix of values has at most {MOST_ENTRIES} entries; try "
            f"{name}={most}"
        )
    return size
