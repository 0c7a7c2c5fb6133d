"""Sets of classes that a classifier is to predict: from a text file, from JSON, from relevance data, from Python."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..files import json_of, lines_of
from ..relevance import FORMATS, Relevance, format_of, read_relevance
from ..task import TaskError
from .output_layer import OutputLayer

EMPTY = "{}"
TEXT = (".csv", ".tsv", ".txt", "")


@dataclass(frozen=True)
class LabelSets:
    """Different sets of class numbers, each increasing, and what each is called.

    >>> label_sets_from([[2, 0], ["b"], [0, 2]], ("a", "b", "c")).sets
    ((0, 2), (1,))
    """

    sets: tuple[tuple[int, ...], ...]
    labels: tuple[str, ...]
    given: int
    """How many were given, equal ones counted."""


def read_label_sets(path: Path, layer: OutputLayer, format: str | None = None) -> LabelSets:
    """Label sets of a layer's classes from a file.

    Parameters
    ----------
    path : Path
        Text with a set on each line (names or numbers of classes, separated by commas, semicolons or blanks; ``{}`` is
        the empty set), JSON (a list of lists), or relevance data, whose queries are sets and whose items are classes.
    layer : OutputLayer
    format : "sets", "json" or a format of relevance data; told by the ending if left out

    Raises
    ------
    TaskError
        If it cannot be read, or names an unknown class.
    """
    ending = path.suffix.lower()
    if format is None:
        format = "json" if ending == ".json" else "sets" if ending in TEXT else format_of(path)
    names = layer.names if layer.names is not None else layer.classes
    if format == "sets":
        lines = [(where, _fields(line)) for where, line in lines_of(path)]
        return _collected(((where, where.rpartition(", ")[2], fields) for where, fields in lines), names)
    if format == "json":
        return label_sets_from(json_of(path, "write a list of lists of classes"), names, str(path))
    if format not in FORMATS:
        known = ", ".join(("sets", "json", *FORMATS))
        raise TaskError(
            f"the format of label sets must be one of {known}, got {format!r}; leave it out to have it told"
        )
    return label_sets_from(read_relevance(path, format), names)


def label_sets_from(data: Any, names: Sequence[str] | int, name: str = "labels") -> LabelSets:
    """Label sets from lists of names or numbers, or from ``Relevance``.

    Parameters
    ----------
    data : iterable of iterables of class numbers or names, or Relevance
    names : the names of the classes, or how many there are
    """
    if isinstance(data, Relevance):
        if data.free.nnz:
            raise TaskError(
                f"{data.name}: {data.free.nnz} pairs are free, but every class is in a set or not; fill them in"
            )
        rows = zip(data.grades.indptr, data.grades.indptr[1:], strict=False)
        sets = [[data.items[item] for item in data.grades.indices[start:end]] for start, end in rows]
        return _collected(((data.name, query, one) for query, one in zip(data.queries, sets, strict=True)), names)
    if isinstance(data, str | bytes) or not isinstance(data, Iterable):
        raise TaskError(f"{name} must be a list of sets of classes, got {type(data).__name__}; write [[0, 2], [1]]")
    entries = []
    for number, one in enumerate(data):
        if isinstance(one, str | int | np.integer):
            one = [one]
        if not isinstance(one, Iterable):
            raise TaskError(f"{name}: set {number} must be a list of classes, got {type(one).__name__}; write [0, 2]")
        entries.append((f"{name}, set {number}", f"set {number}", list(one)))
    return _collected(entries, names)


def _fields(line: str) -> list[str]:
    return [] if line.strip() == EMPTY else [field for field in re.split(r"[,;\s]+", line.strip()) if field]


def _collected(entries: Iterable[tuple[str, str, Sequence[Any]]], names: Sequence[str] | int) -> LabelSets:
    numbers = {} if isinstance(names, int) else {name: place for place, name in enumerate(names)}
    classes = names if isinstance(names, int) else len(names)
    found: dict[tuple[int, ...], str] = {}
    given = 0
    for where, label, members in entries:
        one = tuple(sorted({_number(member, numbers, classes, where) for member in members}))
        found.setdefault(one, label)
        given += 1
    if not found:
        raise TaskError("the labels must hold at least one set of classes; write one on each line")
    return LabelSets(tuple(found), tuple(found.values()), given)


def _number(member: Any, numbers: dict[str, int], classes: int, where: str) -> int:
    if isinstance(member, str) and member in numbers:
        return numbers[member]
    text = str(member)
    if not isinstance(member, bool) and text.isascii() and text.isdigit() and len(text) < 12 and int(text) < classes:
        return int(text)
    known = f"0 .. {classes - 1}" + (f", or a name such as {next(iter(numbers))[:40]!r}" if numbers else "")
    raise TaskError(
        f"{where}: there is no class {text[:40]!r}; classes are {known}; correct the labels or give ‹names›"
    )
