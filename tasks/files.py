"""Files of users as they are read: lines, fields, JSON, arrays; one message for each thing that may be wrong."""

from __future__ import annotations

import csv
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..display.input_error import json_reason
from .task import TaskError

PACKED = ".gz"
"""The ending after which a text is unpacked as it is read."""
NO_TEXT = "convert it, or name its format with ‹format›"
"""What to do with a file that is no text where another format may be named."""


@contextmanager
def reading(path: Path | str, otherwise: Callable[[Exception], str]) -> Iterator[None]:
    """While a file is read: a ``TaskError`` for what the system says, and for ``otherwise`` what a reader raises.

    >>> with reading("A.json", lambda error: f"A.json is not JSON ({error})"):
    ...     json.loads("[")
    Traceback (most recent call last):
    ...
    headcount.tasks.task.TaskError: A.json is not JSON (Expecting value: line 1 column 2 (char 1))
    """
    try:
        yield
    except TaskError:
        raise
    except OSError as error:
        raise TaskError(f"{path} cannot be read: {error.strerror or error}; check the path") from None
    except Exception as error:  # a damaged file may fail in many ways
        raise TaskError(otherwise(error)) from None


def lines_of(path: Path, remedy: str = "save it as text") -> Iterator[tuple[str, str]]:
    """Each line that is not blank, with where it stands; a file that ends in .gz is unpacked.

    ``remedy``: what to do with a file that is no text.

    Raises
    ------
    TaskError
        If the file cannot be read, is no text, or is empty.
    """

    def reason(error: Exception) -> str:
        if isinstance(error, EOFError | zlib.error):
            return f"{path} is a damaged gzip file ({error}); fetch it again"
        return f"{path} is not a text file in UTF-8; {remedy}"

    found = False
    with reading(path, reason):
        packed = path.suffix.lower() == PACKED
        with gzip.open(path, "rt", encoding="utf-8-sig") if packed else path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    found = True
                    yield f"{path}, line {number}", line.rstrip("\r\n")
    if not found:
        raise TaskError(f"{path} is empty; it must have at least one line, of a row or of a query and an item")


def fields_of(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The fields of each line that is not blank, with where it stands: separated by tabs, else commas, else blanks."""
    for where, line in lines_of(path):
        yield where, split_line(line, where)


def split_line(line: str, where: str) -> list[str]:
    """The fields of a line: separated by tabs, else commas, else semicolons, else blanks.

    Raises
    ------
    TaskError
        If quotes are left open.
    """
    separator = next((one for one in "\t,;" if one in line), None)
    if separator is None:
        return line.split()
    try:
        return [field.strip() for field in next(csv.reader([line], delimiter=separator, strict=True))]
    except csv.Error as error:
        raise TaskError(f"{where} cannot be split into fields ({error}); correct the line") from None


def require_width(where: str, got: int, width: int) -> None:
    """Refuse a line of another number of entries than those before it."""
    if got != width:
        raise TaskError(f"{where} has {got} entries, the lines before have {width}; fill the line up")


def is_number(field: str) -> bool:
    """Whether Python reads a float there.

    >>> is_number("1e3"), is_number("nan"), is_number("x")
    (True, True, False)
    """
    try:
        float(field)
    except ValueError:
        return False
    return True


def json_of(path: Path, remedy: str) -> Any:
    """The JSON value in a file.

    Raises
    ------
    TaskError
        If the file cannot be read or holds no JSON; the message ends with the remedy.
    """
    with reading(path, lambda error: f"{path} is not JSON ({json_reason(error)}); {remedy}"):
        return json.loads(path.read_text("utf-8"))


def load_npy(path: Path) -> Any:
    """What ``numpy.save`` wrote, as an array.

    Raises
    ------
    TaskError
        If it cannot be read, or something else wrote it.
    """
    import numpy as np

    with reading(path, lambda error: _wrong_writer(path, "numpy.save")):
        return np.load(path, allow_pickle=False, mmap_mode="r")


def load_npz(path: Path) -> Any:
    """What ``scipy.sparse.save_npz`` wrote, as a sparse array.

    Raises
    ------
    TaskError
        If it cannot be read, or something else wrote it.
    """
    import scipy.sparse as sparse  # a third of a second to import

    with reading(path, lambda error: _wrong_writer(path, "scipy.sparse.save_npz")):
        return sparse.load_npz(path)


def _wrong_writer(path: Path, writer: str) -> str:
    """What is wrong, with the arrays that an archive of NumPy's holds."""
    import numpy as np

    seen = ""
    try:
        with np.load(path, allow_pickle=False) as archive:
            names = list(archive)
        seen = f", but of numpy.savez, with the arrays {', '.join(names[:5])[:60]}"
        if {"X", "W_Q", "W_K"} <= set(names):
            seen = ", but what headcount approximate -o writes: an input and its weights, not a matrix"
    except Exception:  # damaged, or no archive
        pass
    return f"{path} is not what {writer} writes{seen}; write the matrix with that"
