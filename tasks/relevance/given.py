"""``relevance_from``: relevance from what people have in Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import scipy.sparse as sparse

from ..task import TaskError
from .array_files import relevance_of_array
from .dicts import relevance_of_dict
from .frames import is_table, objects_of, pairs_of_rows, rows_by_names
from .graphs import DIAGONAL, relevance_of_graph
from .named_qrels import PREFIX, named_qrels
from .names import may_be_roles
from .reader import read_relevance
from .reading import Reading
from .relevance import Relevance
from .text_table import LOOKED_AT
from .without_heading import LARGEST_GRADE, NARROW, ZEROS, like_ids

EDGES, MATRIX = "edges", "matrix"
FEW, SMALL = 8, 4
"""So many rows, whose first two entries differ and exceed the number, may be pairs of ids."""
WIDEST = 12
"""Widest rows that may be those of a table of ids."""


def relevance_from(
    data: Any,
    name: str | None = None,
    *,
    format: str | None = None,
    diagonal: str = "free",
    columns: Sequence[str] | str | None = None,
    quoting: str = "csv",
    comments: str | None = None,
    directed: bool = False,
    repeated: str | None = None,
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
    columns : names, or text such as ``"user,item,rating"``, optional
        Files and tables: where query, item and grade are.
    quoting, comments, directed
        Of files as for ``read_relevance``.
    repeated : "largest" or "smallest", optional
        Of files, and of rows and tables of pairs: which of two grades of a pair counts.

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
    if isinstance(columns, str):
        columns = columns.split(",")
    if isinstance(data, str) and data.startswith(PREFIX):
        return named_qrels(data)
    if isinstance(data, str | Path):
        return read_relevance(
            Path(data),
            format,
            diagonal,
            columns=columns,
            quoting=quoting,
            comments=comments,
            directed=directed,
            repeated=repeated,
        )
    if hasattr(data, "to_frame") and not hasattr(data, "columns"):  # a series
        data = data.to_frame()
    rows = isinstance(data, list | tuple | np.ndarray) or is_table(data)
    if quoting != "csv" or comments is not None or directed or (columns is not None and not is_table(data)):
        raise TaskError(
            f"columns, quoting, comments and directed are for files, got {type(data).__name__}; leave them out"
        )
    if repeated and (not rows or format == MATRIX):
        raise TaskError(f"repeated is for lists of pairs, got {type(data).__name__}; leave it out")
    if format is not None and not (rows and format in (EDGES, MATRIX)):
        raise TaskError(f"format must be left out, or edges or matrix for rows and tables, got {format!r}")
    if isinstance(data, networkx.Graph):
        return relevance_of_graph(data, name or data.name or "graph", diagonal)
    if diagonal != DIAGONAL[0]:
        raise TaskError(f"diagonal is for graphs, got {diagonal!r} with {type(data).__name__}; leave it out")
    if isinstance(data, Relevance):
        return data
    if isinstance(data, Mapping):
        read = Reading("dict", "for each query its items")
        return replace(relevance_of_dict(data, name or "dict"), read=read)
    if is_table(data):
        return _of_table(data, name or "table", format, columns, repeated)
    if isinstance(data, list | tuple) and format is None and _are_texts(data):
        format = EDGES
    if format is None and rows and not isinstance(data, np.ma.MaskedArray):
        _require_matrix(data, name or "array")
    if format == EDGES:
        return pairs_of_rows(None, data, _places(data, name or "pairs"), name or "pairs", repeated)
    if not rows and not sparse.issparse(data) and not hasattr(data, "__array__"):
        raise TaskError(
            "relevance must be a path, an array, a table, a graph, a dict or a list of pairs, got "
            f"{type(data).__name__}; make a list of it"
        )
    found = relevance_of_array(data, name or "array")
    return replace(found, read=Reading("array", "a row for each query, a column for each item"))


def _of_table(
    table: Any, name: str, format: str | None, columns: Sequence[str] | None, repeated: str | None
) -> Relevance:
    """A row for each pair, told by the names of columns or two levels of the index; or for each query."""
    rows, heading = objects_of(table), [str(column) for column in table.columns]
    if getattr(getattr(table, "index", None), "nlevels", 1) == 2 and len(table.columns) <= 1 and format is None:
        whole = table.reset_index()
        names = [str(column) for column in whole.columns]
        return pairs_of_rows(names, objects_of(whole), (0, 1, 2 if len(table.columns) else None), name, repeated)
    if format != MATRIX and (found := rows_by_names(heading, rows, name, columns, format, repeated)) is not None:
        return found
    if format == EDGES:
        return pairs_of_rows(heading, rows, _places(rows, name), name, repeated)
    if format is None:
        numbered = type(getattr(table, "index", range(0))).__name__.lower().startswith("range")
        if numbered and len(heading) <= NARROW and may_be_roles(heading):
            raise TaskError(
                f"{name} has the columns {', '.join(heading)[:80]}, which may be those of pairs, or items of a matrix; "
                f"give columns={','.join(heading[:3])!r} or format='matrix'"
            )
        _require_matrix(rows, name)
    plain = relevance_of_array(table.to_numpy(), name)
    ids = tuple(map(str, getattr(table, "index", range(len(rows))))), tuple(map(str, table.columns))
    read = Reading("matrix", "a row for each query, a column for each item")
    return replace(plain, queries=ids[0], items=ids[1], read=read)


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
    if any(isinstance(row, Mapping) for row in first):
        raise TaskError(
            f"{name}: rows must be lists of numbers, or pairs (query, item), got a dict; give tuples, or a table"
        )
    if not first or len(set(map(len, first))) > 1 or not 2 <= len(first[0]) <= WIDEST:
        return
    if len(first[0]) > 3:
        columns = [[str(row[place]) for row in first] for place in range(len(first[0]))]
        several = sum(map(like_ids, columns))
        zeros = sum(field in ("0", "0.0") for column in columns for field in column)
        if len(first) >= FEW and (several >= 2 or (several and zeros < ZEROS * len(first) * len(columns))):
            raise TaskError(
                f"{name}: rows of {len(columns)} numbers, of which several columns may be ids, may be a table or a "
                "matrix; give format='matrix', or a pandas table with columns named user_id, item_id, rating"
            )
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
