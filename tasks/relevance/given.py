"""``relevance_from``: relevance from what people have in Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import networkx

from ..task import TaskError
from .array_files import relevance_of_array
from .dicts import id_of, pairs_of_dict
from .graphs import relevance_of_graph
from .pair_files import columns_named, number
from .reader import read_relevance
from .relevance import Relevance, relevance


def relevance_from(
    data: Any, name: str | None = None, *, format: str | None = None, diagonal: str = "free"
) -> Relevance:
    """Relevance from what people have: a path, an array, a sparse array, a table of pandas, a graph, or itself.

    Parameters
    ----------
    data : Relevance, str, Path, array, SciPy sparse array, pandas DataFrame, networkx graph, dict, or list of pairs
        A table has a row for each query and a column for each item, or columns that are named query_id, doc_id and
        perhaps relevance (or as in files), a row for each pair. A dict: ``{query: {item: grade}}``, or
        ``{query: items}``. Pairs: ``(query, item)`` or ``(query, item, grade)``, the ids as texts.
    name : str, optional
    format, diagonal
        As for ``read_relevance``.

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
    """
    if isinstance(data, Relevance):
        return data
    if isinstance(data, str | Path):
        return read_relevance(Path(data), format, diagonal)
    if isinstance(data, networkx.Graph):
        return relevance_of_graph(data, name or data.name or "graph", diagonal)
    if isinstance(data, Mapping):
        return relevance(pairs_of_dict(data, name or "dict"), name or "dict")
    if _is_pairs(data):
        width = len(data[0])
        if any(len(row) != width for row in data):
            raise TaskError(
                f"{name or 'pairs'}: all rows must be (query, item), or all (query, item, grade); "
                "write (query, item, 1) for short ones"
            )
        return relevance(_of_rows(data, (0, 1, 2 if width == 3 else None), name or "pairs"), name or "pairs")
    if hasattr(data, "to_numpy") and hasattr(data, "columns"):
        if (places := columns_named([str(column) for column in data.columns])) is not None:
            return relevance(_of_rows(data.to_numpy(dtype=object), places, name or "table"), name or "table")
        plain = relevance_of_array(data.to_numpy(), name or "table")
        ids = tuple(map(str, data.index)), tuple(map(str, data.columns))
        return Relevance(*ids, plain.grades, plain.free, plain.name)
    return relevance_of_array(data, name or "array")


def _of_rows(rows: Iterable[Any], places: tuple[int, int, int | None], name: str) -> Iterator[tuple[str, str, float]]:
    query, item, grade = places
    for place, row in enumerate(rows):
        value = 1.0 if grade is None else number(str(row[grade]), f"{name}, row {place}")
        yield id_of(row[query]), id_of(row[item]), value


def _is_pairs(data: Any) -> bool:
    """Whether these are rows of a query, an item and perhaps a grade: one of the ids is a text."""
    return (
        isinstance(data, list | tuple)
        and bool(data)
        and all(isinstance(row, list | tuple) and len(row) in (2, 3) for row in data)
        and any(isinstance(one, str) for one in data[0][:2])
    )
