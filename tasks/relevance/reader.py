"""``read_relevance``: relevance from a file, whose format is told by its ending and its first lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ..files import PACKED, reading
from ..task import TaskError
from .formats import FORMATS, reader_of
from .pair_files import relevance_of_table
from .reading import How
from .relevance import Relevance
from .text_table import TextTable
from .told import tell

GRAPHS = ("edgelist", "gml", "graphml", "gexf", "graph6", "sparse6", "dot")
TABLES = ("edges", "triples", "matrix", "trec", "edgelist")
BY_COLUMNS = ("edges", "triples", "parquet", "feather", "arff")
LISTS = ("jsonl", "trec", "edges", "mtx", "parquet", "feather", "arff")
"""Formats of pairs one by one, of which one may have two grades."""
ENDINGS = {
    ".qrels": "trec", ".trec": "trec", ".ndjson": "jsonl", ".nt": "ntriples", ".pq": "parquet", ".arrow": "feather",
    ".svm": "libsvm", ".svmlight": "libsvm", ".letor": "libsvm", ".g6": "graph6", ".s6": "sparse6", ".gv": "dot",
}  # fmt: skip
TEXT = (".csv", ".tsv", ".txt", ".dat", ".data", ".inter", ".kg")
"""Endings that say no more than that it is a text; so does .edgelist where lines have more than two fields."""

CONTENTS = {
    b"PAR1": "parquet", b"ARROW1": "feather", b"\x93NUMPY": "npy", b"PK\x03\x04": "npz", b"%%MatrixMarket": "mtx",
    b"<?xml": "graphml", b"{": "jsonl", b"@relation": "arff", b"@RELATION": "arff", b">>graph6<<": "graph6",
}  # fmt: skip
"""How files of some formats begin."""


def read_relevance(
    path: Path,
    format: str | None = None,
    diagonal: str = "free",
    *,
    columns: Sequence[str] | None = None,
    quoting: str = "csv",
    comments: str | None = None,
    directed: bool = False,
    repeated: str | None = None,
) -> Relevance:
    """Relevance from a file.

    Parameters
    ----------
    path : Path
    format : str, optional
        A name of ``FORMATS``; told by the ending of the file if left out, in CSV, TSV and text by the first lines.
    diagonal, columns, quoting, comments, directed, repeated
        What else is said of it: see ``How``.

    Raises
    ------
    TaskError
        If the format is unknown or cannot be told, or the file is not of that format, or may be read in two ways.
    """
    how = How(diagonal, columns, quoting, comments, directed, repeated)
    if format is None:
        format = _by_ending(path)
    if format is not None and format not in FORMATS:
        raise TaskError(f"the format must be one of {', '.join(FORMATS)}, got {format!r}; leave it out to have it told")
    if format is None:
        _require_text(path)
        table = TextTable(path, how.quoting, how.comments)
        told = tell(table, None, how.columns)
        format = told.format
        if format in ("edges", "triples"):
            _require_fit(path, format, how)
            return _named(relevance_of_table(table, told, repeated), format)
    _require_fit(path, format, how)
    return _named(reader_of(format)(path, how), format)


def _named(found: Relevance, format: str) -> Relevance:
    """With the name of the format in how it was read."""
    read = found.read
    what = f"{read.what}" if read.what else FORMATS[format][0]
    return replace(found, read=replace(read, format=format, what=what, below=found.below))


def _require_fit(path: Path, format: str, how: How) -> None:
    """Refuse what does not apply to a format."""
    if format not in GRAPHS and how.diagonal != "free":
        raise TaskError(
            f"the diagonal is for graphs, but {path} is read as {format}; name the format, as in ‹format=edgelist›"
        )
    if how.columns is not None and format not in BY_COLUMNS:
        raise TaskError(f"‹columns› are those of a table, but {path} is read as {format}; leave one of them out")
    if how.repeated is not None and format not in LISTS:
        raise TaskError(f"‹repeated› is for lists of pairs, but {path} is read as {format}; leave it out")
    if how.directed and format != "edgelist":
        raise TaskError(f"‹directed› is for lists of edges, but {path} is read as {format}; name ‹format=edgelist›")
    if (how.quoting != "csv" or how.comments is not None) and format not in TABLES:
        raise TaskError(f"‹quoting› and ‹comments› are for texts, but {path} is read as {format}; leave them out")


def format_of(path: Path) -> str:
    """The format of a file, by its ending, without .gz; in CSV, TSV and text by its first lines."""
    found = _by_ending(path)
    if found is not None:
        return found
    _require_text(path)
    return tell(TextTable(path)).format


def _by_ending(path: Path) -> str | None:
    """The format that the ending says; None if its first lines have to tell."""
    ending = (path.with_suffix("") if path.suffix.lower() == PACKED else path).suffix.lower()
    if ending == ".edgelist" and path.exists() and _has_weights(path):
        raise TaskError(
            f"{path} has numbers after its two vertices; it may be a graph, whose weights do not count "
            "(‹format=edgelist›), or queries, items and grades (‹format=edges›)"
        )
    if ending.removeprefix(".") in FORMATS and ending not in TEXT:
        return ending.removeprefix(".")
    if ending in ENDINGS:
        return ENDINGS[ending]
    if ending in TEXT:
        return None
    if not path.exists():
        raise TaskError(f"{path} cannot be read: No such file or directory; check the path")
    known = " ".join([*(f".{name}" for name in FORMATS if name not in ("triples", "matrix")), *ENDINGS, *TEXT])
    raise TaskError(
        f"the format of {path} cannot be told from the ending {ending or '(none)'}; known are {known}; "
        f"or name one of {', '.join(FORMATS)} with ‹format›"
    )


def _has_weights(path: Path) -> bool:
    """Whether the lines of a list of edges have a third field that is a number."""
    try:
        first = TextTable(path).first
    except TaskError:  # its reader says what is wrong
        return False
    rows = [fields for _, fields in first]
    return all(len(fields) == 3 for fields in rows) and all(_is_plain(fields[2]) for fields in rows)


def _is_plain(field: str) -> bool:
    try:
        return float(field) == float(field)
    except ValueError:
        return False


def _require_text(path: Path) -> None:
    """Refuse a file that begins as one of another format."""
    if path.suffix.lower() == PACKED or not path.is_file():
        return
    with reading(path, lambda error: f"{path} cannot be read ({error}); check the path"), path.open("rb") as file:
        start = file.read(16).removeprefix(b"\xef\xbb\xbf")
    for begins, format in CONTENTS.items():
        if start.startswith(begins):
            raise TaskError(
                f"{path} begins with {begins.decode('latin-1')!r}, as {FORMATS[format][0]} does, but its ending is "
                f"{path.suffix}; name ‹format={format}›, or rename it"
            )
