"""Files that are written whole or not at all, and in a sentence why one cannot be."""

from __future__ import annotations

import errno
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a file atomically: it holds the whole content or what it held before."""
    write_text(path, json.dumps(content, separators=(",", ":")) + "\n")


def write_text(path: Path, content: str) -> None:
    """Write a text file atomically: it holds the whole content or what it held before."""
    write_bytes(path, content.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file atomically: it holds the whole content or what it held before."""
    try:
        _replace(path, content)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None  # by its own name, not of the temporary file


def _replace(path: Path, content: bytes) -> None:
    if path.exists() and not path.is_file():  # a device or a pipe such as /dev/stdout is written to, never replaced
        path.write_bytes(content)
        return
    path = path.resolve()  # of a symbolic link, replace what it points to
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.chmod(temporary, 0o666 & ~umask())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def umask() -> int:
    """The bits that new files of this process are made without."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def why_not(path: Path) -> OSError | None:
    """Why a file cannot be written there and what to do, as the error to be raised; None if it can.

    Examples
    --------
    >>> print(why_not(Path("no-such-folder/answer.json")))
    the folder 'no-such-folder' of 'no-such-folder/answer.json' does not exist; create it first
    >>> why_not(Path("answer.json")) is None
    True
    """
    if path.is_dir():
        return IsADirectoryError(f"a file name is needed, got the folder {str(path)!r}; write the name of a file in it")
    if path.exists() and not path.is_file():
        return None
    folder = f"the folder {str(path.parent)!r} of {str(path)!r}"
    if not path.parent.is_dir():
        return FileNotFoundError(f"{folder} does not exist; create it first")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            return None
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):  # that may change until there is something to write
            return None
        return PermissionError(f"{folder} cannot be written to ({error.strerror}); choose another place")
