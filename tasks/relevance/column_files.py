"""Relevance from tables of columns with names: Parquet and Feather, by pyarrow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..files import reading
from ..libraries import needed
from ..task import TaskError
from .frames import relevance_of_columns
from .reading import How
from .relevance import Relevance


def read_parquet(path: Path, how: How) -> Relevance:
    """A table in Parquet: columns of queries, items and perhaps grades, by their names."""
    return _read(path, how, "pyarrow.parquet", "Parquet")


def read_feather(path: Path, how: How) -> Relevance:
    """A table in Feather (Arrow's format of files), likewise."""
    return _read(path, how, "pyarrow.feather", "Feather")


def _read(path: Path, how: How, library: str, what: str) -> Relevance:
    arrow = needed(library, f"{what} files", "tables")
    with reading(path, lambda error: f"{path} is no {what} file ({error}); correct it, or name ‹format›"):
        table: Any = arrow.read_table(path)
    if len(set(table.column_names)) < len(table.column_names):
        raise TaskError(f"{path} has two columns of one name: {', '.join(table.column_names)[:80]}; rename one of them")
    columns = {name: table.column(place).to_pylist() for place, name in enumerate(table.column_names)}
    return relevance_of_columns(columns, path.name, how.columns, how.repeated)
