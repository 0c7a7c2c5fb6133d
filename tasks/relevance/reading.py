"""How data were read: what each answer begins with, so that nobody takes an answer for that to another question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..words import counted


@dataclass(frozen=True)
class How:
    """What a user says of a file, beside its format.

    Attributes
    ----------
    diagonal : "free", "relevant" or "irrelevant"
        Graphs: what is asked of a vertex and itself.
    columns : sequence of str, optional
        Tables: the columns of query, item and grade (or head, relation and tail), by names or numbers from 1; or, where
        the words name no columns, what each column is, in turn.
    quoting : "csv" or "none"
        Whether quotation marks enclose fields, or are parts of them.
    comments : "skip" or "none", optional
        Whether lines that start with # or % are comments; told if left out.
    directed : bool
        Lists of edges: whether an edge goes one way.
    repeated : "largest" or "smallest", optional
        Lists of pairs: which of two grades of a pair counts.
    """

    diagonal: str = "free"
    columns: Sequence[str] | None = None
    quoting: str = "csv"
    comments: str | None = None
    directed: bool = False
    repeated: str | None = None


@dataclass(frozen=True)
class Reading:
    """How data were read.

    Attributes
    ----------
    format, what : str
        The name of the format, and what it is.
    header : bool or None
        Whether a first line names the columns; None where the format has no such line.
    columns : tuple of (what, column)
        Where queries, items and grades are.
    unused : tuple of str
        Columns that were left alone.
    comments : int
        Lines left out.
    below : int
        Pairs with a grade below 0, which are not relevant.
    hints : tuple of str
        What else the data might be, and how to choose.

    Examples
    --------
    >>> Reading("edges", "pairs", True, (("query", "userId"), ("item", "movieId")), ("timestamp",)).words
    'read as edges (pairs), header: yes, query = userId, item = movieId, not used: timestamp'
    """

    format: str
    what: str
    header: bool | None = None
    columns: tuple[tuple[str, str], ...] = ()
    unused: tuple[str, ...] = ()
    comments: int = 0
    below: int = 0
    hints: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """In one line."""
        parts = [f"read as {self.format}{f' ({self.what})' if self.what else ''}"]
        if self.header is not None:
            parts.append(f"header: {'yes' if self.header else 'no'}")
        parts += [f"{what} = {_plain(column)}" for what, column in self.columns]
        if self.unused:
            parts.append(f"not used: {' '.join(map(_plain, self.unused))}")
        if self.comments:
            parts.append(counted(self.comments, "comment"))
        if self.below:
            parts.append(f"{counted(self.below, 'pair')} below 0 not relevant")
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """As JSON has it."""
        return {
            "format": self.format,
            "header": self.header,
            "columns": dict(self.columns),
            "unused": list(self.unused),
            "comments": self.comments,
            "pairs_below_zero": self.below,
            "hints": list(self.hints),
        }


def _plain(name: str) -> str:
    """A name of a column, safe to print."""
    return "".join(c if c.isprintable() else "?" for c in name[:40])
