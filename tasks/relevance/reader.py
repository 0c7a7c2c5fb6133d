"""``read_relevance``: relevance from a file, whose format is told by its ending and its first line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import networkx

from ..task import TaskError
from .array_files import read_matrix, read_npy, read_npz, relevance_of_array
from .graphs import read_graph, relevance_of_graph
from .pair_files import columns_named, fields_of, is_heading, number, read_edges, read_jsonl, read_trec, read_triples
from .relevance import Relevance, relevance

FORMATS: dict[str, tuple[str, Callable[..., Relevance]]] = {
    "jsonl": ("one JSON object per line with query-id, corpus-id and score", read_jsonl),
    "trec": ("four columns: query, iteration, document, relevance", read_trec),
    "edges": ("CSV or TSV lines of query, item and perhaps a grade", read_edges),
    "triples": ("CSV or TSV lines of head, relation, tail", read_triples),
    "matrix": ("CSV or TSV, a line per query: numbers, or + - *", read_matrix),
    "npy": ("a dense matrix written by numpy.save", read_npy),
    "npz": ("a sparse matrix written by scipy.sparse.save_npz", read_npz),
    "edgelist": ("a graph as networkx.read_edgelist reads it", partial(read_graph, read=networkx.read_edgelist)),
    "gml": ("a graph in GML", partial(read_graph, read=networkx.read_gml)),
    "graphml": ("a graph in GraphML", partial(read_graph, read=networkx.read_graphml)),
}
"""Each format with what it is and its reader."""

GRAPHS = ("edgelist", "gml", "graphml")
ENDINGS = {".qrels": "trec", ".trec": "trec", ".ndjson": "jsonl"}
TEXT = (".csv", ".tsv", ".txt")
MISSING = ("nan", "None", "<NA>", "NaT")
"""What tables have where there is nothing."""
LOOKED_AT = 1000
"""Most lines of a text that are looked at to tell its format."""
LARGEST_GRADE = 100
"""Whole numbers above it are taken for ids of queries and items, not for grades."""


def read_relevance(path: Path, format: str | None = None, diagonal: str = "free") -> Relevance:
    """Relevance from a file.

    Parameters
    ----------
    path : Path
    format : str, optional
        A name of ``FORMATS``; told by the ending of the file if left out, in CSV, TSV and text by the first lines.
    diagonal : "free", "relevant" or "irrelevant"
        Graphs: what is asked of a vertex and itself.

    Raises
    ------
    TaskError
        If the format is unknown or cannot be told, or the file is not of that format.
    """
    if format is None:
        format = format_of(path)
    if format not in FORMATS:
        raise TaskError(f"the format must be one of {', '.join(FORMATS)}, got {format!r}; leave it out to have it told")
    if format not in GRAPHS and diagonal != "free":
        raise TaskError(f"the diagonal is for graphs, but {path} is read as {format}; name --format edgelist, or such")
    reader = FORMATS[format][1]
    return reader(path, diagonal=diagonal) if format in GRAPHS else reader(path)


def format_of(path: Path) -> str:
    """The format of a file, by its ending; in CSV, TSV and text by its first lines."""
    ending = path.suffix.lower()
    if ending.removeprefix(".") in FORMATS:
        return ending.removeprefix(".")
    if ending in ENDINGS:
        return ENDINGS[ending]
    if ending not in TEXT:
        known = " ".join([*(f".{name}" for name in FORMATS if name not in ("edges", "triples", "matrix")), *TEXT])
        raise TaskError(
            f"the format of {path} cannot be told from the ending {ending or '(none)'}; known are {known}; "
            f"or name one of {', '.join(FORMATS)} with --format"
        )
    first: list[list[str]] = []
    for _, fields in fields_of(path):
        first.append(fields)
        if len(first) == LOOKED_AT:
            break
    return _format_of_fields(first, path)


def _format_of_fields(lines: list[list[str]], path: Path) -> str:
    first, last = lines[:2], lines[:2][-1]
    if columns_named(first[0]) is not None:
        return "edges"
    if len(first[0]) + 1 == len(last) or not first[0][0]:  # a heading without a name above the first column
        return "matrix"
    if len(last) == 4 and _numeric(last[3]) and not _entry(last[2]):
        return "trec"
    if is_heading(first[0]) and len(last) in (2, 3):
        return "edges"
    if (numbers := _small_integers(lines)) is not None and (told := _format_of_integers(numbers)) is not None:
        if " or " in told:
            raise TaskError(
                f"{path} has {len(last)} whole numbers in a line and no heading, which may be {told}; name one with "
                "--format, or write a first line such as query_id,doc_id,relevance"
            )
        return told
    entries = sum(map(_entry, last[1:]))
    if entries == len(last) - 1 and (len(last) > 3 or all(map(_entry, last))):
        return "matrix"
    if len(last) == 3:
        return "edges" if _numeric(last[2]) else "triples"
    return "edges" if len(last) == 2 else "matrix"


def _small_integers(lines: list[list[str]]) -> list[list[int]] | None:
    """All lines as whole numbers, if that is what they are, 2 to 4 in each."""
    width = len(lines[0])
    if not 2 <= width <= 4 or any(len(line) != width for line in lines):
        return None
    plain = [[field if field != "Q0" else "0" for field in line] for line in lines]
    if not all(field.isascii() and field.isdigit() and len(field) < 19 for line in plain for field in line):
        return None
    return [[int(field) for field in line] for line in plain]


def _format_of_integers(lines: list[list[int]]) -> str | None:
    """What lines of whole numbers are: ids are large or do not come again, grades are small; None if it is a matrix."""
    width = len(lines[0])
    ids = [place for place in ((0, 2) if width == 4 else (0, 1)) for line in lines if line[place] > LARGEST_GRADE]
    if width == 4 and any(line[1] for line in lines):
        return None
    if ids:
        return "trec" if width == 4 else "edges"
    if all(entry <= 1 for line in lines for entry in line):
        return None
    return "trec or matrix" if width == 4 else "edges or matrix"


def _entry(field: str) -> bool:
    return field in ("", "+", "-", "*") or _numeric(field)


def _numeric(field: str) -> bool:
    try:
        float(field)
    except ValueError:
        return False
    return True


def relevance_from(
    data: Any, name: str | None = None, *, format: str | None = None, diagonal: str = "free"
) -> Relevance:
    """Relevance from what people have: a path, an array, a sparse array, a table of pandas, a graph, or itself.

    Parameters
    ----------
    data : Relevance, str, Path, numpy array, SciPy sparse array, pandas DataFrame, networkx graph or dict of dicts
        A table has a row for each query and a column for each item, or columns that are named query_id, doc_id and
        perhaps relevance (or as in files), a row for each pair. A dict: ``{query: {item: grade}}``.
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
    """
    if isinstance(data, Relevance):
        return data
    if isinstance(data, str | Path):
        return read_relevance(Path(data), format, diagonal)
    if isinstance(data, networkx.Graph):
        return relevance_of_graph(data, name or data.name or "graph", diagonal)
    if isinstance(data, Mapping):
        return relevance(_of_dict(data, name or "dict"), name or "dict")
    if hasattr(data, "to_numpy") and hasattr(data, "columns"):
        if (places := columns_named([str(column) for column in data.columns])) is not None:
            return relevance(_of_rows(data.to_numpy(dtype=object), places, name or "table"), name or "table")
        plain = relevance_of_array(data.to_numpy(), name or "table")
        ids = tuple(map(str, data.index)), tuple(map(str, data.columns))
        return Relevance(*ids, plain.grades, plain.free, plain.name)
    return relevance_of_array(data, name or "array")


def _of_dict(data: Mapping[Any, Any], name: str) -> Iterator[tuple[str, str, float]]:
    for query, items in data.items():
        if not isinstance(items, Mapping):
            raise TaskError(
                f"{name}: each query must have a dict of items with their grades, got {items!r:.40} for {query!r:.40}; "
                "write {'q1': {'d1': 1}}"
            )
        for item, grade in items.items():
            yield _id(query), _id(item), number(str(grade), f"{name}, {query!r:.40}, {item!r:.40}")


def _of_rows(rows: Iterable[Any], places: tuple[int, int, int | None], name: str) -> Iterator[tuple[str, str, float]]:
    query, item, grade = places
    for place, row in enumerate(rows):
        value = 1.0 if grade is None else number(str(row[grade]), f"{name}, row {place}")
        yield _id(row[query]), _id(row[item]), value


def _id(value: Any) -> str:
    """An id of a table: empty where the table has none; whole, though a missing one made its column floats."""
    if not isinstance(value, str) and str(value) in MISSING:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
