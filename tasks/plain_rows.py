"""Rows of entries from what people hold in Python: nested lists, words, arrays, sparse arrays, tables."""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Real
from typing import Any

from .task import TaskError

MOST_ENTRIES = 2**24
"""Most entries that are gone through one by one."""


def symbol_rows(data: Any, symbol: Callable[[object], str | None], wanted: str, what: str) -> tuple[str, ...]:
    """The rows as words.

    Parameters
    ----------
    data : sequence of words or of rows, NumPy array, SciPy sparse array, or table with ``to_numpy``
    symbol : callable
        The symbol of an entry, None if there is none. Whole numbers come as int, NaN and None as None.
    wanted : str
        The entries in words, for messages.
    what : str
        What the rows are, for messages: "a sign pattern".

    Raises
    ------
    TaskError
        If it is not two-dimensional, too large, or an entry has no symbol.

    Examples
    --------
    >>> symbol_rows([[1, 0.0], [None, 1]], {1: "1", 0: "0", None: "*"}.get, "0, 1 and None", "a 0/1 matrix")
    ('10', '*1')
    >>> symbol_rows(["10", "01"], {"1": "1", "0": "0"}.get, "0 and 1", "a 0/1 matrix")
    ('10', '01')
    """
    rows = []
    for i, row in enumerate(listed_rows(data, what), start=1):
        if isinstance(row, int | float) or not hasattr(row, "__iter__"):
            raise TaskError(f"{what} needs rows of {wanted}, got {row!r:.40} for row {i}; give a list of rows")
        word = []
        for j, entry in enumerate(row, start=1):
            found = symbol(_plain(entry))
            if found is None:
                raise TaskError(
                    f"{what} has the entries {wanted}, got {entry!r:.40} in row {i}, column {j}; correct it"
                )
            word.append(found)
        rows.append("".join(word))
    if not rows or not rows[0]:
        raise TaskError(f"{what} needs at least one row and one column, got none; give rows of {wanted}")
    if wrong := next((i for i, row in enumerate(rows, start=1) if len(row) != len(rows[0])), None):
        raise TaskError(
            f"the rows of {what} must be equally long, got {len(rows[0])} entries in row 1 and {len(rows[wrong - 1])} "
            f"in row {wrong}; fill it up"
        )
    return tuple(rows)


def is_rows(data: object) -> bool:
    """Whether something may be rows of entries: a table, an array, a sparse array, a list or tuple."""
    return isinstance(data, list | tuple) or any(hasattr(data, name) for name in ("toarray", "to_numpy", "__array__"))


def listed_rows(data: Any, what: str) -> Any:
    """Rows as they are, of an array, a sparse array, a table or a list.

    Raises
    ------
    TaskError
        If it is none of these, or too large.
    """
    for convert in ("to_numpy", "toarray"):
        if hasattr(data, convert):
            _require_size(math.prod(data.shape), what)
            data = getattr(data, convert)()
    if hasattr(data, "__array__") and hasattr(data, "shape"):
        if len(data.shape) != 2:
            raise TaskError(f"{what} has rows and columns, got an array of the shape {tuple(data.shape)}; reshape it")
        _require_size(math.prod(data.shape), what)
        return data.tolist()
    if not isinstance(data, list | tuple):
        raise TaskError(f"{what} is made of rows, an array or a table, got {type(data).__name__}; give a list of rows")
    return data


def _require_size(entries: int, what: str) -> None:
    if entries > MOST_ENTRIES:
        raise TaskError(f"{what} may have at most {MOST_ENTRIES} entries here, got {entries}; take a part of it")


def _plain(entry: Any) -> object:
    """A number as the int that it is, None for what is missing."""
    entry = entry.item() if hasattr(entry, "item") else entry
    if entry is None or isinstance(entry, str | bool):
        return entry
    if isinstance(entry, Real):
        number = float(entry)
        return None if math.isnan(number) else int(number) if number.is_integer() else number
    return entry
