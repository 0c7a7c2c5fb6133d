"""A mistake of the user's as data, which whoever shows it puts into words: ``--bits 2``, or ``bits=2``.

A message names an option by its name in Python between marks, perhaps with a value: ``‹bits›``, ``‹bits=2›``.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from typing import Any

MARKED = re.compile(r"‹([a-z_0-9]+)(?:=([^›]*))?›")

Spelling = Callable[[str, str | None], str]
"""How an option is written: its name, and the value that is given to it, if any."""

FLAGS = {"unit_class": "class", "every": "all", "map_": "map", "as_json": "json"}
"""Options whose name on the command line is another one."""


def flag_of(name: str) -> str:
    """The option as it is written on the command line.

    >>> flag_of("read_out"), flag_of("unit_class")
    ('--read-out', '--class')
    """
    return "--" + FLAGS.get(name, name).replace("_", "-")


def on_the_command_line(name: str, value: str | None) -> str:
    """An option as it is written on the command line.

    >>> on_the_command_line("mask", "window w=2"), on_the_command_line("null", "True")
    ("--mask 'window w=2'", '--null')
    """
    return flag_of(name) if value in (None, "True") else f"{flag_of(name)} {shlex.quote(str(value))}"


def in_python(name: str, value: str | None) -> str:
    """An option as an argument in Python.

    >>> in_python("bits", "2"), in_python("unit_class", "fixed"), in_python("null", None)
    ('bits=2', "unit_class='fixed'", 'null')
    """
    if value is None:
        return name
    plain = value in ("True", "False", "None") or re.fullmatch(r"-?\d+(\.\d+)?", value)
    return f"{name}={value if plain else repr(value)}"


def spelled(text: str, spelling: Spelling = in_python) -> str:
    """A text with its marked options spelled out.

    >>> spelled("‹bits› is needed; write ‹bits=2›"), spelled("add ‹unit_class=fixed›", on_the_command_line)
    ('bits is needed; write bits=2', 'add --class fixed')
    """
    return MARKED.sub(lambda found: spelling(found[1], found[2]), text)


class InputError(ValueError):
    """What was given cannot be used: which argument, what is required of it, what was given, what to try.

    Parameters
    ----------
    text : str
        The whole message with marked options, or, if the other parts are given, the requirement alone.
    argument : str
        The name of the argument in Python.
    value : object
        What was given.
    remedy : str
        What to do instead.

    Examples
    --------
    >>> error = InputError("must be 1 .. 4096", argument="bits", value=0, remedy="try ‹bits=2›")
    >>> str(error), error.spelled(on_the_command_line)
    ('bits must be 1 .. 4096, got 0; try bits=2', '--bits must be 1 .. 4096, got 0; try --bits 2')
    """

    def __init__(self, text: str, *, argument: str = "", value: Any = None, remedy: str = "") -> None:
        whole = f"‹{argument}› {text}, got {value!r:.60}; {remedy}" if argument else text
        super().__init__(whole)
        self.argument, self.requirement, self.value, self.remedy = argument, text, value, remedy

    def spelled(self, spelling: Spelling) -> str:
        """The message with options as they are written in some place."""
        return spelled(str(self.args[0]), spelling)

    def __str__(self) -> str:
        return self.spelled(in_python)


def json_reason(error: Exception) -> str:
    """Why a text is no JSON, in words of its own where Python speaks of itself.

    >>> json_reason(RecursionError("maximum recursion depth exceeded")), json_reason(ValueError("Extra data: line 1"))
    ('it is nested too deeply', 'Extra data: line 1')
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return "it holds a number of more than 4300 digits" if "set_int_max_str_digits" in str(error) else str(error)
