"""Libraries that some formats of files need, and that are no part of the install."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .task import TaskError


def needed(library: str, what: str, extra: str) -> Any:
    """The library, or what to install.

    Raises
    ------
    TaskError
        If it is not installed.

    Examples
    --------
    >>> needed("no_such_library", "Such files", "tables")
    Traceback (most recent call last):
    ...
    headcount.tasks.task.TaskError: Such files need the library no_such_library; pip install 'headcount[tables]'
    """
    try:
        return import_module(library)
    except ImportError:
        raise TaskError(f"{what} need the library {library}; pip install 'headcount[{extra}]'") from None
