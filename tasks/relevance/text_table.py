"""Lines of a text as fields: one separator for the whole file, comments left out, quotation marks as asked."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from ..files import NO_TEXT, lines_of
from ..task import TaskError
from .names import names_roles

LOOKED_AT = 1000
"""Most lines of a text that are looked at to tell its separator and its format."""

SEPARATORS = ("\t", "::", ",", ";", "|")
"""Tried in turn; where none fits, fields are separated by blanks."""
IN_WORDS = {"\t": "tabs", "::": "'::'", ",": "commas", ";": "semicolons", "|": "'|'", None: "blanks"}

QUOTING = ("csv", "none")
COMMENTS = ("skip", "none")


class TextTable:
    """A text of lines that are no comments, read once.

    A line that starts with ``#`` or ``%`` is a comment. If it has as many fields as the others, and no blank after the
    mark, it may be an id as well, which has to be said.

    Attributes
    ----------
    separator : str or None
        What separates fields in all lines; None are blanks.
    first : list of (where, fields)
        Up to ``LOOKED_AT`` lines, which ``rows`` gives once more.
    skipped : int
        Comments so far.
    before : list of str
        Those before the first line, without their marks.

    Raises
    ------
    TaskError
        If the file cannot be read, is empty, or is comments alone; or a line cannot be split.
    """

    def __init__(self, path: Path, quoting: str = "csv", comments: str | None = None):
        self.path, self.quoting, self.comments = path, quoting, comments
        self.skipped = 0
        self.before: list[str] = []
        self._doubtful: list[tuple[str, str]] = []
        self._lines = self._without_comments()
        self._head = list(islice(self._lines, LOOKED_AT))
        if not self._head:
            raise TaskError(
                f"{path} has nothing but comments: each line starts with # or %; if those are ids, say ‹comments=none›"
            )
        self.separator = separator_of([line for _, line in self._head])

    @property
    def first(self) -> list[tuple[str, list[str]]]:
        """The first lines as fields."""
        if not hasattr(self, "_first"):
            self._first = [(where, self.split(line, where)) for where, line in self._head]
            self._check_comments()
        return self._first

    def lines(self) -> Iterator[tuple[str, str]]:
        """Each line with where it stands."""
        yield from self._head
        yield from self._lines

    def rows(self) -> Iterator[tuple[str, list[str]]]:
        """The fields of each line, with where it stands."""
        yield from self.first
        for where, line in self._lines:
            yield where, self.split(line, where)
        self._check_comments()

    def split(self, line: str, where: str) -> list[str]:
        """The fields of a line.

        Raises
        ------
        TaskError
            If quotes are left open.
        """
        separator = self.separator
        if separator is None:
            return line.split()
        if self.quoting == "none" or '"' not in line or len(separator) > 1:
            return [field.strip() for field in line.split(separator)]
        try:
            return [field.strip() for field in next(csv.reader([line], delimiter=separator, strict=True))]
        except csv.Error as error:
            raise TaskError(
                f"{where} cannot be split into fields ({error}); correct the line, or say ‹quoting=none› if quotation "
                "marks are parts of ids"
            ) from None

    def heading_in_comments(self, width: int) -> list[str] | None:
        """The last comment before the first line, if it has a field for each column."""
        if not self.before:
            return None
        fields = self.split(self.before[-1], f"{self.path}, a comment")
        fields = fields if len(fields) == width else self.before[-1].split()
        return fields if len(fields) == width else None

    def _without_comments(self) -> Iterator[tuple[str, str]]:
        begun = False
        for where, line in lines_of(self.path, NO_TEXT):
            if self.comments != "none" and line.lstrip()[:1] in ("#", "%"):
                self.skipped += 1
                text = line.lstrip()[1:]
                if not begun:
                    self.before.append(text.strip())
                if self.comments is None and text[:1].strip() and text[0] not in "#%":
                    self._doubtful.append((where, line))
            else:
                begun = True
                yield where, line

    def _check_comments(self) -> None:
        width = len(self._first[0][1])
        for where, line in self._doubtful:
            fields = self.split(line, where)
            if width > 1 and len(fields) == width and not names_roles([fields[0].lstrip("#% "), *fields[1:]]):
                raise TaskError(
                    f"{where} starts with {line.lstrip()[0]} and has {width} fields as other lines have: it may be a "
                    "comment, or begin with an id; choose ‹comments=skip› or ‹comments=none›"
                )
        self._doubtful.clear()


def separator_of(lines: Sequence[str]) -> str | None:
    """What separates the fields of all lines: what is in each as often; else what is in the first; else blanks.

    Of a comma and a semicolon the one that makes more fields: a comma may be that of a decimal fraction.

    >>> separator_of(["1::2::5", "2::3::1"]), separator_of(["1;2;3,5", "1;3;4,0"]), separator_of(["a b", "c,1 d"])
    ('::', ';', None)
    """
    counts = {}
    for one in SEPARATORS:
        found = {line.count(one) for line in lines if '"' not in line}
        if len(found) == 1 and (count := found.pop()):
            counts[one] = count
    if counts.get(";", 0) > counts.get(",", 0) > 0:
        del counts[","]
    if counts:
        return next(iter(counts))
    blanks = {len(line.split()) for line in lines}
    if len(blanks) == 1 and blanks.pop() > 1 and "\t" not in lines[0]:
        return None
    return next((one for one in SEPARATORS if one in lines[0]), None)
