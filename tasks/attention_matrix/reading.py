"""``attention_matrix``: an attention matrix from a file or an array.

Floats are taken for the dyadic rationals that they are, exactly; decimals and fractions of a text file for what is
written there. The sum of a row must be 1 within ``SUM_TOLERANCE``; the row is then divided by its exact sum, so the
matrix that is asked about is exactly right-stochastic, and its ratios are exactly those of the entries given.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from math import isfinite, lcm
from pathlib import Path
from typing import Any

from ..files import fields_of, load_npy, load_npz, require_width
from ..relevance.array_files import numbers_of_array
from ..task import TaskError
from .attention_matrix import AttentionMatrix

SUM_TOLERANCE = {"float64": Fraction(1, 10**9), "float32": Fraction(1, 10**5), "float16": Fraction(1, 10**2)}
"""How far from 1 the sum of a row may be; entries of fewer bits add up less exactly."""

LONGEST_FIELD = 100
"""Characters of an entry in a text file: enough for any float, too few for a number that fills the memory."""

Entries = dict[int, Fraction]


def attention_matrix(data: Any, name: str | None = None) -> AttentionMatrix:
    """An attention matrix from what people have.

    Parameters
    ----------
    data : AttentionMatrix, path, numpy array or nested lists of shape (L, L), SciPy sparse array or matrix
        Files: ``.npz`` written by ``scipy.sparse.save_npz``, ``.npy`` by ``numpy.save``, or ``.csv``, ``.tsv``,
        ``.txt`` with a line per row, entries such as 0.25 or 1/3.
    name : str, optional
        For reports; the name of the file if left out.

    Raises
    ------
    TaskError
        If the file cannot be read, or the matrix is not square, holds a negative entry or no number, or a row does not
        sum to 1 within ``SUM_TOLERANCE`` (10^-9; 10^-5 for entries of type float32).

    Examples
    --------
    >>> attention_matrix([[0.5, 0.5], [0, 1]]).weights
    ((1, 1), (1,))
    >>> attention_matrix([[0.5, 0.4], [0, 1]])
    Traceback (most recent call last):
    ...
    headcount.tasks.task.TaskError: A, row 0: the entries must sum to 1, got 0.9; divide the row by its sum
    """
    if isinstance(data, AttentionMatrix):
        return data
    if isinstance(data, str | Path):
        path = Path(data)
        name = name or path.name
        ending = path.suffix.lower()
        if ending in (".csv", ".tsv", ".txt"):
            return _from_text(path, name)
        if ending not in (".npy", ".npz"):
            raise TaskError(
                f"{path}: an attention matrix is read from .npz (scipy.sparse.save_npz), .npy, .csv, .tsv or .txt; "
                f"the ending is {ending or '(none)'}"
            )
        data = load_npy(path) if ending == ".npy" else load_npz(path)
    return _from_array(data, name or "A")


def _from_array(array: Any, name: str) -> AttentionMatrix:
    try:
        table, precision = numbers_of_array(array, name)
    except (ValueError, TypeError) as error:
        if isinstance(error, TaskError):
            raise
        raise TaskError(f"{name} must be a matrix of numbers: {error}") from None
    _require_square(name, *table.shape)
    table.sum_duplicates()
    table.sort_indices()
    starts, columns, entries = table.indptr.tolist(), table.indices.tolist(), table.data.tolist()
    tolerance = SUM_TOLERANCE.get(precision, SUM_TOLERANCE["float64"])
    return _from_rows(
        (
            _finite(name, row, dict(zip(columns[start:end], entries[start:end], strict=True)))
            for row, (start, end) in enumerate(pairwise(starts))
        ),
        name,
        tolerance,
    )


def _finite(name: str, row: int, entries: dict[int, float]) -> Entries:
    for column, entry in entries.items():
        if not isfinite(entry):
            raise TaskError(f"{name}, row {row}, column {column}: an entry must be a number >= 0, got {entry}")
    return {column: Fraction(*entry.as_integer_ratio()) for column, entry in entries.items() if entry}


def _from_text(path: Path, name: str) -> AttentionMatrix:
    rows: list[Entries] = []
    width = 0
    for where, fields in fields_of(path):
        width = width or len(fields)
        require_width(where, len(fields), width)
        numbers = (_number(field, where) for field in fields)
        rows.append({column: number for column, number in enumerate(numbers) if number})
    _require_square(name, len(rows), width)
    return _from_rows(rows, name, SUM_TOLERANCE["float64"])


def _number(text: str, where: str) -> Fraction:
    """The entry as it is written: a decimal, a power of ten, or a fraction."""
    if len(text) > LONGEST_FIELD:
        raise TaskError(
            f"{where}: an entry may have at most {LONGEST_FIELD} characters, got {len(text)}, {text[:20]!r}..; write "
            "fewer digits"
        )
    try:
        # Fraction("1e999999999") would fill the memory; such an exponent is read as a float (inf, or 0).
        exponent = "e" in text.lower()
        number = Fraction(float(text)) if exponent else Fraction(text)
    except (ValueError, OverflowError, ZeroDivisionError):
        number = None
    if number is None:
        raise TaskError(f"{where}: an entry must be a number such as 0.25 or 1/3, got {text[:40]!r}; no headings")
    return number


def _require_square(name: str, rows: int, columns: int) -> None:
    if rows != columns:
        raise TaskError(f"{name} must be square, a row and a column per position, got {rows} x {columns}")


def _from_rows(rows: Iterable[Entries], name: str, tolerance: Fraction) -> AttentionMatrix:
    supports, weights = [], []
    for row, entries in enumerate(rows):
        for column, entry in entries.items():
            if entry < 0:
                raise TaskError(f"{name}, row {row}, column {column}: an entry must be >= 0, got {float(entry):g}")
        total = sum(entries.values(), Fraction(0))
        if entries and abs(total - 1) > tolerance:
            raise TaskError(
                f"{name}, row {row}: the entries must sum to 1, got {float(total):.12g}; divide the row by its sum"
            )
        common = lcm(*(entry.denominator for entry in entries.values()))
        supports.append(tuple(entries))
        weights.append(tuple(int(entry * common) for entry in entries.values()))
    return AttentionMatrix(tuple(supports), tuple(weights), name)
