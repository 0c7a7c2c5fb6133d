"""Folders that a command writes: found out before the work that they cannot be, and written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ...display.whole_files import umask
from ...tasks import TaskError


def require_new_folder(folder: Path, sources: Sequence[Path], force: bool, ours: Callable[[Path], bool]) -> None:
    """Find out before the work that the folder cannot be written.

    Parameters
    ----------
    folder : path
    sources : files that are read
    force : whether a folder that is ``ours``, from an earlier call, may be replaced

    Raises
    ------
    TaskError
        If it is a file, or holds something that may not be replaced, or cannot be made.
    """
    if folder.exists() and not folder.is_dir():
        raise TaskError(f"-o needs a folder, got the file {str(folder)!r}; name a new folder")
    if folder.is_dir() and any(folder.iterdir()):
        if not force:
            raise TaskError(f"the folder {str(folder)!r} is not empty; name another one, or replace it with ‹force›")
        if not ours(folder):
            raise TaskError(f"the folder {str(folder)!r} holds other things than an export; name another one")
        inside = [path for path in sources if path.resolve().is_relative_to(folder.resolve())]
        if inside:
            raise TaskError(
                f"the file {str(inside[0])!r} that is read lies in the folder to be replaced; name another one"
            )
    parent = folder.resolve().parent
    if not parent.is_dir():
        raise TaskError(f"the folder {str(parent)!r} does not exist; create it first, or write elsewhere")
    if not os.access(parent, os.W_OK):
        raise TaskError(f"the folder {str(parent)!r} cannot be written to; choose another place")


@contextmanager
def replaced(folder: Path) -> Iterator[Path]:
    """A new folder beside this one, which takes its place at the end."""
    target = folder.resolve()
    building = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp"))
    try:
        os.chmod(building, 0o777 & ~umask())
        yield building
        if target.exists():
            old = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}.", suffix=".old"))
            os.replace(target, old)
            try:
                os.replace(building, target)
            except BaseException:
                os.replace(old, target)
                raise
            shutil.rmtree(old)
        else:
            os.replace(building, target)
    except BaseException:
        shutil.rmtree(building, ignore_errors=True)
        raise
