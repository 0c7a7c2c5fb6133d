"""Relevance from data sets of learning: labels of LIBSVM and SVMlight, their judgments of documents, ARFF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ..files import NO_TEXT, lines_of, reading
from ..task import TaskError
from .frames import relevance_of_columns
from .names import columns_named
from .pair_files import Pair, number
from .reading import How, Reading
from .relevance import Relevance, relevance

DOCUMENT = re.compile(r"(?:doc(?:id|no)?\s*[=:]?\s*)?(\S+)")
"""The id of a document in the comment of a line: ``#docid = GX001``, ``# GX001``."""
MEKA = re.compile(r"-C\s+(-?[0-9]+)")
"""How many attributes are labels, as Meka writes it into the name of a relation; below 0, the last ones."""


def read_libsvm(path: Path, how: How) -> Relevance:
    """Lines of labels and features: a query is a line and its items the labels; features do not count.

    With ``qid:`` in the lines, as in learning to rank, the label is the grade of a document for that query. Its id is
    in the comment of the line, else the document is the number of the line.

    scikit-learn's reader of this format drops the comments, and with them the ids of documents.
    """
    parts = [(where, *line.partition("#")[::2]) for where, line in lines_of(path, NO_TEXT)]
    lines = [(where, text.split(), comment.strip()) for where, text, comment in parts if text.strip()]
    if not lines:
        raise TaskError(f"{path} has nothing but comments; write a line for each query or document")
    if any(field.startswith("qid:") for field in lines[0][1]):
        found = relevance(_judged(lines), path.name)
        named = any(comment for _, _, comment in lines)
        columns = (
            ("query", "qid"),
            ("item", "the comment" if named else "the number of the line"),
            ("grade", "the label"),
        )
        return replace(found, read=Reading("", "", columns=columns))
    names = [f"line {place + 1}" for place in range(len(lines))]
    pairs = (
        (query, label, 1.0)
        for query, (where, fields, _) in zip(names, lines, strict=True)
        for label in _labels(fields, where)
    )
    found = relevance(pairs, path.name, queries=names)
    return replace(found, read=Reading("", "", columns=(("query", "the line"), ("item", "its labels"))))


def _labels(fields: list[str], where: str) -> list[str]:
    _require_features(fields[1:] if ":" not in fields[0] else fields, where)
    return [] if ":" in fields[0] else [label for label in fields[0].split(",") if label]


def _judged(lines: list[tuple[str, list[str], str]]) -> Iterator[Pair]:
    for where, fields, comment in lines:
        if len(fields) < 2 or not fields[1].startswith("qid:"):
            raise TaskError(
                f"{where} has no qid: after its label, the lines before have; write label qid:query feature:value"
            )
        _require_features(fields[2:], where)
        id = DOCUMENT.match(comment)
        yield fields[1][4:], id[1] if id else where.rpartition("line ")[2], number(fields[0], where)


def _require_features(fields: list[str], where: str) -> None:
    wrong = next((field for field in fields if not re.fullmatch(r"[^:\s]+:[^:\s]+", field)), None)
    if wrong is not None:
        raise TaskError(f"{where}: after the labels there are features as number:value, got {wrong[:40]!r}; correct it")


def read_arff(path: Path, how: How) -> Relevance:
    """A table in ARFF: of pairs, by the names of its attributes; or rows with labels, attributes of 0 and 1.

    The labels are those that ``-C`` in the name of the relation counts, as Meka writes, or those of ‹columns›.
    """
    from scipy.io import arff

    def reason(error: Exception) -> str:
        return f"{path} is not what scipy.io.arff reads ({error}); correct it, or name ‹format›"

    with reading(path, reason), path.open(encoding="utf-8") as file:
        relation = next((line for line in file if line.lower().startswith("@relation")), "")
        file.seek(0)
        rows, about = arff.loadarff(file)
    names = list(about.names())
    if not names:
        raise TaskError(f"{path} has no attributes; write a line @attribute for each column")
    if columns_named(names) is not None:
        columns = {name: _texts(rows[name]) for name in names}
        return relevance_of_columns(columns, path.name, how.columns, how.repeated)
    labels = list(how.columns) if how.columns else _labels_of(names, relation)
    if not labels or any(name not in names for name in labels):
        raise TaskError(
            f"{path} has {len(names)} attributes, and it is not known which are labels; name them, as in "
            f"‹columns={names[-1]}› (or several, with commas), or write Meka's -C into the name of the relation"
        )
    table = np.array([[_truth(value, path, name) for value in rows[name]] for name in labels]).T
    queries = [f"row {place + 1}" for place in range(len(table))]
    pairs = ((queries[row], labels[column], 1.0) for row, column in zip(*np.nonzero(table), strict=True))
    found = relevance(pairs, path.name, labels, queries)
    unused = tuple(name for name in names if name not in labels)
    sides = (("query", "the row"), ("item", f"{len(labels)} labels, {labels[0]} .. {labels[-1]}"))
    return replace(found, read=Reading("", "", columns=sides, unused=(f"{len(unused)} features",) if unused else ()))


def _labels_of(names: list[str], relation: str) -> list[str]:
    found = MEKA.search(relation)
    count = int(found[1]) if found else 0
    return names[:count] if count > 0 else names[count:] if count < 0 else []


def _texts(values: Any) -> list[Any]:
    return [value.decode() if isinstance(value, bytes) else value for value in values.tolist()]


def _truth(value: Any, path: Path, name: str) -> bool:
    text = value.decode() if isinstance(value, bytes) else str(value)
    if text not in ("0", "1", "0.0", "1.0"):
        raise TaskError(f"{path}: the label {name[:40]!r} must be 0 or 1 in every row, got {text[:40]!r}; leave it out")
    return text.startswith("1")
