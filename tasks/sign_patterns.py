"""Sign patterns from files (CSV or plain text over + - 0 *, and JSON), and from what people hold in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..questions import PatternError, SignPattern
from .entry_rows import Notation, entry_rows
from .plain_rows import symbol_rows
from .task import TaskError

PATTERN = Notation(
    {"+": "+", "-": "-", "0": "0", "*": "*", "1": "+", "+1": "+", "-1": "-", "\N{MINUS SIGN}": "-"},
    "+ - 0 * (or 1, -1)",
    '["+-", "-+"]',
    null=True,
)

QRELS = (".trec", ".qrels", ".jsonl", ".ndjson")
"""Endings of files that are relevance data for certain."""

WANTED = "+ - 0 * (or 1, -1, 0, NaN; or True, False)"


def read_pattern(path: Path, *, null: bool = False) -> SignPattern:
    """A sign pattern from a file (see ``entry_rows`` for the forms): entries ``+ - 0 *``, or 1 and -1.

    Parameters
    ----------
    path : Path
    null : bool
        Whether the unit has a null token (a JSON file may say so itself, with ``"null": true``).

    Raises
    ------
    TaskError
        If the file cannot be read, is relevance data, is empty, is ragged, holds another symbol, or holds stars only.
    """
    if path.suffix.lower() in QRELS:
        raise TaskError(
            f"{path} says which items are relevant to which queries, and signs + and - are read here; "
            f"ask headcount dimension {path}, or with --bits 1:8 for vectors of few bits"
        )
    rows, says_null = entry_rows(path, PATTERN)
    pattern = _pattern(rows, null or says_null, f"{path}: ", f"{path} holds")
    text = path.read_text("utf-8-sig") if set("".join(rows)) == {"0", "+"} else ""
    if "1" in text and "+" not in text:
        raise TaskError(
            f"{path} holds only 0 and 1, but 0 means a tie here; for a 0/1 matrix write + and - (and add ‹null=True›), "
            f"or measure it: headcount measure {path}; if 1 says relevant: headcount dimension {path}"
        )
    return pattern


def sign_pattern(data: Any, *, null: bool = False) -> SignPattern:
    """A sign pattern from rows of entries: what is asked of each score, a row per query, a column per key.

    Parameters
    ----------
    data : SignPattern, sequence of words or rows, NumPy array, SciPy sparse array, pandas DataFrame
        ``+`` (1, True): above the threshold of the row; ``-`` (-1, False): below; ``0``: at it; ``*`` (NaN, None):
        nothing is asked.
    null : bool
        Whether there is a null token, whose score is the threshold 0 of every row: the least m then is the sign-rank.

    Raises
    ------
    TaskError
        If an entry is none of these, the rows are not equally long, nothing is asked, or all entries are 0 and 1, so
        that 0 may have been meant as "-".

    Examples
    --------
    >>> sign_pattern([[1, -1], [-1, 1]]).rows
    ('+-', '-+')
    >>> sign_pattern(["0-", "-0"]).rows
    ('0-', '-0')
    >>> sign_pattern([[True, False], [False, True]], null=True)
    SignPattern(rows=('+-', '-+'), null=True)
    """
    if isinstance(data, SignPattern):
        return data if data.null or not null else SignPattern(data.rows, null)
    numbers = [False]

    def symbol(entry: object) -> str | None:
        if entry is None or isinstance(entry, bool):
            return "*" if entry is None else "+" if entry else "-"
        numbers[0] |= isinstance(entry, int)
        return PATTERN.entries.get(str(entry))

    rows = symbol_rows(data, symbol, WANTED, "a sign pattern")
    if numbers[0] and set("".join(rows)) == {"0", "+"}:
        raise TaskError(
            "the entries are 0 and 1 only, and 0 asks for a tie; for yes and no give booleans or 1 and -1, as in "
            "array.astype(bool), or ask headcount.measure or headcount.dimension, which read 0 and 1"
        )
    return _pattern(rows, null, "", "the entries are")


def _pattern(rows: tuple[str, ...], null: bool, where: str, stars: str) -> SignPattern:
    try:
        pattern = SignPattern(rows, null)
    except PatternError as error:
        raise TaskError(f"{where}{error}") from None
    if not pattern.conditions:
        raise TaskError(f"{stars} stars only, so there is nothing to satisfy; mark at least one entry + - or 0")
    return pattern


def neighbours(graph: Any, *, null: bool = False) -> SignPattern:
    """The sign pattern of a networkx graph whose vertices attend to their neighbours, along its edges if directed.

    The scores of neighbours tie at the top (``0``), all others lie below (``-``): its own too unless there is a loop.

    Parameters
    ----------
    graph : networkx graph
    null : bool
        Whether there is a null token, which vertices without neighbours attend to.

    Raises
    ------
    TaskError
        If there is no vertex.

    Examples
    --------
    >>> import networkx
    >>> neighbours(networkx.path_graph(3)).rows
    ('-0-', '0-0', '-0-')
    """
    vertices = list(graph)
    if not vertices:
        raise TaskError("the graph has no vertices, so nothing is asked; add some")
    return SignPattern(tuple("".join("-0"[graph.has_edge(a, b)] for b in vertices) for a in vertices), null)
