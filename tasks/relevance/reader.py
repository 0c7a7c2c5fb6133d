"""``read_relevance``: relevance from a file, whose format is told by its ending and its first line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import networkx

from ..files import PACKED, fields_of, is_number
from ..task import TaskError
from .array_files import is_entry, read_matrix, read_npy, read_npz
from .dicts import read_json
from .graphs import read_graph
from .pair_files import columns_named, is_heading, read_edges, read_jsonl, read_trec, read_triples
from .relevance import Relevance

FORMATS: dict[str, tuple[str, Callable[..., Relevance]]] = {
    "jsonl": ("one JSON object per line with query-id, corpus-id and score", read_jsonl),
    "json": ("one JSON object: for each query its items with grades, or a list of them", read_json),
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
        raise TaskError(
            f"the diagonal is for graphs, but {path} is read as {format}; name the format, as in ‹format=edgelist›"
        )
    reader = FORMATS[format][1]
    return reader(path, diagonal=diagonal) if format in GRAPHS else reader(path)


def format_of(path: Path) -> str:
    """The format of a file, by its ending, without .gz; in CSV, TSV and text by its first lines."""
    ending = (path.with_suffix("") if path.suffix.lower() == PACKED else path).suffix.lower()
    if ending.removeprefix(".") in FORMATS:
        return ending.removeprefix(".")
    if ending in ENDINGS:
        return ENDINGS[ending]
    if ending not in TEXT:
        if not path.exists():
            raise TaskError(f"{path} cannot be read: No such file or directory; check the path")
        known = " ".join([*(f".{name}" for name in FORMATS if name not in ("edges", "triples", "matrix")), *TEXT])
        raise TaskError(
            f"the format of {path} cannot be told from the ending {ending or '(none)'}; known are {known}; "
            f"or name one of {', '.join(FORMATS)} with ‹format›"
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
    if len(last) == 4 and is_number(last[3]) and not is_entry(last[2]):
        return "trec"
    if is_heading(first[0]) and len(last) in (2, 3):
        return "edges"
    if (numbers := _small_integers(lines)) is not None and (told := _format_of_integers(numbers)) is not None:
        if " or " in told:
            raise TaskError(
                f"{path} has {len(last)} whole numbers in a line and no heading, which may be {told}; name one with "
                "‹format›, or write a first line such as query_id,doc_id,relevance"
            )
        return told
    entries = sum(map(is_entry, last[1:]))
    if entries == len(last) - 1 and (len(last) > 3 or all(map(is_entry, last))):
        return "matrix"
    if len(last) == 3:
        return "edges" if is_number(last[2]) else "triples"
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
