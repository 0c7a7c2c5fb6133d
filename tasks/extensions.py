"""What other packages add: entry points, found when a name is not known here, and loaded when one is used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from .task import TaskError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUPS = {
    "tasks": "headcount.tasks",
    "reductions": "headcount.reductions",
    "constructions": "headcount.constructions",
    "bounds": "headcount.bounds",
    "measures": "headcount.measures",
}
"""Group of entry points by what is added."""


@dataclass(frozen=True)
class Extension:
    """One entry point of another package.

    ``kind`` is a key of ``GROUPS``; ``name`` what a user writes; ``package`` who brings it, with its version.
    """

    kind: str
    name: str
    package: str
    entry: EntryPoint

    def load(self) -> Any:
        """The object that the package gives; its code is run.

        Raises
        ------
        TaskError
            If it cannot be imported: which package, and why.
        """
        try:
            return self.entry.load()
        except (Exception, SystemExit) as error:  # another package's code
            raise TaskError(f"{self} cannot be loaded: {type(error).__name__}: {error}; ask the package") from error

    def call(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """Call what the package gives.

        Raises
        ------
        TaskError
            If it raises; a ``ValueError`` of headcount's (which says what is wrong) stays what it is.
        """
        try:
            return function(*arguments, **named)
        except (Exception, SystemExit) as error:  # another package's code
            if isinstance(error, ValueError) and type(error).__module__.startswith("headcount."):
                raise
            raise TaskError(f"{self} raised {type(error).__name__}: {error}") from error

    def __str__(self) -> str:
        return f"{self.name} of {self.package}"


@cache
def extensions(kind: str) -> tuple[Extension, ...]:
    """All that other packages add of a kind, by name. Nothing is loaded.

    Examples
    --------
    >>> [extension.name for extension in extensions("tasks")]
    []
    """
    from importlib.metadata import entry_points  # here, since it takes long to load

    found = [
        Extension(kind, entry.name, f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.module, entry)
        for entry in entry_points(group=GROUPS[kind])
    ]
    return tuple(sorted(found, key=lambda extension: (extension.name, extension.package)))


def extension(kind: str, name: str) -> Extension | None:
    """What another package adds under a name, or None.

    Raises
    ------
    TaskError
        If two packages use the same name.
    """
    found = [one for one in extensions(kind) if one.name == name]
    if len(found) > 1:
        packages = " and ".join(one.package for one in found)
        raise TaskError(f"{name} is in {packages}; remove one of them")
    return found[0] if found else None
