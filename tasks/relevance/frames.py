"""Relevance from rows with names of columns: of pandas, of Parquet, of ARFF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..task import TaskError
from .dicts import id_of
from .names import PAIR, TRIPLE, Places, columns_named, may_be_grade, require_known, triples_named
from .pair_files import Pair, number
from .reading import Reading
from .relevance import Relevance, relevance
from .told import places_given

A_ROW_EACH = "write a row for each pair"


def is_table(data: Any) -> bool:
    """Whether it is a table of pandas, or of a library like it."""
    return hasattr(data, "to_numpy") and hasattr(data, "columns")


def objects_of(table: Any) -> Any:
    """Its rows, ids and grades as they are: large whole numbers beside a column of floats stay whole."""
    try:
        return table.to_numpy(dtype=object)
    except TypeError:  # of another library than pandas
        return table.to_numpy()


def relevance_of_columns(
    columns: Mapping[str, Sequence[Any]], name: str, given: Sequence[str] | None, repeated: str | None = None
) -> Relevance:
    """Relevance of columns with names: queries, items and perhaps grades; or heads, relations and tails.

    Raises
    ------
    TaskError
        If it is not known which columns these are.

    Examples
    --------
    >>> relevance_of_columns({"movieId": [7, 8], "userId": [1, 1], "rating": [5, 3]}, "r", None).items
    ('7', '8')
    """
    heading = list(columns)
    rows = list(zip(*columns.values(), strict=True))
    found = rows_by_names(heading, rows, name, given, None, repeated)
    if found is None:
        raise TaskError(
            f"{name} has the columns {', '.join(heading)[:80]}, and it is not known which are queries and items; name "
            "them, as in ‹columns=user,item,rating›, or what each column is in turn (- for one that is not used)"
        )
    return found


def rows_by_names(
    heading: Sequence[str],
    rows: Any,
    name: str,
    given: Sequence[str] | None,
    format: str | None,
    repeated: str | None = None,
) -> Relevance | None:
    """Relevance of rows whose columns are told by their names, or given; None if they are not."""
    if given is not None:
        places, of = places_given(given, heading, True, len(heading), format, name)
        if of == "triples":
            return _triples_of_rows(heading, rows, places, name)
        assert places[0] is not None and places[1] is not None  # those of pairs are
        return pairs_of_rows(heading, rows, (places[0], places[1], places[2]), name, repeated)
    if (pair := columns_named(heading)) is not None:
        if len(rows):
            require_known(heading, pair, map(may_be_grade, map(str, rows[0])), name)
        return pairs_of_rows(heading, rows, pair, name, repeated)
    triple = triples_named(heading)
    return None if triple is None or format is not None else _triples_of_rows(heading, rows, triple, name)


def pairs_of_rows(
    heading: Sequence[str] | None, rows: Iterable[Any], places: Places, name: str, repeated: str | None = None
) -> Relevance:
    """Relevance of rows of a query, an item and perhaps a grade."""
    found = relevance(_pairs(rows, places, name), name, repeated=repeated)
    return replace(found, read=_reading("table" if heading else "pairs", heading, places, PAIR))


def _triples_of_rows(heading: Sequence[str], rows: Any, places: Sequence[int | None], name: str) -> Relevance:
    triples = [tuple(id_of(row[place]) for place in places) for row in rows]
    entities = [entity for head, _, tail in triples for entity in (head, tail)]
    pairs = ((f"{head} {relation}" if head and relation else "", tail, 1.0) for head, relation, tail in triples)
    found = relevance(pairs, name, filter(None, entities))
    return replace(found, read=_reading("triples", heading, places, TRIPLE))


def _reading(format: str, heading: Sequence[str] | None, places: Sequence[int | None], roles: Sequence[str]) -> Reading:
    names = heading or [f"column {place + 1}" for place in range(len(places))]
    columns = [(role, names[place]) for role, place in zip(roles, places, strict=True) if place is not None]
    unused = [name for place, name in enumerate(heading or ()) if place not in places]
    what = "a row for each pair" if roles == PAIR else "a row for each head, relation, tail"
    return Reading(format, what, heading is not None, tuple(columns), tuple(unused))


def _pairs(rows: Iterable[Any], places: Places, name: str) -> Iterator[Pair]:
    query, item, grade = places
    for place, row in enumerate(rows):
        value = 1.0 if grade is None else number(str(row[grade]), f"{name}, row {place}")
        for one in (row[query], row[item]):
            if isinstance(one, list | dict | np.ndarray):
                raise TaskError(f"{name}, row {place}: an id must be a text or a number, got {one!r:.40}; {A_ROW_EACH}")
        yield id_of(row[query]), id_of(row[item]), value
