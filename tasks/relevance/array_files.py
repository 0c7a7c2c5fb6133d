"""Relevance as a matrix: CSV and TSV with or without ids, NumPy's npy, SciPy's sparse npz."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sparse

from ..files import PACKED, load_npy, load_npz, reading, require_width
from ..task import TaskError
from .pair_files import number
from .reading import How, Reading
from .relevance import Relevance, listed_once
from .text_table import TextTable
from .told import has_corner
from .without_heading import FREE, is_entry

MAX_DENSE = 200_000_000
"""Entries of a dense array that is looked at; a larger one has to come as a sparse file."""
MAX_SIDES = 20_000_000
"""Most queries and items together: each has an id."""
LEAST_BYTES = 4
"""An entry of Matrix Market has two numbers, what separates them, and the end of the line."""


def relevance_of_array(array: Any, name: str = "array") -> Relevance:
    """Relevance from a two-dimensional array or a sparse one; rows are queries, columns items, numbered from 0.

    Parameters
    ----------
    array : numpy array of numbers or booleans, or SciPy sparse array or matrix, shape (queries, items)
        Above 0 is relevant, 0 and below are not. Of a masked array, nothing is asked at masked entries.
    name : str

    Raises
    ------
    TaskError
        If it is not two-dimensional, holds anything but finite numbers, or is dense with more than 2 * 10^8 entries.

    Examples
    --------
    >>> relevance_of_array(np.eye(3)).words
    'array: 3 queries, 3 items, 3 relevant pairs, at most 1 for a query'
    """
    free = None
    if isinstance(array, np.ma.MaskedArray) and array.ndim == 2:
        array, free = array.filled(0), sparse.csr_array(np.ma.getmaskarray(array))
    grades, _ = numbers_of_array(array, name)
    rows, columns = grades.shape
    free = sparse.csr_array(grades.shape, dtype=bool) if free is None else free
    return _above_0(tuple(map(str, range(rows))), tuple(map(str, range(columns))), grades, free, name)


def _above_0(queries: Any, items: Any, grades: Any, free: Any, name: str) -> Relevance:
    """With what is below 0 as not relevant; NaN stays, to be refused."""
    grades = sparse.csr_array(grades, dtype=float)
    negative = np.isfinite(grades.data) & (grades.data < 0)
    grades.data[negative] = 0
    return Relevance(queries, items, grades, free, name, below=int(negative.sum()))


def numbers_of_array(array: Any, name: str) -> tuple[Any, str]:
    """A two-dimensional array or sparse array as a CSR array of float64, and the type of its entries.

    Raises
    ------
    TaskError
        If it is not two-dimensional, holds anything but numbers, or is dense with more than ``MAX_DENSE`` entries.

    Examples
    --------
    >>> table, entries = numbers_of_array([[0, 0.5]], "array")
    >>> table.nnz, entries
    (1, 'float64')
    """
    if not sparse.issparse(array):
        try:
            array = np.asarray(array)
        except ValueError:
            raise TaskError(
                f"{name} must be a matrix of numbers, with rows of the same length; fill the short ones up"
            ) from None
        if array.ndim != 2:
            raise TaskError(f"{name}: a matrix has two dimensions, got {array.ndim}; one row per query")
        if array.size > MAX_DENSE:
            raise TaskError(
                f"{name} has {array.size} entries, and a dense array may have at most {MAX_DENSE}; "
                "write it as a sparse one (scipy.sparse.save_npz)"
            )
    if array.dtype.kind not in "biuf":
        raise TaskError(
            f"{name}: the entries must be numbers >= 0, got the type {array.dtype}; write numbers such as 0 and 1"
        )
    _require_few_ids(array.shape, name)
    return sparse.csr_array(array, dtype=float), str(array.dtype)


def read_npy(path: Path, how: How) -> Relevance:
    """A dense matrix that ``numpy.save`` wrote."""
    return relevance_of_array(load_npy(path), path.name)


def read_npz(path: Path, how: How) -> Relevance:
    """A sparse matrix that ``scipy.sparse.save_npz`` wrote."""
    return relevance_of_array(load_npz(path), path.name)


def read_mtx(path: Path, how: How) -> Relevance:
    """A matrix in the exchange format Matrix Market; where it is a pattern, every listed entry is relevant."""
    from scipy.io import mminfo, mmread

    def reason(error: Exception) -> str:
        return f"{path} is no file of Matrix Market ({error}); correct it, or name ‹format›"

    with reading(path, reason):
        rows, columns, entries, kind, field, symmetry = mminfo(path)
        if field == "complex":
            raise TaskError(f"{path} holds complex numbers; the entries must be real, write their real parts")
        if kind == "array" and rows * columns > MAX_DENSE:
            raise TaskError(f"{path} has {rows:,} x {columns:,} entries, and all are listed; write it as coordinates")
        if kind != "array" and path.suffix.lower() != PACKED and entries * LEAST_BYTES > path.stat().st_size:
            raise TaskError(f"{path} is too short for the {entries:,} entries that it announces; fetch it again")
        found = relevance_of_array(_listed_once(mmread(path), how, path.name), path.name)
    hint = (
        f"the matrix is {symmetry}: a row is a query, a column an item, and the diagonal is asked too; if these are "
        "the edges of a graph, give them as a list (‹format=edgelist›)"
    )
    return replace(found, read=Reading("", "", hints=() if symmetry == "general" else (hint,)))


def _listed_once(array: Any, how: How, name: str) -> Any:
    """A matrix of coordinates in which each pair has one entry; SciPy would add up those of one pair."""
    if not sparse.issparse(array):
        return array
    _require_few_ids(array.shape, name)
    table = array.tocoo()
    queries, items = (tuple(map(str, range(side))) for side in table.shape)
    found = (table.row, table.col, table.data.astype(float))
    rows, columns, values = listed_once(*found, queries, items, name, how.repeated)
    return sparse.coo_array((values, (rows, columns)), shape=table.shape)


def _require_few_ids(shape: tuple[int, int], name: str) -> None:
    if sum(shape) > MAX_SIDES:
        raise TaskError(
            f"{name} has {shape[0]:,} rows and {shape[1]:,} columns, and there may be {MAX_SIDES:,} queries and items; "
            "leave out those without entries, and number the others in turn"
        )


def read_matrix(path: Path, how: How) -> Relevance:
    """CSV or TSV, a line per query: numbers, ``+`` and ``-`` for relevant and not, ``*`` for free.

    A first line with an entry that is none of these holds the ids of the items, a first column likewise the ids of the
    queries, or one without a name above it. What is below 0 is not relevant.
    """
    if how.columns is not None:
        raise TaskError(
            f"‹columns› are those of a table of pairs, but {path} is read as a matrix; leave one of them out"
        )
    table = TextTable(path, how.quoting, how.comments)
    lines = [(where, _letters(fields)) for where, fields in table.rows()]
    heading = lines[0][1]
    names = not all(map(is_entry, heading[1:] if heading[0] else heading[1:] or heading))
    headed = len(lines) > 1 and (names or has_corner([fields for _, fields in lines]))
    body = lines[1:] if headed else lines
    unnamed = headed and (not heading[0] or len(heading) + 1 == len(body[0][1]))
    named = unnamed or not all(is_entry(fields[0]) for _, fields in body)
    start = int(named)
    width = len(body[0][1]) - start
    items = _items(lines[0], width) if headed else tuple(map(str, range(width)))
    rows, columns, values = [], [], []
    free_rows, free_columns = [], []
    for row, (where, fields) in enumerate(body):
        require_width(where, len(fields) - start, width)
        for column, field in enumerate(fields[start:]):
            if field == FREE:
                free_rows.append(row)
                free_columns.append(column)
            elif field not in ("", "0", "-") and (grade := 1.0 if field == "+" else number(field, where)):
                rows.append(row)
                columns.append(column)
                values.append(grade)
    queries = tuple(fields[0] for _, fields in body) if named else tuple(map(str, range(len(body))))
    shape = (len(body), width)
    grades = sparse.csr_array((np.array(values), (rows, columns)), shape=shape, dtype=float)
    free = sparse.csr_array((np.ones(len(free_rows), dtype=bool), (free_rows, free_columns)), shape=shape)
    found = _above_0(queries, items, grades, free, path.name)
    sides = (("queries", "the first column" if named else "rows"), ("items", "the first line" if headed else "columns"))
    return replace(found, read=Reading("", "", headed, sides, comments=table.skipped))


def _letters(fields: list[str]) -> list[str]:
    """The entries of a line; one of + - * without separators has one in each place."""
    return list(fields[0]) if len(fields) == 1 and not fields[0].strip("+-*") else fields


def _items(heading: tuple[str, list[str]], width: int) -> tuple[str, ...]:
    where, fields = heading
    if len(fields) not in (width, width + 1):
        raise TaskError(
            f"{where} names {len(fields)} items, but the next line has {width} entries; separate all lines alike"
        )
    return tuple(fields[len(fields) - width :])
