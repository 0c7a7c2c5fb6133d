"""Files that a command writes: found out before the work that they cannot be, and written atomically after it."""

from __future__ import annotations

import errno
import io
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..tasks import TaskError

if TYPE_CHECKING:
    import numpy as np

PICTURE_FORMATS = (".png", ".svg", ".pdf")


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a file atomically: it holds the whole content or what it held before."""
    write_text(path, json.dumps(content, separators=(",", ":")) + "\n")


def write_text(path: Path, content: str) -> None:
    """Write a text file atomically: it holds the whole content or what it held before."""
    _write(path, content.encode())


def write_arrays(path: Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Write NumPy arrays into a compressed npz archive, atomically."""
    import numpy as np

    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]
    _write(path, stream.getvalue())


def _write(path: Path, content: bytes) -> None:
    try:
        _replace(path, content)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
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


def require_writable(path: Path | None) -> None:
    """Find out before the search that the result cannot be written, not after it."""
    if path is None:
        return
    if path.is_dir():
        raise TaskError(f"a file name is needed, got the folder {str(path)!r}; write the name of a file in it")
    if path.exists() and not path.is_file():
        return
    if not path.parent.is_dir():
        raise TaskError(f"the folder {str(path.parent)!r} of {str(path)!r} does not exist; create it first")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):  # that may change until the answer is there
            return
        raise TaskError(
            f"the folder {str(path.parent)!r} of {str(path)!r} cannot be written to ({error.strerror}); choose another "
            "place"
        ) from None


def require_picture(path: Path | None) -> None:
    """Find out before the search that a picture cannot be written under this name."""
    require_writable(path)
    if path is not None and path.suffix.lower() not in PICTURE_FORMATS:
        raise TaskError(f"--plot needs a file name that ends in png, svg or pdf, got {str(path)!r}; try --plot out.png")


def require_different(*paths: Path | None, inputs: Iterable[str | Path | None] = ()) -> None:
    """Refuse to write two results into one file, or a result into a file that is read.

    Parameters
    ----------
    paths : files to be written, or None
    inputs : words of the command that may name files to be read, as FILE or FILE:name; others are passed over
    """
    read = [file for word in inputs if word is not None for file in _files(str(word))]
    given = [path.resolve() for path in paths if path is not None]
    for number, path in enumerate(given):
        if path in given[:number]:
            raise TaskError(f"two results cannot be written into one file, got {path.name!r} twice; choose other names")
        if path.is_file() and any(path.samefile(file) for file in read):
            raise TaskError(f"the file that is read would be overwritten, got {path.name!r} for both; write elsewhere")


def _files(word: str) -> list[Path]:
    """The regular files that a word names."""
    try:
        return [path for path in (Path(word), Path(word.rpartition(":")[0])) if path.is_file()]
    except (OSError, ValueError):  # longer than a name may be, or no name
        return []
