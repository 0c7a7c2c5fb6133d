"""``read_relevance``: relevance from a file, whose format is told by its ending and its first line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import networkx

from ..task import TaskError
from .array_files import read_matrix, read_npy, read_npz, relevance_of_array
from .graphs import read_graph, relevance_of_graph
from .pair_files import fields_of, is_heading, read_edges, read_jsonl, read_trec, read_triples
from .relevance import Relevance

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
        if len(first) == 2:
            break
    return _format_of_fields(first)


def _format_of_fields(first: list[list[str]]) -> str:
    last = first[-1]
    if len(first[0]) + 1 == len(last) or not first[0][0]:  # a heading without a name above the first column
        return "matrix"
    if len(last) == 4 and _numeric(last[3]) and not _entry(last[2]):
        return "trec"
    if is_heading(first[0]) and len(last) in (2, 3):
        return "edges"
    entries = sum(map(_entry, last[1:]))
    if entries == len(last) - 1 and (len(last) > 3 or all(map(_entry, last))):
        return "matrix"
    if len(last) == 3:
        return "edges" if _numeric(last[2]) else "triples"
    return "edges" if len(last) == 2 else "matrix"


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
    data : Relevance, str, Path, numpy array, SciPy sparse array, pandas DataFrame (queries by items) or networkx graph
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
    if hasattr(data, "to_numpy") and hasattr(data, "columns"):
        plain = relevance_of_array(data.to_numpy(), name or "table")
        ids = tuple(map(str, data.index)), tuple(map(str, data.columns))
        return Relevance(*ids, plain.grades, plain.free, plain.name)
    return relevance_of_array(data, name or "array")
