"""``relevance_from``: relevance from what people have in Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import networkx
import numpy as np

from ..task import TaskError
from .array_files import relevance_of_array
from .dicts import id_of, relevance_of_dict
from .graphs import DIAGONAL, relevance_of_graph
from .pair_files import Pair, columns_named, may_be_grade, number, require_known
from .reader import LARGEST_GRADE, LOOKED_AT, read_relevance
from .relevance import Relevance, relevance

EDGES, MATRIX = "edges", "matrix"
FEW, SMALL = 8, 4
"""So many rows, whose first two entries differ and exceed the number, may be pairs of ids."""


def relevance_from(
    data: Any, name: str | None = None, *, format: str | None = None, diagonal: str = "free"
) -> Relevance:
    """Relevance from what people have: a path, an array, a sparse array, a table of pandas, a graph, or itself.

    Parameters
    ----------
    data : Relevance, str, Path, array, SciPy sparse array, pandas DataFrame, networkx graph, dict, or list of pairs
        A table has a row for each query and a column for each item, or columns that are named query_id, doc_id and
        perhaps relevance (or as in files), a row for each pair, or queries and items as its two levels of an index. A
        dict: ``{query: {item: grade}}``, or ``{query: items}``. Pairs: ``(query, item)`` or ``(query, item, grade)``,
        the ids as texts. Of a masked array the masked entries are free: nothing is asked there.
    name : str, optional
    format : str, optional
        Of files as for ``read_relevance``. Of rows, arrays and tables ``"edges"`` (a row for each pair) or
        ``"matrix"`` (a row for each query), where it cannot be told.
    diagonal : "free", "relevant" or "irrelevant"
        Graphs: what is asked of a vertex and itself.

    Raises
    ------
    TaskError
        If it is none of these, or not what they need to be.

    Examples
    --------
    >>> relevance_from([[1, 0], [0, 1]]).pairs
    2
    >>> relevance_from([("q1", "d1", 3), ("q1", "d2", 1)]).items
    ('d1', 'd2')
    >>> relevance_from([(7, 8, 1), (7, 9, 2)], format="edges").queries
    ('7',)
    """
    if isinstance(data, str | Path):
        return read_relevance(Path(data), format, diagonal)
    if hasattr(data, "to_frame") and not hasattr(data, "columns"):  # a series
        data = data.to_frame()
    rows = isinstance(data, list | tuple | np.ndarray) or _is_table(data)
    if format is not None and not (rows and format in (EDGES, MATRIX)):
        raise TaskError(f"format must be left out, or edges or matrix for rows and tables, got {format!r}")
    if isinstance(data, networkx.Graph):
        return relevance_of_graph(data, name or data.name or "graph", diagonal)
    if diagonal != DIAGONAL[0]:
        raise TaskError(f"diagonal is for graphs, got {diagonal!r} with {type(data).__name__}; leave it out")
    if isinstance(data, Relevance):
        return data
    if isinstance(data, Mapping):
        return relevance_of_dict(data, name or "dict")
    if _is_table(data):
        return _of_table(data, name or "table", format)
    if isinstance(data, list | tuple) and format is None and _are_texts(data):
        format = EDGES
    if format is None and rows and not isinstance(data, np.ma.MaskedArray):
        _require_matrix(data, name or "array")
    if format == EDGES:
        return relevance(_of_rows(data, _places(data, name or "pairs"), name or "pairs"), name or "pairs")
    return relevance_of_array(data, name or "array")


def _is_table(data: Any) -> bool:
    return hasattr(data, "to_numpy") and hasattr(data, "columns")


def _of_table(table: Any, name: str, format: str | None) -> Relevance:
    """A row for each pair, told by the names of columns or two levels of the index; or for each query."""
    rows = _objects(table)
    if getattr(getattr(table, "index", None), "nlevels", 1) == 2 and len(table.columns) <= 1 and format is None:
        grade = (2,) if len(table.columns) else (None,)
        return relevance(_of_rows(_objects(table.reset_index()), (0, 1, *grade), name), name)
    if format != MATRIX and (places := columns_named([str(column) for column in table.columns])) is not None:
        if len(rows):
            require_known([str(column) for column in table.columns], places, map(may_be_grade, map(str, rows[0])), name)
        return relevance(_of_rows(rows, places, name), name)
    if format == EDGES:
        return relevance(_of_rows(rows, _places(rows, name), name), name)
    if format is None:
        _require_matrix(rows, name)
    plain = relevance_of_array(table.to_numpy(), name)
    ids = tuple(map(str, getattr(table, "index", range(len(rows))))), tuple(map(str, table.columns))
    return Relevance(*ids, plain.grades, plain.free, plain.name)


def _objects(table: Any) -> Any:
    """Its rows, ids and grades as they are: large whole numbers beside a column of floats stay whole."""
    try:
        return table.to_numpy(dtype=object)
    except TypeError:  # of another library than pandas
        return table.to_numpy()


def _of_rows(rows: Iterable[Any], places: tuple[int, int, int | None], name: str) -> Iterator[Pair]:
    query, item, grade = places
    for place, row in enumerate(rows):
        value = 1.0 if grade is None else number(str(row[grade]), f"{name}, row {place}")
        yield id_of(row[query]), id_of(row[item]), value


def _places(rows: Sequence[Any], name: str) -> tuple[int, int, int | None]:
    """Of rows for each pair: where its query, its item and its grade are."""
    widths = {len(row) for row in rows}
    if len(widths) != 1 or not widths <= {2, 3}:
        raise TaskError(
            f"{name}: all rows must be (query, item), or all (query, item, grade); "
            "write (query, item, 1) for short ones"
        )
    return 0, 1, 2 if widths == {3} else None


def _are_texts(rows: Sequence[Any]) -> bool:
    """Whether these are rows of a query, an item and perhaps a grade: one of the ids is a text."""
    return (
        bool(rows)
        and all(isinstance(row, list | tuple) and len(row) in (2, 3) for row in rows)
        and any(isinstance(one, str) for one in rows[0][:2])
    )


def _require_matrix(rows: Any, name: str) -> None:
    """Refuse rows that look like pairs of ids, two or three numbers each: a matrix of so few items is rare.

    Raises
    ------
    TaskError
        If the first two of a row are larger than grades are, or all different and not small; or are texts.
    """
    first = [row for row in islice(rows, LOOKED_AT) if hasattr(row, "__len__")]
    if not first or not all(len(row) in (2, 3) for row in first):
        return
    ids = [tuple(row[:2]) for row in first]
    if any(isinstance(one, str) for pair in ids for one in pair):
        raise TaskError(
            f"{name}: rows with texts are pairs of a query and an item; give format='edges', or name the columns "
            "query_id, doc_id and relevance"
        )
    try:
        whole = all(float(one).is_integer() for row in first for one in row)
    except (TypeError, ValueError):
        return
    largest = max((float(one) for pair in ids for one in pair), default=0.0) if whole else 0.0
    if largest > LARGEST_GRADE or (largest > SMALL and len(ids) >= FEW and len(set(ids)) == len(ids)):
        raise TaskError(
            f"{name}: rows of {len(first[0])} whole numbers may be pairs of a query and an item, or a matrix of "
            f"{len(first[0])} items; give format='edges' or format='matrix', or columns named query_id, doc_id"
        )
