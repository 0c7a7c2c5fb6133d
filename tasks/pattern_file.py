"""Sign patterns from files: CSV (or plain text) over + - 0 *, and JSON."""

import csv
import json
from pathlib import Path

from ..certificates import PatternError, SignPattern
from .task import TaskError

MAX_BYTES = 64 * 2**20
_ENTRIES = {"+": "+", "-": "-", "0": "0", "*": "*", "1": "+", "+1": "+", "-1": "-", "\N{MINUS SIGN}": "-"}


def read_pattern(path: Path, *, null: bool = False) -> SignPattern:
    """A sign pattern from a file.

    ``.json``: a list of rows, or an object with ``rows`` and, if there is a null token, ``"null": true``; a row is
    a string such as ``"+-0*"`` or a list of entries. Anything else is read as CSV: entries ``+ - 0 *`` (or 1, -1)
    separated by commas, semicolons, tabs or spaces, or not at all; blank lines are skipped.

    Parameters
    ----------
    path : Path
    null : bool
        Whether the unit has a null token (a JSON file may say so itself).

    Raises
    ------
    TaskError
        If the file cannot be read, is empty, is ragged, holds another symbol, or holds stars only.
    """
    text = _text(path)
    if not text.strip():
        raise TaskError(f"{path} is empty; write one row of + - 0 * per line")
    try:
        if path.suffix.lower() == ".json":
            rows, says_null = _json_rows(text, path)
        else:
            rows, says_null = _csv_rows(text, path), False
        pattern = SignPattern(rows, null or says_null)
        zero_one = "1" in text and set("".join(rows)) == {"0", "+"} and "+" not in text
    except PatternError as error:
        raise TaskError(f"{path}: {error}") from None
    if zero_one:
        raise TaskError(
            f"{path} holds only 0 and 1, but 0 means a tie here; for a 0/1 matrix write + and - (and add --null)"
        )
    if not pattern.conditions:
        raise TaskError(f"{path} holds stars only, so there is nothing to satisfy; mark at least one entry + - or 0")
    return pattern


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise TaskError(f"{path} has {path.stat().st_size} bytes; a pattern file may have at most {MAX_BYTES}")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise TaskError(f"{path} cannot be read: {error.strerror or error}; check the path") from None
    except UnicodeDecodeError:
        raise TaskError(f"{path} is not a text file; write the pattern as CSV or JSON in UTF-8") from None


def _csv_rows(text: str, path: Path) -> tuple[str, ...]:
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        if any(separator in line for separator in ",;\t"):
            delimiter = next(separator for separator in ",;\t" if separator in line)
            try:
                entries = [entry.strip() for entry in next(csv.reader([line], delimiter=delimiter))]
            except csv.Error as error:
                raise TaskError(
                    f"{path}, line {number} is not CSV ({error}); write entries + - 0 * and commas"
                ) from None
        else:
            entries = line.split()
            if len(entries) == 1 and entries[0] not in _ENTRIES:
                entries = _letters(entries[0], f"{path}, line {number}")
        rows.append(_row(entries, f"{path}, line {number}"))
    return tuple(rows)


def _letters(word: str, where: str) -> list[str]:
    """The entries of a row without separators; there ``+1`` would be one entry or two."""
    if "+1" in word or "-1" in word:
        raise TaskError(
            f"{where}: {word[:20]!r} can be read in two ways; separate the entries, as in +1 -1, or write + -"
        )
    return list(word)


def _row(entries: list[str], where: str) -> str:
    for place, entry in enumerate(entries, start=1):
        if entry not in _ENTRIES:
            shown = repr(entry[:20]) if entry else "nothing"
            raise TaskError(
                f"{where}, entry {place}: expected one of + - 0 * (or 1, -1), got {shown}; correct the entry"
            )
    return "".join(_ENTRIES[entry] for entry in entries)


def _json_rows(text: str, path: Path) -> tuple[tuple[str, ...], bool]:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError also where an integer is too long
        raise TaskError(f'{path} is not JSON ({error}); write a list of rows such as ["+-", "-+"]') from None
    null = False
    if isinstance(content, dict):
        unknown = sorted(set(content) - {"rows", "null", "name"})
        if unknown or "rows" not in content:
            what = f"has the unknown field {unknown[0]!r}" if unknown else "lacks the field 'rows'"
            raise TaskError(f'{path} {what}; write {{"rows": ["+-", "-+"], "null": false}}')
        null = content.get("null", False)
        if not isinstance(null, bool):
            raise TaskError(
                f"{path}: 'null' must be true or false, got {null!r}; true means that there is a null token"
            )
        content = content["rows"]
    if not isinstance(content, list) or not all(isinstance(row, str | list) for row in content):
        raise TaskError(f'{path}: the rows must be a list of strings or lists; write ["+-", "-+"]')
    rows = []
    for k, row in enumerate(content, start=1):
        where = f"{path}, row {k}"
        entries = _letters(row, where) if isinstance(row, str) else [str(entry) for entry in row]
        rows.append(_row(entries, where))
    return tuple(rows), null
