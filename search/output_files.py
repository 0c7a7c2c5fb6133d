"""Files that a command writes: found out before the work that they cannot be, and written atomically after it."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..display.whole_files import why_not, write_bytes, write_json, write_text
from ..tasks import TaskError

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "PICTURE_FORMATS",
    "require_different",
    "require_picture",
    "require_writable",
    "write_arrays",
    "write_json",
    "write_text",
]

PICTURE_FORMATS = (".png", ".svg", ".pdf")


def write_arrays(path: Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Write NumPy arrays into a compressed npz archive, atomically."""
    import numpy as np

    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]
    write_bytes(path, stream.getvalue())


def require_writable(path: Path | None) -> None:
    """Find out before the search that the result cannot be written, not after it."""
    if path is not None and (reason := why_not(path)) is not None:
        raise TaskError(str(reason))


def require_picture(path: Path | None) -> None:
    """Find out before the search that a picture cannot be written under this name."""
    require_writable(path)
    if path is not None and path.suffix.lower() not in PICTURE_FORMATS:
        raise TaskError(f"‹plot› needs a file name that ends in png, svg or pdf, got {str(path)!r}; try ‹plot› out.png")


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
