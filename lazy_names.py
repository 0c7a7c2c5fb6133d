"""What is loaded when it is first used, so that a command pays for what it needs: names of a room, and by address."""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def loaded_when_used(room: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """What a package calls ``__getattr__``: it finds names in the modules that they come from.

    Parameters
    ----------
    room : str
        The package, ``__name__``.
    homes : mapping
        Module, from the package on -> names, with spaces between them. Type checkers read the same list as imports
        under ``TYPE_CHECKING``; a test compares the two.

    Examples
    --------
    >>> loaded_when_used("headcount.questions", {"grid": "midrise twos"})("midrise")(1)
    range(-1, 2, 2)
    """
    home = {name: module for module, names in homes.items() for name in names.split()}

    class Room(ModuleType):
        def __setattr__(self, name: str, value: Any) -> None:
            if not (name in home and isinstance(value, ModuleType)):  # a name stays one, whatever module is called so
                super().__setattr__(name, value)

    sys.modules[room].__class__ = Room

    def found(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        value = getattr(import_module(f".{home[name]}", room), name)
        setattr(sys.modules[room], name, value)
        return value

    return found


def named(home: str) -> Any:
    """What a module of this package has under a name.

    >>> named("questions.grid:twos")(2)
    range(-2, 2)
    """
    module, _, name = home.partition(":")
    return getattr(import_module(f".{module}", __package__), name)
