"""Rows of symbols from CSV (or plain text) and JSON files: sign patterns and 0/1 matrices are read alike."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ..display.input_error import json_reason
from .files import reading, split_line
from .task import TaskError

MAX_BYTES = 64 * 2**20


@dataclass(frozen=True)
class Notation:
    """How entries are written: ``entries`` maps what may stand in a file to its symbol.

    ``wanted`` lists the entries for messages, ``example`` is a list of two rows in JSON, and ``null`` says whether a
    JSON object may have the field ``null``.
    """

    entries: Mapping[str, str]
    wanted: str
    example: str
    null: bool = False


def entry_rows(path: Path, notation: Notation) -> tuple[tuple[str, ...], bool]:
    """The rows as words over the symbols, and whether the file says that there is a null token.

    ``.json``: a list of rows, or an object with ``rows``; a row is a string or a list of entries. Anything else is read
    as CSV: entries separated by commas, semicolons, tabs or spaces, or not at all; blank lines are skipped.

    Raises
    ------
    TaskError
        If the file cannot be read, is empty, or holds another entry.
    """
    text = rows_text(path, notation)
    if path.suffix.lower() == ".json":
        return json_rows(json_content(text, str(path), notation), str(path), notation)
    return _csv_rows(text, path, notation), False


def rows_text(path: Path, notation: Notation) -> str:
    """The text of a file of rows.

    Raises
    ------
    TaskError
        If the file cannot be read or is empty.
    """
    text = _text(path)
    if not text.strip():
        raise TaskError(f"{path} is empty; write one row of {notation.wanted} per line")
    return text


def _text(path: Path) -> str:
    with reading(path, lambda error: f"{path} is not a text file; write the rows as CSV or JSON in UTF-8"):
        if path.stat().st_size > MAX_BYTES:
            raise TaskError(f"{path} has {path.stat().st_size} bytes; a file of rows may have at most {MAX_BYTES}")
        return path.read_text(encoding="utf-8-sig")


def _csv_rows(text: str, path: Path, notation: Notation) -> tuple[str, ...]:
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        where = f"{path}, line {number}"
        entries = split_line(line, where)
        if len(entries) == 1 and entries[0] not in notation.entries:
            entries = _letters(entries[0], where, notation)
        rows.append(_row(entries, where, notation))
    return tuple(rows)


def _letters(word: str, where: str, notation: Notation) -> list[str]:
    """The entries of a row without separators; where ``+1`` is an entry, it could be read as one or two."""
    if "+1" in notation.entries and ("+1" in word or "-1" in word):
        raise TaskError(
            f"{where}: {word[:20]!r} can be read in two ways; separate the entries, as in +1 -1, or write + -"
        )
    return list(word)


def _row(entries: list[str], where: str, notation: Notation) -> str:
    entries = [entry if entry in notation.entries else _whole(entry) for entry in entries]
    for place, entry in enumerate(entries, start=1):
        if entry not in notation.entries:
            shown = repr(entry[:20]) if entry else "nothing"
            raise TaskError(
                f"{where}, entry {place}: expected one of {notation.wanted}, got {shown}; correct the entry"
            )
    return "".join(notation.entries[entry] for entry in entries)


def _whole(entry: str) -> str:
    """A whole number without its decimals, as ``numpy.savetxt`` and spreadsheets write them."""
    if not _DECIMAL.fullmatch(entry):
        return entry
    number = float(entry)
    return str(int(number)) if number.is_integer() and abs(number) <= 1 else entry


_DECIMAL = re.compile(r"[+-]?\d{1,30}(\.\d{0,30})?([eE][+-]?\d{1,3})?", re.ASCII)


def json_content(text: str, where: str, notation: Notation) -> object:
    """What JSON text holds.

    Raises
    ------
    TaskError
        If it is no JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # ValueError also where an integer is too long
        raise TaskError(
            f"{where} is not JSON ({json_reason(error)}); write a list of rows such as {notation.example}"
        ) from None


def json_rows(content: object, where: str, notation: Notation) -> tuple[tuple[str, ...], bool]:
    """The rows in a JSON value, and whether it says that there is a null token.

    Raises
    ------
    TaskError
        If the value is no list of rows and no object with ``rows``, or an entry is another one.
    """
    null = False
    if isinstance(content, dict):
        unknown = sorted(set(content) - {"rows", "name"} - ({"null"} if notation.null else set()))
        if unknown or "rows" not in content:
            what = f"has the unknown field {unknown[0]!r}" if unknown else "lacks the field 'rows'"
            more = ', "null": false' if notation.null else ""
            raise TaskError(f'{where} {what}; write {{"rows": {notation.example}{more}}}')
        null = content.get("null", False)
        if not isinstance(null, bool):
            raise TaskError(
                f"{where}: 'null' must be true or false, got {null!r}; true means that there is a null token"
            )
        content = content["rows"]
    if not isinstance(content, list) or not all(isinstance(row, str | list) for row in content):
        raise TaskError(f"{where}: the rows must be a list of strings or lists; write {notation.example}")
    rows = []
    for k, row in enumerate(content, start=1):
        place = f"{where}, row {k}"
        entries = _letters(row, place, notation) if isinstance(row, str) else [str(entry) for entry in row]
        rows.append(_row(entries, place, notation))
    return tuple(rows), null
