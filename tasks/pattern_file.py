"""Sign patterns from files: CSV (or plain text) over + - 0 *, and JSON."""

from pathlib import Path

from ..questions import PatternError, SignPattern
from .entry_rows import Notation, entry_rows
from .task import TaskError

PATTERN = Notation(
    {"+": "+", "-": "-", "0": "0", "*": "*", "1": "+", "+1": "+", "-1": "-", "\N{MINUS SIGN}": "-"},
    "+ - 0 * (or 1, -1)",
    '["+-", "-+"]',
    null=True,
)

QRELS = (".trec", ".qrels", ".jsonl", ".ndjson")
"""Endings of files that are relevance data for certain."""


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
    try:
        pattern = SignPattern(rows, null or says_null)
    except PatternError as error:
        raise TaskError(f"{path}: {error}") from None
    if (
        set("".join(rows)) == {"0", "+"}
        and "1" in path.read_text("utf-8-sig")
        and "+" not in path.read_text("utf-8-sig")
    ):
        raise TaskError(
            f"{path} holds only 0 and 1, but 0 means a tie here; for a 0/1 matrix write + and - (and add ‹null=True›), "
            f"or measure it: headcount measure {path}; if 1 says relevant: headcount dimension {path}"
        )
    if not pattern.conditions:
        raise TaskError(f"{path} holds stars only, so there is nothing to satisfy; mark at least one entry + - or 0")
    return pattern
